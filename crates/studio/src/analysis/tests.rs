//! Who watches, counted in ticks of the studio.

use super::*;
use crate::log::Follower;
use crate::studio::Options;
use crate::wire::{PlayerChoice, Settings, Topic};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn begin(studio: &Arc<Studio>) -> Result<String, Problem> {
    let player = PlayerChoice { player: "hetman".to_owned(), settings: Settings::default() };
    let (variant, fen) = ("chess".to_owned(), START.to_owned());
    let wish = AnalysisWish { variant, fen, player, multi_pv: 1, depth: None, move_time_ms: None };
    start(studio, &Call::default(), wish).map(|started| started.id)
}

fn follow(studio: &Studio, id: &str) -> Follower {
    studio.log.follow(vec![Topic(format!("analysis:{id}"))], None)
}

/// The studio's own ticks come on top of these.
fn tick(studio: &Studio, ticks: u32) {
    (0..ticks).for_each(|number| studio.jobs.analyses.tick(studio, number.into()));
}

fn analysis(studio: &Arc<Studio>, id: &str) -> Analysis {
    show(studio, &Call { id: id.to_owned(), ..Call::default() }).unwrap()
}

#[test]
fn an_analysis_that_nobody_watches_ends_and_makes_room_and_a_watched_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::open(&Options::in_folder(folder.path())).unwrap();
    let watched = begin(&studio).unwrap();
    let follower = follow(&studio, &watched);
    let unwatched = [begin(&studio).unwrap(), begin(&studio).unwrap()];
    assert!(matches!(begin(&studio), Err(Problem::Crowded(_))), "three at once");
    tick(&studio, UNWATCHED_TICKS);
    for id in &unwatched {
        studio.jobs.analyses.find(id).unwrap().wait(Duration::MAX);
        assert_eq!(analysis(&studio, id).ended.unwrap().reason, "Nobody was watching.");
    }
    assert!(analysis(&studio, &watched).is_running, "somebody follows it");
    let later = begin(&studio).unwrap();
    drop(follower);
    tick(&studio, 1);
    assert!(analysis(&studio, &watched).is_running, "a page has time to reconnect");
    tick(&studio, UNWATCHED_TICKS);
    for id in [&watched, &later] {
        studio.jobs.analyses.find(id).unwrap().wait(Duration::MAX);
        assert!(!analysis(&studio, id).is_running);
    }
}

#[test]
fn of_analyses_that_have_ended_the_oldest_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::open(&Options::in_folder(folder.path())).unwrap();
    for _ in 0..AnalysisJob::REMEMBERED + 2 {
        let job = studio.jobs.analyses.find(&begin(&studio).unwrap()).unwrap();
        job.stop(&studio).unwrap();
        job.wait(Duration::MAX);
    }
    let ids: Vec<u64> = studio.jobs.analyses.all().iter().map(|job| job.id).collect();
    assert_eq!((ids.len(), ids.last()), (AnalysisJob::REMEMBERED, Some(&3)));
}
