//! `hetman reproduce`: a published experiment, and its printed numbers beside ours.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use anyhow::bail;
use hetman_arena::notice;
use hetman_published::{
    Archive, Catalogue, Overrides, RULE, ReproduceError, ReproductionRunner, Role, Row, RowReport, RowRequest,
    RowState, RowTask, Verdict, finished, pages,
};
use hetman_report::time_in_words;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::interrupt::stop_on_interrupt;
use crate::today;
use crate::train::REVISION;

/// Names that mean no row.
const LIST: &str = "list";
const RESULTS: &str = "results";

const SMALLEST_SCALE: f64 = 0.0001;
const LARGEST_SCALE: f64 = 100.0;

#[derive(clap::Args)]
pub struct ReproduceArguments {
    /// Rows or series to repeat, or `all`; `list` names them; `results` keeps every finished one and writes the pages
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// Games, as a share of those published: 0.1 plays a tenth, 1 all of them; without it each row has its own share, which
    /// is 1 unless that takes days
    #[arg(long, value_name = "X", value_parser = parse_scale)]
    scale: Option<f64>,
    /// The same for rows whose nets a contest needs, instead of --scale
    #[arg(long, value_name = "X", value_parser = parse_scale)]
    training_scale: Option<f64>,
    /// What is left to chance follows from this number, instead of the row's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Independent runs of rows that learn, instead of the row's own number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    runs: Option<u64>,
    /// A collection of games for rows that watch games, instead of their own
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on where it was stopped, which it does in any case: what is finished is not played again
    #[arg(long)]
    resume: bool,
    /// Threads, instead of one for each core; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where the rows' folders are, instead of runs/reproduce
    #[arg(long, value_name = "DIR", default_value = "runs/reproduce")]
    out: PathBuf,
    /// With `results`: the file that keeps what was measured when the runs are gone. Finished rows are put into it, and
    /// the pages beside it are written from all it holds
    #[arg(long, value_name = "FILE", default_value = "docs/results.json")]
    archive: PathBuf,
    /// With `results`: change nothing, and say what is wrong with the archive and the pages beside it
    #[arg(long)]
    check: bool,
    /// Print what would be trained or played, and do nothing
    #[arg(long)]
    print: bool,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (SMALLEST_SCALE..=LARGEST_SCALE).contains(scale));
    scale.ok_or_else(|| format!("a scale is a number from {SMALLEST_SCALE} to {LARGEST_SCALE}"))
}

impl ReproduceArguments {
    fn overrides(&self) -> Overrides {
        Overrides {
            scale: self.scale,
            training_scale: self.training_scale,
            seed: self.seed,
            runs: self.runs,
            pgn: self.pgn.clone(),
        }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}

pub fn run(arguments: &ReproduceArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    match arguments.names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [LIST] => list(arguments, output),
        [RESULTS] => results(arguments, output),
        names => {
            let mut rows: Vec<&'static Row> = Vec::new();
            for name in names {
                let found = Catalogue::built_in().find(name)?;
                rows.extend(
                    found.into_iter().filter(|row| rows.iter().all(|known| known.name != row.name)).collect::<Vec<_>>(),
                );
            }
            let overrides = arguments.overrides();
            let requests: Vec<RowRequest> = rows.into_iter().map(|row| RowRequest::new(row, &overrides)).collect();
            if arguments.print { print(&requests, output) } else { repeat(arguments, &requests, output) }
        }
    }
}

fn repeat(arguments: &ReproduceArguments, requests: &[RowRequest], output: &mut dyn Write) -> anyhow::Result<()> {
    let stop: Arc<AtomicBool> = stop_on_interrupt()?;
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left").expect("the template is well formed");
    let bar = ProgressBar::no_length().with_style(style);
    let runner = ReproductionRunner {
        folder: &arguments.out,
        threads: arguments.threads(),
        revision: REVISION,
        date: &today(),
        played: &|games| bar.inc(games),
        stop: &stop,
    };
    bar.set_length(runner.games_to_play(requests));
    let reports = runner.carry_out(requests);
    bar.finish_and_clear();
    if arguments.json {
        writeln!(output, "{}", as_json(&reports))?;
    } else {
        reports.iter().try_for_each(|report| write_report(report, output))?;
    }
    verdict(&reports, stop.load(Ordering::Relaxed))
}

fn write_report(report: &RowReport, output: &mut dyn Write) -> anyhow::Result<()> {
    if let Ok(outcome) = &report.result {
        writeln!(output, "{outcome}\n  took {}\n", time_in_words(report.seconds))?;
    }
    Ok(())
}

fn as_json(reports: &[RowReport]) -> Value {
    let row = |report: &RowReport| match &report.result {
        Ok(outcome) => json!({ "name": report.request.name(), "seconds": report.seconds, "outcome": outcome }),
        Err(problem) => {
            json!({ "name": report.request.name(), "seconds": report.seconds, "problem": in_words(problem) })
        }
    };
    json!({ "rows": reports.iter().map(row).collect::<Vec<Value>>() })
}

/// A problem with everything behind it.
fn in_words(problem: &ReproduceError) -> String {
    let mut words = problem.to_string();
    let mut source = std::error::Error::source(problem);
    while let Some(reason) = source {
        words += &format!(": {reason}");
        source = reason.source();
    }
    words
}

/// Rows that failed are named; the others have been printed.
fn verdict(reports: &[RowReport], is_stopped: bool) -> anyhow::Result<()> {
    let is_failure = |problem: &ReproduceError| !(is_stopped && matches!(problem, ReproduceError::Stopped));
    let failures: Vec<String> = reports
        .iter()
        .filter_map(|report| {
            Some((report.request.name(), report.result.as_ref().err().filter(|problem| is_failure(problem))?))
        })
        .map(|(name, problem)| format!("{name}: {}", in_words(problem)))
        .collect();
    if is_stopped {
        notice("stopped: the same command goes on from here");
    }
    match failures.as_slice() {
        [] => Ok(()),
        failures => bail!("{}", failures.join("; ")),
    }
}

/// What would be done.
fn print(requests: &[RowRequest], output: &mut dyn Write) -> anyhow::Result<()> {
    for request in requests {
        match &request.row.task {
            RowTask::Training(settings) => writeln!(output, "{}", settings.source(request).text)?,
            RowTask::Tournament(settings) => {
                let folder = request.folder(Path::new(""));
                for round in 0..settings.rounds(request) {
                    let plan = settings.plan(request, &settings.round_folder(request, &folder, round), round);
                    writeln!(output, "{}", serde_json::to_string_pretty(&plan)?)?;
                }
            }
            RowTask::Numbers(settings) => writeln!(output, "{settings:#?}")?,
        }
    }
    Ok(())
}

fn list(arguments: &ReproduceArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let (overrides, rows) = (arguments.overrides(), &Catalogue::built_in().rows);
    let requests: Vec<RowRequest> = rows.iter().map(|row| RowRequest::new(row, &overrides)).collect();
    let archive = Archive::built_in();
    if arguments.json {
        let row = |request: &RowRequest| {
            json!({
                "name": request.row.name, "series": request.row.series, "source": request.row.source,
                "what": request.row.what, "games": request.games(),
                "games_in_full": request.in_full().games(), "minutes": minutes(request),
                "state": request.state(&arguments.out), "role": request.row.role, "verdicts": verdicts(&archive, request.row),
            })
        };
        writeln!(output, "{}", json!({ "rows": requests.iter().map(row).collect::<Vec<Value>>() }))?;
        return Ok(());
    }
    let width = requests.iter().map(|request| request.row.name.len()).max().unwrap_or(0);
    writeln!(output, "{RULE}\n")?;
    let mut series = "";
    for request in &requests {
        if series != request.row.series {
            series = &request.row.series;
            writeln!(output, "{series}: {} ({})", request.row.title, request.row.work)?;
        }
        let minutes = minutes(request).map_or_else(|| "?".to_owned(), minutes_in_words);
        let state = match request.state(&arguments.out) {
            RowState::Done => "done",
            RowState::Partly => "partly",
            RowState::NotRun => "",
        };
        let (row, games) = (request.row, request.games());
        let published = request.in_full().games();
        let share = if games == published { String::new() } else { format!(" (in full: {published})") };
        let told = match row.role {
            Role::Control => "control".to_owned(),
            _ => verdicts(&archive, row),
        };
        let needs = match &row.task {
            RowTask::Tournament(settings) => settings.programs(),
            RowTask::Training(_) | RowTask::Numbers(_) => Vec::new(),
        };
        let needs = if needs.is_empty() { String::new() } else { format!(", needs {}", needs.join(", ")) };
        writeln!(
            output,
            "  {:<width$}  {games:>7} games {minutes:>8}  {state:<6}  {}{needs}{share}  [{told}]",
            row.name, row.what
        )?;
    }
    Ok(())
}

/// What the archive says of a row's claims: how many agree, and so on.
fn verdicts(archive: &Archive, row: &Row) -> String {
    let lines = archive.lines(row);
    let of = |verdict: Verdict| {
        let count = lines.iter().filter(|line| line.verdict == verdict).count();
        (count > 0).then(|| format!("{count} {verdict}"))
    };
    Verdict::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// On two cores.
fn minutes(request: &RowRequest) -> Option<f64> {
    request.row.games_per_second.map(|speed| request.games() as f64 / speed / 60.0)
}

fn minutes_in_words(minutes: f64) -> String {
    match minutes {
        short if short < 1.0 => format!("{:.0} s", short * 60.0),
        middle if middle < 120.0 => format!("{middle:.0} min"),
        long => format!("{:.0} h", long / 60.0),
    }
}

/// Keeps every finished repetition of the folder in the archive and writes the pages beside it, or only compares them.
fn results(arguments: &ReproduceArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut archive = Archive::read(&arguments.archive)?;
    let documents = arguments.archive.parent().unwrap_or(Path::new(""));
    if arguments.check {
        let problems = pages::problems(&archive, documents);
        if !problems.is_empty() {
            bail!("{}", problems.join("; "));
        }
        writeln!(output, "{} and its pages are as they should be", arguments.archive.display())?;
        return Ok(());
    }
    for report in finished(&arguments.out) {
        archive.keep(&report);
        report.result?;
    }
    archive.judge();
    let files = pages::files(&archive)?;
    archive.write(&arguments.archive)?;
    pages::write(&files, documents)?;
    writeln!(output, "{} and {} files beside it are written", arguments.archive.display(), files.len())?;
    Ok(())
}
