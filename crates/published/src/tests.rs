//! Every row of every series can be begun, and a row repeated is the same to the byte.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hetman_eval::Net;
use hetman_lab::occupancy::Occupancy;
use hetman_lab::{Experiment, Source};
use hetman_rules::AnyPosition;

use super::*;

fn runner<'a>(folder: &'a Path, threads: usize, stop: &'a AtomicBool) -> ReproductionRunner<'a> {
    ReproductionRunner { folder, threads, revision: "test", date: "2026.11.15", played: &|_| {}, stop }
}

#[test]
fn every_row_can_be_begun() {
    let catalogue = Catalogue::built_in();
    let mut names = BTreeSet::new();
    for row in &catalogue.rows {
        let name = &row.name;
        assert!(names.insert(name.to_ascii_lowercase()), "{name} is there twice");
        let request = RowRequest::new(row, &Overrides::default());
        match &row.task {
            RowTask::Training(settings) => {
                let source = settings.source(&request);
                let read = Source::new(&source.text, &[]).unwrap_or_else(|problem| panic!("{name}: {problem}"));
                assert_eq!(read.experiment, source.experiment, "{name}: what is written is what is trained");
                let net = source.first_net(Path::new(""), 1, 1).unwrap_or_else(|problem| panic!("{name}: {problem}"));
                source.first_learner(&net).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            }
            RowTask::Tournament(settings) => {
                let folder = tempfile::tempdir().unwrap();
                settings
                    .write_nets(folder.path(), 0, &|needed| Ok(vec![untrained(needed)]))
                    .unwrap_or_else(|problem| panic!("{name}: {problem}"));
                let plan = settings.plan(&request, folder.path(), 0);
                for file in plan.players.iter().filter_map(|spec| net_file(spec)) {
                    assert!(Path::new(file).is_file(), "{name}: {file} was not written");
                }
                plan.player_words().unwrap_or_else(|problem| panic!("{name}: {problem}"));
                plan.schedule().unwrap_or_else(|problem| panic!("{name}: {problem}"));
                plan.rules().unwrap_or_else(|problem| panic!("{name}: {problem}"));
                for needed in settings.needs() {
                    let needed = catalogue.row(needed).unwrap_or_else(|| panic!("{name} needs {needed}"));
                    assert!(matches!(needed.task, RowTask::Training(_)), "{name} needs the net of {}", needed.name);
                }
            }
            RowTask::Numbers(_) => assert!(request.dependencies().is_empty(), "{name}"),
        }
    }
}

/// A net of a row before its first game, which has seen the pieces where they start.
fn untrained(row: &str) -> Net {
    let request = RowRequest::new(Catalogue::built_in().row(row).unwrap(), &Overrides::default());
    let RowTask::Training(settings) = &request.row.task else { panic!("{row} is trained") };
    let mut net = settings.source(&request).first_net(Path::new(""), 1, 1).unwrap();
    let mut occupancy = Occupancy::default();
    occupancy.count(&AnyPosition::start(net.variant()));
    occupancy.note_in(&mut net);
    net
}

/// The file of the net that a player evaluates by, if there is one.
fn net_file(spec: &str) -> Option<&str> {
    spec.split([':', ',', '=']).find(|part| part.ends_with(".safetensors"))
}

/// Pages that are read, not a list of everything that was ever tried.
#[test]
fn the_catalogue_stays_small() {
    let rows = &Catalogue::built_in().rows;
    let of_works = rows.iter().filter(|row| row.role != Role::Strength).count();
    assert!(of_works <= 130, "{of_works} rows");
    let base = |row: &Row| row.base.as_deref().map(|base| Catalogue::built_in().row(base).unwrap().role);
    for row in rows {
        let is_sound = match row.role {
            Role::Control => base(row) == Some(Role::Repetition),
            Role::Repetition | Role::Strength => base(row).is_none(),
            Role::Exploration => false,
        };
        assert!(is_sound, "{}: a control changes a repetition, and nothing else is like another row", row.name);
    }
}

/// The nets of all runs play, each in its share of the games, and what they bring is not pooled.
#[test]
fn networks_of_every_run_play_in_turn() {
    let catalogue = Catalogue::built_in();
    let row = catalogue.row("neuralchess-5.4-tournament").unwrap();
    let RowTask::Tournament(settings) = &row.task else { panic!("a tournament") };
    let request = RowRequest::new(row, &Overrides::default());
    assert_eq!((settings.rounds(&request), settings.games(&request)), (5, 3 * 200));
    let folders: BTreeSet<_> = (0..5).map(|round| settings.round_folder(&request, Path::new("row"), round)).collect();
    assert_eq!(folders.len(), 5);
    let seeds: BTreeSet<u64> = (0..5).map(|round| settings.plan(&request, Path::new("row"), round).seed).collect();
    assert_eq!(seeds.len(), 5, "no two rounds play the same games");
    let linear = catalogue.row("variants-6.6-classical").unwrap();
    let RowTask::Tournament(settings) = &linear.task else { panic!("a tournament") };
    let request = RowRequest::new(linear, &Overrides::default());
    assert_eq!(settings.rounds(&request), 1);
    assert_eq!(
        settings.nets_in_words(&request).unwrap(),
        "variants-small-suicide plays as one net, the mean of 10 runs"
    );
    assert_eq!(request.evidence(), Evidence { runs: Some(10), length: 1.0 });
}

#[test]
fn names_mean_rows_series_or_all() {
    let catalogue = Catalogue::built_in();
    assert_eq!(catalogue.find("neuralchess-5.2").unwrap().len(), 27);
    assert_eq!(catalogue.find("NeuralChess-5.1-iv").unwrap()[0].name, "neuralchess-5.1-IV");
    assert_eq!(catalogue.find("all").unwrap().len(), catalogue.rows.len());
    let problem = catalogue.find("5.3-I").err().unwrap().to_string();
    assert!(problem.contains("neuralchess-5.3-I is one"), "{problem}");
}

/// The tables of a row, as text and as kept, after having been asked for twice.
fn repeat(name: &str, overrides: &Overrides, threads: usize) -> (String, String) {
    let (catalogue, stop) = (Catalogue::built_in(), AtomicBool::new(false));
    let folder = tempfile::tempdir().unwrap();
    let runner = runner(folder.path(), threads, &stop);
    let requests = [RowRequest::new(catalogue.row(name).unwrap(), overrides)];
    let text = runner.carry_out(&requests).remove(0).result.unwrap().to_string();
    assert_eq!(requests[0].state(folder.path()), RowState::Done);
    let stored = std::fs::read_to_string(requests[0].folder(folder.path()).join("result.json")).unwrap();
    assert_eq!(runner.games_to_play(&requests), 0);
    assert_eq!(runner.carry_out(&requests)[0].result.as_ref().unwrap().to_string(), text, "only printed");
    (text, stored)
}

#[test]
fn a_trained_row_repeated_is_the_same_to_the_byte() {
    let overrides = Overrides { scale: Some(0.01), runs: Some(3), ..Overrides::default() };
    let once = repeat("neuralchess-5.1-VI", &overrides, 1);
    assert_eq!(once, repeat("neuralchess-5.1-VI", &overrides, 1));
    assert_eq!(once, repeat("neuralchess-5.1-VI", &overrides, 2));
    assert!(once.0.contains("3 runs of 2 games (in full: 10 runs of 200 games), seed 21"), "{}", once.0);
}

/// Of nets that are learned for it.
#[test]
fn a_tournament_repeated_is_the_same_to_the_byte() {
    let overrides =
        Overrides { scale: Some(0.002), training_scale: Some(0.0005), runs: Some(2), ..Overrides::default() };
    let once = repeat("beal-smith-ranks-match", &overrides, 1);
    assert_eq!(once, repeat("beal-smith-ranks-match", &overrides, 2));
    assert!(once.0.contains("--scale 0.002 --training-scale 0.0005 --runs 2"), "{}", once.0);
    assert!(
        once.0.contains("4 games (in full: 2000 games), seed 1; beal-smith-ranks plays as one net, the mean of 2 runs"),
        "{}",
        once.0
    );
}

#[test]
fn a_row_has_a_scale_of_its_own_unless_another_is_chosen() {
    let catalogue = Catalogue::built_in();
    let request = |name: &str, overrides: &Overrides| RowRequest::new(catalogue.row(name).unwrap(), overrides);
    let (own, large) = (Overrides::default(), "variants-large-chess");
    let experiment = request(large, &own).experiment().unwrap();
    assert_eq!((experiment.name.as_str(), experiment.runs, experiment.games), (large, 2, 2000));
    assert_eq!(request(large, &own).in_full().games(), 20 * 10_000);
    let full = Overrides { scale: Some(1.0), runs: Some(20), ..own.clone() };
    assert_eq!(request(large, &full).name(), "variants-large-chess-scale1-runs20");
    assert_eq!(request(large, &full).games(), 20 * 10_000);
    let same = Overrides { scale: Some(0.2), runs: Some(2), ..own.clone() };
    assert_eq!(request(large, &same).name(), large, "one repetition, one name");

    let row = catalogue.row(large).unwrap();
    let needed = |overrides: &Overrides| request("variants-6.2-pst", overrides).dependency(row).name();
    assert_eq!(needed(&own), large, "whatever the tournament's own scale is");
    assert_eq!(needed(&Overrides { scale: Some(0.5), ..own.clone() }), "variants-large-chess-scale0.5");
    let trained = Overrides { scale: Some(0.5), training_scale: Some(0.25), ..own };
    assert_eq!(needed(&trained), "variants-large-chess-scale0.25");
    let tournament = request("variants-6.2-pst", &trained);
    assert_eq!(tournament.name(), "variants-6.2-pst-scale0.5-trained0.25");
}

/// Folders that `hetman train` or the studio made.
#[test]
fn an_experiment_tells_which_row_it_repeats() {
    let row = Catalogue::built_in().row("neuralchess-5.1-VI").unwrap();
    let sized = Overrides { scale: Some(0.05), seed: Some(7), ..Overrides::default() };
    for overrides in [Overrides::default(), sized.clone(), Overrides { runs: Some(3), ..sized }] {
        let request = RowRequest::new(row, &overrides);
        assert_eq!(RowRequest::of_experiment(&request.experiment().unwrap()).unwrap().overrides, request.overrides);
    }
    let changed = Experiment { games: 7, ..RowRequest::new(row, &Overrides::default()).experiment().unwrap() };
    assert_eq!(RowRequest::of_experiment(&changed).unwrap().name(), row.name, "under the row's own name");
    assert!(RowRequest::of_experiment(&Experiment { name: "mine".to_owned(), ..changed }).is_none());
}

#[test]
fn a_row_that_watches_games_says_where_it_looked_for_them() {
    let (catalogue, stop) = (Catalogue::built_in(), AtomicBool::new(false));
    let folder = tempfile::tempdir().unwrap();
    let overrides = Overrides { pgn: Some("no-such-games.pgn".into()), ..Overrides::default() };
    let requests = ["neuralchess-5.4-passive", "neuralchess-5.4-tournament"].map(|name| {
        RowRequest::new(
            catalogue.row(name).unwrap(),
            &Overrides { scale: Some(0.002), training_scale: Some(0.001), ..overrides.clone() },
        )
    });
    let reports = runner(folder.path(), 2, &stop).carry_out(&requests);
    let said: Vec<String> = reports.iter().map(|report| report.result.as_ref().unwrap_err().to_string()).collect();
    assert_eq!(said[0], "there are no recorded games at no-such-games.pgn: give a collection with --pgn FILE");
    assert!(said[1].contains("it needs neuralchess-5.4-passive-scale0.001, which did not come to its end"), "{said:?}");
}

#[test]
fn a_stopped_row_says_so() {
    let (catalogue, stop) = (Catalogue::built_in(), AtomicBool::new(true));
    let folder = tempfile::tempdir().unwrap();
    let requests = [RowRequest::new(catalogue.row("neuralchess-5.1-I").unwrap(), &Overrides::default())];
    let reports = runner(folder.path(), 1, &stop).carry_out(&requests);
    assert!(matches!(reports[0].result, Err(ReproduceError::Stopped)));
    assert_eq!(requests[0].state(folder.path()), RowState::NotRun, "nothing is begun after a stop");
}

/// The table of a row that is stopped after so many games, and then taken up again.
fn interrupted(name: &str, overrides: &Overrides, after: u64) -> String {
    let (catalogue, stop, games) = (Catalogue::built_in(), AtomicBool::new(false), AtomicU64::new(0));
    let folder = tempfile::tempdir().unwrap();
    let requests = [RowRequest::new(catalogue.row(name).unwrap(), overrides)];
    let count = |more: u64| {
        if games.fetch_add(more, Ordering::Relaxed) + more >= after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let first = ReproductionRunner { played: &count, ..runner(folder.path(), 1, &stop) }.carry_out(&requests);
    assert!(matches!(first[0].result, Err(ReproduceError::Stopped)), "{name}");
    assert_eq!(requests[0].state(folder.path()), RowState::Partly);
    let go_on = AtomicBool::new(false);
    let second = runner(folder.path(), 1, &go_on).carry_out(&requests).remove(0);
    second.result.unwrap().to_string()
}

#[test]
fn a_row_stopped_and_taken_up_again_is_as_if_never_stopped() {
    let overrides = Overrides { scale: Some(0.05), runs: Some(1), ..Overrides::default() };
    assert_eq!(interrupted("neuralchess-5.1-I", &overrides, 5), repeat("neuralchess-5.1-I", &overrides, 1).0);
    let overrides = Overrides { scale: Some(0.003), ..overrides };
    let tournament = "beal-smith-material-match-printed";
    assert_eq!(interrupted(tournament, &overrides, 3), repeat(tournament, &overrides, 2).0);
}
