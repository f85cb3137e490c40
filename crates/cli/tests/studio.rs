//! `hetman studio` as a program: killed at any moment it loses nothing that it had shown as saved.

#![allow(clippy::unwrap_used)]

use std::net::TcpListener;

use crate::support::{Studio, hetman, press_ctrl_c};
use hetman_testing::wait_for;
use serde_json::{Value, json};

/// Asks until the answer is right.
fn await_answer(studio: &Studio, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
    wait_for(format_args!("{path} is right"), || Some(studio.get(path)).filter(|answer| is_right(answer)))
}

#[test]
fn killed_it_has_kept_what_it_showed_as_saved() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path(), &[]);
    let human = json!({ "kind": "human" });
    let created = studio.ask("POST", "/api/games", "", &json!({ "variant": "chess", "seats": [human, human] }));
    let secret = |side: &str| created["links"][format!("{side}_secret")].as_str().unwrap().to_owned();
    let seats = format!("{},{}", secret("white"), secret("black"));
    let settings = json!({ "runs": 1, "games": 5000, "play.depth": 1, "measure.checkpoint": 5 });
    let wish = json!({ "preset": "two-minutes-atomic", "settings": settings, "start": true });
    let experiment =
        format!("/api/experiments/{}", studio.ask("POST", "/api/experiments", "", &wish)["id"].as_str().unwrap());
    let shown = await_answer(&studio, &experiment, |answer| answer["games_kept"].as_u64().unwrap() >= 10);
    let moved = studio.ask("POST", "/api/games/1/move", &seats, &json!({ "uci": "e2e4" }));
    studio.kill();

    let studio = Studio::start(folder.path(), &[]);
    let restored = studio.get("/api/games/1");
    assert_eq!((&restored["moves"], &restored["version"]), (&moved["moves"], &moved["version"]));
    let interrupted = studio.get(&experiment);
    assert_eq!(interrupted["state"], "interrupted");
    let (before, after) = (shown["games_kept"].as_u64().unwrap(), interrupted["games_kept"].as_u64().unwrap());
    assert!(after >= before, "{before} games were shown as saved, {after} are there");
    studio.ask("POST", &format!("{experiment}/resume"), "", &Value::Null);
    await_answer(&studio, &experiment, |answer| answer["games"].as_u64().unwrap() > after);
    studio.kill();
}

#[test]
fn a_port_that_is_taken_and_engines_that_are_none_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = |arguments: &[&str]| {
        let output = hetman().arg("studio").args(arguments).arg("--data").arg(folder.path()).output().unwrap();
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
    let mut studio = Studio::start(folder.path(), &[]);
    let second = hetman().args(["studio", "--port", "0", "--data"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.code() == Some(2) && said.contains("another studio"), "{said}");
    press_ctrl_c(&studio.process);
    assert_eq!(studio.process.wait().unwrap().code(), Some(0));
}
