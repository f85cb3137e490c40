//! The table of the engine's parameters.

use std::time::Duration;

use hetman_rules::Variant;

use super::{Kind, Parameter, Widget};

pub const PARAMETERS: [Parameter; 15] = [
    Parameter {
        name: "Hash",
        meaning: "size of the hash table in MiB",
        in_xboard: false,
        kind: Kind::Spin { default: 16, min: 1, max: 65536, set: |options, mib| options.hash_mib = mib as usize },
    },
    Parameter {
        name: "Threads",
        meaning: "threads that search together",
        in_xboard: false,
        kind: Kind::Spin { default: 1, min: 1, max: 256, set: |options, count| options.threads = count as usize },
    },
    Parameter {
        name: "MultiPV",
        meaning: "how many of the best lines to show",
        in_xboard: true,
        kind: Kind::Spin { default: 1, min: 1, max: 256, set: |options, lines| options.multi_pv = lines as usize },
    },
    Parameter {
        name: "Ponder",
        meaning: "whether the GUI lets the engine think on the opponent's time",
        in_xboard: false,
        kind: Kind::Check { default: false, set: |options, on| options.ponder = on },
    },
    Parameter {
        name: "Move Overhead",
        meaning: "time in ms lost between the clock and the engine on every move; a time given for the move is used whole",
        in_xboard: true,
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |options, ms| options.move_overhead = Duration::from_millis(u64::from(ms)),
        },
    },
    Parameter {
        name: "Clear Hash",
        meaning: "forget everything learned from earlier positions",
        in_xboard: true,
        kind: Kind::Button { press: |options| options.clear_hash = true },
    },
    Parameter {
        name: "SyzygyPath",
        meaning: "folders of Syzygy tables, separated as in PATH",
        in_xboard: false,
        kind: Kind::Text {
            default: "",
            widget: Widget::Path,
            set: |options, path| options.syzygy_path = path.to_owned(),
        },
    },
    Parameter {
        name: "EvalFile",
        meaning: "a learned evaluation instead of the built-in one",
        in_xboard: true,
        kind: Kind::Text {
            default: "",
            widget: Widget::File,
            set: |options, file| options.eval_file = file.to_owned(),
        },
    },
    Parameter {
        name: "UCI_Variant",
        meaning: "the game that is played",
        in_xboard: false,
        kind: Kind::Variant { choices: &VARIANTS, set: |options, variant| options.variant = variant },
    },
    Parameter {
        name: "UCI_Chess960",
        meaning: "castling is written as the king taking its rook, whatever the squares",
        in_xboard: false,
        kind: Kind::Check { default: false, set: |options, on| options.chess960 = on },
    },
    Parameter {
        name: "UCI_ShowWDL",
        meaning: "show the expected wins, draws and losses in thousandths",
        in_xboard: false,
        kind: Kind::Check { default: false, set: |options, on| options.show_wdl = on },
    },
    Parameter {
        name: "UCI_LimitStrength",
        meaning: "play at the rating UCI_Elo",
        in_xboard: true,
        kind: Kind::Check { default: false, set: |options, on| options.limit_strength = on },
    },
    Parameter {
        name: "UCI_Elo",
        meaning: "the rating to play at when strength is limited",
        in_xboard: true,
        kind: Kind::Spin { default: 1500, min: 800, max: 2000, set: |options, elo| options.elo = elo },
    },
    Parameter {
        name: "UCI_AnalyseMode",
        meaning: "the game is analysed: always at full strength",
        in_xboard: false,
        kind: Kind::Check { default: false, set: |options, on| options.analyse_mode = on },
    },
    Parameter {
        name: "UCI_EngineAbout",
        meaning: "who wrote the engine; cannot be changed",
        in_xboard: false,
        kind: Kind::Text {
            default: concat!(
                "Hetman ",
                env!("CARGO_PKG_VERSION"),
                ", a laboratory that teaches itself chess and its variants, licensed under the GPL 3.0 or later"
            ),
            widget: Widget::String,
            set: |_, _| (),
        },
    },
];

/// In the order GUIs list them, chess first.
pub const VARIANTS: [Variant; 9] = [
    Variant::Chess,
    Variant::Antichess,
    Variant::Suicide,
    Variant::Atomic,
    Variant::Crazyhouse,
    Variant::ThreeCheck,
    Variant::KingOfTheHill,
    Variant::RacingKings,
    Variant::Horde,
];
