//! `hetman reproduce` from outside: rows are listed, printed as experiments, repeated to the byte and taken up again, and
//! mistakes are answered in one sentence.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::hetman;
use serde_json::Value;
use tempfile::TempDir;

const ROW: &str = "neuralchess-5.1-VI";

fn reproduce(arguments: &[&str], out: &Path) -> Output {
    hetman().arg("reproduce").args(arguments).arg("--out").arg(out).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What does not depend on the clock.
fn table(output: &Output) -> String {
    let text = text(output);
    let timeless = |line: &&str| !line.trim_start().starts_with("took ");
    text.lines().filter(timeless).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_row_is_repeated_to_the_byte_with_one_thread_and_with_two() {
    let folder = tempfile::tempdir().unwrap();
    let small = [ROW, "--scale", "0.02", "--runs", "3", "--seed", "5"];
    let with = |threads: &str, name: &str| {
        let arguments: Vec<&str> = small.iter().copied().chain(["--threads", threads]).collect();
        table(&reproduce(&arguments, &folder.path().join(name)))
    };
    let once = with("1", "one");
    assert_eq!(once, with("2", "two"));
    assert_eq!(once, with("1", "one"), "what is finished is only printed");
    assert!(once.lines().nth(2).is_some_and(|line| line.ends_with("95 % interval  verdict")), "{once}");
    assert!(once.contains("hetman reproduce neuralchess-5.1-VI --scale 0.02 --seed 5 --runs 3"), "{once}");
    let kept = |name: &str| {
        fs::read_to_string(folder.path().join(name).join("neuralchess-5.1-VI-scale0.02-seed5-runs3/result.json"))
            .unwrap()
    };
    assert_eq!(kept("one"), kept("two"));
    let outcome: Value = serde_json::from_str(&kept("one")).unwrap();
    assert_eq!(outcome["choices"]["seed"], 5);
    let json = text(&reproduce(&[&small[..], &["--json"]].concat(), &folder.path().join("one")));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["rows"][0]["outcome"], outcome);
}

#[test]
fn a_printed_row_is_an_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let printed = text(&reproduce(&[ROW, "--scale", "0.01", "--runs", "2", "--print"], folder.path()));
    let file = folder.path().join("experiment.toml");
    fs::write(&file, printed).unwrap();
    let trained = hetman().arg("train").arg(&file).arg("--out").arg(folder.path().join("trained")).output().unwrap();
    assert!(text(&trained).contains("run 2: 2 games"), "{trained:?}");
}

#[test]
fn the_list_names_every_row_its_cost_and_its_state() {
    let folder = tempfile::tempdir().unwrap();
    let small = ["--scale", "0.01", "--runs", "1"];
    text(&reproduce(&[&["td2006-exp2"], &small[..]].concat(), folder.path()));
    let list = text(&reproduce(&[&["list"], &small[..]].concat(), folder.path()));
    let line = |name: &str| list.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    assert!(line("td2006-exp2 ").contains("done") && line("td2006-exp2 ").contains("1 games"), "{list}");
    assert!(!line("td2006-exp1 ").contains("done"), "{list}");
    let json = text(&reproduce(&[&["list", "--json"], &small[..]].concat(), folder.path()));
    let rows = serde_json::from_str::<Value>(&json).unwrap()["rows"].as_array().unwrap().clone();
    let find = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(find("td2006-exp2")["state"], "done");
    assert_eq!(find("neuralchess-5.3-IV")["state"], "not-run");
    assert_eq!(
        (&find("td2006-exp2")["role"], &find("td2006-exp2-printed")["role"]),
        (&"repetition".into(), &"control".into())
    );
    assert!(
        list.starts_with("agrees: ") && line("td2006-exp1 ").contains("differs]"),
        "the rule, and what it says: {list}"
    );
}

/// A copy of the archive and the pages beside it.
fn documents() -> TempDir {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let copy = tempfile::tempdir().unwrap();
    fs::create_dir(copy.path().join("results")).unwrap();
    for (from, to) in [("", ""), ("results", "results")] {
        for entry in fs::read_dir(docs.join(from)).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), copy.path().join(to).join(entry.file_name())).unwrap();
        }
    }
    copy
}

#[test]
fn the_archive_and_its_pages_are_checked() {
    let documents = documents();
    let archive = documents.path().join("results.json");
    let check = || reproduce(&["results", "--check", "--archive", archive.to_str().unwrap()], documents.path());
    assert!(text(&check()).contains("are as they should be"));
    let before = fs::read(&archive).unwrap();
    let page = documents.path().join("results.md");
    fs::write(&page, "All of it comes out again.\n").unwrap();
    let said = check();
    assert_eq!(said.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&said.stderr).contains("results.md is not what the archive says"), "{said:?}");
    text(&reproduce(&["results", "--archive", archive.to_str().unwrap()], &documents.path().join("no-runs")));
    assert!(text(&check()).contains("are as they should be"));
    assert_eq!(fs::read(&archive).unwrap(), before, "nothing was repeated, and nothing is kept anew");
}

#[test]
fn what_was_measured_outlasts_its_runs() {
    let documents = documents();
    let (archive, runs) = (documents.path().join("results.json"), documents.path().join("runs"));
    let results = || text(&reproduce(&["results", "--archive", archive.to_str().unwrap()], &runs));
    let small = [ROW, "--scale", "0.02", "--runs", "3"];
    text(&reproduce(&small, &runs));
    results();
    let explored = || fs::read_to_string(documents.path().join("exploration.md")).unwrap();
    let once = explored();
    assert!(once.contains("3 runs of 4 games (in full: 10 runs of 200 games)"), "another size is explored: {once}");
    fs::remove_dir_all(&runs).unwrap();
    results();
    assert_eq!(explored(), once, "without the runs");
    fs::write(&archive, "[{}").unwrap();
    let output = reproduce(&["results", "--archive", archive.to_str().unwrap()], &runs);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("is no archive of results"), "{said}");
    assert_eq!(fs::read_to_string(&archive).unwrap(), "[{}", "what cannot be read is not written over");
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let wrong: [(&[&str], &str); 6] = [
        (&["no-such-row"], "`hetman reproduce list` names them"),
        (&["5.1"], "neuralchess-5.1-I is one"),
        (&[ROW, "--scale", "0"], "a scale is a number from"),
        (&[ROW, "--scale", "much"], "a scale is a number from"),
        (&["neuralchess-5.4-passive", "--pgn", "no-such.pgn"], "no recorded games at no-such.pgn"),
        (&[], "required"),
    ];
    for (arguments, expected) in wrong {
        let output = reproduce(arguments, folder.path());
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected) && !said.contains('\n'), "{arguments:?}: {said}");
    }
}
