//! `hetman moves`: learns which moves are likely to be the best, for `giraffe:allocator=learned`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::Duration;

use hetman_arena::notice;
use hetman_lab::moves::{Foresight, MOVE_PARAMETERS, MoveOutcome, MoveProgress, MoveSettings, NET, learn_moves};
use serde_json::json;

use crate::interrupt::stop_on_interrupt;

#[derive(clap::Args)]
pub struct MovesArguments {
    /// Where positions, checkpoints and the net are kept; the same command goes on with what is there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// What is chosen, between commas; those of the folder if it has any
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = MoveSettings::read, help = help())]
    set: Option<MoveSettings>,
    /// Threads that search; all of the machine's if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    let lines = MOVE_PARAMETERS.map(|parameter| format!("{}: {}", parameter.usage(), parameter.help));
    format!("What is chosen, between commas. {}", lines.join(" "))
}

pub fn run(arguments: &MovesArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let stop = stop_on_interrupt()?;
    let threads = arguments.threads.map_or_else(available_parallelism, Ok)?;
    let is_stopped = || stop.load(Ordering::Relaxed);
    let outcome = learn_moves(&arguments.folder, arguments.set.as_ref(), threads, &is_stopped, &tell)?;
    if arguments.json {
        let answer = json!({
            "positions": outcome.positions,
            "held_out": outcome.held_out,
            "curve": outcome.curve,
            "by_hand": outcome.by_hand,
        });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    report(&outcome, output)?;
    writeln!(output, "the net is {}", arguments.folder.join(NET).display())?;
    Ok(())
}

fn report(outcome: &MoveOutcome, output: &mut dyn Write) -> anyhow::Result<()> {
    let MoveOutcome { positions, held_out, curve, by_hand, .. } = outcome;
    writeln!(output, "learned from {positions} positions; of {held_out} others the best move is foreseen")?;
    writeln!(output, "{:>10}{:>12}{:>12}{:>14}", "batches", "-ln p", "as first", "among three")?;
    let mut line = |name: &str, foresight: &Foresight| {
        let [first, three] = [foresight.first, foresight.among_three].map(|share| 100.0 * share);
        writeln!(output, "{name:>10}{:>12.3}{first:>10.1} %{three:>12.1} %", foresight.surprise)
    };
    curve.iter().try_for_each(|point| line(&point.batches.to_string(), &point.held_out))?;
    line("by hand", by_hand)?;
    Ok(())
}

fn tell(progress: MoveProgress) {
    match progress {
        MoveProgress::Positions { done, of, left } => {
            notice(format!("{done} of {of} positions{}", left_in_words(left)))
        }
        MoveProgress::Learned { point, of, left } => notice(format!(
            "{} of {of} batches: loss {:.4}, best move first in {:.1} %{}",
            point.batches,
            point.loss,
            100.0 * point.held_out.first,
            left_in_words(left)
        )),
    }
}

fn left_in_words(left: Option<Duration>) -> String {
    left.map_or_else(String::new, |left| format!(", {} s left", left.as_secs()))
}
