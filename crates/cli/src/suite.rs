//! `hetman suite`: how many positions of a test suite players solve.

mod page;
mod report;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hetman_arena::suite::{SuiteDescription, SuiteTask, ask_all};
use hetman_arena::{Fault, Local, PlayerError, PlayerSpec, suite};
use hetman_lab::place::Place;
use hetman_rules::quote::passage;
use hetman_rules::{Quote, Ruleset};
use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt::Interrupts;
use report::{Sheet, SuiteReport};

/// The seed of players that leave moves to chance, so that a suite's answers are the same every time.
const SEED: u64 = 1;

/// Where nobody says how long to think.
const MOVE_TIME_MS: u64 = 1000;

/// Of a player that fails everywhere, a few examples are enough.
const MOST_FAULTS_SHOWN: usize = 10;

#[derive(clap::Args)]
pub struct SuiteArguments {
    /// The suite, an EPD file with bm or am moves, or with points like the Strategic Test Suite
    #[arg(value_name = "FILE.epd")]
    file: PathBuf,
    /// Who is asked, like hetman or uci:PROGRAM,movetime=100 (several are compared)
    #[arg(long = "player", value_name = "P", required = true)]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    limits: LimitArguments,
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: Ruleset,
    /// Positions asked at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Only the first N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
    /// Write a page with charts and every position; a file is replaced, and - is standard output, with the page alone
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// For players whose word does not say how long they think.
/// What Ctrl-C is answered with, the first time.
const INTERRUPTED: &str = "the positions that were asked are told; Ctrl-C again ends everything at once";

#[derive(clap::Args)]
#[group(multiple = false)]
struct LimitArguments {
    /// Milliseconds for each position, for players whose word has no limit (1000 if nothing else is said)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Plies to search, for players whose word has no limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions to search, for players whose word has no limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

pub fn run(arguments: &SuiteArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let tasks = read(&arguments.file, arguments.variant, arguments.limit)?;
    let limited = arguments.players.iter().map(|spec| arguments.limits.applied_to(spec));
    let words: Vec<PlayerSpec> = limited.collect::<Result<_, _>>()?;
    let variant = arguments.variant.variant;
    let players = words.into_iter().map(|spec| SuiteDescription::new(spec, variant, SEED));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let page = arguments.page()?;
    let interrupts = Interrupts::count(&[INTERRUPTED])?;
    let bar = progress_bar(tasks.len() * players.len());
    let mut report = SuiteReport::new(&arguments.file, arguments.variant, &tasks);
    let executor = Local { threads: arguments.concurrency.into() };
    for description in &players {
        bar.set_message(description.player.to_string());
        report.sheets.push(ask(executor, description, &tasks, &interrupts, &bar)?);
    }
    bar.finish_and_clear();
    // The page is written even if standard output was closed.
    if let Some(page) = page {
        page.write(page::page(&report).as_bytes())?;
        if page == Place::StandardOutput {
            return Ok(());
        }
    }
    match arguments.json {
        true => writeln!(output, "{}", report.json())?,
        false => tell(&report, output)?,
    }
    Ok(())
}

fn read(file: &Path, variant: Ruleset, limit: Option<u32>) -> anyhow::Result<Vec<SuiteTask>> {
    let name = || format!("the suite {} cannot be used", passage(file.display()));
    let mut tasks =
        File::open(file).map_err(Into::into).and_then(|text| suite::read(variant, text)).with_context(name)?;
    tasks.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
    Ok(tasks)
}

impl SuiteArguments {
    /// Where the page goes. That it can be written is known before the work begins.
    fn page(&self) -> anyhow::Result<Option<Place>> {
        let Some(name) = &self.html else { return Ok(None) };
        let place = Place::named(name)?;
        if place == Place::StandardOutput && self.json {
            bail!("--html - and --json both want standard output: give one of them a file");
        }
        place.check()?;
        Ok(Some(place))
    }
}

impl LimitArguments {
    /// The limit that was given; at most one is.
    fn applied_to(&self, spec: &PlayerSpec) -> Result<PlayerSpec, PlayerError> {
        let (key, limit) = match (self.depth, self.nodes) {
            (Some(depth), _) => ("depth", depth.into()),
            (None, Some(nodes)) => ("nodes", nodes),
            (None, None) => ("movetime", self.movetime.unwrap_or(MOVE_TIME_MS)),
        };
        spec.clone().limited_by(key, limit)
    }
}

fn ask(
    executor: Local,
    description: &SuiteDescription,
    tasks: &[SuiteTask],
    interrupts: &Interrupts,
    bar: &ProgressBar,
) -> anyhow::Result<Sheet> {
    let mut sheet = Sheet { player: description.player.to_string(), attempts: vec![None; tasks.len()] };
    let mut not_started = None;
    let stop = || interrupts.presses() > 0;
    ask_all(&executor, description, tasks, &stop, &mut |number, attempt| {
        bar.inc(1);
        if let Err(Fault::Start(reason)) = &attempt.answer {
            not_started = Some(reason.clone());
        }
        sheet.attempts[number] = Some(attempt);
    })?;
    match not_started {
        Some(reason) => bail!("{} could not be started: {reason}", Quote::from(description.player.to_string())),
        None => Ok(sheet),
    }
}

fn tell(report: &SuiteReport, output: &mut dyn Write) -> anyhow::Result<()> {
    write!(output, "{}", report.table())?;
    let faults = report.faults();
    for fault in faults.iter().take(MOST_FAULTS_SHOWN) {
        writeln!(output, "{fault}")?;
    }
    if faults.len() > MOST_FAULTS_SHOWN {
        writeln!(output, "and {} more faults", faults.len() - MOST_FAULTS_SHOWN)?;
    }
    if !report.is_finished() {
        writeln!(output, "stopped: only the positions asked so far are counted")?;
    }
    Ok(())
}

/// Positions of all players, in a terminal and nowhere else.
fn progress_bar(positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left, {msg}")
        .expect("the template is well formed");
    ProgressBar::new(positions as u64).with_style(style)
}
