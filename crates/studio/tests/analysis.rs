//! Analyses by other programs, those that fail among them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::support::Asker;
use axum::http::Method;
use hetman_studio::Options;
use hetman_testing::{skip, wait_for};
use serde_json::json;

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// A program in a few lines of shell; it writes down its number, so that its end can be seen.
fn studio_with(folder: &Path, on_go: &str) -> Asker {
    let (script, number) = (folder.join("engine.sh"), folder.join("number"));
    let text = format!(
        "echo $$ > {}\nwhile read -r word rest; do case $word in\n\
         uci) echo 'option name MultiPV type spin default 1 min 1 max 500'; echo uciok;;\n\
         isready) echo readyok;;\nsetoption) [ \"$rest\" = 'name MultiPV value 2' ] && lines=2;;\n\
         go) {on_go};;\nstop) echo bestmove d1d8;;\nquit) exit;;\nesac; done\n",
        number.display()
    );
    fs::write(&script, text).unwrap();
    let word = format!("uci:/bin/sh,arg={},timeout=5,name=Script", script.display());
    let engines = vec![word.parse().unwrap(), "xboard:/bin/sh,name=Old".parse().unwrap()];
    Asker::with(&Options { engines, ..Options::in_folder(&folder.join("data")) })
}

/// Whether the program is still there; it takes a moment to begin.
fn is_running(folder: &Path) -> bool {
    let number = || fs::read_to_string(folder.join("number")).ok().filter(|number| number.ends_with('\n'));
    let number = wait_for("the program has begun", number);
    Path::new("/proc").join(number.trim()).exists()
}

async fn start(asker: &Asker, player: &str, fen: &str) -> String {
    let wish = json!({ "variant": "chess", "fen": fen, "player": { "player": player }, "multi_pv": 2 });
    let id = asker.post("/api/analysis", wish).await["id"].as_str().unwrap().to_owned();
    format!("/api/analysis/{id}")
}

const TWO_LINES: &str = "[ $lines = 2 ] && echo info depth 7 seldepth 9 multipv 2 score cp 20 nodes 99 time 3 pv h2h3 g8f8; \
    echo info depth 8 multipv 1 score mate 1 nodes 100 time 4 pv d1d8";

#[tokio::test(flavor = "multi_thread")]
async fn another_program_tells_its_lines_and_ends_when_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let asker = studio_with(folder.path(), TWO_LINES);
    let players = asker.get("/api/players?variant=chess").await;
    let can = |id: &str| players.as_array().unwrap().iter().find(|p| p["id"] == id).unwrap()["can_analyse"].clone();
    assert_eq!((can("engine:given-1"), can("engine:given-2")), (json!(true), json!(false)));
    assert_eq!((can("hetman"), can("random")), (json!(true), json!(false)));
    let path = start(&asker, "engine:given-1", MATE_IN_ONE).await;
    let told = asker.wait_for(&path, |analysis| analysis["lines"].as_array().unwrap().len() == 2).await;
    assert_eq!(told["lines"][0]["san"], json!(["Rd8#"]));
    assert_eq!(told["lines"][0]["score"], json!({ "kind": "mate", "value": 1 }));
    assert_eq!((&told["lines"][1]["san"], &told["lines"][1]["depth"]), (&json!(["h3", "Kf8"]), &json!(7)));
    assert_eq!(told["is_running"], true);
    asker.delete(&path).await;
    let over = asker.wait_for(&path, |analysis| analysis["is_running"] == false).await;
    assert_eq!(over["ended"], json!({ "reason": "Stopped.", "is_failure": false }));
    assert!(!is_running(folder.path()));
    let wish = json!({ "variant": "chess", "fen": MATE_IN_ONE, "player": { "player": "engine:given-2" } });
    let (status, sentence) = asker.refused(Method::POST, "/api/analysis", Some(wish)).await;
    assert!(status == 422 && sentence.contains("Old speaks XBoard"), "{sentence}");
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_that_crash_or_hang_are_ended_with_a_sentence() {
    for (on_go, says) in [
        ("echo no more >&2; exit 3", "Script has failed: it crashed: exit status: 3, after saying: no more."),
        ("sleep 600", "Script has failed: it did not answer within 5 s."),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let asker = studio_with(folder.path(), on_go);
        let path = start(&asker, "engine:given-1", MATE_IN_ONE).await;
        let over = asker.wait_for(&path, |analysis| analysis["is_running"] == false).await;
        let sentence = over["ended"]["reason"].as_str().unwrap();
        assert!(sentence.contains(says) && over["ended"]["is_failure"] == true, "{sentence}");
        assert!(!is_running(folder.path()), "{on_go}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_of_this_machine_analyse_their_variants() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let start_of = |variant: &str| {
        let found = hetman_rules::AnyPosition::start(variant.parse().unwrap());
        found.fen()
    };
    for (player, variant) in
        [("engine:stockfish", "chess"), ("engine:fairy-stockfish", "crazyhouse"), ("engine:gnuchess", "chess")]
    {
        let players = asker.get(&format!("/api/players?variant={variant}")).await;
        if !players.as_array().unwrap().iter().any(|found| found["id"] == player) {
            skip(format_args!("analysis by {player}"), "it is not installed");
            continue;
        }
        let wish = json!({
            "variant": variant, "fen": start_of(variant), "player": { "player": player }, "multi_pv": 3,
            "move_time_ms": 1500,
        });
        let id = asker.post("/api/analysis", wish).await["id"].as_str().unwrap().to_owned();
        let over = asker.wait_for(&format!("/api/analysis/{id}"), |analysis| analysis["is_running"] == false).await;
        assert_eq!(over["ended"]["is_failure"], false, "{player}: {over}");
        let lines = over["lines"].as_array().unwrap();
        // GNU Chess tells one line only.
        assert_eq!(lines.len(), if player == "engine:gnuchess" { 1 } else { 3 }, "{player}: {over}");
        assert!(lines[0]["depth"].as_u64() > Some(3) && lines[0]["nodes"].as_u64() > Some(100), "{player}: {over}");
    }
}
