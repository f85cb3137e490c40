//! `hetman improve`: a network that teaches itself, generation after generation.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Instant;

use hetman_arena::{Local, notice};
use hetman_lab::improvement::{
    Child, Improvement, ImprovementEvent, ImprovementObserver, ImprovementSettings, Lineage, Step, improve,
};
use hetman_rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::interrupt::stop_on_interrupt;
use crate::today;
use crate::train::REVISION;

#[derive(clap::Args)]
pub struct ImproveArguments {
    /// The game: chess, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "VARIANT", default_value_t)]
    variant: Variant,
    /// Choose a value, like games=500 or start=shipped (may be given several times); --settings tells all of them
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Print every value that can be chosen, and what it does
    #[arg(long = "settings")]
    tell_settings: bool,
    /// Where everything is kept, instead of runs/improve-VARIANT; one that was begun is gone on with
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Generations in all; without a number it goes on until it is stopped
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    generations: Option<u64>,
    /// Print the lineage and do nothing else
    #[arg(long)]
    show: bool,
    /// Threads, instead of one for each core; networks do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &ImproveArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.tell_settings {
        return tell_settings(output);
    }
    let usual = || Path::new("runs").join(format!("improve-{}", arguments.variant));
    let folder = arguments.out.clone().unwrap_or_else(usual);
    let lineage = if arguments.show { Lineage::of(&folder)? } else { go_on(arguments, &folder)? };
    if arguments.json {
        let (best, total) = (lineage.best_network(&folder), lineage.total_elo());
        let answer = json!({ "folder": folder, "lineage": lineage, "best": best, "elo_over_start": total });
        return Ok(writeln!(output, "{answer}")?);
    }
    tell(&lineage, &folder, output)
}

fn go_on(arguments: &ImproveArguments, folder: &Path) -> anyhow::Result<Lineage> {
    let settings = arguments.settings()?;
    let threads = arguments.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    let (stop, bar) = (stop_on_interrupt()?, Bar::new());
    let improved = improve(&Improvement {
        folder,
        // A folder that was begun knows its settings; who gives some wants to be sure that they are those.
        settings: (!arguments.settings.is_empty() || !Lineage::exists(folder)).then_some(&settings),
        generations: arguments.generations,
        program: &format!("hetman {REVISION}"),
        date: &today(),
        threads,
        executor: Local { threads },
        stop: &stop,
        observer: &bar,
    });
    bar.progress.finish_and_clear();
    Ok(improved?)
}

impl ImproveArguments {
    fn settings(&self) -> anyhow::Result<ImprovementSettings> {
        let variant = format!("variant={}", self.variant);
        let pairs: Vec<String> = [variant].into_iter().chain(self.settings.iter().cloned()).collect();
        Ok(ImprovementSettings::read(&pairs)?)
    }
}

fn tell_settings(output: &mut dyn Write) -> anyhow::Result<()> {
    for parameter in ImprovementSettings::parameters() {
        let default =
            parameter.default.map_or(String::new(), |value| format!(" [{}]", hetman_parameters::Value::from(value)));
        writeln!(output, "{}{default}\n    {}", parameter.usage(), parameter.help)?;
    }
    Ok(())
}

fn tell(lineage: &Lineage, folder: &Path, output: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(output, "{}", lineage.settings)?;
    for child in &lineage.children {
        writeln!(output, "{}", in_words(child))?;
    }
    match (lineage.best_network(folder), lineage.total_elo()) {
        (Some(best), Some(total)) => {
            writeln!(output, "the best is {}, {total:+.0} Elo over the start", best.display())?
        }
        (Some(best), None) => writeln!(output, "the best is {}", best.display())?,
        (None, _) => writeln!(output, "none is better than the start so far")?,
    }
    Ok(())
}

fn in_words(child: &Child) -> String {
    let parent = child.parent.map_or_else(|| "the start".to_owned(), |parent| parent.to_string());
    let elo = |elo: Option<f64>| elo.map_or_else(|| "?".to_owned(), |elo| format!("{elo:+.0}"));
    format!(
        "{}, child of {parent}: {} games, {} positions, error {}; +{} ={} -{}, {} Elo ({} to {}): {}",
        child.generation,
        child.games,
        child.positions,
        child.held_out_error.map_or_else(|| "?".to_owned(), |error| format!("{error:.5}")),
        child.counts.wins,
        child.counts.draws,
        child.counts.losses,
        elo(child.elo),
        elo(child.elo_low),
        elo(child.elo_high),
        if child.is_kept { "kept" } else { "discarded" },
    )
}

/// The step that is being taken, in a terminal; and everywhere each generation when it is over.
struct Bar {
    progress: ProgressBar,
    state: Mutex<StepState>,
}

struct StepState {
    step: Step,
    generation: u64,
    begun: Instant,
    positions: u64,
}

impl Bar {
    fn new() -> Bar {
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}, {eta} left");
        let progress = ProgressBar::no_length().with_style(style.expect("the template is well formed"));
        let state = StepState { step: Step::Playing, generation: 0, begun: Instant::now(), positions: 0 };
        Bar { progress, state: Mutex::new(state) }
    }
}

impl ImprovementObserver for Bar {
    fn hear(&self, event: &ImprovementEvent) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match *event {
            ImprovementEvent::Step { generation, step, done, of } => {
                *state = StepState { step, generation, begun: Instant::now(), positions: 0 };
                self.progress.set_length(of);
                self.progress.set_position(done);
                self.progress.reset_eta();
            }
            ImprovementEvent::Advanced { done, positions } => {
                state.positions += positions;
                self.progress.set_position(done);
            }
            ImprovementEvent::Ended(child) => self.progress.suspend(|| notice(in_words(child))),
        }
        let speed = state.positions as f64 / state.begun.elapsed().as_secs_f64().max(0.001);
        let step = match state.step {
            Step::Playing => "games",
            Step::Learning => "learning",
            Step::Matching => "match",
        };
        self.progress.set_message(format!("generation {}: {step}, {speed:.0} positions/s", state.generation));
    }
}
