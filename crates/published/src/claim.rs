//! What was printed: quantities, and what a work claims of them. Nothing here knows any row: claims are data of the series.

use std::fmt;

use hetman_arena::stats::Score;
use serde::Deserialize;

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
    /// The mean weight of the connections that leave a network's input.
    Input(String),
    /// How far the weights that leave a network's input lie apart.
    Spread(String),
    /// The learning rate that temporal coherence has left to a weight, without the common factor: |N| / A.
    Rate(String),
    /// A number that is worked out, by its name.
    Number(String),
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
            Quantity::Input(name) => write!(f, "weight of {name}"),
            Quantity::Spread(name) => write!(f, "spread of {name}"),
            Quantity::Rate(name) => write!(f, "rate of {name}"),
            Quantity::Number(name) => write!(f, "{name}"),
        }
    }
}

impl Quantity {
    /// Whether it counts games.
    pub fn is_share(&self) -> bool {
        use Quantity::*;
        matches!(self, Score | Won | Drawn | Lost | First(_) | Last(_) | Best(_) | Between(_))
    }

    /// Decimals worth printing.
    pub fn decimals(&self) -> usize {
        match self {
            Quantity::Rate(_) => 4,
            Quantity::Number(name) if !name.ends_with('%') => 0,
            share if share.is_share() => 1,
            _ => 2,
        }
    }

    /// Wins, draws and losses as it counts them.
    pub fn counted(&self, score: Score) -> Score {
        let only = |number: u64| Score { wins: number, draws: 0, losses: score.games() - number };
        match self {
            Quantity::Won => only(score.wins),
            Quantity::Drawn => only(score.draws),
            Quantity::Lost => only(score.losses),
            _ => score,
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
    value: Option<f64>,
    /// Games won, drawn and lost, where they are printed: the number and its own error follow from them.
    games: Option<[u64; 3]>,
    /// The work's own words, where it printed no number or said more.
    pub words: Option<String>,
    /// Bounds, where the work itself claims no more than them.
    at_least: Option<f64>,
    at_most: Option<f64>,
    /// Half the widest interval that still tells something, where the usual one does not do.
    tolerance: Option<f64>,
    /// The number is no claim of the work: its specification worked it out where the work says nothing.
    #[serde(default)]
    pub specified: bool,
    /// A bar of our own, no claim of anybody's.
    pub bar: Option<f64>,
    /// What it is called on the first page, if it is told there.
    pub headline: Option<String>,
}

/// Points of a share, and parts of any other number: wider intervals agree with nearly everything.
pub const POINTS: f64 = 10.0;
pub const PART: f64 = 0.5;

/// Standard deviations to either side that hold 95 % of a normal distribution.
const SIDES: f64 = 1.96;

impl Published {
    /// The printed number, if one was.
    pub fn value(&self) -> Option<f64> {
        self.value.or_else(|| self.printed_score()?.fraction().map(|share| 100.0 * share))
    }

    fn printed_score(&self) -> Option<Score> {
        let [wins, draws, losses] = self.games?;
        Some(self.quantity.counted(Score { wins, draws, losses }))
    }

    /// From where to where ours agrees with it; `None` where nothing can be compared.
    pub fn range(&self) -> Option<[f64; 2]> {
        match (self.at_least, self.at_most) {
            (None, None) => self.value().map(|value| [value, value]),
            (low, high) => Some([low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)]),
        }
    }

    /// How far the printed number itself may be off with a probability of 95 %, where its games are known.
    pub fn own_error(&self) -> f64 {
        let Some(score) = self.printed_score() else { return 0.0 };
        let (games, mean) = (score.games() as f64, score.fraction().unwrap_or_default());
        let squares = (score.wins as f64 + 0.25 * score.draws as f64) / games;
        100.0 * SIDES * ((squares - mean * mean) / games).sqrt()
    }

    /// Half the width of the widest interval that agrees.
    pub fn tolerance(&self) -> f64 {
        let of_number = || {
            let number = self.value().or(self.at_least).or(self.at_most).unwrap_or_default();
            if self.quantity.is_share() { POINTS } else { PART * number.abs() }
        };
        self.tolerance.unwrap_or_else(of_number)
    }

    /// What was printed.
    pub fn text(&self) -> String {
        if let Some(words) = &self.words {
            return words.clone();
        }
        match (self.at_least, self.at_most, self.bar) {
            (Some(low), Some(high), _) => format!("{low} to {high}"),
            (Some(low), None, _) => format!("at least {low}"),
            (None, Some(high), _) => format!("at most {high}"),
            (.., Some(bar)) => format!("bar: {bar}"),
            _ => self.value().map_or_else(String::new, |value| self.digits(value)),
        }
    }

    /// At least as many decimals as ours has, and all that were printed.
    fn digits(&self, value: f64) -> String {
        let printed =
            self.value.map_or(0, |value| value.to_string().split_once('.').map_or(0, |(_, digits)| digits.len()));
        // Halves are rounded up, as the works do.
        let value = value + 1e-9_f64.copysign(value);
        format!("{value:.0$}", printed.max(self.quantity.decimals() + usize::from(self.games.is_some())))
    }

    /// What it is about.
    pub fn label(&self) -> String {
        let player = self.player.as_ref().map_or_else(String::new, |player| format!("{player}: "));
        let source = if self.specified { ", as specified" } else { "" };
        format!("{player}{}{source}", self.quantity)
    }
}
