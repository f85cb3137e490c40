//! The engine's parameters, each declared once.
//!
//! The lines that offer them over UCI (`option name ...`) and XBoard (`feature option=...`), the reading of a value
//! and the defaults all derive from [`PARAMETERS`]. Names follow the UCI specification and the habits of GUIs.

mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use hetman_parameters::{Default as Declared, Value};
use hetman_rules::{Quote, Variant};
use hetman_search::{Settings, Tunables};

pub use table::PARAMETERS;

/// Name and version, as both protocols announce them.
pub const ENGINE_NAME: &str = concat!("Hetman ", env!("CARGO_PKG_VERSION"));
pub const AUTHORS: &str = "the Hetman authors";

/// Values of all parameters.
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

/// What a parameter holds, what it may hold, and where it is kept.
pub enum Kind {
    Check { default: bool, set: fn(&mut Options, bool) },
    Spin { default: u32, min: u32, max: u32, set: fn(&mut Options, u32) },
    Variant { choices: &'static [Variant], set: fn(&mut Options, Variant) },
    Text { default: &'static str, widget: Widget, set: fn(&mut Options, &str) },
    Button { press: fn(&mut Options) },
}

/// How XBoard lets a user edit a text.
#[derive(Clone, Copy)]
pub enum Widget {
    String,
    File,
    Path,
}

pub struct Parameter {
    pub name: &'static str,
    pub meaning: &'static str,
    /// XBoard has a command of its own for the others (`memory`, `cores`, `hard`, `variant`, `egtpath`) or no use.
    pub in_xboard: bool,
    pub kind: Kind,
}

/// Why a parameter keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionProblem {
    #[error("there is no option '{0}'")]
    Unknown(Quote),
    #[error("option {name} is a number from {min} to {max}, not '{value}'")]
    NotInRange { name: &'static str, min: u32, max: u32, value: Quote },
    #[error("option {name} is {allowed}, not '{value}'")]
    NotTunable { name: &'static str, allowed: String, value: Quote },
    #[error("option {name} is true or false, not '{value}'")]
    NotABoolean { name: &'static str, value: Quote },
    #[error("option {name}: {reason}")]
    NotAChoice { name: &'static str, reason: hetman_rules::UnknownVariant },
}

impl Default for Options {
    /// The defaults of the table.
    fn default() -> Options {
        let mut options = Options {
            hash_mib: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead: Duration::ZERO,
            clear_hash: false,
            syzygy_path: String::new(),
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
        for parameter in &PARAMETERS {
            parameter.reset(&mut options);
        }
        options
    }
}

impl Options {
    /// Sets a parameter by its name, upper or lower case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionProblem> {
        if let Some(parameter) = PARAMETERS.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name)) {
            return parameter.set(self, value);
        }
        let tunable = tunables().iter().find(|tunable| tunable.key.eq_ignore_ascii_case(name));
        let tunable = tunable.ok_or_else(|| OptionProblem::Unknown(name.into()))?;
        match tunable.read(Some(value)) {
            Some(Value::Integer(number)) => {
                self.tuned.insert(tunable.key.to_owned(), number as i32);
                Ok(())
            }
            _ => Err(OptionProblem::NotTunable { name: tunable.key, allowed: tunable.values(), value: value.into() }),
        }
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

/// The search's own numbers, which a build made for tuning offers over UCI.
fn tunables() -> &'static [hetman_parameters::Parameter] {
    if cfg!(feature = "tune") { Tunables::DECLARED } else { &[] }
}

/// The lines that offer the numbers of the search over UCI.
pub fn tunable_offers() -> impl Iterator<Item = String> {
    tunables().iter().filter_map(|tunable| match (tunable.kind, tunable.default) {
        (hetman_parameters::Kind::Integer { min, max }, Some(Declared::Integer(default))) => {
            Some(format!("option name {} type spin default {default} min {min} max {max}", tunable.key))
        }
        _ => None,
    })
}

impl Parameter {
    fn reset(&self, options: &mut Options) {
        match self.kind {
            Kind::Check { default, set } => set(options, default),
            Kind::Spin { default, set, .. } => set(options, default),
            Kind::Variant { choices, set } => set(options, choices[0]),
            Kind::Text { default, set, .. } => set(options, default),
            Kind::Button { .. } => (),
        }
    }

    fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionProblem> {
        let name = self.name;
        match self.kind {
            Kind::Check { set, .. } => set(options, boolean(name, value)?),
            Kind::Spin { min, max, set, .. } => set(options, number(name, min, max, value)?),
            Kind::Variant { set, .. } => {
                let variant = value.parse().map_err(|reason| OptionProblem::NotAChoice { name, reason })?;
                set(options, variant);
            }
            Kind::Text { set, .. } => set(options, if value == "<empty>" { "" } else { value }),
            Kind::Button { press } => press(options),
        }
        Ok(())
    }

    /// The line that offers the parameter over UCI.
    pub fn uci(&self) -> String {
        let rest = match self.kind {
            Kind::Check { default, .. } => format!("check default {default}"),
            Kind::Spin { default, min, max, .. } => format!("spin default {default} min {min} max {max}"),
            Kind::Variant { choices, .. } => {
                let all: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
                format!("combo default {}{all}", choices[0])
            }
            Kind::Text { default: "", .. } => "string default <empty>".to_owned(),
            Kind::Text { default, .. } => format!("string default {default}"),
            Kind::Button { .. } => "button".to_owned(),
        };
        format!("option name {} type {rest}", self.name)
    }

    /// The feature that offers the parameter over XBoard.
    pub fn xboard(&self) -> String {
        let rest = match self.kind {
            Kind::Check { default, .. } => format!("-check {}", u8::from(default)),
            Kind::Spin { default, min, max, .. } => format!("-spin {default} {min} {max}"),
            Kind::Variant { choices, .. } => {
                let names: Vec<_> = choices.iter().map(|choice| choice.xboard_name()).collect();
                format!("-combo *{}", names.join(" /// "))
            }
            Kind::Text { default, widget: Widget::String, .. } => format!("-string {default}"),
            Kind::Text { default, widget: Widget::File, .. } => format!("-file {default}"),
            Kind::Text { default, widget: Widget::Path, .. } => format!("-path {default}"),
            Kind::Button { .. } => "-button".to_owned(),
        };
        format!("option=\"{} {rest}\"", self.name)
    }
}

/// UCI writes true and false, XBoard 1 and 0.
fn boolean(name: &'static str, value: &str) -> Result<bool, OptionProblem> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(OptionProblem::NotABoolean { name, value: value.into() }),
    }
}

fn number(name: &'static str, min: u32, max: u32, value: &str) -> Result<u32, OptionProblem> {
    let in_range = |number: &u32| (min..=max).contains(number);
    value.parse().ok().filter(in_range).ok_or_else(|| OptionProblem::NotInRange { name, min, max, value: value.into() })
}

#[cfg(test)]
mod tests {
    use super::table::VARIANTS;
    use super::*;

    /// Another value than the default, as a GUI would send it.
    fn another_value(kind: &Kind) -> String {
        match kind {
            Kind::Check { default, .. } => (!default).to_string(),
            Kind::Spin { default, max, .. } => (default + 1).min(*max).to_string(),
            Kind::Variant { choices, .. } => choices[1].to_string(),
            Kind::Text { .. } => "somewhere".to_owned(),
            Kind::Button { .. } => String::new(),
        }
    }

    #[test]
    fn every_parameter_but_the_imprint_can_be_changed_by_its_name_in_any_case() {
        for parameter in &PARAMETERS {
            let mut options = Options::default();
            options.set(&parameter.name.to_uppercase(), &another_value(&parameter.kind)).unwrap();
            assert_eq!(options == Options::default(), parameter.name == "UCI_EngineAbout", "{}", parameter.name);
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
            ("UCI_Variant", "shogi", "unknown variant 'shogi'"),
        ] {
            let problem = options.set(name, value).unwrap_err().to_string();
            assert!(problem.contains(word), "{name} = {value}: {problem}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_variant_is_on_offer() {
        for variant in Variant::ALL {
            assert!(VARIANTS.contains(&variant), "{variant}");
        }
    }

    #[test]
    fn the_offers_have_the_form_of_their_protocol() {
        let uci: Vec<_> = PARAMETERS.iter().map(Parameter::uci).collect();
        assert_eq!(uci[0], "option name Hash type spin default 16 min 1 max 65536");
        assert!(uci.contains(&"option name Clear Hash type button".to_owned()));
        assert!(uci.contains(&"option name SyzygyPath type string default <empty>".to_owned()));
        assert!(uci.iter().any(|line| line.starts_with("option name UCI_Variant type combo default chess var chess")));
        let xboard: Vec<_> = PARAMETERS.iter().map(Parameter::xboard).collect();
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
