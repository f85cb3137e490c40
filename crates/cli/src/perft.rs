//! `hetman perft`: counts the leaves of the tree of legal moves.

use std::io::Write;
use std::time::Instant;

use hetman_rules::perft::{divide, perft_any};
use hetman_rules::{AnyPosition, Ruleset, uci};
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
    let below = if arguments.divide { counts_below(&position, arguments.depth) } else { Vec::new() };
    let nodes = match below.is_empty() {
        true => perft_any(&position, arguments.depth),
        false => below.iter().map(|(_, count)| count).sum(),
    };
    if !arguments.json {
        for (m, count) in below {
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

/// No move leads to the leaf at depth nought.
fn counts_below(position: &AnyPosition, depth: u32) -> Vec<(String, u64)> {
    let counts = if depth == 0 { Vec::new() } else { divide(position, depth) };
    counts.into_iter().map(|(m, count)| (uci(position, m), count)).collect()
}
