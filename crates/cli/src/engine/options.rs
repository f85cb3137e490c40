//! The engine's options: what a GUI can set.
//!
//! Each is a [`Parameter`], declared once in [`OPTIONS`], with what is special about protocols and where the value goes. The
//! lines that offer them over UCI (`option name ...`) and XBoard (`feature option=...`), the reading of a value, the
//! defaults and the help derive from that. Names follow the UCI specification and the habits of GUIs.

mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use hetman_parameters::{Default as Declared, Kind, Parameter, Value};
use hetman_rules::{Quote, Variant};
use hetman_search::{Settings, Tunables};

use super::offer::Offer;
pub use table::OPTIONS;
use table::{VARIANT, VARIANTS};

/// Name and version, as both protocols announce them.
pub const ENGINE_NAME: &str = concat!("Hetman ", env!("CARGO_PKG_VERSION"));
pub const AUTHORS: &str = "the Hetman authors";

/// Values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub hash_mib: usize,
    pub threads: usize,
    pub multi_pv: usize,
    pub ponder: bool,
    pub move_overhead: Duration,
    /// Pressed and not yet carried out.
    pub clear_hash: bool,
    pub syzygy_path: String,
    pub endgame_tables: bool,
    pub endgame_rules: bool,
    pub endgame_path: String,
    pub eval_file: String,
    pub variant: Variant,
    pub chess960: bool,
    pub show_wdl: bool,
    pub limit_strength: bool,
    pub elo: u32,
    pub analyse_mode: bool,
    /// Varies the play at limited strength; drawn anew for every game.
    pub seed: u64,
    /// Numbers of the search that were changed, in a build made for tuning.
    pub tuned: BTreeMap<String, i32>,
}

/// An option, and where its value goes.
pub struct EngineOption {
    pub parameter: Parameter,
    /// XBoard has a command of its own for the others (`memory`, `cores`, `hard`, `variant`, `egtpath`) or no use.
    pub in_xboard: bool,
    /// Whether it says something to a player in the engine's place.
    pub is_for_guests: bool,
    pub widget: Widget,
    /// What a text means: [`read`], but for names that are spelled in several ways.
    pub read: fn(&Parameter, &str) -> Option<Value>,
    /// The value is one that the parameter takes.
    pub set: fn(&mut Options, &Value),
}

/// How a GUI lets a user edit it, where the kind of its values does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Widget {
    Plain,
    File,
    Path,
    /// Pressed, not set.
    Button,
}

/// Why an option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(Quote),
    #[error("option {name} is {allowed}, not '{value}'")]
    Value { name: &'static str, allowed: String, value: Quote },
}

impl Default for Options {
    /// The defaults that are declared.
    fn default() -> Options {
        let mut options = Options {
            hash_mib: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead: Duration::ZERO,
            clear_hash: false,
            syzygy_path: String::new(),
            endgame_tables: false,
            endgame_rules: false,
            endgame_path: String::new(),
            eval_file: String::new(),
            variant: Variant::Chess,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: 0,
            analyse_mode: false,
            seed: 0,
            tuned: BTreeMap::new(),
        };
        for EngineOption { parameter, set, .. } in &OPTIONS {
            if let Some(default) = parameter.default {
                set(&mut options, &default.into());
            }
        }
        options
    }
}

impl Options {
    /// Sets an option by its name, upper or lower case.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let is_named = |parameter: &Parameter| parameter.key.eq_ignore_ascii_case(name);
        if let Some(option) = OPTIONS.iter().find(|option| is_named(&option.parameter)) {
            let value = (option.read)(&option.parameter, text).ok_or_else(|| wrong(&option.parameter, text))?;
            (option.set)(self, &value);
            return Ok(());
        }
        let tunable = tunables().iter().find(|tunable| is_named(tunable));
        let tunable = tunable.ok_or_else(|| OptionError::Unknown(name.into()))?;
        let value = read(tunable, text).and_then(|value| value.as_integer()).ok_or_else(|| wrong(tunable, text))?;
        self.tuned.insert(tunable.key.to_owned(), value as i32);
        Ok(())
    }

    /// What the search needs to know of them.
    pub fn settings(&self) -> Settings {
        Settings {
            hash_mib: self.hash_mib,
            threads: self.threads,
            multi_pv: self.multi_pv,
            move_overhead: self.move_overhead,
            seed: self.seed,
            tuned: self.tuned.clone(),
            elo: (self.limit_strength && !self.analyse_mode).then_some(self.elo),
        }
    }
}

fn wrong(parameter: &Parameter, text: &str) -> OptionError {
    OptionError::Value { name: parameter.key, allowed: parameter.values(), value: text.into() }
}

/// UCI writes true and false, XBoard 1 and 0; and `<empty>` is how UCI writes nothing.
fn read(parameter: &Parameter, text: &str) -> Option<Value> {
    match (parameter.kind, text.to_ascii_lowercase().as_str()) {
        (Kind::Flag, "true" | "1") => Some(Value::Flag(true)),
        (Kind::Flag, "false" | "0") => Some(Value::Flag(false)),
        (Kind::Text, "" | "<empty>") => Some(Value::Text(String::new())),
        _ => parameter.read(Some(text)),
    }
}

/// The search's own numbers, which a build made for tuning offers over UCI.
fn tunables() -> &'static [Parameter] {
    if cfg!(feature = "tune") { Tunables::DECLARED } else { &[] }
}

/// The lines that offer everything over UCI.
pub fn uci_offers(offer: &Offer) -> Vec<String> {
    let options = offer.options().map(|option| match option.parameter.key {
        VARIANT => variant_offer(offer),
        _ => uci_offer(&option.parameter, option.widget),
    });
    let tunables = if offer.player().is_none() { tunables() } else { &[] };
    options.chain(tunables.iter().map(|tunable| uci_offer(tunable, Widget::Plain))).collect()
}

/// The variants that are played, in the order in which GUIs list them.
fn variant_offer(offer: &Offer) -> String {
    let is_played = |name: &&&str| offer.variants().iter().any(|variant| variant.uci_name() == **name);
    let all: String = VARIANTS.iter().filter(is_played).map(|name| format!(" var {name}")).collect();
    format!("option name {VARIANT} type combo default {}{all}", offer.first_variant().uci_name())
}

fn uci_offer(parameter: &Parameter, widget: Widget) -> String {
    let default = default_of(parameter);
    let rest = match parameter.kind {
        _ if widget == Widget::Button => "button".to_owned(),
        Kind::Flag => format!("check default {default}"),
        Kind::Integer { min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Choice(choices) => {
            let all: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("combo default {default}{all}")
        }
        _ if default.is_empty() => "string default <empty>".to_owned(),
        _ => format!("string default {default}"),
    };
    format!("option name {} type {rest}", parameter.key)
}

impl EngineOption {
    /// The feature that offers the option over XBoard.
    pub fn xboard(&self) -> String {
        let default = default_of(&self.parameter);
        let rest = match (self.parameter.kind, self.widget) {
            (_, Widget::Button) => "-button".to_owned(),
            (Kind::Flag, _) => format!("-check {}", u8::from(default == "true")),
            (Kind::Integer { min, max }, _) => format!("-spin {default} {min} {max}"),
            (Kind::Choice(choices), _) => format!("-combo *{}", choices.join(" /// ")),
            (_, Widget::File) => format!("-file {default}"),
            (_, Widget::Path) => format!("-path {default}"),
            (_, Widget::Plain) => format!("-string {default}"),
        };
        format!("option=\"{} {rest}\"", self.parameter.key)
    }
}

fn default_of(parameter: &Parameter) -> String {
    parameter.default.map_or_else(String::new, |default: Declared| Value::from(default).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another value than the default, as a GUI would send it.
    fn another_value(parameter: &Parameter) -> String {
        match (parameter.kind, parameter.default) {
            (Kind::Flag, Some(Declared::Flag(default))) => (!default).to_string(),
            (Kind::Flag, _) => String::new(),
            (Kind::Integer { max, .. }, Some(Declared::Integer(default))) => (default + 1).min(max).to_string(),
            (Kind::Choice(choices), _) => choices[1].to_owned(),
            _ => "somewhere".to_owned(),
        }
    }

    #[test]
    fn every_parameter_but_the_imprint_can_be_changed_by_its_name_in_any_case() {
        for EngineOption { parameter, .. } in &OPTIONS {
            let mut options = Options::default();
            options.set(&parameter.key.to_uppercase(), &another_value(parameter)).unwrap();
            assert_eq!(options == Options::default(), parameter.key == "UCI_EngineAbout", "{}", parameter.key);
        }
    }

    #[test]
    fn what_cannot_be_set_is_refused_in_words() {
        let mut options = Options::default();
        for (name, value, word) in [
            ("Nonsense", "1", "no option 'Nonsense'"),
            ("Hash", "0", "from 1 to 65536"),
            ("Hash", "99999999999999999999", "from 1 to 65536"),
            ("Threads", "many", "not 'many'"),
            ("Threads", "-1", "not '-1'"),
            ("Ponder", "perhaps", "true or false"),
            ("UCI_Variant", "shogi", "one of chess, antichess,"),
        ] {
            let problem = options.set(name, value).unwrap_err().to_string();
            assert!(problem.contains(word), "{name} = {value}: {problem}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_variant_is_on_offer() {
        for variant in Variant::ALL {
            assert!(VARIANTS.contains(&variant.uci_name()), "{variant}");
        }
    }

    #[test]
    fn the_offers_have_the_form_of_their_protocol() {
        let uci = uci_offers(&Offer::engine());
        assert_eq!(uci[0], "option name Hash type spin default 16 min 1 max 65536");
        assert!(uci.contains(&"option name Clear Hash type button".to_owned()));
        assert!(uci.contains(&"option name SyzygyPath type string default <empty>".to_owned()));
        assert!(uci.iter().any(|line| line.starts_with("option name UCI_Variant type combo default chess var chess")));
        let xboard: Vec<_> = OPTIONS.iter().map(EngineOption::xboard).collect();
        assert!(xboard.contains(&"option=\"Move Overhead -spin 10 0 5000\"".to_owned()));
        assert!(xboard.contains(&"option=\"UCI_LimitStrength -check 0\"".to_owned()));
        assert!(xboard.contains(&"option=\"Clear Hash -button\"".to_owned()));
    }

    #[test]
    fn strength_is_limited_only_in_play() {
        let mut options = Options::default();
        options.set("UCI_Elo", "1700").unwrap();
        assert_eq!(options.settings().elo, None);
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.settings().elo, Some(1700));
        options.set("UCI_AnalyseMode", "true").unwrap();
        assert_eq!(options.settings().elo, None);
    }
}
