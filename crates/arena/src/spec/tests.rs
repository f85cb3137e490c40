//! Texts that name players, and texts that do not.

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
        "net:nets/chess.safetensors,depth=3",
        "net:x,depth=1,mate-in-one,finished=evaluated",
        "net:x,depth=5,quiescence,noise=0.01",
        "net:x,depth=5,quiescence-plies=4",
        "net:x,depth=5,quiescence-plies=8,checks=3,repetitions,noise=0.01",
        "hetman:movetime=100,eval=nets/chess.safetensors",
        "hetman:movetime=100,eval=material",
        "hetman:movetime=100",
        "hetman:depth=5,nodes=10000,elo=1500",
        "uci:stockfish",
        "uci:stockfish,movetime=100,depth=7,option.Hash=16,option.Skill Level=3",
        "xboard:./engine,arg=-x,arg=b=c,dir=/tmp,env.A=b,name=Old,depth=3,hold=clock:2000,startup=2.5,timeout=5,protover=1,log=l.txt",
        "xboard:sjeng,movetime=100,hold=stop",
        "uci:x,nodes=5,hold=told",
        "human",
    ];
    for word in words {
        assert_eq!(word.parse::<PlayerSpec>().unwrap().to_string(), word);
    }
    assert_eq!("hetman".parse::<PlayerSpec>().unwrap().to_string(), "hetman");
    assert_eq!("material".parse::<PlayerSpec>().unwrap().to_string(), "material");
}

#[test]
fn a_wrong_word_is_answered_with_the_right_ones() {
    let said = |word: &str| word.parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(
        said("stockfish")
            .contains("choose one of hetman, net:FILE, classic, giraffe, material, king, random, uci:PROGRAM")
    );
    for word in ["uci", "uci:", "xboard:movetime=100", "xboard:,depth=3"] {
        assert!(said(word).contains("needs a program"), "{word}");
    }
    for option in ["movetime=0", "hold=clock", "hold=clock:0", "startup=-1", "timeout=inf", "protover=3", "Hash=16"] {
        let answer = said(&format!("uci:x,{option}"));
        assert!(answer.starts_with("uci: ") && answer.contains("option.NAME=VALUE"), "{answer}");
    }
    assert!(said("random:7").contains("random: there is no '7'; it takes mate-in-one"));
    for option in ["material:depth=0", "material:depth=13", "material:depth", "material:depth=x", "material:"] {
        assert!(said(option).contains("depth=N (1 to 12)"), "{option}");
    }
    for option in ["hetman:", "hetman:depth=0", "hetman:elo=-3", "hetman:quiescence", "hetman:depth=3,depth=4"] {
        assert!(said(option).starts_with("hetman: "), "{option}");
    }
    for word in ["net", "net:", "net:depth=3", "net:,depth=3"] {
        assert!(said(word).contains("needs a file"), "{word}");
    }
    assert!(said("net:x,depht=3").contains("did you mean 'depth'?; it takes depth=N (1 to 12)"));
    assert!(said("net:x,quiescence-plies=0").contains("quiescence-plies=N (1 to 32)"));
    assert!(said("net:x,noise=2").contains("noise=X (0 to 1)"));
    assert!(said("king:distance=far").contains("king-moves"));
}

#[test]
fn a_file_can_be_counted_from_a_folder() {
    let word = |text: &str| text.parse::<PlayerSpec>().unwrap().relative_to(Path::new("nets")).to_string();
    assert_eq!(word("net:a.safetensors,depth=2"), "net:nets/a.safetensors,depth=2");
    assert_eq!(word("net:/a.safetensors,depth=2"), "net:/a.safetensors,depth=2");
    assert_eq!(word("king"), "king");
    assert_eq!(word("uci:./engine,depth=2"), "uci:nets/./engine,depth=2");
    assert_eq!(word("uci:stockfish"), "uci:stockfish");
}

#[test]
fn everybody_but_a_human_takes_a_seat() {
    for word in ["random", "king", "material:depth=2", "hetman:depth=1"] {
        assert!(word.parse::<PlayerSpec>().unwrap().build(Variant::Atomic, 1).is_ok(), "{word}");
    }
    assert_eq!("human".parse::<PlayerSpec>().unwrap().build(Variant::Chess, 1).err(), Some(PlayerError::Person));
}

#[test]
fn a_program_that_cannot_play_is_found_out_at_the_door() {
    let said = |word: &str| word.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 1).err().unwrap().to_string();
    let missing = said("uci:no-such-engine");
    assert_eq!(missing, "no-such-engine cannot play: there is no program no-such-engine in PATH or in /usr/games");
    assert!(said("uci:false").contains("did not answer 'uci' with 'uciok'"), "{}", said("uci:false"));
    assert!(said("xboard:true,startup=1").contains("cannot play"));
}

#[test]
fn a_net_is_read_from_its_file_and_plays_its_own_game() {
    use hetman_eval::{FeatureSet, Model};
    use hetman_eval::{Net, Provenance};

    let file = std::env::temp_dir().join(format!("hetman-word-{}.safetensors", std::process::id()));
    let mut model = Model::linear(FeatureSet::MATERIAL.len(Variant::Chess), 1.0).unwrap();
    model.parameters_mut()[..5].copy_from_slice(&[1.0, 3.0, 3.0, 5.0, 9.0]);
    let net = Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Provenance::default()).unwrap();
    std::fs::write(&file, net.to_bytes(&Default::default())).unwrap();
    let word = format!("net:{},depth=1", file.display()).parse::<PlayerSpec>().unwrap();
    let seated = word.build(Variant::Chess, 0);
    let elsewhere = word.build(Variant::Atomic, 0).err().unwrap().to_string();
    std::fs::remove_file(&file).unwrap();
    let missing = word.build(Variant::Chess, 0).err().unwrap().to_string();

    let start = hetman_rules::AnyPosition::from_fen(Variant::Chess, "7k/8/8/3q4/4P3/8/8/7K w - - 0 1").unwrap();
    let record = hetman_rules::GameRecord::new(start);
    let answer = seated.unwrap().choose(crate::Question {
        record: &record,
        clocks: None,
        allowed: None,
        generator: &mut crate::generator(0, 0),
        control: &crate::Control::default(),
    });
    assert_eq!(answer.chosen().map(|m| m.to_string()).as_deref(), Some("e4xd5"));
    assert_eq!(answer.thought.unwrap().value.0, 1.0);
    assert!(elsewhere.contains("it plays chess, not atomic"), "{elsewhere}");
    assert!(missing.contains("cannot be used"), "{missing}");
}

/// Values at the ends of a parameter's range, and some beyond.
fn values(parameter: &Parameter) -> (Vec<String>, Vec<String>) {
    match parameter.kind {
        Kind::Integer { min, max } => (vec![min.to_string(), max.to_string()], vec![(min - 1).to_string()]),
        Kind::Number { min, max, .. } => (vec![min.to_string(), max.to_string()], vec![(max + 1.0).to_string()]),
        Kind::Choice(choices) => (choices.iter().map(|&choice| choice.to_owned()).collect(), vec!["x".to_owned()]),
        Kind::Registered(names) => (names().into_iter().map(str::to_owned).collect(), vec!["x".to_owned()]),
        Kind::Flag => (vec!["true".to_owned()], vec!["perhaps".to_owned()]),
        Kind::File(_) | Kind::Text | Kind::Texts | Kind::Entries => (Vec::new(), vec![String::new()]),
    }
}

#[test]
fn what_is_declared_can_be_said() {
    let mut said = 0;
    for kind in PLAYERS.all() {
        for parameter in kind.parameters {
            let (right, wrong) = values(parameter);
            let spec = |value: &String| {
                format!("{},{}={value}", kind.beginning(), parameter.key).replacen(
                    ',',
                    if kind.needs.subject().is_some() { "," } else { ":" },
                    1,
                )
            };
            for text in right.iter().map(spec) {
                assert!(text.parse::<PlayerSpec>().is_ok(), "{text}");
                said += 1;
            }
            for text in wrong.iter().map(spec) {
                assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
            }
        }
    }
    assert!(said > 50, "{said}");
}

#[test]
fn who_plays_chess_alone_says_so() {
    let classic: PlayerSpec = "classic:depth=2".parse().unwrap();
    assert!(classic.build(Variant::Chess, 0).is_ok());
    let refused = classic.build(Variant::Atomic, 0).map(drop).unwrap_err();
    assert_eq!(refused.to_string(), "classic plays chess, not atomic");
    assert_eq!(classic.evaluator(Variant::Horde).unwrap_err().to_string(), "classic plays chess, not horde");
}

#[test]
fn who_looks_at_the_clock_never_plays_the_same_game_twice() {
    let is_repeatable = |text: &str| text.parse::<PlayerSpec>().unwrap().is_repeatable();
    for text in ["random", "material:depth=2", "hetman:depth=3", "hetman:nodes=100", "classic:depth=4"] {
        assert!(is_repeatable(text), "{text}");
    }
    for text in ["hetman", "hetman:movetime=10", "hetman:depth=3,movetime=10", "classic", "uci:x,depth=3", "human"] {
        assert!(!is_repeatable(text), "{text}");
    }
}

#[test]
fn only_engines_with_a_clear_eye_leave_nothing_to_chance() {
    let is_determined = |text: &str| text.parse::<PlayerSpec>().unwrap().is_determined();
    assert!(is_determined("hetman:depth=3") && is_determined("hetman:nodes=50,eval=material"));
    assert!(is_determined("hetman:depth=3,elo=1200"), "it only sees less");
    assert!(is_determined("classic:depth=3"));
    for text in ["hetman", "hetman:depth=3,elo=1100", "material", "random", "uci:x,depth=3"] {
        assert!(!is_determined(text), "{text}");
    }
}

#[test]
fn a_limit_is_for_those_who_have_none_and_take_one() {
    let limited = |text: &str| text.parse::<PlayerSpec>().unwrap().limited_by("movetime", 50).unwrap().to_string();
    assert_eq!(limited("hetman"), "hetman:movetime=50");
    assert_eq!(limited("hetman:nodes=5"), "hetman:nodes=5");
    assert_eq!(limited("uci:x,name=y"), "uci:x,name=y,movetime=50");
    assert_eq!(limited("material"), "material");
}
