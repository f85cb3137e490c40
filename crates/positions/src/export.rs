//! Games and positions for other programs.

mod bullet;
mod fens;
mod text;

use std::io::{self, Write};

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::KnownOutcome;

use crate::{Filters, ScoredGame};

pub(crate) use text::{BY_LENGTH, BY_SCORES, UNKNOWN_END, UNSCORED};

/// A way to write games.
pub struct Format {
    pub name: &'static str,
    /// What is written, in a sentence.
    pub help: &'static str,
    /// Whether it is made for chess alone.
    pub is_chess_only: bool,
    /// Writes a game, or those of its positions that the filters admit; says how many positions were written.
    pub write: fn(&ScoredGame, &Filters, &mut dyn Write) -> io::Result<u64>,
}

impl Named for Format {
    fn name(&self) -> &str {
        self.name
    }
}

impl Format {
    pub fn takes(&self, variant: Variant) -> bool {
        !self.is_chess_only || variant == Variant::Chess
    }
}

/// All formats there are.
pub static FORMATS: [&Format; 3] = [&text::FORMAT, &fens::FORMAT, &bullet::FORMAT];

/// White's share of the point, doubled.
fn half_points(result: KnownOutcome) -> u8 {
    match result {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => winner.fold_wb(2, 0),
    }
}
