//! The engine of this program.

use std::sync::Arc;

use hetman_endgame::strategy::ProvedRules;
use hetman_eval::{AnyEvaluator, SHIPPED, evaluator_names};
use hetman_parameters::{Default, Kind, Parameter};
use hetman_rules::Variant;
use hetman_search::{Limits, Oracle, Oracles, Searcher, Settings};

use super::limits::{LIMITS, SOFT_NODES, limits};
use super::{ThinkingPlayer, files, limited};
use crate::{Player, PlayerError, PlayerKind, PlayerSpec, Repeatable, endgames};

/// How weak it can be made to play.
pub const ELO: Parameter = Parameter::new(
    "elo",
    "Strength",
    Kind::Integer { min: 800, max: 2000 },
    "Plays at about this rating instead of as well as it can.",
)
.in_unit("Elo");
const EVAL: Parameter =
    Parameter::new("eval", "Evaluation", Kind::File(evaluator_names), "What it judges by: a name, or tables or a net.")
        .or(Default::Text(SHIPPED));
const ENDGAMES: Parameter = Parameter::new(
    "endgames",
    "Endgame tables",
    Kind::Flag,
    "Knows every ending of three pieces, and those of four that have been worked out, and mates as quickly as can be.",
);

const RULES: Parameter = Parameter::new(
    "rules",
    "Endgame rules",
    Kind::Flag,
    "Plays endings by rules that are proved to win, where it has no table: king and rook, or queen, against king.",
);

pub static HETMAN: PlayerKind = PlayerKind {
    parameters: &[LIMITS[0], LIMITS[1], LIMITS[2], SOFT_NODES, ELO, EVAL, ENDGAMES, RULES],
    repeatable: Repeatable::WithoutClock,
    leaves_to_chance: |spec| settings(spec, 0).leaves_to_chance(),
    evaluator: Some(evaluator),
    own_search,
    ..PlayerKind::new(
        "hetman",
        "Hetman",
        "The engine of this program, as strong as it can or as weak as you like.",
        build,
    )
};

fn evaluator(spec: &PlayerSpec, variant: Variant) -> Result<AnyEvaluator, PlayerError> {
    let is_shipped = spec.settings().text(EVAL.key).as_deref() == Some(SHIPPED);
    if is_shipped { Ok(settings(spec, 0).evaluator(variant)) } else { files::evaluator(spec, EVAL, variant) }
}

fn own_search(spec: &PlayerSpec) -> Option<Limits> {
    let settings = spec.settings();
    let is_as_it_comes = !settings.has(ELO.key) && settings.text(EVAL.key).as_deref() == Some(SHIPPED);
    is_as_it_comes.then(|| limited(limits(settings)))
}

fn build(spec: &PlayerSpec, variant: Variant, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let mut searcher = Searcher::new(settings(spec, seed), evaluator(spec, variant)?);
    let chosen = |key| spec.settings().flag(key);
    let tables = chosen(ENDGAMES.key).then(|| endgames::shared() as Arc<dyn Oracle>);
    let rules = chosen(RULES.key).then(|| Arc::new(ProvedRules::default()) as Arc<dyn Oracle>);
    searcher.set_oracle(Oracles::of(tables.into_iter().chain(rules).collect()));
    Ok(Box::new(ThinkingPlayer::new(searcher, limits(spec.settings()))))
}

fn settings(spec: &PlayerSpec, seed: u64) -> Settings {
    let elo = spec.settings().integer(ELO.key).map(|elo| elo as u32);
    Settings { elo, seed, ..Settings::default() }
}
