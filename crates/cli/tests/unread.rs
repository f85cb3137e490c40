//! Standard error that nobody reads, or that takes nothing: what was asked for is done all the same.

#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::hetman;
use hetman_testing::write_program;

/// A program that leaves in every game, so that there is a fault to be told of.
fn quitter(folder: &Path) -> PathBuf {
    let path = folder.join("quitter.sh");
    let script = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 1;; esac; done\n";
    write_program(&path, script);
    path
}

/// An end whose other end is gone, and one that is always full.
fn unread() -> [Stdio; 2] {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    [writer.into(), File::options().write(true).open("/dev/full").unwrap().into()]
}

#[test]
fn contests_are_played_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("uci:{},movetime=50", quitter(folder.path()).display());
    for (command, number) in [("match", 0), ("tournament", 1)] {
        for (kind, errors) in unread().into_iter().enumerate() {
            let inside = folder.path().join(format!("{number}-{kind}"));
            let words = [command, &player, "random", "--concurrency", "2", "--out", inside.to_str().unwrap()];
            let games = if command == "match" { vec!["--games", "6"] } else { vec!["--cycles", "3"] };
            let played = hetman().args(words).args(games).stdin(Stdio::null()).stderr(errors).output().unwrap();
            assert!(played.status.success(), "{command}: {:?}", played.status);
            let pgn = fs::read_to_string(inside.join("games.pgn")).unwrap();
            assert_eq!(pgn.matches("[Result ").count(), 6, "{command}");
        }
    }
}

#[test]
fn mistakes_keep_their_exit_code() {
    for arguments in [&["perft", "--depth", "1", "--fen", "x"][..], &["no-such-command"]] {
        for errors in unread() {
            let status = hetman().args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors).status();
            assert_eq!(status.unwrap().code(), Some(2), "{arguments:?}");
        }
    }
}
