//! `hetman endgame probe`: what becomes of a position with best play.

use std::io::Write;

use anyhow::{Context, bail};
use hetman_endgame::{MOST_PIECES, Outcome, SmallPosition};
use hetman_rules::shakmaty::{Chess, Position};
use hetman_rules::{AnyPosition, Variant};
use serde_json::json;

use super::{TableSource, name};

#[derive(clap::Args)]
pub struct ProbeArguments {
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,
    #[command(flatten)]
    source: TableSource,
    /// Answer with one JSON object: wdl is win, draw or loss for the side to move, dtm the winner's moves to the mate
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &ProbeArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let AnyPosition::Chess(position) = AnyPosition::from_fen(Variant::Chess, &arguments.fen)? else {
        bail!("tables are of chess");
    };
    let small = small(&position)?;
    let (tables, _) = arguments.source.tables(small.material().0)?;
    let outcome = tables.outcome(&small).context("the table was made, and does not know the position")?;
    match arguments.json {
        true => writeln!(output, "{}", json!({ "wdl": wdl(outcome), "dtm": outcome.moves() }))?,
        false => writeln!(output, "{}", in_words(&position, outcome))?,
    }
    Ok(())
}

/// The position as tables know it, or why they know nothing of it.
pub(super) fn small(position: &Chess) -> anyhow::Result<SmallPosition> {
    let pieces = position.board().occupied().count();
    if pieces > MOST_PIECES {
        bail!("the position has {pieces} pieces: tables are made of up to {MOST_PIECES}, kings included");
    }
    SmallPosition::of(position).context("tables know nothing of castling: write - for the castling rights in the FEN")
}

fn wdl(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    }
}

fn in_words(position: &Chess, outcome: Outcome) -> String {
    let (mover, other) = (name(position.turn()), name(!position.turn()));
    match outcome {
        Outcome::Win(1) => format!("{mover} to move mates in one"),
        Outcome::Win(moves) => format!("{mover} to move wins: mate in {moves} moves"),
        Outcome::Draw if position.is_stalemate() => format!("{mover} to move is stalemated: a draw"),
        Outcome::Draw => format!("{mover} to move draws"),
        Outcome::Loss(0) => format!("{mover} is mated"),
        Outcome::Loss(moves) => format!("{mover} to move loses: {other} mates in {moves}"),
    }
}
