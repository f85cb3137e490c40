//! How far the selective regions go. Their depths never change within a search.

use hetman_parameters::{Default as Declared, Kind, Parameter, Settings};

/// The base region begins with this depth.
pub const LEAST_DEPTH: u32 = 2;
/// Nobody waits for more.
pub const MOST_DEPTH: u32 = 60;

const BORDER: Parameter = Parameter::new(
    "border",
    "Border region",
    Kind::Integer { min: 0, max: 1 },
    "Half-moves between the base region and the forced variation.",
)
.or(Declared::Integer(1))
.in_unit("plies");

const FORCED: Parameter = Parameter::new(
    "forced",
    "Forced variation",
    Kind::Integer { min: 0, max: 30 },
    "Half-moves for which captures and promotions are followed, at most.",
)
.or(Declared::Integer(6))
.in_unit("plies");

const TOLERANCE: Parameter = Parameter::new(
    "tolerance",
    "Tolerance",
    Kind::Integer { min: 0, max: 2000 },
    "By how much a capture may win less than has been lost in the exchange, in hundredths of a pawn; the source means to \
     allow a knight for a rook, which takes 210 (A5).",
)
.or(Declared::Integer(125));

/// What can be chosen of the search.
pub const REGION_PARAMETERS: [Parameter; 3] = [BORDER, FORCED, TOLERANCE];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    pub border: u32,
    pub forced: u32,
    pub tolerance: i32,
}

impl Default for Regions {
    fn default() -> Regions {
        Regions { border: 1, forced: 6, tolerance: 125 }
    }
}

impl From<&Settings> for Regions {
    fn from(settings: &Settings) -> Regions {
        let usual = Regions::default();
        let plies = |parameter: Parameter, usual| settings.integer(parameter.key).map_or(usual, |plies| plies as u32);
        Regions {
            border: plies(BORDER, usual.border),
            forced: plies(FORCED, usual.forced),
            tolerance: settings.integer(TOLERANCE.key).map_or(usual.tolerance, |tolerance| tolerance as i32),
        }
    }
}
