//! `hetman perft`: counts the leaves of the tree of legal moves.

use std::io::Write;
use std::time::Instant;

use hetman_rules::perft::perft_any;
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Ruleset, uci};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, json};

use crate::position;

#[derive(clap::Args)]
pub struct PerftArguments {
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: Ruleset,
    /// Where to start, instead of the variant's own position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &PerftArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let position = position(arguments.variant, arguments.fen.as_deref())?;
    let started = Instant::now();
    let below = counts_below(&position, arguments.depth);
    let nodes = match arguments.depth {
        0 => 1,
        _ => below.iter().map(|(_, count)| count).sum(),
    };
    if !arguments.json {
        for (m, count) in below.iter().filter(|_| arguments.divide) {
            writeln!(output, "{m}: {count}")?;
        }
        writeln!(output, "{nodes}")?;
        return Ok(());
    }
    let mut answer = json!({
        "variant": arguments.variant.to_string(),
        "fen": position.fen(),
        "depth": arguments.depth,
        "nodes": nodes,
        "milliseconds": started.elapsed().as_millis() as u64,
    });
    if arguments.divide {
        answer["moves"] = below.into_iter().map(|(m, count)| (m, json!(count))).collect::<Map<_, _>>().into();
    }
    writeln!(output, "{answer}")?;
    Ok(())
}

/// The count below each move, with a bar in a terminal (and only there) that moves on with every pair of moves. No move
/// leads to the leaf at depth nought.
fn counts_below(position: &AnyPosition, depth: u32) -> Vec<(String, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let pairs = moves.iter().map(|&m| position.after(m).legal_moves().len() as u64).sum();
    let bar = progress_bar(pairs);
    let counts = moves.iter().map(|&m| (uci(position, m), count_after(&position.after(m), depth - 1, &bar))).collect();
    bar.finish_and_clear();
    counts
}

fn count_after(position: &AnyPosition, depth: u32, bar: &ProgressBar) -> u64 {
    if depth <= 1 {
        return perft_any(position, depth);
    }
    let below = |m| {
        bar.inc(1);
        perft_any(&position.after(m), depth - 1)
    };
    position.legal_moves().into_iter().map(below).sum()
}

fn progress_bar(pairs: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent} %, {eta} left").expect("the template is well formed");
    ProgressBar::new(pairs).with_style(style)
}
