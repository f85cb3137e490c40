//! A probability-limited search, as Giraffe had it.

use hetman_eval::{AnyEvaluator, SHIPPED, evaluator_names};
use hetman_parameters::{Default, Kind, Parameter};
use hetman_rules::Variant;
use hetman_search::budget::{AnyAllocator, BUDGET_PARAMETERS, BudgetSearcher, BudgetSettings, DEPTH, UNIFORM, WEIGHTS};

use super::limits::{LIMITS, limits};
use super::{ThinkingPlayer, files};
use crate::{Player, PlayerError, PlayerKind, PlayerSpec, Repeatable};

const NET: Parameter =
    Parameter::new("net", "Net", Kind::File(evaluator_names), "What it judges by: a name, or tables or a net.")
        .or(Default::Text(SHIPPED));
const ALLOCATOR: Parameter = Parameter::new(
    "allocator",
    "Allocator",
    Kind::Choice(&[WEIGHTS, UNIFORM, DEPTH]),
    "How the nodes of a position are split among its moves: by weights made by hand, alike, or to the same depth for all.",
)
.or(Default::Text(WEIGHTS));

pub static GIRAFFE: PlayerKind = PlayerKind {
    parameters: &[
        LIMITS[0],
        LIMITS[1],
        LIMITS[2],
        NET,
        ALLOCATOR,
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

fn build(spec: &PlayerSpec, variant: Variant, _seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let settings = spec.settings();
    let chosen = settings.text(ALLOCATOR.key).unwrap_or_default();
    let allocator = AnyAllocator::named(&chosen).expect("what can be chosen has an allocator");
    let searcher = BudgetSearcher::new(BudgetSettings::from(settings), evaluator(spec, variant)?, allocator);
    Ok(Box::new(ThinkingPlayer::new(searcher, limits(settings))))
}
