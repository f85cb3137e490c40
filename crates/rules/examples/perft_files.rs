//! Checks published perft counts on all cores:
//! `cargo run --release -p hetman-rules --example perft_files -- [--max-nodes N] [--variant V] FILE...`
//!
//! The variant is the one a file is named after (`atomic.perft`), chess for any other name; `--variant` overrides
//! it for the files that follow. Exit code 1 on a mismatch, 2 on bad input.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "an example prints its results")]

#[path = "../tests/support/suite.rs"]
mod suite;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hetman_rules::Variant;
use suite::Count;

const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    match read_counts(std::env::args().skip(1)) {
        Ok(counts) => check(counts),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn read_counts(mut arguments: impl Iterator<Item = String>) -> Result<Vec<Count>, String> {
    let mut max_nodes = u64::MAX;
    let mut variant = None;
    let mut counts = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--max-nodes" => max_nodes = value()?.parse().map_err(|_| "--max-nodes needs a number".to_owned())?,
            "--variant" => variant = Some(value()?.parse::<Variant>().map_err(|problem| problem.to_string())?),
            path => counts.append(&mut read_file(path, variant)?),
        }
    }
    let all = counts.len();
    counts.retain(|count| count.leaves <= max_nodes);
    println!("{} of {all} counts", counts.len());
    // The longest first, so that no core is left alone with one at the end.
    counts.sort_by_key(|count| std::cmp::Reverse(count.leaves));
    Ok(counts)
}

fn read_file(path: &str, variant: Option<Variant>) -> Result<Vec<Count>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let variant = variant.unwrap_or_else(|| stem.parse().unwrap_or_default());
    suite::parse(&text, variant).map_err(|problem| format!("{path}, {problem}"))
}

fn check(counts: Vec<Count>) -> ExitCode {
    let total: u64 = counts.iter().map(|count| count.leaves).sum();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let started = Instant::now();
    let progress = Mutex::new((0_usize, 0_u64, started));
    let is_right = suite::check_all(&counts, threads, |count, result| {
        if let Err(mismatch) = result {
            println!("WRONG {mismatch}");
        }
        let mut progress = progress.lock().expect("no thread panics while it holds the lock");
        progress.0 += 1;
        progress.1 += count.leaves;
        if progress.2.elapsed() > PROGRESS_INTERVAL {
            progress.2 = Instant::now();
            let share = 100.0 * progress.1 as f64 / total as f64;
            println!("{} of {} counts, {share:.1} % of the nodes", progress.0, counts.len());
        }
    });
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} counts, {total} nodes, {seconds:.1} s, {}",
        counts.len(),
        if is_right { "all right" } else { "WRONG" }
    );
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
