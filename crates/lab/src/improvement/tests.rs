use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicI64, Ordering};

use hetman_arena::Local;

use super::*;

fn settings(more: &[&str]) -> ImprovementSettings {
    let small = ["variant=atomic", "games=12", "nodes=20", "random-plies=4", "max-plies=40", "hidden=64", "epochs=2"];
    let small = small.into_iter().chain(["batch=64", "match-nodes=20", "match-games=6", "window=2"]);
    let pairs: Vec<String> = small.chain(more.iter().copied()).map(str::to_owned).collect();
    ImprovementSettings::read(&pairs).unwrap()
}

/// Says stop after so many events.
struct Patience {
    left: AtomicI64,
    stop: AtomicBool,
}

impl Patience {
    fn of(events: i64) -> Patience {
        Patience { left: AtomicI64::new(events), stop: AtomicBool::new(false) }
    }
}

impl ImprovementObserver for Patience {
    fn hear(&self, _: &ImprovementEvent) {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn run(
    folder: &Path,
    settings: Option<&ImprovementSettings>,
    threads: usize,
    events: i64,
) -> Result<Lineage, ImprovementError> {
    let patience = Patience::of(events);
    improve(&Improvement {
        folder,
        settings,
        generations: Some(2),
        program: "a test",
        date: "2026.01.01",
        threads,
        executor: Local { threads },
        stop: &patience.stop,
        observer: &patience,
    })
}

/// Position files, networks and the lineage, by their names.
fn made(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let inside = ["positions", "nets"].map(|name| fs::read_dir(folder.join(name)).unwrap());
    let files = inside.into_iter().flatten().map(|entry| entry.unwrap().path()).chain([folder.join("lineage.json")]);
    files.map(|file| (file.strip_prefix(folder).unwrap().display().to_string(), fs::read(&file).unwrap())).collect()
}

#[test]
fn the_loop_goes_from_nothing_to_networks_and_tells_their_lineage() {
    let folder = tempfile::tempdir().unwrap();
    let lineage = run(folder.path(), Some(&settings(&[])), 2, i64::MAX).unwrap();
    assert_eq!(Lineage::of(folder.path()).unwrap(), lineage);
    let [first, second] = &lineage.children[..] else { panic!("{lineage:?}") };
    assert_eq!((first.generation, first.parent, first.games), (1, None, 12));
    assert_eq!(second.parent, first.is_kept.then_some(1));
    assert!(second.positions > first.positions, "the second learns from both games");
    assert!(first.held_out_error.is_some());
    assert_eq!(made(folder.path()).len(), 6, "two position files, three networks and the lineage");
}

#[test]
fn a_loop_that_was_stopped_anywhere_ends_in_the_same_bytes_on_any_number_of_threads() {
    let whole = tempfile::tempdir().unwrap();
    run(whole.path(), Some(&settings(&[])), 1, i64::MAX).unwrap();
    let expected = made(whole.path());
    for events in [1, 9, 20, 35, 60] {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), Some(&settings(&[])), 2, events).unwrap();
        run(folder.path(), None, 2, i64::MAX).unwrap();
        assert!(made(folder.path()) == expected, "stopped after {events} events");
    }
}

#[test]
fn other_settings_and_folders_without_a_lineage_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let problem = run(folder.path(), None, 1, 1).unwrap_err().to_string();
    assert!(problem.ends_with("holds no lineage: begin one there"), "{problem}");
    run(folder.path(), Some(&settings(&[])), 1, 1).unwrap();
    let problem = run(folder.path(), Some(&settings(&["seed=2"])), 1, 1).unwrap_err().to_string();
    assert!(problem.contains("was begun with other settings (variant=atomic,"), "{problem}");
    fs::write(folder.path().join("lineage.json"), "{").unwrap();
    let problem = run(folder.path(), None, 1, 1).unwrap_err().to_string();
    assert!(problem.contains("holds a lineage that cannot be read"), "{problem}");
}

#[test]
fn settings_are_read_as_they_are_written() {
    let chosen = settings(&["start=tables", "elo1=30"]);
    assert_eq!(ImprovementSettings::try_from(chosen.to_string()).unwrap(), chosen);
    assert_eq!((chosen.start().as_str(), chosen.number("elo1"), chosen.integer("games")), ("tables", 30.0, 12));
    let usual = ImprovementSettings::read(&[]).unwrap();
    assert_eq!(ImprovementSettings::try_from(usual.to_string()).unwrap(), usual);
    assert!(
        ImprovementSettings::read(&["game=12".to_owned()]).unwrap_err().to_string().contains("did you mean 'games'")
    );
}
