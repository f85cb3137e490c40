//! A probability-limited search, as Giraffe had it.

use std::sync::Arc;

use hetman_eval::{AnyEvaluator, GIRAFFE as GIRAFFE_NET, Net, evaluator_names};
use hetman_parameters::{Default, Kind, Parameter};
use hetman_rules::Variant;
use hetman_search::budget::{
    AnyAllocator, BUDGET_PARAMETERS, BudgetSearcher, BudgetSettings, DEPTH, Learned, MoveNet, Passes, UNIFORM, WEIGHTS,
};

use super::limits::{LIMITS, limits};
use super::{ThinkingPlayer, files};
use crate::{Player, PlayerError, PlayerKind, PlayerSpec, Repeatable};

const NET: Parameter =
    Parameter::new("net", "Net", Kind::File(evaluator_names), "What it judges by: a name, or tables or a net.")
        .or(Default::Text(GIRAFFE_NET));
const LEARNED: &str = "learned";
const ALLOCATOR: Parameter = Parameter::new(
    "allocator",
    "Allocator",
    Kind::Choice(&[LEARNED, WEIGHTS, UNIFORM, DEPTH]),
    "How the nodes of a position are split among its moves: by a net, by weights made by hand, alike, or to the same depth \
     for all.",
)
.or(Default::Text(WEIGHTS));
const MOVES: Parameter = Parameter::new(
    "moves",
    "Net of moves",
    Kind::File(Vec::new),
    "Which moves are likely to be the best, as `hetman moves` learns it; for allocator=learned.",
);
const THRESHOLD: Parameter = Parameter::new(
    "threshold",
    "Threshold",
    Kind::Integer { min: 2, max: 1_000_000_000 },
    "The least budget of a position for which the net of moves is asked; below, weights made by hand do.",
)
.or(Default::Integer(10_000));
const SINGLE_PASS: Parameter = Parameter::new(
    "single-pass",
    "Single pass",
    Kind::Flag,
    "The net of moves is asked once, as if every move were the best, and not again with their ranks.",
);

pub static GIRAFFE: PlayerKind = PlayerKind {
    parameters: &[
        LIMITS[0],
        LIMITS[1],
        LIMITS[2],
        NET,
        ALLOCATOR,
        MOVES,
        THRESHOLD,
        SINGLE_PASS,
        BUDGET_PARAMETERS[0],
        BUDGET_PARAMETERS[1],
        BUDGET_PARAMETERS[2],
    ],
    repeatable: Repeatable::WithoutClock,
    leaves_to_chance: |_| false,
    evaluator: Some(evaluator),
    ..PlayerKind::new(
        "giraffe",
        "Giraffe",
        "A search that goes where the best play is likely to be; a depth of n stands for 4^n nodes of budget.",
        build,
    )
};

fn evaluator(spec: &PlayerSpec, variant: Variant) -> Result<AnyEvaluator, PlayerError> {
    files::evaluator(spec, NET, variant)
}

fn allocator(spec: &PlayerSpec, variant: Variant) -> Result<AnyAllocator, PlayerError> {
    let settings = spec.settings();
    let chosen = settings.text(ALLOCATOR.key).unwrap_or_default();
    if let Some(allocator) = AnyAllocator::named(&chosen) {
        return Ok(allocator);
    }
    let file = settings.text(MOVES.key).ok_or(PlayerError::NoMoveNet)?;
    let net = files::load(&file, variant, |bytes| {
        let (net, _) = Net::from_bytes(bytes).map_err(|error| error.to_string())?;
        let moves = MoveNet::new(&net).map_err(|error| error.to_string())?;
        Ok::<_, String>((net.variant(), moves))
    })?;
    let passes = if settings.flag(SINGLE_PASS.key) { Passes::One } else { Passes::Two };
    let threshold = settings.integer(THRESHOLD.key).expect("it has a default");
    Ok(AnyAllocator::Learned(Box::new(Learned::new(Arc::new(net), passes, threshold as f64))))
}

fn build(spec: &PlayerSpec, variant: Variant, _seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let settings = BudgetSettings::from(spec.settings());
    let searcher = BudgetSearcher::new(settings, evaluator(spec, variant)?, allocator(spec, variant)?);
    Ok(Box::new(ThinkingPlayer::new(searcher, limits(spec.settings()))))
}
