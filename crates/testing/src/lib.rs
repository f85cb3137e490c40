//! What the tests of several crates share. Only tests depend on it, and it depends on nothing.
//!
//! A test that cannot run says so by [`skip`]: `make test` counts those and prints them with their reasons. A test that
//! waits for something says for what ([`wait_until`]): no test asserts how long anything took.

#![allow(clippy::print_stderr, reason = "helpers of tests are tests too")]

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What the 2007 thesis prints of its features and games, and what follows from its definitions, as JSON.
pub const THESIS_2007: &str = include_str!("../testdata/thesis_2007.json");

/// Names the file that skipped tests are counted in.
const SKIPPED_FILE: &str = "HETMAN_SKIPPED";

/// Nothing takes this long, on however busy a machine, unless it hangs.
pub const HANG_TIMEOUT: Duration = Duration::from_secs(120);

const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Says that something was not tested, and why.
pub fn skip(what: impl Display, reason: impl Display) {
    let line = format!("SKIPPED: {what}: {reason}\n");
    eprint!("{line}");
    if let Some(file) = std::env::var_os(SKIPPED_FILE) {
        let opened = OpenOptions::new().append(true).create(true).open(&file);
        // One write, so that the lines of tests that run at the same time stay whole.
        let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|reason| panic!("{} cannot be written: {reason}", Path::new(&file).display()));
    }
}

/// A file or folder of the data that lies beside the repository, if it is there; else what needs it is skipped.
pub fn shared(path: &str, what: impl Display) -> Option<PathBuf> {
    let found = beside_the_repository(path);
    if found.is_none() {
        skip(what, format_args!("../shared/{path} is not there"));
    }
    found
}

fn beside_the_repository(path: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    found.exists().then_some(found)
}

/// Files of tests, `all.rs` aside, that `listed` names no module of: they would be left out without a word.
pub fn unlisted_tests(crate_folder: &str, listed: &str) -> Vec<String> {
    let files = fs::read_dir(Path::new(crate_folder).join("tests")).expect("the tests are there");
    let names = files.filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".rs")?.to_owned()));
    let is_listed = |name: &String| listed.lines().any(|line| line == format!("mod {name};"));
    let mut unlisted: Vec<String> = names.filter(|name| name != "all" && !is_listed(name)).collect();
    unlisted.sort();
    unlisted
}

/// Waits for as long as it takes.
pub fn wait_until(what: impl Display, mut is_so: impl FnMut() -> bool) {
    wait_for(what, || is_so().then_some(()));
}

/// Waits for a value for as long as it takes.
pub fn wait_for<T>(what: impl Display, mut value: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(value) = value() {
            return value;
        }
        assert!(begun.elapsed() < HANG_TIMEOUT, "still waiting until {what}");
        thread::sleep(POLL_INTERVAL);
    }
}

/// Writes a program of shell, by a process of its own: what this one holds open for writing cannot be started meanwhile,
/// neither by it nor while a child that another test starts at this moment has inherited the file.
pub fn write_program(path: &Path, script: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "cat > \"$0\" && chmod +x \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut shell = shell.spawn().expect("there is a shell");
    let mut input = shell.stdin.take().expect("its input is ours");
    input.write_all(script.as_bytes()).expect("a shell reads");
    drop(input);
    assert!(shell.wait().expect("it ends").success(), "{} cannot be written", path.display());
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn whoever_waits_hears_of_it_when_it_is_so() {
        let asked = Cell::new(0);
        let third = || {
            asked.set(asked.get() + 1);
            (asked.get() == 3).then_some("third")
        };
        assert_eq!(wait_for("the third time", third), "third");
        wait_until("anything", || true);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(beside_the_repository("no such folder"), None);
    }
}
