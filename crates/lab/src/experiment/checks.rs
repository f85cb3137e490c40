//! Values checked while they are read, so that the reader knows where they stand.

use std::fmt::Display;
use std::str::FromStr;

use hetman_arena::{PlayerError, PlayerSpec};
use hetman_search::exact::QUIESCENCE_PLIES;
use serde::de::{Deserialize, Deserializer, Error};

use super::Opponent;

/// The deepest plain search an experiment may ask for.
const DEEPEST: u32 = 12;
const MOST_OPENING_PLIES: u64 = 40;
/// More than anybody waits for, and few enough for any memory.
pub const MOST_RUNS: u64 = 1000;
pub const MOST_GAMES: u64 = 100_000_000;
pub const MOST_STEPS: u64 = 1_000_000;

/// Anything that reads itself from a word, and says so when it cannot.
pub fn word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

pub fn optional_word<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    word(deserializer).map(Some)
}

/// A name that can also be a folder's.
pub fn non_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_fine = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain);
    if is_fine { Ok(name) } else { Err(D::Error::custom("a name is made of letters, digits, '-', '_' and '.'")) }
}

fn checked<'de, D, T>(deserializer: D, is_right: impl Fn(&T) -> bool, wanted: &str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Display,
{
    let value = T::deserialize(deserializer)?;
    if is_right(&value) { Ok(value) } else { Err(D::Error::custom(format!("{value} is not {wanted}"))) }
}

fn up_to<'de, D: Deserializer<'de>>(deserializer: D, most: u64) -> Result<u64, D::Error> {
    checked(deserializer, |number| (1..=most).contains(number), &format!("a whole number from 1 to {most}"))
}

pub fn runs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    up_to(deserializer, MOST_RUNS)
}

pub fn games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    up_to(deserializer, MOST_GAMES)
}

/// Games between changes, steps of a rate, half-moves of a game.
pub fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    up_to(deserializer, MOST_STEPS)
}

pub fn optional_steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    steps(deserializer).map(Some)
}

pub fn search_depth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    checked(deserializer, |depth| (1..=DEEPEST).contains(depth), "a depth from 1 to 12")
}

pub fn captures<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    checked(deserializer, |plies| (1..=QUIESCENCE_PLIES).contains(plies), "a number of half-moves from 1 to 32")
}

pub fn checks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    checked(deserializer, |plies| *plies <= QUIESCENCE_PLIES, "a number of half-moves from 0 to 32")
}

pub fn all_captures() -> u32 {
    QUIESCENCE_PLIES
}

/// So few that a game of any variant is seldom over by then.
pub fn opening_plies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    checked(deserializer, |plies| *plies <= MOST_OPENING_PLIES, "a number of half-moves from 0 to 40")
}

pub fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    checked(deserializer, |share| (0.0..=1.0).contains(share), "a number from 0 to 1")
}

pub fn positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    checked(deserializer, |number: &f64| number.is_finite() && *number > 0.0, "a number above 0")
}

pub fn optional_positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    positive(deserializer).map(Some)
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Opponent, OpponentError> {
        match text {
            "self" => Ok(Opponent::Itself),
            "human" => Ok(Opponent::Human),
            _ => text.parse::<PlayerSpec>().map(Opponent::Player).map_err(OpponentError),
        }
    }
}

/// Why nobody can be played against.
#[derive(Debug, thiserror::Error)]
#[error("{0}, or \"self\"")]
pub struct OpponentError(PlayerError);
