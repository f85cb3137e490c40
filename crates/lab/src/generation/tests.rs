use std::cell::Cell;
use std::fs;
use std::path::Path;

use hetman_arena::Local;
use hetman_positions::PositionFile;
use tempfile::TempDir;

use super::*;

fn settings(variant: Variant, nodes: u64) -> GenerationSettings {
    GenerationSettings {
        variant,
        player: format!("hetman:soft-nodes={nodes}").parse().unwrap(),
        random_plies: 4,
        balanced: Some(300),
        balance_nodes: nodes,
        longest_plies: 60,
        win: Some(WinRule { moves: 2, centipawns: 800 }),
        draw: None,
        seed: 11,
    }
}

/// Counts, and asks for the end after so many games.
struct Counter {
    added: Cell<u64>,
    nodes: Cell<u64>,
}

impl GenerationObserver for Counter {
    fn begun(&self, _: u64, _: u64) {}

    fn added(&self, _: &ScoredGame, _: u64, nodes: u64) {
        self.added.set(self.added.get() + 1);
        self.nodes.set(self.nodes.get() + nodes);
    }
}

fn run(settings: &GenerationSettings, path: &Path, games: u64, threads: usize) -> Result<Generated, GenerationError> {
    let counter = Counter { added: Cell::new(0), nodes: Cell::new(0) };
    let generated = generate(settings, path, games, "a test", &Local { threads }, &|| false, &counter)?;
    assert!(counter.added.get() == 0 || counter.nodes.get() > 0);
    Ok(generated)
}

fn file(folder: &TempDir, name: &str) -> std::path::PathBuf {
    folder.path().join(format!("{name}.positions"))
}

#[test]
fn the_file_is_the_same_on_any_number_of_threads_in_every_variant() {
    let folder = tempfile::tempdir().unwrap();
    for variant in Variant::ALL {
        let settings = settings(variant, 60);
        let files = [1, 3].map(|threads| {
            let path = file(&folder, &format!("{variant}-{threads}"));
            let generated = run(&settings, &path, 10, threads).unwrap();
            assert!(generated.is_complete && generated.games == 10);
            path
        });
        assert_eq!(fs::read(&files[0]).unwrap(), fs::read(&files[1]).unwrap(), "{variant}");
        let read = PositionFile::open_variant(&files[0], variant).unwrap();
        assert_eq!((read.games(), read.unfinished_bytes()), (10, 0));
        for game in read.iter() {
            let game = game.unwrap().decoded().unwrap();
            assert!(game.result.is_some());
            assert!(game.moves.iter().take(4).all(|half_move| half_move.score.is_none()));
            assert!(game.moves.iter().skip(4).all(|half_move| half_move.score.is_some()));
        }
    }
}

#[test]
fn a_file_that_was_stopped_anywhere_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(Variant::Atomic, 60);
    let whole = file(&folder, "whole");
    run(&settings, &whole, 21, 2).unwrap();
    for asked in [1, 40, 300, 2000, 9000] {
        let path = file(&folder, &format!("stopped-{asked}"));
        let left = std::sync::atomic::AtomicI64::new(asked);
        let stop = || left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0;
        let counter = Counter { added: Cell::new(0), nodes: Cell::new(0) };
        generate(&settings, &path, 21, "a test", &Local { threads: 2 }, &stop, &counter).unwrap();
        assert!(run(&settings, &path, 21, 1).unwrap().is_complete);
        assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap(), "stopped after {asked} looks");
    }
}

#[test]
fn a_finished_file_stays_and_a_torn_one_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(Variant::Antichess, 40);
    let path = file(&folder, "games");
    let first = run(&settings, &path, 17, 1).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(run(&settings, &path, 17, 1).unwrap(), first);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    for length in [bytes.len() - 1, bytes.len() / 2, bytes.len() / 4] {
        fs::write(&path, &bytes[..length]).unwrap();
        run(&settings, &path, 17, 2).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut to {length}");
    }
}

#[test]
fn no_opening_is_played_twice_and_there_is_an_end_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let few = GenerationSettings { random_plies: 1, longest_plies: 3, balanced: None, ..settings(Variant::Chess, 5) };
    let problem = run(&few, &file(&folder, "few"), 100, 2).unwrap_err().to_string();
    assert_eq!(problem, "there are no more openings than 20: choose more random half-moves");
}

#[test]
fn a_file_of_other_settings_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "games");
    let first = settings(Variant::Chess, 20);
    run(&first, &path, 2, 1).unwrap();
    let bytes = fs::read(&path).unwrap();
    let other = GenerationSettings { seed: 12, ..first.clone() };
    let problem = run(&other, &path, 4, 1).unwrap_err().to_string();
    assert!(problem.contains("was begun otherwise (by a test, "), "{problem}");
    fs::write(&path, "my diary").unwrap();
    let problem = run(&first, &path, 4, 1).unwrap_err().to_string();
    assert!(problem.ends_with("this is no position file"), "{problem}");
    assert_eq!(fs::read(&path).unwrap(), b"my diary");
    let timed = GenerationSettings { player: "hetman:movetime=10".parse().unwrap(), ..first };
    let problem = run(&timed, &file(&folder, "timed"), 4, 1).unwrap_err().to_string();
    assert!(problem.contains("does not play the same game again"), "{problem}");
    assert_ne!(bytes.len(), 0);
}
