//! `hetman report` from outside: a page for each run, contests too, and mistakes are answered in one sentence.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::hetman;
use serde_json::Value;

const EXPERIMENT: &str = include_str!("../../lab/testdata/experiment.toml");

fn report(arguments: &[&Path]) -> Output {
    hetman().arg("report").args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn train(folder: &Path, out: &Path) {
    let file = folder.join("experiment.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let output = hetman().arg("train").arg(&file).arg("--out").arg(out).output().unwrap();
    assert!(output.status.success());
}

fn tournament(out: &Path) {
    let players = ["random", "king", "material:depth=1"];
    let options = ["--cycles", "2", "--max-plies", "80", "--seed", "3", "--variant", "atomic"];
    let output = hetman().arg("tournament").args(players).args(options).arg("--out").arg(out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_run_gets_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let [trained, played, pages] = ["trained", "played", "pages"].map(|name| folder.path().join(name));
    train(folder.path(), &trained);
    tournament(&played);
    assert_eq!(said(&report(&[&trained])).trim_end(), trained.join("report/index.html").display().to_string());
    let page = fs::read_to_string(trained.join("report/index.html")).unwrap();
    assert!(page.contains("<h1>test</h1>") && page.contains("hetman train experiment.toml"), "{page}");
    assert!(page.contains("<dt>Wall time</dt><dd>") && !page.contains("not noted"), "training notes its time");
    let several = [trained.as_path(), &played, Path::new("--json"), Path::new("--out"), &pages];
    let answer: Value = serde_json::from_str(&said(&report(&several))).unwrap();
    assert_eq!(answer["reports"][1]["page"], pages.join("played/index.html").display().to_string());
    assert_eq!(answer["reports"][0]["finished"], true);
    let alone = fs::read_to_string(pages.join("trained/index.html")).unwrap();
    assert_eq!(alone, page, "wherever it lies, the page is the same");
}

#[test]
fn a_contest_shows_scores_crosstable_and_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let played = folder.path().join("played");
    tournament(&played);
    said(&report(&[&played]));
    let page = fs::read_to_string(played.join("report/index.html")).unwrap();
    let command = "hetman tournament random king material:depth=1 --cycles 2 --variant atomic --seed 3";
    for expected in
        ["<h1>played</h1>", command, "12 of 12", "Cross-table", "<h2>Pairs</h2>", "random : king", "95 % interval"]
    {
        assert!(page.contains(expected), "{expected} is missing: {page}");
    }
    let games = fs::read_to_string(played.join("report/games.csv")).unwrap();
    assert_eq!(games.lines().count(), 13);
    let scores = fs::read_to_string(played.join("report/scores.csv")).unwrap();
    let played_by_each = scores.lines().skip(1).map(|line| line.split(',').nth(1).unwrap());
    assert_eq!(played_by_each.collect::<Vec<_>>(), ["8", "8", "8"]);
    // The same contest played by the command on the page.
    let again = folder.path().join("again");
    let words = page.split("<code>").nth(1).unwrap().split("</code>").next().unwrap().split(' ').skip(1);
    let output = hetman().args(words).arg("--out").arg(&again).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    said(&report(&[&again]));
    assert_eq!(fs::read_to_string(again.join("report/games.csv")).unwrap(), games);
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let [run, broken, file] = ["run", "broken", "file"].map(|name| folder.path().join(name));
    train(folder.path(), &run);
    fs::write(&file, "").unwrap();
    fs::create_dir(&broken).unwrap();
    let garbage = "no database, whatever its name says; long enough for its head to be looked at";
    fs::write(broken.join("contest.sqlite"), garbage).unwrap();
    let below_file = file.join("page");
    let out = Path::new("--out");
    let wrong: [(&[&Path], &str); 6] = [
        (&[folder.path()], "holds no run"),
        (&[&file], "holds no run"),
        (&[&broken], "contest.sqlite cannot be used"),
        (&[&run, out, &below_file], "cannot be made"),
        (&[&run, &run], "the same page"),
        (&[], "required"),
    ];
    for (arguments, expected) in wrong {
        let output = report(arguments);
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected) && !said.contains('\n'), "{arguments:?}: {said}");
    }
}
