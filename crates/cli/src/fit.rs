//! `hetman fit`: fits networks to positions and what these are said to be worth.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use hetman_lab::FileError;
use hetman_lab::fit::{FitError, FitEvent, FitObserver, FitOutcome, FitSource, FitStore, Fitting, fit, store_file};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::interrupt::stop_on_interrupt;
use crate::train::REVISION;

#[derive(clap::Args)]
pub struct FitArguments {
    /// The experiment, a TOML file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Go on with a fit that was stopped or killed
    #[arg(long)]
    resume: bool,
    /// Change a value of the file, like learning.steps=1000 (may be given several times)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Where curves and nets go, instead of runs/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads, instead of one for each core; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &FitArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let source = FitSource::load(&arguments.file, &arguments.settings)?;
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("runs").join(&source.experiment.name));
    let stop = stop_on_interrupt()?;
    let bar = Bar::new();
    let fitting = Fitting {
        source: &source,
        base: arguments.file.parent().unwrap_or(Path::new("")),
        folder: &folder,
        resume: arguments.resume,
        threads: arguments.threads.map(usize::from),
        revision: REVISION,
        observer: &bar,
    };
    let verdict = fit(&fitting, &|| stop.load(Ordering::Relaxed));
    bar.0.finish_and_clear();
    let outcome = verdict.map_err(|problem| in_file(&arguments.file, problem))?;
    let curves = curves(&source, &folder)?;
    if arguments.json {
        writeln!(output, "{}", as_json(&source, &folder, outcome, &curves))?;
        return Ok(());
    }
    for curve in &curves {
        writeln!(output, "{}", curve.in_words())?;
    }
    match outcome {
        FitOutcome::Finished => writeln!(output, "finished: {}", folder.display())?,
        FitOutcome::Stopped => writeln!(output, "stopped: {}; --resume goes on from here", folder.display())?,
    }
    Ok(())
}

/// A problem with the experiment is one with its file.
fn in_file(file: &Path, problem: FitError) -> anyhow::Error {
    match problem {
        FitError::Experiment(problem) => FileError::Wrong { path: file.to_owned(), problem }.into(),
        other => other.into(),
    }
}

/// How far a network has come: steps, and the losses at each point.
struct Curve {
    name: String,
    points: Vec<(u64, f64, Option<f64>)>,
}

impl Curve {
    fn in_words(&self) -> String {
        let Some(&(step, training, held_out)) = self.points.last() else { return format!("{}: not begun", self.name) };
        let held_out = held_out.map_or_else(String::new, |loss| {
            format!(", of positions held out {loss:.6} (off by {:.4} in the mean square)", (2.0 * loss).sqrt())
        });
        format!("{}: {step} batches, loss {training:.6}{held_out}", self.name)
    }
}

fn curves(source: &FitSource, folder: &Path) -> anyhow::Result<Vec<Curve>> {
    let Some(store) = FitStore::read(&store_file(folder))? else { return Ok(Vec::new()) };
    let names = source.experiment.networks.iter().map(|network| &network.name);
    names
        .map(|name| {
            let points = store.points(name)?;
            let points = points.into_iter().map(|point| (point.step, point.training, point.held_out)).collect();
            Ok(Curve { name: name.clone(), points })
        })
        .collect()
}

fn as_json(source: &FitSource, folder: &Path, outcome: FitOutcome, curves: &[Curve]) -> Value {
    let point = |&(step, training, held_out): &(u64, f64, Option<f64>)| json!({ "step": step, "training": training, "held_out": held_out });
    let curve =
        |curve: &Curve| json!({ "name": curve.name, "points": curve.points.iter().map(point).collect::<Vec<Value>>() });
    json!({
        "name": source.experiment.name,
        "folder": folder.display().to_string(),
        "finished": outcome == FitOutcome::Finished,
        "networks": curves.iter().map(curve).collect::<Vec<Value>>(),
    })
}

/// Labels, then batches of each network, in a terminal and nowhere else.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len}, {per_sec}, {eta} left")
            .expect("the template is well formed");
        Bar(ProgressBar::new(0).with_style(style).with_message("positions"))
    }

    /// What was done in an earlier session says nothing about the speed of this one.
    fn begin(&self, what: &str, done: u64, all: u64) {
        self.0.set_message(what.to_owned());
        self.0.set_length(all);
        self.0.set_position(done);
        self.0.reset_eta();
    }
}

impl FitObserver for Bar {
    fn hear(&self, event: &FitEvent) {
        match event {
            FitEvent::Drawn { training, held_out } => self.begin("positions", 0, training + held_out),
            FitEvent::Labelled { done, all } if self.0.message() != "labels" => self.begin("labels", *done, *all),
            FitEvent::Labelled { done, .. } => self.0.set_position(*done),
            FitEvent::Begun { network, step, all, .. } => self.begin(network, *step, *all),
            FitEvent::Stepped { step } => self.0.set_position(*step),
            FitEvent::Measured { .. } => {}
        }
    }
}
