//! Games as PGN, and records as lists of moves.

use hetman_rules::shakmaty::{Outcome as PgnOutcome, Position};
use hetman_rules::{GameRecord, pgn, san, uci};

use super::clock;
use super::kept::Imported;
use super::table::GameState;
use crate::wire::{PlayedMove, Score};

/// A record's moves, with nothing known of how they were found.
pub fn moves_of(record: &GameRecord) -> Vec<PlayedMove> {
    let played = |(ply, m)| {
        let (before, after) = (record.position_after(ply)?, record.position_after(ply + 1)?);
        Some(PlayedMove {
            uci: uci(before, m),
            san: san(before, m),
            fen: after.fen(),
            is_check: after.is_check(),
            score: None,
            depth: None,
            elapsed_ms: 0,
            clock_ms: None,
        })
    };
    record.moves().enumerate().filter_map(played).collect()
}

/// The moves on the board, with what was thought of them.
pub fn pgn(state: &GameState, created: &str) -> String {
    let kept = &state.kept;
    let mut game = match &kept.imported {
        Some(imported) => as_imported(imported, state),
        None => begun_here(state, created),
    };
    for (ply, played) in kept.moves.iter().take(kept.cursor).enumerate() {
        if let Some(comment) = comment(played, ply, state) {
            game.add_comment(ply + 1, &comment);
        }
    }
    if let Some(outcome) = state.outcome() {
        game.result = PgnOutcome::from_ascii(outcome.result.as_bytes()).unwrap_or(PgnOutcome::Unknown);
        // How a game ended that was loaded is for its own comments to say.
        if kept.imported.as_ref().is_none_or(|imported| imported.plies < kept.cursor) {
            game.add_comment(kept.cursor, &outcome.words);
        }
    }
    game.to_string()
}

fn begun_here(state: &GameState, created: &str) -> pgn::Game {
    let (kept, mut game) = (&state.kept, pgn::Game::new(state.record.clone()));
    let date = created.get(..10).unwrap_or_default().replace('-', ".");
    let tags = [("Event", "Hetman studio"), ("Date", &date), ("White", &kept.white.name), ("Black", &kept.black.name)];
    tags.into_iter().for_each(|(tag, value)| game.set_tag(tag, value));
    if let Some(control) = clock::control(kept) {
        game.set_tag("TimeControl", control.to_string());
    }
    game
}

/// With what was written about it where it came from, as far as its moves stand on the board.
fn as_imported(imported: &Imported, state: &GameState) -> pgn::Game {
    let cursor = state.kept.cursor;
    let comments = imported.comments.iter().take(cursor + 1).cloned().collect();
    let variations = imported.variations.iter().filter(|(place, _)| *place <= cursor).cloned().collect();
    pgn::Game { tags: imported.tags.clone(), comments, variations, ..pgn::Game::new(state.record.clone()) }
}

/// `+0.34/12 0.52s`, the mover's view, as engines' games are written.
fn comment(played: &PlayedMove, ply: usize, state: &GameState) -> Option<String> {
    let is_white = ply.is_multiple_of(2) == state.record.start().turn().is_white();
    let sign = if is_white { 1 } else { -1 };
    let score = match played.score? {
        Score::Centipawns(centipawns) => format!("{:+.2}", f64::from(sign * centipawns) / 100.0),
        Score::Mate(moves) => format!("{}M{}", if sign * moves > 0 { '+' } else { '-' }, moves.abs()),
    };
    let depth = played.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    Some(format!("{score}{depth} {:.3}s", f64::from(played.elapsed_ms) / 1000.0))
}
