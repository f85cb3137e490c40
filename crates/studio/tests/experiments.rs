//! Experiments and tournaments through the interface.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use crate::support::Asker;
use axum::http::Method;
use hetman_lab::runs::results_file;
use hetman_lab::{Source, Store, Training, TrainingOutcome, train};
use serde_json::{Value, json};

fn toml(games: u64) -> String {
    format!(
        "name = \"quick\"\ngames = {games}\nruns = 2\n[evaluation]\nfeatures = \"piece-square\"\nmodel.linear = {{}}\n\
         initial = \"ones\"\n[learning]\nmethod = \"td-leaf\"\nlambda = 0.7\nstep.plain = {{ rate = 0.01 }}\nsides = \"both\"\n\
         [play]\nopponent = \"self\"\ndepth = 1\nlongest-plies = 60\n[measure]\nwindow = 10\ncheckpoint = 5\n"
    )
}

fn is(state: &'static str) -> impl Fn(&Value) -> bool {
    move |answer| answer["state"] == state
}

/// Everything of a run that is kept: games, windows with their nets, the state.
fn kept(folder: &std::path::Path) -> Vec<String> {
    let store = Store::open(&results_file(folder)).unwrap();
    let mut all = Vec::new();
    for run in 1..=2 {
        all.push(format!("{:?}", store.games(run, 0).unwrap()));
        for window in store.windows(run).unwrap() {
            all.push(format!("{window:?} {:?}", store.window_net(run, window.games).unwrap()));
        }
        all.push(format!("{:?}", store.early_nets(run).unwrap()));
        all.push(format!("{:?}", store.state(run).unwrap()));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_restarted_and_resumed_it_learns_the_same_as_without() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let created = asker.post("/api/experiments", json!({ "toml": toml(300), "start": true })).await;
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    assert_eq!(created["state"], "running");
    asker.wait_for(&path, |answer| answer["games_kept"].as_u64().unwrap() >= 20).await;
    asker.act(&format!("{path}/pause")).await;
    let paused = asker.wait_for(&path, is("paused")).await;
    let games = paused["games"].as_u64().unwrap();
    assert!((20..600).contains(&games), "{games}");
    assert_eq!(paused["games_kept"].as_u64(), Some(games), "a pause keeps everything");
    drop(asker);

    let again = Asker::open(folder.path());
    let restored = again.get(&path).await;
    assert_eq!((restored["state"].as_str(), restored["games"].as_u64()), (Some("paused"), Some(games)));
    assert_eq!(restored["runs"], paused["runs"], "the curves are the same");
    again.act(&format!("{path}/resume")).await;
    again.wait_for(&path, |answer| answer["games"].as_u64().unwrap() > games).await;
    // The studio ends as on Ctrl-C; what was wished to run is interrupted, and offers to be resumed.
    again.studio.close();
    drop(again);
    let third = Asker::open(folder.path());
    let interrupted = third.get(&path).await;
    assert_eq!(interrupted["state"], "interrupted");
    assert!(interrupted["actions"].as_array().unwrap().contains(&json!("resume")));
    third.act(&format!("{path}/resume")).await;
    let finished = third.wait_for(&path, is("finished")).await;
    assert_eq!((finished["games"].as_u64(), finished["games_kept"].as_u64()), (Some(600), Some(600)));

    let direct = tempfile::tempdir().unwrap();
    let source = Source::new(&toml(300), &[]).unwrap();
    let verdict = train(&Training {
        source: &source,
        base: direct.path(),
        folder: &direct.path().join("run"),
        resume: false,
        threads: Some(1),
        revision: "test",
        sink: &|_: &hetman_lab::Event| {},
        stop: &AtomicBool::new(false),
    });
    assert_eq!(verdict.unwrap(), TrainingOutcome::Finished);
    assert_eq!(kept(&folder.path().join("experiments/1")), kept(&direct.path().join("run")));

    let weights = third.get(&format!("{path}/weights")).await;
    assert_eq!(weights["runs"].as_array().unwrap().len(), 2);
    assert_eq!(weights["runs"][0]["heat_maps"][0]["values"].as_array().unwrap().len(), 64);
    let games = weights["runs"][0]["series_games"].as_array().unwrap();
    assert_eq!((&games[..6], games.len()), (json!([0, 1, 2, 5, 10, 20]).as_array().unwrap().as_slice(), 34));
    let values = weights["runs"][0]["series"][0]["values"].as_array().unwrap();
    assert_eq!(values.len(), games.len(), "a value after each number of games, from before the first on");
    let nets = third.get("/api/nets").await;
    let net = nets["nets"][0]["id"].as_str().unwrap();
    let players = third.get("/api/players?variant=chess").await;
    assert!(players.as_array().unwrap().iter().any(|player| player["id"] == format!("net:{net}")), "{net}");
    let explained = third
        .post(
            "/api/position/explain",
            json!({ "variant": "chess", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "player": { "player": format!("net:{net}") } }),
        )
        .await;
    assert_eq!(explained["method"], "exact");
    assert!(!explained["pieces"].as_array().unwrap().is_empty());
    for (file, begins) in [
        ("toml", "name"),
        ("csv", "run,game"),
        ("report/index.html", "<!DOCTYPE html>"),
        ("report/experiment.toml", "name"),
    ] {
        let (status, text) = third.send(third.request(Method::GET, &format!("{path}/{file}"), None)).await;
        assert!(status.is_success() && text.starts_with(begins), "{file}: {text}");
    }
}

/// Where the page's links lead.
fn links(page: &str) -> Vec<String> {
    page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_shown_while_it_learns_and_after() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let created = asker.post("/api/experiments", json!({ "toml": toml(2000) })).await;
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    let page = format!("{path}/report/index.html");
    let (status, sentence) = asker.refused(Method::GET, &page, None).await;
    assert!(status == 409 && sentence.contains("first checkpoint"), "{sentence}");
    asker.act(&format!("{path}/start")).await;
    asker.wait_for(&path, |answer| answer["games_kept"].as_u64().unwrap() >= 20).await;
    let (_, text) = asker.send(asker.request(Method::GET, &page, None)).await;
    assert!(text.contains("Unfinished"), "{text}");
    asker.act(&format!("{path}/stop")).await;
    asker.wait_for(&path, is("stopped")).await;

    let response = asker.respond(asker.request(Method::GET, &page, None)).await;
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert!(header("content-disposition").starts_with("inline"));
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("style-src 'unsafe-inline'"), "{policy}");
    assert!(!policy.contains("script") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(header("x-content-type-options"), "nosniff");

    let (_, text) = asker.send(asker.request(Method::GET, &page, None)).await;
    assert!(text.contains("<svg") && !text.contains("<script"));
    let links = links(&text);
    assert!(links.len() > 3, "{links:?}");
    for link in links {
        let (status, _) = asker.send(asker.request(Method::GET, &format!("{path}/report/{link}"), None)).await;
        assert!(status.is_success(), "{link}");
    }
    for file in
        ["..%2f..%2fstudio.sqlite", "../../../studio.sqlite", "%2fetc%2fpasswd", "index.html%00", "run-1.safetensors"]
    {
        let (status, sentence) = asker.refused(Method::GET, &format!("{path}/report/{file}"), None).await;
        assert!(status == 404 && sentence.contains("no file of the report"), "{file}: {sentence}");
    }
    for run in 1..=2 {
        let file = hetman_report::tensorboard_file(run);
        let response = asker.respond(asker.request(Method::GET, &format!("{path}/report/{file}"), None)).await;
        let disposition = response.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(
            disposition.starts_with("attachment") && disposition.contains(&format!("run-{run}-events.out.tfevents"))
        );
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert!(bytes.windows(13).any(|part| part == b"brain.Event:2") && bytes.len() > 200, "{}", bytes.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clones_stops_boards_and_deletions() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let settings = json!({ "name": "other", "games": 100000, "runs": 1, "learning.step.plain.rate": 0.05 });
    let wish = json!({ "preset": "two-minutes-atomic", "settings": settings, "start": true });
    let created = asker.post("/api/experiments", wish).await;
    assert_eq!((created["name"].as_str(), created["variant"].as_str()), (Some("other"), Some("atomic")));
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    asker.post(&format!("{path}/delay"), json!({ "delay_ms": 50 })).await;
    let shown = asker.wait_for(&path, |answer| answer["board"]["ply"].as_u64().is_some_and(|ply| ply >= 2)).await;
    assert_eq!((shown["board"]["run"].as_u64(), shown["board"]["learner"].as_str()), (Some(1), Some("white")));
    let (status, sentence) = asker.refused(Method::POST, &format!("{path}/resume"), None).await;
    assert!(status == 409 && sentence.contains("running"), "{sentence}");
    asker.act(&format!("{path}/stop")).await;
    let stopped = asker.wait_for(&path, is("stopped")).await;
    assert_eq!(stopped["actions"], json!(["clone", "delete"]));
    let clone = asker.act(&format!("{path}/clone")).await;
    let renamed = stopped["toml"].as_str().unwrap().replace("\"other\"", "\"other-2\"");
    assert_eq!((clone["state"].as_str(), clone["toml"].as_str()), (Some("new"), Some(renamed.as_str())));
    assert_eq!((&clone["name"], &clone["board"]), (&json!("other-2"), &Value::Null));
    // Deleted while it runs and somebody looks.
    let running = format!("/api/experiments/{}", clone["id"].as_str().unwrap());
    asker.act(&format!("{running}/start")).await;
    asker.delete(&running).await;
    assert_eq!(asker.refused(Method::GET, &running, None).await.0, 404);
    assert!(!folder.path().join("experiments/2").exists());
    let listed = asker.get("/api/experiments").await;
    assert_eq!(listed["experiments"].as_array().unwrap().len(), 1);
    let schema = asker.get("/api/experiments/schema").await;
    assert!(schema.as_array().unwrap().iter().any(|parameter| parameter["key"] == "learning.lambda"));
    for preset in asker.get("/api/presets").await.as_array().unwrap() {
        let wish = json!({ "settings": preset["settings"] });
        let (status, text) = asker.send(asker.request(Method::POST, "/api/experiments/check", Some(&wish))).await;
        let needs_games = preset["needs_games"].as_bool().unwrap();
        assert!(status.is_success() || needs_games, "{}: {text}", preset["name"]);
    }
}

/// Games that others have played are imported, learned from, and remain learned from when the library forgets them.
#[tokio::test(flavor = "multi_thread")]
async fn it_learns_from_imported_games() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let watching = |name: &str| {
        let toml = toml(2).replace("sides = \"both\"\n", "");
        let (toml, _) = toml.split_once("[play]").unwrap();
        json!({ "toml": format!("{toml}[recorded]\npgn = {name:?}\ndepth = 1\n"), "start": false })
    };
    let (status, answer) = asker.refused(Method::POST, "/api/experiments", Some(watching("club.pgn"))).await;
    assert_eq!(status, 422, "{answer}");
    assert!(answer.contains("there is no collection 'club.pgn': import the games in the library"), "{answer}");
    let (_, answer) = asker.refused(Method::POST, "/api/experiments", Some(watching("../studio.sqlite"))).await;
    assert!(answer.contains("there is no collection 'studio.sqlite'"), "{answer}");

    let games = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    asker.post("/api/collections", json!({ "name": "club.pgn", "pgn": games })).await;
    let created = asker.post("/api/experiments", watching("club.pgn")).await;
    asker.delete("/api/collections/1").await;
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    asker.act(&format!("{path}/start")).await;
    let finished = asker.wait_for(&path, is("finished")).await;
    assert_eq!(finished["games"].as_u64(), Some(4), "two runs of two games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sequential_test_says_what_it_accepted_and_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({
        "name": "test", "variant": "chess", "sprt": { "elo0": 0, "elo1": 50 },
        "players": [{ "player": "material", "settings": { "depth": 2 } }, { "player": "random" }],
        "format": { "kind": "round-robin", "cycles": 1000 }, "openings": { "kind": "random", "plies": 4 },
    });
    let created = asker.post("/api/tournaments", wish).await;
    let path = format!("/api/tournaments/{}", created["id"].as_str().unwrap());
    let over = asker.wait_for(&path, is("finished")).await;
    let verdict = over["sprt"]["verdict"].as_str().unwrap();
    let measured = over["report"].as_str().unwrap().split(['|', '\n']).nth(1).unwrap();
    let measured = measured.split("  of ").next().unwrap().trim();
    assert!(verdict.contains("at least 50 Elo stronger (H1 accepted)") && verdict.ends_with(measured), "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_stopped_resumed_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let players = json!([
        { "player": "material", "settings": { "depth": 1 } }, { "player": "random" }, { "player": "king" },
    ]);
    let wish = json!({
        "name": "Three", "variant": "chess", "players": players, "format": { "kind": "round-robin", "cycles": 40 },
        "openings": { "kind": "random", "plies": 4 },
    });
    let created = asker.post("/api/tournaments", wish).await;
    let path = format!("/api/tournaments/{}", created["id"].as_str().unwrap());
    asker.wait_for(&path, |answer| answer["games"].as_u64().unwrap() > 3).await;
    asker.act(&format!("{path}/stop")).await;
    let stopped = asker.wait_for(&path, |answer| answer["state"] == "stopped" || answer["state"] == "finished").await;
    let games = stopped["games"].as_u64().unwrap();
    drop(asker);
    let again = Asker::open(folder.path());
    assert_eq!(again.get(&path).await["games"].as_u64(), Some(games));
    if stopped["state"] == "stopped" {
        again.act(&format!("{path}/resume")).await;
    }
    let finished = again.wait_for(&path, is("finished")).await;
    assert_eq!(finished["games"], 240);
    assert_eq!(finished["table"][0]["name"], "Trainer depth=1");
    assert!(finished["table"][0]["rating"].as_f64().unwrap() > 0.0);
    let records = again.get("/api/records?player=trainer&result=white&origin=tournament").await;
    assert!(records["total"].as_u64().unwrap() > 10);
    let id = records["records"][0]["id"].as_str().unwrap();
    let record = again.get(&format!("/api/records/{id}")).await;
    let line = &record["line"];
    assert_eq!(line["plies"].as_u64().unwrap() as usize, record["moves"].as_array().unwrap().len());
    let (status, pgn) = again.send(again.request(Method::GET, &format!("{path}/pgn"), None)).await;
    assert!(status.is_success() && pgn.matches("[Event ").count() == 240);
    again.delete(&path).await;
    assert_eq!(again.get("/api/records").await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_the_opponent_of_a_learner() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let text = toml(1)
        .replace("runs = 2", "runs = 1")
        .replace("opponent = \"self\"", "opponent = \"human\"\ncolor = \"black\"");
    let text = text.replace("sides = \"both\"\n", "");
    let created = asker.post("/api/experiments", json!({ "toml": text, "start": true })).await;
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    let waiting =
        asker.wait_for(&path, |answer| answer["waiting_games"][0].is_object()).await["waiting_games"][0].clone();
    let me = asker.seated(&[&waiting["seat"]]);
    let game = format!("/api/games/{}", waiting["game"].as_str().unwrap());
    me.post(&format!("{game}/move"), json!({ "uci": "f2f3" })).await;
    let answered = me.wait_for(&game, |state| state["cursor"] == 2).await;
    assert_eq!(answered["yours"], json!(["white"]));
    let (status, sentence) = me.refused(Method::POST, &format!("{game}/undo"), Some(json!({}))).await;
    assert!(status == 409 && sentence.contains("learns from this game"), "{sentence}");
    me.act(&format!("{game}/resign")).await;
    let finished = asker.wait_for(&path, is("finished")).await;
    assert_eq!((finished["tally"]["won"].as_u64(), finished["waiting_games"].as_array().unwrap().len()), (Some(1), 0));
}

/// The experiments of a list in the order in which they were made: their states.
fn states(list: &Value) -> Vec<&str> {
    list["experiments"].as_array().unwrap().iter().rev().map(|line| line["state"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_experiments_of_a_sweep_run_one_after_another_and_wait_while_one_is_paused() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let member = |lambda: f64| json!({ "toml": toml(120), "settings": { "learning.lambda": lambda } });
    let wish = json!({ "name": "lambdas", "start": true, "experiments": [member(0.1), member(0.5), member(0.9)] });
    let made = asker.post("/api/sweeps", wish).await;
    assert_eq!(states(&made), ["running", "waiting", "waiting"]);
    let sweep = made["experiments"][0]["sweep"].clone();
    assert_eq!(sweep["name"], "lambdas");
    let path = format!("/api/sweeps/{}", sweep["id"].as_str().unwrap());
    let stopped = asker.act(&format!("{path}/stop")).await;
    assert_eq!(&states(&stopped)[1..], ["new", "new"]);
    asker.wait_for("/api/experiments", |list| states(list)[0] == "paused").await;
    asker.act(&format!("{path}/resume")).await;
    let done = asker.wait_for("/api/experiments", |list| states(list) == ["finished"; 3]).await;
    let lambdas: Vec<&Value> =
        done["experiments"].as_array().unwrap().iter().map(|line| &line["settings"]["learning.lambda"]).collect();
    assert_eq!(lambdas, [0.9, 0.5, 0.1]);
    assert!(done["experiments"][0]["trend"].as_array().unwrap().len() > 5);

    let wrong = json!({ "name": "x", "experiments": [member(0.1), member(7.0)] });
    let (status, sentence) = asker.refused(Method::POST, "/api/sweeps", Some(wrong)).await;
    assert_eq!(status, 422, "{sentence}");
    assert_eq!(asker.get("/api/experiments").await["experiments"].as_array().unwrap().len(), 3, "all of it or nothing");
    let (status, _) = asker.refused(Method::POST, "/api/sweeps/7/stop", None).await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let created = asker.post("/api/experiments", json!({ "toml": toml(10) })).await;
    let path = format!("/api/experiments/{}/notes", created["id"].as_str().unwrap());
    let noted = asker.post(&path, json!({ "notes": "<b>bold</b>" })).await;
    assert_eq!(noted["notes"], "<b>bold</b>");
    let (status, _) = asker.refused(Method::POST, &path, Some(json!({ "notes": "x".repeat(10_001) }))).await;
    assert_eq!(status, 422);
    drop(asker);
    let again = Asker::open(folder.path());
    assert_eq!(again.get("/api/experiments").await["experiments"][0]["notes"], "<b>bold</b>");
}

#[tokio::test(flavor = "multi_thread")]
async fn published_rows_stand_beside_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let presets = Asker::open(folder.path()).get("/api/presets").await;
    let presets = presets.as_array().unwrap();
    let grid: Vec<&Value> = presets.iter().filter(|preset| preset["row"]["series"] == "neuralchess-5.2").collect();
    assert_eq!(grid.len(), 27);
    let row = &grid[0]["row"];
    assert_eq!((row["work"].as_str(), row["year"].as_str()), (Some("2007 thesis"), Some("2007")));
    assert!(grid.iter().all(|preset| preset["row"]["compared"][0]["verdict"].is_string()));
    assert!(grid.iter().any(|preset| preset["row"]["compared"][0]["ours_value"].is_number()), "some were measured");
    let schema = Asker::open(folder.path()).get("/api/experiments/schema").await;
    let kinds: Vec<&str> =
        schema.as_array().unwrap().iter().map(|field| field["kind"]["kind"].as_str().unwrap()).collect();
    for kind in ["pattern", "numbers", "player", "pick"] {
        assert!(kinds.contains(&kind), "{kind}");
    }
}
