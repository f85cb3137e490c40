//! Courses of learning: nets as they were at several moments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{NamedValue, PlayerChoice};

/// A net's way from before its first game to its last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CourseLine {
    pub id: String,
    pub name: String,
    pub variant: String,
    /// Games that it has learned from by now.
    pub games: u64,
    /// Whether it comes with the program.
    pub is_shipped: bool,
    /// The experiment that makes it.
    pub experiment: Option<String>,
    /// Whether it learns right now, so that further moments will follow.
    pub is_running: bool,
}

/// GET /api/courses?variant=NAME
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CourseList {
    /// What comes with the program first, then experiments, the newest first.
    pub courses: Vec<CourseLine>,
}

/// GET /api/courses/ID
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Course {
    #[serde(flatten)]
    pub line: CourseLine,
    /// In the order of time.
    pub moments: Vec<CourseMoment>,
}

/// A net as it was after so many games. It is a player like any other: it can be played, asked and explained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CourseMoment {
    pub games: u64,
    /// How strong it was in a tournament, where there was one.
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval of that.
    pub elo_error: Option<f64>,
    /// As an opponent: the net with a shallow search, the same for all moments.
    pub player: PlayerChoice,
    pub pieces: Vec<NamedValue>,
}
