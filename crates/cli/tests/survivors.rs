//! Nothing that was started outlives `hetman`, however it ends: not a program that listens to nobody, and not what such
//! a program has sent away into a session of its own.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::support::{Studio, await_notice, hetman, signal};
use hetman_testing::{wait_until, write_program};
use serde_json::{Value, json};

/// A program that stops listening when it is to think.
struct Deaf {
    folder: tempfile::TempDir,
}

impl Deaf {
    fn new() -> Deaf {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "#!/bin/sh\ncd {}\necho $$ >> started\nsetsid sleep 600 & echo $! >> started\n\
             while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
             go*) echo $$ >> thinking; exec sleep 600;; esac; done\n",
            folder.path().display()
        );
        let deaf = Deaf { folder };
        write_program(&deaf.program(), &script);
        deaf
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("deaf.sh")
    }

    fn word(&self) -> String {
        format!("uci:{},movetime=600000", self.program().display())
    }

    fn in_folder(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn wait_until_it_thinks(&self) {
        wait_until("it thinks", || self.in_folder("thinking").exists());
    }

    /// Whether nothing it has ever started is alive.
    fn is_gone(&self) -> bool {
        let started = fs::read_to_string(self.in_folder("started")).unwrap();
        assert!(started.lines().count() >= 2, "{started}");
        started.lines().all(has_ended)
    }

    fn see_it_gone(&self) {
        wait_until("everything is gone", || self.is_gone());
    }

    fn start_match(&self) -> Child {
        let folder = self.in_folder("match");
        let words = ["match", &self.word(), "random", "--games", "2", "--concurrency", "1", "--out"];
        let mut command = hetman();
        command.args(words).arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let process = command.spawn().unwrap();
        self.wait_until_it_thinks();
        process
    }
}

fn has_ended(process: &str) -> bool {
    let state = fs::read_to_string(Path::new("/proc").join(process).join("stat")).unwrap_or_default();
    state.is_empty() || state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

#[test]
fn a_match_that_is_killed_takes_its_programs_with_it() {
    let deaf = Deaf::new();
    let mut process = deaf.start_match();
    assert!(!deaf.is_gone());
    process.kill().unwrap();
    deaf.see_it_gone();
    process.wait().unwrap();
}

#[test]
fn a_match_that_is_told_to_end_at_once_does_so_too() {
    let deaf = Deaf::new();
    let mut process = deaf.start_match();
    // Signals of a kind that come together count once.
    for answer in ["are finished first", "are abandoned"] {
        signal(&process, "-INT");
        await_notice(&mut process, answer);
    }
    signal(&process, "-INT");
    let status = process.wait().unwrap();
    assert!(matches!(status.code(), Some(130 | 0)), "{status}");
    deaf.see_it_gone();
}

/// Each asks for an end as Ctrl-C does: the second one ends the games that are being played.
#[test]
fn an_orderly_end_leaves_nothing_either() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let deaf = Deaf::new();
        let mut process = deaf.start_match();
        for answer in ["are finished first", "are abandoned"] {
            signal(&process, name);
            await_notice(&mut process, answer);
        }
        assert_eq!(process.wait().unwrap().code(), Some(0), "{name}");
        deaf.see_it_gone();
    }
}

/// A studio that may play the program, and the path of a game of it against somebody else.
fn studio_with_game(deaf: &Deaf, settings: Value) -> (Studio, String) {
    let engine = format!("uci:{}", deaf.program().display());
    let studio = Studio::start(&deaf.in_folder("data"), &["--engine", &engine]);
    let seat = |player: &str, settings: Value| json!({ "kind": "player", "player": player, "settings": settings });
    let seats = [seat("engine:given-1", settings), seat("random", json!({}))];
    let game = studio.ask("POST", "/api/games", "", &json!({ "variant": "chess", "seats": seats }));
    let path = format!("/api/games/{}", game["game"]["id"].as_str().unwrap());
    (studio, path)
}

#[test]
fn the_studio_closes_its_games() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let deaf = Deaf::new();
        let (mut studio, _) = studio_with_game(&deaf, json!({}));
        deaf.wait_until_it_thinks();
        signal(&studio.process, name);
        assert_eq!(studio.process.wait().unwrap().code(), Some(0), "{name}");
        deaf.see_it_gone();
    }
}

/// It was told to take a tenth of a second; nobody waits the minute for it that somebody without limits may take.
#[test]
fn a_game_in_the_studio_gives_up_on_a_hung_program_as_a_match_does() {
    let deaf = Deaf::new();
    let (studio, game) = studio_with_game(&deaf, json!({ "movetime": 100 }));
    deaf.wait_until_it_thinks();
    let outcome = || studio.get(&game)["outcome"].clone();
    wait_until("the game is over", || !outcome().is_null());
    let words = outcome()["words"].to_string();
    assert!(words.contains("White loses: did not answer within 1.3 s"), "{words}");
}
