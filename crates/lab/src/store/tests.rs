//! The store gives back what it was given, whole or not at all.

use super::*;

fn row(game: u64, half_points: u32) -> GameRow {
    GameRow { game, learner_is_white: game.is_multiple_of(2), half_points, reason: "checkmate".to_owned(), plies: 40 }
}

fn checkpoint(run: u64, games: Vec<GameRow>) -> Checkpoint {
    let played = games.last().map_or(0, |row| row.game + 1);
    let window = WindowRow::of(played, &games);
    let state = TrainingState { games: played, net: vec![1, 2, run as u8] };
    Checkpoint { run, games, windows: vec![(window, vec![9])], state }
}

#[test]
fn what_was_kept_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.experiment().unwrap(), None);
    store.set_experiment("name = \"x\"").unwrap();
    assert_eq!(store.state(1).unwrap(), None);
    store.keep(&checkpoint(1, vec![row(0, 2), row(1, 1)])).unwrap();
    store.keep(&checkpoint(2, vec![row(0, 0)])).unwrap();
    store.keep(&checkpoint(1, vec![row(2, 0)])).unwrap();
    drop(store);

    let store = Store::open(&path).unwrap();
    assert_eq!(store.experiment().unwrap().as_deref(), Some("name = \"x\""));
    assert_eq!(store.games(1, 1).unwrap(), [row(1, 1), row(2, 0)]);
    assert_eq!(store.state(1).unwrap(), Some(TrainingState { games: 3, net: vec![1, 2, 1] }));
    let windows = store.windows(1).unwrap();
    assert_eq!(windows[0], WindowRow { games: 2, won: 1, drawn: 1, lost: 0 });
    assert_eq!(windows[0].share(), 0.75);
    assert_eq!(store.window_net(1, 3).unwrap(), Some(vec![9]));
}

#[test]
fn sessions_are_noted_in_order_in_older_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    drop(Database::open(&path, &SCHEMA).unwrap());
    let session = |revision: &str| Session { revision: revision.to_owned(), machine: Machine::this() };
    assert_eq!(Store::open(&path).unwrap().sessions().unwrap(), []);
    for revision in ["1", "2"] {
        Store::open(&path).unwrap().begin_session(&session(revision)).unwrap();
    }
    assert_eq!(Store::open(&path).unwrap().sessions().unwrap(), [session("1"), session("2")]);
}

#[test]
fn a_checkpoint_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("results.sqlite")).unwrap();
    store.keep(&checkpoint(1, vec![row(0, 2)])).unwrap();
    let twice = checkpoint(1, vec![row(1, 2), row(1, 2)]);
    let problem = store.keep(&twice).unwrap_err().to_string();
    assert!(problem.contains("results.sqlite cannot be used"), "{problem}");
    assert_eq!(store.games(1, 0).unwrap(), [row(0, 2)]);
    assert_eq!(store.state(1).unwrap().unwrap().games, 1);
}

#[test]
fn a_foreign_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "these are my notes, and quite long ones, on how to play chess").unwrap();
    assert!(Store::open(&path).is_err());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("these are my notes"));

    let other = folder.path().join("other.sqlite");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    let problem = Store::open(&other).err().unwrap().to_string();
    assert!(problem.contains("format 0, needed 1"), "{problem}");
}
