//! Who sits on the other side of the board.

use std::str::FromStr;
use std::time::Duration;

use hetman_search::Limits;

/// Long enough to play well, short enough to wait for.
const MOVE_TIME: Duration = Duration::from_millis(1000);

/// The other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Hetman(Limits),
    Random,
    /// Both sides are played at this keyboard.
    Human,
}

/// Why a word names no opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentProblem {
    #[error(
        "nobody here is called '{0}': choose hetman, hetman:movetime=100, hetman:depth=5, hetman:nodes=10000, random or human"
    )]
    Unknown(String),
    #[error("'{0}' is no limit for hetman: write movetime=MILLISECONDS, depth=N or nodes=N, with N at least 1")]
    Limit(String),
    #[error("'{0}' takes no options")]
    NoOptions(String),
}

impl FromStr for Opponent {
    type Err = OpponentProblem;

    fn from_str(word: &str) -> Result<Opponent, OpponentProblem> {
        let (name, options) = match word.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (word, None),
        };
        match (name, options) {
            ("hetman", options) => Ok(Opponent::Hetman(limits(options)?)),
            ("random", None) => Ok(Opponent::Random),
            ("human", None) => Ok(Opponent::Human),
            ("random" | "human", Some(_)) => Err(OpponentProblem::NoOptions(name.to_owned())),
            _ => Err(OpponentProblem::Unknown(word.to_owned())),
        }
    }
}

fn limits(options: Option<&str>) -> Result<Limits, OpponentProblem> {
    let Some(options) = options else {
        return Ok(default_limits());
    };
    let mut limits = Limits::default();
    for option in options.split(',') {
        set_limit(&mut limits, option).ok_or_else(|| OpponentProblem::Limit(option.to_owned()))?;
    }
    Ok(limits)
}

fn set_limit(limits: &mut Limits, option: &str) -> Option<()> {
    let (name, value) = option.split_once('=')?;
    let number = value.parse::<u64>().ok().filter(|&number| number > 0)?;
    match name {
        "movetime" => limits.move_time = Some(Duration::from_millis(number)),
        "depth" => limits.depth = Some(number.try_into().ok()?),
        "nodes" => limits.nodes = Some(number),
        _ => return None,
    }
    Some(())
}

pub fn default_limits() -> Limits {
    Limits { move_time: Some(MOVE_TIME), ..Limits::default() }
}

impl Opponent {
    pub fn name(&self) -> &'static str {
        match self {
            Opponent::Hetman(_) => "Hetman",
            Opponent::Random => "Random",
            Opponent::Human => "Human",
        }
    }

    /// How long Hetman may think when it is asked, whoever the opponent is.
    pub fn thinking_limits(&self) -> Limits {
        match self {
            Opponent::Hetman(limits) => limits.clone(),
            Opponent::Random | Opponent::Human => default_limits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_players() {
        assert_eq!("random".parse(), Ok(Opponent::Random));
        assert_eq!("human".parse(), Ok(Opponent::Human));
        assert_eq!("hetman".parse(), Ok(Opponent::Hetman(default_limits())));
        let limits = Limits { depth: Some(5), nodes: Some(10_000), ..Limits::default() };
        assert_eq!("hetman:depth=5,nodes=10000".parse(), Ok(Opponent::Hetman(limits)));
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!("hetman:movetime=100".parse(), Ok(Opponent::Hetman(limits)));
    }

    #[test]
    fn other_words_are_answered_with_what_there_is() {
        let said = |word: &str| word.parse::<Opponent>().unwrap_err().to_string();
        assert!(said("uci:stockfish").contains("hetman:depth=5"));
        for option in ["hetman:", "hetman:depth", "hetman:depth=0", "hetman:depth=-1", "hetman:elo=3"] {
            assert!(said(option).contains("no limit for hetman"), "{option}");
        }
        assert_eq!(said("random:7"), "'random' takes no options");
    }
}
