//! `hetman improve` from outside: killed at any moment, told, refused.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::support::hetman;

/// So small that a generation takes a second or two.
const SETTINGS: [&str; 8] = [
    "games=10",
    "nodes=20",
    "random-plies=4",
    "max-plies=40",
    "hidden=64",
    "epochs=2",
    "match-nodes=20",
    "match-games=6",
];

fn improve(folder: &Path, threads: &str) -> Command {
    let mut command = hetman();
    command.args(["improve", "--variant", "atomic", "--generations", "2", "--threads", threads, "--json"]);
    command.args(SETTINGS.iter().flat_map(|setting| ["--set", setting])).arg("--out").arg(folder);
    command.stdin(Stdio::null());
    command
}

fn lineage(mut command: Command) -> Value {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["lineage"].take()
}

#[test]
fn a_loop_killed_at_random_moments_has_the_same_lineage_and_networks() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let expected = lineage(improve(&whole, "1"));
    let generator = &mut ChaCha8Rng::seed_from_u64(4);
    for _ in 0..8 {
        let mut child = improve(&killed, "2").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(generator.random_range(5..600)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(lineage(improve(&killed, "2")), expected);
    for net in ["nets/0000.safetensors", "nets/0001.safetensors", "nets/0002.safetensors"] {
        assert!(fs::read(killed.join(net)).unwrap() == fs::read(whole.join(net)).unwrap(), "{net}");
    }
    let mut show = hetman();
    show.args(["improve", "--show", "--json", "--out"]).arg(&whole);
    assert_eq!(lineage(show), expected);
}

#[test]
fn what_cannot_be_is_said_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new");
    for (setting, wanted) in [("outputs=0", "outputs must be"), ("elo0=50", "elo0 below elo1"), ("game=9", "'games'")] {
        let output = improve(&place, "1").args(["--set", setting]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(wanted), "{setting}: {said}");
    }
    assert!(!place.join("lineage.json").exists());
    let output = hetman().args(["improve", "--show", "--out"]).arg(&place).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("holds no lineage"), "{output:?}");
}
