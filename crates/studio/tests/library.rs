//! The library through the interface: nets that ship, imported games, opening books.

#![allow(clippy::unwrap_used)]

use crate::support::{Asker, player};
use axum::http::Method;
use hetman_studio::Options;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn nets_that_ship_are_nets_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let nets = asker.get("/api/nets").await["nets"].as_array().unwrap().clone();
    assert_eq!(nets.len(), 9);
    for net in &nets {
        assert_eq!(net["is_shipped"], true, "{net}");
        assert!(net["strength"].as_str().unwrap().contains(" against "), "{}", net["id"]);
        assert!(net["recipe"].as_str().unwrap().contains("[learning]"), "{}", net["id"]);
        assert!(net["games_seen"].as_u64().unwrap() > 1000, "{}", net["id"]);
        assert_eq!(net["heat_maps"][0]["values"].as_array().unwrap().len(), 64, "{}", net["id"]);
        let variant = net["variant"].as_str().unwrap();
        let players = asker.get(&format!("/api/players?variant={variant}")).await;
        let id = format!("net:{}", net["id"].as_str().unwrap());
        assert!(players.as_array().unwrap().iter().any(|player| player["id"] == id), "{id}");
    }
    let (status, bytes) = asker.send(asker.request(Method::GET, "/api/nets/shipped-atomic/file", None)).await;
    assert!(status.is_success() && bytes.contains("shipped-atomic"));

    let schema = asker.get("/api/experiments/schema").await;
    let parameter = schema.as_array().unwrap().iter().find(|parameter| parameter["key"] == "evaluation.net").unwrap();
    let options = parameter["kind"]["options"].as_array().unwrap();
    assert!(options.iter().any(|option| option["value"] == "shipped-atomic"));

    let seats = json!([player("net:shipped-atomic", json!({})), player("random", json!({}))]);
    let game = asker.post("/api/games", json!({ "variant": "atomic", "seats": seats })).await;
    let path = format!("/api/games/{}", game["game"]["id"].as_str().unwrap());
    asker.wait_for(&path, |game| game["cursor"].as_u64().unwrap() >= 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_learns_on_from_a_net_that_ships_and_against_one() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let settings = json!({
        "name": "further", "games": 4, "runs": 1, "play.depth": 1, "play.quiescence": false,
        "evaluation.net": "shipped-atomic", "play.opponent": "net:shipped-atomic", "measure.checkpoint": 2,
        "learning.sides": "learner",
    });
    let created = asker
        .post("/api/experiments", json!({ "preset": "shipped-atomic", "settings": settings, "start": true }))
        .await;
    let path = format!("/api/experiments/{}", created["id"].as_str().unwrap());
    let finished = asker.wait_for(&path, |answer| answer["state"] != "running").await;
    assert_eq!((finished["state"].as_str(), finished["message"].as_str()), (Some("finished"), None));
    let nets = asker.get("/api/nets").await["nets"].as_array().unwrap().clone();
    let learned = nets.iter().find(|net| net["experiment"] == created["id"]).unwrap();
    assert_eq!(learned["parent"], "shipped-atomic");
    assert_eq!(learned["is_shipped"], false);
}

/// Three games that can be read, two that cannot.
const COLLECTION: &str = r#"[Event "Casual"]
[Date "1851.06.21"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 {the gambit} exf4 1-0

[Event "Broken"]
[White "Nobody"]

1. e5 *

[White "Fool"]
[Black "Sage"]

1. f3 e5 2. g4 Qh4#

[Variant "Calvinball"]

1. e4 *

[Event "?"]
[Variant "Atomic"]

1. Nf3 *
"#;

async fn total(asker: &Asker, query: &str) -> u64 {
    asker.get(&format!("/api/records?{query}")).await["total"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_games_are_found_and_replayed_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let imported = asker.post("/api/collections", json!({ "name": "old.pgn", "pgn": COLLECTION })).await;
    let collection = &imported["collection"];
    assert_eq!((collection["games"].as_u64(), collection["skipped"].as_u64()), (Some(3), Some(2)));
    let problems = imported["problems"].as_array().unwrap();
    assert!(problems.len() == 2 && problems[0].as_str().unwrap().starts_with("game 2, line 12: "), "{problems:?}");
    // Ended as by kill -9: nobody closes anything.
    let again = {
        drop(asker);
        Asker::open(folder.path())
    };
    assert_eq!(again.get("/api/collections").await["collections"], json!([collection]));
    for (query, wanted) in [
        ("", 3),
        ("origin=imported", 3),
        ("origin=game", 0),
        ("player=anderssen", 1),
        ("result=black", 1),
        ("result=draw", 0),
        ("variant=atomic", 1),
        ("text=casual", 1),
        ("text=old.pgn", 2),
        ("text=checkmate", 1),
    ] {
        assert_eq!(total(&again, query).await, wanted, "{query}");
    }
    let records = again.get("/api/records?player=anderssen").await;
    let line = &records["records"][0];
    assert_eq!((line["date"].as_str(), line["outcome"]["words"].as_str()), (Some("1851-06-21"), Some("White won")));
    let game = again.get(&format!("/api/records/{}", line["id"].as_str().unwrap())).await;
    assert_eq!(game["line"], *line);
    assert_eq!((game["moves"].as_array().unwrap().len(), game["comments"][2].as_str()), (4, Some("the gambit")));
    let open = again.get("/api/records?variant=atomic").await["records"][0].clone();
    assert_eq!((&open["outcome"], open["plies"].as_u64()), (&Value::Null, Some(1)));

    let second = again.post("/api/collections", json!({ "pgn": "1. e4 1/2-1/2" })).await;
    assert_eq!(second["collection"]["name"], "Imported games");
    again.delete("/api/collections/1").await;
    assert_eq!((total(&again, "").await, total(&again, "result=draw").await), (1, 1));
    assert_eq!(again.refused(Method::GET, "/api/records/imported-1-1", None).await.0, 404);
}

fn contest(book: &Value, cycles: u32) -> Value {
    let players = json!([{ "player": "random" }, { "player": "king" }]);
    json!({
        "name": "Book", "variant": "chess", "players": players, "format": { "kind": "round-robin", "cycles": cycles },
        "openings": { "kind": "book", "book": book, "shuffled": false },
    })
}

/// Where the games of a tournament begin, with who has White, in their order.
async fn starts(asker: &Asker, path: &str) -> Vec<(String, String)> {
    let (_, pgn) = asker.send(asker.request(Method::GET, &format!("{path}/pgn"), None)).await;
    let tag = |game: &str, name: &str| {
        let value = game.split(&format!("[{name} \"")).nth(1).and_then(|rest| rest.split('"').next());
        value.unwrap_or_default().to_owned()
    };
    pgn.split("[Event ").skip(1).map(|game| (tag(game, "FEN"), tag(game, "White"))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_opening_of_a_book_is_played_with_both_colours() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let positions = ["4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1"];
    let added =
        asker.post("/api/books", json!({ "name": "pawns", "variant": "chess", "text": positions.join("\n") })).await;
    assert_eq!((added["openings"].as_u64(), added["book"]["name"].as_str()), (Some(2), Some("pawns.epd")));
    let id = added["book"]["id"].clone();
    let again = json!({ "name": "pawns", "variant": "chess", "text": positions[0] });
    assert_eq!(asker.refused(Method::POST, "/api/books", Some(again)).await.0, 409);
    let created = asker.post("/api/tournaments", contest(&id, 3)).await;
    let path = format!("/api/tournaments/{}", created["id"].as_str().unwrap());
    let finished = asker.wait_for(&path, |answer| answer["state"] == "finished").await;
    assert!(finished["conditions"].as_str().unwrap().ends_with(", pawns.epd"), "{}", finished["conditions"]);
    let starts = starts(&asker, &path).await;
    let openings: Vec<&str> = starts.iter().map(|(fen, _)| fen.as_str()).collect();
    // Used up, a book begins again.
    assert_eq!(openings, [0, 0, 1, 1, 0, 0].map(|number: usize| positions[number]));
    assert!(starts.chunks(2).all(|pair| pair[0].1 != pair[1].1), "{starts:?}");

    let book = format!("/api/books/{}", id.as_str().unwrap());
    let (status, sentence) = asker.refused(Method::DELETE, &book, None).await;
    assert!(status == 409 && sentence.contains("'Book'"), "{sentence}");
    asker.delete(&path).await;
    asker.delete(&book).await;
    assert_eq!(books_that_do_not_ship(&asker).await, Vec::<Value>::new());
}

async fn books_that_do_not_ship(asker: &Asker) -> Vec<Value> {
    let mut books = asker.get("/api/books").await["books"].as_array().unwrap().clone();
    books.retain(|book| book["variant"].is_null());
    books
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_found_in_the_folders_that_were_named() {
    let (folder, books) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::create_dir(books.path().join("variants")).unwrap();
    std::fs::write(books.path().join("lines.pgn"), "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n").unwrap();
    std::fs::write(books.path().join("variants/atomic.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    std::fs::write(books.path().join("notes.md"), "no book").unwrap();
    let asker = Asker::with(&Options { books: vec![books.path().to_owned()], ..Options::in_folder(folder.path()) });
    let listed = json!({ "books": books_that_do_not_ship(&asker).await });
    let names: Vec<&str> =
        listed["books"].as_array().unwrap().iter().map(|book| book["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["lines.pgn", "variants/atomic.epd"]);
    let id = &listed["books"][0]["id"];
    let mut wish = contest(id, 2);
    wish["openings"]["plies"] = json!(1);
    let created = asker.post("/api/tournaments", wish.clone()).await;
    let path = format!("/api/tournaments/{}", created["id"].as_str().unwrap());
    asker.wait_for(&path, |answer| answer["state"] == "finished").await;
    let (_, pgn) = asker.send(asker.request(Method::GET, &format!("{path}/pgn"), None)).await;
    assert_eq!((pgn.matches("1. e4").count(), pgn.matches("1. d4").count()), (2, 2));

    wish["openings"] = json!({ "kind": "book", "book": id, "plies": 0 });
    assert!(asker.refused(Method::POST, "/api/tournaments", Some(wish.clone())).await.1.contains("1 to 200"));
    (wish["openings"], wish["variant"]) = (json!({ "kind": "book", "book": id }), json!("atomic"));
    let (status, sentence) = asker.refused(Method::POST, "/api/tournaments", Some(wish)).await;
    assert!(status == 422 && sentence.starts_with("lines.pgn, game 1"), "{sentence}");
    let (status, _) = asker.refused(Method::DELETE, "/api/books/given-1-lines.pgn", None).await;
    assert_eq!(status, 409);
    assert!(books.path().join("lines.pgn").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_ship_for_every_variant_and_any_net_plays_in_either_search() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let books = asker.get("/api/books").await["books"].as_array().unwrap().clone();
    assert_eq!(books.iter().filter(|book| book["variant"].is_string()).count(), 9);
    let players = json!([
        { "player": "hetman-net:shipped-atomic", "settings": { "depth": 1 } },
        { "player": "net:shipped-atomic", "settings": { "depth": 1 } },
    ]);
    let wish = json!({
        "name": "searches", "variant": "atomic", "players": players, "format": { "kind": "round-robin", "cycles": 2 },
        "openings": { "kind": "book", "book": "shipped-atomic" },
        "adjudication": { "win": { "moves": 3, "centipawns": 900 }, "tables": true },
        "sprt": { "elo0": 0.0, "elo1": 10.0 },
    });
    let path = format!("/api/tournaments/{}", asker.post("/api/tournaments", wish).await["id"].as_str().unwrap());
    let over = asker.wait_for(&path, |answer| answer["state"] != "running").await;
    assert_eq!((over["state"].as_str(), &over["message"]), (Some("finished"), &Value::Null), "{over}");
    assert!(over["conditions"].as_str().unwrap().contains("balanced-atomic.epd"));
    let course = over["sprt"]["course"].as_array().unwrap();
    assert_eq!((course.len(), &course[3]["ratio"]), (4, &over["sprt"]["ratio"]));
    let games = asker.get(&format!("{path}/games?first=1&second=0")).await;
    assert_eq!((games["total"].as_u64(), &games["games"][0]["number"]), (Some(4), &json!(4)));
    let none = asker.get(&format!("{path}/games?first=0&second=0&page=1")).await;
    assert_eq!((none["total"].as_u64(), none["games"].as_array().unwrap().len()), (Some(0), 0));
    for wrong in [
        json!({ "win": { "moves": 0, "centipawns": 1 } }),
        json!({ "draw": { "from_move": 1, "moves": 1, "centipawns": 99_999 } }),
    ] {
        let wish = json!({
            "name": "x", "variant": "chess", "players": [{ "player": "random" }, { "player": "king" }],
            "format": { "kind": "round-robin", "cycles": 1 }, "adjudication": wrong,
        });
        assert_eq!(asker.refused(Method::POST, "/api/tournaments", Some(wish)).await.0, 422);
    }
    let file = json!([{ "player": "hetman-net:shipped-atomic", "settings": { "eval": "/etc/passwd" } }, { "player": "random" }]);
    let wish =
        json!({ "name": "x", "variant": "atomic", "players": file, "format": { "kind": "round-robin", "cycles": 1 } });
    assert_eq!(asker.refused(Method::POST, "/api/tournaments", Some(wish)).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn stars_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let star = |is_starred: bool| json!({ "is_starred": is_starred });
    for _ in 0..2 {
        let net = asker.post("/api/nets/shipped-horde/star", star(true)).await;
        assert_eq!((&net["is_starred"], &net["is_kept"]), (&json!(true), &json!(true)));
    }
    drop(asker);
    let again = Asker::open(folder.path());
    assert_eq!(again.get("/api/nets/shipped-horde").await["is_starred"], true);
    assert_eq!(again.post("/api/nets/shipped-horde/star", star(false)).await["is_starred"], false);
    assert_eq!(again.refused(Method::POST, "/api/nets/x/star", Some(star(true))).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn suites_are_put_in_and_answered_position_by_position() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";\n";
    let added = asker.post("/api/suites", json!({ "name": "../mates", "text": text })).await;
    assert_eq!(added["files"][0]["id"], "mates.epd");
    let again = json!({ "name": "mates", "text": text });
    assert_eq!(asker.refused(Method::POST, "/api/suites", Some(again)).await.0, 409);
    for (wrong, sentence) in
        [("", "no position"), ("nonsense", "line 1"), ("4k3/8/8/8/8/8/8/4K2R w - -", "neither bm nor am")]
    {
        let refused = asker.refused(Method::POST, "/api/suites", Some(json!({ "name": "x", "text": wrong }))).await;
        assert!(refused.0 == 422 && refused.1.contains(sentence), "{refused:?}");
    }
    let wish = json!({ "suite": "mates.epd", "player": { "player": "hetman", "settings": { "depth": 3 } } });
    let run = asker.post("/api/suites/runs", wish).await;
    let list = asker.wait_for("/api/suites", |list| list["runs"][0]["state"] == "finished").await;
    assert_eq!(list["runs"][0]["points"], 1.0);
    let path = format!("/api/suites/runs/{}", run["id"].as_str().unwrap());
    let answers = asker.get(&format!("{path}/positions")).await;
    assert_eq!((&answers["positions"][0]["san"], &answers["positions"][0]["best"]), (&json!("Ra8#"), &json!("Ra8#")));
    drop(asker);
    let again = Asker::open(folder.path());
    assert_eq!(again.get(&format!("{path}/positions")).await, answers, "answers are kept");
    assert_eq!(again.delete(&path).await["runs"], json!([]));
    assert_eq!(again.delete("/api/suites/mates.epd").await["files"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_engines_that_are_known_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    for engine in ["engine:given-1", "uci:%2Fbin%2Fsh", "hetman"] {
        assert_eq!(asker.refused(Method::GET, &format!("/api/engines/{engine}"), None).await.0, 404, "{engine}");
        assert_eq!(asker.refused(Method::POST, &format!("/api/engines/{engine}/bench"), None).await.0, 404, "{engine}");
    }
}
