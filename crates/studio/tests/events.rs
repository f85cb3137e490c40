//! The stream of events over real connections: many followers, none of whom misses or repeats anything.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::{Asker, human};
use hetman_testing::HANG_TIMEOUT;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Notify;

const CLIENTS: usize = 200;
const MOVES: usize = 40;

/// A studio on a real port.
async fn serve(asker: &Asker) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let service = asker.router.clone().into_make_service_with_connect_info::<std::net::SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
    port
}

/// A browser that follows a game: what it knows, and how it goes on after the connection broke.
struct Browser {
    port: u16,
    topic: String,
    last: Option<String>,
    after: String,
    versions: Vec<u64>,
    resets: usize,
    was_reset: Arc<Notify>,
}

impl Browser {
    async fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let last = self.last.as_ref().map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
        let request = format!(
            "GET /api/events?topics={}&after={} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{last}\r\n",
            self.topic, self.after, self.port
        );
        stream.writable().await.unwrap();
        assert_eq!(stream.try_write(request.as_bytes()).unwrap(), request.len());
        stream
    }

    /// Reads until the last version has come; breaks off and reconnects after every so many events.
    async fn follow(mut self, until: u64, breaks_after: usize) -> Browser {
        while self.versions.last() < Some(&until) {
            let stream = self.connect().await;
            let (mut text, mut buffer, mut heard) = (String::new(), [0; 4096], 0);
            'connection: while heard < breaks_after {
                let readable = tokio::time::timeout(HANG_TIMEOUT, stream.readable()).await;
                readable.expect("events come").unwrap();
                let read = match stream.try_read(&mut buffer) {
                    Err(reason) if reason.kind() == std::io::ErrorKind::WouldBlock => continue,
                    read => read.unwrap(),
                };
                assert!(read > 0, "the stream does not end by itself");
                text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
                while let Some(end) = text.find("\n\n") {
                    let message: String = text.drain(..end + 2).collect();
                    heard += usize::from(self.hear(&message));
                    if self.versions.last() >= Some(&until) {
                        break 'connection;
                    }
                }
            }
        }
        self
    }

    fn hear(&mut self, message: &str) -> bool {
        let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let Some(data) = field("data:") else { return false };
        let envelope: Value = serde_json::from_str(data).unwrap();
        assert_eq!(field("id:"), envelope["id"].as_str());
        self.last = field("id:").map(str::to_owned);
        match envelope["event"]["kind"].as_str() {
            Some("game") => self.versions.push(envelope["event"]["head"]["version"].as_u64().unwrap()),
            Some("reset") => {
                self.resets += 1;
                self.was_reset.notify_one();
            }
            other => panic!("an event that was not asked for: {other:?}"),
        }
        true
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_followers_hear_every_event_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let port = serve(&asker).await;
    let created = asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), human()] })).await;
    let both = asker.seated(&[&created["links"]["white_secret"], &created["links"]["black_secret"]]);
    let game = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    let first = created["game"]["version"].as_u64().unwrap();
    let (topic, after) =
        (game.trim_start_matches("/api/games/").to_owned(), created["game"]["as_of"].as_str().unwrap());
    let until = first + MOVES as u64;
    let mut followers = Vec::new();
    for client in 0..CLIENTS {
        let browser = Browser {
            port,
            topic: format!("game:{topic}"),
            last: None,
            after: after.to_owned(),
            versions: vec![first],
            resets: 0,
            was_reset: Arc::default(),
        };
        // Some stay, some break off often.
        let breaks_after = [usize::MAX, 7, 3, 1][client % 4];
        followers.push(tokio::spawn(browser.follow(until, breaks_after)));
    }
    for ply in 0..MOVES {
        let uci = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
        // A position that occurs five times ends the game; taking back does not.
        if ply % 8 == 7 {
            both.post(&format!("{game}/undo"), json!({ "plies": 7 })).await;
        } else {
            both.post(&format!("{game}/move"), json!({ "uci": uci })).await;
        }
    }
    let expected: Vec<u64> = (first..=until).collect();
    let mut seen: HashMap<usize, usize> = HashMap::new();
    for follower in followers {
        let browser = follower.await.unwrap();
        assert_eq!((&browser.versions, browser.resets), (&expected, 0));
        *seen.entry(browser.versions.len()).or_default() += 1;
    }
    assert_eq!(seen.values().sum::<usize>(), CLIENTS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_is_told_as_a_reset_and_the_stream_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let created = asker.post("/api/games", json!({ "variant": "chess", "seats": [human(), human()] })).await;
    let secrets = [created["links"]["white_secret"].clone(), created["links"]["black_secret"].clone()];
    let game = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    drop(asker);
    let asker = Asker::open(folder.path());
    let port = serve(&asker).await;
    let both = asker.seated(&[&secrets[0], &secrets[1]]);
    let browser = Browser {
        port,
        topic: "game:1".to_owned(),
        last: None,
        after: created["game"]["as_of"].as_str().unwrap().to_owned(),
        versions: Vec::new(),
        resets: 0,
        was_reset: Arc::default(),
    };
    let was_reset = Arc::clone(&browser.was_reset);
    let follower = tokio::spawn(browser.follow(2, usize::MAX));
    was_reset.notified().await;
    both.post(&format!("{game}/move"), json!({ "uci": "e2e4" })).await;
    let browser = follower.await.unwrap();
    assert_eq!((browser.versions, browser.resets), (vec![2], 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_tells_its_lines_and_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let asker = Asker::open(folder.path());
    let wish = json!({
        "variant": "chess", "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "player": { "player": "hetman" }, "multi_pv": 2,
        "move_time_ms": 500,
    });
    let id = asker.post("/api/analysis", wish).await["id"].as_str().unwrap().to_owned();
    let over = asker.wait_for(&format!("/api/analysis/{id}"), |analysis| analysis["is_running"] == false).await;
    assert_eq!(over["lines"][0]["score"], json!({ "kind": "mate", "value": 1 }));
    assert_eq!(over["lines"][0]["san"][0], "Rd8#");
    assert_eq!(over["lines"].as_array().unwrap().len(), 2);
}
