//! `hetman learn-net`: learns a network from position files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use hetman_arena::notice;
use hetman_lab::networks::{NETWORK, NetworkObserver, NetworkTraining, learn_network};
use hetman_rules::quote::passage;
use hetman_train::{Course, CurvePoint, Plan};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::interrupt::stop_on_interrupt;

#[derive(clap::Args)]
pub struct LearnNetArguments {
    /// What is learned, a TOML file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Go on with a network that was stopped or killed
    #[arg(long)]
    resume: bool,
    /// Change a value of the file, like epochs=10 (may be given several times)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Where the network goes, instead of runs/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads, instead of one for each core; the network does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &LearnNetArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::load(&arguments.file, &arguments.settings).with_context(|| passage(arguments.file.display()))?;
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("runs").join(&plan.name));
    let stop = stop_on_interrupt()?;
    let bar = Bar::new();
    let started = Instant::now();
    let course = learn_network(&NetworkTraining {
        plan: &plan,
        folder: &folder,
        resume: arguments.resume,
        threads: arguments.threads.map(usize::from),
        observer: &bar,
        stop: &stop,
    });
    bar.progress.finish_and_clear();
    let course = course?;
    let seconds = started.elapsed().as_secs_f64();
    let (training, held_out) = course.positions();
    if arguments.json {
        let point = |point: &CurvePoint| json!({ "epoch": point.epoch, "training": point.training, "held_out": point.held_out });
        let answer = json!({
            "name": plan.name,
            "network": folder.join(NETWORK).display().to_string(),
            "finished": course.is_over(),
            "positions": training,
            "held_out": held_out,
            "steps": course.steps_done(),
            "seconds": seconds,
            "curve": course.curve().iter().map(point).collect::<Vec<_>>(),
        });
        return Ok(writeln!(output, "{answer}")?);
    }
    writeln!(output, "{training} positions to learn from, {held_out} of other games held out")?;
    for point in course.curve() {
        writeln!(output, "{}", in_words(point))?;
    }
    match course.is_over() {
        true => writeln!(output, "finished: {}", folder.join(NETWORK).display())?,
        false => writeln!(
            output,
            "stopped after {} of {} steps: {}; --resume goes on from here",
            course.steps_done(),
            course.steps(),
            folder.display()
        )?,
    }
    Ok(())
}

fn in_words(point: &CurvePoint) -> String {
    let CurvePoint { epoch, training, held_out } = point;
    format!("epoch {epoch}: mean squared error {training:.6}, {held_out:.6} of games held out")
}

/// Games while they are read, then positions; in a terminal and nowhere else.
struct Bar {
    progress: ProgressBar,
}

impl Bar {
    fn new() -> Bar {
        let style = ProgressStyle::with_template("{msg}").expect("the template is well formed");
        Bar { progress: ProgressBar::new(0).with_style(style) }
    }
}

impl NetworkObserver for Bar {
    fn read(&self, games: u64) {
        self.progress.set_message(format!("{games} games read"));
    }

    fn begun(&self, course: &Course) {
        let (training, _) = course.positions();
        let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} positions, {per_sec}, {eta} left")
            .expect("the template is well formed")
            .with_key("per_sec", |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{:.0} positions/s", state.per_sec());
            });
        self.progress.set_style(style);
        self.progress.set_length(training as u64 * course.plan().epochs);
        self.progress.set_position(course.steps_done() * course.plan().batch as u64);
        // Positions of an earlier session say nothing about the speed of this one.
        self.progress.reset_eta();
    }

    fn stepped(&self, _: &Course, positions: usize) {
        self.progress.inc(positions as u64);
    }

    fn curve(&self, point: &CurvePoint) {
        self.progress.suspend(|| notice(in_words(point)));
    }
}
