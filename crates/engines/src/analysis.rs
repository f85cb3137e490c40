//! A program that looks at one position for as long as it is let, and tells its best lines.
//!
//! Only UCI has words for several lines at once; programs that speak XBoard are not asked. A program for analysis is
//! started for it and ended with it, so that one that misbehaves disturbs nobody else.

use std::time::{Duration, Instant};

use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Move;

use crate::process::Process;
use crate::session::{GRACE, Score};
use crate::uci::Uci;
use crate::{EngineSpec, Failure, Protocol};

/// A program that has said nothing for this long hangs; it is asked for a sign of life before.
const SILENCE: Duration = Duration::from_secs(10);

/// How often a request that waits looks at whether it was withdrawn.
const TICK: Duration = Duration::from_millis(50);

const SECOND: Duration = Duration::from_secs(1);

/// What is to be looked at, and how long.
pub struct Analysis<'a> {
    pub record: &'a GameRecord,
    /// How many lines; a program that can tell only fewer tells those.
    pub lines: u32,
    pub depth: Option<u32>,
    pub time: Option<Duration>,
    /// Says whether nobody wants to know any more.
    pub stop: &'a dyn Fn() -> bool,
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// From 1, the best.
    pub rank: u32,
    pub depth: u32,
    pub selective_depth: u32,
    /// For the side to move.
    pub score: Score,
    pub nodes: u64,
    pub nodes_per_second: u64,
    pub time: Duration,
    pub moves: Vec<Move>,
}

/// Whether a program that speaks this can analyse.
pub fn can_analyse(protocol: Protocol) -> bool {
    protocol == Protocol::Uci
}

/// Starts the program and hears its lines until it has finished, or until it is stopped; then it is ended.
pub fn analyse(spec: &EngineSpec, analysis: &Analysis, hear: &mut dyn FnMut(AnalysisLine)) -> Result<(), Failure> {
    if !can_analyse(spec.protocol) {
        return Err(Failure::Start("only programs that speak UCI can analyse".to_owned()));
    }
    let mut process = Process::start(&spec.program)?;
    Uci::handshake(&mut process, spec)?.begin_analysis(&mut process, analysis)?;
    listen(&mut process, analysis, SILENCE.min(spec.timeout), hear)?;
    process.quit();
    Ok(())
}

/// Hears the program out. One that is told to stop and does not answer is ended all the same.
fn listen(
    process: &mut Process,
    analysis: &Analysis,
    timeout: Duration,
    hear: &mut dyn FnMut(AnalysisLine),
) -> Result<(), Failure> {
    let begun = Instant::now();
    let is_unwanted = || (analysis.stop)() || analysis.time.is_some_and(|time| begun.elapsed() >= time);
    let (mut heard, mut is_asked, mut counted) = (begun, false, begun);
    while !is_unwanted() {
        // What it says in a second is limited, not what it says in all.
        if counted.elapsed() >= SECOND {
            process.begin_question();
            counted = Instant::now();
        }
        match process.hear(Instant::now() + TICK)? {
            Some(line) if is_best_move(&line) => return Ok(()),
            Some(line) => {
                (heard, is_asked) = (Instant::now(), false);
                Uci::read_line(&line, analysis.record.position()).into_iter().for_each(&mut *hear);
            }
            None if heard.elapsed() >= timeout => return Err(Failure::Stall(timeout)),
            None if heard.elapsed() >= timeout / 2 && !is_asked => {
                process.say("isready");
                is_asked = true;
            }
            None => {}
        }
    }
    process.say("stop");
    let until = Instant::now() + GRACE;
    while process.hear(until)?.is_some_and(|line| !is_best_move(&line)) {}
    Ok(())
}

fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

#[cfg(test)]
mod tests;
