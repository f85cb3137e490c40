//! Self-taught networks: begun, watched, stopped, gone on with after a restart, played against, deleted.

#![allow(clippy::unwrap_used)]

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Asker, human, player};

const PATH: &str = "/api/improvements";

/// So small that a generation takes a second or two.
fn small() -> Value {
    json!({ "settings": {
        "variant": "atomic", "games": 10, "nodes": 20, "random-plies": 4, "max-plies": 40, "hidden": 64, "epochs": 2,
        "match-nodes": 20, "match-games": 6, "elo1": 1,
    } })
}

fn first(list: &Value) -> &Value {
    &list["improvements"][0]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lineage_grows_is_stopped_and_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let begun = asker.post(PATH, small()).await;
    assert_eq!((&begun["variant"], &begun["state"]), (&json!("atomic"), &json!("running")));
    let grown = |list: &Value| first(list)["children"].as_array().is_some_and(|children| !children.is_empty());
    let list = asker.wait_for(PATH, grown).await;
    let child = &first(&list)["children"][0];
    assert_eq!((&child["generation"], &child["parent"], &child["games"]), (&json!(1), &Value::Null, &json!(10)));
    let one = format!("{PATH}/{}", begun["id"].as_str().unwrap());
    asker.act(&format!("{one}/stop")).await;
    let before = asker.wait_for(PATH, |list| first(list)["state"] == "stopped").await;
    drop(asker);

    let asker = Asker::open(folder.path());
    let after = asker.get(PATH).await;
    assert_eq!(first(&after)["children"], first(&before)["children"]);
    asker.act(&format!("{one}/start")).await;
    let count = first(&before)["children"].as_array().unwrap().len();
    let further = |list: &Value| first(list)["children"].as_array().unwrap().len() > count;
    asker.wait_for(PATH, |list| further(list) && first(list)["player"].is_string()).await;
    let against = asker.get("/api/players?variant=atomic").await;
    let id = first(&asker.get(PATH).await)["player"].clone();
    assert!(against.as_array().unwrap().iter().any(|one| one["id"] == id), "{id}");
    let seats = [human(), player(id.as_str().unwrap(), json!({ "nodes": 10 }))];
    let game = asker.post("/api/games", json!({ "variant": "atomic", "color": "white", "seats": seats })).await;
    assert!(game.to_string().contains("Self-taught atomic, generation "), "{game}");
    asker.delete(&one).await;
    assert_eq!(asker.get(PATH).await["improvements"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    for (settings, wanted) in [
        (json!({ "hidden": 100 }), "64"),
        (json!({ "variant": "shogi" }), "Game must be one of"),
        (json!({ "start": "/etc/passwd" }), "Start must be one of"),
        (json!({ "elo0": 50 }), "elo0 below elo1"),
        (json!({ "colour": "red" }), "'colour' is no setting"),
    ] {
        let (status, said) = asker.refused(Method::POST, PATH, Some(json!({ "settings": settings }))).await;
        assert!(status == 422 && said.contains(wanted), "{status} {said}");
    }
    assert_eq!(asker.get(PATH).await["improvements"], json!([]));
}
