//! In which order the plain search tries moves. The order decides how soon alpha-beta cuts and nothing else.

use arrayvec::ArrayVec;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Move, MoveList, Role};

const LIKELY: u32 = 1 << 30;
const CAPTURE: u32 = 1 << 28;
const KILLER: u32 = 1 << 27;
/// History never reaches the killers, nor the next better capture.
const MOST_HISTORY: u32 = (1 << 18) - 1;
const VICTIM: u32 = MOST_HISTORY + 1;

/// Quiet moves that cut before: two for each depth, and every move's tally.
pub struct Memory {
    killers: Vec<[Option<Move>; 2]>,
    history: Box<[[[u32; 64]; 6]; 2]>,
}

impl Memory {
    pub fn new(depth: u32) -> Memory {
        Memory { killers: vec![[None; 2]; depth as usize + 1], history: Box::new([[[0; 64]; 6]; 2]) }
    }

    /// A move was good enough at this depth.
    pub fn praise(&mut self, color: Color, m: Move, depth: u32) {
        let tally = self.tally(color, m);
        *tally = (*tally + depth * depth).min(MOST_HISTORY);
        let killers = &mut self.killers[depth as usize];
        if !m.is_capture() && killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }

    fn tally(&mut self, color: Color, m: Move) -> &mut u32 {
        &mut self.history[color as usize][usize::from(m.role()) - 1][usize::from(m.to())]
    }

    fn score<P: Playable>(&mut self, color: Color, m: Move, depth: u32, likely: Option<Move>) -> u32 {
        if likely == Some(m) {
            return LIKELY;
        }
        let history = *self.tally(color, m);
        // Where men are a burden, taking a great one is nothing to begin with.
        if !P::VARIANT.is_losing_game() && (m.is_capture() || m.is_promotion()) {
            return CAPTURE + VICTIM * exchange(m) + history;
        }
        match self.killers[depth as usize].iter().position(|&killer| killer == Some(m)) {
            Some(rank) => KILLER - rank as u32,
            None => history,
        }
    }
}

/// Most valuable victim first, taken by the least valuable man.
fn exchange(m: Move) -> u32 {
    let gain = m.capture().map_or(0, u32::from) + m.promotion().map_or(0, u32::from);
    8 * gain + 6 - u32::from(m.role())
}

/// Moves, the most promising first, each found only when it is asked for.
pub struct Picker {
    moves: MoveList,
    scores: ArrayVec<u32, 256>,
    next: usize,
}

impl Picker {
    pub fn inner<P: Playable>(
        moves: MoveList,
        color: Color,
        depth: u32,
        likely: Option<Move>,
        memory: &mut Memory,
    ) -> Picker {
        let scores = moves.iter().map(|&m| memory.score::<P>(color, m, depth, likely)).collect();
        Picker { moves, scores, next: 0 }
    }

    /// For quiescence: captures by what they gain, before whatever else gets out of check.
    pub fn captures(moves: MoveList) -> Picker {
        let score = |m: &Move| if m.is_capture() || m.is_promotion() { VICTIM + exchange(*m) } else { quiet(*m) };
        let scores = moves.iter().map(score).collect();
        Picker { moves, scores, next: 0 }
    }
}

/// A king steps out of check more often than anything that can be put in between.
fn quiet(m: Move) -> u32 {
    u32::from(m.role() == Role::King)
}

impl Iterator for Picker {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.next..)?;
        let (place, _) = rest.iter().enumerate().rev().max_by_key(|&(_, &score)| score)?;
        self.scores.swap(self.next, self.next + place);
        self.moves.swap(self.next, self.next + place);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}
