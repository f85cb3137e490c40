//! PGN with evaluations, in either of two notations: `[%eval 0.34]` says what the position after a move is worth to White
//! (Lichess and others), `+0.34/12 0.5s` what the search that chose the move said for the side that moved (programs that
//! show matches, this one too).

use std::io::BufRead;

use hetman_rules::Variant;
use hetman_rules::pgn::{Game, Games};
use hetman_rules::shakmaty::{Color, Outcome, Position};

use super::ImportError;
use crate::{GameEnd, ScoredGame, ScoredMove, WhiteScore};

/// The games of a collection.
pub struct PgnGames<R> {
    games: Games<R>,
    variant: Variant,
    game: u64,
}

impl<R: BufRead> PgnGames<R> {
    pub fn new(text: R, variant: Variant) -> PgnGames<R> {
        PgnGames { games: Games::new(text), variant, game: 0 }
    }
}

impl<R: BufRead> Iterator for PgnGames<R> {
    type Item = Result<ScoredGame, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.games.next()?;
        self.game += 1;
        Some(game.map_err(ImportError::from).and_then(|game| {
            let (is, wanted) = (game.record.variant(), self.variant);
            match is == wanted {
                true => Ok(scored(&game)),
                false => Err(ImportError::Variant { game: self.game, is, wanted }),
            }
        }))
    }
}

fn scored(game: &Game) -> ScoredGame {
    let mut side = game.record.start().turn();
    let moves = game.record.moves().enumerate().map(|(ply, m)| {
        let told_before = if ply > 0 { after_move(game.comment(ply)) } else { None };
        let score = told_before.or_else(|| of_mover(game.comment(ply + 1), side));
        side = !side;
        ScoredMove { m, score }
    });
    let result = match game.result {
        Outcome::Known(result) => Some(result),
        Outcome::Unknown => None,
    };
    ScoredGame { start: game.record.start().clone(), moves: moves.collect(), result, end: GameEnd::Unknown }
}

/// `[%eval 0.34]`, `[%eval -1.2,18]`, `[%eval #-3]`.
fn after_move(comment: &str) -> Option<WhiteScore> {
    let (_, rest) = comment.split_once("[%eval ")?;
    let word = rest.split([']', ',']).next()?.trim();
    match word.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(WhiteScore::Mate),
        None => centipawns(word).map(WhiteScore::Centipawns),
    }
}

/// `+0.34/12 0.5s`, `-M3/20`, `+0.34`.
fn of_mover(comment: &str, side: Color) -> Option<WhiteScore> {
    let word = comment.split([' ', '/']).next()?;
    let sign = word.starts_with(['+', '-']).then(|| if word.starts_with('-') { -1 } else { 1 })?;
    let score = match word[1..].strip_prefix(['M', '#']) {
        Some(moves) => WhiteScore::Mate(sign * moves.parse::<u16>().ok().map(i32::from)?),
        None => WhiteScore::Centipawns(centipawns(word)?),
    };
    Some(score.seen_by(side))
}

/// Pawns as hundredths of a pawn.
fn centipawns(word: &str) -> Option<i32> {
    let pawns: f64 = word.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some((100.0 * pawns).round() as i32)
}
