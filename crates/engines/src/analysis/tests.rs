//! Programs that analyse, and programs that do not get far.

use std::cell::Cell;

use hetman_rules::{AnyPosition, Variant, uci};

use super::*;
use crate::Program;

/// A program in a few lines of shell: what it does when it is told to go, and when it is told to stop.
fn program(on_go: &str, on_stop: &str) -> EngineSpec {
    let script = format!(
        "while read -r word rest; do case $word in \
         uci) echo 'option name MultiPV type spin default 1 min 1 max 3'; echo uciok;; \
         isready) echo readyok;; \
         setoption) echo \"info string set $rest\" >&2;; \
         go) {on_go};; stop) {on_stop};; quit) exit;; esac; done"
    );
    let program = Program { arguments: vec!["-c".to_owned(), script], ..Program::named("sh") };
    EngineSpec { timeout: Duration::from_secs(20), ..EngineSpec::new(Protocol::Uci, program) }
}

fn look(spec: &EngineSpec, stop: &dyn Fn() -> bool) -> (Result<(), Failure>, Vec<AnalysisLine>) {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let analysis = Analysis { record: &record, lines: 5, depth: None, time: None, stop };
    let mut lines = Vec::new();
    let result = analyse(spec, &analysis, &mut |line| lines.push(line));
    (result, lines)
}

const LINES: &str = "echo 'info depth 3 seldepth 5 multipv 2 score cp -12 nodes 40 nps 99 time 7 pv e2e4 e7e5 e2e4'; \
    echo 'info depth 4 score mate 2 lowerbound nodes 9 pv d2d4'; echo 'info currmove e2e4'";

#[test]
fn lines_are_heard_until_the_best_move() {
    let (result, lines) = look(&program(&format!("{LINES}; echo bestmove e2e4"), ""), &|| false);
    assert_eq!(result, Ok(()));
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((line.rank, line.depth, line.selective_depth, line.nodes), (2, 3, 5, 40));
    assert_eq!((line.score, line.nodes_per_second), (Score::Centipawns(-12), 99));
    // The third move is not legal any more.
    let start = AnyPosition::start(Variant::Chess);
    assert_eq!((line.moves.len(), uci(&start, line.moves[0]).as_str()), (2, "e2e4"));
}

#[test]
fn who_is_no_longer_wanted_is_told_to_stop() {
    let ticks = Cell::new(0);
    let stop = || {
        ticks.set(ticks.get() + 1);
        ticks.get() > 4
    };
    let (result, lines) = look(&program(LINES, "echo bestmove e2e4"), &stop);
    assert_eq!((result, lines.len()), (Ok(()), 1));
    // Even one that does not listen.
    ticks.set(0);
    assert_eq!(look(&program(LINES, ":"), &stop).0, Ok(()));
}

#[test]
fn one_that_still_answers_is_not_taken_for_dead() {
    let (begun, timeout) = (Instant::now(), Duration::from_secs(2));
    let stop = || begun.elapsed() > 3 * timeout;
    let spec = EngineSpec { timeout, ..program(LINES, "echo bestmove e2e4") };
    assert_eq!(look(&spec, &stop).0, Ok(()));
}

#[test]
fn crashes_and_silence_are_failures() {
    let (crashed, _) = look(&program("echo no more >&2; exit 3", ""), &|| false);
    let sentence = crashed.unwrap_err().to_string();
    assert!(sentence.starts_with("it crashed: ") && sentence.contains("no more"), "{sentence}");
    let timeout = Duration::from_secs(2);
    let (stalled, _) = look(&EngineSpec { timeout, ..program("sleep 600", "") }, &|| false);
    assert_eq!(stalled, Err(Failure::Stall(timeout)));
    let (flooded, _) = look(&program("yes info string and another thing", ""), &|| false);
    assert!(matches!(flooded, Err(Failure::Flood(_))), "{flooded:?}");
    let xboard = EngineSpec { protocol: Protocol::Xboard, ..program("", "") };
    assert!(look(&xboard, &|| false).0.unwrap_err().to_string().contains("UCI"));
}
