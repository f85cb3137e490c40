//! `hetman train`: runs an experiment's file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hetman_lab::report::{Summary, summaries};
use hetman_lab::runs::LeftOut;
use hetman_lab::{Event, Experiment, FileProblem, Sink, Source, TrainProblem, Training, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

/// What a shell expects of a program that Ctrl-C ended at once.
const INTERRUPTED: i32 = 130;

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
        sink: &bar,
        stop: &stop,
    });
    bar.0.finish_and_clear();
    let verdict = verdict.map_err(|problem| in_file(&arguments.file, problem))?;
    let summaries = summaries(&folder, experiment.runs)?;
    if arguments.json {
        writeln!(output, "{}", as_json(&source, &folder, verdict, &summaries))?;
        return Ok(());
    }
    for summary in &summaries {
        writeln!(output, "{}", in_words(summary))?;
    }
    match verdict {
        Verdict::Finished => writeln!(output, "finished: {}", folder.display())?,
        Verdict::Stopped => writeln!(output, "stopped: {}; --resume goes on from here", folder.display())?,
    }
    Ok(())
}

/// A problem with the experiment is one with its file.
fn in_file(file: &Path, problem: TrainProblem) -> anyhow::Error {
    match problem {
        TrainProblem::Experiment(problem) => FileProblem::Wrong { path: file.to_owned(), problem }.into(),
        other => other.into(),
    }
}

/// The first Ctrl-C asks for an end, the second does not wait for it.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if switch.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}

/// Games of all runs, in a terminal and nowhere else.
struct Bar(ProgressBar);

impl Bar {
    fn new(games: u64) -> Bar {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")
            .expect("the template is well formed")
            .with_key("per_sec", |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{:.1} games/s", state.per_sec());
            });
        Bar(ProgressBar::new(games).with_style(style))
    }
}

impl Sink for Bar {
    fn hear(&self, event: &Event) {
        match event {
            Event::Begun { games_played, .. } => {
                self.0.inc(*games_played);
                // Games of an earlier session say nothing about the speed of this one.
                self.0.reset_eta();
            }
            Event::Played { .. } => self.0.inc(1),
            Event::Collected { games, left_out } => eprintln!("{}", collection_in_words(*games, left_out)),
            Event::Kept { .. } | Event::Finished { .. } => {}
        }
    }
}

/// What a collection gives and what it does not.
fn collection_in_words(games: u64, left_out: &LeftOut) -> String {
    let LeftOut { broken, first_broken, unfinished, other_variant } = left_out;
    let first = first_broken.as_ref().map_or_else(String::new, |problem| format!(" (the first: {problem})"));
    format!(
        "{games} games to learn from; left out: {broken} broken{first}, {unfinished} without a result, {other_variant} of another variant"
    )
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

fn as_json(source: &Source, folder: &Path, verdict: Verdict, summaries: &[Summary]) -> Value {
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
        "finished": verdict == Verdict::Finished,
        "runs": summaries.iter().map(run).collect::<Vec<Value>>(),
    })
}
