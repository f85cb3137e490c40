//! A game as it is kept: everything needed to set the board up again.

use hetman_rules::shakmaty::{CastlingMode, Color};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant, parse_move};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::secret;
use crate::wire::{Clock, Offer, Outcome, PlayedMove, PlayerChoice, Seat, SeatKind, Side};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub variant: String,
    pub is_chess960: bool,
    pub start_fen: String,
    pub white: KeptSeat,
    pub black: KeptSeat,
    pub clock: Option<Clock>,
    pub delay_ms: u32,
    /// Those taken back included.
    pub moves: Vec<PlayedMove>,
    /// Half-moves on the board.
    pub cursor: usize,
    /// An ending that the board does not show.
    pub declared: Option<Outcome>,
    pub is_paused: bool,
    pub offer: Option<Offer>,
    /// What the side to move has used of its time before the last pause.
    pub spent_ms: u64,
    pub version: u64,
    /// Which chances the players of this program take.
    pub seed: u64,
    /// Where it came from, if it was not begun here.
    #[serde(default)]
    pub imported: Option<Imported>,
}

/// What was known of a game that was loaded, beside its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    pub tags: Vec<(String, String)>,
    /// By half-moves played before them.
    pub comments: Vec<String>,
    /// What else could have been played, by half-moves played before the place where that stands.
    #[serde(default)]
    pub variations: Vec<(usize, String)>,
    /// Its moves that were not taken back and replaced by others.
    pub plies: usize,
}

impl Imported {
    /// Another move was made after so many of them.
    pub fn leave_at(&mut self, plies: usize) {
        self.plies = self.plies.min(plies);
        self.comments.truncate(plies + 1);
        self.variations.retain(|(place, _)| *place <= plies);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSeat {
    pub name: String,
    /// Who plays here; a person if nobody.
    pub choice: Option<PlayerChoice>,
    /// The experiment whose learner plays here.
    #[serde(default)]
    pub experiment: Option<u64>,
    /// What a person must know to move here.
    pub secret: Option<String>,
}

impl KeptSeat {
    pub fn is_human(&self) -> bool {
        self.choice.is_none() && self.experiment.is_none()
    }

    pub fn wire(&self) -> Seat {
        let kind = if self.is_human() { SeatKind::Human } else { SeatKind::Player };
        Seat { kind, name: self.name.clone(), choice: self.choice.clone() }
    }
}

impl Kept {
    pub fn seat(&self, color: Color) -> &KeptSeat {
        color.fold_wb(&self.white, &self.black)
    }

    /// Whether a player of this program, or another program, sits here.
    pub fn has_players(&self) -> bool {
        self.white.choice.is_some() || self.black.choice.is_some()
    }

    /// The sides that these secrets open.
    pub fn opened_by(&self, secrets: &[String]) -> Vec<Side> {
        let is_given = |secret: &String| secrets.iter().any(|given| secret::is_same(given, secret));
        let opens = |seat: &KeptSeat| seat.secret.as_ref().is_some_and(is_given);
        let sides = [(Side::White, &self.white), (Side::Black, &self.black)];
        sides.into_iter().filter(|(_, seat)| opens(seat)).map(|(side, _)| side).collect()
    }

    /// People may play on after what they could claim; players among themselves would not notice.
    pub fn draws(&self) -> DrawRules {
        let has_people = self.white.is_human() || self.black.is_human();
        if has_people { DrawRules::FIDE } else { DrawRules::CLAIMED }
    }

    pub fn start(&self) -> Result<AnyPosition, Problem> {
        let variant: Variant = self.variant.parse()?;
        let position = AnyPosition::from_fen(variant, &self.start_fen)?;
        Ok(if self.is_chess960 { position.with_castling(CastlingMode::Chess960)? } else { position })
    }

    /// The record with all moves, taken back to the cursor.
    pub fn record(&self) -> Result<GameRecord, Problem> {
        let mut record = GameRecord::new(self.start()?);
        for played in &self.moves {
            let m = parse_move(record.position(), &played.uci)?;
            record.play(m).map_err(|problem| Problem::Internal(problem.to_string()))?;
        }
        while record.plies() > self.cursor && record.undo().is_some() {}
        Ok(record)
    }
}
