//! What goes over the wire: every type of a request or an answer.
//!
//! These types are the contract with the pages: `web/src/wire/index.ts` and the OpenAPI description are made from them,
//! and their comments are its documentation. An answer that describes something that changes carries `as_of`, the id of
//! the last event it includes: following the events after that id misses nothing and hears nothing twice.

mod about;
mod course;
mod endgame;
mod event;
mod experiment;
mod game;
mod improvement;
mod library;
mod parameter;
mod player;
mod position;
mod tournament;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

pub use about::*;
pub use course::*;
pub use endgame::*;
pub use event::*;
pub use experiment::*;
pub use game::*;
pub use improvement::*;
pub use library::*;
pub use parameter::*;
pub use player::*;
pub use position::*;
pub use tournament::*;

/// Every refusal: the status says whose fault it is, the sentence what to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Refusal {
    pub error: String,
}

/// An answer that says nothing but that it was done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Done {}

/// The side of a piece, a seat or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    White,
    Black,
}

/// How far a tournament, a table or a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WorkState {
    Running,
    /// What was begun is being finished.
    Stopping,
    Stopped,
    Finished,
    /// The studio ended while it was running: it can be gone on with.
    Interrupted,
    Failed,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    White,
    Black,
    Draw,
}

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Outcome {
    pub winner: Winner,
    /// As PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// In a sentence: "White wins by checkmate".
    pub words: String,
}

/// Lists every type once; the TypeScript file and the schemas of the OpenAPI description come from this list.
macro_rules! wire_types {
    ($($name:ident),+ $(,)?) => {
        /// The TypeScript file of all types.
        pub fn typescript() -> String {
            let config = ts_rs::Config::default().with_large_int("number");
            let mut text = String::from(
                "// Made from crates/studio/src/wire by `make wire`; a test fails when it is stale. Do not edit.\n",
            );
            $(text.push_str(&declaration::<$name>(&config));)+
            text
        }

        /// The JSON schemas of all types, by name.
        pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Value)> {
            $(generator.subschema_for::<$name>();)+
            vec![$((stringify!($name), <$name as JsonSchema>::json_schema(generator).to_value())),+]
        }
    };
}

fn declaration<T: TS>(config: &ts_rs::Config) -> String {
    let docs = T::docs().map(|docs| format!("{}\n", docs.trim_end())).unwrap_or_default();
    format!("\n{docs}export {}\n", T::decl(config))
}

wire_types![
    Refusal,
    Done,
    Side,
    Winner,
    Outcome,
    Parameter,
    ParameterKind,
    Setting,
    Settings,
    About,
    VariantInfo,
    Machine,
    Player,
    PlayerKind,
    PlayerChoice,
    Preset,
    PresetKind,
    Number,
    Envelope,
    Topic,
    Event,
    Reset,
    GameChanged,
    GameHead,
    NewGame,
    Start,
    SeatWish,
    Clock,
    ColorWish,
    GameCreated,
    GameLinks,
    Game,
    GameLine,
    GameList,
    Seat,
    SeatKind,
    PlayedMove,
    Score,
    Legal,
    Destinations,
    Drop,
    Pockets,
    Pocket,
    Clocks,
    Offer,
    OfferKind,
    MoveWish,
    UndoWish,
    Answer,
    OfferWish,
    GameImport,
    Text,
    PositionWish,
    PositionView,
    RandomPositionWish,
    FeaturesWish,
    FeatureValue,
    Features,
    ExplainWish,
    Explanation,
    ExplanationSides,
    ExplanationSide,
    ExplanationMethod,
    ExplanationTerm,
    EvaluateWish,
    Evaluation,
    AnalysisWish,
    AnalysisStarted,
    Analysis,
    AnalysisLine,
    AnalysisEnded,
    CourseLine,
    CourseList,
    Course,
    CourseMoment,
    NewExperiment,
    ExperimentState,
    ExperimentLine,
    LinkedGame,
    ExperimentList,
    Experiment,
    ExperimentProgress,
    RunProgress,
    ExperimentDeleted,
    CurvePoint,
    RunCurve,
    Tally,
    Weights,
    RunWeights,
    NamedValue,
    PieceEstimate,
    PieceEstimates,
    PieceSeries,
    Compared,
    WeightSeries,
    HeatMap,
    ShownBoard,
    Delay,
    Checked,
    NewTournament,
    TournamentFormat,
    OpeningsWish,
    NewBook,
    Book,
    BookAdded,
    BookList,
    SprtWish,
    WorkState,
    TournamentLine,
    TournamentList,
    Tournament,
    CrossRow,
    CrossCell,
    SprtProgress,
    TournamentGame,
    TournamentBoard,
    TournamentDeleted,
    Net,
    NetList,
    RecordLine,
    RecordList,
    RecordOrigin,
    KeptGame,
    NewCollection,
    Collection,
    CollectionImported,
    CollectionList,
    SuiteFile,
    SuiteWish,
    SuiteRun,
    SuiteRunState,
    SuiteTheme,
    SuiteList,
    EndgameWish,
    EndgameProgress,
    EndgameTable,
    EndgameFacts,
    EndgameSide,
    EndgameTableDeleted,
    EndgameList,
    LessonTarget,
    LessonWish,
    InductionMethod,
    Lesson,
    LessonKind,
    LessonFacts,
    LessonRule,
    LessonExactness,
    LessonDeleted,
    LessonList,
    LessonNode,
    LessonBranch,
    EndgameProbeWish,
    EndgameProbe,
    EndgameResult,
    EndgameVerdict,
    EndgameMove,
    LessonFired,
    LessonStep,
    ImprovementWish,
    ImprovementStep,
    ImprovementProgress,
    ImprovementChild,
    Improvement,
    ImprovementDeleted,
    ImprovementList,
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// `make wire` sets it.
    const WRITE: &str = "HETMAN_WRITE_WIRE";

    #[test]
    fn the_pages_types_are_these() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/index.ts");
        if std::env::var_os(WRITE).is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, typescript()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written == typescript(), "web/src/wire/index.ts is stale: run `make wire`");
    }

    #[test]
    fn every_type_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wire");
        let listed = typescript();
        for entry in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for line in text.lines() {
                let name = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
                let Some(name) = name.and_then(|rest| rest.split([' ', '(']).next()) else { continue };
                assert!(listed.contains(&format!("export type {name} =")), "{name} is not listed in wire.rs");
            }
        }
    }
}
