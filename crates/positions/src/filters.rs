//! Which positions are of use, as named rules. Each leaves some out.

use std::str::FromStr;

use hetman_parameters::{Default as Preset, Kind, Parameter, Settings, SettingsError};
use hetman_rules::shakmaty::{KnownOutcome, Move, Position};

use crate::{ScoredPosition, WhiteScore};

/// A rule; a number, where it has one, is a bound.
pub struct Filter {
    pub parameter: Parameter,
    leaves_out: fn(&ScoredPosition, i64) -> bool,
}

impl Filter {
    const fn rule(
        key: &'static str,
        title: &'static str,
        help: &'static str,
        leaves_out: fn(&ScoredPosition, i64) -> bool,
    ) -> Filter {
        let parameter = Parameter::new(key, title, Kind::Flag, help).or(Preset::Flag(false));
        Filter { parameter, leaves_out }
    }

    const fn bound(
        key: &'static str,
        title: &'static str,
        unit: &'static str,
        help: &'static str,
        leaves_out: fn(&ScoredPosition, i64) -> bool,
    ) -> Filter {
        let kind = Kind::Integer { min: 0, max: 30_000 };
        Filter { parameter: Parameter::new(key, title, kind, help).in_unit(unit), leaves_out }
    }
}

/// All rules there are.
pub static FILTERS: [Filter; 7] = [
    Filter::rule("unscored", "Not searched", "leaves out positions that no search has scored", |here, _| {
        here.score.is_none()
    }),
    Filter::rule(
        "check",
        "In check",
        "leaves out positions in check, whose value is not seen from the board",
        |here, _| here.position.is_check(),
    ),
    Filter::rule(
        "noisy",
        "Noisy best move",
        "leaves out positions in which a capture or a promotion was played",
        |here, _| is_noisy(here.played),
    ),
    Filter::rule("mates", "Mate scores", "leaves out positions that are scored as a mate", |here, _| {
        here.score.is_some_and(WhiteScore::is_mate)
    }),
    Filter::bound(
        "early",
        "Early positions",
        "half-moves",
        "leaves out positions after fewer half-moves",
        |here, plies| (here.ply as i64) < plies,
    ),
    Filter::bound("large", "Large scores", "centipawns", "leaves out positions with at least this lead", has_lead),
    Filter::bound(
        "draws",
        "Draws not believed",
        "centipawns",
        "leaves out positions with at least this lead in games that were drawn",
        |here, lead| here.result == Some(KnownOutcome::Draw) && has_lead(here, lead),
    ),
];

const PARAMETERS: [Parameter; FILTERS.len()] = {
    let mut parameters = [FILTERS[0].parameter; FILTERS.len()];
    let mut index = 1;
    while index < FILTERS.len() {
        parameters[index] = FILTERS[index].parameter;
        index += 1;
    }
    parameters
};

/// What is used where nobody says otherwise.
const USUAL: &str = "unscored,check,noisy,mates,draws=300";
/// No rule at all.
const NONE: &str = "none";

fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

fn has_lead(here: &ScoredPosition, lead: i64) -> bool {
    match here.score {
        Some(WhiteScore::Centipawns(centipawns)) => i64::from(centipawns).abs() >= lead,
        Some(WhiteScore::Mate(_)) => true,
        None => false,
    }
}

/// A rule's name or number is wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("filters: {0}")]
pub struct FilterError(#[from] SettingsError);

/// Rules that were chosen, written like `check,noisy,early=16`; `none` is none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filters {
    chosen: Settings,
    rules: Vec<(usize, i64)>,
}

impl Filters {
    /// For messages and forms.
    pub fn parameters() -> &'static [Parameter] {
        &PARAMETERS
    }

    /// Everything is of use.
    pub fn none() -> Filters {
        Filters::of(Settings::none(&PARAMETERS))
    }

    pub fn of(chosen: Settings) -> Filters {
        let bound = |parameter: &Parameter| match parameter.kind {
            Kind::Flag => chosen.flag(parameter.key).then_some(0),
            _ => chosen.integer(parameter.key),
        };
        let rules = PARAMETERS.iter().enumerate().filter_map(|(index, parameter)| Some((index, bound(parameter)?)));
        Filters { rules: rules.collect(), chosen }
    }

    /// Whether a position is of use.
    pub fn admits(&self, here: &ScoredPosition) -> bool {
        self.reason_against(here).is_none()
    }

    /// The first rule that leaves a position out.
    pub fn reason_against(&self, here: &ScoredPosition) -> Option<&'static str> {
        let against = self.rules.iter().find(|&&(index, bound)| (FILTERS[index].leaves_out)(here, bound));
        against.map(|&(index, _)| FILTERS[index].parameter.key)
    }
}

impl Default for Filters {
    fn default() -> Filters {
        USUAL.parse().expect("the usual filters are some")
    }
}

impl FromStr for Filters {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filters, FilterError> {
        let chosen = if text == NONE { Settings::none(&PARAMETERS) } else { Settings::read(&PARAMETERS, text)? };
        Ok(Filters::of(chosen))
    }
}

/// As it is read again.
impl std::fmt::Display for Filters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rules.is_empty() { f.write_str(NONE) } else { self.chosen.fmt(f) }
    }
}
