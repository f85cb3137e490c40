//! `hetman studio` as a program: killed at any moment it loses nothing that it had shown as saved.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use hetman_testing::wait_for;
use serde_json::{Value, json};

const HETMAN: &str = env!("CARGO_BIN_EXE_hetman");

struct Studio {
    process: Child,
    port: u16,
}

impl Studio {
    fn start(data: &Path) -> Studio {
        let mut process = Command::new(HETMAN)
            .args(["studio", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse();
        Studio { process, port: port.unwrap_or_else(|_| panic!("no link in {line:?}")) }
    }

    /// One request over one connection.
    fn ask(&self, method: &str, path: &str, seats: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Hetman-Seat: {seats}\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{method} {path}: {answer}");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, "", &Value::Null)
    }

    fn wait_for(&self, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        wait_for(format_args!("{path} is right"), || Some(self.get(path)).filter(|answer| is_right(answer)))
    }

    /// As `kill -9` does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn killed_it_has_kept_what_it_showed_as_saved() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let human = json!({ "kind": "human" });
    let created = studio.ask("POST", "/api/games", "", &json!({ "variant": "chess", "seats": [human, human] }));
    let secret = |side: &str| created["links"][format!("{side}_secret")].as_str().unwrap().to_owned();
    let seats = format!("{},{}", secret("white"), secret("black"));
    let settings = json!({ "games": 5000, "play.depth": 1, "measure.checkpoint": 5 });
    let wish = json!({ "preset": "two-minutes-atomic", "settings": settings, "start": true });
    let experiment =
        format!("/api/experiments/{}", studio.ask("POST", "/api/experiments", "", &wish)["id"].as_str().unwrap());
    let shown = studio.wait_for(&experiment, |answer| answer["games_kept"].as_u64().unwrap() >= 10);
    let moved = studio.ask("POST", "/api/games/1/move", &seats, &json!({ "uci": "e2e4" }));
    studio.kill();

    let studio = Studio::start(folder.path());
    let restored = studio.get("/api/games/1");
    assert_eq!((&restored["moves"], &restored["version"]), (&moved["moves"], &moved["version"]));
    let interrupted = studio.get(&experiment);
    assert_eq!(interrupted["state"], "interrupted");
    let (before, after) = (shown["games_kept"].as_u64().unwrap(), interrupted["games_kept"].as_u64().unwrap());
    assert!(after >= before, "{before} games were shown as saved, {after} are there");
    studio.ask("POST", &format!("{experiment}/resume"), "", &Value::Null);
    studio.wait_for(&experiment, |answer| answer["games"].as_u64().unwrap() > after);
    studio.kill();
}

#[test]
fn a_port_that_is_taken_and_engines_that_are_none_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = |arguments: &[&str]| {
        let output =
            Command::new(HETMAN).arg("studio").args(arguments).arg("--data").arg(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run(&["--port", &port]);
    assert!(code == Some(2) && said.contains(&format!("port {port} is taken")) && said.contains("--port"), "{said}");
    let (code, said) = run(&["--engine", "random"]);
    assert!(code == Some(2) && said.contains("--engine uci:PROGRAM"), "{said}");
    let (code, said) = run(&["--host", "no.such.host.invalid"]);
    assert!(code == Some(2) && said.contains("no.such.host.invalid"), "{said}");
}

#[test]
fn two_studios_do_not_share_a_folder_and_an_interrupt_ends_one_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let mut studio = Studio::start(folder.path());
    let second = Command::new(HETMAN).args(["studio", "--port", "0", "--data"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.code() == Some(2) && said.contains("another studio"), "{said}");
    let interrupted = Command::new("kill").args(["-INT", &studio.process.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(studio.process.wait().unwrap().code(), Some(0));
}
