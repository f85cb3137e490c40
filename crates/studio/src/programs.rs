//! Programs that the studio may start: those that were found, and those that were named when it was started. No request
//! can add one, name a file to one, or set an option that is a text: such options name files.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hetman_arena::PlayerSpec;
use hetman_engines::analysis::{Analysis, analyse, can_analyse};
use hetman_engines::{Introduction, Offer, OptionKind, Program, introduce};
use hetman_parameters::{Kind, Parameter, Value};
use hetman_rules::{AnyPosition, GameRecord, Variant};

use crate::problem::Problem;
use crate::route::{Call, Route};
use crate::studio::Studio;
use crate::wire::{self, EngineBench, EngineFacts, EngineList, ParameterKind, Setting};

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
    /// Whether it was named when the studio was started.
    pub is_given: bool,
    /// What it said of itself, once it was asked.
    introduced: Arc<OnceLock<Introduction>>,
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

pub const ELO: &str = "elo";
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
        is_given: false,
        introduced: Arc::default(),
    });
    let given = given.iter().enumerate().map(|(number, spec)| ExternalEngine {
        id: format!("engine:given-{}", number + 1),
        title: spec.title(),
        help: "A program that was named when the studio was started.".to_owned(),
        spec: spec.clone(),
        variants: Variant::ALL.to_vec(),
        elo: None,
        can_analyse: matches!(spec.program(), Ok(Some(program)) if can_analyse(program.protocol)),
        is_given: true,
        introduced: Arc::default(),
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

/// What stands before the name of an option in settings.
pub const OPTION: &str = "option.";

/// Options that the studio sets as a game or an analysis needs them, or that do nothing here.
const OURS: [&str; 8] =
    ["MultiPV", "Ponder", "OwnBook", "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo"];

/// How long a bench lasts.
const BENCH: Duration = Duration::from_secs(2);

impl ExternalEngine {
    /// What the program says of itself: it is started once to be asked.
    pub fn introduction(&self) -> Result<&Introduction, Problem> {
        if let Some(known) = self.introduced.get() {
            return Ok(known);
        }
        let cannot = |reason: String| Problem::Unfit(format!("{} cannot be used: {reason}", self.title));
        let spec = self.spec.program()?.ok_or_else(|| cannot("it is no program".to_owned()))?;
        let introduction = introduce(&spec).map_err(|failure| cannot(failure.to_string()))?;
        Ok(self.introduced.get_or_init(|| introduction))
    }

    /// The options that a request may set.
    fn options(&self) -> Result<Vec<&Offer>, Problem> {
        Ok(self.introduction()?.options.iter().filter(|offer| is_settable(offer)).collect())
    }

    /// The program with an option set, and what to call it then.
    pub fn with_option(
        &self,
        spec: PlayerSpec,
        name: &str,
        setting: &Setting,
    ) -> Result<(PlayerSpec, String), Problem> {
        let offer = self.options()?.into_iter().find(|offer| offer.name == name);
        let offer = offer.ok_or_else(|| Problem::Unfit(format!("{} has no such option to be set here", self.title)))?;
        let text = match setting {
            Setting::Flag(is_set) => is_set.to_string(),
            Setting::Number(number) => number.to_string(),
            Setting::Text(text) => text.clone(),
        };
        offer.takes(&text).map_err(|takes| Problem::Unfit(format!("{} must be {takes}", offer.name)))?;
        let spec = spec.with(&format!("{OPTION}{}", offer.name), Value::Text(text.clone()))?;
        Ok((spec, format!(" {}={text}", offer.name)))
    }
}

/// A text may name a file, and a button has no state; names and values with commas could not be written down.
fn is_settable(offer: &Offer) -> bool {
    let is_ours = OURS.iter().any(|ours| offer.name.eq_ignore_ascii_case(ours));
    let has_comma = |text: &String| text.contains([',', '=']);
    let choices = match &offer.kind {
        OptionKind::Combo(choices) => choices.as_slice(),
        OptionKind::Check | OptionKind::Spin { .. } => &[],
        OptionKind::Button | OptionKind::Text => return false,
    };
    !is_ours && !has_comma(&offer.name) && !choices.iter().any(has_comma)
}

/// An option as a field of a form.
fn field(offer: &Offer) -> wire::Parameter {
    let default = offer.default.as_deref();
    let (kind, default) = match &offer.kind {
        OptionKind::Check => (ParameterKind::Flag, default.map(|text| Setting::Flag(text == "true"))),
        OptionKind::Spin { least, most } => (
            ParameterKind::Integer { min: *least as f64, max: *most as f64 },
            default.and_then(|text| text.parse().ok()).map(Setting::Number),
        ),
        OptionKind::Combo(choices) => {
            (ParameterKind::Choice { choices: choices.clone() }, default.map(|text| Setting::Text(text.to_owned())))
        }
        OptionKind::Button | OptionKind::Text => (ParameterKind::Text, None),
    };
    wire::Parameter {
        key: format!("{OPTION}{}", offer.name),
        title: offer.name.clone(),
        help: String::new(),
        unit: None,
        group: "Its own options".to_owned(),
        kind,
        default,
        required: false,
    }
}

/// What can be asked of programs.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/engines", "Programs that were found or allowed", list),
        Route::get("/api/engines/{id}", "What a program says of itself: it is started for that", show).expensive(),
        Route::act("/api/engines/{id}/bench", "How fast a program searches", bench).expensive(),
    ]
}

fn find<'a>(studio: &'a Studio, id: &str) -> Result<&'a ExternalEngine, Problem> {
    studio.programs.iter().find(|program| program.id == id).ok_or_else(|| Problem::unknown("program", id))
}

/// GET /api/engines
fn list(studio: &Arc<Studio>, _: &Call) -> Result<EngineList, Problem> {
    let engine = |program: &ExternalEngine| wire::Engine {
        id: program.id.clone(),
        title: program.title.clone(),
        protocol: program.spec.kind().name.to_owned(),
        variants: program.variants.iter().map(|variant| variant.uci_name().to_owned()).collect(),
        is_given: program.is_given,
        can_analyse: program.can_analyse,
    };
    Ok(EngineList { engines: studio.programs.iter().map(engine).collect() })
}

/// GET /api/engines/ID
fn show(studio: &Arc<Studio>, call: &Call) -> Result<EngineFacts, Problem> {
    let program = find(studio, &call.id)?;
    let introduction = program.introduction()?;
    let fixed = introduction.options.iter().filter(|offer| !is_settable(offer));
    Ok(EngineFacts {
        name: introduction.name.clone(),
        parameters: program.options()?.into_iter().map(field).collect(),
        fixed: fixed.map(|offer| offer.name.clone()).collect(),
    })
}

/// POST /api/engines/ID/bench
fn bench(studio: &Arc<Studio>, call: &Call) -> Result<EngineBench, Problem> {
    let program = find(studio, &call.id)?;
    let busy = || Problem::Crowded("other searches are going on: try again when they have ended".to_owned());
    let _permit = studio.slots.try_acquire().ok_or_else(busy)?;
    let cannot = |reason: String| Problem::Unfit(format!("{} cannot be measured: {reason}", program.title));
    let spec = program.spec.program()?.ok_or_else(|| cannot("it is no program".to_owned()))?;
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let mut bench = EngineBench::default();
    let analysis =
        Analysis { record: &record, lines: 1, depth: None, time: Some(BENCH), stop: &|| studio.is_closing() };
    let heard = analyse(&spec, &analysis, &mut |line| {
        bench = EngineBench {
            depth: line.depth,
            nodes: line.nodes,
            nodes_per_second: line.nodes_per_second,
            milliseconds: line.time.as_millis() as u64,
        };
    });
    heard.map_err(|failure| cannot(failure.to_string()))?;
    Ok(bench)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(name: &str, kind: OptionKind) -> Offer {
        Offer { name: name.to_owned(), kind, default: None }
    }

    #[test]
    fn files_cannot_be_named_to_a_program() {
        let hash = OptionKind::Spin { least: 1, most: 64 };
        assert!(is_settable(&offer("Hash", hash.clone())) && is_settable(&offer("Skill Level", hash)));
        for (name, kind) in [
            ("SyzygyPath", OptionKind::Text),
            ("Clear Hash", OptionKind::Button),
            ("ponder", OptionKind::Check),
            ("a,b", OptionKind::Check),
            ("Style", OptionKind::Combo(vec!["x,dir=/".to_owned()])),
        ] {
            assert!(!is_settable(&offer(name, kind)), "{name}");
        }
    }
}
