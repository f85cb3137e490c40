//! The evaluation that Giraffe's network begins with: material, and nothing else (section 4.2 of its specification).

use hetman_eval::phase::fullness;
use hetman_rules::shakmaty::{Board, Color, Role};

/// Pawn to queen, in the opening and in the endgame.
const VALUES: [(Role, f64, f64); 5] = [
    (Role::Pawn, 198.0, 258.0),
    (Role::Knight, 817.0, 846.0),
    (Role::Bishop, 836.0, 857.0),
    (Role::Rook, 1270.0, 1278.0),
    (Role::Queen, 2521.0, 2558.0),
];

/// The prediction for White: tanh of a thousandth of the difference.
pub fn target(board: &Board) -> f64 {
    let fullness = fullness(board);
    let count = |role: Role, color: Color| board.by_piece(role.of(color)).count() as f64;
    let difference = |&(role, opening, endgame): &(Role, f64, f64)| {
        let value = fullness * opening + (1.0 - fullness) * endgame;
        value * (count(role, Color::White) - count(role, Color::Black))
    };
    (0.001 * VALUES.iter().map(difference).sum::<f64>()).tanh()
}

#[cfg(test)]
mod tests {
    use hetman_rules::shakmaty::{Chess, Position};
    use hetman_rules::{AnyPosition, Variant};

    use super::*;

    fn of(fen: &str) -> f64 {
        match AnyPosition::from_fen(Variant::Chess, fen).unwrap() {
            AnyPosition::Chess(position) => target(position.board()),
            other => unreachable!("asked for chess, got {other:?}"),
        }
    }

    #[test]
    fn by_hand() {
        assert_eq!(target(Chess::default().board()), 0.0);
        // Kings and a pawn: an endgame value.
        assert!((of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") - 0.258_f64.tanh()).abs() < 1e-12);
        // A queen against a rook: (4 + 2) / 24 of the opening; 2521/4 + 3/4 2558 - 1270/4 - 3/4 1278 = 1272.75.
        assert!((of("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1") + 1.27275_f64.tanh()).abs() < 1e-12);
    }
}
