//! Games through the interface, as the page plays them.

#![allow(clippy::unwrap_used)]

use crate::support::{Asker, human, player};
use axum::http::Method;
use serde_json::{Value, json};

async fn new_game(asker: &Asker, wish: Value) -> (Asker, String) {
    let created = asker.post("/api/games", wish).await;
    let secrets: Vec<&Value> = ["white_secret", "black_secret"]
        .iter()
        .map(|key| &created["links"][key])
        .filter(|secret| secret.is_string())
        .collect();
    (asker.seated(&secrets), format!("/api/games/{}", created["game"]["id"].as_str().unwrap()))
}

async fn play(asker: &Asker, game: &str, moves: &str) -> Value {
    let mut last = Value::Null;
    for uci in moves.split_whitespace() {
        last = asker.post(&format!("{game}/move"), json!({ "uci": uci })).await;
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_to_mate_is_over_and_stays_so_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({ "variant": "chess", "seats": [human(), human()] });
    let (both, game) = new_game(&asker, wish).await;
    let last = play(&both, &game, "f2f3 e7e5 g2g4 d8h4").await;
    assert_eq!(last["outcome"]["winner"], "black");
    assert_eq!(last["outcome"]["words"], "Black wins by checkmate");
    assert_eq!(last["moves"][3]["san"], "Qh4#");
    assert_eq!((last["check"][0].as_str(), last["legal"]["moves"].as_array().unwrap().len()), (Some("e1"), 0));
    let (status, sentence) = both.refused(Method::POST, &format!("{game}/move"), Some(json!({ "uci": "a2a3" }))).await;
    assert_eq!(status, 409);
    assert!(sentence.contains("checkmate"), "{sentence}");
    let pgn = both.get(&format!("{game}/pgn")).await["text"].as_str().unwrap().to_owned();
    assert!(pgn.contains("2. g4 Qh4#") && pgn.contains("[Result \"0-1\"]"), "{pgn}");

    let seats = both.seats.clone();
    drop((asker, both));
    let again = Asker { seats, ..Asker::open(folder.path()) };
    let restored = again.get(&game).await;
    assert_eq!(restored["moves"], last["moves"]);
    assert_eq!((&restored["outcome"], &restored["yours"]), (&last["outcome"], &json!(["white", "black"])));
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_redo_go_back_and_forth_and_a_new_move_forgets_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let (both, game) = new_game(&asker, json!({ "variant": "chess", "seats": [human(), human()] })).await;
    play(&both, &game, "e2e4 e7e5 g1f3").await;
    let back = both.post(&format!("{game}/undo"), json!({ "plies": 2 })).await;
    assert_eq!((back["cursor"].as_u64(), back["moves"].as_array().unwrap().len()), (Some(1), 3));
    let forth = both.post(&format!("{game}/redo"), json!({ "plies": 1 })).await;
    assert_eq!(forth["cursor"], 2);
    let other = play(&both, &game, "b1c3").await;
    assert_eq!((other["cursor"].as_u64(), other["moves"].as_array().unwrap().len()), (Some(3), 3));
    assert_eq!(other["moves"][2]["san"], "Nc3");
    let (status, sentence) = both.refused(Method::POST, &format!("{game}/redo"), Some(json!({}))).await;
    assert_eq!((status, sentence.as_str()), (409, "there is nothing to play again"));
    let stale = json!({ "uci": "g8f6", "version": 1 });
    let (status, _) = both.refused(Method::POST, &format!("{game}/move"), Some(stale)).await;
    assert_eq!(status, 409);
    both.post(&format!("{game}/undo"), json!({ "plies": 99 })).await;
    assert_eq!(both.refused(Method::POST, &format!("{game}/undo"), Some(json!({}))).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn promotions_and_drops_are_offered_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({
        "variant": "chess", "seats": [human(), human()],
        "start": { "kind": "fen", "fen": "8/P6k/8/8/8/8/8/K7 w - - 0 1" },
    });
    let (both, game) = new_game(&asker, wish).await;
    let legal = both.get(&game).await["legal"]["moves"].clone();
    let pawn = legal.as_array().unwrap().iter().find(|entry| entry["from"] == "a7").unwrap();
    assert_eq!(pawn["promotions"], json!(["a8"]));
    assert_eq!(pawn["promotion_roles"].as_str().unwrap().len(), 4);
    let (status, sentence) = both.refused(Method::POST, &format!("{game}/move"), Some(json!({ "uci": "a7a8" }))).await;
    assert_eq!(status, 422, "{sentence}");
    let promoted = play(&both, &game, "a7a8n").await;
    assert!(promoted["fen"].as_str().unwrap().starts_with("N7/"), "{promoted}");

    let (both, game) = new_game(&asker, json!({ "variant": "crazyhouse", "seats": [human(), human()] })).await;
    let taken = play(&both, &game, "e2e4 d7d5 e4d5 d8d5").await;
    assert_eq!((&taken["pockets"]["white"]["pawns"], &taken["pockets"]["black"]["pawns"]), (&json!(1), &json!(1)));
    assert_eq!(taken["legal"]["drops"][0]["role"], "P");
    let dropped = play(&both, &game, "P@e4").await;
    assert_eq!(dropped["moves"][4]["uci"], "P@e4");
    assert_eq!(dropped["pockets"]["white"]["pawns"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_seat_moves_its_own_colour_only_and_offers_need_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let created = asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), human()] })).await;
    let game = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    let white = asker.seated(&[&created["links"]["white_secret"]]);
    let black = asker.seated(&[&created["links"]["black_secret"]]);
    let e4 = || Some(json!({ "uci": "e2e4" }));
    let moves = format!("{game}/move");
    assert_eq!(asker.refused(Method::POST, &moves, e4()).await.0, 403, "a watcher may not move");
    assert_eq!(black.refused(Method::POST, &moves, e4()).await, (403, "it is the other side's turn".to_owned()));
    white.post(&moves, e4().unwrap()).await;
    assert_eq!(white.refused(Method::POST, &moves, Some(json!({ "uci": "e7e5" }))).await.0, 403);
    assert_eq!(white.get(&game).await["yours"], json!(["white"]));

    let (status, sentence) = white.refused(Method::POST, &format!("{game}/undo"), Some(json!({}))).await;
    assert!(status == 403 && sentence.contains("offer"), "{sentence}");
    let offered = white.post(&format!("{game}/offer"), json!({ "kind": "take-back" })).await;
    assert_eq!((&offered["offer"]["by"], &offered["offer"]["plies"]), (&json!("white"), &json!(1)));
    let yes = json!({ "accept": true });
    assert_eq!(white.refused(Method::POST, &format!("{game}/answer"), Some(yes.clone())).await.0, 403);
    let back = black.post(&format!("{game}/answer"), yes.clone()).await;
    assert_eq!((&back["cursor"], &back["offer"]), (&json!(0), &Value::Null));

    white.post(&moves, e4().unwrap()).await;
    black.post(&format!("{game}/offer"), json!({ "kind": "draw" })).await;
    let declined = white.post(&format!("{game}/answer"), json!({ "accept": false })).await;
    assert_eq!((&declined["offer"]["is_declined"], &declined["outcome"]), (&json!(true), &Value::Null));
    black.post(&format!("{game}/offer"), json!({ "kind": "draw" })).await;
    let drawn = white.post(&format!("{game}/answer"), yes).await;
    assert_eq!(drawn["outcome"]["words"], "Draw by agreement");
    // The owner of the studio may, also when the links are lost; guests may not, as `guests.rs` shows.
    asker.delete(&game).await;
    assert_eq!(white.refused(Method::GET, &game, None).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_answers_takes_back_and_plays_against_itself() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let trainer = player("material", json!({ "depth": 2 }));
    let wish = json!({ "variant": "chess", "seats": [human(), trainer], "color": "white" });
    let (me, game) = new_game(&asker, wish).await;
    play(&me, &game, "e2e4").await;
    me.wait_for(&game, |state| state["cursor"] == 2).await;
    let back = me.post(&format!("{game}/undo"), json!({})).await;
    assert_eq!((&back["cursor"], &back["is_thinking"]), (&json!(0), &json!(false)));
    play(&me, &game, "d2d4").await;
    let answered = me.wait_for(&game, |state| state["cursor"] == 2).await;
    assert_eq!(answered["moves"][0]["san"], "d4");
    let resigned = me.act(&format!("{game}/resign")).await;
    assert_eq!(resigned["outcome"]["words"], "Black wins by resignation");

    let wish = json!({
        "variant": "antichess", "seats": [player("random", json!({})), player("random", json!({}))], "delay_ms": 1,
    });
    let (watcher, game) = new_game(&asker, wish).await;
    let over = watcher.wait_for(&game, |state| state["outcome"].is_object()).await;
    assert!(over["cursor"].as_u64().unwrap() > 4, "{over}");
    let listed = asker.get("/api/games").await;
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_and_pauses_stop_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({ "variant": "chess", "seats": [human(), human()], "clock": { "initial_ms": 3000 } });
    let (both, game) = new_game(&asker, wish).await;
    play(&both, &game, "e2e4 e7e5").await;
    let paused = both.act(&format!("{game}/pause")).await;
    let white_ms = paused["clocks"]["white_ms"].as_u64().unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let still = both.get(&game).await;
    assert_eq!((still["clocks"]["white_ms"].as_u64(), &still["clocks"]["running"]), (Some(white_ms), &Value::Null));
    assert_eq!(both.refused(Method::POST, &format!("{game}/move"), Some(json!({ "uci": "g1f3" }))).await.0, 409);
    both.act(&format!("{game}/continue")).await;
    let over = both.wait_for(&game, |state| state["outcome"].is_object()).await;
    assert_eq!(over["outcome"]["words"], "Black wins on time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_shows_games_as_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({ "variant": "chess", "seats": [human(), human()], "clock": { "initial_ms": 600_000 } });
    let (both, game) = new_game(&asker, wish).await;
    let line = async |asker: &Asker| asker.get("/api/games").await["games"][0].clone();
    assert_eq!(line(&asker).await["clocks"]["running"], Value::Null, "a clock runs when both have moved");
    play(&both, &game, "e2e4 e7e5").await;
    let first = line(&asker).await;
    assert_eq!((&first["is_paused"], &first["clocks"]["running"]), (&json!(false), &json!("white")));
    let left = |line: &Value| line["clocks"]["white_ms"].as_u64().unwrap();
    asker.wait_for("/api/games", |list| left(&list["games"][0]) < left(&first)).await;
    assert_eq!(both.get(&game).await["is_paused"], false, "a look at the list changes nothing");
    both.act(&format!("{game}/pause")).await;
    let paused = line(&asker).await;
    assert_eq!((&paused["is_paused"], &paused["clocks"]["running"]), (&json!(true), &Value::Null));
    both.act(&format!("{game}/continue")).await;
    drop((asker, both));

    let again = Asker::open(folder.path());
    assert_eq!(line(&again).await["is_paused"], true, "after a restart time stands until somebody goes on");
    assert_eq!(again.get(&game).await["is_paused"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_pasted_comes_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let pgn = "[Event \"Opera\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n\
               [White \"Morphy, Paul\"]\n[Black \"Duke of Brunswick\"]\n[Result \"1-0\"]\n[ECO \"C41\"]\n\n\
               {At the opera} 1. e4 {best by test} (1. d4 d5) 1... e5 2. Nf3 d6 {Philidor}\n\
               (2... Nc6 {usual}) 1-0\n";
    let created = asker.post("/api/games/import", json!({ "text": pgn })).await;
    let game = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    let both = asker.seated(&[&created["links"]["white_secret"], &created["links"]["black_secret"]]);
    assert_eq!(created["game"]["white"]["name"], "Morphy, Paul");
    let text = async || both.get(&format!("{game}/pgn")).await["text"].as_str().unwrap().to_owned();
    assert_eq!(text().await, pgn);
    both.post(&format!("{game}/undo"), json!({ "plies": 2 })).await;
    play(&both, &game, "f1c4").await;
    let other = text().await;
    assert!(other.contains("[Event \"Opera\"]") && other.contains("best by test"), "{other}");
    assert!(other.contains("(1. d4 d5)"), "{other}");
    let is_gone = !other.contains("Philidor") && !other.contains("2... Nc6");
    assert!(other.contains("2. Bc4") && is_gone, "what was said of other moves is gone: {other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_become_games_and_starts_are_as_wished() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    let imported = asker.post("/api/games/import", json!({ "text": pgn })).await["game"].clone();
    assert_eq!((imported["white"]["name"].as_str(), imported["cursor"].as_u64()), (Some("A"), Some(3)));
    assert_eq!(imported["outcome"]["result"], "1-0");
    let fen = "8/8/8/8/8/2k5/2r5/K7 b - - 0 1";
    let position = asker.post("/api/games/import", json!({ "text": fen })).await["game"].clone();
    assert_eq!((&position["fen"], &position["turn"]), (&json!(fen), &json!("black")));
    assert_eq!(asker.refused(Method::POST, "/api/games/import", Some(json!({ "text": "1. e5" }))).await.0, 422);
    for (start, pieces) in [
        (json!({ "kind": "krk" }), 3),
        (json!({ "kind": "random", "pieces": 7 }), 7),
        (json!({ "kind": "shuffled" }), 32),
    ] {
        let wish = json!({ "variant": "chess", "start": start, "seats": [human(), human()], "color": "random" });
        let game = asker.post("/api/games", wish).await["game"].clone();
        let board = game["fen"].as_str().unwrap().split(' ').next().unwrap().to_owned();
        assert_eq!(board.chars().filter(char::is_ascii_alphabetic).count(), pieces, "{start}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pace_of_a_watched_game_can_be_changed_and_the_game_be_ended() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let random = || player("random", json!({}));
    let wish = json!({ "variant": "chess", "seats": [random(), random()], "delay_ms": 60_000 });
    let (watcher, game) = new_game(&asker, wish).await;
    assert_eq!(watcher.get(&game).await["delay_ms"], 60_000);
    let quicker = watcher.post(&format!("{game}/delay"), json!({ "delay_ms": 1 })).await;
    assert_eq!(quicker["delay_ms"], 1);
    watcher.wait_for(&game, |state| state["cursor"].as_u64() > Some(3)).await;
    watcher.delete(&game).await;
    assert_eq!(watcher.refused(Method::GET, &game, None).await.0, 404);

    let created = asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), human()] })).await;
    let game = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    let one = asker.seated(&[&created["links"]["white_secret"]]);
    assert_eq!(one.refused(Method::POST, &format!("{game}/delay"), Some(json!({ "delay_ms": 9 }))).await.0, 403);
}
