//! What sees to it that programs, and whatever they have started, do not outlive us.
//!
//! A process group holds the children that stay in it. A mark in the environment is inherited by the others too,
//! wherever they go: letting go of a program ends everything that bears its mark, or descends from what bears it. Who
//! is killed can let go of nothing. That is what the keeper is for, our own binary once more: it waits for the end of a
//! pipe that the system closes with us, and then ends everything that bears a mark of ours. There is one keeper for all
//! programs, so that starting one costs nothing, and they remain our own children.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, Signal, getpid, kill_process};

/// The variable that holds the mark.
const VARIABLE: &str = "HETMAN_PROGRAM";

/// Our own binary, even where another has been put into its place since.
const OURSELVES: &str = "/proc/self/exe";

/// Between two looks at what is left.
const PAUSE: Duration = Duration::from_millis(5);
/// The system may take its time over a process that was killed; for ever, where it waits for a broken disk.
const LONGEST: Duration = Duration::from_secs(2);
/// How often a keeper must have found nothing: who has just been started shows no environment for a moment.
const QUIET_LOOKS: usize = 10;

/// What our binary calls the keeper's command, in a program that has one.
static COMMAND: OnceLock<&str> = OnceLock::new();
static KEEPER: Mutex<Option<Child>> = Mutex::new(None);

/// From now on programs have a keeper: this binary with the command and one argument more, which goes to [`keep`].
pub fn employ(command: &'static str) {
    // Set once; a second call says the same.
    let _ = COMMAND.set(command);
}

/// The keeper's work: waits until the process that started it is gone, and ends the programs of that family.
pub fn keep(family: &str) -> io::Result<()> {
    io::copy(&mut io::stdin().lock(), &mut io::sink())?;
    let mark = Mark(format!("{family}/"));
    for _ in 0..QUIET_LOOKS {
        mark.sweep();
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// What tells a program and its descendants from all others.
#[derive(Debug)]
pub struct Mark(String);

impl Mark {
    /// A mark that nobody bears yet, and a keeper that knows it.
    pub fn new() -> io::Result<Mark> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        see_to_the_keeper()?;
        Ok(Mark(format!("{}/{}/", family(), NEXT.fetch_add(1, Ordering::Relaxed))))
    }

    pub fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
    }

    /// Ends everything that bears the mark, and what that starts meanwhile.
    pub fn sweep(&self) {
        let until = Instant::now() + LONGEST;
        loop {
            let bearers = bearers(&format!("{VARIABLE}={}", self.0));
            for &pid in &bearers {
                // Who has ended by himself since then needs no signal.
                let _ = kill_process(pid, Signal::KILL);
            }
            if bearers.is_empty() || Instant::now() >= until {
                return;
            }
            thread::sleep(PAUSE);
        }
    }
}

/// What all marks of this process begin with. Numbers of processes are used again.
fn family() -> &'static str {
    static FAMILY: OnceLock<String> = OnceLock::new();
    FAMILY.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}", getpid(), since.as_nanos())
    })
}

/// Starts the keeper, unless it is there. Only Linux shows environments in `/proc`.
fn see_to_the_keeper() -> io::Result<()> {
    let Some(word) = COMMAND.get().filter(|_| cfg!(target_os = "linux")) else { return Ok(()) };
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(running) = keeper.as_mut()
        && running.try_wait()?.is_none()
    {
        return Ok(());
    }
    let mut command = Command::new(OURSELVES);
    command.arg0("hetman").args([word, family()]).current_dir("/");
    // What ends us with Ctrl-C must not reach it, and it must keep none of our pipes open.
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    *keeper = Some(command.spawn()?);
    Ok(())
}

/// A living process.
struct Seen {
    pid: Pid,
    parent: Option<Pid>,
    is_marked: bool,
}

/// Everybody who bears the mark or descends from somebody who does, except ourselves.
fn bearers(mark: &str) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let all: Vec<Seen> = processes.flatten().filter_map(|process| look_at(&process.path(), mark)).collect();
    let mut bearers: HashSet<Pid> = all.iter().filter(|seen| seen.is_marked).map(|seen| seen.pid).collect();
    let mut known = 0;
    while bearers.len() > known {
        known = bearers.len();
        let is_child = |seen: &&Seen| seen.parent.is_some_and(|parent| bearers.contains(&parent));
        let children: Vec<Pid> = all.iter().filter(is_child).map(|seen| seen.pid).collect();
        bearers.extend(children);
    }
    bearers.remove(&getpid());
    bearers.into_iter().collect()
}

/// `None` where there is no process, or one that has ended and not been told of yet.
fn look_at(folder: &Path, mark: &str) -> Option<Seen> {
    let pid = Pid::from_raw(folder.file_name()?.to_str()?.parse().ok()?)?;
    let status = fs::read(folder.join("stat")).ok()?;
    let status = String::from_utf8_lossy(&status);
    // Behind its name, which may hold anything.
    let mut fields = status.rsplit(')').next()?.split_ascii_whitespace();
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    let parent = Pid::from_raw(fields.next()?.parse().ok()?);
    // Those of others are not shown to us.
    let environment = fs::read(folder.join("environ")).unwrap_or_default();
    let is_marked = environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(mark.as_bytes()));
    Some(Seen { pid, parent, is_marked })
}

#[cfg(test)]
mod tests;
