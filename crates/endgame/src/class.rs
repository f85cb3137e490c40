//! What a position is learned to be: drawn, lost or won by the side to move, in so many moves of the winner.

use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;

/// What becomes of a position with best play, for the side to move; the number of the winner's moves where it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Draw,
    Loss(Option<u8>),
    Win(Option<u8>),
}

/// A word that stands for no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no class: draw, lost, won, and the moves to mate in words (zero, one, ...) are")]
pub struct UnknownClass(Quote);

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Longer ways to mate have no words, nor do they occur with four pieces.
const LONGEST: u8 = 99;

/// Before the number where the side to move wins.
const WINS_IN: &str = "wins-in-";

impl Class {
    /// How much the side that is not to move, the one that has moved here, likes it: the least is the best.
    pub fn rank(self) -> u16 {
        match self {
            Class::Loss(moves) => u16::from(moves.unwrap_or(0)),
            Class::Draw => 1000,
            Class::Win(moves) => 3000 - u16::from(moves.unwrap_or(0)),
        }
    }

    /// In words, for an explanation.
    pub fn describe(self) -> String {
        let moves = |moves: u8| if moves == 1 { "move".to_owned() } else { "moves".to_owned() };
        match self {
            Class::Draw => "the position is a draw".to_owned(),
            Class::Loss(None) => "the side to move loses".to_owned(),
            Class::Win(None) => "the side to move wins".to_owned(),
            Class::Loss(Some(0)) => "the side to move is mated".to_owned(),
            Class::Loss(Some(n)) => format!("the side to move is mated in {n} {}", moves(n)),
            Class::Win(Some(n)) => format!("the side to move mates in {n} {}", moves(n)),
        }
    }
}

/// As in the published data set: the moves to mate in words.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Draw => f.write_str("draw"),
            Class::Loss(None) => f.write_str("lost"),
            Class::Win(None) => f.write_str("won"),
            Class::Loss(Some(moves)) => f.write_str(&number(*moves)),
            Class::Win(Some(moves)) => write!(f, "{WINS_IN}{}", number(*moves)),
        }
    }
}

impl FromStr for Class {
    type Err = UnknownClass;

    fn from_str(word: &str) -> Result<Class, UnknownClass> {
        let moves = |word: &str| (0..=LONGEST).find(|&moves| number(moves) == word);
        let class = match word {
            "draw" => Some(Class::Draw),
            "lost" => Some(Class::Loss(None)),
            "won" => Some(Class::Win(None)),
            _ => match word.strip_prefix(WINS_IN) {
                Some(word) => moves(word).map(|moves| Class::Win(Some(moves))),
                None => moves(word).map(|moves| Class::Loss(Some(moves))),
            },
        };
        class.ok_or_else(|| UnknownClass(word.into()))
    }
}

fn number(moves: u8) -> String {
    let (tens, units) = (usize::from(moves / 10), usize::from(moves % 10));
    match moves {
        0..20 => UNITS[usize::from(moves)].to_owned(),
        _ if units == 0 => TENS[tens.min(9)].to_owned(),
        _ => format!("{}-{}", TENS[tens.min(9)], UNITS[units]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_again() {
        let numbers = (0..=LONGEST).flat_map(|moves| [Class::Loss(Some(moves)), Class::Win(Some(moves))]);
        for class in numbers.chain([Class::Draw, Class::Loss(None), Class::Win(None)]) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert_eq!(Class::Loss(Some(33)).to_string(), "thirty-three");
        assert_eq!(Class::Win(Some(1)).to_string(), "wins-in-one");
        assert!("many".parse::<Class>().is_err());
    }

    #[test]
    fn whoever_has_moved_likes_a_quick_mate_best_and_a_quick_loss_least() {
        let classes = ["zero", "one", "sixteen", "draw", "wins-in-twenty", "wins-in-one"];
        let ranks = classes.map(|word| word.parse::<Class>().unwrap().rank());
        assert!(ranks.is_sorted_by(|one, next| one < next), "{ranks:?}");
    }
}
