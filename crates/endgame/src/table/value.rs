//! What becomes of a position, in a byte.

/// What becomes of a position with best play, for the side to move. Moves are those of the winner, to the mate: with a
/// mate in one it is `Win(1)`, and the side that is mated has `Loss(0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Win(u32),
    Draw,
    Loss(u32),
}

impl Outcome {
    /// Moves of the winner to the mate.
    pub fn moves(self) -> Option<u32> {
        match self {
            Outcome::Win(moves) | Outcome::Loss(moves) => Some(moves),
            Outcome::Draw => None,
        }
    }

    /// What it means for the side whose move leads there.
    pub fn one_ply_before(self) -> Outcome {
        match self {
            Outcome::Win(moves) => Outcome::Loss(moves),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(moves) => Outcome::Win(moves + 1),
        }
    }
}

/// A decided position has its plies to the mate, and one: odd numbers are losses, even ones wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub u8);

impl Value {
    pub const DRAW: Value = Value(0);
    pub const MATED: Value = Value(1);
    /// Not worked out yet.
    pub const UNKNOWN: Value = Value(254);
    /// No legal position.
    pub const NONE: Value = Value(255);

    /// One that a finished table can have.
    pub fn is_known(&self) -> bool {
        !matches!(*self, Value::UNKNOWN | Value::NONE)
    }

    pub fn is_decided(&self) -> bool {
        self.is_known() && *self != Value::DRAW
    }

    pub fn is_win(&self) -> bool {
        self.is_decided() && self.0.is_multiple_of(2)
    }

    pub fn is_loss(&self) -> bool {
        self.is_decided() && !self.0.is_multiple_of(2)
    }

    /// What it means for the side that moves here.
    pub fn one_ply_before(self) -> Value {
        match self {
            Value::DRAW => Value::DRAW,
            Value(plies) => Value(plies + 1),
        }
    }

    /// The one that the side to move prefers: a quick win, a late loss.
    pub fn better(self, other: Value) -> Value {
        if self.merit() >= other.merit() { self } else { other }
    }

    fn merit(self) -> i32 {
        let plies = i32::from(self.0);
        match self {
            Value::UNKNOWN | Value::NONE => i32::MIN,
            value if value.is_win() => 1000 - plies,
            value if value.is_loss() => plies - 1000,
            _ => 0,
        }
    }

    pub fn outcome(self) -> Outcome {
        let plies_and_one = u32::from(self.0);
        match self {
            value if value.is_win() => Outcome::Win(plies_and_one / 2),
            value if value.is_loss() => Outcome::Loss(plies_and_one / 2),
            _ => Outcome::Draw,
        }
    }
}
