//! Whether ours agrees with what was printed, and when that cannot be told. The rule is one for all rows and in one
//! place; more runs can only sharpen what it says.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::Published;
use crate::spread::Measured;

/// Fewer independent runs say nothing, however narrow their interval happens to be.
pub const LEAST_RUNS: u64 = 5;
/// Of the published length.
pub const LEAST_LENGTH: f64 = 0.5;

/// The rule in words, above every table.
pub const RULE: &str = "agrees: the printed number (or bound) lies in our 95 % interval, which is widened by the printed \
    number's own error where its games are printed; differs: it lies outside; cannot tell: fewer than 5 runs, less than \
    half of the published length, or it lies inside an interval that is wider than 10 points of a share, or than half \
    of any other number, to either side";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Agrees,
    Differs,
    CannotTell,
    /// Nothing was printed that a number of ours could agree with.
    NotComparable,
    /// Nothing was measured.
    NotRepeated,
}

impl Verdict {
    pub const ALL: [Verdict; 5] =
        [Verdict::Agrees, Verdict::Differs, Verdict::CannotTell, Verdict::NotComparable, Verdict::NotRepeated];

    pub fn words(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::CannotTell => "cannot tell",
            Verdict::NotComparable => "not comparable",
            Verdict::NotRepeated => "not repeated",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// How much a number of ours rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Independent runs, of which the fewest count where several rows' nets play; none where nothing was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// As a share of what was published, of which the least counts likewise.
    pub length: f64,
}

impl Evidence {
    pub const FULL: Evidence = Evidence { runs: None, length: 1.0 };

    /// What there is too little of.
    fn lacks(self) -> Option<String> {
        match self.runs {
            Some(runs) if runs < LEAST_RUNS => Some(format!("{runs} {}", if runs == 1 { "run" } else { "runs" })),
            _ if self.length < LEAST_LENGTH => Some(format!("{:.0} % of the length", 100.0 * self.length)),
            _ => None,
        }
    }
}

/// What the rule says, and why it cannot say more.
pub fn verdict(published: &Published, ours: Option<&Measured>, evidence: Evidence) -> (Verdict, Option<String>) {
    if let Some(bar) = published.bar {
        return (reached(bar, ours), None);
    }
    let Some([least, most]) = published.range() else { return (Verdict::NotComparable, None) };
    let Some(ours) = ours else { return (Verdict::NotRepeated, None) };
    let Some([low, high]) = ours.interval else { return (Verdict::CannotTell, Some("no interval".to_owned())) };
    if let Some(lacking) = evidence.lacks() {
        return (Verdict::CannotTell, Some(lacking));
    }
    let widened = |reach: f64| reach.hypot(published.own_error());
    let (low, high) = (ours.value - widened(ours.value - low), ours.value + widened(high - ours.value));
    let (half, tolerance) = ((high - low) / 2.0, published.tolerance());
    match low <= most && least <= high {
        false => (Verdict::Differs, None),
        true if half <= tolerance => (Verdict::Agrees, None),
        true => (Verdict::CannotTell, Some("wide".to_owned())),
    }
}

/// A bar is reached or missed by the whole interval.
fn reached(bar: f64, ours: Option<&Measured>) -> Verdict {
    match ours {
        None => Verdict::NotRepeated,
        Some(ours) if ours.low() >= bar => Verdict::Agrees,
        Some(ours) if ours.high() < bar => Verdict::Differs,
        Some(_) => Verdict::CannotTell,
    }
}

#[cfg(test)]
mod tests;
