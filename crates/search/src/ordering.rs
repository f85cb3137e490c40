//! In which order moves are tried: the likeliest refutation first, each picked only when it is needed.
//!
//! 1. the move the table remembers;
//! 2. captures and promotions that do not lose material;
//! 3. two killers and the counter move;
//! 4. quiet moves by history;
//! 5. captures that lose material.

use hetman_rules::shakmaty::{Move, Role};

use crate::Searchable;
use crate::history::{Context, Histories};
use crate::moves::GenType;
use crate::see::PieceValues;
use crate::table::PackedMove;

const KILLER: i32 = 1 << 24;
const COUNTER: i32 = (1 << 24) - 2;

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub struct Scored {
    m: Move,
    score: i32,
}

/// What is known about a node's moves before any is tried.
pub struct Hints {
    pub tt_move: PackedMove,
    pub killers: [PackedMove; 2],
    pub counter: PackedMove,
    pub context: Context,
    pub piece_values: PieceValues,
}

/// What the moves between `next` and `end` are.
enum Stage {
    Start,
    Noisy,
    Quiet,
    Losing,
}

/// Hands out moves, best first, and generates them no sooner than needed. Moves of all nodes of a line lie in one list,
/// those of a deeper node behind those of a shallower one: lists by value would have to be copied about.
pub struct Picker {
    hints: Hints,
    /// The table's move, until it is handed out.
    tt_move: Option<Move>,
    /// Whether quiet moves and losing captures are wanted too.
    thorough: bool,
    /// Whether quiet moves are wanted only if they give check.
    only_checks: bool,
    stage: Stage,
    /// The node's part of the list begins here, with the captures found to lose material.
    start: usize,
    losing_end: usize,
    /// What is still to be handed out at this stage.
    next: usize,
    end: usize,
}

/// A move that changes material at once.
pub fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion().is_some_and(|role| role == Role::Queen || role == Role::King)
}

impl Picker {
    /// All moves, or only captures and promotions that do not lose material.
    pub fn new<P: Searchable>(position: &P, hints: Hints, thorough: bool, list: &[Scored]) -> Picker {
        let known = if hints.tt_move.is_some() { position.find(hints.tt_move) } else { None };
        let tt_move = known.filter(|&m| thorough || is_noisy(m));
        let start = list.len();
        Picker {
            hints,
            tt_move,
            thorough,
            only_checks: false,
            stage: Stage::Start,
            start,
            losing_end: start,
            next: start,
            end: start,
        }
    }

    /// From now on quiet moves are not worth trying unless they give check.
    pub fn only_checks<P: Searchable>(&mut self, position: &P, list: &mut [Scored]) {
        if !self.only_checks && matches!(self.stage, Stage::Quiet) {
            let checks = position.checks();
            self.end = self.next + keep(&mut list[self.next..self.end], |m| checks.contain(position, m));
        }
        self.only_checks = true;
    }

    /// Where the node's part of the list begins: what lies behind is nobody's once the node is left.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The next move and whether it is a capture that loses material.
    pub fn next<P: Searchable>(
        &mut self,
        position: &P,
        histories: &Histories,
        list: &mut Vec<Scored>,
    ) -> Option<(Move, bool)> {
        if let Some(m) = self.tt_move.take() {
            return Some((m, false));
        }
        while self.has_next(position, histories, list) {
            let losing = matches!(self.stage, Stage::Losing);
            if !losing {
                let best = most_promising(&list[self.next..self.end]);
                list.swap(self.next, self.next + best);
            }
            let m = list[self.next].m;
            self.next += 1;
            if matches!(self.stage, Stage::Noisy) && !position.see_ge(m, 0, &self.hints.piece_values) {
                list.swap(self.losing_end, self.next - 1);
                self.losing_end += 1;
                continue;
            }
            return Some((m, losing));
        }
        None
    }

    /// Whether any move is left besides the table's; generates as far as it must to know.
    pub fn has_next<P: Searchable>(&mut self, position: &P, histories: &Histories, list: &mut Vec<Scored>) -> bool {
        while self.next == self.end {
            match self.stage {
                Stage::Start => self.generate_noisy(position, histories, list),
                Stage::Noisy if self.thorough => self.generate_quiet(position, histories, list),
                Stage::Quiet => {
                    self.stage = Stage::Losing;
                    self.next = self.start;
                    self.end = self.losing_end;
                }
                Stage::Noisy | Stage::Losing => return false,
            }
        }
        true
    }

    fn generate_noisy<P: Searchable>(&mut self, position: &P, histories: &Histories, list: &mut Vec<Scored>) {
        let color = position.turn();
        list.truncate(self.start);
        position.moves(GenType::Noisy, &mut |m| {
            if self.hints.tt_move != m.into() {
                list.push(Scored {
                    m,
                    score: most_valuable_victim(position, m, &self.hints.piece_values)
                        + histories.capture_score(color, m),
                });
            }
        });
        self.stage = Stage::Noisy;
        self.end = list.len();
    }

    fn generate_quiet<P: Searchable>(&mut self, position: &P, histories: &Histories, list: &mut Vec<Scored>) {
        let hints = &self.hints;
        let checks = self.only_checks.then(|| position.checks());
        let scores = histories.quiet_scores(position.turn(), &hints.context);
        list.truncate(self.losing_end);
        position.moves(GenType::Quiet, &mut |m| {
            if checks.as_ref().is_some_and(|checks| !checks.contain(position, m)) {
                return;
            }
            let packed = PackedMove::from(m);
            if packed != hints.tt_move {
                let score = if packed == hints.killers[0] {
                    KILLER
                } else if packed == hints.killers[1] {
                    KILLER - 1
                } else if packed == hints.counter {
                    COUNTER
                } else {
                    scores.of(m)
                };
                list.push(Scored { m, score });
            }
        });
        self.stage = Stage::Quiet;
        self.next = self.losing_end;
        self.end = list.len();
    }
}

/// Index of the move with the best score; the last of equals.
fn most_promising(moves: &[Scored]) -> usize {
    let (mut best, mut best_score) = (0, i32::MIN);
    for (index, scored) in moves.iter().enumerate() {
        if scored.score >= best_score {
            (best, best_score) = (index, scored.score);
        }
    }
    best
}

/// Moves those that are wanted to the front and counts them.
fn keep(moves: &mut [Scored], wanted: impl Fn(Move) -> bool) -> usize {
    let mut kept = 0;
    for index in 0..moves.len() {
        if wanted(moves[index].m) {
            moves.swap(kept, index);
            kept += 1;
        }
    }
    kept
}

pub fn most_valuable_victim<P: Searchable>(position: &P, m: Move, values: &PieceValues) -> i32 {
    16 * position.gain(m, values).clamp(-20_000, 20_000) - values.get(m.role()).min(1000)
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
        let tt_move = moves[17];
        let hints = Hints {
            tt_move: tt_move.into(),
            killers: [PackedMove::NONE; 2],
            counter: PackedMove::NONE,
            context: [None, None],
            piece_values: PieceValues::CLASSICAL,
        };
        let (histories, mut list) = (Histories::default(), Vec::new());
        let mut picker = Picker::new(&position, hints, true, &list);
        let picked: Vec<(Move, bool)> =
            std::iter::from_fn(|| picker.next::<Chess>(&position, &histories, &mut list)).collect();
        assert_eq!(picked.len(), moves.len());
        assert!(moves.iter().all(|m| picked.iter().filter(|(other, _)| other == m).count() == 1));
        assert_eq!(picked[0].0, tt_move);
        let first_bad = picked.iter().position(|&(_, bad)| bad).expect("Qxf6 loses the queen for a knight");
        assert!(picked[first_bad..].iter().all(|&(m, bad)| bad && m.is_capture()));
        assert!(picked[1].0.is_capture(), "captures before quiet moves");
    }
}
