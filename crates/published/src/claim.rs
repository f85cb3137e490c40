//! What was printed, and when ours agrees with it. Nothing here knows any row: expectations are data of the series.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::spread::Measured;

/// Something a row's results can be asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Scale of the points, in per cent: a learner's, or a player's of a tournament.
    Score,
    Won,
    Drawn,
    Lost,
    /// The score in the first games.
    First(u64),
    /// The score in the last games.
    Last(u64),
    /// The highest score in so many consecutive games.
    Best(u64),
    /// The score in the games after the first number and up to the second.
    Between([u64; 2]),
    /// A piece's value to a linear model, where pieces are counted by square as well on the average square it stood on;
    /// on the row's scale.
    Value(String),
    /// A piece's value on the square where that is least, of those it stood on; on the row's scale.
    WorstSquare(String),
    BestSquare(String),
    /// A weight as it is.
    Weight(String),
    /// How many neighbours in a list of pieces are in rising order of their values.
    Rising(Vec<String>),
    /// The mean weight of the connections that leave a network's input.
    Input(String),
    /// How far the weights that leave a network's input lie apart.
    Spread(String),
    /// The learning rate that temporal coherence has left to a weight, without the common factor: |N| / A.
    Rate(String),
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Score => f.write_str("score, %"),
            Quantity::Won => f.write_str("won, %"),
            Quantity::Drawn => f.write_str("drawn, %"),
            Quantity::Lost => f.write_str("lost, %"),
            Quantity::First(games) => write!(f, "first {games} games, %"),
            Quantity::Last(games) => write!(f, "last {games} games, %"),
            Quantity::Best(games) => write!(f, "best {games} games, %"),
            Quantity::Between([from, to]) => write!(f, "games {} to {to}, %", from + 1),
            Quantity::Value(piece) => write!(f, "{piece}"),
            Quantity::WorstSquare(piece) => write!(f, "{piece}, worst square"),
            Quantity::BestSquare(piece) => write!(f, "{piece}, best square"),
            Quantity::Weight(name) => write!(f, "{name}, as it is"),
            Quantity::Rising(pieces) => write!(f, "{} in rising order", pieces.join(", ")),
            Quantity::Input(name) => write!(f, "weight of {name}"),
            Quantity::Spread(name) => write!(f, "spread of {name}"),
            Quantity::Rate(name) => write!(f, "rate of {name}"),
        }
    }
}

impl Quantity {
    /// Whether it counts games.
    fn is_share(&self) -> bool {
        use Quantity::*;
        matches!(self, Score | Won | Drawn | Lost | First(_) | Last(_) | Best(_) | Between(_))
    }

    /// Decimals worth printing.
    pub fn decimals(&self) -> usize {
        match self {
            Quantity::Rate(_) => 4,
            Quantity::Rising(_) => 0,
            share if share.is_share() => 1,
            _ => 2,
        }
    }
}

/// A printed number and what it claims.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    pub quantity: Quantity,
    /// Whose, in a tournament; the first player's if nobody is named.
    pub player: Option<String>,
    /// Divided by the same quantity of another row.
    pub relative_to: Option<String>,
    pub value: Option<f64>,
    /// The work's own words, where it printed no number or said more.
    pub words: Option<String>,
    /// How far from the value still agrees with it.
    pub within: Option<f64>,
    /// Instead of the value, what agrees with the words.
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
    /// A bar of our own: our number itself must reach it, whatever its interval.
    pub bar: Option<f64>,
}

/// Whether ours agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Met,
    NotMet,
    /// Nothing was claimed, or nothing was measured.
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Met => "yes",
            Verdict::NotMet => "no",
            Verdict::Open => "-",
        })
    }
}

impl Published {
    /// The range that the claim allows: the stated bounds, or else the value and what is near it.
    fn claim(&self) -> Option<(f64, f64)> {
        if self.at_least.is_some() || self.at_most.is_some() {
            return Some((self.at_least.unwrap_or(f64::NEG_INFINITY), self.at_most.unwrap_or(f64::INFINITY)));
        }
        let (value, within) = (self.value?, self.within.unwrap_or(0.0));
        Some((value - within, value + within))
    }

    /// Met if ours reaches the bar, or if its interval and the range of the claim have anything in common.
    pub fn verdict(&self, ours: Option<&Measured>) -> Verdict {
        let Some(ours) = ours else { return Verdict::Open };
        let is_met = match (self.bar, self.claim()) {
            (Some(bar), _) => ours.value >= bar,
            (None, Some((low, high))) => ours.low() <= high && low <= ours.high(),
            (None, None) => return Verdict::Open,
        };
        if is_met { Verdict::Met } else { Verdict::NotMet }
    }

    /// What was printed.
    pub fn text(&self) -> String {
        // At least as many decimals as ours, and all that were printed.
        let number = self.value.map(|value| {
            let own = value.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
            format!("{value:.0$}", own.max(self.quantity.decimals()))
        });
        let bar = self.bar.map(|bar| format!("bar: {bar}"));
        self.words.clone().or(number).or(bar).unwrap_or_default()
    }

    /// What it is about.
    pub fn label(&self) -> String {
        let player = self.player.as_ref().map_or_else(String::new, |player| format!("{player}: "));
        let other = self.relative_to.as_ref().map_or_else(String::new, |row| format!(" : {row}"));
        format!("{player}{}{other}", self.quantity)
    }
}
