//! The program of 2005: its evaluation and its search.

use hetman_eval::classic::{CLASSIC_PARAMETERS, Classic, ClassicSettings};
use hetman_eval::{AnyEvaluator, Net};
use hetman_parameters::{Default, Kind, Parameter};
use hetman_rules::Variant;
use hetman_search::regions::{LEAST_DEPTH, MOST_DEPTH, REGION_PARAMETERS, RegionSearcher, Regions};

use super::limits::{MOVE_TIME, NODES, limits};
use super::{ThinkingPlayer, files};
use crate::{Player, PlayerError, PlayerKind, PlayerSpec, Repeatable};

const DEPTH: Parameter = Parameter::new(
    "depth",
    "Depth",
    Kind::Integer { min: LEAST_DEPTH as i64, max: MOST_DEPTH as i64 },
    "Half-moves of the base region at most, beyond which it follows exchanges.",
)
.in_unit("plies");

const HAND_MADE: &str = "hand-made";
const WEIGHTS: Parameter = Parameter::new(
    "weights",
    "Weights",
    Kind::File(|| vec![HAND_MADE]),
    "What its terms count: as they were made in 2005, or as a linear net over classic-terms has learned.",
)
.or(Default::Text(HAND_MADE));

const PARAMETERS: [Parameter; 13] = [
    DEPTH,
    MOVE_TIME,
    NODES,
    WEIGHTS,
    CLASSIC_PARAMETERS[0],
    CLASSIC_PARAMETERS[1],
    CLASSIC_PARAMETERS[2],
    CLASSIC_PARAMETERS[3],
    CLASSIC_PARAMETERS[4],
    CLASSIC_PARAMETERS[5],
    REGION_PARAMETERS[0],
    REGION_PARAMETERS[1],
    REGION_PARAMETERS[2],
];

pub static CLASSIC: PlayerKind = PlayerKind {
    variants: &[Variant::Chess],
    parameters: &PARAMETERS,
    repeatable: Repeatable::WithoutClock,
    leaves_to_chance: |_| false,
    evaluator: Some(|spec, variant| Ok(AnyEvaluator::foreign(evaluator(spec, variant)?))),
    ..PlayerKind::new(
        "classic",
        "Program of 2005",
        "A hand-made evaluation by the phase of the game, and a search in three regions; chess only.",
        build,
    )
};

fn evaluator(spec: &PlayerSpec, variant: Variant) -> Result<Classic, PlayerError> {
    let settings = ClassicSettings::from(spec.settings());
    let chosen = spec.settings().text(WEIGHTS.key).unwrap_or_default();
    if chosen == HAND_MADE {
        return Ok(Classic::new(settings));
    }
    let read = |bytes: &[u8]| {
        let (net, _) = Net::from_bytes(bytes).map_err(|error| error.to_string())?;
        let classic = Classic::of_net(settings, &net).map_err(|error| error.to_string())?;
        Ok::<_, String>((net.variant(), classic))
    };
    files::load(&chosen, variant, read)
}

fn build(spec: &PlayerSpec, variant: Variant, _seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let searcher = RegionSearcher::new(evaluator(spec, variant)?, Regions::from(spec.settings()));
    Ok(Box::new(ThinkingPlayer::new(searcher, limits(spec.settings()))))
}
