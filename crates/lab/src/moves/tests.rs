//! The same network on any number of threads, interrupted or not.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

const SMALL: &str =
    "searcher=hetman:eval=material,positions=192,sample-nodes=200,sample=0.05,label-nodes=300,batch=4,batches=600";

fn learn(folder: &Path, settings: &str, threads: usize, stop: &Stop) -> Result<MoveOutcome, MoveError> {
    let settings = MoveSettings::read(settings).unwrap();
    learn_moves(folder, Some(&settings), NonZeroUsize::new(threads).unwrap(), stop, &|_| {})
}

#[test]
fn any_number_of_threads_and_any_interruption_give_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let outcome = learn(&whole, SMALL, 2, &|| false).unwrap();
    assert_eq!((outcome.positions, outcome.held_out), (172, 20));
    // Once among the searches, behind the first file, and once among the batches, behind the first checkpoint.
    for is_learning in [false, true] {
        let is_stopped = AtomicBool::new(false);
        let tell = |progress: MoveProgress| {
            let is_there = matches!(progress, MoveProgress::Learned { .. }) == is_learning;
            is_stopped.fetch_or(is_there, Ordering::Relaxed);
        };
        let settings = MoveSettings::read(SMALL).unwrap();
        let stop = || is_stopped.load(Ordering::Relaxed);
        let cut_short = learn_moves(&cut, Some(&settings), NonZeroUsize::MIN, &stop, &tell);
        assert!(matches!(cut_short, Err(MoveError::Stopped)), "{is_learning}");
    }
    let again = learn(&cut, SMALL, 1, &|| false).unwrap();
    assert_eq!(again.net.to_bytes(&Default::default()), outcome.net.to_bytes(&Default::default()));
    assert_eq!(again.curve, outcome.curve);
    assert!(outcome.curve[0].loss > outcome.curve[1].loss, "{:?}", outcome.curve);
    let other = learn(&cut, "positions=3", 1, &|| false).unwrap_err().to_string();
    assert!(other.contains("holds other settings"), "{other}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let problem = |settings: &str| match MoveSettings::read(settings) {
        Ok(settings) => learn_moves(folder.path(), Some(&settings), NonZeroUsize::MIN, &|| false, &|_| {})
            .map_err(|error| error.to_string())
            .unwrap_err(),
        Err(error) => error.to_string(),
    };
    assert!(problem("position=3").contains("did you mean 'positions'"));
    assert!(problem("sample=2").contains("from 0.0001 to 1"));
    assert!(problem("searcher=random").contains("no evaluation to search with"));
}
