//! Endgames: tables built, positions looked up, lessons learned and asked.

#![allow(clippy::unwrap_used)]

use std::fs;

use crate::support::Asker;
use axum::http::Method;
use serde_json::{Value, json};

const KRK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

async fn built(asker: &Asker, material: &str) -> Value {
    asker.post("/api/endgames", json!({ "material": material })).await;
    let is_there = |list: &Value| {
        let tables = list["tables"].as_array().unwrap();
        tables.iter().any(|table| table["material"] == material && table["state"] == "finished")
    };
    let list = asker.wait_for("/api/endgames", is_there).await;
    list["tables"].as_array().unwrap().iter().find(|table| table["material"] == material).unwrap().clone()
}

async fn probe(asker: &Asker, fen: &str, lesson: Option<&str>) -> Value {
    asker.post("/api/endgames/probe", json!({ "fen": fen, "lesson": lesson })).await
}

async fn learned(asker: &Asker, material: &str, method: &Value) -> Value {
    let lesson = asker.post("/api/lessons", json!({ "material": material, "method": method })).await;
    let id = lesson["id"].clone();
    let of = |list: &Value| list["lessons"].as_array().unwrap().iter().find(|lesson| lesson["id"] == id).cloned();
    let is_done = |list: &Value| of(list).is_some_and(|lesson| lesson["progress"].is_null());
    of(&asker.wait_for("/api/lessons", is_done).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_built_and_knows_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let before = probe(&asker, KRK, None).await;
    assert_eq!((before["missing"].as_str(), before["verdict"].is_null()), (Some("KRK"), true));
    assert!(before["moves"].as_array().unwrap().len() > 10, "moves are legal without a table too");

    let table = built(&asker, "KRK").await;
    assert_eq!(table["facts"]["longest_mate"], 16);
    let black = &table["facts"]["sides"][1];
    assert_eq!((&black["turn"], &black["positions"], &black["draws"]), (&json!("black"), &json!(28056), &json!(2796)));
    let losses: Vec<u64> = black["losses"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!((losses[0], losses[16], losses.len()), (27, 390, 17), "as in the published data set");

    let longest = probe(&asker, table["facts"]["longest_fen"].as_str().unwrap(), None).await;
    assert_eq!(longest["verdict"], json!({ "result": "win", "moves": 16, "words": "Mate in 16" }));
    let moves = longest["moves"].as_array().unwrap();
    assert!(moves[0]["is_best"] == true && moves[0]["verdict"]["moves"] == 16, "{moves:?}");
    let distances: Vec<u64> = moves.iter().filter_map(|one| one["verdict"]["moves"].as_u64()).collect();
    assert!(distances.is_sorted() && distances.len() + drawn(moves) == moves.len());
    assert!(moves.iter().all(|one| one["is_best"] == (one["verdict"]["moves"] == 16)));
}

fn drawn(moves: &[Value]) -> usize {
    moves.iter().filter(|one| one["verdict"]["result"] == "draw").count()
}

/// Both sides by the table: exactly as many moves as it says.
#[tokio::test(flavor = "multi_thread")]
async fn best_play_mates_when_it_is_said_to() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    built(&asker, "KRK").await;
    let mut at = probe(&asker, KRK, None).await;
    let plies = 2 * at["verdict"]["moves"].as_u64().unwrap() - 1;
    for ply in 0..plies {
        let best = at["moves"][0].clone();
        assert_eq!(best["is_best"], true, "{at}");
        at = probe(&asker, best["fen"].as_str().unwrap(), None).await;
        assert_eq!(at["moves"].as_array().unwrap().is_empty(), ply + 1 == plies, "{ply} of {plies}");
    }
    assert_eq!(at["position"]["outcome"]["winner"], "white");
    assert_eq!(at["verdict"]["words"], "Mate");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_ending_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wrong = ["", "KXK", "KRR", "KRRRK", "KKK", "king and rook", &"K".repeat(100_000), "KR\0K", "../../etc"];
    for material in wrong {
        let (status, sentence) =
            asker.refused(Method::POST, "/api/endgames", Some(json!({ "material": material }))).await;
        assert!(status == 422 && sentence.contains("ending") || sentence.contains("pieces"), "{status} {sentence}");
        assert!(sentence.len() < 300, "{sentence}");
    }
    assert_eq!(asker.get("/api/endgames").await["tables"], json!([]), "nothing was begun");
    for fen in ["", "hostile", "8/8/8/8/8/8/8/8 w - - 0 1", "kK6/8/8/8/8/8/8/8 w - - 0 1", &"8/".repeat(50_000)] {
        let (status, sentence) = asker.refused(Method::POST, "/api/endgames/probe", Some(json!({ "fen": fen }))).await;
        assert!(status == 422 && (10..1000).contains(&sentence.len()), "{status} {sentence}");
    }
    let refused = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "up to 4 pieces"),
        ("8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", "castling"),
    ];
    for (fen, expected) in refused {
        let (status, sentence) = asker.refused(Method::POST, "/api/endgames/probe", Some(json!({ "fen": fen }))).await;
        assert!(status == 422 && sentence.contains(expected), "{status} {sentence}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_survive_a_restart_and_a_damaged_one_is_said_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let id = built(&asker, "KRK").await["id"].clone();
    asker.studio.close();
    drop(asker);

    let asker = Asker::open(folder.path());
    assert_eq!(probe(&asker, KRK, None).await["verdict"]["result"], "win");
    asker.studio.close();
    drop(asker);

    let file = folder.path().join("endgames/KRK.table");
    let right = fs::read(&file).unwrap();
    for wrong in [right[..right.len() / 2].to_vec(), altered(&right), b"nothing of the kind".to_vec()] {
        fs::write(&file, wrong).unwrap();
        let asker = Asker::open(folder.path());
        let (status, sentence) = asker.refused(Method::POST, "/api/endgames/probe", Some(json!({ "fen": KRK }))).await;
        assert!(status == 409 && sentence.contains("build"), "{status} {sentence}");
        asker.act(&format!("/api/endgames/{}/start", id.as_str().unwrap())).await;
        asker.wait_for("/api/endgames", |list| list["tables"][0]["state"] == "finished").await;
        assert_eq!(probe(&asker, KRK, None).await["verdict"]["result"], "win");
        assert!(fs::read(&file).unwrap() == right, "it is whole again");
        asker.studio.close();
    }
}

fn altered(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_stopped_interrupted_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let table = asker.post("/api/endgames", json!({ "material": "KPKP" })).await;
    let (status, sentence) = asker.refused(Method::POST, "/api/endgames", Some(json!({ "material": "kpkp" }))).await;
    assert!(status == 409 && sentence.contains("running"), "one build for each ending: {sentence}");
    let path = format!("/api/endgames/{}", table["id"].as_str().unwrap());
    asker.wait_for("/api/endgames", |list| list["tables"][0]["progress"]["share"].as_f64() > Some(0.0)).await;
    asker.act(&format!("{path}/stop")).await;
    asker.wait_for("/api/endgames", |list| list["tables"][0]["state"] == "stopped").await;
    let kept = fs::read_dir(folder.path().join("endgames")).map_or(0, Iterator::count);
    asker.act(&format!("{path}/start")).await;
    asker.wait_for("/api/endgames", |list| list["tables"][0]["state"] == "running").await;
    asker.studio.close();
    drop(asker);

    let asker = Asker::open(folder.path());
    let list = asker.get("/api/endgames").await;
    assert_eq!(list["tables"][0]["state"], "interrupted", "{list}");
    assert_eq!(list["tables"][0]["actions"], json!(["start", "delete"]));
    assert!(fs::read_dir(folder.path().join("endgames")).map_or(0, Iterator::count) >= kept, "nothing is lost");
    asker.delete(&path).await;
    assert_eq!(asker.get("/api/endgames").await["tables"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_is_learned_browsed_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let methods = asker.get("/api/lessons").await["methods"].clone();
    let first = &methods[0]["name"];
    let (status, sentence) =
        asker.refused(Method::POST, "/api/lessons", Some(json!({ "material": "KRK", "method": first }))).await;
    assert!(status == 409 && sentence.contains("build"), "{sentence}");
    built(&asker, "KRK").await;
    let (status, sentence) =
        asker.refused(Method::POST, "/api/lessons", Some(json!({ "material": "KRK", "method": "guess" }))).await;
    assert!(status == 422 && sentence.contains(first.as_str().unwrap()), "{sentence}");

    let lesson = learned(&asker, "KRK", first).await;
    assert_eq!((&lesson["state"], &lesson["facts"]["kind"]), (&json!("finished"), &json!("tree")), "{lesson}");
    let exactness = &lesson["facts"]["exactness"];
    let counted = |line: &Value| ["right", "wrong", "unknown"].map(|key| line[key].as_u64().unwrap());
    assert_eq!(counted(&exactness[0]).iter().sum::<u64>(), 28056);
    assert_eq!(counted(&exactness[1]).iter().sum::<u64>(), 223_944);
    assert_eq!(counted(&exactness[0])[2] + counted(&exactness[1])[2], 0, "every position is known");

    let id = lesson["id"].as_str().unwrap();
    let root = asker.get(&format!("/api/lessons/{id}/tree")).await;
    let branches = root["branches"].as_array().unwrap();
    assert!(root["question"].is_string() && branches.len() > 1, "{root}");
    let below = branches.iter().find(|branch| branch["class"].is_null() && branch["leaves"] != 0).unwrap();
    let node = asker.get(&format!("/api/lessons/{id}/tree?answers={}", below["value"])).await;
    let leaves: u64 =
        node["branches"].as_array().unwrap().iter().map(|branch| branch["leaves"].as_u64().unwrap()).sum();
    assert_eq!(json!(leaves), below["leaves"]);
    for answers in ["9", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0", "x", "-1", "256"] {
        let path = format!("/api/lessons/{id}/tree?answers={answers}");
        assert_eq!(asker.refused(Method::GET, &path, None).await.0, 404, "{answers}");
    }

    let at = probe(&asker, KRK, Some(id)).await;
    let chosen: Vec<&Value> = at["moves"].as_array().unwrap().iter().filter(|one| one["is_learned"] == true).collect();
    assert!(!chosen.is_empty() && chosen.iter().all(|one| one["learned"].is_string()), "{at}");
    steps_are_true(&at["fired"]);
    let other = probe(&asker, "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1", Some(id)).await;
    assert!(other["fired"].is_null() && other["silent"].as_str().unwrap().contains("KRK"), "{other}");

    let file = asker.send(asker.request(Method::GET, &format!("/api/lessons/{id}/file"), None)).await.1;
    asker.studio.close();
    drop(asker);
    let asker = Asker::open(folder.path());
    assert_eq!(probe(&asker, KRK, Some(id)).await, at, "it is kept");
    assert_eq!(asker.send(asker.request(Method::GET, &format!("/api/lessons/{id}/file"), None)).await.1, file);
    asker.studio.close();
    drop(asker);

    let kept = folder.path().join(format!("lessons/{id}/learned.txt"));
    fs::write(&kept, altered(file.as_bytes())).unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({ "fen": KRK, "lesson": id });
    let (status, sentence) = asker.refused(Method::POST, "/api/endgames/probe", Some(wish)).await;
    assert!(status == 409 && sentence.contains("learn it again"), "{status} {sentence}");
}

/// Every step is a sentence about pieces that stand on the squares it names.
fn steps_are_true(fired: &Value) {
    let steps = fired["steps"].as_array().unwrap();
    assert!(!steps.is_empty(), "{fired}");
    for step in steps {
        assert!(step["words"].as_str().unwrap().ends_with('.'), "{step}");
        assert!(!step["squares"].as_array().unwrap().is_empty(), "{step}");
    }
}

/// What a tree says of a position it says of every mirror image, and of the same one with colours exchanged.
#[tokio::test(flavor = "multi_thread")]
async fn mirror_images_are_judged_alike_and_marked_where_their_pieces_stand() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    built(&asker, "KRK").await;
    let method = asker.get("/api/lessons").await["methods"][0]["name"].clone();
    let id = learned(&asker, "KRK", &method).await["id"].as_str().unwrap().to_owned();
    let images = [
        ("8/8/8/8/3k4/8/2K5/R7 b - - 0 1", ["c2", "d4", "a1"]),
        ("8/8/8/8/4k3/8/5K2/7R b - - 0 1", ["f2", "e4", "h1"]),
        ("R7/2K5/8/3k4/8/8/8/8 b - - 0 1", ["c7", "d5", "a8"]),
        ("r7/2k5/8/3K4/8/8/8/8 w - - 0 1", ["c7", "d5", "a8"]),
    ];
    let mut conclusions = Vec::new();
    for (fen, pieces) in images {
        let fired = probe(&asker, fen, Some(&id)).await["fired"].clone();
        steps_are_true(&fired);
        let squares = fired["steps"].as_array().unwrap().iter().flat_map(|step| step["squares"].as_array().unwrap());
        assert!(squares.clone().all(|square| pieces.contains(&square.as_str().unwrap())), "{fen}: {fired}");
        let named: std::collections::BTreeSet<_> =
            squares.map(|square| pieces.iter().position(|piece| *square == **piece)).collect();
        conclusions.push((fired["conclusion"].clone(), named));
    }
    assert!(conclusions.iter().all(|one| *one == conclusions[0]), "{conclusions:?}");
}

fn of_kind<'a>(methods: &'a Value, kind: &str) -> &'a Value {
    &methods.as_array().unwrap().iter().find(|method| method["kind"] == kind).unwrap()["name"]
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_learned_proved_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    built(&asker, "KQK").await;
    let methods = asker.get("/api/lessons").await["methods"].clone();
    let wish = json!({ "material": "KQK", "method": of_kind(&methods, "rules"), "steps": 600 });
    let id = asker.post("/api/lessons", wish).await["id"].as_str().unwrap().to_owned();
    let list = asker.wait_for("/api/lessons", |list| list["lessons"][0]["progress"].is_null()).await;
    let lesson = &list["lessons"][0];
    assert_eq!((&lesson["state"], &lesson["facts"]["kind"]), (&json!("finished"), &json!("rules")), "{lesson}");
    let rules = lesson["facts"]["rules"].as_array().unwrap();
    assert!(!rules.is_empty() && !lesson["facts"]["remarks"].as_array().unwrap().is_empty());
    for rule in rules {
        let count = |key: &str| rule[key].as_u64().unwrap();
        assert!(count("exact") <= count("fires") && count("fires") <= count("positions"), "{rule}");
        assert_eq!(rule["counter_example"].is_null(), count("exact") == count("fires"), "{rule}");
    }

    asker.post("/api/lessons", json!({ "material": "KQK", "method": "shipped" })).await;
    let shipped = |list: &Value| list["lessons"].as_array().unwrap().iter().find(|one| one["id"] != id).cloned();
    let is_finished = |list: &Value| shipped(list).is_some_and(|lesson| lesson["state"] == "finished");
    let list = asker.wait_for("/api/lessons", is_finished).await;
    let remarks = shipped(&list).unwrap()["facts"]["remarks"].to_string();
    assert!(remarks.contains("Proved: they win all 144508 positions"), "{remarks}");

    let white = probe(&asker, "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1", Some(&id)).await;
    let black = probe(&asker, "k5q1/8/8/8/3K4/8/8/8 b - - 0 1", Some(&id)).await;
    for at in [&white, &black] {
        let left = at["moves"].as_array().unwrap().iter().filter(|one| one["is_learned"] == true).count();
        let words = at["fired"]["steps"].as_array().unwrap().last().unwrap()["words"].as_str().unwrap();
        assert!(left > 0 && words.contains(&format!(" {left} of ")), "{words}");
        steps_are_true(&at["fired"]);
    }
    assert_eq!((white["fired"]["image"].is_null(), black["fired"]["image"].is_string()), (true, true));
    let defence = probe(&asker, "8/8/8/3k4/8/8/8/K5Q1 b - - 0 1", Some(&id)).await;
    assert!(defence["fired"].is_null() && defence["silent"].as_str().unwrap().contains("stronger"), "{defence}");
    assert_eq!(asker.refused(Method::GET, &format!("/api/lessons/{id}/tree"), None).await.0, 404);

    let file = asker.send(asker.request(Method::GET, &format!("/api/lessons/{id}/file"), None)).await.1;
    asker.studio.close();
    drop(asker);
    let asker = Asker::open(folder.path());
    assert_eq!(probe(&asker, "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1", Some(&id)).await, white, "{file}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_stopped_or_interrupted_and_what_cannot_be_learned_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    built(&asker, "KRK").await;
    let methods = asker.get("/api/lessons").await["methods"].clone();
    let rules = of_kind(&methods, "rules");
    built(&asker, "KNK").await;
    for (material, method, steps, expected) in [
        ("KRK", rules, 0, "1 to"),
        ("KRK", rules, 5_000_000, "1 to"),
        ("KRKR", rules, 9, "build"),
        ("KNK", &json!("shipped"), 9, "has no rules for KNK"),
    ] {
        let wish = json!({ "material": material, "method": method, "steps": steps });
        let (status, sentence) = asker.refused(Method::POST, "/api/lessons", Some(wish)).await;
        assert!((status == 422 || status == 409) && sentence.contains(expected), "{status} {sentence}");
    }
    let wish = json!({ "material": "KRK", "method": rules, "steps": 1_000_000 });
    let id = asker.post("/api/lessons", wish.clone()).await["id"].as_str().unwrap().to_owned();
    asker.wait_for("/api/lessons", |list| list["lessons"][0]["progress"]["share"].as_f64() > Some(0.0)).await;
    let (status, sentence) = asker.refused(Method::POST, "/api/lessons", Some(wish)).await;
    assert!(status == 503 && sentence.contains("already"), "{status} {sentence}");
    asker.act(&format!("/api/lessons/{id}/stop")).await;
    asker.wait_for("/api/lessons", |list| list["lessons"][0]["state"] == "stopped").await;
    let (status, sentence) =
        asker.refused(Method::POST, "/api/endgames/probe", Some(json!({ "fen": KRK, "lesson": id }))).await;
    assert!(status == 409 && sentence.contains("not finished"), "{status} {sentence}");
    asker.act(&format!("/api/lessons/{id}/start")).await;
    asker.wait_for("/api/lessons", |list| list["lessons"][0]["progress"]["share"].as_f64() > Some(0.0)).await;
    asker.studio.close();
    drop(asker);

    let asker = Asker::open(folder.path());
    let list = asker.get("/api/lessons").await;
    assert_eq!(list["lessons"][0]["state"], "interrupted", "{list}");
    asker.delete(&format!("/api/lessons/{id}")).await;
    assert_eq!(asker.get("/api/lessons").await["lessons"], json!([]));
}
