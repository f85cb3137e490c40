//! A running program, its pipes, and the only place that waits for it.
//!
//! The pipes do not block and one call of `poll` watches them all, so that no thread is needed: a program that does
//! not read its input delays nobody, one that writes without end is stopped by its own full pipe, and what it says is
//! heard the moment it is said. Dropping a program ends everything that it has started, too: its process group,
//! and whatever bears its mark.

mod lines;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::keeper::Mark;
use crate::{Failure, Program};
use lines::Lines;

/// Nothing a program says about one move is longer than this.
const MOST_LINES: usize = 200_000;
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// What is kept of its standard error, for the message of a crash.
const LAST_WORDS: usize = 400;

/// How long a program may take to end by itself when asked to, and for its end to be seen after its last word.
const FAREWELL: Duration = Duration::from_millis(500);

const CHUNK: usize = 16 * 1024;

pub struct Process {
    child: Child,
    group: Pid,
    mark: Mark,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    unsent: Vec<u8>,
    lines: Lines,
    last_words: Vec<u8>,
    /// Reply since the last question.
    heard: Heard,
    /// How it ended, once that is known: from then on its number may mean another process.
    ended: Option<ExitStatus>,
}

#[derive(Default)]
struct Heard {
    lines: usize,
    bytes: usize,
}

impl Process {
    pub fn start(program: &Program) -> Result<Process, Failure> {
        let mut command = program.command().map_err(|problem| Failure::Start(problem.to_string()))?;
        let failed = |error: io::Error| Failure::Start(format!("it cannot be started: {error}"));
        let mark = Mark::new().map_err(|error| Failure::Start(format!("its keeper cannot be started: {error}")))?;
        mark.put_on(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let input = child.stdin.take();
        let output = child.stdout.take().expect("its output was asked for");
        let errors = child.stderr.take();
        let group = Pid::from_child(&child);
        let process = Process {
            child,
            group,
            mark,
            input,
            output,
            errors,
            unsent: Vec::new(),
            lines: Lines::default(),
            last_words: Vec::new(),
            heard: Heard::default(),
            ended: None,
        };
        process.unblock().map_err(|error| failed(error.into()))?;
        Ok(process)
    }

    fn unblock(&self) -> rustix::io::Result<()> {
        rustix::io::ioctl_fionbio(&self.output, true)?;
        self.input.as_ref().map_or(Ok(()), |input| rustix::io::ioctl_fionbio(input, true))?;
        self.errors.as_ref().map_or(Ok(()), |errors| rustix::io::ioctl_fionbio(errors, true))
    }

    /// Adds a line to what will be sent as soon as the program is listened to.
    pub fn say(&mut self, line: &str) {
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
    }

    /// A new question: what was said before no longer counts.
    pub fn begin_question(&mut self) {
        self.heard = Heard::default();
    }

    /// The next line, or `None` when the moment has passed without one.
    pub fn hear(&mut self, until: Instant) -> Result<Option<String>, Failure> {
        self.send();
        loop {
            if let Some(line) = self.lines.take() {
                self.heard.lines += 1;
                return self.heard.check().map(|()| Some(line));
            }
            if self.lines.is_too_long() {
                return Err(Failure::Flood(format!("a line longer than {} bytes", lines::LONGEST_LINE)));
            }
            match self.read() {
                Ok(0) => return Err(self.crash()),
                Ok(_) => self.heard.check()?,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let left = until.saturating_duration_since(Instant::now());
                    if !self.wait(left) && left.is_zero() {
                        return if self.has_ended() { Err(self.crash()) } else { Ok(None) };
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.crash()),
            }
        }
    }

    /// A line that has already been said.
    pub fn try_read(&mut self) -> Result<Option<String>, Failure> {
        self.hear(Instant::now())
    }

    fn read(&mut self) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        let length = self.output.read(&mut chunk)?;
        self.lines.add(&chunk[..length]);
        self.heard.bytes += length;
        Ok(length)
    }

    /// Sends as much as the pipe takes. A program that no longer reads has ended, or will be noticed by its silence.
    fn send(&mut self) {
        let Some(input) = self.input.as_mut().filter(|_| !self.unsent.is_empty()) else { return };
        match input.write(&self.unsent) {
            Ok(length) => drop(self.unsent.drain(..length)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => {
                self.input = None;
                self.unsent.clear();
            }
        }
    }

    /// Waits until something can be read, sending and draining meanwhile; false if the time passes first.
    fn wait(&mut self, longest: Duration) -> bool {
        let timeout = Timespec { tv_sec: longest.as_secs() as i64, tv_nsec: longest.subsec_nanos().into() };
        let mut watched = vec![PollFd::new(&self.output, PollFlags::IN)];
        watched.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
        if !self.unsent.is_empty() {
            watched.extend(self.input.as_ref().map(|input| PollFd::new(input, PollFlags::OUT)));
        }
        let is_awake = poll(&mut watched, Some(&timeout)).is_ok_and(|ready| ready > 0);
        if is_awake {
            self.drain_errors();
            self.send();
        }
        is_awake
    }

    /// Reads from its standard error; false when there is nothing at the moment.
    fn drain_errors(&mut self) -> bool {
        let Some(errors) = self.errors.as_mut() else { return false };
        let mut chunk = [0; CHUNK];
        match errors.read(&mut chunk) {
            Ok(length) if length > 0 => {
                self.last_words.extend_from_slice(&chunk[..length]);
                let excess = self.last_words.len().saturating_sub(LAST_WORDS);
                self.last_words.drain(..excess);
                return true;
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            _ => self.errors = None,
        }
        false
    }

    /// Whether the program has ended. It stays known to the system until it is let go, so that its number, and that
    /// of its group, can mean nobody else.
    fn has_ended(&self) -> bool {
        if self.ended.is_some() {
            return true;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.group), options).is_ok_and(|status| status.is_some())
    }

    /// Waits for the end; false if it does not come.
    fn ends_within(&self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// How it ended, now that it says nothing more.
    fn crash(&mut self) -> Failure {
        let has_ended = self.ends_within(FAREWELL);
        while self.drain_errors() {}
        self.kill();
        let how = match self.ended.filter(|_| has_ended) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        let words = String::from_utf8_lossy(&self.last_words);
        let words: Vec<&str> = words.split_whitespace().collect();
        Failure::Crash(if words.is_empty() { how } else { format!("{how}, after saying: {}", words.join(" ")) })
    }

    /// Ends the program with everything it has started, and forgets it.
    fn kill(&mut self) {
        if self.ended.is_none() {
            self.mark.sweep();
            // Nobody left to signal is what is wanted.
            let _ = kill_process_group(self.group, Signal::KILL);
            self.ended = self.child.wait().ok();
        }
    }

    /// Asks the program to end, and sees to it.
    pub fn quit(mut self) {
        self.say("quit");
        self.send();
        self.input = None;
        self.ends_within(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Heard {
    fn check(&self) -> Result<(), Failure> {
        if self.lines > MOST_LINES {
            return Err(Failure::Flood(format!("more than {MOST_LINES} lines without an answer")));
        }
        if self.bytes > MOST_BYTES {
            return Err(Failure::Flood(format!("more than {MOST_BYTES} bytes without an answer")));
        }
        Ok(())
    }
}
