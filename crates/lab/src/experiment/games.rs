//! Where the games come from: played by the learner, or recorded.

use std::path::PathBuf;

use hetman_arena::PlayerSpec;
use hetman_rules::DrawRules;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::checks::{self, search_depth, word};

/// The games it learns from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Play {
    #[serde(deserialize_with = "word")]
    pub opponent: Opponent,
    /// Half-moves the learner looks ahead.
    #[serde(deserialize_with = "search_depth")]
    pub depth: u32,
    /// Whether the learner follows captures to their end.
    #[serde(default)]
    pub quiescence: bool,
    /// Half-moves it follows them at most.
    #[serde(default = "checks::all_captures", deserialize_with = "checks::captures")]
    pub quiescence_plies: u32,
    /// In how many of these it tries checks as well.
    #[serde(default, deserialize_with = "checks::checks")]
    pub checks: u32,
    /// Whether the learner takes a position it has had before in the game for a draw.
    #[serde(default)]
    pub repetitions: bool,
    /// Whether the learner wins at once when it can.
    #[serde(default)]
    pub mate_in_one: bool,
    /// What the learner thinks of finished games.
    #[serde(default)]
    pub finished: Finished,
    /// The learner's colour.
    #[serde(default)]
    pub color: ColorChoice,
    #[serde(default)]
    pub rules: RulesChoice,
    /// Random half-moves each game begins with, so that a learner without ties to draw among sees more than one game.
    #[serde(default, deserialize_with = "checks::opening_plies")]
    pub random_plies: u64,
    /// Half-moves after which a game is drawn.
    #[serde(default, deserialize_with = "checks::optional_steps")]
    pub longest_plies: Option<u64>,
}

impl Play {
    /// Half-moves of captures that the learner's search follows after its depth.
    pub fn captures(&self) -> u32 {
        if self.quiescence { self.quiescence_plies } else { 0 }
    }
}

/// Games that others have played, to be watched: every half-move is judged by a search from the position after it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recorded {
    /// The collection, packed or plain, its path counted from the experiment's file.
    pub pgn: Spanned<PathBuf>,
    /// Half-moves the learner looks ahead.
    #[serde(deserialize_with = "search_depth")]
    pub depth: u32,
    /// Whether the learner follows captures to their end.
    #[serde(default)]
    pub quiescence: bool,
    /// What the learner thinks of finished games.
    #[serde(default)]
    pub finished: Finished,
    /// Leaves out games whose winner is more than this behind at the end, queens counting 10, rooks 5, minor pieces 3
    /// and pawns 1: won positions lost on time. Whatever the rules decide is left out in any case if they decide
    /// otherwise.
    #[serde(default, deserialize_with = "checks::optional_positive")]
    pub winner_behind: Option<f64>,
}

/// Where the games come from.
#[derive(Clone, Copy, Debug)]
pub enum Games<'a> {
    Play(&'a Play),
    Recorded(&'a Recorded),
}

/// Who sits opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The learner itself, with the same weights.
    Itself,
    Player(PlayerSpec),
    /// A person, where one can be asked: such a run goes on from its checkpoints, but nobody can repeat it.
    Human,
}

/// The value of a finished game inside the learner's search, and the prediction for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finished {
    /// What the model says, as of any other position (2007).
    Evaluated,
    /// What they are: won, drawn, lost. Nothing is learned from predicting them (2006, 2008).
    #[default]
    Known,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// White in the first game, Black in the second, and so on.
    #[default]
    Alternate,
    White,
    Black,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulesChoice {
    #[default]
    Claimed,
    Fide,
    Unclaimed,
    #[serde(rename = "thesis-2006")]
    Thesis2006,
    #[serde(rename = "thesis-2007")]
    Thesis2007,
}

impl RulesChoice {
    pub fn draws(self) -> DrawRules {
        match self {
            RulesChoice::Claimed => DrawRules::CLAIMED,
            RulesChoice::Fide => DrawRules::FIDE,
            RulesChoice::Unclaimed => DrawRules::UNCLAIMED,
            RulesChoice::Thesis2006 => DrawRules::THESIS_2006,
            RulesChoice::Thesis2007 => DrawRules::THESIS_2007,
        }
    }
}
