//! Tournaments are kept game by game, and taken up again as if nothing had happened.

use std::cell::Cell;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use hetman_arena::Turn;
use hetman_arena::game::undisturbed;
use hetman_arena::openings::OpeningSettings;
use hetman_arena::runner::unwatched;
use hetman_arena::schedule::{Colours, Format, Pairing, TieRule};
use hetman_arena::stats::{Sprt, SprtModel};
use hetman_rules::{GameRecord, pgn};

use super::*;

fn plan(words: &[&str], format: Format) -> Plan {
    let players: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    Plan {
        event: "test".to_owned(),
        variant: "chess".to_owned(),
        names: names(&players),
        players,
        format,
        colours: Colours::Random,
        games: None,
        openings: OpeningSettings { random_plies: 4, seed: 5, ..OpeningSettings::default() },
        seed: 5,
        control: None,
        margin_ms: 1000,
        longest_plies: Some(30),
        win: None,
        draw: None,
        tablebases: None,
        endgames: None,
        sprt: None,
        draws: Default::default(),
    }
}

fn options<'a>(folder: &'a Path, close: &'a hetman_arena::Stop<'a>) -> TournamentOptions<'a> {
    TournamentOptions {
        folder,
        pgn: None,
        date: "2026.11.15",
        executor: Local { threads: 2 },
        switches: Switches { close, abandon: &undisturbed },
        observer: &unwatched,
    }
}

fn whole(plan: &Plan, folder: &Path) -> Standing {
    begin(plan, &options(folder, &undisturbed), &mut |_, _| {}).unwrap()
}

#[test]
fn whoever_meets_itself_and_leaves_nothing_to_chance_plays_copies_and_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let twins =
        Plan { games: Some(4), ..plan(&["hetman:depth=1", "hetman:depth=1"], Format::RoundRobin { cycles: 2 }) };
    whole(&twins, folder.path());
    let moves: Vec<Vec<String>> = games(folder.path()).into_iter().map(|(_, moves)| moves).collect();
    assert!(moves[0] == moves[1] && moves[2] == moves[3] && moves[0] != moves[2]);
    assert!(twins.caveat().unwrap().contains("a copy of the first"));
    for others in [["hetman:depth=1", "hetman:depth=2"], ["material", "material"], ["hetman", "hetman"]] {
        assert_eq!(plan(&others, Format::RoundRobin { cycles: 2 }).caveat(), None, "{others:?}");
    }
}

/// Everything about the games but their times, by number.
fn games(folder: &Path) -> Vec<(String, Vec<String>)> {
    read_games(&folder.join(GAMES))
}

fn read_games(file: &Path) -> Vec<(String, Vec<String>)> {
    let file = fs::File::open(file).unwrap();
    let games = pgn::read(file).unwrap().map(Result::unwrap);
    let line = |game: &pgn::Game| game.record.moves().map(|m| m.to_string()).collect();
    games.map(|game| (format!("{:?}", &game.tags), line(&game))).collect()
}

#[test]
fn a_tournament_stopped_again_and_again_ends_like_one_that_was_not() {
    let words = ["random", "king", "material:depth=1", "random:mate-in-one", "random"];
    let formats = [
        Format::RoundRobin { cycles: 1 },
        Format::Gauntlet { challengers: 2, cycles: 1 },
        Format::KnockOut { pairs: 1, extra_pairs: 1, tie_rule: TieRule::Lot },
    ];
    for format in formats {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let plan = plan(&words, format);
        let expected = whole(&plan, one.path());
        assert!(expected.is_over);

        let played = Cell::new(0);
        let mut standing = begin(&plan, &options(other.path(), &|| true), &mut |_, _| {}).unwrap();
        assert!(standing.games.is_empty() && !standing.is_over);
        while !standing.is_over {
            let limit = std::sync::atomic::AtomicUsize::new(0);
            let close = || limit.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 3;
            let mut count =
                |_: &Standing, game: Option<&Played>| played.set(played.get() + usize::from(game.is_some()));
            standing = resume(&options(other.path(), &close), &mut count).unwrap();
        }
        assert_eq!(standing.games, expected.games);
        assert_eq!(played.get(), expected.games.len(), "no game was played twice");
        assert_eq!(games(other.path()), games(one.path()));
        assert_eq!(super::standing(other.path()).unwrap().games, expected.games);
    }
}

#[test]
fn every_pair_is_one_opening_with_both_colours() {
    let folder = tempfile::tempdir().unwrap();
    let standing = whole(&plan(&["random", "king"], Format::RoundRobin { cycles: 6 }), folder.path());
    let games = games(folder.path());
    for pair in standing.games.chunks(2) {
        let [first, second] = [&pair[0].pairing, &pair[1].pairing];
        assert_eq!((first.white, first.black, first.pair), (second.black, second.white, second.pair));
        let [one, other] = [first, second].map(|pairing| &games[pairing.number as usize].1[..4]);
        assert_eq!(one, other);
    }
    let report = standing.match_report();
    assert_eq!((report.results.score.games(), report.results.pentanomial.pairs()), (12, 6));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(&["material:depth=2", "random"], Format::RoundRobin { cycles: 1000 });
    plan.longest_plies = None;
    plan.sprt = Some(Sprt::new(0.0, 200.0, 0.05, 0.05, SprtModel::Logistic).unwrap());
    let standing = whole(&plan, folder.path());
    assert!(standing.is_over && standing.games.len() < 200, "{} games", standing.games.len());
    let again = resume(&options(folder.path(), &undisturbed), &mut |_, _| {}).unwrap();
    assert_eq!(again.games, standing.games, "what is decided stays decided");
}

#[test]
fn a_sequential_test_ends_with_the_same_game_however_many_are_played_at_once() {
    let mut plan = plan(&["material:depth=1", "random"], Format::RoundRobin { cycles: 1000 });
    plan.sprt = Some(Sprt::new(0.0, 200.0, 0.05, 0.05, SprtModel::Logistic).unwrap());
    // One game at a time that takes longer than those after it.
    let slow_start = |pairing: &Pairing, _: &GameRecord, _: &Turn| {
        if pairing.number.is_multiple_of(5) {
            thread::sleep(Duration::from_millis(1));
        }
    };
    let held = |threads| {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().join("named.pgn");
        let executor = Local { threads };
        let options = TournamentOptions { executor, observer: &slow_start, ..options(folder.path(), &undisturbed) };
        let standing = begin(&plan, &options, &mut |_, _| {}).unwrap();
        let store = TournamentStore::open(&store_file(folder.path())).unwrap();
        assert_eq!(store.games().unwrap(), standing.games, "what does not count is not kept");
        let inside = folder.path().join("again");
        begin(&plan, &TournamentOptions { folder: &inside, pgn: Some(&named), ..options }, &mut |_, _| {}).unwrap();
        (standing.games, games(folder.path()), read_games(&named))
    };
    let alone = held(1);
    assert!((8..200).contains(&alone.0.len()) && alone.0.len() % 2 == 0, "{} games", alone.0.len());
    assert_eq!(alone.1, alone.2);
    for concurrency in [2, 4] {
        assert_eq!(held(concurrency), alone, "{concurrency} games at a time");
    }
}

#[test]
fn a_test_decided_is_not_undecided_by_games_that_were_kept_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(&["material:depth=2", "random"], Format::RoundRobin { cycles: 1000 });
    plan.longest_plies = None;
    plan.sprt = Some(Sprt::new(0.0, 200.0, 0.05, 0.05, SprtModel::Logistic).unwrap());
    let standing = whole(&plan, folder.path());
    let last = standing.games.last().unwrap();
    let after = Pairing { number: last.pairing.number + 2, ..last.pairing };
    let mut store = TournamentStore::open(&store_file(folder.path())).unwrap();
    store.keep(&GameLine { pairing: after, ..last.clone() }, "[Event \"after\"]\n\n").unwrap();
    assert_eq!(super::standing(folder.path()).unwrap().games, standing.games);
    let resumed = resume(&options(folder.path(), &undisturbed), &mut |_, _| {}).unwrap();
    assert_eq!((resumed.games, store.games().unwrap()), (standing.games.clone(), standing.games));
    assert!(!fs::read_to_string(folder.path().join(GAMES)).unwrap().contains("after"));
}

/// What an earlier version left behind that was killed at the beginning.
#[test]
fn a_store_without_a_plan_is_begun_anew() {
    let plan = plan(&["random", "king"], Format::RoundRobin { cycles: 1 });
    let tables: fn(&Path) = |path| drop(TournamentStore::open(path).unwrap());
    let nothing: fn(&Path) = |path| fs::write(path, "").unwrap();
    for leave in [nothing, tables] {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path(), &undisturbed);
        leave(&store_file(folder.path()));
        assert!(matches!(resume(&options, &mut |_, _| {}), Err(TournamentError::NothingToResume(_))));
        assert!(super::plan(folder.path()).unwrap().is_none());
        assert!(begin_or_resume(&plan, &options, &mut |_, _| {}).unwrap().is_over);
        assert_eq!(super::plan(folder.path()).unwrap(), Some(plan.clone()));
        assert!(matches!(begin(&plan, &options, &mut |_, _| {}), Err(TournamentError::FolderTaken(_))));
        assert!(begin_or_resume(&plan, &options, &mut |_, _| {}).unwrap().is_over);
    }
}

#[test]
fn going_on_is_promised_only_where_it_will() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&["random", "king"], Format::RoundRobin { cycles: 1 });
    let options = options(folder.path(), &undisturbed);
    fs::write(store_file(folder.path()), "this is no database, however long one looks at it").unwrap();
    for refused in [begin(&plan, &options, &mut |_, _| {}), resume(&options, &mut |_, _| {})] {
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("cannot be used") && !said.contains("go on"), "{said}");
    }
    fs::remove_file(store_file(folder.path())).unwrap();
    let missing = folder.path().join("missing/games.pgn");
    let refused =
        begin(&plan, &TournamentOptions { pgn: Some(&missing), ..options }, &mut |_, _| {}).unwrap_err().to_string();
    assert!(refused.contains("missing/games.pgn cannot be written"), "{refused}");
    assert!(!store_file(folder.path()).exists(), "nothing was begun");
    // A folder in the place of the games.
    fs::create_dir(folder.path().join(GAMES)).unwrap();
    let stopped = begin(&plan, &options, &mut |_, _| {}).unwrap_err();
    assert!(stopped.to_string().contains("--resume will go on"), "{stopped}");
    fs::remove_dir(folder.path().join(GAMES)).unwrap();
    assert!(resume(&options, &mut |_, _| {}).unwrap().is_over);
}

#[test]
fn games_are_added_to_a_file_that_holds_others_in_order_and_none_twice() {
    const OTHERS: &str = "[Event \"of somebody else\"]\n\n1. e4 1-0\n";
    let folder = tempfile::tempdir().unwrap();
    let [one, other, pgn] = ["one", "other", "all.pgn"].map(|name| folder.path().join(name));
    let plan = plan(&["random", "king"], Format::RoundRobin { cycles: 4 });
    whole(&plan, &one);
    let expected = format!("{OTHERS}\n{}", fs::read_to_string(one.join(GAMES)).unwrap());
    fs::write(&pgn, OTHERS).unwrap();

    let limit = AtomicUsize::new(0);
    let close = || limit.fetch_add(1, Ordering::Relaxed) % 5 >= 3;
    let named = TournamentOptions { pgn: Some(&pgn), ..options(&other, &close) };
    let mut standing = begin(&plan, &named, &mut |_, _| {}).unwrap();
    while !standing.is_over {
        // As if the power had failed while the last game was being written, and after it was kept.
        let held = fs::read(&pgn).unwrap();
        fs::write(&pgn, &held[..held.len().saturating_sub(100).max(OTHERS.len() + 1)]).unwrap();
        standing = resume(&named, &mut |_, _| {}).unwrap();
    }
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), without_times(&expected));
    resume(&named, &mut |_, _| {}).unwrap();
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), without_times(&expected));
    // The same tournament once more is another eight games, although they are the same.
    let again = folder.path().join("again");
    begin(
        &plan,
        &TournamentOptions { folder: &again, pgn: Some(&pgn), ..options(&again, &undisturbed) },
        &mut |_, _| {},
    )
    .unwrap();
    assert_eq!(read_games(&pgn).len(), 17);
}

/// How long each move took differs.
fn without_times(text: &str) -> String {
    let is_time = |word: &&str| !word.trim_matches(['{', '}']).ends_with('s') || !word.contains("0.");
    text.split_whitespace().filter(is_time).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_match_of_one_game_is_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(&["random", "random"], Format::RoundRobin { cycles: 1 });
    plan.games = Some(1);
    let standing = whole(&plan, folder.path());
    assert!(standing.is_over);
    assert_eq!((standing.games.len(), standing.expected), (1, Some(1)));
    assert_eq!(standing.plan.names, ["random", "random #2"]);
    assert!(standing.match_report().to_string().contains("N: 1 "));
}

#[test]
fn players_have_names_of_their_own() {
    let words = ["uci:stockfish,name=Fish", "random", "uci:stockfish,name=Fish", "random"].map(str::to_owned);
    assert_eq!(names(&words), ["Fish", "random", "Fish #2", "random #2"]);
}

#[test]
fn mistakes_are_found_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("tournament");
    let good = plan(&["random", "king"], Format::RoundRobin { cycles: 1 });
    let missing = OpeningSettings { file: Some("no-such-file.epd".into()), ..OpeningSettings::default() };
    let bad = [
        Plan { variant: "draughts".to_owned(), ..good.clone() },
        Plan { players: vec!["random".to_owned(), "nobody".to_owned()], ..good.clone() },
        Plan { players: vec!["random".to_owned(), "net:no-such-net".to_owned()], ..good.clone() },
        Plan { control: Some("soon".to_owned()), ..good.clone() },
        Plan { openings: missing, ..good.clone() },
        Plan { tablebases: Some("no-such-folder".to_owned()), ..good.clone() },
        Plan { format: Format::RoundRobin { cycles: 0 }, ..good.clone() },
    ];
    for plan in bad {
        assert!(begin(&plan, &options(&inside, &undisturbed), &mut |_, _| {}).is_err(), "{plan:?}");
        assert!(!inside.exists(), "{plan:?}");
    }
    assert!(matches!(
        resume(&options(&inside, &undisturbed), &mut |_, _| {}),
        Err(TournamentError::NothingToResume(_))
    ));
    whole(&good, &inside);
    let again = begin(&good, &options(&inside, &undisturbed), &mut |_, _| {});
    assert!(matches!(again, Err(TournamentError::FolderTaken(_))));
}

#[test]
fn openings_that_have_changed_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, file) = (folder.path().join("tournament"), folder.path().join("openings.epd"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    fs::write(&file, start).unwrap();
    let mut plan = plan(&["random", "king"], Format::RoundRobin { cycles: 2 });
    plan.openings = OpeningSettings { file: Some(file.clone()), ..OpeningSettings::default() };
    begin(&plan, &options(&inside, &|| true), &mut |_, _| {}).unwrap();
    fs::write(&file, start.replace("PPPPPPPP", "PPPP1PPP")).unwrap();
    let changed = resume(&options(&inside, &undisturbed), &mut |_, _| {});
    assert!(matches!(changed, Err(TournamentError::OpeningsChanged { .. })));
    fs::write(&file, start).unwrap();
    assert!(resume(&options(&inside, &undisturbed), &mut |_, _| {}).unwrap().is_over);
}

/// What earlier versions noted of the openings of this plan: its 64 first ones, and later the start position alone.
#[test]
fn what_earlier_versions_began_is_gone_on_with() {
    let noted = [
        "662d8979c268c045c501af8cb054393387a458d035e9ad3580be8838739faedd",
        "6c47d197300802706c715ba25b5e03e3808b31bd18af918af0acaf3451f88af1",
    ];
    let plan = Plan { games: Some(2), ..plan(&["random", "random"], Format::RoundRobin { cycles: 1 }) };
    for digest in noted {
        let folder = tempfile::tempdir().unwrap();
        begin(&plan, &options(folder.path(), &|| true), &mut |_, _| {}).unwrap();
        let database = rusqlite::Connection::open(store_file(folder.path())).unwrap();
        let note = |digest: &str| database.execute("UPDATE contest SET openings = ?1", [digest]).unwrap();
        note(&digest.replace('6', "7"));
        let other = resume(&options(folder.path(), &undisturbed), &mut |_, _| {});
        assert!(matches!(other, Err(TournamentError::OpeningsChanged { .. })));
        note(digest);
        assert!(resume(&options(folder.path(), &undisturbed), &mut |_, _| {}).unwrap().is_over);
    }
}
