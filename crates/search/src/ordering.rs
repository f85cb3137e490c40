//! In which order moves are tried: the likeliest refutation first, each picked only when it is needed.
//!
//! 1. the move the table remembers;
//! 2. captures and promotions that do not lose material;
//! 3. two killers and the counter move;
//! 4. quiet moves by history;
//! 5. captures that lose material.

use hetman_rules::shakmaty::{Move, MoveList, Role};

use crate::Searchable;
use crate::exchange::worth;
use crate::history::{Context, Memory};
use crate::table::PackedMove;

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const COUNTER: i32 = (1 << 24) - 2;
const BAD_CAPTURE: i32 = -(1 << 26);

/// A move and how promising it is.
pub struct Scored {
    m: Move,
    score: i32,
    /// A capture whose exchange has not been looked at yet.
    unproven: bool,
}

/// What is known about a node's moves before any is tried.
pub struct Hints {
    pub from_table: PackedMove,
    pub killers: [PackedMove; 2],
    pub counter: PackedMove,
    pub context: Context,
}

/// Hands out moves, best first. Its list is lent by the caller and handed back, because lists by value would have to be
/// copied about: that was a quarter of the search's time.
pub struct Picker {
    moves: Vec<Scored>,
}

/// A move that changes material at once.
pub fn is_tactical(m: Move) -> bool {
    m.is_capture() || m.promotion().is_some_and(|role| role == Role::Queen || role == Role::King)
}

impl Picker {
    pub fn new<P: Searchable>(
        position: &P,
        moves: &MoveList,
        hints: &Hints,
        memory: &Memory,
        mut list: Vec<Scored>,
    ) -> Picker {
        let color = position.turn();
        let score = |&m: &Move| {
            let packed = PackedMove::from(m);
            let (score, unproven) = if packed == hints.from_table {
                (FROM_TABLE, false)
            } else if is_tactical(m) {
                (GOOD_CAPTURE + most_valuable_victim(position, m) + memory.capture_score(color, m), true)
            } else if let Some(rank) = hints.killers.iter().position(|&killer| killer == packed) {
                (KILLER - rank as i32, false)
            } else if packed == hints.counter {
                (COUNTER, false)
            } else {
                (memory.quiet_score(color, m, &hints.context), false)
            };
            Scored { m, score, unproven }
        };
        list.clear();
        list.extend(moves.iter().map(score));
        Picker { moves: list }
    }

    /// The list, for the next picker.
    pub fn into_list(self) -> Vec<Scored> {
        self.moves
    }

    /// The next move and whether it is a capture that loses material.
    pub fn next<P: Searchable>(&mut self, position: &P) -> Option<(Move, bool)> {
        loop {
            let best = (0..self.moves.len()).max_by_key(|&index| self.moves[index].score)?;
            let candidate = &mut self.moves[best];
            if candidate.unproven {
                candidate.unproven = false;
                if !position.exchange_at_least(candidate.m, 0) {
                    candidate.score += BAD_CAPTURE - GOOD_CAPTURE;
                    continue;
                }
            }
            let picked = self.moves.swap_remove(best);
            return Some((picked.m, picked.score < (BAD_CAPTURE / 2)));
        }
    }
}

fn most_valuable_victim<P: Searchable>(position: &P, m: Move) -> i32 {
    16 * position.gain(m).clamp(-20_000, 20_000) - worth(m.role()).min(1000)
}

#[cfg(test)]
mod tests {
    use hetman_rules::shakmaty::{Chess, Position};
    use hetman_rules::{AnyPosition, Variant};

    use super::*;

    #[test]
    fn every_move_comes_once_and_losing_captures_last() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let AnyPosition::Chess(position) = AnyPosition::from_fen(Variant::Chess, fen).unwrap() else {
            unreachable!("asked for chess")
        };
        let moves = position.legal_moves();
        let remembered = moves[17];
        let hints = Hints {
            from_table: remembered.into(),
            killers: [PackedMove::NONE; 2],
            counter: PackedMove::NONE,
            context: [None, None],
        };
        let mut picker = Picker::new(&position, &moves, &hints, &Memory::default(), Vec::new());
        let picked: Vec<(Move, bool)> = std::iter::from_fn(|| picker.next::<Chess>(&position)).collect();
        assert_eq!(picked.len(), moves.len());
        assert!(moves.iter().all(|m| picked.iter().filter(|(other, _)| other == m).count() == 1));
        assert_eq!(picked[0].0, remembered);
        let first_bad = picked.iter().position(|&(_, bad)| bad).expect("Qxf6 loses the queen for a knight");
        assert!(picked[first_bad..].iter().all(|&(m, bad)| bad && m.is_capture()));
        assert!(picked[1].0.is_capture(), "captures before quiet moves");
    }
}
