//! Histories: what one thread has seen of moves while it searches, which of them have cut lines off before.
//!
//! Scores move towards a bound with every reward and punishment, so that old knowledge fades ("history gravity").

use hetman_rules::shakmaty::{Color, Move, Role};

use crate::table::PackedMove;

/// Scores stay within this.
pub const LIMIT: i32 = 16_384;

const ORIGINS: usize = 64 + 6;
const PIECE_SQUARES: usize = 12 * 64;

/// A piece of a colour arriving on a square: how a move is known to those that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSquare(u16);

impl PieceSquare {
    pub fn of(color: Color, m: Move) -> PieceSquare {
        let piece = color as u16 * 6 + m.role() as u16 - 1;
        PieceSquare(piece * 64 + u16::from(u8::from(m.to())))
    }
}

/// The histories of one thread.
pub struct Histories {
    /// By colour, origin (a drop's origin is the piece in hand) and target.
    quiet: Box<[[[i16; 64]; ORIGINS]; 2]>,
    /// By colour, capturing piece, target and captured piece.
    capture: Box<[[[[i16; 6]; 64]; 6]; 2]>,
    /// By an earlier move and the move that follows it.
    continuation: Vec<[i16; PIECE_SQUARES]>,
    /// The quiet move that last refuted a move.
    counter: Box<[PackedMove; PIECE_SQUARES]>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: Box::new([[[0; 64]; ORIGINS]; 2]),
            capture: Box::new([[[[0; 6]; 64]; 6]; 2]),
            continuation: vec![[0; PIECE_SQUARES]; PIECE_SQUARES],
            counter: Box::new([PackedMove::NONE; PIECE_SQUARES]),
        }
    }
}

/// What is known of moves that follow nothing.
const UNKNOWN: [i16; PIECE_SQUARES] = [0; PIECE_SQUARES];

/// The tables that tell how well a node's quiet moves have done.
pub struct QuietScores<'a> {
    color: Color,
    general: &'a [[i16; 64]; ORIGINS],
    after: [&'a [i16; PIECE_SQUARES]; 2],
}

impl QuietScores<'_> {
    pub fn of(&self, m: Move) -> i32 {
        let here = usize::from(PieceSquare::of(self.color, m).0);
        let general = self.general[origin(m)][usize::from(m.to())];
        i32::from(general) + i32::from(self.after[0][here]) + i32::from(self.after[1][here])
    }
}

/// The moves before this one that a continuation is judged by: one and two plies ago.
pub type Context = [Option<PieceSquare>; 2];

impl Histories {
    /// Forgets everything, in place.
    pub fn clear(&mut self) {
        let Histories { quiet, capture, continuation, counter } = self;
        quiet.as_flattened_mut().as_flattened_mut().fill(0);
        capture.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(0);
        continuation.as_flattened_mut().fill(0);
        counter.fill(PackedMove::NONE);
    }

    /// How well a quiet move has done, in general and after the moves before it.
    pub fn quiet_score(&self, color: Color, m: Move, context: &Context) -> i32 {
        self.quiet_scores(color, context).of(m)
    }

    /// The same for many moves of one node.
    pub fn quiet_scores(&self, color: Color, context: &Context) -> QuietScores<'_> {
        let after = |earlier: Option<PieceSquare>| {
            earlier.map_or(&UNKNOWN, |earlier| &self.continuation[usize::from(earlier.0)])
        };
        QuietScores { color, general: &self.quiet[color as usize], after: context.map(after) }
    }

    pub fn update_quiet(&mut self, color: Color, m: Move, context: &Context, bonus: i32) {
        let here = PieceSquare::of(color, m);
        adjust(&mut self.quiet[color as usize][origin(m)][usize::from(m.to())], bonus);
        for earlier in context.iter().flatten() {
            adjust(&mut self.continuation[usize::from(earlier.0)][usize::from(here.0)], bonus);
        }
    }

    pub fn capture_score(&self, color: Color, m: Move) -> i32 {
        let victim = m.capture().unwrap_or(Role::Pawn);
        i32::from(self.capture[color as usize][m.role() as usize - 1][usize::from(m.to())][victim as usize - 1])
    }

    pub fn update_capture(&mut self, color: Color, m: Move, bonus: i32) {
        let victim = m.capture().unwrap_or(Role::Pawn);
        let entry = &mut self.capture[color as usize][m.role() as usize - 1][usize::from(m.to())][victim as usize - 1];
        adjust(entry, bonus);
    }

    pub fn counter_move(&self, to: Option<PieceSquare>) -> PackedMove {
        to.map_or(PackedMove::NONE, |earlier| self.counter[usize::from(earlier.0)])
    }

    pub fn set_counter_move(&mut self, to: Option<PieceSquare>, m: Move) {
        if let Some(earlier) = to {
            self.counter[usize::from(earlier.0)] = m.into();
        }
    }
}

fn origin(m: Move) -> usize {
    m.from().map_or(63 + m.role() as usize, usize::from)
}

fn adjust(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_never_leave_their_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            adjust(&mut entry, 4000);
            assert!(i32::from(entry) <= LIMIT);
        }
        assert!(i32::from(entry) > LIMIT * 9 / 10);
        for _ in 0..1000 {
            adjust(&mut entry, -4000);
            assert!(i32::from(entry) >= -LIMIT);
        }
        assert!(i32::from(entry) < -LIMIT * 9 / 10);
    }
}
