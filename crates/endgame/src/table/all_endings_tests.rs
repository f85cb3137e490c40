//! Endings of up to four pieces, against what others have worked out. Of those in which one side has all the pieces only
//! the ones that are named below are built, since each takes seconds; `make endings` builds all.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use hetman_eval::AnyEvaluator;
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Reason, Variant};
use hetman_search::{Control, Limits, Oracle, Searcher, Settings, Wdl};
use hetman_testing::shared;

use super::*;
use crate::Syzygy;

/// Asks for all endings.
fn is_asked_for_all() -> bool {
    std::env::var_os("HETMAN_ALL_ENDINGS").is_some()
}

/// Three pieces, a piece against a piece, two like ones and two that must work together.
fn endings() -> impl Iterator<Item = Material> {
    let is_chosen = |name: &str| ["KBBK", "KBNK"].contains(&name) || !name.ends_with('K') || name.len() < 4;
    Material::all().into_iter().filter(move |material| is_asked_for_all() || is_chosen(&material.to_string()))
}

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    let mut tables = Tables::default();
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    for material in endings() {
        tables.insert(Table::build(material, &tables, threads, &()));
    }
    Arc::new(tables)
});

/// Every so many numbers of a table that are positions.
fn sample(table: &Table, turn: Color, stride: usize) -> impl Iterator<Item = (SmallPosition, Outcome)> {
    let positions = (0..table.layout.len()).step_by(stride).filter_map(move |index| table.layout.position(index, turn));
    positions.map(|position| table.with_outcome(position))
}

/// Ronald de Man's tables say who wins, of every ending: all positions of three pieces, and a sample of those of four.
#[test]
fn syzygy_agrees_about_who_wins() {
    let Some(folder) = shared("data/endgame/syzygy", "all endings of four pieces against Syzygy") else { return };
    let syzygy = Syzygy::open(folder.to_str().unwrap(), Variant::Chess).unwrap();
    let of_four = if is_asked_for_all() { 101 } else { 401 };
    for material in endings() {
        let table = TABLES.get(material).unwrap();
        let stride = if material.men() == 4 { of_four } else { 1 };
        let fewest = match material.men() {
            2 => 900,
            3 => 10_000,
            _ => 1_000_000 / of_four,
        };
        let mut compared = 0;
        for position in
            Color::ALL.into_iter().flat_map(|turn| sample(table, turn, stride)).map(|(position, _)| position)
        {
            let chess = AnyPosition::from(position.to_chess().unwrap());
            assert_eq!(TABLES.wdl(&chess), syzygy.wdl(&chess), "{material} {}", chess.fen());
            compared += 1;
        }
        assert!(compared > fewest, "{material}: {compared}");
    }
}

/// The longest mates with White to move (Kirill Kryukov, "Longest checkmates", kirill-kryukov.com), and how many
/// positions have them (Peter Karrer's statistics, as Guy Haworth and others quote them on the same site).
#[test]
fn the_longest_mates_are_those_that_are_published() {
    let published = [
        ("KRK", 16, Some(121)),
        ("KQK", 10, Some(1)),
        ("KPK", 28, Some(3)),
        ("KBNK", 33, None),
        ("KRKN", 40, None),
        ("KQKR", 35, None),
    ];
    for (name, moves, positions) in published {
        let counts = TABLES.get(name.parse().unwrap()).unwrap().counts(Color::White);
        assert_eq!(counts.longest_win(), Some(moves), "{name}");
        if let Some(positions) = positions {
            assert_eq!(counts.0[&Outcome::Win(moves)], positions, "{name}");
        }
    }
    // The longest of all: a pawn, soon a queen, against a rook.
    let counts = TABLES.get("KRKP".parse().unwrap()).unwrap().counts(Color::Black);
    assert_eq!(counts.longest_win(), Some(43));
}

/// Whatever a search is asked for in these endings, it comes nearer to the mate with every move.
#[test]
fn the_shallowest_search_mates_as_quickly_as_can_be() {
    let mut searcher = Searcher::new(Settings::default(), AnyEvaluator::tables(Variant::Chess));
    searcher.set_oracle(Some(Arc::clone(&TABLES) as _));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    for (name, stride) in [("KRK", 211), ("KQK", 211), ("KBBK", 50_021), ("KBNK", 50_021), ("KQKR", 100_003)] {
        let table = TABLES.get(name.parse().unwrap()).unwrap();
        let mut mates = 0;
        for (position, outcome) in sample(table, Color::White, stride) {
            let Outcome::Win(moves) = outcome else { continue };
            let mut game = GameRecord::new(position.to_chess().unwrap().into());
            while game.ending(&DrawRules::CLAIMED).is_none() {
                let m = searcher.search(&game, &limits, &Control::default(), &mut |_| {}).best.unwrap();
                game.play(m).unwrap();
            }
            assert_eq!(game.ending(&DrawRules::CLAIMED).unwrap().reason, Reason::Checkmate, "{position:?}");
            assert_eq!(game.moves().len() as u32, 2 * moves - 1, "{position:?}");
            mates += 1;
        }
        assert!(mates > 5, "{name}: {mates}");
    }
}

/// Whatever Black answers, a move of the quickest mate leads one move nearer: all of king and rook is won so.
#[test]
fn every_position_of_king_and_rook_is_mated_by_the_moves_that_are_advised() {
    let table = TABLES.get("KRK".parse().unwrap()).unwrap();
    let mut won = 0;
    for (position, outcome) in table.positions(Color::White) {
        let Outcome::Win(moves) = outcome else { panic!("a rook wins") };
        let replies =
            position.successors().into_iter().filter(|next| TABLES.outcome(next) == Some(Outcome::Loss(moves - 1)));
        for reply in replies {
            won += 1;
            let later = reply.successors().into_iter().map(|next| TABLES.outcome(&next));
            assert!(later.into_iter().all(|next| matches!(next, Some(Outcome::Win(fewer)) if fewer < moves)));
        }
    }
    assert!(won >= 175_168, "{won}");
}

/// The same pieces on the same squares: only the capture in passing wins.
#[test]
fn a_capture_in_passing_can_decide() {
    let wdl = |fen: &str| TABLES.wdl(&AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    assert_eq!(wdl("8/8/8/1k6/2pP4/8/8/K7 b - d3 0 1"), Some(Wdl::Win));
    assert_eq!(wdl("8/8/8/1k6/2pP4/8/8/K7 b - - 0 1"), Some(Wdl::Draw));
}

#[test]
fn values_do_not_depend_on_the_number_of_threads() {
    for name in ["KRK", "KPK", "KBNK"] {
        let material: Material = name.parse().unwrap();
        let alone = Table::build(material, &TABLES, NonZeroUsize::MIN, &());
        let together = Table::build(material, &TABLES, NonZeroUsize::new(3).unwrap(), &());
        assert_eq!(alone.values, together.values);
    }
}

/// Whatever is won or lost follows from what its moves lead to, and in as many moves.
#[test]
fn every_value_follows_from_those_after_it() {
    for (name, stride) in [("KRK", 7), ("KPK", 7), ("KPKP", 53), ("KQKP", 1009), ("KBNK", 1009), ("KPPK", 1009)] {
        let Some(table) = TABLES.get(name.parse().unwrap()) else {
            assert!(name == "KPPK" && !is_asked_for_all(), "{name} is not built");
            continue;
        };
        let mut in_passing = 0;
        for turn in Color::ALL {
            for (position, outcome) in sample(table, turn, stride) {
                let outcomes = position.successors().into_iter().map(|next| TABLES.outcome(&next).unwrap());
                assert_eq!(outcome, best(outcomes, position.is_check()), "{position:?}");
                in_passing += usize::from(position.passed_pawn().is_some());
            }
        }
        assert_eq!(in_passing > 100, name == "KPKP", "{name}: {in_passing}");
    }
}

/// Minimax over one move.
fn best(replies: impl Iterator<Item = Outcome>, is_check: bool) -> Outcome {
    let merit = |outcome: &Outcome| match *outcome {
        Outcome::Win(moves) => 1000 - moves as i32,
        Outcome::Draw => 0,
        Outcome::Loss(moves) => moves as i32 - 1000,
    };
    let own = replies.map(Outcome::one_ply_before);
    own.max_by_key(merit).unwrap_or(if is_check { Outcome::Loss(0) } else { Outcome::Draw })
}
