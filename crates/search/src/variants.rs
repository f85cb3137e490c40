//! What the engine's search must know about each variant, and nothing more.

use hetman_rules::shakmaty::variant::{
    Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck,
};
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{Playable, Suicide};

use crate::moves::{self, Checks, GenType};
use crate::see::{PieceValues, explosion, see_ge};
use crate::table::PackedMove;

/// A position the engine can search.
pub trait Searchable: Playable {
    /// Whether a side that can capture must. Then an exchange cannot be declined, and passing is no worse than moving,
    /// so that null-move pruning would lie.
    const CAPTURES_ARE_FORCED: bool = false;

    /// Whether the position must be played on before it can be judged: no standing pat, no static pruning.
    fn is_forcing(&self, in_check: bool) -> bool {
        in_check
    }

    /// Whether generating one kind of moves costs less than generating all.
    const STAGED_GENERATION: bool = false;

    /// Hands the legal moves of a kind to `each`.
    fn moves(&self, gen_type: GenType, each: &mut impl FnMut(Move)) {
        moves::filtered(self, gen_type, each);
    }

    /// The legal move that a packed one stands for; none where it belongs to another position.
    fn find(&self, packed: PackedMove) -> Option<Move> {
        self.legal_moves().into_iter().find(|&m| packed == m.into())
    }

    /// Tells which legal moves give check.
    fn checks(&self) -> Checks {
        Checks::Tried
    }

    /// What a move wins at once, before anybody takes back.
    fn gain(&self, m: Move, values: &PieceValues) -> i32 {
        values.gain(m)
    }

    /// Whether the exchange begun by `m` is worth at least `threshold` hundredths of a pawn.
    fn see_ge(&self, m: Move, threshold: i32, values: &PieceValues) -> bool {
        see_ge(self, m, threshold, values, 1)
    }
}

/// Moves, and drops where there are hands, by our own generator.
macro_rules! moves_as_in_chess {
    () => {
        const STAGED_GENERATION: bool = true;

        fn moves(&self, gen_type: GenType, each: &mut impl FnMut(Move)) {
            moves::of_chess(self, gen_type, self.us(), each);
            if gen_type == GenType::Quiet {
                moves::drops(self, each);
            }
        }

        fn find(&self, packed: PackedMove) -> Option<Move> {
            moves::found_in_chess(self, packed)
        }

        fn checks(&self) -> Checks {
            Checks::of_chess(self)
        }
    };
}

impl Searchable for Horde {}
impl Searchable for RacingKings {}

impl Searchable for KingOfTheHill {
    moves_as_in_chess!();
}

impl Searchable for ThreeCheck {
    moves_as_in_chess!();
}

impl Searchable for Chess {
    moves_as_in_chess!();
}

impl Searchable for Crazyhouse {
    moves_as_in_chess!();

    /// What is taken goes into the capturer's hand, so every piece counts twice.
    fn gain(&self, m: Move, values: &PieceValues) -> i32 {
        2 * values.gain(m)
    }

    fn see_ge(&self, m: Move, threshold: i32, values: &PieceValues) -> bool {
        see_ge(self, m, threshold, values, 2)
    }
}

impl Searchable for Atomic {
    const STAGED_GENERATION: bool = true;

    fn moves(&self, gen_type: GenType, each: &mut impl FnMut(Move)) {
        moves::of_atomic(self, gen_type, self.us(), each);
    }

    fn find(&self, packed: PackedMove) -> Option<Move> {
        moves::found_in_atomic(self, packed)
    }

    fn gain(&self, m: Move, values: &PieceValues) -> i32 {
        explosion(self, m, values)
    }

    fn see_ge(&self, m: Move, threshold: i32, values: &PieceValues) -> bool {
        explosion(self, m, values) >= threshold
    }
}

/// Captures are forced: a position with one is in the middle of an exchange that nobody may decline, and giving away
/// pieces is the aim, so that no exchange is a loss.
impl Searchable for Antichess {
    const CAPTURES_ARE_FORCED: bool = true;

    fn is_forcing(&self, _in_check: bool) -> bool {
        can_capture(self)
    }

    fn see_ge(&self, _m: Move, _threshold: i32, _values: &PieceValues) -> bool {
        true
    }
}

/// Whether any piece attacks an enemy, where every such capture is legal. Generating the captures would tell as well,
/// at several times the cost.
fn can_capture<P: Position>(position: &P) -> bool {
    let attacks_them = |square| (position.board().attacks_from(square) & position.them()).any();
    position.us().into_iter().any(attacks_them) || position.legal_ep_square().is_some()
}

/// As in antichess.
impl Searchable for Suicide {
    const CAPTURES_ARE_FORCED: bool = true;

    fn is_forcing(&self, _in_check: bool) -> bool {
        can_capture(self)
    }

    fn see_ge(&self, _m: Move, _threshold: i32, _values: &PieceValues) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::{AnyPosition, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn a_capture_is_seen_exactly_when_there_is_one() {
        let mut generator = ChaCha8Rng::seed_from_u64(5);
        let (mut with, mut without) = (0, 0);
        for _ in 0..200 {
            let mut position = AnyPosition::start(Variant::Antichess);
            loop {
                let moves = position.legal_moves();
                let expected = moves.iter().any(|m| m.is_capture());
                assert_eq!(can_capture(&position), expected, "{}", position.fen());
                *if expected { &mut with } else { &mut without } += 1;
                if moves.is_empty() || position.halfmoves() > 60 {
                    break;
                }
                position = position.after(moves[generator.random_range(0..moves.len())]);
            }
        }
        assert!(with > 1000 && without > 1000, "{with} {without}");
    }
}
