//! A learned evaluation with the exact search of the earlier works.

use std::sync::Arc;

use hetman_eval::{AnyEvaluator, Net};
use hetman_parameters::{Default, Kind, Parameter};
use hetman_rules::Variant;
use hetman_search::exact::{ExactSearcher, Terminals};

use super::look::{self, LOOK};
use super::{Noisy, files};
use crate::{Needs, Player, PlayerError, PlayerKind, PlayerSpec};

const EVALUATED: &str = "evaluated";
const FINISHED: Parameter = Parameter::new(
    "finished",
    "Finished games",
    Kind::Choice(&["known", EVALUATED]),
    "Whether finished games count as what they are, or as what the net says of them (2007).",
)
.or(Default::Text("known"));
const NOISE: Parameter = Parameter::new(
    "noise",
    "Noise",
    Kind::Number { min: 0.0, max: 1.0, step: 0.001 },
    "By how much values are changed at random, at most.",
)
.or(Default::Number(0.0));

pub static NET: PlayerKind = PlayerKind {
    needs: Needs::File,
    parameters: &[LOOK[0], LOOK[1], LOOK[2], LOOK[3], LOOK[4], LOOK[5], FINISHED, NOISE],
    evaluator: Some(|spec, variant| Ok(AnyEvaluator::Net(Arc::new(read(spec, variant)?)))),
    ..PlayerKind::new("net", "A net", "The exact search of the earlier works with a learned evaluation.", build)
};

fn read(spec: &PlayerSpec, variant: Variant) -> Result<Net, PlayerError> {
    files::load(spec.subject(), variant, |bytes| Net::from_bytes(bytes).map(|(net, _)| (net.variant(), net)))
}

fn build(spec: &PlayerSpec, variant: Variant, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let settings = spec.settings();
    let net = read(spec, variant)?;
    let is_evaluated = settings.text(FINISHED.key).as_deref() == Some(EVALUATED);
    let terminals = if is_evaluated { Terminals::EVALUATED } else { Terminals::known(&net) };
    let search = look::search(settings, terminals);
    let noise = settings.number(NOISE.key).unwrap_or_default();
    Ok(match (noise * 1e6).round() as u32 {
        0 => look::thinking(ExactSearcher::of_net(net, search), settings),
        millionths => {
            let evaluator = Noisy { evaluator: AnyEvaluator::exact(net), millionths, seed };
            look::thinking(ExactSearcher { evaluator: evaluator.into(), search }, settings)
        }
    })
}
