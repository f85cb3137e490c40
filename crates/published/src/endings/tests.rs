use super::measure::exact;
use super::*;

/// All rows but those that are played; every quantity is one that is measured.
#[test]
fn every_number_of_the_data_set_and_the_trees_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let mut series = EndingSeries::built_in();
    series.rows.retain(|row| !matches!(row.measure, Measure::Play { .. }));
    let lines = series.repeat(folder.path(), 1, 1, &|| false, &|_| {}).unwrap();
    assert_eq!(lines.len(), 24);
    for line in lines {
        assert!(line.agrees, "{}: {line}", line.row);
    }
}

#[test]
fn positions_are_played_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let mut series = EndingSeries::built_in();
    series.rows.retain(|row| matches!(row.measure, Measure::Play { .. }));
    assert_eq!(series.rows.len(), 6);
    for row in &mut series.rows {
        if let Measure::Play { positions, .. } = &mut row.measure {
            *positions = 40;
        }
    }
    let lines = series.repeat(folder.path(), 2, 1, &|| false, &|_| {}).unwrap();
    assert!(lines.iter().all(|line| line.ours.as_ref().is_some_and(|ours| ours.interval.is_some())), "{lines:?}");
    let mapped = lines.iter().filter(|line| line.row == "krk-mapped-play");
    assert!(mapped.into_iter().all(|line| line.agrees && line.ours.as_ref().is_some_and(|ours| ours.value == 100.0)));
    assert!(folder.path().join("krk-impr-a-play.tree").exists());
    assert!(matches!(series.repeat(folder.path(), 1, 1, &|| true, &|_| {}), Err(EndingError::Stopped)));
}

/// 72 of 100 leaves room for much, but not for everything.
#[test]
fn what_was_printed_of_few_games_has_an_interval_of_its_own() {
    let claim: Claim = toml::from_str("quantity = \"won, %\"\nprinted = 72\nof = 100").unwrap();
    let ours = |wins: u64| Measured::of_games(Score { wins, draws: 0, losses: 4000 - wins }).unwrap();
    assert!(claim.agrees(&ours(2600)) && claim.agrees(&ours(3100)));
    assert!(!claim.agrees(&ours(1300)) && !claim.agrees(&ours(3500)));
    let claim: Claim = toml::from_str("quantity = \"nodes\"\nprinted = 50\nat-least = true").unwrap();
    assert!(claim.agrees(&exact(53.0)) && !claim.agrees(&exact(49.0)));
}

/// Everything once more, so that the page is what the command prints.
#[test]
fn the_page_is_not_stale() {
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/td2006-krk.txt");
    let (folder, series) = (tempfile::tempdir().unwrap(), EndingSeries::built_in());
    let lines = series.repeat(folder.path(), 2, 1, &|| false, &|_| {}).unwrap();
    let page = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(page == ending_text(&series, &lines, 1), "run `hetman reproduce td2006-krk > docs/td2006-krk.txt`");
}
