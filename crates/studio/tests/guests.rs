//! A guest who was given a seat's link, and not the token: one game, and nothing else of the laboratory.

#![allow(clippy::unwrap_used)]

use crate::support::{Asker, human};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use hetman_studio::{Options, shared_at};
use serde_json::{Value, json};

const TOKEN: &str = "a-token-nobody-guesses";
const HOST: &str = "192.168.1.7:7777";

/// Somebody on another machine, with a cookie.
fn ask(method: Method, path: &str, cookie: &str, seat: &str, body: Option<Value>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(header::HOST, HOST).header(header::COOKIE, cookie);
    let request = if seat.is_empty() { request } else { request.header("hetman-seat", seat) };
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap()
}

struct House {
    asker: Asker,
    owner: String,
    _folder: tempfile::TempDir,
}

impl House {
    fn open() -> House {
        let folder = tempfile::tempdir().unwrap();
        let open = Options {
            host: "0.0.0.0".into(),
            token: Some(TOKEN.into()),
            share: Some(shared_at("http://192.168.1.5:7777/", TOKEN)),
            ..Options::in_folder(folder.path())
        };
        House { asker: Asker::with(&open), owner: format!("hetman={TOKEN}"), _folder: folder }
    }

    async fn status(&self, method: Method, path: &str, cookie: &str) -> u16 {
        let body = (method == Method::POST).then(|| json!({}));
        self.asker.respond(ask(method, path, cookie, "", body)).await.status().as_u16()
    }

    async fn new_game(&self) -> Value {
        let wish = json!({ "variant": "chess", "seats": [human(), human()] });
        let (status, text) = self.asker.send(ask(Method::POST, "/api/games", &self.owner, "", Some(wish))).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Follows a link as a browser does: without what stands behind the `#`.
    async fn follow(&self, link: &str) -> (u16, Option<String>) {
        let path = link.split('#').next().unwrap();
        let answer = self.asker.respond(ask(Method::GET, path, "", "", None)).await;
        let cookie = answer.headers().get(header::SET_COOKIE).map(|cookie| cookie.to_str().unwrap().to_owned());
        (answer.status().as_u16(), cookie)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seats_link_lets_its_reader_play_that_game() {
    let house = House::open();
    let created = house.new_game().await;
    let (link, secret) = (&created["links"]["black"], created["links"]["black_secret"].as_str().unwrap());
    let link = link.as_str().unwrap();
    assert!(!link.contains(TOKEN) && link.contains("#/play/1?seat="), "{link}");
    assert!(!created["links"].to_string().contains(TOKEN));
    let (status, cookie) = house.follow(link).await;
    let cookie = cookie.unwrap();
    assert!(status == 303 && cookie.contains("HttpOnly") && !cookie.contains(TOKEN), "{cookie}");
    let guest = cookie.split(';').next().unwrap();

    assert_eq!(house.status(Method::GET, "/", guest).await, 200, "the page itself");
    let (status, about) = house.asker.send(ask(Method::GET, "/api/about", guest, "", None)).await;
    let about: Value = serde_json::from_str(&about).unwrap();
    assert_eq!((status, &about["is_guest"], &about["data"]), (StatusCode::OK, &json!(true), &json!("")));
    assert_eq!(about["share"], Value::Null, "the link with the token is the owner's");
    let (_, about) = house.asker.send(ask(Method::GET, "/api/about", &house.owner, "", None)).await;
    let about: Value = serde_json::from_str(&about).unwrap();
    assert_eq!(about["share"]["link"], format!("http://192.168.1.5:7777/?token={TOKEN}"));
    let e4 = |uci: &str| Some(json!({ "uci": uci }));
    let white = created["links"]["white_secret"].as_str().unwrap();
    let play = |cookie: &str, seat: &str, uci: &str| ask(Method::POST, "/api/games/1/move", cookie, seat, e4(uci));
    assert_eq!(house.asker.send(play(&house.owner, white, "e2e4")).await.0, StatusCode::OK);
    assert_eq!(house.asker.send(play(guest, secret, "e7e5")).await.0, StatusCode::OK);
    assert_eq!(house.asker.send(play(guest, secret, "g1f3")).await.0, StatusCode::FORBIDDEN, "the other's move");
    let events = ask(Method::GET, "/api/events?topics=game:1", guest, "", None);
    assert_eq!(house.asker.respond(events).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_nothing_else() {
    let house = House::open();
    let created = house.new_game().await;
    house.new_game().await;
    let guest = format!("hetman-seat-1={}", created["links"]["black_secret"].as_str().unwrap());
    let description: Value =
        serde_json::from_str(&house.asker.send(ask(Method::GET, "/api/openapi.json", &house.owner, "", None)).await.1)
            .unwrap();
    let mut closed = 0;
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes()).unwrap();
            let is_own = operation["x-access"] == "seat" || path == "/api/about";
            // Game 1 is theirs; game 2, like everything else, is not.
            let number = if is_own { "2" } else { "1" };
            let path = path.replace("{id}", number) + if path == "/api/events" { "?topics=games" } else { "" };
            let expected = if path == "/api/about" { 200 } else { 403 };
            let (status, text) = house.asker.send(ask(method.clone(), &path, &guest, "", Some(json!({})))).await;
            assert_eq!(status.as_u16(), expected, "{method} {path}: {text}");
            assert!(expected == 200 || text.contains("a seat's link opens its game only"), "{method} {path}: {text}");
            closed += usize::from(expected == 403);
        }
    }
    assert!(closed > 50, "{closed} routes");
    for topics in ["experiments", "game:1,games", "game:2", "game:01", "analysis:1"] {
        assert_eq!(house.status(Method::GET, &format!("/api/events?topics={topics}"), &guest).await, 403, "{topics}");
    }
    assert_eq!(house.status(Method::GET, "/api/nothing", &guest).await, 403);
    assert_eq!(house.status(Method::DELETE, "/api/games/1", &guest).await, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn made_up_seats_open_nothing() {
    let house = House::open();
    let created = house.new_game().await;
    let secret = created["links"]["black_secret"].as_str().unwrap();
    for cookie in ["hetman-seat-1=wrong", "hetman-seat-9=x", "hetman-seat-x=y", "hetman-seat-=", "hetman-seat-1="] {
        assert_eq!(house.status(Method::GET, "/api/games/1", cookie).await, 401, "{cookie}");
        assert_eq!(house.status(Method::GET, "/", cookie).await, 401, "{cookie}");
    }
    let elsewhere = format!("hetman-seat-2={secret}");
    assert_eq!(house.status(Method::GET, "/api/games/1", &elsewhere).await, 401, "a secret of another game");
    for link in ["/?game=1&seat=wrong", "/?game=1", &format!("/?game=2&seat={secret}")] {
        assert_eq!(house.follow(link).await, (401, None), "{link}");
    }
    // A deleted game's links open nothing any more.
    let both = format!("{secret},{}", created["links"]["white_secret"].as_str().unwrap());
    let deleted = house.asker.send(ask(Method::DELETE, "/api/games/1", &house.owner, &both, None)).await;
    assert_eq!(deleted.0, StatusCode::OK, "{}", deleted.1);
    assert_eq!(house.status(Method::GET, "/", &format!("hetman-seat-1={secret}")).await, 401);
}
