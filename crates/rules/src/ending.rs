//! How games end, and the rules of drawing that differ between federations and between the earlier works.

use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{Color, KnownOutcome, Position};

use crate::{AnyPosition, Variant};

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    Checkmate,
    Stalemate,
    /// The variant's own goal: a king exploded, on the hill or at the finish, the third check, no pieces left, ...
    VariantEnd,
    InsufficientMaterial,
    /// The position stood on the board this often.
    Repetition {
        times: u32,
    },
    /// This many moves of each side without progress.
    QuietMoves {
        moves: u32,
    },
    Agreement,
    Resignation,
    TimeForfeit,
    /// A player broke the rules or down.
    Forfeit,
}

/// A finished game's result and what brought it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    #[serde(with = "crate::data::outcome")]
    pub outcome: KnownOutcome,
    pub reason: Reason,
}

/// When two positions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SamePosition {
    /// FIDE: same pieces, side to move, castling and en passant rights (and pockets, checks given).
    Possibilities,
    /// The 2007 thesis: same pieces and side to move.
    Placement,
}

/// Which moves start the count of quiet moves anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    CaptureOrPawn,
    /// The theses of 2006 and 2007: pawn moves do not count.
    Capture,
}

/// The draws that end a game without anybody's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRules {
    pub repetitions: Option<u32>,
    pub same: SamePosition,
    pub quiet_moves: Option<u32>,
    pub progress: Progress,
    pub insufficient_material: bool,
}

impl DrawRules {
    /// What an arbiter enforces: fivefold repetition and seventy-five moves.
    pub const FIDE: DrawRules = DrawRules {
        repetitions: Some(5),
        same: SamePosition::Possibilities,
        quiet_moves: Some(75),
        progress: Progress::CaptureOrPawn,
        insufficient_material: true,
    };

    /// What either player may claim, and what engine matches apply by themselves.
    pub const CLAIMED: DrawRules = DrawRules { repetitions: Some(3), quiet_moves: Some(50), ..DrawRules::FIDE };

    /// Nobody claims and nobody enforces: a game goes on until its position ends it.
    pub const UNCLAIMED: DrawRules = DrawRules { repetitions: None, quiet_moves: None, ..DrawRules::FIDE };

    /// The 2007 thesis (specification, section 9).
    pub const THESIS_2007: DrawRules =
        DrawRules { same: SamePosition::Placement, progress: Progress::Capture, ..DrawRules::CLAIMED };

    /// The test application of 2006: fifty moves without a capture and nothing else.
    pub const THESIS_2006: DrawRules =
        DrawRules { repetitions: None, insufficient_material: false, ..DrawRules::THESIS_2007 };
}

impl Ending {
    pub const fn draw(reason: Reason) -> Ending {
        Ending { outcome: KnownOutcome::Draw, reason }
    }

    pub const fn win(winner: Color, reason: Reason) -> Ending {
        Ending { outcome: KnownOutcome::Decisive { winner }, reason }
    }

    /// The flag of `loser` has fallen: lost, or drawn when the opponent could never have won.
    pub fn on_time(position: &AnyPosition, loser: Color) -> Ending {
        if position.has_insufficient_material(!loser) {
            Ending::draw(Reason::TimeForfeit)
        } else {
            Ending::win(!loser, Reason::TimeForfeit)
        }
    }

    /// The ending that lies in the position itself, whatever was played before.
    pub fn of_position(position: &AnyPosition, insufficient_material: bool) -> Option<Ending> {
        if let Some(outcome) = position.variant_outcome().known() {
            return Some(Ending { outcome, reason: Reason::VariantEnd });
        }
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                Ending::win(!position.turn(), Reason::Checkmate)
            } else {
                Ending::draw(Reason::Stalemate)
            });
        }
        (insufficient_material && position.is_insufficient_material())
            .then(|| Ending::draw(Reason::InsufficientMaterial))
    }

    /// The ending in words, for a person or a PGN comment.
    pub fn describe(&self, variant: Variant) -> String {
        let winner = self.outcome.winner().map(name_of);
        let by = match self.reason {
            Reason::Checkmate => "by checkmate".to_owned(),
            Reason::Stalemate => "by stalemate".to_owned(),
            Reason::VariantEnd => variant_goal(variant, winner.is_some()).to_owned(),
            Reason::InsufficientMaterial => "by insufficient material".to_owned(),
            Reason::Repetition { times } => format!("by repetition (the position occurred {times} times)"),
            Reason::QuietMoves { moves } => format!("by the {moves}-move rule"),
            Reason::Agreement => "by agreement".to_owned(),
            Reason::Resignation => "by resignation".to_owned(),
            Reason::TimeForfeit => "on time".to_owned(),
            Reason::Forfeit => "by forfeit".to_owned(),
        };
        match winner {
            Some(winner) => format!("{winner} wins {by}"),
            None => format!("Draw {by}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.outcome.fmt(f)
    }
}

fn name_of(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn variant_goal(variant: Variant, decisive: bool) -> &'static str {
    match variant {
        Variant::Chess | Variant::Crazyhouse => "by the rules",
        Variant::Atomic => "by exploding the king",
        Variant::Antichess => "by having no move left",
        Variant::Suicide if decisive => "by having fewer pieces when a side cannot move",
        Variant::Suicide => "by equal numbers when a side cannot move",
        Variant::KingOfTheHill => "by bringing the king to the centre",
        Variant::ThreeCheck => "by the third check",
        Variant::Horde => "by destroying the horde",
        Variant::RacingKings if decisive => "by winning the race",
        Variant::RacingKings => "by finishing together",
    }
}

#[cfg(test)]
mod tests;
