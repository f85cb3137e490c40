//! Programs of their own: the players `uci:PROGRAM,...` and `xboard:PROGRAM,...`.

use std::time::Duration;

use hetman_engines::{EngineSpec, Limits, MoveTimePolicy, Program, Protocol};
use hetman_parameters::{Default, Kind, Parameter, Settings, SettingsError};

use super::ExternalPlayer;
use super::limits::{LIMITS, limits};
use crate::spec::ProgramOf;
use crate::{Needs, Player, PlayerError, PlayerKind, PlayerSpec, Repeatable};

const SECONDS: Kind = Kind::Number { min: 0.001, max: 86_400.0, step: 1.0 };

const ARGUMENT: Parameter =
    Parameter::new("arg", "Argument", Kind::Texts, "An argument of its command line; may be repeated.");
const FOLDER: Parameter = Parameter::new("dir", "Folder", Kind::Text, "The folder it works in.");
const ENVIRONMENT: Parameter = Parameter::new("env", "Environment", Kind::Entries, "A variable of its environment.");
const NAME: Parameter = Parameter::new("name", "Name", Kind::Text, "What to call it.");
const HOLD: Parameter = Parameter::new(
    "hold",
    "Holding to time",
    Kind::Text,
    "How it is held to its move time: told, stop, or clock:MILLISECONDS.",
);
const STARTUP: Parameter = Parameter::new("startup", "Start", SECONDS, "How long it may take to get ready.")
    .in_unit("s")
    .or(Default::Number(EngineSpec::STARTUP.as_secs() as f64));
const TIMEOUT: Parameter = Parameter::new("timeout", "Longest move", SECONDS, "For a move that nothing else limits.")
    .in_unit("s")
    .or(Default::Number(EngineSpec::TIMEOUT.as_secs() as f64));
const PROTOVER: Parameter = Parameter::new(
    "protover",
    "Protocol version",
    Kind::Integer { min: 1, max: 2 },
    "XBoard: 1 for a program so old that it says nothing of itself.",
)
.or(Default::Integer(2));
const LOG: Parameter = Parameter::new("log", "Log", Kind::Text, "A file its standard error is appended to.");
const OPTION: Parameter = Parameter::new("option", "Option", Kind::Entries, "An option of the program.");

const PARAMETERS: &[Parameter] = &[
    ARGUMENT,
    FOLDER,
    ENVIRONMENT,
    NAME,
    LIMITS[0],
    LIMITS[1],
    LIMITS[2],
    HOLD,
    STARTUP,
    TIMEOUT,
    PROTOVER,
    LOG,
    OPTION,
];

pub static UCI: PlayerKind =
    kind("uci", "A UCI program", "A program that speaks UCI.", |spec| engine(spec, Protocol::Uci));
pub static XBOARD: PlayerKind =
    kind("xboard", "An XBoard program", "A program that speaks XBoard.", |spec| engine(spec, Protocol::Xboard));

const fn kind(name: &'static str, title: &'static str, help: &'static str, program: ProgramOf) -> PlayerKind {
    PlayerKind {
        needs: Needs::Program,
        parameters: PARAMETERS,
        repeatable: Repeatable::Never,
        program: Some(program),
        ..PlayerKind::new(name, title, help, start)
    }
}

/// Starts the program; whatever keeps it from playing the variant is said at once.
fn start(spec: &PlayerSpec, variant: hetman_rules::Variant, _: u64) -> Result<Box<dyn Player>, PlayerError> {
    let program = spec.subject().into();
    let engine = spec.program()?.expect("these kinds stand for programs");
    let player = ExternalPlayer::start(engine, variant);
    Ok(Box::new(player.map_err(|failure| PlayerError::Program { program, reason: failure.to_string() })?))
}

fn engine(spec: &PlayerSpec, protocol: Protocol) -> Result<EngineSpec, PlayerError> {
    let settings = spec.settings();
    let seconds = |parameter: Parameter| settings.number(parameter.key).unwrap_or_default();
    let limits = limits(settings);
    Ok(EngineSpec {
        protocol,
        program: program(spec.subject(), settings),
        name: settings.text(NAME.key),
        options: entries(settings, OPTION),
        limits: Limits { depth: limits.depth, nodes: limits.nodes, move_time: limits.move_time },
        hold: hold(settings).map_err(|error| PlayerError::Setting { kind: spec.kind(), error })?,
        startup: Duration::from_secs_f64(seconds(STARTUP)),
        timeout: Duration::from_secs_f64(seconds(TIMEOUT)),
        protover: settings.integer(PROTOVER.key).unwrap_or(2) as u32,
    })
}

fn program(command: &str, settings: &Settings) -> Program {
    Program {
        command: command.to_owned(),
        arguments: settings.texts(ARGUMENT.key).map(str::to_owned).collect(),
        folder: settings.text(FOLDER.key).map(Into::into),
        environment: entries(settings, ENVIRONMENT),
        log: settings.text(LOG.key).map(Into::into),
    }
}

fn entries(settings: &Settings, parameter: Parameter) -> Vec<(String, String)> {
    settings.entries(parameter.key).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn hold(settings: &Settings) -> Result<Option<MoveTimePolicy>, SettingsError> {
    let Some(text) = settings.text(HOLD.key) else { return Ok(None) };
    let clock =
        |ms: &str| ms.parse().ok().filter(|&ms| ms > 0).map(|ms| MoveTimePolicy::Clock(Duration::from_millis(ms)));
    let hold = match text.split_once(':') {
        None if text == "told" => Some(MoveTimePolicy::Told),
        None if text == "stop" => Some(MoveTimePolicy::Stopped),
        Some(("clock", ms)) => clock(ms),
        _ => None,
    };
    let wrong = || SettingsError::Value {
        key: HOLD.key,
        allowed: "told, stop or clock:MILLISECONDS".to_owned(),
        given: text.as_str().into(),
    };
    hold.map(Some).ok_or_else(wrong)
}
