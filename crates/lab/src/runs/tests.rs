//! Runs repeat exactly: on any number of threads, interrupted or not.

#[path = "../../../arena/tests/support/shuffled.rs"]
mod shuffled;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use hetman_arena::game::undisturbed;
use hetman_arena::{Seats, Work};
use hetman_eval::{LearnerState, Net};

use super::work::TrainingGames;
use super::*;
use crate::store::{GameRow, WindowRow};
use shuffled::{Shuffled, again};

/// A small experiment in which everything that can depend on chance and threads does.
const FILE: &str = include_str!("../../testdata/experiment.toml");

fn source(text: &str) -> Source {
    Source::new(text, &[]).unwrap()
}

/// Everything a run leaves behind.
#[derive(Debug, PartialEq)]
struct Left {
    games: Vec<GameRow>,
    windows: Vec<(WindowRow, Vec<u8>)>,
    early: Vec<(u64, Vec<u8>)>,
    state: Vec<u8>,
    file: Vec<u8>,
}

fn left(folder: &Path, run: u64) -> Left {
    let store = Store::open(&results_file(folder)).unwrap();
    let windows = store.windows(run).unwrap();
    let net = |row: &WindowRow| store.window_net(run, row.games).unwrap().unwrap();
    Left {
        games: store.games(run, 0).unwrap(),
        windows: windows.iter().map(|row| (row.clone(), net(row))).collect(),
        early: store.early_nets(run).unwrap(),
        state: store.state(run).unwrap().unwrap().net,
        file: fs::read(net_file(folder, run)).unwrap(),
    }
}

fn try_train(
    text: &str,
    folder: &Path,
    resume: bool,
    threads: usize,
    sink: &dyn Observer,
    stop: &AtomicBool,
) -> Result<TrainingOutcome, TrainError> {
    let source = source(text);
    let (base, threads) = (Path::new("."), Some(threads));
    train(&Training { source: &source, base, folder, resume, threads, revision: "test", sink, stop })
}

fn train_undisturbed(text: &str, folder: &Path, threads: usize) -> Result<TrainingOutcome, TrainError> {
    try_train(text, folder, false, threads, &|_: &Event| {}, &AtomicBool::new(false))
}

#[test]
fn the_equal_start_and_the_first_games_are_noted() {
    let folder = tempfile::tempdir().unwrap();
    train_undisturbed(FILE, folder.path(), 1).unwrap();
    let left = left(folder.path(), 1);
    let games: Vec<u64> = left.early.iter().map(|(games, _)| *games).collect();
    let window = left.windows[0].0.games;
    assert_eq!(games[0], 0, "before the first game");
    assert!(games.len() > 2 && games.iter().rev().nth(1).unwrap() < &window, "{games:?} before {window}");
    let first = source(FILE).first_net(Path::new("."), 1, run_seed(source(FILE).experiment.seed, 1)).unwrap();
    let noted = Net::from_bytes(&left.early[0].1).unwrap().0;
    assert_eq!(noted.model().parameters(), first.model().parameters());
}

#[test]
fn the_number_of_threads_is_not_to_be_seen() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (folder, threads) in folders.iter().zip([1, 3]) {
        assert_eq!(train_undisturbed(FILE, folder.path(), threads).unwrap(), TrainingOutcome::Finished);
    }
    for run in [1, 2] {
        let [one, three] = [0, 1].map(|index: usize| left(folders[index].path(), run));
        assert_eq!(one, three);
        assert_eq!(one.games.len(), 12);
        assert_eq!(one.windows.iter().map(|(row, _)| row.games).collect::<Vec<_>>(), [5, 10]);
        assert_eq!(one.state, one.file);
        let (net, _) = Net::from_bytes(&one.file).unwrap();
        assert!(net.model().parameters()[..5].iter().all(|&weight| weight != 1.0), "it learned");
        assert_eq!(net.provenance.games_seen, 12);
    }
    let summaries = crate::summaries(folders[0].path(), 2).unwrap();
    assert_eq!(summaries.iter().map(|summary| summary.run).collect::<Vec<_>>(), [1, 2]);
    let total = &summaries[0].total;
    assert_eq!((total.games, total.won + total.drawn + total.lost), (12, 12));
    assert_eq!((summaries[0].weights.len(), summaries[0].weights[4].0.as_str()), (6, "queen"));
    assert_ne!(left(folders[0].path(), 1).games, left(folders[0].path(), 2).games, "runs differ in their chances");
    let sessions = crate::sessions(folders[0].path()).unwrap();
    assert_eq!(sessions, [Session { revision: "test".to_owned(), machine: Machine::this() }]);
}

#[test]
fn whoever_has_the_games_played_is_not_to_be_seen() {
    for text in [FILE.to_owned(), FILE.replace("{ every-games = 3 }", "\"every-move\"")] {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        train_undisturbed(&text, folders[0].path(), 2).unwrap();
        let (source, sink, stop) = (source(&text), |_: &Event| {}, AtomicBool::new(false));
        let training = Training {
            source: &source,
            base: Path::new("."),
            folder: folders[1].path(),
            resume: false,
            threads: None,
            revision: "test",
            sink: &sink,
            stop: &stop,
        };
        assert_eq!(train_on(&Shuffled { seed: 9 }, &training).unwrap(), TrainingOutcome::Finished);
        for run in [1, 2] {
            assert_eq!(left(folders[1].path(), run), left(folders[0].path(), run));
        }
    }
}

#[test]
fn a_game_is_the_same_where_description_job_and_net_were_sent() {
    let (source, observer) = (source(FILE), |_: &Event| {});
    let description = TrainingDescription::new(&source, PathBuf::from(".")).unwrap();
    let net = Arc::new(source.first_net(Path::new("."), 1, 7).unwrap());
    let (here, there) = (Nets::default(), Nets::default());
    let job = TrainingJob { run: 2, game: 5, net: here.add(&net), recording: None };
    let (read, _) = Net::from_bytes(&net.to_bytes(&LearnerState::default())).unwrap();
    assert_eq!(there.add(&Arc::new(read)), job.net);
    let play = |description: &TrainingDescription, nets: &Nets, job: &TrainingJob| {
        let work = TrainingGames { description, nets, observer: &observer };
        work.perform(&mut Seats::default(), job, &undisturbed).unwrap().unwrap()
    };
    let game = play(&description, &here, &job);
    assert_eq!(play(&again(&description), &there, &again(&job)), game);
    assert_eq!(again(&game), game);
    here.remove(&job.net);
    assert!(here.get(&job.net).is_none());
}

#[test]
fn a_run_stopped_anywhere_and_resumed_is_as_if_never_stopped() {
    let whole = tempfile::tempdir().unwrap();
    train_undisturbed(FILE, whole.path(), 2).unwrap();
    for games in [1, 4, 9, 17] {
        let folder = tempfile::tempdir().unwrap();
        let (stop, heard) = (AtomicBool::new(false), AtomicU64::new(0));
        let stop_after = |event: &Event| {
            if matches!(event, Event::Played { .. }) && heard.fetch_add(1, Ordering::Relaxed) + 1 == games {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let verdict = try_train(FILE, folder.path(), false, 2, &stop_after, &stop).unwrap();
        assert_eq!(verdict, TrainingOutcome::Stopped, "after {games} games");
        let go_on = || try_train(FILE, folder.path(), true, 1, &|_: &Event| {}, &AtomicBool::new(false));
        assert_eq!(go_on().unwrap(), TrainingOutcome::Finished);
        for run in [1, 2] {
            assert_eq!(left(folder.path(), run), left(whole.path(), run), "stopped after {games} games");
        }
        assert_eq!(go_on().unwrap(), TrainingOutcome::Finished, "a finished run stays finished");
        assert_eq!(left(folder.path(), 1), left(whole.path(), 1));
    }
}

#[test]
fn learning_after_every_move_repeats_too() {
    let text = FILE.replace("{ every-games = 3 }", "\"every-move\"").replace("runs = 2", "runs = 1");
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        assert_eq!(train_undisturbed(&text, folder.path(), 2).unwrap(), TrainingOutcome::Finished);
    }
    assert_eq!(left(folders[0].path(), 1), left(folders[1].path(), 1));
}

#[test]
fn a_diverging_run_stops_and_leaves_its_last_good_state() {
    let folder = tempfile::tempdir().unwrap();
    let text = FILE.replace("sides = \"both\"", "largest-weight = 1.05").replace("games = 12", "games = 60");
    let problem = train_undisturbed(&text, folder.path(), 1).unwrap_err();
    assert!(matches!(problem, TrainError::Diverged { .. }), "{problem}");
    assert!(problem.to_string().contains("learning diverged"), "{problem}");
    let (net, _) = Net::from_bytes(&fs::read(net_file(folder.path(), 1)).unwrap()).unwrap();
    assert!(net.model().parameters()[..5].iter().all(|weight| weight.abs() <= 1.05));
}

#[test]
fn folders_are_neither_overwritten_nor_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let never = AtomicBool::new(false);
    let silent = |_: &Event| {};
    let nothing = try_train(FILE, folder.path(), true, 1, &silent, &never).unwrap_err();
    assert!(nothing.to_string().contains("no run to go on with"), "{nothing}");
    train_undisturbed(FILE, folder.path(), 2).unwrap();
    let taken = train_undisturbed(FILE, folder.path(), 2).unwrap_err();
    assert!(taken.to_string().contains("--resume"), "{taken}");
    let other = FILE.replace("lambda = 0.7", "lambda = 0.8");
    let changed = try_train(&other, folder.path(), true, 1, &silent, &never).unwrap_err();
    assert!(changed.to_string().contains("not the one"), "{changed}");
    let lock = File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let in_use = try_train(FILE, folder.path(), true, 1, &silent, &never).unwrap_err();
    assert!(in_use.to_string().contains("another hetman"), "{in_use}");
}

#[test]
fn a_net_to_go_on_from_is_read_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first");
    let text = FILE.replace("runs = 2", "runs = 1");
    train_undisturbed(&text, &first, 2).unwrap();
    let file = net_file(&first, 1);
    let from = |net: &Path| text.replace("initial = \"ones\"", &format!("net = {:?}", net.display().to_string()));
    let second = folder.path().join("second");
    train_undisturbed(&from(&file), &second, 2).unwrap();
    let (net, _) = Net::from_bytes(&fs::read(net_file(&second, 1)).unwrap()).unwrap();
    assert_eq!(net.provenance.games_seen, 24);
    assert_eq!(net.provenance.parent, Some(file.display().to_string()));

    let third = folder.path().join("third");
    let said = |text: &str| train_undisturbed(text, &third, 1).unwrap_err().to_string();
    let missing = said(&from(&folder.path().join("nowhere")));
    assert!(missing.starts_with("line 9: the net") && missing.contains("nowhere"), "{missing}");
    let foreign = said(&from(&file).replace("seed = 7", "variant = \"atomic\""));
    assert!(foreign.contains("made for chess"), "{foreign}");
    assert!(!third.exists(), "nothing was written");
}

/// Three games to learn from, and those that are left out: a mate lost, a stalemate won, and one of each other kind.
const COLLECTION: &str = r#"[White "a"]

1. f3 e5 2. g4 Qh4# 0-1

[White "broken"]

1. e4 e5 2. Qh6 1-0

[White "b"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "mated, and yet the winner"]

1. f3 e5 2. g4 Qh4# 1-0

[White "stalemated, and yet the loser"]
[FEN "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"]

1. Qg6 1-0

[White "unfinished"]

1. e4 *

[Variant "Atomic"]

1. Nf3 d5 1-0

[White "c"]

1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2
"#;

#[test]
fn recorded_games_are_learned_from_except_for_broken_ones() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, COLLECTION).unwrap();
    let recorded = format!("[recorded]\npgn = {:?}\ndepth = 2\n", pgn.display().to_string());
    let play = "[play]\nopponent = \"self\"\ndepth = 1\nlongest-plies = 60\n";
    let text = FILE.replace(play, &recorded).replace("sides = \"both\"\n", "");
    let collected = Mutex::new(None);
    let sink = |event: &Event| {
        if let Event::Collected(told) = event {
            *collected.lock().unwrap() = Some(told.clone());
        }
    };
    let whole = folder.path().join("whole");
    assert_eq!(try_train(&text, &whole, false, 2, &sink, &AtomicBool::new(false)).unwrap(), TrainingOutcome::Finished);
    let Collected { games, left_out, .. } = collected.into_inner().unwrap().unwrap();
    assert_eq!((games, left_out.broken, left_out.unfinished, left_out.other_variant), (3, 1, 1, 1));
    assert_eq!(left_out.contradictory, 2);
    assert!(left_out.first_broken.unwrap().contains("game 2, line 7"));

    let rows = left(&whole, 1).games;
    for round in rows.chunks(3) {
        let mut plies: Vec<u32> = round.iter().map(|row| row.plies).collect();
        plies.sort_unstable();
        assert_eq!(plies, [4, 4, 7], "every round has every game once");
    }
    let again = folder.path().join("again");
    let (stop, heard) = (AtomicBool::new(false), AtomicU64::new(0));
    let stop_soon = |event: &Event| {
        if matches!(event, Event::Played { .. }) && heard.fetch_add(1, Ordering::Relaxed) == 6 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    assert_eq!(try_train(&text, &again, false, 1, &stop_soon, &stop).unwrap(), TrainingOutcome::Stopped);
    try_train(&text, &again, true, 2, &|_: &Event| {}, &AtomicBool::new(false)).unwrap();
    assert_eq!(left(&again, 2), left(&whole, 2));

    fs::write(&pgn, "1. e4 *").unwrap();
    let nothing = train_undisturbed(&text, &folder.path().join("nothing"), 1).unwrap_err().to_string();
    assert!(nothing.contains("no finished game of chess") && nothing.starts_with("line 18"), "{nothing}");

    fs::write(&pgn, "1. e5 1-0\n\n1. Ke2 1-0\n").unwrap();
    let broken = train_undisturbed(&text, &folder.path().join("broken"), 1).unwrap_err().to_string();
    assert!(broken.contains("2 broken (the first: game 1, line 1: the move 'e5' is illegal"), "{broken}");
}

#[test]
fn what_was_packed_to_nothing_is_no_collection() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn.zst");
    let game = "1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(1 << 20);
    fs::write(&pgn, zstd::encode_all(game.as_bytes(), 19).unwrap()).unwrap();
    let recorded = format!("[recorded]\npgn = {:?}\ndepth = 1\n", pgn.display().to_string());
    let play = "[play]\nopponent = \"self\"\ndepth = 1\nlongest-plies = 60\n";
    let text = FILE.replace(play, &recorded).replace("sides = \"both\"\n", "");
    let refusal = train_undisturbed(&text, &folder.path().join("run"), 1).unwrap_err().to_string();
    assert!(refusal.contains("unpacks to more than 200 times its size"), "{refusal}");
}

#[test]
fn latin_1_is_read_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, b"[White \"M\xfcller\"]\n\n1. e4 e5 1-0\n").unwrap();
    let recorded = format!("[recorded]\npgn = {:?}\ndepth = 1\n", pgn.display().to_string());
    let source = source(
        &FILE
            .replace("[play]\nopponent = \"self\"\ndepth = 1\nlongest-plies = 60\n", &recorded)
            .replace("sides = \"both\"\n", ""),
    );
    let filter = source.experiment.recorded.as_ref().unwrap();
    let collected = Collection::read(&pgn, source.experiment.variant, filter).unwrap().collected();
    assert_eq!((collected.games, collected.latin_1_lines), (1, 1));
    assert!(collected.to_string().ends_with("1 lines are not UTF-8 and were read as Latin-1"), "{collected}");
}

#[test]
fn games_won_from_lost_positions_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, "1. e4 d5 2. exd5 0-1\n\n1. e4 Nf6 2. e5 Ng4 3. Qxg4 0-1\n\n1. e4 Nf6 2. e5 Ng4 3. Qxg4 1-0\n")
        .unwrap();
    let collected = |filter: &str| {
        let recorded = format!("[recorded]\npgn = {:?}\ndepth = 1\n{filter}", pgn.display().to_string());
        let play = "[play]\nopponent = \"self\"\ndepth = 1\nlongest-plies = 60\n";
        let source = source(&FILE.replace(play, &recorded).replace("sides = \"both\"\n", ""));
        let collection =
            Collection::read(&pgn, source.experiment.variant, source.experiment.recorded.as_ref().unwrap());
        let collection = collection.unwrap();
        (collection.len(), collection.left_out.contradictory)
    };
    assert_eq!(collected(""), (3, 0));
    assert_eq!(collected("winner-behind = 2\n"), (2, 1));
    assert_eq!(collected("winner-behind = 0.5\n"), (1, 2));
}

#[test]
fn an_opponents_net_lies_beside_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let text = FILE.replace("runs = 2", "runs = 1");
    train_undisturbed(&text, &folder.path().join("first"), 2).unwrap();
    let against = text.replace("\"self\"", "\"net:first/run-1.safetensors,depth=1\"").replace("sides = \"both\"", "");
    let source = source(&against);
    let (sink, stop, out) = (|_: &Event| {}, AtomicBool::new(false), folder.path().join("second"));
    let training = |base| Training {
        source: &source,
        base,
        folder: &out,
        resume: false,
        threads: Some(2),
        revision: "test",
        sink: &sink,
        stop: &stop,
    };
    let elsewhere = train(&training(Path::new("elsewhere"))).unwrap_err().to_string();
    assert!(elsewhere.contains("elsewhere/first/run-1.safetensors cannot be used"), "{elsewhere}");
    assert_eq!(train(&training(folder.path())).unwrap(), TrainingOutcome::Finished);
}

#[test]
fn every_shipped_experiment_can_be_begun() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    assert!(!files.is_empty());
    for file in files {
        let source = crate::Experiment::load(&file, &[]).unwrap_or_else(|problem| panic!("{problem}"));
        let net = source.first_net(&folder, 1, 1).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        source.first_learner(&net).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        assert_eq!(Some(source.experiment.name.as_str()), file.file_stem().and_then(|stem| stem.to_str()));
    }
}
