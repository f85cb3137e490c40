//! The block of lines by which engine people know a match, as fishtest and OpenBench print it.

use std::fmt;

use serde::Serialize;

use super::elo::{Estimate, Method, Spread};
use super::results::{Results, Unit};
use super::sprt::{Sprt, SprtModel, SprtVerdict};

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    pub test: Sprt,
    pub log_likelihood_ratio: f64,
    pub ratio_bounds: [f64; 2],
    pub verdict: SprtVerdict,
}

/// A match with everything that is to be said about it. `Display` writes the block, serde the same for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Whose side all numbers are on.
    pub first: String,
    pub second: String,
    /// How it was played, in the caller's words: `8.0+0.08s Threads=1 Hash=16MB`.
    pub conditions: String,
    pub results: Results,
    pub estimate: Estimate,
    pub draw_ratio: Option<f64>,
    pub pair_draw_ratio: Option<f64>,
    pub pairs_ratio: Option<f64>,
    pub sprt: Option<SprtState>,
}

impl MatchReport {
    pub fn new(first: &str, second: &str, conditions: &str, results: Results, sprt: Option<Sprt>) -> MatchReport {
        MatchReport {
            first: first.to_owned(),
            second: second.to_owned(),
            conditions: conditions.to_owned(),
            estimate: Estimate::of(&results),
            draw_ratio: results.score.draw_ratio(),
            pair_draw_ratio: results.pentanomial.draw_ratio(),
            pairs_ratio: results.pentanomial.pairs_ratio(),
            sprt: sprt.map(|test| SprtState::of(test, &results)),
            results,
        }
    }
}

impl SprtState {
    pub fn of(test: Sprt, results: &Results) -> SprtState {
        SprtState {
            test,
            log_likelihood_ratio: test.log_likelihood_ratio(results),
            ratio_bounds: test.ratio_bounds(),
            verdict: test.verdict(results),
        }
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { first, second, estimate, results, .. } = self;
        let score = results.score;
        writeln!(f, "Elo   | {}  of {first} against {second}", estimate.elo_words())?;
        writeln!(f, "nElo  | {}", spread_words(&estimate.normalised_elo, "unknown: every game or pair scored alike"))?;
        writeln!(f, "LOS   | {:.2} %", 100.0 * estimate.likelihood_of_superiority)?;
        match &self.sprt {
            Some(state) => writeln!(f, "SPRT  | {}\nLLR   | {state}", self.conditions)?,
            None => writeln!(f, "Conf  | {}", self.conditions)?,
        }
        writeln!(
            f,
            "Games | N: {} W: {} L: {} D: {} ({})",
            score.games(),
            score.wins,
            score.losses,
            score.draws,
            percent(score.fraction())
        )?;
        writeln!(
            f,
            "Draws | {} of games, {} of pairs; {}",
            percent(self.draw_ratio),
            percent(self.pair_draw_ratio),
            self.pairs_words()
        )?;
        write!(f, "Penta | {:?}", results.pentanomial.0)
    }
}

impl MatchReport {
    fn pairs_words(&self) -> String {
        match self.pairs_ratio {
            Some(ratio) => format!("pairs ratio {ratio:.2}"),
            None => "no pair lost".to_owned(),
        }
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = self.ratio_bounds;
        let [elo0, elo1] = self.test.elo_bounds();
        let scale = match self.test.model() {
            SprtModel::Logistic => "",
            SprtModel::Normalised => " nElo",
        };
        let verdict = match self.verdict {
            SprtVerdict::Continue => "",
            SprtVerdict::AcceptNull => "  H0 accepted",
            SprtVerdict::AcceptAlternative => "  H1 accepted",
        };
        let ratio = self.log_likelihood_ratio;
        write!(f, "{ratio:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]{scale}{verdict}")
    }
}

fn percent(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.2} %", 100.0 * ratio))
}

impl Estimate {
    /// The difference in Elo, and how its interval was found where that was not by the book.
    pub fn elo_words(&self) -> String {
        let unit = match self.unit {
            Unit::Pair => "pair",
            Unit::Game => "game",
        };
        match self.method {
            None => "unknown: no game is finished".to_owned(),
            Some(Method::Variance) => spread_words(&self.elo, "unknown"),
            Some(Method::Wilson) => {
                format!("{} (95%, Wilson)", bounds_words(&self.elo))
            }
            Some(Method::OneSided) => {
                format!("{} (95%, one-sided: every {unit} ended the same way)", bounds_words(&self.elo))
            }
        }
    }
}

fn spread_words(spread: &Spread, unknown: &str) -> String {
    match (spread.value, spread.error()) {
        (Some(value), Some(error)) => format!("{value:.2} +- {error:.2} (95%)"),
        _ => unknown.to_owned(),
    }
}

/// Bounds that are not symmetric, or not both there.
fn bounds_words(spread: &Spread) -> String {
    match (spread.value, spread.low, spread.high) {
        (Some(value), Some(low), Some(high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        (_, Some(low), _) => format!("> {low:.2}"),
        (_, _, Some(high)) => format!("< {high:.2}"),
        _ => "unknown".to_owned(),
    }
}
