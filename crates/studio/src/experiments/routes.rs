//! What can be asked of experiments; files are elsewhere.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use hetman_lab::Source;
use hetman_lab::experiment::parameters::parameters;

use super::bench::{Bench, Kept, Wish};
use super::{check, list_topic, weights};
use crate::players::parameter;
use crate::problem::Problem;
use crate::route::Call;
use crate::store::Kind;
use crate::studio::Studio;
use crate::wire::{
    Checked, Delay, Done, Event, Experiment, ExperimentDeleted, ExperimentList, NewExperiment, Parameter, ShownBoard,
    Weights,
};
use crate::{library, presets};

/// Runs and games of one experiment that a page may ask for.
const MOST_RUNS: u64 = 1000;

/// Usual opponents, besides nets.
const OPPONENTS: [&str; 6] = ["self", "human", "random", "king", "material:depth=2", "hetman:depth=3"];

const DELAYS_MS: std::ops::RangeInclusive<u32> = 50..=10_000;

/// GET /api/experiments/schema
pub fn schema(studio: &Arc<Studio>, _: &Call) -> Result<Vec<Parameter>, Problem> {
    let nets: Vec<String> = library::net_files(studio)?.into_iter().map(|file| file.id).collect();
    let suggestions = |key: &str| match key {
        "evaluation.net" => nets.clone(),
        "play.opponent" => {
            let players = OPPONENTS.iter().map(|&word| word.to_owned());
            players.chain(nets.iter().map(|id| format!("net:{id},depth=2"))).collect()
        }
        _ => Vec::new(),
    };
    let described =
        parameters().iter().map(|declared| Parameter { suggestions: suggestions(declared.key), ..parameter(declared) });
    Ok(described.collect())
}

/// POST /api/experiments/check
pub fn examine(studio: &Arc<Studio>, _: &Call, wish: NewExperiment) -> Result<Checked, Problem> {
    let source = check::plan(studio, &wish)?.source;
    Ok(Checked {
        variant: source.experiment.variant.uci_name().to_owned(),
        games: source.experiment.games.saturating_mul(source.experiment.runs),
        settings: presets::settings(&source.text),
        toml: source.text,
    })
}

/// GET /api/experiments
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<ExperimentList, Problem> {
    let as_of = studio.log.position();
    let experiments = studio.experiments.all().iter().map(|bench| bench.line(&bench.lock())).collect();
    Ok(ExperimentList { experiments, as_of })
}

/// POST /api/experiments
pub fn create(studio: &Arc<Studio>, _: &Call, wish: NewExperiment) -> Result<Experiment, Problem> {
    let planned = check::plan(studio, &wish)?;
    if planned.source.experiment.runs > MOST_RUNS {
        return Err(Problem::Unfit(format!("choose at most {MOST_RUNS} runs")));
    }
    if wish.start {
        // Nothing is made that cannot be started.
        drop(studio.experiments.sit_down()?);
    }
    let kept = Kept {
        toml: planned.source.text,
        preset: planned.preset,
        source: planned.work,
        published: planned.published,
        wish: Wish::New,
        board: None,
    };
    let bench = add(studio, kept)?;
    if wish.start {
        bench.start(studio)?;
    }
    Ok(bench.view(studio))
}

fn add(studio: &Arc<Studio>, kept: Kept) -> Result<Arc<Bench>, Problem> {
    let data = serde_json::to_string(&kept).expect("an experiment is plain data");
    let item = studio.store.add(Kind::Experiment, &data)?;
    let bench = Arc::new(Bench::new(&item, kept, &studio.data)?);
    studio.experiments.add(Arc::clone(&bench));
    let line = bench.line(&bench.lock());
    studio.log.publish(&list_topic(), Event::Experiment(line));
    Ok(bench)
}

/// GET /api/experiments/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    Ok(studio.experiments.find(&call.id)?.view(studio))
}

fn act(
    studio: &Arc<Studio>,
    call: &Call,
    act: impl FnOnce(&Arc<Bench>) -> Result<(), Problem>,
) -> Result<Experiment, Problem> {
    let bench = studio.experiments.find(&call.id)?;
    act(&bench)?;
    Ok(bench.view(studio))
}

/// POST /api/experiments/ID/start and /resume
pub fn start(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |bench| bench.start(studio))
}

/// POST /api/experiments/ID/pause
pub fn pause(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |bench| bench.pause(studio))
}

/// POST /api/experiments/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |bench| bench.stop(studio))
}

/// POST /api/experiments/ID/clone
pub fn clone(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    let bench = studio.experiments.find(&call.id)?;
    let taken: Vec<String> = studio.experiments.all().iter().map(|other| other.name()).collect();
    let kept = bench.lock().kept.clone();
    let name = copied_name(&bench.name(), &taken);
    let toml = Source::new(&kept.toml, &[format!("name={name:?}")])?.text;
    let kept = Kept { toml, wish: Wish::New, board: None, ..kept };
    Ok(add(studio, kept)?.view(studio))
}

/// A name that tells a copy from what was copied: the first number that is free behind it.
fn copied_name(name: &str, taken: &[String]) -> String {
    let stem = match name.rsplit_once('-') {
        Some((stem, number)) if number.parse::<u8>().is_ok_and(|number| number < 100) => stem,
        _ => name,
    };
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}"));
    numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned())
}

/// POST /api/experiments/ID/delay
pub fn delay(studio: &Arc<Studio>, call: &Call, wish: Delay) -> Result<Experiment, Problem> {
    if !DELAYS_MS.contains(&wish.delay_ms) {
        return Err(Problem::Unfit(format!("the delay must be {} to {} ms", DELAYS_MS.start(), DELAYS_MS.end())));
    }
    act(studio, call, |bench| {
        bench.lock().show.delay = Duration::from_millis(wish.delay_ms.into());
        Ok(())
    })
}

/// GET /api/experiments/ID/game
pub fn game(studio: &Arc<Studio>, call: &Call) -> Result<ShownBoard, Problem> {
    let board = studio.experiments.find(&call.id)?.lock().show.board.clone();
    board.ok_or_else(|| Problem::Unknown("no game of this experiment has been shown yet: start it and wait".to_owned()))
}

/// GET /api/experiments/ID/weights
pub fn learned(studio: &Arc<Studio>, call: &Call) -> Result<Weights, Problem> {
    let bench = studio.experiments.find(&call.id)?;
    let (source, row) = {
        let state = bench.lock();
        let row = state.kept.preset.clone().filter(|_| !state.kept.published.is_empty());
        (state.experiment.clone(), row)
    };
    weights::of_folder(&bench.folder, &source.experiment, row.as_deref())
}

/// DELETE /api/experiments/ID
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let bench = studio.experiments.find(&call.id)?;
    bench.forget();
    studio.store.delete(Kind::Experiment, bench.id)?;
    studio.experiments.remove(bench.id);
    if let Err(reason) = fs::remove_dir_all(&bench.folder)
        && reason.kind() != std::io::ErrorKind::NotFound
    {
        return Err(Problem::Internal(format!("the folder {} is left over: {reason}", bench.folder.display())));
    }
    let deleted = || Event::ExperimentDeleted(ExperimentDeleted { id: bench.id.to_string() });
    studio.log.publish(&bench.topic, deleted());
    studio.log.publish(&list_topic(), deleted());
    Ok(Done {})
}
