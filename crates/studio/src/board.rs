//! Positions in the words of the wire.

use std::collections::BTreeMap;

use hetman_rules::shakmaty::{ByRole, Color, KnownOutcome, Move, Position, Role, Square};
use hetman_rules::{AnyPosition, Ending, Variant, uci};
use hetman_search::Score as SideScore;

use crate::wire::{Destinations, Drop, Legal, Outcome, Pocket, Pockets, Score, Side, Winner};

pub fn side(color: Color) -> Side {
    color.fold_wb(Side::White, Side::Black)
}

pub fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// A score of the side to move as White sees it.
pub fn white_score(score: SideScore, turn: Color) -> Score {
    let sign = turn.fold_wb(1, -1);
    match score {
        SideScore::Centipawns(centipawns) => Score::Centipawns(sign * centipawns),
        SideScore::Mate(moves) => Score::Mate(sign * moves),
    }
}

/// The score as White sees it that came over the wire, or was kept.
pub fn score(score: Score) -> SideScore {
    match score {
        Score::Centipawns(centipawns) => SideScore::Centipawns(centipawns),
        Score::Mate(moves) => SideScore::Mate(moves),
    }
}

pub fn ended(ending: &Ending, variant: Variant) -> Outcome {
    outcome(ending.outcome, ending.describe(variant))
}

pub fn outcome(known: KnownOutcome, words: String) -> Outcome {
    let winner = match known.winner() {
        Some(Color::White) => Winner::White,
        Some(Color::Black) => Winner::Black,
        None => Winner::Draw,
    };
    Outcome { winner, result: known.to_string(), words }
}

/// What may be played, by square and from the pocket.
pub fn legal(position: &AnyPosition) -> Legal {
    let mut from: BTreeMap<Square, Destinations> = BTreeMap::new();
    let mut drops: BTreeMap<Role, Vec<String>> = BTreeMap::new();
    for m in position.legal_moves() {
        match m.from() {
            None => drops.entry(m.role()).or_default().push(m.to().to_string()),
            Some(square) => note(from.entry(square).or_insert_with(|| none_from(square)), m),
        }
    }
    let drop = |(role, to): (Role, Vec<String>)| Drop { role: role.upper_char().to_string(), to };
    Legal { moves: from.into_values().collect(), drops: drops.into_iter().map(drop).collect() }
}

fn none_from(square: Square) -> Destinations {
    let (to, promotions, promotion_roles) = (Vec::new(), Vec::new(), String::new());
    Destinations { from: square.to_string(), to, promotions, promotion_roles }
}

fn note(destinations: &mut Destinations, m: Move) {
    let squares: Vec<String> = match m {
        // To where the king goes, and onto the rook: pages know castling by either.
        Move::Castle { king, rook } => {
            let side = if rook > king { Square::G1 } else { Square::C1 };
            vec![Square::from_coords(side.file(), king.rank()).to_string(), rook.to_string()]
        }
        _ => vec![m.to().to_string()],
    };
    for square in squares {
        if let Some(role) = m.promotion() {
            if !destinations.promotion_roles.contains(role.char()) {
                destinations.promotion_roles.push(role.char());
            }
            if !destinations.promotions.contains(&square) {
                destinations.promotions.push(square.clone());
            }
        }
        if !destinations.to.contains(&square) {
            destinations.to.push(square);
        }
    }
}

/// The squares of kings in check.
pub fn checked_kings(position: &AnyPosition) -> Vec<String> {
    let king = position.board().king_of(position.turn()).filter(|_| position.is_check());
    king.map(|square| square.to_string()).into_iter().collect()
}

pub fn pockets(position: &AnyPosition) -> Option<Pockets> {
    let pocket = |pieces: &ByRole<u8>| Pocket {
        pawns: pieces.pawn.into(),
        knights: pieces.knight.into(),
        bishops: pieces.bishop.into(),
        rooks: pieces.rook.into(),
        queens: pieces.queen.into(),
    };
    position.pockets().map(|pockets| Pockets { white: pocket(&pockets.white), black: pocket(&pockets.black) })
}

/// Checks that White and Black have yet to give.
pub fn checks_left(position: &AnyPosition) -> Option<[u32; 2]> {
    position.remaining_checks().map(|checks| [u32::from(checks.white), u32::from(checks.black)])
}

/// A line of moves in both notations; what is not legal ends it.
pub fn line(position: &AnyPosition, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = position.clone();
    let mut written = (Vec::new(), Vec::new());
    for &m in moves {
        if !position.is_legal(m) {
            break;
        }
        written.0.push(uci(&position, m));
        written.1.push(hetman_rules::san(&position, m));
        position = position.after(m);
    }
    written
}
