//! Whom one can seat: the players of this program, the nets of the library, and programs that were found or named when
//! the studio was started.
//!
//! A request names a player by its id and gives settings by key; the word that seats it is made here. So no request can
//! name a file or a program: it can only choose from what the studio knows.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hetman_arena::parameter::{Kind, Parameter, Value};
use hetman_arena::{DECLARED, Declared, ENGINE_PARAMETERS, PlayerWord};
use hetman_engines::Program;
use hetman_engines::analysis::can_analyse;
use hetman_rules::{Quote, Variant};

use crate::library;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{self, PlayerChoice, PlayerKind, Setting, Settings};

/// A program that the studio may start.
#[derive(Clone, Debug)]
pub struct ExternalEngine {
    pub id: String,
    pub title: String,
    pub help: String,
    /// The word that seats it, without limits.
    pub word: String,
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

const STOCKFISH_ELO: Parameter = Parameter::new(
    "elo",
    "Strength",
    Kind::Integer { min: 1350, max: 2850 },
    "Plays at about this rating instead of as well as it can.",
)
.in_unit("Elo");
const FAIRY_ELO: Parameter = Parameter { kind: Kind::Integer { min: 500, max: 2850 }, ..STOCKFISH_ELO };

/// Programs that Debian has, and how each is spoken to.
const KNOWN: &[Known] = &[
    Known {
        command: "stockfish",
        title: "Stockfish",
        protocol: "uci",
        options: "",
        variants: &[Variant::Chess],
        elo: Some(&STOCKFISH_ELO),
    },
    Known {
        command: "fairy-stockfish",
        title: "Fairy-Stockfish",
        protocol: "uci",
        options: "",
        variants: ALL_BUT_SUICIDE,
        elo: Some(&FAIRY_ELO),
    },
    Known {
        command: "gnuchess",
        title: "GNU Chess",
        protocol: "uci",
        options: ",arg=--uci",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known { command: "toga2", title: "Toga II", protocol: "uci", options: "", variants: &[Variant::Chess], elo: None },
    Known {
        command: "glaurung",
        title: "Glaurung",
        protocol: "uci",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known {
        command: "ethereal-chess",
        title: "Ethereal",
        protocol: "uci",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known {
        command: "phalanx",
        title: "Phalanx",
        protocol: "xboard",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known {
        command: "sjeng",
        title: "Sjeng",
        protocol: "xboard",
        options: "",
        variants: &[Variant::Chess, Variant::Crazyhouse, Variant::Suicide],
        elo: None,
    },
    Known {
        command: "hoichess",
        title: "HoiChess",
        protocol: "xboard",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known {
        command: "fairymax",
        title: "Fairy-Max",
        protocol: "xboard",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
    Known {
        command: "crafty",
        title: "Crafty",
        protocol: "xboard",
        options: "",
        variants: &[Variant::Chess],
        elo: None,
    },
];

/// The programs that are there, and those that were given: `uci:PROGRAM,...` or `xboard:PROGRAM,...`.
pub fn programs(given: &[PlayerWord]) -> Vec<ExternalEngine> {
    let is_there = |known: &&Known| Program::named(known.command).file().is_ok();
    let found = KNOWN.iter().filter(is_there).map(|known| ExternalEngine {
        id: format!("engine:{}", known.command),
        title: known.title.to_owned(),
        help: "A program of this machine.".to_owned(),
        word: format!("{}:{}{},name={}", known.protocol, known.command, known.options, known.title.replace(' ', "-")),
        variants: known.variants.to_vec(),
        elo: known.elo,
        can_analyse: known.protocol == "uci",
    });
    let given = given.iter().enumerate().map(|(number, word)| ExternalEngine {
        id: format!("engine:given-{}", number + 1),
        title: given_title(word),
        help: "A program that was named when the studio was started.".to_owned(),
        word: word.to_string(),
        variants: Variant::ALL.to_vec(),
        elo: None,
        can_analyse: matches!(word, PlayerWord::External(spec) if can_analyse(spec.protocol)),
    });
    found.chain(given).collect()
}

fn given_title(word: &PlayerWord) -> String {
    match word {
        PlayerWord::External(spec) => spec.name.clone().unwrap_or_else(|| spec.program.name().to_owned()),
        other => other.to_string(),
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
        DECLARED.iter().filter(|declared| !declared.needs_file).map(built_in).collect();
    players.extend(nets(studio)?);
    players.extend(studio.programs.iter().map(program));
    if let Some(variant) = variant {
        players.retain(|player| player.variants.iter().any(|name| name == variant.uci_name()));
    }
    Ok(players)
}

fn built_in(declared: &Declared) -> wire::Player {
    wire::Player {
        id: declared.word.to_owned(),
        kind: PlayerKind::BuiltIn,
        title: declared.title.to_owned(),
        help: declared.help.to_owned(),
        parameters: declared.parameters.iter().map(parameter).collect(),
        variants: names(&Variant::ALL),
        can_explain: declared.has_evaluation,
        can_analyse: declared.has_evaluation,
        is_repeatable: declared.is_repeatable,
    }
}

fn nets(studio: &Studio) -> Result<Vec<wire::Player>, Problem> {
    let Some(declared) = net_player() else { return Ok(Vec::new()) };
    let of_net = |net: library::ReadNet| wire::Player {
        id: format!("net:{}", net.file.id),
        kind: PlayerKind::Net,
        title: net.file.name,
        variants: names(&[net.net.variant()]),
        ..built_in(declared)
    };
    Ok(library::readable_nets(studio)?.into_iter().map(of_net).collect())
}

fn net_player() -> Option<&'static Declared> {
    DECLARED.iter().find(|declared| declared.needs_file)
}

fn program(program: &ExternalEngine) -> wire::Player {
    wire::Player {
        id: program.id.clone(),
        kind: PlayerKind::Engine,
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
    ENGINE_PARAMETERS.iter().chain(program.elo)
}

fn names(variants: &[Variant]) -> Vec<String> {
    variants.iter().map(|variant| variant.uci_name().to_owned()).collect()
}

/// A declaration as it goes over the wire.
pub fn parameter(parameter: &Parameter) -> wire::Parameter {
    wire::Parameter {
        key: parameter.key.to_owned(),
        title: parameter.title.to_owned(),
        help: parameter.help.to_owned(),
        unit: parameter.unit.map(str::to_owned),
        group: parameter.group.to_owned(),
        kind: match parameter.kind {
            Kind::Integer { min, max } => wire::ParameterKind::Integer { min: min as f64, max: max as f64 },
            Kind::Number { min, max, step } => wire::ParameterKind::Number { min, max, step },
            Kind::Choice(choices) => {
                wire::ParameterKind::Choice { choices: choices.iter().map(|&choice| choice.to_owned()).collect() }
            }
            Kind::Flag => wire::ParameterKind::Flag,
            Kind::Text => wire::ParameterKind::Text,
        },
        default: parameter.default.map(|value| match value {
            Value::Integer(number) => Setting::Number(number as f64),
            Value::Number(number) => Setting::Number(number),
            Value::Word(word) => Setting::Text(word.to_owned()),
            Value::Flag(is_set) => Setting::Flag(is_set),
        }),
        required: parameter.is_required,
        suggestions: Vec::new(),
    }
}

/// A choice with the word that seats it.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub word: PlayerWord,
    /// What to call it in tables and at the board.
    pub name: String,
}

/// The player that was chosen; what is wrong with the choice is said.
pub fn resolve(studio: &Studio, choice: &PlayerChoice) -> Result<Resolved, Problem> {
    let id = choice.player.as_str();
    if let Some(net) = id.strip_prefix("net:") {
        let file = library::net_file(studio, net)?;
        let declared = net_player().ok_or_else(|| Problem::unknown("player", id))?;
        let path = path_in_word(&file.path)?;
        let word = with_options(format!("net:{path}"), ',', declared.parameters.iter(), &choice.settings)?;
        let name = with_options(file.name, ' ', declared.parameters.iter(), &choice.settings)?;
        return Ok(Resolved { word: word.parse()?, name });
    }
    if let Some(program) = studio.programs.iter().find(|program| program.id == id) {
        let (elo, others) = split_elo(&choice.settings);
        check_elo(program, elo.as_ref())?;
        let mut word = with_options(program.word.clone(), ',', ENGINE_PARAMETERS.iter(), &others)?;
        if let Some(Setting::Number(elo)) = elo {
            word += &format!(",option.UCI_LimitStrength=true,option.UCI_Elo={elo}");
        }
        let name = with_options(program.title.clone(), ' ', program_parameters(program), &choice.settings)?;
        return Ok(Resolved { word: word.parse()?, name });
    }
    let declared = DECLARED.iter().find(|declared| declared.word == id && !declared.needs_file);
    let declared = declared.ok_or_else(|| Problem::unknown("player", id))?;
    let word = with_options(declared.word.to_owned(), ':', declared.parameters.iter(), &choice.settings)?;
    let name = with_options(declared.title.to_owned(), ' ', declared.parameters.iter(), &choice.settings)?;
    Ok(Resolved { word: word.parse()?, name })
}

/// A comma would end the file's name in a word.
fn path_in_word(path: &Path) -> Result<String, Problem> {
    let text = path.display().to_string();
    let unusable =
        || Problem::Unfit("the data folder's path must not contain a comma: choose another (--data)".to_owned());
    if text.contains(',') { Err(unusable()) } else { Ok(text) }
}

fn split_elo(settings: &Settings) -> (Option<Setting>, Settings) {
    let mut others = settings.clone();
    (others.0.remove("elo"), others)
}

fn check_elo(program: &ExternalEngine, elo: Option<&Setting>) -> Result<(), Problem> {
    let Some(value) = elo else { return Ok(()) };
    let parameter = program.elo.ok_or_else(|| no_such_setting("elo", &program.title))?;
    option(parameter, value).map(drop)
}

/// A word's beginning with its options: the first after `first`, the others after commas.
fn with_options(
    begin: String,
    first: char,
    parameters: impl Iterator<Item = &'static Parameter>,
    settings: &Settings,
) -> Result<String, Problem> {
    let parameters: Vec<&Parameter> = parameters.collect();
    if let Some(key) = settings.0.keys().find(|key| parameters.iter().all(|parameter| parameter.key != *key)) {
        return Err(no_such_setting(key, &begin));
    }
    let given = parameters.iter().filter_map(|parameter| Some((parameter, settings.0.get(parameter.key)?)));
    let options = given.filter_map(|(parameter, value)| option(parameter, value).transpose());
    let options: Vec<String> = options.collect::<Result<_, _>>()?;
    Ok(if options.is_empty() { begin } else { format!("{begin}{first}{}", options.join(",")) })
}

fn no_such_setting(key: &str, whose: &str) -> Problem {
    Problem::Unfit(format!("'{}' is no setting of {whose}", Quote::from(key)))
}

/// `key=value`, or `key` alone for a flag that is set.
fn option(parameter: &Parameter, value: &Setting) -> Result<Option<String>, Problem> {
    let key = parameter.key;
    let wrong = |allowed: String| Problem::Unfit(format!("{} must be {allowed}", parameter.title));
    match (parameter.kind, value) {
        (Kind::Flag, Setting::Flag(is_set)) => Ok(is_set.then(|| key.to_owned())),
        (Kind::Integer { min, max }, Setting::Number(number)) => {
            let is_right = number.fract() == 0.0 && (min as f64..=max as f64).contains(number);
            if is_right {
                Ok(Some(format!("{key}={number}")))
            } else {
                Err(wrong(format!("a whole number from {min} to {max}")))
            }
        }
        (Kind::Number { min, max, .. }, Setting::Number(number)) if (min..=max).contains(number) => {
            Ok(Some(format!("{key}={number}")))
        }
        (Kind::Choice(choices), Setting::Text(word)) if choices.contains(&word.as_str()) => {
            Ok(Some(format!("{key}={word}")))
        }
        (Kind::Integer { min, max }, _) => Err(wrong(format!("a whole number from {min} to {max}"))),
        (Kind::Number { min, max, .. }, _) => Err(wrong(format!("a number from {min} to {max}"))),
        (Kind::Choice(choices), _) => Err(wrong(format!("one of {}", choices.join(", ")))),
        (Kind::Flag, _) => Err(wrong("true or false".to_owned())),
        (Kind::Text, _) => Err(wrong("left out".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use hetman_arena::{Player, Question, Reply, generator};
    use hetman_rules::shakmaty::{Color, Position, Role};
    use hetman_rules::{AnyPosition, DrawRules, GameRecord, parse_move};

    use super::*;

    const OPENINGS: [&str; 4] = ["e2e4 d2d4 g1f3", "d2d4 c2c4 b1c3", "g1f3 g2g3 f1g2", "e2e4 d1h5 f1c4"];

    fn ask(player: &mut dyn Player, record: &GameRecord) -> Reply {
        let generator = &mut generator(1, record.plies() as u64);
        player.choose(Question { record, clocks: None, allowed: None, generator, stop: &|| false }).reply.unwrap()
    }

    /// Ten moves against somebody who takes what is not guarded: whether Black loses its queen, and White does not.
    fn loses_its_queen(word: &str, opening: &str) -> bool {
        let seat = |word: &str| word.parse::<PlayerWord>().unwrap().seat(Variant::Chess, 1).unwrap();
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
