//! The words `uci:PROGRAM,...` and `xboard:PROGRAM,...`.
//!
//! | option | means |
//! |---|---|
//! | `movetime=MS`, `depth=N`, `nodes=N` | limits; all that are given hold together, and the game's clock with them |
//! | `hold=told`, `hold=stop`, `hold=clock:MS` | how the program is held to its move time ([`Hold`]) |
//! | `option.NAME=VALUE` | an option of the program |
//! | `arg=TEXT` | an argument of the command line; may be repeated |
//! | `dir=FOLDER`, `env.KEY=VALUE` | working folder and environment |
//! | `startup=SECONDS` | for the program to get ready (10) |
//! | `timeout=SECONDS` | for a move that nothing else limits (60) |
//! | `log=FILE` | its standard error is appended to this |
//! | `name=NAME` | what to call it |
//! | `protover=1` | XBoard: the program is so old that it says nothing of itself |

use std::time::Duration;

use hetman_engines::{EngineSpec, Hold, Limits, Program, Protocol};

use super::PlayerProblem;
use super::options::Options;

const ALLOWED: &str = "movetime=MILLISECONDS, depth=N, nodes=N, hold=told or stop or clock:MILLISECONDS, \
    option.NAME=VALUE, arg=TEXT, dir=FOLDER, env.KEY=VALUE, startup=SECONDS, timeout=SECONDS, log=FILE, name=NAME, \
    protover=1 or 2";

/// The first word after the colon is the program.
pub fn read(protocol: Protocol, text: Option<&str>) -> Result<EngineSpec, PlayerProblem> {
    let name = name(protocol);
    let (command, options) = text.map_or(("", None), |text| {
        text.split_once(',').map_or((text, None), |(command, options)| (command, Some(options)))
    });
    if command.is_empty() || command.contains('=') {
        return Err(PlayerProblem::NoProgram(name));
    }
    let mut options = Options::read(name, options, ALLOWED)?;
    let spec = EngineSpec {
        protocol,
        name: options.text("name")?.map(str::to_owned),
        limits: read_limits(&mut options)?,
        hold: options.read_as("hold", read_hold)?,
        startup: options.read_as("startup", read_seconds)?.unwrap_or(EngineSpec::STARTUP),
        timeout: options.read_as("timeout", read_seconds)?.unwrap_or(EngineSpec::TIMEOUT),
        protover: options.number("protover", 1..=2)?.unwrap_or(2) as u32,
        program: read_program(command, &mut options)?,
        options: options.prefixed("option.")?,
    };
    options.finish(spec)
}

fn name(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Uci => "uci",
        Protocol::Xboard => "xboard",
    }
}

fn read_program(command: &str, options: &mut Options) -> Result<Program, PlayerProblem> {
    Ok(Program {
        command: command.to_owned(),
        arguments: options.texts("arg")?.into_iter().map(str::to_owned).collect(),
        folder: options.text("dir")?.map(Into::into),
        environment: options.prefixed("env.")?,
        log: options.text("log")?.map(Into::into),
    })
}

fn read_limits(options: &mut Options) -> Result<Limits, PlayerProblem> {
    let limits = super::read_limits(options)?;
    Ok(Limits { depth: limits.depth, nodes: limits.nodes, move_time: limits.move_time })
}

fn read_hold(text: &str) -> Option<Hold> {
    match text.split_once(':') {
        None if text == "told" => Some(Hold::Told),
        None if text == "stop" => Some(Hold::Stopped),
        Some(("clock", clock)) => {
            clock.parse().ok().filter(|&clock| clock > 0).map(|clock| Hold::Clock(Duration::from_millis(clock)))
        }
        _ => None,
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    let is_plain = text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let seconds = text.parse().ok().filter(|&seconds: &f64| is_plain && seconds > 0.0)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What stands before the colon, and the options after it.
pub fn write(spec: &EngineSpec) -> (&'static str, Vec<String>) {
    let program = &spec.program;
    let mut options = vec![program.command.clone()];
    let mut add = |name: &str, value: Option<String>| options.extend(value.map(|value| format!("{name}={value}")));
    program.arguments.iter().for_each(|argument| add("arg", Some(argument.clone())));
    add("dir", program.folder.as_ref().map(|folder| folder.display().to_string()));
    program.environment.iter().for_each(|(key, value)| add(&format!("env.{key}"), Some(value.clone())));
    add("name", spec.name.clone());
    add("movetime", spec.limits.move_time.map(|time| time.as_millis().to_string()));
    add("depth", spec.limits.depth.map(|depth| depth.to_string()));
    add("nodes", spec.limits.nodes.map(|nodes| nodes.to_string()));
    add("hold", spec.hold.map(write_hold));
    add("startup", unless(spec.startup, EngineSpec::STARTUP));
    add("timeout", unless(spec.timeout, EngineSpec::TIMEOUT));
    add("protover", (spec.protover != 2).then(|| spec.protover.to_string()));
    add("log", program.log.as_ref().map(|log| log.display().to_string()));
    spec.options.iter().for_each(|(key, value)| add(&format!("option.{key}"), Some(value.clone())));
    (name(spec.protocol), options)
}

fn write_hold(hold: Hold) -> String {
    match hold {
        Hold::Told => "told".to_owned(),
        Hold::Stopped => "stop".to_owned(),
        Hold::Clock(clock) => format!("clock:{}", clock.as_millis()),
    }
}

fn unless(time: Duration, usual: Duration) -> Option<String> {
    (time != usual).then(|| time.as_secs_f64().to_string())
}
