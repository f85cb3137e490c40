//! Who sits on the other side of the board.

use std::str::FromStr;

use hetman_arena::players::limited;
use hetman_arena::{Evaluation, PlayerProblem, PlayerWord};
use hetman_search::Limits;

/// The other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// At full strength, with whom one can also talk about draws.
    Hetman(Limits),
    /// Anybody else who can be named.
    Player(PlayerWord),
    /// Both sides are played at this keyboard.
    Human,
}

impl FromStr for Opponent {
    type Err = PlayerProblem;

    fn from_str(word: &str) -> Result<Opponent, PlayerProblem> {
        Ok(match word.parse()? {
            PlayerWord::Hetman { limits, elo: None, eval: Evaluation::Shipped } => Opponent::Hetman(limited(limits)),
            PlayerWord::Human => Opponent::Human,
            player => Opponent::Player(player),
        })
    }
}

pub fn default_limits() -> Limits {
    limited(Limits::default())
}

impl Opponent {
    pub fn name(&self) -> &str {
        match self {
            Opponent::Hetman(_) | Opponent::Player(PlayerWord::Hetman { .. }) => "Hetman",
            Opponent::Human | Opponent::Player(PlayerWord::Human) => "Human",
            Opponent::Player(PlayerWord::Random { .. }) => "Random",
            Opponent::Player(PlayerWord::King(_)) => "King",
            Opponent::Player(PlayerWord::Material(_)) => "Material",
            Opponent::Player(PlayerWord::Net { .. }) => "Net",
            Opponent::Player(PlayerWord::External(spec)) => spec.name.as_deref().unwrap_or_else(|| spec.program.name()),
        }
    }

    /// How long Hetman may think when it is asked, whoever the opponent is.
    pub fn thinking_limits(&self) -> Limits {
        match self {
            Opponent::Hetman(limits) => limits.clone(),
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
        assert_eq!("random".parse(), Ok(Opponent::Player(PlayerWord::Random { mate_in_one: false })));
        assert_eq!("human".parse(), Ok(Opponent::Human));
        assert_eq!("hetman".parse(), Ok(Opponent::Hetman(default_limits())));
        assert_eq!(default_limits().move_time, Some(Duration::from_secs(1)));
        let limits = Limits { depth: Some(5), nodes: Some(10_000), ..Limits::default() };
        assert_eq!("hetman:depth=5,nodes=10000".parse(), Ok(Opponent::Hetman(limits)));
        let weak: Opponent = "hetman:elo=1200".parse().unwrap();
        assert!(matches!(weak, Opponent::Player(_)) && weak.name() == "Hetman");
    }

    #[test]
    fn other_words_are_answered_with_what_there_is() {
        let said = |word: &str| word.parse::<Opponent>().unwrap_err().to_string();
        assert!(said("stockfish").contains("material:depth=3"));
        assert!(said("hetman:depth=0").contains("is no option of hetman"));
    }
}
