//! The one stream of live events.
//!
//! GET /api/events?topics=game:7,experiments&after=ID is a server-sent event stream. Each message's `data` is an
//! [`Envelope`] as JSON and its `id` the envelope's id, so that a browser that reconnects sends it as `Last-Event-ID`
//! and the stream goes on exactly there. Without `after` the stream begins with what happens from now on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    AnalysisEnded, AnalysisLine, EndgameTable, EndgameTableDeleted, ExperimentDeleted, ExperimentLine,
    ExperimentProgress, GameChanged, GameLine, Improvement, ImprovementDeleted, Lesson, LessonDeleted, ShownBoard,
    SuiteRun, TournamentBoard, TournamentDeleted, TournamentLine,
};

/// `game:ID`, `games`, `experiment:ID`, `experiments`, `tournament:ID`, `tournaments`, `analysis:ID`, `suites`,
/// `endgames`, `lessons`, `improvements`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct Topic(pub String);

/// One message of the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Envelope {
    /// Opaque; compare for equality only.
    pub id: String,
    /// What it is about; for `reset`, all topics of the stream.
    pub topic: Topic,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: u64,
    pub event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// Events between the id asked for and this one can no longer be told: fetch the state of everything followed
    /// again. The stream itself goes on.
    Reset(Reset),
    /// `game:ID`
    Game(GameChanged),
    /// `games`: a game was begun, has changed its state, or was deleted.
    GameListed(GameLine),
    /// `experiment:ID`: at most a few times a second.
    Progress(ExperimentProgress),
    /// `experiment:ID`: a checkpoint was kept, and the weights have changed; at most once a second.
    Kept { games: u64 },
    /// `experiment:ID`: a move of the game that is being shown.
    Board(ShownBoard),
    /// `experiment:ID` and `experiments`: its state has changed.
    Experiment(ExperimentLine),
    /// `experiment:ID` and `experiments`
    ExperimentDeleted(ExperimentDeleted),
    /// `tournament:ID`: a move of a running game; of each game at most twenty a second.
    TournamentBoard(TournamentBoard),
    /// `tournament:ID` and `tournaments`: a game has ended or the state has changed; fetch the tables again.
    Tournament(TournamentLine),
    /// `tournament:ID` and `tournaments`
    TournamentDeleted(TournamentDeleted),
    /// `analysis:ID`: a better or deeper line; of each rank at most twenty a second.
    Line(AnalysisLine),
    /// `analysis:ID`: no more lines will come.
    AnalysisEnded(AnalysisEnded),
    /// `suites`
    Suite(SuiteRun),
    /// `endgames`
    EndgameTable(EndgameTable),
    /// `endgames`
    EndgameTableDeleted(EndgameTableDeleted),
    /// `lessons`
    Lesson(Lesson),
    /// `lessons`
    LessonDeleted(LessonDeleted),
    /// `improvements`
    Improvement(Improvement),
    /// `improvements`
    ImprovementDeleted(ImprovementDeleted),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Reset {
    /// Why, for a log.
    pub reason: String,
}
