//! Static exchange evaluation: what a capture wins once both sides have taken back as often as it pays.
//!
//! Each variant answers for itself ([`Searchable::see_ge`](crate::Searchable)), because the question means
//! different things: in atomic chess one capture ends the exchange with a bang, in crazyhouse what is taken changes
//! sides, and where captures are forced nobody may decline.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// More than everything else together.
const KING: i32 = 10_000;

/// What pieces are worth in an exchange: hundredths of a pawn, pawn to king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues([i32; 6]);

impl PieceValues {
    pub const CLASSICAL: PieceValues = PieceValues([100, 300, 300, 500, 900, KING]);

    /// The evaluator's own, within reason. The classical ones where it knows none, or where pieces are a burden.
    pub fn of(evaluator: &impl Evaluator) -> PieceValues {
        let unit = evaluator.centipawns_per_unit();
        let Some(values) = evaluator.piece_values().filter(|values| values[..5].iter().all(|&value| value > 0.0))
        else {
            return PieceValues::CLASSICAL;
        };
        let mut centipawns = values.map(|value| (value * unit).round().clamp(50.0, 2000.0) as i32);
        centipawns[5] = KING;
        PieceValues(centipawns)
    }

    pub fn get(&self, role: Role) -> i32 {
        self.0[role as usize - 1]
    }

    /// Worth of what a move takes and of what it promotes to.
    pub fn gain(&self, m: Move) -> i32 {
        m.capture().map_or(0, |role| self.get(role)) + m.promotion().map_or(0, |role| self.promotion(role))
    }

    fn promotion(&self, role: Role) -> i32 {
        self.get(role) - self.get(Role::Pawn)
    }
}

/// The square a captured piece stands on, and the piece.
fn victim<P: Position>(position: &P, m: Move) -> Option<(Square, Role)> {
    match m {
        Move::Normal { capture: Some(role), to, .. } => Some((to, role)),
        Move::EnPassant { from, to } => Some((Square::from_coords(to.file(), from.rank()), Role::Pawn)),
        _ => None,
    }
    .filter(|(square, _)| position.board().occupied().contains(*square))
}

/// Whether the exchange that `m` begins is worth at least `threshold` to the side that begins it. `factor` is how
/// often a captured piece counts: once, or twice where it changes sides.
pub fn see_ge<P: Position>(position: &P, m: Move, threshold: i32, values: &PieceValues, factor: i32) -> bool {
    if matches!(m, Move::Castle { .. }) {
        return threshold <= 0;
    }
    let taken = victim(position, m);
    let to = m.to();
    let landing = m.promotion().unwrap_or(m.role());
    let gain = taken.map_or(0, |(_, role)| factor * values.get(role));
    let promoted = m.promotion().map_or(0, |role| values.promotion(role));
    let mut balance = gain + promoted - threshold;
    if balance < 0 {
        return false;
    }
    balance -= factor * values.get(landing);
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.board().occupied();
    if let Some(from) = m.from() {
        occupied.discard(from);
    }
    if let Some((square, _)) = taken {
        occupied.discard(square);
    }
    occupied.add(to);
    let beginner = position.turn();
    recapture(position, to, occupied, beginner, balance, |role| factor * values.get(role))
}

/// Both sides take back with their least piece until one of them has had enough. Returns whether `beginner` is content.
fn recapture<P: Position>(
    position: &P,
    to: Square,
    mut occupied: Bitboard,
    beginner: Color,
    mut balance: i32,
    value: impl Fn(Role) -> i32,
) -> bool {
    let board = position.board();
    let mut attackers = board.attacks_to(to, Color::White, occupied) | board.attacks_to(to, Color::Black, occupied);
    let mut side = !beginner;
    loop {
        attackers &= occupied;
        let Some((square, role)) = least(position, attackers & board.by_color(side)) else { break };
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            // A king cannot take what is protected.
            break;
        }
        side = !side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
        // Who stood behind the piece that took now takes part.
        occupied.discard(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
        }
    }
    side != beginner
}

fn least<P: Position>(position: &P, attackers: Bitboard) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| (attackers & position.board().by_role(role)).first().map(|sq| (sq, role)))
}

/// Atomic: the explosion is the whole exchange. A quiet move has none.
pub fn explosion<P: Position>(position: &P, m: Move, values: &PieceValues) -> i32 {
    let Some((square, role)) = victim(position, m) else { return 0 };
    let board = position.board();
    let us = position.turn();
    let mut blast = attacks::king_attacks(m.to()) & board.occupied() & !board.pawns();
    blast.discard(square);
    if let Some(from) = m.from() {
        blast.discard(from);
    }
    let sum = |color: Color| -> i32 {
        let pieces = blast & board.by_color(color);
        Role::ALL.into_iter().map(|role| values.get(role) * (pieces & board.by_role(role)).count() as i32).sum()
    };
    values.get(role) + sum(!us) - values.get(m.role()) - sum(us)
}

#[cfg(test)]
mod tests {
    use hetman_eval::AnyEvaluator;
    use hetman_rules::shakmaty::uci::UciMove;
    use hetman_rules::{AnyPosition, Variant};

    use super::*;

    fn exactly(variant: Variant, fen: &str, m: &str, value: i32, at_least: impl Fn(&AnyPosition, Move, i32) -> bool) {
        let position = AnyPosition::from_fen(variant, fen).unwrap();
        let m = m.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        assert!(at_least(&position, m, value), "{fen} {m} is worth {value}");
        assert!(!at_least(&position, m, value + 1), "{fen} {m} is worth no more than {value}");
    }

    #[test]
    fn exchanges_in_chess() {
        let cases = [
            // Nothing protects the pawn.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            // Knight takes pawn, knight takes, rook takes, bishop takes, ... : not worth it.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
            // The queen behind the rook takes part.
            ("3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 100),
            ("3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", -400),
            // En passant, and the pawn is taken back.
            ("4k3/4p3/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),
            // A promotion that is taken back.
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
            // A quiet move into a pawn's reach.
            ("4k3/2p5/8/8/8/8/3N4/4K3 w - - 0 1", "d2c4", 0),
            ("4k3/2p5/8/8/8/1N6/8/4K3 w - - 0 1", "b3d4", 0),
            ("4k3/2p5/8/8/2N5/8/8/4K3 w - - 0 1", "c4b6", -300),
            // The king takes only what is not protected.
            ("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2", 900),
        ];
        for (fen, m, value) in cases {
            exactly(Variant::Chess, fen, m, value, |position, m, threshold| {
                see_ge(position, m, threshold, &PieceValues::CLASSICAL, 1)
            });
        }
    }

    #[test]
    fn values_are_the_evaluators_where_they_make_sense() {
        let of = |variant| PieceValues::of(&AnyEvaluator::tables(variant));
        assert_eq!(PieceValues::of(&AnyEvaluator::material(Variant::Chess)), PieceValues::CLASSICAL);
        assert_eq!(of(Variant::Antichess), PieceValues::CLASSICAL, "pieces are a burden");
        for variant in [Variant::Chess, Variant::Crazyhouse, Variant::Atomic] {
            let values = of(variant);
            assert_ne!(values, PieceValues::CLASSICAL, "{variant}");
            assert!(values.get(Role::Pawn) < values.get(Role::Knight), "{variant} {values:?}");
            assert!(values.get(Role::Rook) < values.get(Role::Queen), "{variant} {values:?}");
        }
        let gap = |variant| of(variant).get(Role::Queen) - of(variant).get(Role::Pawn);
        assert!(gap(Variant::Crazyhouse) < gap(Variant::Chess), "what is dropped anywhere is worth more alike");
    }

    #[test]
    fn what_is_taken_counts_twice_in_crazyhouse() {
        let twice = |position: &AnyPosition, m, threshold| see_ge(position, m, threshold, &PieceValues::CLASSICAL, 2);
        exactly(Variant::Crazyhouse, "3rk3/8/8/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", -800, twice);
        exactly(Variant::Crazyhouse, "4k3/8/8/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", 200, twice);
        exactly(Variant::Crazyhouse, "4k3/2p5/8/8/8/8/8/4K3[N] w - - 0 1", "N@d6", -600, twice);
    }

    #[test]
    fn explosions_take_everything_but_pawns_around() {
        let blast = |position: &AnyPosition, m, threshold| explosion(position, m, &PieceValues::CLASSICAL) >= threshold;
        // The knight and the pawn it takes vanish with the queen and the bishop beside it; the other pawn stays.
        exactly(Variant::Atomic, "3qkb2/3pp3/8/4N3/8/8/8/4K3 w - - 0 1", "e5d7", 100 + 900 + 10_000 - 300, blast);
        exactly(Variant::Atomic, "4k3/8/8/2bp4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 + 300 - 300, blast);
    }
}
