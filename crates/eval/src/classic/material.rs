//! Pieces counted, and what that is worth (sections 1 and 4).

use hetman_rules::shakmaty::{Board, Color, Role};

/// Pawn to queen. The king has no value: that it can be taken is the search's affair.
pub const PIECE_VALUES: [i32; 5] = [100, 290, 310, 500, 950];

/// Numerators of the formulas (1) and (2).
const PAWN_BONUS: i32 = 30_000;
const TRADE_BONUS: i32 = 590;

/// How many pieces of each type a side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    white: [i32; 5],
    black: [i32; 5],
}

impl Material {
    pub fn of(board: &Board) -> Material {
        let counts = |color: Color| {
            let count = |role: Role| board.by_piece(role.of(color)).count() as i32;
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(count)
        };
        Material { white: counts(Color::White), black: counts(Color::Black) }
    }

    /// A piece comes, or goes; kings do not count.
    pub fn change(&mut self, color: Color, role: Role, by: i32) {
        let counts = color.fold_wb(&mut self.white, &mut self.black);
        if let Some(count) = counts.get_mut(usize::from(role) - 1) {
            *count += by;
        }
    }

    pub fn count(&self, color: Color, role: Role) -> i32 {
        let counts = color.fold_wb(&self.white, &self.black);
        counts.get(usize::from(role) - 1).copied().unwrap_or_default()
    }

    /// White's pieces of each type less Black's, at what they are worth.
    pub fn differences(&self) -> [i32; 5] {
        std::array::from_fn(|role| PIECE_VALUES[role] * (self.white[role] - self.black[role]))
    }

    /// White minus Black.
    pub fn balance(&self) -> i32 {
        self.differences().iter().sum()
    }

    /// M: what both sides have together, kings not counted.
    pub fn on_board(&self) -> i32 {
        (0..PIECE_VALUES.len()).map(|role| PIECE_VALUES[role] * (self.white[role] + self.black[role])).sum()
    }

    /// Who has more.
    pub fn side_ahead(&self) -> Option<Color> {
        match self.balance() {
            0 => None,
            balance => Some(Color::from_white(balance > 0)),
        }
    }

    /// Formula (1), White's view: pawns of the side ahead are queens to be, and not to be exchanged.
    pub fn pawn_bonus(&self) -> i32 {
        let bonus = |ahead, on_board| {
            let pawns = self.count(ahead, Role::Pawn);
            pawns * PAWN_BONUS / ((pawns + 1) * on_board)
        };
        self.for_side_ahead(bonus)
    }

    /// Formula (2), White's view: a lead is worth the more the less there is beside it.
    pub fn trade_bonus(&self) -> i32 {
        self.for_side_ahead(|_, on_board| self.balance().abs() * TRADE_BONUS / on_board)
    }

    /// A side that is ahead has something, so that nothing is divided by zero.
    fn for_side_ahead(&self, bonus: impl FnOnce(Color, i32) -> i32) -> i32 {
        self.side_ahead().map_or(0, |ahead| {
            let bonus = bonus(ahead, self.on_board());
            ahead.fold_wb(bonus, -bonus)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(pieces: &str) -> Material {
        let mut material = Material::default();
        for letter in pieces.chars() {
            let role = Role::from_char(letter).unwrap();
            material.change(Color::from_white(letter.is_uppercase()), role, 1);
        }
        material
    }

    fn value(pieces: &str) -> i32 {
        let material = material(pieces);
        material.balance() + material.pawn_bonus() + material.trade_bonus()
    }

    /// The check that goes with the factor 590: the knight is worth more than the pawn it could be given for.
    #[test]
    fn bishop_and_knight_are_not_exchanged_for_the_last_pawn() {
        assert_eq!(value("KBNkp"), 500 + 421);
        assert_eq!(value("KBk"), 310 + 590);
        assert_eq!(value("kbnKP"), -921);
    }

    #[test]
    fn the_printed_pawn_bonuses() {
        // M = 7900 with eight pawns against none: the initial material, a side ahead only for the sake of the formula.
        let full = Material { white: [8, 2, 2, 2, 1], black: [8, 2, 2, 2, 1] };
        assert_eq!((full.on_board(), full.pawn_bonus(), full.trade_bonus()), (7900, 0, 0));
        assert_eq!(8 * PAWN_BONUS / (9 * full.on_board()), 3);
        // LP = 1 and 2 with M = 500.
        assert_eq!(material("KPPPkpp").pawn_bonus(), 3 * PAWN_BONUS / (4 * 500));
        assert_eq!(PAWN_BONUS / (2 * 500), 30);
        assert_eq!(2 * PAWN_BONUS / (3 * 500), 40);
    }

    #[test]
    fn nobody_is_ahead_with_nothing() {
        let bare = material("Kk");
        assert_eq!((bare.on_board(), bare.balance(), bare.pawn_bonus(), bare.trade_bonus()), (0, 0, 0, 0));
        assert_eq!(bare, Material::default());
    }
}
