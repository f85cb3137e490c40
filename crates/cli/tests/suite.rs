//! `hetman suite` from outside: what it counts, what it writes, and what it answers to mistakes.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::{Hesitant, Place, ended, hetman, press_ctrl_c};
use serde_json::Value;

/// Two mates in one, of which one has a second solution, and a queen that can be lost or kept.
const SOLUTIONS: &str = r#"6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "mate.1";
7k/8/6KQ/8/8/8/8/8 b - - bm Kg8; id "mate.2";
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id "take.1"; c0 "<a remark>";
4k3/8/8/8/8/2q5/1P6/4K3 w - - am Kd1; id "take.2";
"#;

const POINTS: &str = r#"6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "STS(v1.0) Mate.001"; c0 "Rd8#=10, Rd7=3";
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id "STS(v2.0) Take.001"; c7 "e5 exd5"; c8 "2 10";
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm e5; id "STS(v2.0) Take.002"; c8 "10 4"; c9 "e4e5 e4d5";
"#;

impl Place {
    fn suite(&self, text: &str, more: &[&str]) -> Command {
        let file = self.path("own.epd");
        fs::write(&file, text).unwrap();
        let mut command = hetman();
        command.arg("suite").arg(file).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn suite_answer(&self, text: &str, more: &[&str]) -> String {
        let output = self.suite(text, more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn suite_json(&self, text: &str, more: &[&str]) -> Value {
        serde_json::from_str(&self.suite_answer(text, &[more, &["--json"]].concat())).unwrap()
    }

    fn suite_refusal(&self, text: &str, more: &[&str]) -> String {
        refusal(&self.suite(text, more).output().unwrap())
    }
}

fn refusal(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!text.is_empty() && !text.contains('\n'), "one sentence: {text}");
    assert_eq!(output.stdout, b"");
    text
}

#[test]
fn solutions_are_counted_by_theme() {
    let text = Place::new().suite_answer(SOLUTIONS, &["--player", "hetman", "--depth", "4"]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(text.starts_with("A: hetman:depth=4, 4 positions"), "{text}");
    assert_eq!(rows[2], ["mate", "2/2", "100.0", "2"]);
    assert_eq!(rows[3], ["take", "2/2", "100.0", "2"]);
    assert_eq!(rows[4], ["total", "4/4", "100.0", "4"]);
}

#[test]
fn points_are_counted_by_theme() {
    let json = Place::new().suite_json(POINTS, &["--player", "hetman", "--depth", "4", "--concurrency", "2"]);
    let player = &json["players"][0];
    assert_eq!((&json["positions"], &json["finished"]), (&3.into(), &true.into()));
    assert_eq!((&player["points"], &player["maximum"], &player["solved"]), (&24.into(), &30.into(), &2.into()));
    assert_eq!(player["themes"][1]["theme"], "Take");
    assert_eq!((&player["themes"][1]["points"], &player["themes"][1]["positions"]), (&14.into(), &2.into()));
    let attempt = &player["attempts"][2];
    assert_eq!((&attempt["played"], &attempt["played_uci"]), (&"exd5".into(), &"e4d5".into()));
    assert_eq!(attempt["expected"], "e5=10, exd5=4");
}

#[test]
fn only_words_without_a_limit_get_one() {
    let words = ["--player", "hetman", "--player", "hetman:depth=2", "--player", "material:depth=1"];
    let json = Place::new().suite_json(SOLUTIONS, &[&words[..], &["--nodes", "500", "--limit", "1"]].concat());
    let players: Vec<&str> =
        json["players"].as_array().unwrap().iter().map(|player| player["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["hetman:nodes=500", "hetman:depth=2", "material:depth=1"]);
    assert_eq!(json["positions"], 1);
    let json = Place::new().suite_json(SOLUTIONS, &["--player", "hetman", "--limit", "1"]);
    assert_eq!(json["players"][0]["player"], "hetman:movetime=1000");
}

#[test]
fn other_variants_have_suites_too() {
    let forced = "8/8/8/3q4/4P3/8/8/8 w - - bm exd5;\n";
    let json = Place::new().suite_json(forced, &["--variant", "antichess", "--player", "random"]);
    assert_eq!((&json["variant"], &json["players"][0]["points"]), (&"antichess".into(), &1.into()));
}

#[test]
fn another_program_is_asked_like_anybody() {
    let place = Place::new();
    let word = format!("uci:{}", env!("CARGO_BIN_EXE_hetman"));
    let json = place.suite_json(SOLUTIONS, &["--player", &word, "--depth", "4", "--concurrency", "2"]);
    assert_eq!((&json["players"][0]["points"], &json["players"][0]["faults"]), (&4.into(), &0.into()), "{json}");
}

#[test]
fn the_page_holds_everything_and_asks_for_nothing() {
    let place = Place::new();
    let page = place.path("page.html");
    let players = ["--player", "hetman:depth=3", "--player", "random", "--html", page.to_str().unwrap()];
    place.suite_answer(SOLUTIONS, &players);
    let text = fs::read_to_string(&page).unwrap();
    for part in [
        "<svg role=\"img\"",
        "<span>A</span><span>hetman:depth=3</span>",
        "<span>B</span><span>random</span>",
        "Rd8#",
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
        "</html>",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let outside = text.replace("http://www.w3.org/2000/svg", "");
    assert!(!["http", "<script", "<link", "@import", "url("].iter().any(|word| outside.contains(word)));
    assert!(!place.path("page.html.part").exists());
}

#[test]
fn mistakes_are_answered_in_one_sentence_and_leave_nothing() {
    let place = Place::new();
    let page = place.path("page.html");
    let html = ["--html", page.to_str().unwrap()];
    let refusal = |text: &str, more: &[&str]| {
        let sentence = place.suite_refusal(text, &[more, &html].concat());
        assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 1, "only the suite itself is there: {sentence}");
        sentence
    };
    assert!(refusal(SOLUTIONS, &["--player", "nobody"]).contains("'nobody'"));
    assert!(refusal(SOLUTIONS, &["--player", "human"]).contains("human"));
    assert!(refusal(SOLUTIONS, &["--player", "uci:/nonexistent/program"]).contains("/nonexistent/program"));
    assert!(refusal(SOLUTIONS, &["--player", "net:/nonexistent.safetensors"]).contains("/nonexistent.safetensors"));
    assert!(refusal(SOLUTIONS, &[]).contains("--player"));
    assert!(refusal(SOLUTIONS, &["--player", "random", "--depth", "3", "--nodes", "9"]).contains("--nodes"));
    let broken = refusal(&format!("{SOLUTIONS}broken\n"), &["--player", "random"]);
    assert!(broken.contains("own.epd") && broken.contains("line 5: 'broken' is no position"), "{broken}");
    let other = refusal("8/8/8/3q4/4P3/8/8/8 w - - bm exd5;\n", &["--player", "random"]);
    assert!(other.contains("line 1") && other.contains("--variant"), "{other}");
    assert!(refusal("", &["--player", "random"]).contains("no position"));
    let nowhere = place.suite_refusal(SOLUTIONS, &["--player", "random", "--html", "/nonexistent/page.html"]);
    assert!(nowhere.contains("/nonexistent/page.html"));
    let missing = hetman().args(["suite", "/nonexistent.epd", "--player", "random"]).output().unwrap();
    assert!(self::refusal(&missing).contains("/nonexistent.epd"));
}

#[test]
fn a_page_goes_through_links_and_to_standard_output() {
    let place = Place::new();
    let [link, file] = ["link.html", "file.html"].map(|name| place.path(name));
    std::os::unix::fs::symlink("file.html", &link).unwrap();
    place.suite_answer(SOLUTIONS, &["--player", "random", "--html", link.to_str().unwrap()]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().ends_with("</html>\n"));
    let alone = place.suite_answer(SOLUTIONS, &["--player", "random", "--html", "-"]);
    assert!(alone.starts_with("<!") && alone.trim_end().ends_with("</html>"), "{alone}");
    let both = place.suite_refusal(SOLUTIONS, &["--player", "random", "--html", "-", "--json"]);
    assert!(both.contains("--html - and --json"), "{both}");
}

#[test]
fn an_interrupted_suite_tells_what_it_has() {
    let place = Place::new();
    let page = place.path("page.html");
    let hesitant = Hesitant::after(3);
    let more = ["--player", &hesitant.player(), "--json", "--html", page.to_str().unwrap()];
    let process = place.suite(SOLUTIONS, &more).spawn().unwrap();
    hesitant.await_questions(4);
    press_ctrl_c(&process);
    let output = ended(process);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["finished"], false);
    assert_eq!(json["players"][0]["positions"], 3);
    assert!(fs::read_to_string(&page).unwrap().contains("Stopped early"));
}
