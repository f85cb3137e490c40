//! A running `hetman` that a test talks to.

// Each test file uses its own part of this.
#![allow(dead_code, clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use hetman_testing::{HANG_TIMEOUT, wait_until, write_program};
use serde_json::Value;

pub fn hetman() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hetman"))
}

/// A folder to work in, which goes with the test.
pub struct Place(pub tempfile::TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// An engine that answers its first questions with no move, which loses, and thinks about the later ones until it may go on.
pub struct Hesitant {
    folder: tempfile::TempDir,
}

impl Hesitant {
    pub fn after(quick: usize) -> Hesitant {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "#!/bin/sh\ncd {}\n\
             while read line; do case $line in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
             go*) echo $$ >> asked; if [ $(wc -l < asked) -gt {quick} ]; then \
             while [ ! -e told ]; do sleep 0.02; done; fi; echo bestmove 0000;; esac; done\n",
            folder.path().display()
        );
        let program = folder.path().join("hesitant.sh");
        write_program(&program, &script);
        Hesitant { folder }
    }

    /// As a player that has as much time as it likes.
    pub fn player(&self) -> String {
        format!("uci:{},movetime=600000", self.folder.path().join("hesitant.sh").display())
    }

    /// Waits until so many questions have been asked.
    pub fn await_questions(&self, count: usize) {
        let asked = || fs::read_to_string(self.folder.path().join("asked")).unwrap_or_default().lines().count();
        wait_until(format_args!("{count} questions are asked"), || asked() >= count);
    }

    pub fn go_on(&self) {
        fs::write(self.folder.path().join("told"), "").unwrap();
    }
}

/// Sends a signal by its name, `-INT` for instance.
pub fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// What a terminal sends for Ctrl-C.
pub fn press_ctrl_c(process: &Child) {
    signal(process, "-INT");
}

/// Waits until the process says something with these words on its standard error.
pub fn await_notice(process: &mut Child, words: &str) {
    let mut byte = [0];
    let mut said = Vec::new();
    let notices = process.stderr.as_mut().unwrap();
    while !String::from_utf8_lossy(&said).contains(words) {
        notices.read_exact(&mut byte).unwrap();
        said.extend(byte);
    }
}

/// The output of a process that ends soon; it must not be longer than a pipe holds.
pub fn ended(mut process: Child) -> Output {
    wait_until("the process ends", || process.try_wait().unwrap().is_some());
    process.wait_with_output().unwrap()
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
        self.lines.recv_timeout(HANG_TIMEOUT).expect("the engine says something")
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
        wait_until("the engine ends", || self.process.try_wait().unwrap().is_some());
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

/// `hetman studio` at a port that was free; what was not ended is killed.
pub struct Studio {
    pub process: Child,
    port: u16,
}

impl Studio {
    pub fn start(data: &Path, options: &[&str]) -> Studio {
        let mut command = hetman();
        command.args(["studio", "--port", "0"]).args(options).arg("--data").arg(data);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse();
        Studio { process, port: port.unwrap_or_else(|_| panic!("no link in {line:?}")) }
    }

    /// One request over one connection.
    pub fn ask(&self, method: &str, path: &str, seats: &str, body: &Value) -> Value {
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

    pub fn get(&self, path: &str) -> Value {
        self.ask("GET", path, "", &Value::Null)
    }

    /// As `kill -9` does.
    pub fn kill(mut self) {
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
