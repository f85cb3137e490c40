//! Courses of learning: moments that are players and evaluators like any other.

#![allow(clippy::unwrap_used)]

use crate::support::{Asker, human};
use axum::http::Method;
use serde_json::{Value, json};

const QUEEN_UP: &str = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1";

async fn centipawns(asker: &Asker, moment: &Value) -> f64 {
    let player = json!({ "player": moment["player"]["player"] });
    let wish = json!({ "variant": "chess", "fen": QUEEN_UP, "player": player });
    asker.post("/api/position/explain", wish).await["centipawns"].as_f64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_is_explained_searched_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let courses = asker.get("/api/courses?variant=chess").await;
    assert_eq!(courses["courses"][0]["id"], "shipped-chess");
    let course = asker.get("/api/courses/shipped-chess").await;
    let moments = course["moments"].as_array().unwrap();
    let (first, last) = (&moments[0], moments.last().unwrap());
    assert_eq!((&first["games"], &last["games"]), (&json!(0), &course["games"]));
    let pieces = first["pieces"].as_array().unwrap();
    // A king is always there: only where it stands is weighed.
    let mut others = pieces.iter().filter(|piece| piece["name"] != "king");
    assert!(others.all(|piece| piece["value"] == pieces[0]["value"]), "{pieces:?}");
    assert!(centipawns(&asker, last).await > 1.5 * centipawns(&asker, first).await);

    let wish = json!({ "variant": "chess", "fen": QUEEN_UP, "player": { "player": last["player"]["player"] } });
    let searched = asker.post("/api/position/evaluate", wish).await;
    assert!(!searched["san"].as_array().unwrap().is_empty(), "{searched}");

    let mut seat = first["player"].clone();
    seat["kind"] = json!("player");
    let game = asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), seat] })).await;
    assert_eq!(game["game"]["black"]["name"], "Hetman after 0 games");
    let seated = asker.seated(&[&game["links"]["white_secret"]]);
    seated.post("/api/games/1/move", json!({ "uci": "e2e4" })).await;
    seated.wait_for("/api/games/1", |game| game["moves"].as_array().unwrap().len() == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_moment_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    for id in
        ["moment-shipped-chess-3", "moment-shipped-chess-x", "moment-shipped-x-0", "moment-experiment-9-0", "moment-"]
    {
        let wish = json!({ "variant": "chess", "fen": QUEEN_UP, "player": { "player": format!("net:{id}") } });
        let (status, sentence) = asker.refused(Method::POST, "/api/position/explain", Some(wish)).await;
        assert!(status == 404 && sentence.contains("no"), "{id}: {status} {sentence}");
    }
    assert_eq!(asker.refused(Method::GET, "/api/courses/shipped-checkers", None).await.0, 404);
    assert_eq!(asker.refused(Method::GET, "/api/courses/experiment-1", None).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_is_a_course_from_its_first_game_on() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({ "preset": "material-chess", "settings": { "games": 30, "runs": 1 }, "start": true });
    asker.post("/api/experiments", wish).await;
    asker.wait_for("/api/experiments/1", |experiment| experiment["state"] == "finished").await;
    let course = asker.get("/api/courses/experiment-1").await;
    let games: Vec<u64> =
        course["moments"].as_array().unwrap().iter().map(|moment| moment["games"].as_u64().unwrap()).collect();
    assert!(games[0] == 0 && *games.last().unwrap() == 30 && games.len() > 4, "{games:?}");
    assert!(centipawns(&asker, &course["moments"][0]).await.is_finite());
    let net = asker.get("/api/nets/moment-experiment-1-0").await;
    assert_eq!(net["games_seen"], 0);
}
