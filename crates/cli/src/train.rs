//! `hetman train`: runs an experiment's file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hetman_arena::notice;
use hetman_lab::runs::Collected;
use hetman_lab::store::Session;
use hetman_lab::{
    Event, Experiment, FileError, Observer, Source, Summary, TrainError, Training, TrainingOutcome, sessions, summaries,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::interrupt::stop_on_interrupt;

/// The version, and where the program was built from a repository, what `git describe` says of it.
pub(crate) const REVISION: &str = env!("HETMAN_REVISION");

/// More weights than this are a file's business, not a terminal's.
const MOST_WEIGHTS_SHOWN: usize = 32;

#[derive(clap::Args)]
pub struct TrainArguments {
    /// The experiment, a TOML file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Go on with a run that was stopped or killed
    #[arg(long)]
    resume: bool,
    /// Change a value of the file, like learning.lambda=0.7 (may be given several times)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Where results and nets go, instead of runs/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads, instead of one for each core; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &TrainArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let source = Experiment::load(&arguments.file, &arguments.settings)?;
    let experiment = &source.experiment;
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("runs").join(&experiment.name));
    let stop = stop_on_interrupt()?;
    let bar = Bar::new(experiment.runs.saturating_mul(experiment.games));
    let verdict = hetman_lab::train(&Training {
        source: &source,
        base: arguments.file.parent().unwrap_or(Path::new("")),
        folder: &folder,
        resume: arguments.resume,
        threads: arguments.threads.map(usize::from),
        revision: REVISION,
        sink: &bar,
        stop: &stop,
    });
    bar.progress.finish_and_clear();
    let verdict = verdict.map_err(|problem| in_file(&arguments.file, problem))?;
    let (summaries, sessions) = (summaries(&folder, experiment.runs)?, sessions(&folder)?);
    let collection = bar.collection.into_inner().unwrap_or_else(PoisonError::into_inner);
    if arguments.json {
        let mut answer = as_json(&source, &folder, verdict, &summaries, &sessions);
        answer["collection"] = collection.as_ref().map_or(Value::Null, collection_as_json);
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    // A run interrupted often has many sessions that say the same.
    let mut makers: Vec<String> = sessions.iter().map(session_in_words).collect();
    makers.dedup();
    for maker in makers {
        writeln!(output, "{maker}")?;
    }
    if let Some(collected) = &collection {
        writeln!(output, "{collected}")?;
    }
    for summary in &summaries {
        writeln!(output, "{}", in_words(summary))?;
    }
    match verdict {
        TrainingOutcome::Finished => writeln!(output, "finished: {}", folder.display())?,
        TrainingOutcome::Stopped => writeln!(output, "stopped: {}; --resume goes on from here", folder.display())?,
    }
    Ok(())
}

/// A problem with the experiment is one with its file.
fn in_file(file: &Path, problem: TrainError) -> anyhow::Error {
    match problem {
        TrainError::Experiment(problem) => FileError::Wrong { path: file.to_owned(), problem }.into(),
        other => other.into(),
    }
}

/// Games of all runs, in a terminal and nowhere else; and what a collection of recorded games gave.
struct Bar {
    progress: ProgressBar,
    collection: Mutex<Option<Collected>>,
}

impl Bar {
    fn new(games: u64) -> Bar {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")
            .expect("the template is well formed")
            .with_key("per_sec", |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{:.1} games/s", state.per_sec());
            });
        Bar { progress: ProgressBar::new(games).with_style(style), collection: Mutex::default() }
    }
}

impl Observer for Bar {
    fn hear(&self, event: &Event) {
        match event {
            Event::Begun { games_played, .. } => {
                self.progress.inc(*games_played);
                // Games of an earlier session say nothing about the speed of this one.
                self.progress.reset_eta();
            }
            Event::Played { .. } => self.progress.inc(1),
            Event::Collected(collected) => {
                // Said before the hours of waiting, not after.
                self.progress.suspend(|| notice(collected));
                *self.collection.lock().unwrap_or_else(PoisonError::into_inner) = Some(collected.clone());
            }
            Event::Noted { .. } | Event::Kept { .. } | Event::Finished { .. } => {}
        }
    }
}

fn collection_as_json(collected: &Collected) -> Value {
    let left_out = &collected.left_out;
    json!({
        "games": collected.games,
        "latin_1_lines": collected.latin_1_lines,
        "broken": left_out.broken,
        "unfinished": left_out.unfinished,
        "contradictory": left_out.contradictory,
        "other_variant": left_out.other_variant,
    })
}

fn session_in_words(session: &Session) -> String {
    let Session { revision, machine } = session;
    format!("hetman {revision} on {}, {} cores, {}", machine.processor, machine.cores, machine.system)
}

fn session_as_json(session: &Session) -> Value {
    let Session { revision, machine } = session;
    json!({ "revision": revision, "processor": machine.processor, "cores": machine.cores, "system": machine.system })
}

fn in_words(summary: &Summary) -> String {
    let total = &summary.total;
    let results = format!(
        "run {}: {} games, {} won, {} drawn, {} lost, {:.1} % of the points",
        summary.run,
        total.games,
        total.won,
        total.drawn,
        total.lost,
        100.0 * total.share()
    );
    if summary.weights.is_empty() || summary.weights.len() > MOST_WEIGHTS_SHOWN {
        return results;
    }
    let weights: Vec<String> = summary.weights.iter().map(|(name, weight)| format!("{name} {weight:.3}")).collect();
    format!("{results}; {}", weights.join(", "))
}

fn as_json(
    source: &Source,
    folder: &Path,
    verdict: TrainingOutcome,
    summaries: &[Summary],
    sessions: &[Session],
) -> Value {
    let row = |row: &hetman_lab::store::WindowRow| json!({ "games": row.games, "won": row.won, "drawn": row.drawn, "lost": row.lost, "share": row.share() });
    let run = |summary: &Summary| {
        let weights: Map<String, Value> =
            summary.weights.iter().map(|(name, weight)| (name.clone(), json!(weight))).collect();
        let windows: Vec<Value> = summary.windows.iter().map(row).collect();
        json!({ "run": summary.run, "total": row(&summary.total), "windows": windows, "weights": weights })
    };
    json!({
        "name": source.experiment.name,
        "folder": folder.display().to_string(),
        "finished": verdict == TrainingOutcome::Finished,
        "sessions": sessions.iter().map(session_as_json).collect::<Vec<Value>>(),
        "runs": summaries.iter().map(run).collect::<Vec<Value>>(),
    })
}
