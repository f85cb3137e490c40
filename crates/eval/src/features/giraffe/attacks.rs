//! Who attacks what: once for all squares, for everything that asks.

use hetman_rules::shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

/// The cheapest first. Knights and bishops are worth the same: they share a rank.
const VALUES: [f64; RANKS] = [100.0, 325.0, 500.0, 975.0, 1500.0];
const RANKS: usize = 5;

/// Among attackers, how dear a piece is.
fn rank(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 3,
        Role::King => 4,
    }
}

/// What one side attacks, as if nothing were pinned: squares of its own pieces too, but none behind a piece.
#[derive(Default)]
struct Attacks {
    by_rank: [Bitboard; RANKS],
    once: Bitboard,
    twice: Bitboard,
}

impl Attacks {
    fn of(board: &Board, color: Color) -> Attacks {
        let mut attacks = Attacks::default();
        for square in board.by_color(color) {
            let Some(role) = board.role_at(square) else { continue };
            let targets = board.attacks_from(square);
            attacks.by_rank[rank(role)] |= targets;
            attacks.twice |= attacks.once & targets;
            attacks.once |= targets;
        }
        attacks
    }

    /// How much each square is under control: the more, the cheaper its cheapest attacker, which is written last.
    fn control(&self) -> [f64; 64] {
        let mut control = [0.0; 64];
        for (targets, value) in self.by_rank.iter().zip(VALUES).rev() {
            for square in *targets {
                control[usize::from(square)] = (2250.0 - value) / 3000.0;
            }
        }
        control
    }

    /// What a piece of less rank than this attacks.
    fn below(&self, rank: usize) -> Bitboard {
        self.by_rank[..rank].iter().copied().fold(Bitboard::EMPTY, |all, targets| all | targets)
    }
}

pub struct AttackMaps {
    attacks: ByColor<Attacks>,
    control: ByColor<[f64; 64]>,
}

impl AttackMaps {
    pub fn of(board: &Board) -> AttackMaps {
        let attacks = ByColor::new_with(|color| Attacks::of(board, color));
        let control = attacks.as_ref().map(Attacks::control);
        AttackMaps { attacks, control }
    }

    /// How much White and Black have a square under control: the more, the cheaper their cheapest attacker.
    pub fn control(&self, square: Square) -> [f64; 2] {
        Color::ALL.map(|color| self.control.get(color)[usize::from(square)])
    }

    /// The squares among the targets of a piece on which it would be safe.
    pub fn safe(&self, color: Color, role: Role, targets: Bitboard) -> Bitboard {
        let (own, enemy) = (self.attacks.get(color), self.attacks.get(!color));
        let is_guarded = own.twice & !enemy.below(rank(role));
        targets & (!enemy.once | is_guarded)
    }
}
