//! The table of the engine's options.

use std::time::Duration;

use hetman_arena::endgames::FOLDER;
use hetman_arena::players::ELO;
use hetman_parameters::{Default as Declared, Kind, Parameter, Value};
use hetman_rules::Variant;

use super::{EngineOption, Options, Widget, read};

pub const OPTIONS: [EngineOption; 18] = [
    option(spin("Hash", 1, 65536, "size of the hash table in MiB"), Declared::Integer(16), |options, value| {
        options.hash_mib = integer(value) as usize;
    }),
    option(spin("Threads", 1, 256, "threads that search together"), Declared::Integer(1), |options, value| {
        options.threads = integer(value) as usize;
    }),
    option(spin("MultiPV", 1, 256, "how many of the best lines to show"), Declared::Integer(1), |options, value| {
        options.multi_pv = integer(value) as usize;
    })
    .in_xboard(),
    option(
        check("Ponder", "whether the GUI lets the engine think on the opponent's time"),
        Declared::Flag(false),
        |options, value| options.ponder = flag(value),
    )
    .for_guests(),
    option(
        spin(
            "Move Overhead",
            0,
            5000,
            "time in ms lost between the clock and the engine on every move; a time given for the move is used whole",
        ),
        Declared::Integer(10),
        |options, value| options.move_overhead = Duration::from_millis(integer(value) as u64),
    )
    .in_xboard(),
    EngineOption {
        read: |_, _| Some(Value::Flag(true)),
        widget: Widget::Button,
        ..option(
            check("Clear Hash", "forget everything learned from earlier positions"),
            Declared::Flag(false),
            |options, value| options.clear_hash = flag(value),
        )
        .in_xboard()
    },
    EngineOption {
        widget: Widget::Path,
        ..option(
            text("SyzygyPath", "folders of Syzygy tables, separated as in PATH"),
            Declared::Text(""),
            |options, value| options.syzygy_path = value.to_string(),
        )
    },
    option(
        check("EndgameTables", "know every ending of three pieces, and those of four that are in EndgamePath"),
        Declared::Flag(true),
        |options, value| options.endgame_tables = flag(value),
    )
    .in_xboard(),
    EngineOption {
        widget: Widget::Path,
        ..option(
            text("EndgamePath", "the folder where `hetman endgame table` puts its tables"),
            Declared::Text(FOLDER),
            |options, value| options.endgame_path = value.to_string(),
        )
        .in_xboard()
    },
    option(
        check("EndgameRules", "play endings that there is no table of by rules that are proved to win them"),
        Declared::Flag(true),
        |options, value| options.endgame_rules = flag(value),
    )
    .in_xboard(),
    EngineOption {
        widget: Widget::File,
        ..option(
            text("EvalFile", "a learned evaluation instead of the built-in one"),
            Declared::Text(""),
            |options, value| options.eval_file = value.to_string(),
        )
        .in_xboard()
    },
    EngineOption {
        read: read_variant,
        ..option(
            Parameter::new(VARIANT, VARIANT, Kind::Choice(&VARIANTS), "the game that is played"),
            Declared::Text(VARIANTS[0]),
            |options, value| options.variant = value.to_string().parse().expect("it was read as a variant"),
        )
        .for_guests()
    },
    option(
        check("UCI_Chess960", "castling is written as the king taking its rook, whatever the squares"),
        Declared::Flag(false),
        |options, value| options.chess960 = flag(value),
    )
    .for_guests(),
    option(
        check("UCI_ShowWDL", "show the expected wins, draws and losses in thousandths"),
        Declared::Flag(false),
        |options, value| options.show_wdl = flag(value),
    )
    .for_guests(),
    option(check("UCI_LimitStrength", "play at the rating UCI_Elo"), Declared::Flag(false), |options, value| {
        options.limit_strength = flag(value);
    })
    .in_xboard(),
    option(
        Parameter::new("UCI_Elo", "UCI_Elo", ELO.kind, "the rating to play at when strength is limited"),
        Declared::Integer(1500),
        |options, value| options.elo = integer(value) as u32,
    )
    .in_xboard(),
    option(
        check("UCI_AnalyseMode", "the game is analysed: always at full strength"),
        Declared::Flag(false),
        |options, value| options.analyse_mode = flag(value),
    ),
    option(
        text("UCI_EngineAbout", "who wrote the engine; cannot be changed"),
        Declared::Text(concat!(
            "Hetman ",
            env!("CARGO_PKG_VERSION"),
            ", a laboratory that teaches itself chess and its variants, licensed under the GPL 3.0 or later"
        )),
        |_, _| (),
    )
    .for_guests(),
];

pub const VARIANT: &str = "UCI_Variant";

/// In the order GUIs list them, chess first.
pub const VARIANTS: [&str; 9] =
    ["chess", "antichess", "suicide", "atomic", "crazyhouse", "3check", "kingofthehill", "racingkings", "horde"];

/// Variants go by many names.
fn read_variant(_: &Parameter, text: &str) -> Option<Value> {
    text.parse().ok().map(|variant: Variant| Value::Text(variant.uci_name().to_owned()))
}

const fn option(parameter: Parameter, default: Declared, set: fn(&mut Options, &Value)) -> EngineOption {
    EngineOption {
        parameter: parameter.or(default),
        in_xboard: false,
        is_for_guests: false,
        widget: Widget::Plain,
        read,
        set,
    }
}

impl EngineOption {
    const fn in_xboard(self) -> EngineOption {
        EngineOption { in_xboard: true, ..self }
    }

    const fn for_guests(self) -> EngineOption {
        EngineOption { is_for_guests: true, ..self }
    }
}

const fn spin(key: &'static str, min: i64, max: i64, help: &'static str) -> Parameter {
    Parameter::new(key, key, Kind::Integer { min, max }, help)
}

const fn check(key: &'static str, help: &'static str) -> Parameter {
    Parameter::new(key, key, Kind::Flag, help)
}

const fn text(key: &'static str, help: &'static str) -> Parameter {
    Parameter::new(key, key, Kind::Text, help)
}

fn integer(value: &Value) -> i64 {
    value.as_integer().expect("the parameter takes whole numbers")
}

fn flag(value: &Value) -> bool {
    *value == Value::Flag(true)
}
