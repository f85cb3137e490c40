//! What a tournament is: everything that decides which games are played, and nothing else.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hetman_arena::adjudication::{DrawRule, WinRule};
use hetman_arena::endgames::EndgameFolder;
use hetman_arena::openings::{OpeningBook, OpeningError, OpeningSettings, Order};
use hetman_arena::schedule::{Colours, Format, Schedule, ScheduleError, Settings};
use hetman_arena::stats::Sprt;
use hetman_arena::work::content_hash;
use hetman_arena::{Adjudication, GameRules, PlayerError, PlayerSpec};
use hetman_endgame::{Syzygy, SyzygyError};
use hetman_rules::data::line_to_uci;
use hetman_rules::quote::passage;
use hetman_rules::{BadTimeControl, GameRecord, Ruleset, TimeControl, UnknownVariant};
use hetman_search::{Oracle, Oracles};
use serde::{Deserialize, Serialize};

use crate::experiment::RulesChoice;

/// A tournament as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The games' event.
    pub event: String,
    /// A variant, or chess960.
    pub variant: String,
    /// Player words.
    pub players: Vec<String>,
    /// What the players are called in tables and records: one name for each, all different.
    pub names: Vec<String>,
    pub format: Format,
    pub colours: Colours,
    /// Only so many games; a match may end with half a pair.
    pub games: Option<u64>,
    pub openings: OpeningSettings,
    pub seed: u64,
    pub control: Option<String>,
    pub margin_ms: u64,
    pub longest_plies: Option<usize>,
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
    /// Folders of Syzygy tables that end games.
    pub tablebases: Option<String>,
    /// A folder of our own endgame tables that end games; those of three pieces need no files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgames: Option<PathBuf>,
    pub sprt: Option<Sprt>,
    /// Which rules of drawing hold.
    #[serde(default)]
    pub draws: RulesChoice,
}

/// Why a plan cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Control(#[from] BadTimeControl),
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error(transparent)]
    Tablebases(#[from] SyzygyError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error("the openings' name {file} is no UTF-8 text, and could not be kept with the games: rename the file", file = passage(.0.display()))]
    FileName(PathBuf),
}

impl Plan {
    pub fn ruleset(&self) -> Result<Ruleset, UnknownVariant> {
        self.variant.parse()
    }

    pub fn player_words(&self) -> Result<Vec<PlayerSpec>, PlayerError> {
        self.players.iter().map(|word| word.parse()).collect()
    }

    pub fn control(&self) -> Result<Option<TimeControl>, BadTimeControl> {
        self.control.as_deref().map(str::parse).transpose()
    }

    pub fn rules(&self) -> Result<GameRules, PlanError> {
        let variant = self.ruleset()?.variant;
        let syzygy = self.tablebases.as_deref().map(|folders| Syzygy::open(folders, variant)).transpose()?;
        let endgames = self.endgames.as_ref().map(EndgameFolder::new);
        let oracles: Vec<Arc<dyn Oracle>> = endgames
            .map(|tables| Arc::new(tables) as _)
            .into_iter()
            .chain(syzygy.map(|tables| Arc::new(tables) as _))
            .collect();
        Ok(GameRules {
            draws: self.draws.draws(),
            longest_plies: self.longest_plies,
            control: self.control()?,
            margin: Duration::from_millis(self.margin_ms),
            adjudication: Adjudication { win: self.win, draw: self.draw, oracle: Oracles::of(oracles) },
        })
    }

    pub fn book(&self) -> Result<OpeningBook, PlanError> {
        match &self.openings.file {
            Some(file) if file.to_str().is_none() => Err(PlanError::FileName(file.clone())),
            _ => Ok(OpeningBook::load(self.ruleset()?, &self.openings)?),
        }
    }

    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        Schedule::new(Settings {
            players: self.players.len(),
            format: self.format,
            colours: self.colours,
            seed: self.seed,
        })
    }

    /// What plays the same games again. What only published rows choose is not in it.
    pub fn command(&self) -> String {
        let (name, format) = match (self.format, self.games) {
            (Format::RoundRobin { .. }, Some(games)) => ("match", vec![("--games", games.to_string())]),
            (Format::RoundRobin { cycles }, None) => ("tournament", vec![("--cycles", cycles.to_string())]),
            (Format::Gauntlet { challengers, cycles }, _) => {
                let format = ("--format", "gauntlet".to_owned());
                (
                    "tournament",
                    vec![format, ("--challengers", challengers.to_string()), ("--cycles", cycles.to_string())],
                )
            }
            (Format::KnockOut { pairs, extra_pairs, .. }, _) => {
                let format = ("--format", "knock-out".to_owned());
                (
                    "tournament",
                    vec![format, ("--cycles", pairs.to_string()), ("--extra-pairs", extra_pairs.to_string())],
                )
            }
        };
        let players = self.players.iter().map(|word| quoted(word));
        let options =
            format.into_iter().chain(self.options()).flat_map(|(option, value)| [option.to_owned(), quoted(&value)]);
        ["hetman", name].map(str::to_owned).into_iter().chain(players).chain(options).collect::<Vec<_>>().join(" ")
    }

    /// Options that differ from what is chosen without them.
    fn options(&self) -> Vec<(&'static str, String)> {
        let openings = &self.openings;
        let mut options = vec![("--variant", self.variant.clone()), ("--seed", self.seed.to_string())];
        options.extend(openings.file.as_ref().map(|file| ("--openings", file.display().to_string())));
        options.extend(openings.plies.map(|plies| ("--opening-plies", plies.to_string())));
        options.extend((openings.order == Order::Random).then(|| ("--opening-order", "random".to_owned())));
        options.extend((openings.random_plies > 0).then(|| ("--random-plies", openings.random_plies.to_string())));
        options.extend(openings.balanced.map(|centipawns| ("--balanced", centipawns.to_string())));
        options.extend((self.colours == Colours::Random).then(|| ("--colours", "random".to_owned())));
        options.extend(self.control.clone().map(|control| ("--tc", control)));
        options.push(("--margin-ms", self.margin_ms.to_string()));
        options.extend(self.longest_plies.map(|plies| ("--max-plies", plies.to_string())));
        options.extend(self.win.map(|rule| ("--adjudicate-win", format!("{},{}", rule.moves, rule.centipawns))));
        let draw = |rule: DrawRule| format!("{},{},{}", rule.from_move, rule.moves, rule.centipawns);
        options.extend(self.draw.map(|rule| ("--adjudicate-draw", draw(rule))));
        options.extend(self.tablebases.clone().map(|folders| ("--syzygy", folders)));
        options.extend(self.endgames.as_ref().map(|folder| ("--endgames", folder.display().to_string())));
        options.extend(self.sprt.map(|test| ("--sprt", test.elo_bounds().map(|elo| elo.to_string()).join(","))));
        options
    }

    /// What a reader of the result should know of the games.
    pub fn caveat(&self) -> Option<String> {
        let specs = self.player_words().ok()?;
        let mut determined = specs.iter().enumerate().filter(|(_, spec)| spec.is_determined());
        let twin = determined.find(|(place, spec)| specs[..*place].contains(spec))?.1;
        Some(format!(
            "{twin} meets itself and leaves nothing to chance: the second game of each opening is a copy of the first, \
             and the pairs count as if they were one game each"
        ))
    }

    /// How the games are played, in the words of a report.
    pub fn conditions(&self) -> String {
        let clock =
            self.control.as_ref().map_or_else(|| "each player's own limits".to_owned(), |text| format!("{text} s"));
        format!("{}, {clock}, {}", self.variant, self.openings)
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.,:=/+".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// One name for each player: the one its word gives it, or the word itself, with a number where two have the same.
pub fn names(words: &[String]) -> Vec<String> {
    let plain: Vec<String> = words.iter().map(|word| plain_name(word)).collect();
    let name = |place: usize| match plain[..place].iter().filter(|earlier| **earlier == plain[place]).count() {
        0 => plain[place].clone(),
        earlier => format!("{} #{}", plain[place], earlier + 1),
    };
    (0..words.len()).map(name).collect()
}

fn plain_name(word: &str) -> String {
    let given = word.parse::<PlayerSpec>().ok().and_then(|spec| spec.given_name());
    given.unwrap_or_else(|| word.to_owned())
}

/// Whether this is what a tournament with these openings noted of them. Earlier versions noted the openings themselves:
/// before random moves were added, or at first with them.
pub fn is_digest_of(digest: &str, book: &OpeningBook) -> bool {
    let numbers = || 0..book.count().unwrap_or(FIRST_SAMPLE) as u64;
    digest == book.digest()
        || digest == digest_of(book.sample())
        || digest == digest_of(numbers().map(|number| book.opening(number)))
}

/// Openings that the first version looked at where chance makes them.
const FIRST_SAMPLE: usize = 64;

fn digest_of(openings: impl Iterator<Item = GameRecord>) -> String {
    let mut text = String::new();
    for opening in openings {
        text.push_str(&opening.start().fen());
        line_to_uci(opening.start(), opening.moves()).iter().for_each(|m| text.extend([" ", m]));
        text.push('\n');
    }
    content_hash(&[text.as_bytes()])
}
