use super::*;
use crate::catalogue::Catalogue;
use crate::series::{Row, RowTask};
use crate::table::Line;
use crate::verdict::{Evidence, Verdict};

/// What comes of a row's claims, with no more games than that.
fn lines(row: &Row, folder: &Path, settings: &NumbersSettings) -> Vec<Line> {
    let (played, stop) = (&|_: u64| {}, &AtomicBool::new(false));
    settings.work_out(&Workplace { name: &row.name, folder, threads: 1, seed: row.seed, played, stop }).unwrap();
    let numbers = kept(folder).unwrap();
    let line = |claim: &crate::claim::Published| {
        Line::new(claim, numbers.get(&claim.quantity.to_string()).cloned(), Evidence::FULL)
    };
    row.published.iter().map(line).collect()
}

fn rows_of_endings() -> Vec<(&'static Row, &'static NumbersSettings)> {
    let of = |row: &'static Row| match &row.task {
        RowTask::Numbers(settings) if row.series == "td2006-krk" => Some((row, settings)),
        _ => None,
    };
    Catalogue::built_in().rows.iter().filter_map(of).collect()
}

#[test]
fn every_number_of_the_data_set_and_the_trees_agrees() {
    let mut seen = 0;
    for (row, settings) in rows_of_endings().into_iter().filter(|(_, settings)| settings.games() == 0) {
        let folder = tempfile::tempdir().unwrap();
        for line in lines(row, folder.path(), settings) {
            assert_eq!(line.verdict, Verdict::Agrees, "{}: {line:?}", row.name);
            seen += 1;
        }
    }
    assert_eq!(seen, 24);
}

/// Few positions, so that it takes no time; the tree that played is there to be looked into.
#[test]
fn positions_are_played_and_measured() {
    let rows = rows_of_endings();
    let (row, _) = rows.iter().find(|(row, _)| row.name == "td2006-krk-mapped-play").unwrap();
    let table = "of = 'ending-play'\nmapped = true\nagainst = 'best'\npositions = 40\n\
        tree = { material = 'KRK', attributes = 'published', extent = 'canonical' }";
    let settings = NumbersSettings::read(table.parse().unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let lines = lines(row, folder.path(), &settings);
    assert!(lines.iter().all(|line| line.ours.as_ref().is_some_and(|ours| ours.value == 100.0)), "{lines:?}");
    assert!(folder.path().join("td2006-krk-mapped-play.tree").exists());
    let stop = &AtomicBool::new(true);
    let at = Workplace { name: &row.name, folder: folder.path(), threads: 1, seed: 1, played: &|_| {}, stop };
    assert!(matches!(settings.work_out(&at), Err(ReproduceError::Stopped)));
}

#[test]
fn what_names_no_numbers_is_refused() {
    let error = |text: &str| NumbersSettings::read(text.parse().unwrap()).unwrap_err().to_string();
    assert!(error("").contains("one of ending-set"));
    assert!(error("of = 'nothing'").contains("no numbers of 'nothing'"));
    assert!(error("of = 'ending-set'\nmaterial = 'KXK'\nattributes = 'raw'").contains("is no piece"));
    assert!(error("of = 'ending-set'\nmaterial = 'KRK'\nattributes = 'raw'\nmore = 1").contains("unknown field"));
}

/// What the specification says of single positions of the program of 2005.
#[test]
fn every_number_of_positions_is_as_specified() {
    let mut seen = 0;
    for row in Catalogue::built_in().rows.iter().filter(|row| row.series == "region2005") {
        let RowTask::Numbers(settings) = &row.task else { continue };
        for line in lines(row, tempfile::tempdir().unwrap().path(), settings) {
            assert_eq!(line.verdict, Verdict::Agrees, "{}: {line:?}", row.name);
            seen += 1;
        }
    }
    assert_eq!(seen, 8);
}

#[test]
fn what_cannot_be_asked_about_a_position_is_said() {
    let problem = |fen: &str, player: &str, ask: &str| {
        let table = format!(
            "of = 'positions'\nasked = [{{ quantity = 'q', fen = '{fen}', players = ['{player}'], ask = {ask} }}]"
        );
        let settings = NumbersSettings::read(table.parse().unwrap()).unwrap();
        let (folder, stop) = (tempfile::tempdir().unwrap(), &AtomicBool::new(false));
        let at = Workplace { name: "row", folder: folder.path(), threads: 1, seed: 1, played: &|_| {}, stop };
        settings.work_out(&at).unwrap_err().to_string()
    };
    let bare = "8/8/8/3k4/8/8/8/B3K3 w - - 0 1";
    assert!(problem("nonsense", "classic", "'material'").contains("nonsense"));
    assert!(problem(bare, "nobody", "'material'").contains("nobody"));
    assert!(problem(bare, "random", "'material'").contains("random does not say"));
}
