//! Players as users name them: a kind, for some kinds a file or a program, and settings.
//!
//! `random`, `king`, `material:depth=3`, `net:FILE,depth=3`, `hetman:movetime=100`, `uci:PROGRAM,movetime=100`. Each kind is
//! declared in its own file of [`players`](crate::players), and what is said here of all of them derives from that:
//! nobody outside that file asks which player it is, but what it is like.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hetman_engines::EngineSpec;
use hetman_eval::AnyEvaluator;
use hetman_parameters::{Kind, Named, Parameter, Settings, SettingsError, Value};
use hetman_rules::quote::passage;
use hetman_rules::{Quote, Variant};
use hetman_search::Limits;
use serde::{Deserialize, Serialize};

use crate::Player;
use crate::players::PLAYERS;
use crate::players::limits::{LIMITS, MOVE_TIME};
use crate::work::NoThread;

/// A kind of player: what it is called, what it takes, what it is like, and how it is made.
pub struct PlayerKind {
    /// Before the colon.
    pub name: &'static str,
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    pub needs: Needs,
    /// The games it can play at most; a file or a program may say less.
    pub variants: &'static [Variant],
    pub parameters: &'static [Parameter],
    pub repeatable: Repeatable,
    /// Whether anything but the game so far decides what it plays.
    pub leaves_to_chance: fn(&PlayerSpec) -> bool,
    /// How it judges positions, if that can be told.
    pub evaluator: Option<EvaluatorOf>,
    /// The program that it stands for.
    pub program: Option<ProgramOf>,
    /// The limits of one that is this program's own search with what it comes with, and plays as well as it can: it can
    /// be asked for advice, and offered a draw.
    pub own_search: fn(&PlayerSpec) -> Option<Limits>,
    pub build: Build,
}

/// Makes a player for games of a variant, with a number that varies what it leaves to chance.
pub type Build = fn(&PlayerSpec, Variant, u64) -> Result<Box<dyn Player>, PlayerError>;
pub type EvaluatorOf = fn(&PlayerSpec, Variant) -> Result<AnyEvaluator, PlayerError>;
pub type ProgramOf = fn(&PlayerSpec) -> Result<EngineSpec, PlayerError>;

/// What a kind must be given before its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    /// A net.
    File,
    /// What was learned of an ending.
    Knowledge,
    Program,
    /// Somebody at a keyboard or a browser.
    Person,
}

/// Whether the same seed gives the same game again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeatable {
    Always,
    /// If depth or nodes limit it, and no clock.
    WithoutClock,
    Never,
}

impl PlayerKind {
    /// A kind that needs nothing, judges nothing, and plays the same game again.
    pub const fn new(name: &'static str, title: &'static str, help: &'static str, build: Build) -> PlayerKind {
        PlayerKind {
            name,
            title,
            help,
            needs: Needs::Nothing,
            variants: &Variant::ALL,
            parameters: &[],
            repeatable: Repeatable::Always,
            leaves_to_chance: |_| true,
            evaluator: None,
            program: None,
            own_search: |_| None,
            build,
        }
    }

    /// How one is written: `net:FILE,depth=N (1 to 12),...`.
    pub fn usage(&self) -> String {
        let subject = self.needs.subject().map(str::to_owned);
        let options: Vec<String> = subject.into_iter().chain(self.parameters.iter().map(Parameter::usage)).collect();
        if options.is_empty() { self.name.to_owned() } else { format!("{}:{}", self.name, options.join(",")) }
    }

    /// How one begins: `net:FILE`.
    pub fn beginning(&self) -> String {
        self.needs.subject().map_or_else(|| self.name.to_owned(), |subject| format!("{}:{subject}", self.name))
    }
}

impl Needs {
    /// What stands first after the colon.
    fn subject(self) -> Option<&'static str> {
        match self {
            Needs::File | Needs::Knowledge => Some("FILE"),
            Needs::Program => Some("PROGRAM"),
            Needs::Nothing | Needs::Person => None,
        }
    }
}

impl Named for PlayerKind {
    fn name(&self) -> &str {
        self.name
    }
}

impl fmt::Debug for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A kind has one name, and a name one kind.
impl PartialEq for PlayerKind {
    fn eq(&self, other: &PlayerKind) -> bool {
        self.name == other.name
    }
}

impl Eq for PlayerKind {}

/// A player as a user names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerSpec {
    kind: &'static PlayerKind,
    /// The file or program it needs.
    subject: Option<String>,
    settings: Settings,
}

/// Why somebody cannot be named so, or cannot play here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    #[error("nobody here is called '{0}': choose one of {all}", all = beginnings())]
    Unknown(Quote),
    #[error("'{}' needs {}: {}", .0.name, if .0.needs == Needs::Program { "a program" } else { "a file" }, .0.usage())]
    NoSubject(&'static PlayerKind),
    #[error("{}: {error}; it takes {}", .kind.name, takes(.kind))]
    Setting { kind: &'static PlayerKind, error: SettingsError },
    #[error("{program} cannot play: {reason}")]
    Program { program: Quote, reason: String },
    #[error("the net {file} cannot be used: {reason}", file = passage(file.display()))]
    Net { file: PathBuf, reason: String },
    #[error("the tree {file} cannot be used: {reason}", file = passage(file.display()))]
    Tree { file: PathBuf, reason: String },
    #[error("the rules {file} cannot be used: {reason}", file = passage(file.display()))]
    Rules { file: PathBuf, reason: String },
    #[error("{} plays {}, not {variant}", .kind.name, names(.kind.variants))]
    Variant { kind: &'static PlayerKind, variant: Variant },
    #[error(
        "giraffe:allocator=learned needs a net of move probabilities, as `hetman moves FOLDER` makes one: give moves=FILE"
    )]
    NoMoveNet,
    #[error("a human can only play at a keyboard: `hetman play`")]
    Person,
    #[error("nobody can play, because {0}")]
    NoThread(#[from] NoThread),
    #[error("a file that somebody plays with cannot be read: {0}")]
    File(String),
}

fn beginnings() -> String {
    PLAYERS.all().iter().map(|kind| kind.beginning()).collect::<Vec<_>>().join(", ")
}

fn names(variants: &[Variant]) -> String {
    variants.iter().map(|variant| variant.uci_name()).collect::<Vec<_>>().join(", ")
}

fn takes(kind: &PlayerKind) -> String {
    let options: Vec<String> = kind.parameters.iter().map(Parameter::usage).collect();
    if options.is_empty() { "no options".to_owned() } else { options.join(", ") }
}

/// All kinds in a few lines: how players are written.
pub fn help() -> String {
    let line = |kind: &&PlayerKind| format!("  {:<15} {}\n", kind.beginning(), kind.help);
    let kinds: String = PLAYERS.all().iter().map(line).collect();
    format!("Players, and after a colon what they are set to (`hetman players` lists it all):\n{kinds}")
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let kind = PLAYERS.find(name).ok_or_else(|| PlayerError::Unknown(text.into()))?;
        let (subject, options) = match kind.needs.subject() {
            None => (None, rest),
            Some(_) => {
                let rest = rest.unwrap_or_default();
                let (subject, options) = rest.split_once(',').map_or((rest, None), |(one, more)| (one, Some(more)));
                (Some(subject.to_owned()), options)
            }
        };
        let settings =
            options.map_or(Ok(Settings::none(kind.parameters)), |text| Settings::read(kind.parameters, text));
        PlayerSpec::new(kind, subject, settings.map_err(|error| PlayerError::Setting { kind, error })?)
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = PlayerError;

    fn try_from(text: String) -> Result<PlayerSpec, PlayerError> {
        text.parse()
    }
}

impl PlayerSpec {
    /// A player of this kind; the settings are of its parameters.
    pub fn new(
        kind: &'static PlayerKind,
        subject: Option<String>,
        settings: Settings,
    ) -> Result<PlayerSpec, PlayerError> {
        settings.check_complete().map_err(|error| PlayerError::Setting { kind, error })?;
        let is_setting = |text: &str| text.split_once('=').is_some_and(|(key, _)| declares(kind, key));
        let is_subject = |text: &String| !text.is_empty() && !is_setting(text);
        if kind.needs.subject().is_some() && !subject.as_ref().is_some_and(is_subject) {
            return Err(PlayerError::NoSubject(kind));
        }
        let spec = PlayerSpec { kind, subject, settings };
        spec.program()?;
        Ok(spec)
    }

    pub fn kind(&self) -> &'static PlayerKind {
        self.kind
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The file or program that its kind needs.
    pub fn subject(&self) -> &str {
        self.subject.as_deref().unwrap_or_default()
    }

    pub fn is_person(&self) -> bool {
        self.kind.needs == Needs::Person
    }

    /// What it is set to be called.
    pub fn given_name(&self) -> Option<String> {
        self.settings.text("name")
    }

    /// What to call it where nobody has named it: as it was set, as its program's file, or as its kind.
    pub fn title(&self) -> String {
        let program = || Path::new(self.subject()).file_name().map(|name| name.to_string_lossy().into_owned());
        let of_kind = || (self.kind.needs == Needs::Program).then(program).flatten();
        self.given_name().or_else(of_kind).unwrap_or_else(|| self.kind.title.to_owned())
    }

    /// Whether it is a program of its own.
    pub fn is_external(&self) -> bool {
        self.kind.program.is_some()
    }

    /// Whether only this machine has it.
    pub fn is_bound(&self) -> bool {
        self.is_external() || self.is_person()
    }

    /// The program behind it, if it is one of its own.
    pub fn program(&self) -> Result<Option<EngineSpec>, PlayerError> {
        self.kind.program.map(|program| program(self)).transpose()
    }

    /// What it judges positions by, if that can be told.
    pub fn evaluator(&self, variant: Variant) -> Result<Option<AnyEvaluator>, PlayerError> {
        self.check(variant)?;
        self.kind.evaluator.map(|evaluator| evaluator(self, variant)).transpose()
    }

    /// Whether the same seed gives the same game again.
    pub fn is_repeatable(&self) -> bool {
        let is_limited = ["depth", "nodes", "soft-nodes"].iter().any(|limit| self.settings.has(limit));
        match self.kind.repeatable {
            Repeatable::Always => true,
            Repeatable::WithoutClock => is_limited && !self.settings.has(MOVE_TIME.key),
            Repeatable::Never => false,
        }
    }

    /// Whether it plays the same game again whatever the seed: two of them play the second game of an opening as a copy
    /// of the first.
    pub fn is_determined(&self) -> bool {
        self.is_repeatable() && !(self.kind.leaves_to_chance)(self)
    }

    /// Makes the player; whatever keeps it from playing is said here.
    pub fn build(&self, variant: Variant, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        self.check(variant)?;
        (self.kind.build)(self, variant, seed)
    }

    /// Whether its kind plays the game.
    fn check(&self, variant: Variant) -> Result<(), PlayerError> {
        let is_played = self.kind.variants.contains(&variant);
        if is_played { Ok(()) } else { Err(PlayerError::Variant { kind: self.kind, variant }) }
    }

    /// The same player, set otherwise in this.
    pub fn with(mut self, key: &str, value: Value) -> Result<PlayerSpec, PlayerError> {
        let kind = self.kind;
        self.settings.replace(key, value).map_err(|error| PlayerError::Setting { kind, error })?;
        Ok(self)
    }

    /// The same player with a limit, if it takes one and nobody has set any.
    pub fn limited_by(self, key: &'static str, limit: u64) -> Result<PlayerSpec, PlayerError> {
        let is_limited = LIMITS.iter().any(|limit| self.settings.has(limit.key));
        if declares(self.kind, MOVE_TIME.key) && !is_limited {
            return self.with(key, Value::Integer(i64::try_from(limit).unwrap_or(i64::MAX)));
        }
        Ok(self)
    }

    /// The same player, its files counted from a folder.
    pub fn relative_to(&self, folder: &Path) -> PlayerSpec {
        let joined = |file: &str| Ok::<_, std::convert::Infallible>(folder.join(file).display().to_string());
        let Ok(mut spec) = self.with_files(joined);
        if spec.kind.needs == Needs::Program && spec.subject().contains('/') {
            spec.subject = spec.subject.map(|program| folder.join(program).display().to_string());
        }
        spec
    }

    /// The same player with other files.
    pub fn with_files<E>(&self, mut other: impl FnMut(&str) -> Result<String, E>) -> Result<PlayerSpec, E> {
        let mut spec = self.clone();
        if let (Needs::File | Needs::Knowledge, Some(file)) = (self.kind.needs, &self.subject) {
            spec.subject = Some(other(file)?);
        }
        for parameter in self.kind.parameters {
            let Kind::File(names) = parameter.kind else { continue };
            let chosen = self.settings.texts(parameter.key).next();
            if let Some(file) = chosen.filter(|chosen| !names().contains(chosen)) {
                let file = Value::Text(other(file)?);
                spec.settings.replace(parameter.key, file).expect("a file's name is a text that is not empty");
            }
        }
        Ok(spec)
    }
}

fn declares(kind: &PlayerKind, key: &str) -> bool {
    kind.parameters.iter().any(|parameter| parameter.key == key)
}

/// As it is read again.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.subject.iter().cloned().chain(self.settings.options()).collect();
        f.write_str(self.kind.name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

#[cfg(test)]
mod tests;
