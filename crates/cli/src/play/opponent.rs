//! Who sits on the other side of the board.

use std::str::FromStr;

use hetman_arena::players::limited;
use hetman_arena::{PlayerError, PlayerSpec};
use hetman_search::Limits;

/// The other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Our own search at full strength, with whom one can also talk about draws.
    OwnSearch(Limits),
    /// Anybody else who can be named.
    Player(PlayerSpec),
    /// Both sides are played at this keyboard.
    Human,
}

impl FromStr for Opponent {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Opponent, PlayerError> {
        let spec: PlayerSpec = text.parse()?;
        Ok(match (spec.kind().own_search)(&spec) {
            Some(limits) => Opponent::OwnSearch(limits),
            None if spec.is_person() => Opponent::Human,
            None => Opponent::Player(spec),
        })
    }
}

pub fn default_limits() -> Limits {
    limited(Limits::default())
}

impl Opponent {
    pub fn name(&self) -> String {
        match self {
            Opponent::OwnSearch(_) => "Hetman".to_owned(),
            Opponent::Human => "Human".to_owned(),
            Opponent::Player(spec) => spec.title(),
        }
    }

    /// How long Hetman may think when it is asked, whatever the opponent is.
    pub fn thinking_limits(&self) -> Limits {
        match self {
            Opponent::OwnSearch(limits) => limits.clone(),
            Opponent::Player(_) | Opponent::Human => default_limits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_words_for_players() {
        assert_eq!("random".parse(), Ok(Opponent::Player("random".parse().unwrap())));
        assert_eq!("human".parse(), Ok(Opponent::Human));
        assert_eq!("hetman".parse(), Ok(Opponent::OwnSearch(default_limits())));
        assert_eq!(default_limits().move_time, Some(Duration::from_secs(1)));
        let limits = Limits { depth: Some(5), nodes: Some(10_000), ..Limits::default() };
        assert_eq!("hetman:depth=5,nodes=10000".parse(), Ok(Opponent::OwnSearch(limits)));
        let weak: Opponent = "hetman:elo=1200".parse().unwrap();
        assert!(matches!(weak, Opponent::Player(_)) && weak.name() == "Hetman");
    }

    #[test]
    fn other_words_are_answered_with_what_there_is() {
        let said = |word: &str| word.parse::<Opponent>().unwrap_err().to_string();
        assert!(said("stockfish").contains("choose one of hetman"));
        assert!(said("hetman:depth=0").contains("depth must be a whole number"));
    }
}
