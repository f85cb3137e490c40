//! Requests that nobody should send: each gets its status and a sentence, and the studio goes on.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::support::{Asker, HOST, human, player};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use hetman_studio::{Limits, Options, Studio, run};
use hetman_testing::HANG_TIMEOUT;
use serde_json::{Value, json};

struct Case {
    what: &'static str,
    method: Method,
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: String,
    status: u16,
    /// Part of the sentence.
    says: &'static str,
}

fn case(what: &'static str, method: Method, path: &'static str, status: u16, says: &'static str) -> Case {
    let json: &[(&str, &str)] = &[("host", HOST), ("content-type", "application/json")];
    Case { what, method, path, headers: json, body: String::new(), status, says }
}

const EVIL_ORIGIN: &[(&str, &str)] =
    &[("host", HOST), ("content-type", "application/json"), ("origin", "http://evil.example")];
const EVIL_PORT: &[(&str, &str)] =
    &[("host", HOST), ("content-type", "application/json"), ("origin", "http://127.0.0.1:9999")];
const NULL_ORIGIN: &[(&str, &str)] = &[("host", HOST), ("content-type", "application/json"), ("origin", "null")];
const REBOUND: &[(&str, &str)] = &[("host", "evil.example:7777"), ("content-type", "application/json")];
const NO_HOST: &[(&str, &str)] = &[("content-type", "application/json")];
const CROSS_SITE: &[(&str, &str)] = &[("host", HOST), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")];
const FORM: &[(&str, &str)] = &[("host", HOST), ("content-type", "application/x-www-form-urlencoded")];

fn cases() -> Vec<Case> {
    let (get, post, delete) = (|| Method::GET, || Method::POST, || Method::DELETE);
    let game = json!({ "variant": "chess", "seats": [human(), human()] }).to_string();
    let with = |choice: Value| json!({ "variant": "chess", "seats": [human(), choice] }).to_string();
    let toml = |text: &str| json!({ "toml": text }).to_string();
    let experiment = |evaluation: &str, play: &str| {
        toml(&format!(
            "name = \"x\"\ngames = 1\n[evaluation]\nfeatures = \"material\"\nmodel.linear = {{}}\n{evaluation}\n[learning]\n\
             method = \"td\"\nlambda = 0.5\nstep.plain = {{ rate = 0.1 }}\n{play}\n"
        ))
    };
    let with_book = |book: &str| {
        let (players, format) = (json!([{ "player": "king" }, { "player": "random" }]), "round-robin");
        let (format, openings) = (json!({ "kind": format, "cycles": 1 }), json!({ "kind": "book", "book": book }));
        json!({ "name": "x", "variant": "chess", "players": players, "format": format, "openings": openings })
            .to_string()
    };
    let analysis = |player: &str, lines: u32| {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        json!({ "variant": "chess", "fen": fen, "player": { "player": player }, "multi_pv": lines }).to_string()
    };
    let own_play = "[play]\nopponent = \"self\"\ndepth = 1";
    vec![
        Case {
            headers: EVIL_ORIGIN,
            body: game.clone(),
            ..case("a page of another site", post(), "/api/games", 403, "other sites")
        },
        Case { headers: EVIL_ORIGIN, ..case("reading from another site", get(), "/api/games", 403, "other sites") },
        Case {
            headers: EVIL_PORT,
            body: game.clone(),
            ..case("another port", post(), "/api/games", 403, "other sites")
        },
        Case {
            headers: NULL_ORIGIN,
            body: game.clone(),
            ..case("a sandboxed frame", post(), "/api/games", 403, "other sites")
        },
        Case {
            headers: REBOUND,
            ..case("a name made to point here", get(), "/api/about", 403, "address that it printed")
        },
        Case { headers: NO_HOST, ..case("no host at all", get(), "/api/about", 403, "address that it printed") },
        Case { headers: CROSS_SITE, ..case("an image of another site", get(), "/api/about", 403, "other sites") },
        Case { headers: FORM, body: "variant=chess".into(), ..case("a form", post(), "/api/games", 400, "as JSON") },
        Case { body: "{".into(), ..case("broken JSON", post(), "/api/games", 400, "cannot be read") },
        Case { body: "[]".into(), ..case("JSON of another kind", post(), "/api/games", 400, "cannot be read") },
        Case { body: "\u{0}\u{1}".into(), ..case("no JSON", post(), "/api/games", 400, "cannot be read") },
        Case {
            body: "{\"variant\":\"chess\",\"seats\":[]}".into(),
            ..case("no seats", post(), "/api/games", 400, "cannot be read")
        },
        Case {
            body: format!("{}9{}", "[".repeat(100_000), "]".repeat(100_000)),
            ..case("deep JSON", post(), "/api/games", 400, "cannot be read")
        },
        Case { body: "x".repeat(2 << 20), ..case("too much", post(), "/api/games", 413, "at most 1048576 bytes") },
        Case {
            body: json!({ "variant": "go", "seats": [human(), human()] }).to_string(),
            ..case("no such game", post(), "/api/games", 422, "unknown variant 'go'")
        },
        Case {
            body: with(json!({ "kind": "player", "player": "uci:/bin/sh" })),
            ..case("a program by its path", post(), "/api/games", 404, "no player")
        },
        Case {
            body: with(json!({ "kind": "player", "player": "net:../../../etc/passwd" })),
            ..case("a file by its path", post(), "/api/games", 404, "no net")
        },
        Case {
            body: with(json!({ "kind": "player", "player": "hetman", "settings": { "eval": "/etc/passwd" } })),
            ..case("a file in a setting", post(), "/api/games", 422, "one of shipped, material")
        },
        Case {
            body: with(json!({ "kind": "player", "player": "material", "settings": { "depth": 99 } })),
            ..case("too deep", post(), "/api/games", 422, "1 to 12")
        },
        Case {
            body: with(json!({ "kind": "player", "player": "material", "settings": { "depth": "1,x=2" } })),
            ..case("options in a value", post(), "/api/games", 422, "whole number")
        },
        case("an unknown game", get(), "/api/games/99", 404, "no game '99'"),
        Case {
            body: json!({ "delay_ms": 99 }).to_string(),
            ..case("the pace of an unknown game", post(), "/api/games/99/delay", 404, "no game '99'")
        },
        Case {
            body: json!({ "delay_ms": 99_999_999 }).to_string(),
            ..case("a pace that nobody waits for", post(), "/api/games/1/delay", 422, "at most 60000 ms")
        },
        case("a game by a path", get(), "/api/games/..%2f..%2fetc%2fpasswd", 404, "no game"),
        case("an overlong id", get(), "/api/games/99999999999999999999999999", 404, "no game"),
        case("an unknown experiment", post(), "/api/experiments/7/start", 404, "no experiment '7'"),
        case("an unknown net", get(), "/api/nets/own-..%2f..%2fstudio/file", 404, "no net"),
        case("a net above the folder", get(), "/api/nets/..%2Fstudio.sqlite/file", 404, "no net"),
        case("an unknown tournament", delete(), "/api/tournaments/1", 404, "no tournament '1'"),
        case("an unknown analysis", get(), "/api/analysis/x", 404, "no analysis"),
        case("an unknown record", get(), "/api/records/tournament-1-x-2", 404, "no record"),
        case("an unknown suite run", post(), "/api/suites/runs/1/stop", 404, "no running suite"),
        Case {
            body: json!({ "suite": "../studio.sqlite", "player": { "player": "hetman" } }).to_string(),
            ..case("a suite by its path", post(), "/api/suites/runs", 404, "no suite")
        },
        case("a report of nothing", get(), "/api/experiments/7/report/index.html", 404, "no experiment '7'"),
        case("a report's file above", get(), "/api/experiments/..%2f..%2f1/report/..%2fx", 404, "no experiment"),
        case("a report without a file", get(), "/api/experiments/1/report/", 404, "openapi"),
        case("an unknown imported game", get(), "/api/records/imported-1-1", 404, "no record"),
        case("an imported game by a path", get(), "/api/records/imported-..%2f-1", 404, "no record"),
        case("games of an unknown variant", get(), "/api/records?variant=go", 422, "unknown variant 'go'"),
        Case {
            body: r#"{"variant":"chess","seats":[{"kind":"human","strength":99999},{"kind":"human"}]}"#.into(),
            ..case("a seat with a field that it has not", post(), "/api/games", 400, "unknown field `strength`")
        },
        case("an unknown origin", get(), "/api/records?origin=elsewhere", 400, "an origin is"),
        case("an unknown collection", delete(), "/api/collections/1", 404, "no collection '1'"),
        case("a collection by a path", delete(), "/api/collections/..%2fstudio.sqlite", 404, "no collection"),
        Case { body: "{".into(), ..case("a broken import", post(), "/api/collections", 400, "cannot be read") },
        Case {
            body: json!({ "pgn": "" }).to_string(),
            ..case("an empty import", post(), "/api/collections", 422, "no game of this PGN can be read")
        },
        Case {
            body: json!({ "name": "x", "pgn": "[Event \"x\"]\n\n1. e5 *" }).to_string(),
            ..case("an import of broken games", post(), "/api/collections", 422, "line 3")
        },
        Case {
            body: json!({ "pgn": "\u{0}\u{1}{{{{((((" }).to_string(),
            ..case("an import of no PGN", post(), "/api/collections", 422, "no game")
        },
        Case {
            body: json!({ "pgn": "* ".repeat(200_000) }).to_string(),
            ..case("an import of nothing but results", post(), "/api/collections", 422, "at most 100000 games")
        },
        Case {
            body: json!({ "pgn": "x".repeat(16 << 20) }).to_string(),
            ..case("too large an import", post(), "/api/collections", 413, "at most 16777216 bytes")
        },
        Case {
            headers: EVIL_ORIGIN,
            body: json!({ "pgn": "1. e4 *" }).to_string(),
            ..case("an import from another site", post(), "/api/collections", 403, "other sites")
        },
        Case {
            body: json!({ "name": "../../x", "variant": "chess", "text": "no book" }).to_string(),
            ..case("a book of no openings", post(), "/api/books", 422, "x.pgn, game 1")
        },
        Case {
            body: json!({ "name": "x", "variant": "chess", "text": "8/8/8/8/8/8/8/8 w - - 0 1" }).to_string(),
            ..case("a book of no position", post(), "/api/books", 422, "x.epd, line 1")
        },
        Case {
            body: json!({ "name": "x", "variant": "go", "text": "1. e4 *" }).to_string(),
            ..case("a book of no game", post(), "/api/books", 422, "unknown variant 'go'")
        },
        Case {
            body: json!({ "name": "x", "variant": "chess", "text": "x".repeat(16 << 20) }).to_string(),
            ..case("too large a book", post(), "/api/books", 413, "at most 16777216 bytes")
        },
        case("an unknown book", delete(), "/api/books/own-x.epd", 404, "no opening book"),
        case("a book by its path", delete(), "/api/books/own-..%2fstudio.sqlite", 404, "no opening book"),
        Case {
            body: with_book("own-../studio.sqlite"),
            ..case("a tournament from a path", post(), "/api/tournaments", 404, "no opening book")
        },
        Case {
            body: with_book("/etc/passwd"),
            ..case("a tournament from a file", post(), "/api/tournaments", 404, "no opening book")
        },
        case("a page above the pages", get(), "/../Cargo.toml", 404, ""),
        case("a page above the pages, written otherwise", get(), "/assets/..%2f..%2f..%2fCargo.toml", 404, ""),
        case("an unknown route", get(), "/api/nothing", 404, "openapi"),
        case("a wrong method", delete(), "/api/about", 405, "cannot be done"),
        case("events of nothing", get(), "/api/events", 400, "topics"),
        Case { body: toml("nonsense"), ..case("no experiment", post(), "/api/experiments", 422, "line 1") },
        Case {
            body: experiment("net = \"/etc/passwd\"", own_play),
            ..case("an experiment's file elsewhere", post(), "/api/experiments", 422, "no net '/etc/passwd'")
        },
        Case {
            body: experiment("net = \"../../x\"", own_play),
            ..case("an experiment's file above", post(), "/api/experiments", 422, "no net")
        },
        Case {
            body: experiment("initial = \"ones\"", "[play]\nopponent = \"uci:/bin/sh,depth=1\"\ndepth = 1"),
            ..case("an opponent's program", post(), "/api/experiments", 422, "external engines cannot")
        },
        Case {
            body: experiment("initial = \"ones\"", "[play]\nopponent = \"net:/etc/passwd\"\ndepth = 1"),
            ..case("an opponent's file", post(), "/api/experiments", 422, "no net")
        },
        Case {
            body: experiment("initial = \"ones\"", "[recorded]\npgn = \"/etc/passwd\"\ndepth = 1"),
            ..case("a collection elsewhere", post(), "/api/experiments", 422, "collections")
        },
        Case {
            body: json!({ "variant": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "player": { "player": "hetman" } })
                .to_string(),
            ..case("nothing on the board", post(), "/api/analysis", 422, "not a legal")
        },
        Case {
            body: analysis("uci:/bin/sh", 1),
            ..case("an analysis by a program's path", post(), "/api/analysis", 404, "no player")
        },
        Case {
            body: analysis("material", 1),
            ..case("an analysis by who has no evaluation", post(), "/api/analysis", 422, "evaluation")
        },
        Case { body: analysis("hetman", 99), ..case("too many lines", post(), "/api/analysis", 422, "1 to 10 lines") },
        case("an unknown analysis, ended", delete(), "/api/analysis/99", 404, "no analysis '99'"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    for case in cases() {
        let mut request = Request::builder().method(case.method).uri(case.path);
        for (name, value) in case.headers {
            request = request.header(*name, *value);
        }
        let (status, text) = asker.send(request.body(Body::from(case.body)).unwrap()).await;
        assert_eq!(status.as_u16(), case.status, "{}: {text}", case.what);
        if case.path.starts_with("/api") {
            let refusal: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{}: {text}", case.what));
            let sentence = refusal["error"].as_str().unwrap_or_else(|| panic!("{}: {text}", case.what));
            assert!(sentence.contains(case.says), "{}: {sentence}", case.what);
            assert!(sentence.len() < 600 && !sentence.contains("panicked"), "{}: {sentence}", case.what);
        }
        assert!(!text.contains("root:") && !text.contains("[workspace"), "{}: {text}", case.what);
    }
    assert_eq!(asker.get("/api/about").await["is_empty"], true, "nothing was begun, and the studio is well");
    assert_eq!(asker.get("/api/collections").await["collections"], json!([]), "nothing was imported");
    let books = asker.get("/api/books").await["books"].as_array().unwrap().clone();
    assert!(books.iter().all(|book| book["variant"].is_string()), "no book was added: {books:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_headers_of_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    for path in ["/", "/api/about", "/api/nothing"] {
        let response = asker.respond(asker.request(Method::GET, path, None)).await;
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let policy = header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("script-src") && !policy.contains("unsafe-eval"), "{policy}");
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
        assert_eq!(header("referrer-policy").as_deref(), Some("no-referrer"), "{path}");
        assert_eq!(header("cross-origin-opener-policy").as_deref(), Some("same-origin"), "{path}");
        assert!(header("access-control-allow-origin").is_none(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_others_can_come_a_token_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let token = "a-token-nobody-guesses";
    let open = Options { host: "0.0.0.0".into(), token: Some(token.into()), ..Options::in_folder(folder.path()) };
    let asker = Asker::with(&open);
    let ask = |path: &str, name: &'static str, value: String| {
        Request::builder()
            .uri(path.to_owned())
            .header(header::HOST, "192.168.1.7:7777")
            .header(name, value)
            .body(Body::empty())
            .unwrap()
    };
    let none = || "x-none".to_owned();
    let (status, sentence) = asker.send(ask("/api/about", "x-none", none())).await;
    assert!(status == StatusCode::UNAUTHORIZED && sentence.contains("link that was printed"), "{sentence}");
    assert_eq!(asker.send(ask("/", "x-none", none())).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(asker.send(ask("/?token=wrong", "x-none", none())).await.0, StatusCode::UNAUTHORIZED);
    for (name, value) in [("authorization", format!("Bearer {token}")), ("cookie", format!("a=b; hetman={token}"))] {
        assert_eq!(asker.send(ask("/api/about", name, value)).await.0, StatusCode::OK, "{name}");
    }
    assert_eq!(asker.send(ask("/api/about", "cookie", "hetman=wrong".into())).await.0, StatusCode::UNAUTHORIZED);
    let introduced = asker.respond(ask(&format!("/?token={token}"), "x-none", none())).await;
    assert_eq!(introduced.status(), StatusCode::SEE_OTHER);
    let cookie = introduced.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_has_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let mut refused = 0;
    for _ in 0..100 {
        let wish = json!({ "variant": "chess", "pieces": 5 });
        let (status, _) = asker.send(asker.request(Method::POST, "/api/position/random", Some(&wish))).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
}

/// Begins as many as may go on at the same time, and one more.
async fn until_refused(asker: &Asker, path: &str, wish: &Value) -> (Vec<Value>, (u16, String)) {
    let mut begun = Vec::new();
    loop {
        let request = asker.request(Method::POST, path, Some(wish));
        let (status, text) = asker.send(request).await;
        let answer: Value = serde_json::from_str(&text).unwrap();
        if status != StatusCode::OK {
            return (begun, (status.as_u16(), answer["error"].as_str().unwrap().to_owned()));
        }
        begun.push(answer);
        assert!(begun.len() < 50, "{path}: there is no end of it");
    }
}

/// Asks again until there is room.
async fn until_there_is_room(asker: &Asker, path: &str, wish: &Value) {
    let begun = Instant::now();
    while asker.send(asker.request(Method::POST, path, Some(wish))).await.0 != StatusCode::OK {
        assert!(begun.elapsed() < HANG_TIMEOUT, "{path}: no room is made");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_players_think_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let random = || player("random", json!({}));
    let watched = json!({ "variant": "chess", "seats": [random(), random()], "delay_ms": 60_000 });
    let (begun, (status, sentence)) = until_refused(&asker, "/api/games", &watched).await;
    assert!(status == 503 && sentence.contains("pause or delete a game"), "{sentence}");
    asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), human()] })).await;
    assert_eq!(asker.get("/api/games").await["games"].as_array().unwrap().len(), begun.len() + 1);
    asker.act(&format!("/api/games/{}/pause", begun[0]["game"]["id"].as_str().unwrap())).await;
    until_there_is_room(&asker, "/api/games", &watched).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_experiments_run_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    // Each waits for a person, and costs nothing meanwhile.
    let toml = "name = \"x\"\ngames = 1\n[evaluation]\nfeatures = \"material\"\nmodel.linear = {}\ninitial = \"ones\"\n\
                [learning]\nmethod = \"td\"\nlambda = 0.5\nstep.plain = { rate = 0.1 }\n[play]\nopponent = \"human\"\n\
                depth = 1\n";
    let wish = json!({ "toml": toml, "start": true });
    let (begun, (status, sentence)) = until_refused(&asker, "/api/experiments", &wish).await;
    assert!(status == 503 && sentence.contains("pause one of them"), "{sentence}");
    let listed = asker.get("/api/experiments").await;
    assert_eq!(listed["experiments"].as_array().unwrap().len(), begun.len(), "nothing was made that cannot be started");
    let first = format!("/api/experiments/{}", begun[0]["id"].as_str().unwrap());
    asker.wait_for(&first, |experiment| !experiment["waiting_games"].as_array().unwrap().is_empty()).await;
    asker.act(&format!("{first}/pause")).await;
    until_there_is_room(&asker, "/api/experiments", &wish).await;
    asker.studio.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_analyses_run_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let wish = json!({ "variant": "chess", "fen": fen, "player": { "player": "hetman" }, "multi_pv": 1 });
    let (begun, (status, sentence)) = until_refused(&asker, "/api/analysis", &wish).await;
    assert!(status == 503 && sentence.contains("stop one of them"), "{sentence}");
    asker.delete(&format!("/api/analysis/{}", begun[0]["id"].as_str().unwrap())).await;
    until_there_is_room(&asker, "/api/analysis", &wish).await;
    asker.studio.close();
}

/// A studio behind a real socket.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl Served {
    fn start(limits: Limits) -> Served {
        let folder = tempfile::tempdir().unwrap();
        let studio = Studio::open(&Options { limits, ..Options::in_folder(folder.path()) }).unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let switch = Arc::clone(&stop);
        let server = thread::spawn(move || run(&studio, listener, &switch).unwrap());
        Served { address, stop, server: Some(server), _folder: folder }
    }

    /// A connection from one of this machine's many addresses: 127.0.0.`last`.
    async fn connect(&self, last: u8) -> TcpStream {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into()).unwrap();
        let stream = socket.connect(self.address).await.unwrap().into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(HANG_TIMEOUT)).unwrap();
        stream
    }

    /// A connection over which this was sent.
    async fn sent(&self, last: u8, text: &str) -> TcpStream {
        let mut stream = self.connect(last).await;
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// The whole answer to a request, once the connection has ended.
    async fn answer(&self, last: u8, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        until_closed(self.sent(last, &request).await)
    }

    /// A stream of events that has begun.
    async fn stream(&self, last: u8) -> BufReader<TcpStream> {
        let head = format!("GET /api/events?topics=games HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        let mut stream = BufReader::new(self.sent(last, &head).await);
        assert!(line_with(&mut stream, ": open").is_some());
        stream
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.server.take().map(JoinHandle::join);
    }
}

/// What comes before the end of a connection; it is an error if it does not end.
fn until_closed(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(reason) if reason.kind() != std::io::ErrorKind::ConnectionReset => panic!("not closed: {reason}"),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// The next line that begins so.
fn line_with(stream: &mut BufReader<TcpStream>, begin: &str) -> Option<String> {
    stream.lines().map_while(Result::ok).find(|line| line.starts_with(begin))
}

const SHORT: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_or_says_it_too_slowly_is_not_waited_for() {
    let served = Served::start(Limits { head: SHORT, body: SHORT, ..Limits::default() });
    let host = format!("Host: {}\r\n", served.address);
    let silent = served.connect(1).await;
    let unfinished = served.sent(1, "GET /api/about HTTP/1.1\r\nHost:").await;
    let idle = served.sent(1, &format!("GET /api/about HTTP/1.1\r\n{host}\r\n")).await;
    let body = "Content-Type: application/json\r\nContent-Length: 100\r\n";
    let half = served.sent(1, &format!("POST /api/games HTTP/1.1\r\n{host}{body}\r\n{{")).await;
    let mut dripping = served.connect(1).await;
    let drip = thread::spawn(move || {
        let begun = Instant::now();
        while dripping.write_all(b"x").is_ok() {
            assert!(begun.elapsed() < HANG_TIMEOUT, "a head that never ends is taken for ever");
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(served.answer(1, "/api/about").await.starts_with("HTTP/1.1 200"), "others are served meanwhile");
    assert_eq!((until_closed(silent).as_str(), until_closed(unfinished).as_str()), ("", ""));
    assert!(until_closed(idle).starts_with("HTTP/1.1 200"), "it had its answer, and then it was idle");
    let late = until_closed(half);
    assert!(late.starts_with("HTTP/1.1 408") && late.contains("did not arrive within 1 s"), "{late}");
    drip.join().unwrap();
    assert!(served.answer(1, "/api/about").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_connections_keep_nobody_out() {
    let served = Served::start(Limits { connections: 12, of_one_address: 6, ..Limits::default() });
    let mut silent = Vec::new();
    for _ in 0..30 {
        silent.push(served.connect(2).await);
    }
    for last in [1, 2] {
        assert!(served.answer(last, "/api/about").await.starts_with("HTTP/1.1 200"), "127.0.0.{last}");
    }
    let mut streams = Vec::new();
    for _ in 0..6 {
        streams.push(served.stream(3).await);
    }
    let refused = until_closed(served.connect(3).await);
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("too many connections"), "{refused}");
    assert!(served.answer(4, "/api/about").await.starts_with("HTTP/1.1 200"), "all was full, and a silent one left");
    drop(streams);
    let begun = Instant::now();
    while !served.answer(3, "/api/about").await.starts_with("HTTP/1.1 200") {
        assert!(begun.elapsed() < HANG_TIMEOUT, "who has left makes room");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_events_lives_while_it_is_read() {
    let heartbeat = Duration::from_millis(100);
    let served = Served::start(Limits { head: SHORT, body: SHORT, answer: SHORT, heartbeat, ..Limits::default() });
    let mut stream = served.stream(1).await;
    // Comments, which begin with a colon, are the signs of life: these take longer than each of the limits.
    for beat in 0..20 {
        assert!(line_with(&mut stream, ":").is_some(), "the stream ended after {beat} beats");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_takes_nothing_is_let_go() {
    let served = Served::start(Limits { answer: SHORT, ..Limits::default() });
    // Far more than fits between the two.
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let mut stream = served.sent(1, &request.repeat(2000)).await;
    let begun = Instant::now();
    while stream.write_all(b"G").is_ok() {
        assert!(begun.elapsed() < HANG_TIMEOUT, "the answers wait for ever");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(served.answer(1, "/api/about").await.starts_with("HTTP/1.1 200"));
}

/// Uploads may have sixteen megabytes, everything else one.
fn wicked(size: usize) -> Vec<String> {
    ["k", "\u{1b}[31m\0\u{7}\u{202e}", "\u{1f600}"].map(|piece| piece.repeat(size / piece.len() / 6)).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_short_whatever_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let mut requests = Vec::new();
    for text in wicked(15 << 20) {
        requests.push(("/api/collections", json!({ "pgn": format!("1. {text} *") })));
        requests.push(("/api/collections", json!({ "pgn": format!("[Variant \"{text}\"]\n\n*") })));
        requests.push(("/api/collections", json!({ text.as_str(): 1 })));
        requests.push(("/api/books", json!({ "name": text, "variant": "chess", "text": text })));
        requests.push(("/api/books", json!({ "name": "x", "variant": text, "text": "1. e4 *" })));
    }
    for text in wicked(1 << 20) {
        let player = json!({ "kind": "player", "player": text });
        let setting = json!({ "kind": "player", "player": "hetman", "settings": { text.as_str(): 1 } });
        let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        requests.extend([
            ("/api/games", json!({ "variant": text, "seats": [human(), human()] })),
            ("/api/games", json!({ "variant": "chess", "seats": [human(), player] })),
            ("/api/games", json!({ "variant": "chess", "seats": [human(), setting] })),
            ("/api/games", json!({ "variant": "chess", "seats": [human(), { "kind": text }] })),
            ("/api/games/import", json!({ "text": text })),
            ("/api/position", json!({ "variant": "chess", "fen": text })),
            ("/api/position", json!({ "variant": "chess", "pieces": text })),
            ("/api/position/explain", json!({ "variant": "chess", "fen": fen, "player": { "player": text } })),
            ("/api/analysis", json!({ "variant": text, "fen": text, "player": { "player": text } })),
            ("/api/experiments", json!({ "toml": text })),
            ("/api/experiments", json!({ "toml": format!("name = \"{text}") })),
            ("/api/experiments/check", json!({ "toml": "name = \"x\"", "settings": { text.as_str(): text } })),
            ("/api/suites/runs", json!({ "suite": text, "player": { "player": "hetman" } })),
            ("/api/tournaments", json!({ "name": text, "variant": text })),
        ]);
    }
    for (path, body) in requests {
        let mut request = asker.request(Method::POST, path, Some(&body));
        request.extensions_mut().insert(somebody_else());
        let (status, text) = asker.send(request).await;
        let beginning: String = text.chars().take(300).collect();
        assert!(text.len() < 1200, "{path} answers {} bytes: {beginning}", text.len());
        let answer: Value = serde_json::from_str(&text).unwrap();
        // Whether a position is one is a question, and no is an answer.
        let sentence = if path == "/api/position" { &answer["problem"] } else { &answer["error"] };
        let sentence = sentence.as_str().unwrap_or_else(|| panic!("{path} answers {status}: {beginning}"));
        assert!(sentence.len() < 600, "{path} answers {} bytes: {beginning}", sentence.len());
        assert!(!sentence.contains(|letter: char| letter.is_control() || letter == '\u{202e}'), "{path}: {beginning}");
    }
}

/// One caller that asks so often would have to wait; these are many.
fn somebody_else() -> axum::extract::ConnectInfo<std::net::SocketAddr> {
    static ADDRESS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0x0a00_0000);
    let address = ADDRESS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    axum::extract::ConnectInfo((std::net::Ipv4Addr::from(address), 1).into())
}
