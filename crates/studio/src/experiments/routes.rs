//! What can be asked of experiments; files are elsewhere.

use std::sync::Arc;
use std::time::Duration;

use hetman_lab::Source;
use hetman_lab::experiment::parameters::parameters;

use super::training::{Kept, TrainingJob, line, view};
use super::{check, fields, weights};
use crate::jobs::Job;
use crate::presets;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{
    Checked, Delay, Done, Experiment, ExperimentList, NewExperiment, Notes, Parameter, ShownBoard, Weights,
};

/// Runs and games of one experiment that a page may ask for.
const MOST_RUNS: u64 = 1000;

const LONGEST_NOTES: usize = 10_000;

const DELAYS_MS: std::ops::RangeInclusive<u32> = 50..=10_000;

/// GET /api/experiments/schema
pub fn schema(studio: &Arc<Studio>, _: &Call) -> Result<Vec<Parameter>, Problem> {
    parameters().iter().map(|declared| fields::field(studio, declared)).collect()
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
    let experiments = studio.jobs.experiments.all().iter().map(|job| line(job, &job.lock())).collect();
    Ok(ExperimentList { experiments, as_of })
}

/// POST /api/experiments
pub fn create(studio: &Arc<Studio>, _: &Call, wish: NewExperiment) -> Result<Experiment, Problem> {
    let work = TrainingJob::new(wanted(studio, &wish)?)?;
    let experiments = &studio.jobs.experiments;
    let job = if wish.start { experiments.add_and_start(studio, work)? } else { experiments.add(studio, work)? };
    Ok(view(studio, &job))
}

/// What is wished, checked.
pub fn wanted(studio: &Studio, wish: &NewExperiment) -> Result<Kept, Problem> {
    let planned = check::plan(studio, wish)?;
    if planned.source.experiment.runs > MOST_RUNS {
        return Err(Problem::Unfit(format!("choose at most {MOST_RUNS} runs")));
    }
    Ok(Kept {
        preset: planned.preset,
        source: planned.work,
        published: planned.published,
        ..Kept::of_text(planned.source.text)
    })
}

/// GET /api/experiments/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    Ok(view(studio, &*studio.jobs.experiments.find(&call.id)?))
}

fn act(
    studio: &Arc<Studio>,
    call: &Call,
    act: impl FnOnce(&Arc<Job<TrainingJob>>) -> Result<(), Problem>,
) -> Result<Experiment, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    act(&job)?;
    Ok(view(studio, &job))
}

/// POST /api/experiments/ID/start and /resume
pub fn start(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |job| studio.jobs.experiments.start(studio, job))
}

/// POST /api/experiments/ID/pause
pub fn pause(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |job| job.pause(studio))
}

/// POST /api/experiments/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    act(studio, call, |job| job.stop(studio))
}

/// POST /api/experiments/ID/clone
pub fn clone(studio: &Arc<Studio>, call: &Call) -> Result<Experiment, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let taken: Vec<String> = studio.jobs.experiments.all().iter().map(|other| other.lock().name()).collect();
    let (kept, name) = {
        let state = job.lock();
        (state.kept.clone(), copied_name(&state.name(), &taken))
    };
    let toml = Source::new(&kept.toml, &[format!("name={name:?}")])?.text;
    let work = TrainingJob::new(Kept {
        preset: kept.preset,
        source: kept.source,
        published: kept.published,
        ..Kept::of_text(toml)
    })?;
    Ok(view(studio, &*studio.jobs.experiments.add(studio, work)?))
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
    act(studio, call, |job| {
        job.lock().show.delay = Duration::from_millis(wish.delay_ms.into());
        Ok(())
    })
}

/// POST /api/experiments/ID/notes
pub fn note(studio: &Arc<Studio>, call: &Call, wish: Notes) -> Result<Experiment, Problem> {
    if wish.notes.chars().count() > LONGEST_NOTES {
        return Err(Problem::Unfit(format!("notes have at most {LONGEST_NOTES} letters")));
    }
    act(studio, call, |job| job.change(studio, |state| state.kept.notes = wish.notes))
}

/// GET /api/experiments/ID/game
pub fn game(studio: &Arc<Studio>, call: &Call) -> Result<ShownBoard, Problem> {
    let board = studio.jobs.experiments.find(&call.id)?.lock().show.board.clone();
    board.ok_or_else(|| Problem::Unknown("no game of this experiment has been shown yet: start it and wait".to_owned()))
}

/// GET /api/experiments/ID/weights
pub fn learned(studio: &Arc<Studio>, call: &Call) -> Result<Weights, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let (source, row) = {
        let state = job.lock();
        let row = state.kept.preset.clone().filter(|_| !state.kept.published.is_empty());
        (state.experiment.clone(), row)
    };
    weights::of_folder(&job.folder, &source.experiment, row.as_deref())
}

/// DELETE /api/experiments/ID
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    studio.jobs.experiments.delete(studio, &call.id)?;
    Ok(Done {})
}
