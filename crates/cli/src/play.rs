//! `hetman play`: a game in the terminal.
//!
//! The conversation runs over any reader and writer, so that a pipe, a test and a person at a keyboard get the same
//! answers.

mod archive;
pub(crate) mod board;
mod command;
mod mind;
mod opponent;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use hetman_rules::shakmaty::{CastlingMode, Color};
use hetman_rules::{AnyPosition, Ruleset, Variant, random};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use board::Style;
use opponent::Opponent;
use table::Table;

/// Play a game in the terminal
#[derive(Args, Clone, Debug)]
pub struct PlayArguments {
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, default_value = "chess")]
    variant: Ruleset,
    /// Who plays the other side: hetman, hetman:movetime=MS, hetman:depth=N, hetman:nodes=N, hetman:elo=N, random,
    /// king, material:depth=N, net:FILE,depth=N, uci:PROGRAM,movetime=MS, xboard:PROGRAM,depth=N or human
    #[arg(long, value_name = "PLAYER", default_value = "hetman")]
    against: Opponent,
    /// Start from this position
    #[arg(long)]
    fen: Option<String>,
    /// Start from this Chess960 position, 0 to 959 (only with --variant chess960)
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    start: Option<u32>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,
    /// Repeats everything that is left to chance
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

/// Plays until the user has enough.
pub fn run(arguments: PlayArguments) -> anyhow::Result<()> {
    let output = io::stdout();
    let style =
        Style::choose(output.is_terminal(), std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()));
    let mut table = arguments.table(style, output)?;
    let input = io::stdin();
    table.set_echo(!input.is_terminal());
    Ok(table.run(&mut input.lock())?)
}

impl PlayArguments {
    fn table<W: io::Write>(self, style: Style, output: W) -> anyhow::Result<Table<W>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed.unwrap_or_else(crate::seed_from_clock));
        let user = match self.color {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Random => Color::from_white(rng.random()),
        };
        let start = self.start_choice()?;
        if let Opponent::Player(word) = &self.against {
            word.build(self.variant.variant, 0)?;
        }
        Ok(Table::new(start, self.against, user, style, rng, output))
    }

    fn start_choice(&self) -> anyhow::Result<StartChoice> {
        let is_shuffled = self.variant.castling == CastlingMode::Chess960;
        match (&self.fen, self.start) {
            (Some(fen), _) => Ok(StartChoice::Fixed(Box::new(crate::position(self.variant, Some(fen))?))),
            (None, Some(_)) if !is_shuffled => anyhow::bail!("--start needs --variant chess960"),
            (None, Some(number)) => Ok(StartChoice::Fixed(Box::new(random::chess960_start(number)?))),
            (None, None) if is_shuffled => Ok(StartChoice::Shuffled),
            (None, None) => Ok(StartChoice::Usual(self.variant.variant)),
        }
    }
}

/// Where each game begins.
#[derive(Clone, Debug)]
enum StartChoice {
    Usual(Variant),
    Fixed(Box<AnyPosition>),
    /// Another of the 960 every time.
    Shuffled,
}

impl StartChoice {
    fn position(&self, rng: &mut ChaCha8Rng) -> AnyPosition {
        match self {
            StartChoice::Usual(variant) => AnyPosition::start(*variant),
            StartChoice::Fixed(position) => (**position).clone(),
            StartChoice::Shuffled => random::random_chess960_start(rng),
        }
    }
}
