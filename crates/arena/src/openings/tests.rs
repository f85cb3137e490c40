//! Openings of every kind, the same ones for the same number, and files that cannot be used.

use std::fs;
use std::io::Write;

use hetman_rules::shakmaty::Color;
use hetman_rules::{parse_move, uci};
use hetman_testing::shared;
use tempfile::TempDir;

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const TWO_GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n\n30. e4 Kd7 *\n";
const FOOLS_MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> OpeningSettings {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        OpeningSettings { file: Some(path), ..OpeningSettings::default() }
    }
}

fn load(variant: &str, settings: &OpeningSettings) -> Result<OpeningBook, OpeningError> {
    OpeningBook::load(variant.parse().unwrap(), settings)
}

fn problem(variant: &str, settings: &OpeningSettings) -> String {
    let problem = load(variant, settings).unwrap_err().to_string();
    assert!(!problem.contains('\n'), "{problem}");
    problem
}

fn played(record: &GameRecord) -> String {
    let moves = record.moves().enumerate();
    let words: Vec<String> = moves.map(|(ply, m)| uci(record.position_after(ply).unwrap(), m)).collect();
    words.join(" ")
}

fn all(book: &OpeningBook, count: u64) -> Vec<String> {
    (0..count)
        .map(|index| book.opening(index))
        .map(|record| format!("{} {}", record.start().fen(), played(&record)))
        .collect()
}

#[test]
fn without_a_file_every_game_starts_from_the_start() {
    for variant in Variant::ALL {
        let book = OpeningBook::load(variant.into(), &OpeningSettings::default()).unwrap();
        let opening = book.opening(7);
        assert_eq!((opening.start(), opening.plies()), (&AnyPosition::start(variant), 0));
        assert_eq!(book.count(), Some(1));
    }
}

#[test]
fn positions_are_taken_in_order_and_again() {
    let files = Files::new();
    let book =
        load("chess", &files.with("a.epd", format!("{START} 0 1\n\n4k3/8/8/8/8/8/4P3/4K3 b - - id \"x\";\n"))).unwrap();
    assert_eq!(book.count(), Some(2));
    assert_eq!(book.opening(0).turn(), Color::White);
    assert_eq!(book.opening(1).turn(), Color::Black);
    assert_eq!(book.opening(2).turn(), Color::White);
}

#[test]
fn games_are_played_for_some_plies_or_whole() {
    let files = Files::new();
    let settings = files.with("a.pgn", TWO_GAMES);
    let whole = load("chess", &settings).unwrap();
    assert_eq!(played(&whole.opening(0)), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(played(&whole.opening(1)), "e2e4 e8d7");
    assert!(whole.opening(1).start().fen().starts_with("4k3/8"));
    let three = load("chess", &OpeningSettings { plies: Some(3), ..settings }).unwrap();
    assert_eq!(played(&three.opening(0)), "e2e4 e7e5 g1f3");
    assert_eq!(played(&three.opening(1)), "e2e4 e8d7");
}

#[test]
fn a_game_is_cut_short_of_its_end() {
    let files = Files::new();
    let book = load("chess", &files.with("a.pgn", FOOLS_MATE)).unwrap();
    assert_eq!(played(&book.opening(0)), "f2f3 e7e5 g2g4");
}

#[test]
fn packed_files_are_unpacked() {
    let files = Files::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(TWO_GAMES.as_bytes()).unwrap();
    let book = load("chess", &files.with("a.pgn.gz", packed.finish().unwrap())).unwrap();
    assert_eq!(book.count(), Some(2));
}

#[test]
fn a_shuffled_order_is_the_seeds_and_misses_nothing() {
    let files = Files::new();
    let lines: String = (0..50).map(|number| format!("{START} 0 {}\n", number + 1)).collect();
    let settings = OpeningSettings { order: Order::Random, seed: 5, ..files.with("a.epd", lines) };
    let order = |settings: &OpeningSettings| all(&load("chess", settings).unwrap(), 50);
    let shuffled = order(&settings);
    assert_eq!(shuffled, order(&settings));
    assert_ne!(shuffled, order(&OpeningSettings { seed: 6, ..settings.clone() }));
    let sequential = order(&OpeningSettings { order: Order::Sequential, ..settings });
    assert_ne!(shuffled, sequential);
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert_eq!(sorted(shuffled), sorted(sequential));
}

#[test]
fn random_plies_are_legal_repeatable_and_do_not_end_the_game() {
    for variant in Variant::ALL {
        let settings = OpeningSettings { random_plies: 9, seed: 3, ..OpeningSettings::default() };
        let book = OpeningBook::load(variant.into(), &settings).unwrap();
        assert_eq!(book.count(), None);
        let openings: Vec<GameRecord> = (0..40).map(|index| book.opening(index)).collect();
        for opening in &openings {
            assert!(!is_over(opening) && opening.plies() == 9, "{variant}: {}", played(opening));
        }
        assert_eq!(played(&openings[17]), played(&book.opening(17)));
        let mut different: Vec<String> = openings.iter().map(played).collect();
        different.sort();
        different.dedup();
        assert!(different.len() > 20, "{variant}: {}", different.len());
    }
}

#[test]
fn balanced_openings_give_nobody_the_game() {
    let settings = OpeningSettings { random_plies: 4, seed: 3, ..OpeningSettings::default() };
    let lost = |settings: &OpeningSettings| {
        let book = OpeningBook::load(Variant::Atomic.into(), settings).unwrap();
        let openings: Vec<GameRecord> = (0..12).map(|index| book.opening(index)).collect();
        assert!(openings.iter().all(|opening| opening.plies() == 4));
        assert_eq!(played(&openings[5]), played(&book.opening(5)), "the same again");
        openings.iter().filter(|opening| !Judges::new(opening.variant()).is_balanced(opening, 100)).count()
    };
    assert!(lost(&settings) > 2, "random moves give much away");
    assert_eq!(lost(&OpeningSettings { balanced: Some(100), ..settings }), 0);
}

#[test]
fn random_plies_stop_where_the_game_would_end() {
    let files = Files::new();
    // Whatever Black plays is the end: the only move takes the last piece that could mate.
    let lone = files.with("a.epd", "7k/6Q1/8/8/8/8/8/K7 b - -\n");
    let book = load("chess", &OpeningSettings { random_plies: 4, ..lone }).unwrap();
    assert_eq!(book.opening(0).plies(), 0);
}

mod books {
    use super::*;
    use crate::openings::polyglot::key;

    fn after(moves: &str) -> AnyPosition {
        moves.split_whitespace().fold(AnyPosition::start(Variant::Chess), |position, text| {
            position.after(parse_move(&position, text).unwrap())
        })
    }

    /// An entry as the file has it; squares count from a1.
    fn entry(position: &AnyPosition, from: &str, to: &str, weight: u16) -> Vec<u8> {
        let square = |text: &str| {
            let bytes = text.as_bytes();
            u16::from(bytes[0] - b'a') | u16::from(bytes[1] - b'1') << 3
        };
        let m = square(from) << 6 | square(to);
        [&key(position).to_be_bytes()[..], &m.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    }

    fn small_book() -> Vec<u8> {
        let start = after("");
        let castling = after("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
        let lines = ["", "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bb5 a6"];
        let moves = [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5"), ("a7", "a6"), ("b5", "a4")];
        let mut book: Vec<u8> =
            lines.iter().zip(moves).flat_map(|(line, (from, to))| entry(&after(line), from, to, 3)).collect();
        book.extend(entry(&start, "d2", "d4", 1));
        book.extend(entry(&start, "a2", "a4", 0));
        book.extend(entry(&start, "e2", "e5", 9));
        book.extend(entry(&after("e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), "g8", "f6", 3));
        book.extend(entry(&castling, "e1", "h1", 3));
        book
    }

    /// The values that the description of the format publishes.
    #[test]
    fn keys_are_polyglots() {
        let published = [
            ("", 0x463b_9618_1691_fc9c),
            ("e4", 0x823c_9b50_fd11_4196),
            ("e4 d5", 0x0756_b944_61c5_0fb0),
            ("e4 d5 e5", 0x662f_afb9_65db_29d4),
            ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
            ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
            ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
            ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
            ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
        ];
        for (moves, value) in published {
            assert_eq!(key(&after(moves)), value, "{moves}");
        }
    }

    #[test]
    fn moves_are_drawn_by_weight() {
        let files = Files::new();
        let settings = OpeningSettings { plies: Some(1), seed: 1, ..files.with("small.bin", small_book()) };
        let book = load("chess", &settings).unwrap();
        let openings: Vec<String> = (0..400).map(|index| played(&book.opening(index))).collect();
        let count = |m: &str| openings.iter().filter(|opening| *opening == m).count();
        assert_eq!(count("e2e4") + count("d2d4"), 400, "moves of no weight and illegal moves are never played");
        assert!((240..360).contains(&count("e2e4")), "{}", count("e2e4"));
        assert_eq!(all(&book, 50), all(&load("chess", &settings).unwrap(), 50));
    }

    #[test]
    fn a_walk_castles_and_ends_with_the_book() {
        let files = Files::new();
        let book = load("chess", &files.with("small.bin", small_book())).unwrap();
        let longest = (0..50).map(|index| book.opening(index)).max_by_key(GameRecord::plies).unwrap();
        assert_eq!(played(&longest), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1");
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let files = Files::new();
        let damaged = files.with("damaged.bin", &small_book()[..17]);
        assert!(problem("chess", &damaged).contains("damaged.bin is no Polyglot book: its 17 bytes"));
        assert!(problem("atomic", &files.with("small.bin", small_book())).contains("not for atomic"));
        assert!(problem("chess", &files.with("other.bin", [7; 32])).contains("no move in the start position"));
        assert!(problem("chess", &files.with("empty.bin", "")).contains("empty.bin holds no opening"));
    }
}

#[test]
fn files_that_cannot_be_used_are_refused_in_one_sentence() {
    let files = Files::new();
    let missing = OpeningSettings { file: Some("/nonexistent.epd".into()), ..OpeningSettings::default() };
    assert!(problem("chess", &missing).contains("cannot read the openings /nonexistent.epd"));
    assert!(problem("chess", &files.with("empty.epd", "\n\n")).contains("empty.epd holds no opening"));
    assert!(
        problem("chess", &files.with("a.epd", format!("{START}\nnonsense\n"))).contains("a.epd, line 2: 'nonsense'")
    );
    assert!(
        problem("chess", &files.with("a.pgn", "1. e4 e5 2. Ke3 *")).contains("a.pgn, game 1, line 1: the move 'Ke3'")
    );
    assert!(problem("atomic", &files.with("a.pgn", TWO_GAMES)).contains("a.pgn, game 1: it is chess, not atomic"));
    let mated = files.with("over.epd", "R5k1/5ppp/8/8/8/8/8/K7 b - -");
    assert!(problem("chess", &mated).contains("over.epd, line 1: the game is over"));
    let shuffled = files.with("shuffled.epd", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert!(problem("chess", &shuffled).contains("chess960"));
    assert_eq!(load("chess960", &shuffled).unwrap().count(), Some(1));
    let pockets = files.with("zh.epd", "rnbqkb1r/pp1ppppp/2p2n2/8/3P4/4PN2/PPP2PPP/RNBQKB1R[] b KQkq - 1 3");
    assert!(problem("chess", &pockets).contains("line 1: this is a position of crazyhouse, not of chess"));
}

#[test]
fn the_books_in_circulation_are_read_without_a_fault() {
    let Some(folder) = shared("data/books", "the books in circulation") else { return };
    let count = |variant: &str, name: &str| {
        let settings = OpeningSettings { file: Some(folder.join(name)), ..OpeningSettings::default() };
        load(variant, &settings).unwrap().count()
    };
    assert_eq!(count("chess", "8moves_v3.pgn"), Some(2000));
    assert_eq!(count("chess", "noob_3moves.epd"), Some(2000));
    assert_eq!(count("chess", "uho_4060_v4.epd"), Some(2000));
    assert_eq!(count("chess", "endgames.epd"), Some(1000));
    assert_eq!(count("chess960", "chess960_start.epd"), Some(960));
    for (variant, name, openings) in [
        ("antichess", "antichess", 600),
        ("atomic", "atomic", 220),
        ("crazyhouse", "crazyhouse", 583),
        ("suicide", "suicide", 600),
        ("horde", "horde", 600),
        ("kingofthehill", "kingofthehill", 600),
        ("3check", "threecheck", 600),
        ("racingkings", "racingkings", 410),
    ] {
        assert_eq!(count(variant, &format!("variants/{name}.epd")), Some(openings), "{name}");
    }
}
