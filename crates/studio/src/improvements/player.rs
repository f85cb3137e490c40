//! The newest network of a lineage as somebody to play against.

use std::path::PathBuf;
use std::sync::Arc;

use hetman_arena::{PLAYERS, PlayerKind, PlayerSpec};
use hetman_parameters::Value;
use hetman_rules::Variant;

use super::ImprovementJob;
use crate::jobs::Job;
use crate::players::{Resolved, built_in, names, path_in_spec, read_settings, with_options};
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::{self, Settings};

/// What the id of such a player begins with.
const PREFIX: &str = "improvement:";

/// The player that a network is handed to, and by what.
const PLAYER: &str = "hetman";
const EVAL: &str = "eval";

/// Of a lineage's newest network.
pub fn id(number: u64) -> String {
    format!("{PREFIX}{number}")
}

/// One for each lineage that has a network.
pub fn listed(studio: &Studio) -> Vec<wire::Player> {
    let Some(kind) = PLAYERS.find(PLAYER) else { return Vec::new() };
    studio.jobs.improvements.all().iter().filter_map(|job| Some(describe(kind, job.id, &newest(job)?))).collect()
}

fn describe(kind: &PlayerKind, number: u64, newest: &Newest) -> wire::Player {
    let mut player = built_in(kind);
    player.parameters.retain(|parameter| parameter.key != EVAL);
    wire::Player {
        id: id(number),
        kind: wire::PlayerKind::Net,
        title: newest.title(),
        variants: names(&[newest.variant]),
        ..player
    }
}

/// The player of an id; `None` if that is not one of these.
pub fn resolve(studio: &Studio, id: &str, settings: &Settings) -> Option<Result<Resolved, Problem>> {
    id.strip_prefix(PREFIX).map(|number| {
        let unknown = || Problem::unknown("player", id);
        let job = studio.jobs.improvements.find(number)?;
        let kind = PLAYERS.find(PLAYER).ok_or_else(unknown)?;
        seated(kind, &newest(&job).ok_or_else(unknown)?, settings)
    })
}

fn seated(kind: &'static PlayerKind, newest: &Newest, settings: &Settings) -> Result<Resolved, Problem> {
    let title = newest.title();
    let settings = read_settings(kind.parameters, settings, &title)?;
    let name = with_options(&title, &settings);
    let spec = PlayerSpec::new(kind, None, settings)?.with(EVAL, Value::Text(path_in_spec(&newest.file)?))?;
    Ok(Resolved { spec, name })
}

/// A network that was kept.
struct Newest {
    variant: Variant,
    generation: u64,
    file: PathBuf,
}

impl Newest {
    fn title(&self) -> String {
        format!("Self-taught {}, generation {}", self.variant, self.generation)
    }
}

fn newest(job: &Arc<Job<ImprovementJob>>) -> Option<Newest> {
    let state = job.lock();
    let lineage = state.lineage.as_ref()?;
    let generation = lineage.champion()?.generation;
    Some(Newest { variant: state.settings.variant(), generation, file: lineage.best_network(&job.folder)? })
}
