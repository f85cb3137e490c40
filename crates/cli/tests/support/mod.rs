//! A running `hetman` that a test talks to.

// Each test file uses its own part of this.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A loaded machine may be slow, but nothing takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn hetman() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hetman"))
}

pub struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the binary as an engine; nothing is said yet.
    pub fn start() -> Engine {
        let mut process = hetman().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Engine { input: process.stdin.take(), process, lines }
    }

    pub fn uci() -> Engine {
        let mut engine = Engine::start();
        engine.ask("uci", "uciok");
        engine
    }

    pub fn xboard() -> Engine {
        let mut engine = Engine::start();
        engine.send("xboard");
        engine.ask("protover 2", "feature done=1");
        engine
    }

    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is still open");
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).expect("the engine says something")
    }

    pub fn line_within(&mut self, patience: Duration) -> Option<String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Reads until a line begins so; returns everything read, that line last.
    pub fn expect(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(beginning) {
                return lines;
            }
        }
    }

    pub fn ask(&mut self, line: &str, beginning: &str) -> Vec<String> {
        self.send(line);
        self.expect(beginning)
    }

    /// The last line of an answer.
    pub fn answer(&mut self, line: &str, beginning: &str) -> String {
        self.ask(line, beginning).pop().unwrap()
    }

    /// Everything said so far: over UCI, all that comes before the answer to `isready`.
    pub fn said(&mut self) -> Vec<String> {
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
    }

    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end: everything still said, and how the process ended.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        let deadline = Instant::now() + PATIENCE;
        while self.process.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the engine does not end");
            thread::sleep(Duration::from_millis(1));
        }
        let status = self.process.wait().unwrap();
        let lines = self.lines.iter().collect();
        (lines, status)
    }

    pub fn quit(mut self) {
        self.send("quit");
        let (_, status) = self.finish();
        assert!(status.success());
    }
}
