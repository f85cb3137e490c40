//! The games Hetman knows, and the one place where a name becomes one of them.
//!
//! Castling after Fischer is not a variant of its own but a second choice, orthogonal to the first: any
//! variant can be set up with shuffled rooks. "chess960" is therefore a *name* ([`Ruleset`]), not a [`Variant`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, CastlingMode, Square};

use crate::Quote;

/// A game played with chess pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Variant {
    #[default]
    Chess,
    Crazyhouse,
    Atomic,
    /// Lichess rules: a side that cannot move wins.
    Antichess,
    /// FICS rules: when a side cannot move, the side with fewer pieces wins.
    Suicide,
    KingOfTheHill,
    ThreeCheck,
    Horde,
    RacingKings,
}

/// Every spelling of one variant.
struct Names {
    variant: Variant,
    /// As in UCI_Variant and on the command line.
    uci: &'static str,
    /// As in the PGN tag `Variant`.
    pgn: &'static str,
    /// As in XBoard's `variant` command, where the protocol has a name for it.
    xboard: &'static str,
    /// Other usual spellings, lower case, letters and digits only.
    synonyms: &'static [&'static str],
}

const NAMES: [Names; 9] = [
    Names {
        variant: Variant::Chess,
        uci: "chess",
        pgn: "Standard",
        xboard: "normal",
        synonyms: &["standard", "normal", "orthodox", "fromposition"],
    },
    Names {
        variant: Variant::Crazyhouse,
        uci: "crazyhouse",
        pgn: "Crazyhouse",
        xboard: "crazyhouse",
        synonyms: &["zh", "house"],
    },
    Names {
        variant: Variant::Atomic,
        uci: "atomic",
        pgn: "Atomic",
        xboard: "atomic",
        synonyms: &["atom", "atomicchess"],
    },
    Names {
        variant: Variant::Antichess,
        uci: "antichess",
        pgn: "Antichess",
        xboard: "giveaway",
        synonyms: &["anti", "giveaway", "losingchess"],
    },
    Names { variant: Variant::Suicide, uci: "suicide", pgn: "Suicide", xboard: "suicide", synonyms: &["suicidechess"] },
    Names {
        variant: Variant::KingOfTheHill,
        uci: "kingofthehill",
        pgn: "King of the Hill",
        xboard: "kingofthehill",
        synonyms: &["koth", "hill"],
    },
    Names {
        variant: Variant::ThreeCheck,
        uci: "3check",
        pgn: "Three-check",
        xboard: "3check",
        synonyms: &["threecheck", "threechecks", "3checks"],
    },
    Names { variant: Variant::Horde, uci: "horde", pgn: "Horde", xboard: "horde", synonyms: &["hordechess"] },
    Names {
        variant: Variant::RacingKings,
        uci: "racingkings",
        pgn: "Racing Kings",
        xboard: "racingkings",
        synonyms: &["racing", "rk"],
    },
];

impl Variant {
    pub const ALL: [Variant; 9] = [
        Variant::Chess,
        Variant::Crazyhouse,
        Variant::Atomic,
        Variant::Antichess,
        Variant::Suicide,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Horde,
        Variant::RacingKings,
    ];

    fn names(self) -> &'static Names {
        &NAMES[self as usize]
    }

    /// The name in `UCI_Variant` and on the command line.
    pub fn uci_name(self) -> &'static str {
        self.names().uci
    }

    /// The value of the PGN tag `Variant`.
    pub fn pgn_name(self) -> &'static str {
        self.names().pgn
    }

    /// The name in XBoard's `variant` command.
    pub fn xboard_name(self) -> &'static str {
        self.names().xboard
    }

    /// Squares as Black sees them, so that one table serves both sides. The board is turned rank-wise, except where both
    /// run the same way: racing kings start side by side.
    pub fn seen_by_black(self, squares: Bitboard) -> Bitboard {
        match self {
            Variant::RacingKings => squares.flip_horizontal(),
            _ => squares.flip_vertical(),
        }
    }

    /// The same for one square.
    pub fn square_seen_by_black(self, square: Square) -> Square {
        match self {
            Variant::RacingKings => square.flip_horizontal(),
            _ => square.flip_vertical(),
        }
    }

    /// Whether a side may have no king, or a king that is an ordinary piece.
    pub fn is_losing_game(self) -> bool {
        matches!(self, Variant::Antichess | Variant::Suicide)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.uci_name())
    }
}

/// What a user names to name a game: a variant and the way its castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    pub variant: Variant,
    pub castling: CastlingMode,
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        Ruleset::from(Variant::default())
    }
}

impl From<Variant> for Ruleset {
    fn from(variant: Variant) -> Ruleset {
        Ruleset { variant, castling: CastlingMode::Standard }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.variant, self.castling) {
            (Variant::Chess, CastlingMode::Chess960) => f.write_str("chess960"),
            (variant, _) => variant.fmt(f),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown variant '{0}': choose one of chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings"
)]
pub struct UnknownVariant(pub Quote);

impl FromStr for Ruleset {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Ruleset, UnknownVariant> {
        let plain: String =
            text.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
        if matches!(plain.as_str(), "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc") {
            return Ok(Ruleset { variant: Variant::Chess, castling: CastlingMode::Chess960 });
        }
        NAMES
            .iter()
            .find(|names| names.uci == plain || names.synonyms.contains(&plain.as_str()))
            .map(|names| Ruleset::from(names.variant))
            .ok_or_else(|| UnknownVariant(text.into()))
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        text.parse::<Ruleset>().map(|ruleset| ruleset.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_variant_leads_back_to_it() {
        for variant in Variant::ALL {
            let names = variant.names();
            assert_eq!(names.variant, variant, "the table is in the order of the enum");
            for name in [names.uci, names.pgn, names.xboard].iter().chain(names.synonyms) {
                assert_eq!(name.parse(), Ok(variant), "{name}");
            }
        }
    }

    #[test]
    fn chess960_is_chess_with_the_other_castling() {
        for name in ["chess960", "Chess960", "960", "fischerandom", "Fischer-Random", "FRC"] {
            let ruleset: Ruleset = name.parse().unwrap();
            assert_eq!(ruleset.variant, Variant::Chess);
            assert_eq!(ruleset.castling, CastlingMode::Chess960);
            assert_eq!(ruleset.to_string(), "chess960");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "shogi".parse::<Variant>().unwrap_err().to_string();
        assert!(error.contains("'shogi'") && error.contains("racingkings"), "{error}");
    }
}
