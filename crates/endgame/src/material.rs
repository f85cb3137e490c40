//! What stands on the board of an ending, kings included: `KBNK`, the side with more before the other.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;
use hetman_rules::shakmaty::{Color, Piece, Role};

/// Pieces of an ending, kings included: with five, tables are too large to be built at home while one waits.
pub const MOST_PIECES: usize = 4;

/// Beside the king, the strongest first.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Why a text names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    #[error("'{text}' names no ending: '{letter}' is no piece (K, Q, R, B, N and P are)")]
    NoPiece { text: Quote, letter: Quote },
    #[error("'{text}' names no ending: write each side's pieces after its king, as in KRK or KQKR")]
    Kings { text: Quote },
    #[error("'{text}' has {pieces} pieces: tables are made of up to {MOST_PIECES}, kings included")]
    TooMany { text: Quote, pieces: usize },
}

/// The pieces of an ending. White is the side with more, or with the better ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    white: Side,
    black: Side,
}

/// How many of each role a side has beside its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Side {
    pieces: u8,
    of_role: [u8; ROLES.len()],
}

impl Side {
    fn add(&mut self, role: Role) {
        if let Some(index) = ROLES.iter().position(|&other| other == role) {
            self.pieces += 1;
            self.of_role[index] += 1;
        }
    }

    fn without(mut self, role: Role) -> Side {
        if let Some(index) = ROLES.iter().position(|&other| other == role) {
            self.pieces -= 1;
            self.of_role[index] -= 1;
        }
        self
    }

    fn with(mut self, role: Role) -> Side {
        self.add(role);
        self
    }

    fn roles(&self) -> impl Iterator<Item = Role> + use<> {
        let of_role = self.of_role;
        (0..ROLES.len()).flat_map(move |index| std::iter::repeat_n(ROLES[index], usize::from(of_role[index])))
    }

    fn promoted(self) -> impl Iterator<Item = Side> {
        let has_pawn = self.roles().any(|role| role == Role::Pawn);
        let promote = move |&role: &Role| self.without(Role::Pawn).with(role);
        ROLES[..4].iter().filter(move |_| has_pawn).map(promote).collect::<Vec<_>>().into_iter()
    }
}

impl Material {
    /// The ending of these pieces, and whether the sides had to be exchanged for it.
    pub fn of(pieces: impl Iterator<Item = Piece>) -> (Material, bool) {
        let (mut white, mut black) = (Side::default(), Side::default());
        for piece in pieces {
            piece.color.fold_wb(&mut white, &mut black).add(piece.role);
        }
        (Material::between(white, black), black > white)
    }

    fn between(one: Side, other: Side) -> Material {
        Material { white: one.max(other), black: one.min(other) }
    }

    /// Every ending that there can be a table of, each after those that it leads to.
    pub fn all() -> Vec<Material> {
        let one = || ROLES.iter().map(|&role| Side::default().with(role));
        let two =
            one().flat_map(|side| ROLES.iter().map(move |&role| Material::between(side.with(role), Side::default())));
        let one_each = one().flat_map(|side| one().map(move |other| Material::between(side, other)));
        let mut all = Vec::new();
        two.chain(one_each).for_each(|material| material.add_family(&mut all));
        all
    }

    /// Pieces on the board, kings included.
    pub fn men(&self) -> usize {
        2 + usize::from(self.white.pieces + self.black.pieces)
    }

    /// Both kings, then the other pieces: White's before Black's, the strongest first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let kings = Color::ALL.map(|color| Role::King.of(color));
        let white = self.white.roles().map(|role| role.of(Color::White));
        let black = self.black.roles().map(|role| role.of(Color::Black));
        kings.into_iter().chain(white).chain(black)
    }

    pub fn has_pawns(&self) -> bool {
        self.pieces().any(|piece| piece.role == Role::Pawn)
    }

    /// Both sides have the same: what White can do, Black can too.
    pub fn is_symmetric(&self) -> bool {
        self.white == self.black
    }

    /// The endings that one capture or promotion, or both at once, makes of it.
    pub fn conversions(&self) -> BTreeSet<Material> {
        let mut found = BTreeSet::new();
        for (mover, other) in [(self.white, self.black), (self.black, self.white)] {
            let captured: Vec<Side> = other.roles().map(|role| other.without(role)).collect();
            found.extend(captured.iter().map(|&rest| Material::between(mover, rest)));
            for promoted in mover.promoted() {
                found.insert(Material::between(promoted, other));
                found.extend(captured.iter().map(|&rest| Material::between(promoted, rest)));
            }
        }
        found
    }

    /// Every ending that a game from here can come to, itself last, each after those that it leads to.
    pub fn family(&self) -> Vec<Material> {
        let mut family = Vec::new();
        self.add_family(&mut family);
        family
    }

    fn add_family(&self, family: &mut Vec<Material>) {
        if !family.contains(self) {
            self.conversions().iter().for_each(|next| next.add_family(family));
            family.push(*self);
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [self.white, self.black] {
            let others: String = side.roles().map(Role::upper_char).collect();
            write!(f, "K{others}")?;
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KRKP`, in either order of the sides.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let mut sides: Vec<Side> = Vec::new();
        for letter in text.trim().chars() {
            let unknown = || MaterialError::NoPiece { text: text.into(), letter: letter.to_string().as_str().into() };
            let role = Role::from_char(letter).ok_or_else(unknown)?;
            let kings = sides.len();
            match (role, sides.last_mut()) {
                (Role::King, _) if kings < 2 => sides.push(Side::default()),
                (role, Some(side)) if role != Role::King && side.pieces < u8::MAX => side.add(role),
                _ => return Err(MaterialError::Kings { text: text.into() }),
            }
        }
        let &[one, other] = &sides[..] else { return Err(MaterialError::Kings { text: text.into() }) };
        match 2 + usize::from(one.pieces) + usize::from(other.pieces) {
            pieces if pieces > MOST_PIECES => Err(MaterialError::TooMany { text: text.into(), pieces }),
            _ => Ok(Material::between(one, other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(text: &str) -> Material {
        text.parse().unwrap()
    }

    #[test]
    fn the_stronger_side_comes_first() {
        let cases =
            [("KRK", "KRK"), ("KKR", "KRK"), ("KPKR", "KRKP"), ("krkq", "KQKR"), ("KNBK", "KBNK"), ("KK", "KK")];
        for (text, expected) in cases {
            assert_eq!(material(text).to_string(), expected);
        }
        assert_eq!(material("KBNK").men(), 4);
    }

    #[test]
    fn what_is_no_ending_is_refused() {
        let cases = [
            ("KXK", "'X' is no piece"),
            ("KRRKR", "has 5 pieces"),
            ("RK", "after its king"),
            ("KR", "after its king"),
            ("", "after its king"),
            ("KKK", "after its king"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Material>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn captures_and_promotions_lead_on() {
        let names = |text: &str| material(text).conversions().iter().map(Material::to_string).collect::<Vec<_>>();
        assert_eq!(names("KRK"), ["KK"]);
        let mut pawn_and_rook = names("KRKP");
        pawn_and_rook.sort();
        assert_eq!(pawn_and_rook, ["KBK", "KNK", "KPK", "KQK", "KQKR", "KRK", "KRKB", "KRKN", "KRKR"]);
        assert_eq!(Material::all().len(), 36);
        let family = material("KPKP").family();
        assert_eq!(family.last(), Some(&material("KPKP")));
        for (index, ending) in family.iter().enumerate() {
            assert!(ending.conversions().iter().all(|next| family[..index].contains(next)), "{ending}");
        }
    }
}
