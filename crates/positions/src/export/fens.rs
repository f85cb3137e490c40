//! One position a line: `FEN | score | result`, which the trainer bullet reads as text. Score and result are White's, the
//! result is 1.0, 0.5 or 0.0.

use std::io::{self, Write};

use super::{Format, half_points};
use crate::{Filters, ScoredGame, WhiteScore};

pub static FORMAT: Format = Format {
    name: "fens",
    help: "one position a line: FEN | centipawns for White | 1.0, 0.5 or 0.0; mates are left out",
    is_chess_only: false,
    write,
};

fn write(game: &ScoredGame, filters: &Filters, output: &mut dyn Write) -> io::Result<u64> {
    let Some(result) = game.result else { return Ok(0) };
    let mut written = 0;
    for here in game.positions().filter(|here| filters.admits(here)) {
        if let Some(WhiteScore::Centipawns(centipawns)) = here.score {
            let share = f64::from(half_points(result)) / 2.0;
            writeln!(output, "{} | {centipawns} | {share:.1}", here.position.fen())?;
            written += 1;
        }
    }
    Ok(written)
}
