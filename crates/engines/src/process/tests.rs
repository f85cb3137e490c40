//! Pipes that fill up, programs that end, and programs that do not.

use hetman_testing::HANG_TIMEOUT;

use super::*;

fn start(command: &str, arguments: &[&str]) -> Process {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    Process::start(&Program { arguments, ..Program::named(command) }).unwrap()
}

fn soon() -> Instant {
    Instant::now() + HANG_TIMEOUT
}

/// More than any pipe holds.
fn long_lines() -> Vec<String> {
    (0..2000).map(|number| format!("{number} {}", "x".repeat(500))).collect()
}

#[test]
fn a_full_pipe_is_no_obstacle() {
    let mut echo = start("cat", &[]);
    let lines = long_lines();
    lines.iter().for_each(|line| echo.say(line));
    for line in &lines {
        assert_eq!(echo.hear(soon()).unwrap().as_ref(), Some(line));
    }
    assert_eq!(echo.try_read(), Ok(None));
}

#[test]
fn a_program_that_does_not_read_is_not_waited_for() {
    let mut deaf = start("sleep", &["600"]);
    long_lines().iter().for_each(|line| deaf.say(line));
    assert_eq!(deaf.hear(Instant::now() + Duration::from_millis(50)), Ok(None));
}

#[test]
fn a_flood_is_noticed_and_a_new_question_begins_a_new_count() {
    let mut parrot = start("yes", &[]);
    for _ in 0..3 {
        for _ in 0..MOST_LINES {
            assert_eq!(parrot.hear(soon()).unwrap().as_deref(), Some("y"));
        }
        parrot.begin_question();
    }
    let flood = (0..=MOST_LINES).find_map(|_| parrot.hear(soon()).err());
    assert!(matches!(flood, Some(Failure::Flood(_))), "{flood:?}");
}

#[test]
fn a_line_without_end_is_a_flood() {
    let mut endless = start("sh", &["-c", "yes | tr -d '\\n'"]);
    assert!(matches!(endless.hear(soon()), Err(Failure::Flood(_))));
}

#[test]
fn how_a_program_ended_is_told_with_its_last_words() {
    let crash = |script: &str| start("sh", &["-c", script]).hear(soon()).unwrap_err().to_string();
    assert_eq!(crash("exit 3"), "it crashed: exit status: 3");
    assert_eq!(crash("echo oh dear >&2; exit 1"), "it crashed: exit status: 1, after saying: oh dear");
    assert!(crash("kill -SEGV $$").starts_with("it crashed: signal: 11"));
    assert_eq!(crash("exec >&-; sleep 600"), "it crashed: it closed its output");
    // A child that keeps the pipe open does not hide the end of its parent.
    let mut parent = start("sh", &["-c", "sleep 600 & exit 4"]);
    let end = std::iter::repeat_with(|| parent.hear(Instant::now() + Duration::from_millis(20))).find_map(Result::err);
    assert_eq!(end.unwrap().to_string(), "it crashed: exit status: 4");
}

#[test]
fn whoever_lets_go_of_a_program_ends_it() {
    let process = start("sleep", &["600"]);
    let number = process.child.id();
    drop(process);
    assert!(!std::path::Path::new(&format!("/proc/{number}")).exists());
    // Also what it has started, wherever that went.
    let mut parent = start("sh", &["-c", "setsid sleep 600 & echo $!; exec sleep 600"]);
    let child = parent.hear(soon()).unwrap().unwrap();
    drop(parent);
    let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
    start("cat", &[]).quit();
    start("sleep", &["600"]).quit();
}
