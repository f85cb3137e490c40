//! Words that name players, and words that do not.

use super::*;

#[test]
fn a_player_is_found_by_the_word_it_prints() {
    let words = [
        "random",
        "random:mate-in-one",
        "king",
        "king:distance=king-moves",
        "material:depth=3",
        "material:depth=2,quiescence,mate-in-one",
        "hetman:movetime=100",
        "hetman:depth=5,nodes=10000,elo=1500",
        "human",
    ];
    for word in words {
        assert_eq!(word.parse::<PlayerWord>().unwrap().to_string(), word);
    }
    assert_eq!("hetman".parse::<PlayerWord>().unwrap().to_string(), "hetman:movetime=1000");
    assert_eq!("material".parse::<PlayerWord>().unwrap().to_string(), "material:depth=1");
}

#[test]
fn a_wrong_word_is_answered_with_the_right_ones() {
    let said = |word: &str| word.parse::<PlayerWord>().unwrap_err().to_string();
    assert!(said("stockfish").contains("material:depth=3"));
    assert!(said("uci:stockfish,movetime=100").contains("external engines"));
    assert!(said("random:7").contains("'7' is no option of random: it takes mate-in-one"));
    for option in ["material:depth=0", "material:depth=13", "material:depth", "material:depth=x", "material:"] {
        assert!(said(option).contains("depth=N (1 to 12)"), "{option}");
    }
    for option in ["hetman:", "hetman:depth=0", "hetman:elo=-3", "hetman:quiescence", "hetman:depth=3,depth=4"] {
        assert!(said(option).contains("is no option of hetman"), "{option}");
    }
    assert!(said("king:distance=far").contains("king-moves"));
}

#[test]
fn everybody_but_a_human_takes_a_seat() {
    for word in ["random", "king", "material:depth=2", "hetman:depth=1"] {
        assert!(word.parse::<PlayerWord>().unwrap().seat(Variant::Atomic, 1).is_ok(), "{word}");
    }
    assert_eq!(PlayerWord::Human.seat(Variant::Chess, 1).err(), Some(PlayerProblem::Human));
}
