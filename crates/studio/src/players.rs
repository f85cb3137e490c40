//! Whom one can seat: the players of this program, the nets of the library, and programs that were found or named when
//! the studio was started.
//!
//! A request names a player by its id and gives settings by key; the spec that names it is made here. So no request can
//! name a file or a program: it can only choose from what the studio knows.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hetman_arena::players::limits::LIMITS;
use hetman_arena::{Needs, PLAYERS, PlayerKind, PlayerSpec, Repeatable};
use hetman_engines::Program;
use hetman_engines::analysis::can_analyse;
use hetman_parameters::{Default, Kind, Parameter, Value};
use hetman_rules::{Quote, Variant};

use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{self, PlayerChoice, Setting, Settings};
use crate::{improvements, library};

/// A program that the studio may start.
#[derive(Clone, Debug)]
pub struct ExternalEngine {
    pub id: String,
    pub title: String,
    pub help: String,
    /// Without limits.
    pub spec: PlayerSpec,
    pub variants: Vec<Variant>,
    /// The ratings it can be held to.
    pub elo: Option<&'static Parameter>,
    /// Whether it can tell the best lines of a position.
    pub can_analyse: bool,
}

/// A program that is looked for at the start.
struct Known {
    command: &'static str,
    title: &'static str,
    /// What stands before the limits, after the command.
    protocol: &'static str,
    options: &'static str,
    variants: &'static [Variant],
    elo: Option<&'static Parameter>,
}

const ALL_BUT_SUICIDE: &[Variant] = &[
    Variant::Chess,
    Variant::Crazyhouse,
    Variant::Atomic,
    Variant::Antichess,
    Variant::KingOfTheHill,
    Variant::ThreeCheck,
    Variant::Horde,
    Variant::RacingKings,
];

const ELO: &str = "elo";
const STOCKFISH_ELO: Parameter = Parameter::new(
    ELO,
    "Strength",
    Kind::Integer { min: 1350, max: 2850 },
    "Plays at about this rating instead of as well as it can.",
)
.in_unit("Elo");
const FAIRY_ELO: Parameter = Parameter { kind: Kind::Integer { min: 500, max: 2850 }, ..STOCKFISH_ELO };

/// A program that knows chess, at its own strength.
const fn chess(command: &'static str, title: &'static str, protocol: &'static str) -> Known {
    Known { command, title, protocol, options: "", variants: &[Variant::Chess], elo: None }
}

/// Programs that Debian has, and how each is spoken to.
const KNOWN: &[Known] = &[
    Known { elo: Some(&STOCKFISH_ELO), ..chess("stockfish", "Stockfish", "uci") },
    Known { variants: ALL_BUT_SUICIDE, elo: Some(&FAIRY_ELO), ..chess("fairy-stockfish", "Fairy-Stockfish", "uci") },
    Known { options: ",arg=--uci", ..chess("gnuchess", "GNU Chess", "uci") },
    chess("toga2", "Toga II", "uci"),
    chess("glaurung", "Glaurung", "uci"),
    chess("ethereal-chess", "Ethereal", "uci"),
    chess("phalanx", "Phalanx", "xboard"),
    Known { variants: &[Variant::Chess, Variant::Crazyhouse, Variant::Suicide], ..chess("sjeng", "Sjeng", "xboard") },
    chess("hoichess", "HoiChess", "xboard"),
    chess("fairymax", "Fairy-Max", "xboard"),
    chess("crafty", "Crafty", "xboard"),
];

/// The programs that are there, and those that were given: `uci:PROGRAM,...` or `xboard:PROGRAM,...`.
pub fn programs(given: &[PlayerSpec]) -> Vec<ExternalEngine> {
    let is_there = |known: &&Known| Program::named(known.command).file().is_ok();
    let found = KNOWN.iter().filter(is_there).map(|known| ExternalEngine {
        id: format!("engine:{}", known.command),
        title: known.title.to_owned(),
        help: "A program of this machine.".to_owned(),
        spec: known.spec(),
        variants: known.variants.to_vec(),
        elo: known.elo,
        can_analyse: known.protocol == "uci",
    });
    let given = given.iter().enumerate().map(|(number, spec)| ExternalEngine {
        id: format!("engine:given-{}", number + 1),
        title: spec.title(),
        help: "A program that was named when the studio was started.".to_owned(),
        spec: spec.clone(),
        variants: Variant::ALL.to_vec(),
        elo: None,
        can_analyse: matches!(spec.program(), Ok(Some(program)) if can_analyse(program.protocol)),
    });
    found.chain(given).collect()
}

impl Known {
    fn spec(&self) -> PlayerSpec {
        let name = self.title.replace(' ', "-");
        let text = format!("{}:{}{},name={name}", self.protocol, self.command, self.options);
        text.parse().expect("a known program is written as any other")
    }
}

/// The rating of the first opponent: what it has learned shows, and a beginner can win.
const FIRST_ELO: f64 = 1200.0;

/// Whom a newcomer is seated against: the engine with the values it has learned, held to a friendly level.
pub fn first_opponent() -> PlayerChoice {
    let settings = Settings(BTreeMap::from([("elo".to_owned(), Setting::Number(FIRST_ELO))]));
    PlayerChoice { player: "hetman".to_owned(), settings }
}

/// GET /api/players
pub fn list(studio: &Arc<Studio>, call: &Call) -> Result<Vec<wire::Player>, Problem> {
    let variant = call.query.get("variant").map(|name| name.parse::<Variant>()).transpose()?;
    let mut players: Vec<wire::Player> =
        PLAYERS.all().into_iter().filter(|kind| kind.needs == Needs::Nothing).map(built_in).collect();
    players.extend(nets(studio)?);
    players.extend(improvements::listed(studio));
    players.extend(studio.programs.iter().map(program));
    if let Some(variant) = variant {
        players.retain(|player| player.variants.iter().any(|name| name == variant.uci_name()));
    }
    Ok(players)
}

pub fn built_in(kind: &PlayerKind) -> wire::Player {
    wire::Player {
        id: kind.name.to_owned(),
        kind: wire::PlayerKind::BuiltIn,
        title: kind.title.to_owned(),
        help: kind.help.to_owned(),
        parameters: kind.parameters.iter().filter(|parameter| is_offered(parameter)).map(parameter).collect(),
        variants: names(kind.variants),
        can_explain: kind.evaluator.is_some(),
        can_analyse: kind.evaluator.is_some(),
        is_repeatable: kind.repeatable == Repeatable::Always,
    }
}

fn nets(studio: &Studio) -> Result<Vec<wire::Player>, Problem> {
    let kinds: Vec<_> = PLAYERS.all().into_iter().filter(|kind| kind.needs == Needs::File).collect();
    let of_net = |net: library::ReadNet| {
        let player = |kind: &&PlayerKind| wire::Player {
            id: format!("{}:{}", kind.name, net.file.id),
            kind: wire::PlayerKind::Net,
            title: net.file.name.clone(),
            variants: names(&[net.net.variant()]),
            ..built_in(kind)
        };
        kinds.iter().map(player).collect::<Vec<_>>()
    };
    Ok(library::readable_nets(studio)?.into_iter().flat_map(of_net).collect())
}

fn program(program: &ExternalEngine) -> wire::Player {
    wire::Player {
        id: program.id.clone(),
        kind: wire::PlayerKind::Engine,
        title: program.title.clone(),
        help: program.help.clone(),
        parameters: program_parameters(program).map(parameter).collect(),
        variants: names(&program.variants),
        can_explain: false,
        can_analyse: program.can_analyse,
        is_repeatable: false,
    }
}

fn program_parameters(program: &ExternalEngine) -> impl Iterator<Item = &'static Parameter> {
    LIMITS.iter().chain(program.elo)
}

pub fn names(variants: &[Variant]) -> Vec<String> {
    variants.iter().map(|variant| variant.uci_name().to_owned()).collect()
}

/// A declaration as it goes over the wire. Of files only those that have a name of their own can be asked for.
pub fn parameter(parameter: &Parameter) -> wire::Parameter {
    let choice =
        |choices: Vec<&str>| wire::ParameterKind::Choice { choices: choices.into_iter().map(str::to_owned).collect() };
    wire::Parameter {
        key: parameter.key.to_owned(),
        title: parameter.title.to_owned(),
        help: parameter.help.to_owned(),
        unit: parameter.unit.map(str::to_owned),
        group: parameter.group.to_owned(),
        kind: match parameter.kind {
            Kind::Integer { min, max } => wire::ParameterKind::Integer { min: min as f64, max: max as f64 },
            Kind::Number { min, max, step } => wire::ParameterKind::Number { min, max, step },
            Kind::Choice(choices) => choice(choices.to_vec()),
            Kind::Registered(names) | Kind::File(names) => choice(names()),
            Kind::Flag => wire::ParameterKind::Flag,
            Kind::Text | Kind::Texts | Kind::Entries => wire::ParameterKind::Text,
        },
        default: parameter.default.map(|value| match value {
            Default::Integer(number) => Setting::Number(number as f64),
            Default::Number(number) => Setting::Number(number),
            Default::Text(text) => Setting::Text(text.to_owned()),
            Default::Flag(is_set) => Setting::Flag(is_set),
        }),
        required: parameter.is_required,
        suggestions: Vec::new(),
    }
}

/// A choice with the player it names.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub spec: PlayerSpec,
    /// What to call it in tables and at the board.
    pub name: String,
}

/// The player that was chosen; what is wrong with the choice is said.
pub fn resolve(studio: &Studio, choice: &PlayerChoice) -> Result<Resolved, Problem> {
    let id = choice.player.as_str();
    if let Some(program) = studio.programs.iter().find(|program| program.id == id) {
        return resolve_program(program, &choice.settings);
    }
    if let Some(resolved) = improvements::resolve(studio, id, &choice.settings) {
        return resolved;
    }
    let (name, net) = id.split_once(':').map_or((id, None), |(name, net)| (name, Some(net)));
    let needs = if net.is_some() { Needs::File } else { Needs::Nothing };
    let kind = PLAYERS.find(name).filter(|kind| kind.needs == needs);
    let kind = kind.ok_or_else(|| Problem::unknown("player", id))?;
    let file = net.map(|net| library::net_file(studio, net)).transpose()?;
    let title = file.as_ref().map_or(kind.title, |file| &file.name);
    let settings = read_settings(kind.parameters, &choice.settings, title)?;
    let path = file.as_ref().map(|file| path_in_spec(&file.path)).transpose()?;
    // All moments of a course look ahead alike: what tells them apart is in their names.
    let is_moment = file.as_ref().is_some_and(|file| file.origin == library::Origin::Moment);
    let name = if is_moment { title.to_owned() } else { with_options(title, &settings) };
    Ok(Resolved { spec: PlayerSpec::new(kind, path, settings)?, name })
}

/// A program with the limits that were chosen; its rating goes by the UCI options for it.
fn resolve_program(program: &ExternalEngine, settings: &Settings) -> Result<Resolved, Problem> {
    let mut limits = settings.clone();
    let elo = limits.0.remove(ELO);
    let limits = read_settings(&LIMITS, &limits, &program.title)?;
    let mut spec = program.spec.clone();
    for parameter in &LIMITS {
        if let Some(limit) = limits.get(parameter.key) {
            spec = spec.with(parameter.key, limit)?;
        }
    }
    let mut name = with_options(&program.title, &limits);
    if let Some(elo) = elo {
        let parameter = program.elo.ok_or_else(|| no_such_setting(ELO, &program.title))?;
        let elo = value(&elo);
        if !parameter.takes(&elo) {
            return Err(out_of_range(parameter));
        }
        name += &format!(" {ELO}={elo}");
        spec = spec.with("option.UCI_LimitStrength", Value::Text("true".to_owned()))?;
        spec = spec.with("option.UCI_Elo", Value::Text(elo.to_string()))?;
    }
    Ok(Resolved { spec, name })
}

/// A comma would end the file's name where a player is written.
pub fn path_in_spec(path: &Path) -> Result<String, Problem> {
    let text = path.display().to_string();
    let unusable =
        || Problem::Unfit("the data folder's path must not contain a comma: choose another (--data)".to_owned());
    if text.contains(',') { Err(unusable()) } else { Ok(text) }
}

/// What a request chose of these parameters: no file and no free text, since those could name what is not offered.
pub fn read_settings(
    parameters: &'static [Parameter],
    settings: &Settings,
    whose: &str,
) -> Result<hetman_parameters::Settings, Problem> {
    let mut chosen = hetman_parameters::Settings::none(parameters);
    for (key, setting) in settings.0.iter().filter(|(_, setting)| **setting != Setting::Flag(false)) {
        let parameter = parameters.iter().find(|parameter| parameter.key == key && is_offered(parameter));
        let parameter = parameter.ok_or_else(|| no_such_setting(key, whose))?;
        let value = value(setting);
        let is_offered = match (parameter.kind, &value) {
            (Kind::File(names), Value::Text(name)) => names().contains(&name.as_str()),
            _ => true,
        };
        let is_taken = is_offered && chosen.set(key, value).is_ok();
        if !is_taken {
            return Err(out_of_range(parameter));
        }
    }
    Ok(chosen)
}

fn is_offered(parameter: &Parameter) -> bool {
    !matches!(parameter.kind, Kind::Text | Kind::Texts | Kind::Entries)
}

/// Whole numbers are such, however they were written.
fn value(setting: &Setting) -> Value {
    match setting {
        Setting::Flag(is_set) => Value::Flag(*is_set),
        Setting::Number(number) if number.fract() == 0.0 => Value::Integer(*number as i64),
        Setting::Number(number) => Value::Number(*number),
        Setting::Text(text) => Value::Text(text.clone()),
    }
}

pub fn with_options(title: &str, settings: &hetman_parameters::Settings) -> String {
    format!("{title} {settings}").trim_end().to_owned()
}

fn no_such_setting(key: &str, whose: &str) -> Problem {
    Problem::Unfit(format!("'{}' is no setting of {whose}", Quote::from(key)))
}

fn out_of_range(parameter: &Parameter) -> Problem {
    let offered = match parameter.kind {
        Kind::File(names) => Parameter { kind: Kind::Registered(names), ..*parameter },
        _ => *parameter,
    };
    Problem::Unfit(format!("{} must be {}", offered.title, offered.values()))
}

#[cfg(test)]
mod tests {
    use hetman_arena::{Control, Player, Question, Reply, generator};
    use hetman_rules::shakmaty::{Color, Position, Role};
    use hetman_rules::{AnyPosition, DrawRules, GameRecord, parse_move};

    use super::*;

    const OPENINGS: [&str; 4] = ["e2e4 d2d4 g1f3", "d2d4 c2c4 b1c3", "g1f3 g2g3 f1g2", "e2e4 d1h5 f1c4"];

    fn ask(player: &mut dyn Player, record: &GameRecord) -> Reply {
        let generator = &mut generator(1, record.plies() as u64);
        player
            .choose(Question { record, clocks: None, allowed: None, generator, control: &Control::default() })
            .reply
            .unwrap()
    }

    /// Ten moves against somebody who takes what is not guarded: whether Black loses its queen, and White does not.
    fn loses_its_queen(word: &str, opening: &str) -> bool {
        let seat = |word: &str| word.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 1).unwrap();
        let (mut taker, mut black) = (seat("material:depth=3,quiescence"), seat(word));
        let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
        black.start_game(&record, Color::Black, None);
        let mut planned = opening.split_whitespace();
        while record.plies() < 20 && record.ending(&DrawRules::CLAIMED).is_none() {
            let mut plan = || parse_move(record.position(), planned.next()?).ok();
            let reply = match record.turn() {
                Color::White => plan().map_or_else(|| ask(taker.as_mut(), &record), Reply::Move),
                Color::Black => ask(black.as_mut(), &record),
            };
            let Reply::Move(m) = reply else { break };
            record.play(m).unwrap();
        }
        let board = record.position().board();
        let has_queen = |color| board.by_piece(Role::Queen.of(color)).any();
        has_queen(Color::White) && !has_queen(Color::Black)
    }

    #[test]
    fn the_first_opponent_keeps_its_queen() {
        let elo = first_opponent().settings.0["elo"].clone();
        assert_eq!(elo, Setting::Number(FIRST_ELO));
        let first = format!("hetman:elo={FIRST_ELO}");
        for opening in OPENINGS {
            assert!(!loses_its_queen(&first, opening), "{opening}");
        }
        assert!(OPENINGS.iter().any(|opening| loses_its_queen("material", opening)), "the Trainer would not");
    }
}
