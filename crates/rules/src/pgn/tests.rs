use std::io::Write;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{CastlingMode, Color, KnownOutcome, Position};

use super::*;
use crate::{AnyPosition, Variant, random, san};

fn read_all(text: &str) -> Vec<Result<Game, PgnError>> {
    Games::new(text.as_bytes()).collect()
}

fn read_one(text: &str) -> Game {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

fn sans(game: &Game) -> Vec<String> {
    let record = &game.record;
    record.moves().enumerate().map(|(ply, m)| san(record.position_after(ply).unwrap(), m)).collect()
}

fn won_by(winner: Color) -> Outcome {
    Outcome::Known(KnownOutcome::Decisive { winner })
}

const GOOD: &str = "[Event \"good\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";

#[test]
fn a_game_with_everything_in_it() {
    let game = read_one(
        "\u{feff}[Event \"A \\\"quoted\\\" \\\\ name\"] [Site \"x\"]\r\n[Custom_1 \"\"]\r\n\r\n\
         {Before it} 1.e4! {best} {by test} e5 $14 (1... c5 2. Nf3 (2. c3 {inner ) brace}) d6) 2. Nf3!? ; to the end\n\
         % an escaped line with 1-0 in it\n\
         2... Nc6 !! 3 Bb5 3...a6 0-1 ",
    );
    let tags: Vec<(&str, &str)> = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(tags, [("Event", "A \"quoted\" \\ name"), ("Site", "x"), ("Custom_1", "")]);
    assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!((game.comment(0), game.comment(1), game.comment(3)), ("Before it", "best by test", "to the end"));
    assert_eq!(game.variations, [(2, "1... c5 2. Nf3 (2. c3 {inner ) brace}) d6".to_owned())]);
    assert_eq!(game.result, won_by(Color::Black));
}

#[test]
fn variations_come_out_as_they_went_in() {
    let text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                [Result \"*\"]\n\n1. e4 (1. d4 d5 (1... Nf6 $1 {solid}) 2. c4!?) (1. c4) 1... e5 {fine} (1... c5\n2. Nf3) \
                2. Nf3 *\n";
    let game = read_one(text);
    assert_eq!(game.variations.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(game.to_string(), text);
}

#[test]
fn variants_and_set_up_positions() {
    let game = read_one("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *");
    assert_eq!(game.record.variant(), Variant::Crazyhouse);
    assert_eq!(sans(&game).last().unwrap(), "@d4");
    let game = read_one("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n9... Ke7 10. e4 1/2-1/2");
    assert_eq!(sans(&game), ["Ke7", "e4"]);
    assert_eq!(game.result, Outcome::Known(KnownOutcome::Draw));
    let game = read_one("[Variant \"Chess960\"]\n\n1. e4 *");
    assert_eq!(game.record.start().castles().mode(), CastlingMode::Chess960);
    let game = read_one("[Variant \"From Position\"]\n[FEN \"8/8/8/8/8/8/R7/K1k5 w - - 0 1\"]\n\n*");
    assert_eq!((game.record.variant(), game.record.plies()), (Variant::Chess, 0));
}

#[test]
fn games_without_tags_or_without_results() {
    let games = read_all("1. e4 e5 1-0 1. d4 0-1\n1. c4");
    let plies: Vec<usize> = games.iter().map(|game| game.as_ref().unwrap().record.plies()).collect();
    assert_eq!(plies, [2, 1, 1]);
    let games = read_all("[White \"a\"]\n[Result \"1-0\"]\n1. e4\n[White \"b\"]\n1. d4 *");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].as_ref().unwrap().result, won_by(Color::White));
    assert!(read_all(" \n\n\t\n").is_empty());
}

#[test]
fn a_broken_game_is_reported_and_the_next_one_read() {
    let cases = [
        ("[Event \"x\"]\n[Site x]\n[Round \"1\"]\n\n1. e4 1-0\n\n", 2, "bad tag '[Site x]'"),
        ("[Event \"x\"\n\n1. e4 1-0\n\n", 1, "bad tag '[Event \"x\"'"),
        ("[Event \"x\"]\n\n1. e4 e5\n2. Ke3 {1-0} Nf6\n1-0\n\n", 4, "'Ke3' is illegal"),
        ("[Event \"x\"]\n\n1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Nb5 1-0\n\n", 3, "'Nb5' is ambiguous"),
        ("[Event \"x\"]\n\n1. e4 oops 2. d4 1-0\n\n", 3, "'oops' is not a move"),
        ("[Event \"x\"]\n[FEN \"nonsense\"]\n\n1. e4 1-0\n\n", 2, "'nonsense' is not a FEN"),
        ("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1-0\n\n", 2, "not a legal chess position"),
        ("[Event \"x\"]\n[Variant \"Shogi\"]\n\n1. P-76 1-0\n\n", 2, "unknown variant 'Shogi'"),
        ("[Event \"x\"]\n\n1. e4\n{ never\nclosed 1-0\n\n", 4, "the comment opened here with '{' is never closed"),
        ("[Event \"x\"]\n\n1. e4 (1. d4 {so} d5\n\n1-0\n\n", 3, "the variation opened here with '(' is never closed"),
        ("[Event \"x\"]\n\n1. e4 e5) 2. d4 1-0\n\n", 3, "')' closes a variation"),
        ("[Event \"x\"]\n\n1. e4 } 1-0\n\n", 3, "'}' is not a move"),
        ("[Event \"x\"]\n\n1. e4\n[%clk 1:00] 1-0\n\n", 4, "'[%clk' is not a move"),
    ];
    for (broken, line, what) in cases {
        let games = read_all(&format!("{GOOD}{broken}{GOOD}"));
        assert_eq!(games.len(), 3, "{broken}");
        assert!(games[0].is_ok() && games[2].is_ok(), "{broken}");
        let said = games[1].as_ref().unwrap_err().to_string();
        let line = GOOD.lines().count() + line;
        assert!(said.starts_with(&format!("game 2, line {line}: ")) && said.contains(what), "{said}\n{broken}");
    }
}

#[test]
fn lines_that_are_not_utf8_are_read_as_latin_1_and_counted() {
    let old = &b"[Event \"x\"]\n[White \"M\xfcller\"]\n\n1. e4 {f\xfcr\n1-0} 1-0\n\n"[..];
    let text = [GOOD.as_bytes(), old, "[White \"Müller\"]\n\n1. e4 1-0\n\n".as_bytes()].concat();
    let mut games = Games::new(&text[..]);
    let read: Vec<Game> = games.by_ref().map(Result::unwrap).collect();
    assert_eq!((read[1].tag("White"), read[2].tag("White")), (Some("Müller"), Some("Müller")));
    assert_eq!(read[1].comment(1), "für 1-0");
    assert_eq!(games.latin_1_lines(), 2);
}

#[test]
fn a_game_ends_where_a_side_passes() {
    for null in ["1... --", "Z0"] {
        let text = format!("[Result \"1-0\"]\n\n1. e4 {null} 2. d4 (2. c4 -- 3. d4) d5 1-0\n\n{GOOD}");
        let games = read_all(&text);
        let game = games[0].as_ref().unwrap();
        assert_eq!((game.record.plies(), game.result), (1, Outcome::Unknown), "{null}");
        assert!(games.len() == 2 && games[1].is_ok(), "the next game is read from its beginning");
    }
    let aside = read_all("1. e4 (1. d4 -- 2. c4) e5 1-0").remove(0).unwrap();
    assert_eq!((aside.record.plies(), aside.result.to_string()), (2, "1-0".to_owned()));
}

#[test]
fn a_game_without_end_does_not_fill_the_memory() {
    let text = [b"1. e4 {".to_vec(), b"for ever and ever\n".repeat(4 << 20)].concat();
    let mut games = Games::new(&text[..]);
    let problem = games.next().unwrap().unwrap_err().to_string();
    assert!(problem.contains("game of more than 64 MiB"), "{problem}");
    assert!(games.next().is_none());
}

#[test]
fn packed_collections_are_recognised_by_their_content() {
    let text = GOOD.repeat(3);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    let zstandard = zstd::encode_all(text.as_bytes(), 3).unwrap();
    for packed in [text.into_bytes(), gzip.finish().unwrap(), zstandard] {
        let games: Vec<_> = read(&packed[..]).unwrap().collect();
        assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 3);
        assert_eq!(games.len(), 3);
    }
    assert_eq!(read(&b""[..]).unwrap().count(), 0);
}

#[test]
fn a_packed_collection_that_is_cut_off_ends_with_a_problem() {
    let packed = zstd::encode_all(GOOD.repeat(3).as_bytes(), 3).unwrap();
    let games: Vec<_> = read(&packed[..packed.len() - 4]).unwrap().collect();
    let problem = games.last().unwrap().as_ref().unwrap_err();
    assert!(matches!(problem.what, Mistake::Unreadable(_)), "{problem}");
}

#[test]
fn games_are_written_in_export_format() {
    let mut game =
        read_one("[White \"A \\\"B\\\" C\"]\n[ECO \"C20\"]\n[Termination \"normal\"]\n\n1. e4 e5 2. Bc4 1-0");
    game.add_comment(1, "+0.34/12 0.52s");
    game.add_comment(2, "a } brace");
    assert_eq!(
        game.to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" C\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[Termination \"normal\"]\n[ECO \"C20\"]\n\n\
         1. e4 {+0.34/12 0.52s} 1... e5 {a ) brace} 2. Bc4 1-0\n"
    );
    let set_up = AnyPosition::from_fen(Variant::Horde, "4k3/8/8/8/8/8/4P3/4P3 b - - 0 7").unwrap();
    let written = Game::new(random::playout(set_up, 1, &mut ChaCha8Rng::seed_from_u64(1))).to_string();
    let tags = "[Variant \"Horde\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4P3 b - - 0 7\"]\n\n7... K";
    assert!(written.contains(tags), "{written}");
}

#[test]
fn the_move_counters_of_a_start_position_are_kept() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3";
    let start = AnyPosition::from_fen(Variant::Chess, fen).unwrap();
    let written = Game::new(GameRecord::new(start)).to_string();
    assert_eq!(read_one(&written).record.start().fen(), fen);
}

#[test]
fn tag_names_keep_to_the_alphabet() {
    let mut game = Game::new(GameRecord::new(AnyPosition::start(Variant::Chess)));
    game.set_tag("White\"] x", "a\nb");
    game.set_tag("Whitex", "c\nd");
    assert_eq!(game.tags, [("Whitex".to_owned(), "c\nd".to_owned())]);
    assert_eq!(read_one(&game.to_string()).tag("Whitex"), Some("c d"));
}

/// A random game with random comments and tags.
fn arbitrary_game() -> impl Strategy<Value = Game> {
    let comment = prop_oneof![3 => Just(String::new()), 1 => "[^\\}\\x00]{0,60}", 1 => "([%\\[]?[a-z]{1,9} ){0,30}"];
    (any::<u64>(), 0..Variant::ALL.len(), any::<bool>(), prop::collection::vec(comment, 0..40), "\\PC{0,30}").prop_map(
        |(seed, variant, shuffled, comments, tag)| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let start = match Variant::ALL[variant] {
                Variant::Chess if shuffled => random::random_chess960_start(&mut rng),
                variant => {
                    random::playout(AnyPosition::start(variant), (seed % 9) as usize, &mut rng).position().clone()
                }
            };
            let mut game = Game::new(random::playout(start, 60, &mut rng));
            for (ply, comment) in comments.iter().enumerate().take(game.record.plies() + 1) {
                game.add_comment(ply, comment);
            }
            game.result = game.record.position().outcome();
            game.set_tag("White", tag.clone());
            game.set_tag("Odd", tag);
            game
        },
    )
}

#[test]
fn a_game_without_end_is_refused_and_the_next_one_read() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let longest = shuffle.repeat(LONGEST_PLIES / 4);
    let text = format!("{longest} *\n\n{longest} {shuffle} *\n\n1. e4 *\n");
    let games: Vec<_> = Games::new(text.as_bytes()).collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].as_ref().unwrap().record.plies(), LONGEST_PLIES);
    assert!(matches!(games[1].as_ref().unwrap_err().what, Mistake::TooLong));
    assert_eq!(games[2].as_ref().unwrap().record.plies(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_back(game in arbitrary_game()) {
        let text = game.to_string();
        let reread = read_one(&text);
        prop_assert_eq!(reread.record.start().fen(), game.record.start().fen());
        prop_assert_eq!(reread.record.moves().collect::<Vec<_>>(), game.record.moves().collect::<Vec<_>>());
        prop_assert_eq!(reread.result, game.result);
        prop_assert_eq!(reread.tag("Odd"), game.tag("Odd"));
        prop_assert_eq!(reread.tag("White"), game.tag("White"));
        for ply in 0..=game.record.plies() {
            prop_assert_eq!(reread.comment(ply), game.comment(ply));
        }
        prop_assert_eq!(reread.to_string(), text);
    }

    #[test]
    fn a_damaged_collection_never_breaks_the_reader(
        games in prop::collection::vec(arbitrary_game(), 1..4),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes: Vec<u8> = games.iter().flat_map(|game| format!("{game}\n").into_bytes()).collect();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        // Every game takes at least one byte.
        prop_assert!(Games::new(&bytes[..]).count() <= bytes.len());
        for game in Games::new(&bytes[..]).flatten() {
            prop_assert_eq!(read_one(&game.to_string()).record.plies(), game.record.plies());
        }
    }

    #[test]
    fn random_bytes_never_break_the_reader(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        text in "[\\[\\]{}();%$\"\\\\ \\n.*10/a-hKQRBNx+#OEvent-]{0,200}",
    ) {
        for bytes in [&bytes[..], text.as_bytes()] {
            prop_assert!(Games::new(bytes).count() <= bytes.len());
            if let Ok(games) = read(bytes) {
                prop_assert!(games.count() <= bytes.len().max(1));
            }
        }
    }
}
