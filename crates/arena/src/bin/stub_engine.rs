//! An engine for tests, which plays any legal move and misbehaves on command.
//!
//! `stub_engine PROTOCOL [DEED...]`: the protocol is `uci`, `xboard`, or `old` (XBoard before features). A deed is
//! done always, or with `@N` instead of the process's Nth move.

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, GameRecord, Variant, parse_move, uci};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(600);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    Uci,
    Xboard,
    Old,
}

struct Stub {
    protocol: Protocol,
    deeds: Vec<String>,
    variant: Variant,
    record: GameRecord,
    /// Whether it answers moves: XBoard engines do unless forced not to.
    is_forced: bool,
    moves: u32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let protocol = match arguments.first().map(String::as_str) {
        Some("uci") => Protocol::Uci,
        Some("xboard") => Protocol::Xboard,
        Some("old") => Protocol::Old,
        _ => {
            complain("usage: stub_engine uci|xboard|old [DEED...]");
            std::process::exit(2);
        }
    };
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let deeds = arguments[1..].to_vec();
    let mut stub = Stub { protocol, deeds, variant: Variant::Chess, record, is_forced: false, moves: 0 };
    stub.begin();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if !stub.obey(line.trim()) {
            return;
        }
    }
}

fn say(text: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{text}").and_then(|()| output.flush()).is_err() {
        std::process::exit(3);
    }
}

/// To standard error, read or not.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes for ever.
fn flood(text: &str) -> ! {
    let mut output = io::stdout().lock();
    while output.write_all(text.as_bytes()).is_ok() {}
    std::process::exit(3)
}

impl Stub {
    /// The value of a deed that is done always: `name` or `name=value`.
    fn deed(&self, name: &str) -> Option<&str> {
        self.deeds.iter().find_map(|deed| {
            let rest = deed.strip_prefix(name)?;
            if rest.is_empty() { Some(rest) } else { rest.strip_prefix('=') }
        })
    }

    /// The deed of this move, if there is one.
    fn deed_now(&self) -> Option<&str> {
        let now = format!("@{}", self.moves);
        self.deeds.iter().find_map(|deed| deed.strip_suffix(now.as_str()))
    }

    /// What is done before anything is said.
    fn begin(&self) {
        if self.deed("exit").is_some() {
            complain("the stub does not want to start");
            std::process::exit(1);
        }
        if self.deed("silent").is_some() {
            thread::sleep(FOR_EVER);
        }
        if self.deed("garbage").is_some() {
            say("%PDF-1.4 this is no engine");
            thread::sleep(FOR_EVER);
        }
        if let Some(delay) = self.deed("slow").and_then(|delay| delay.parse().ok()) {
            thread::sleep(Duration::from_millis(delay));
        }
        if self.deed("deaf").is_some() {
            say("uciok");
            say("readyok");
            thread::sleep(FOR_EVER);
        }
        if self.deed("chatter").is_some() {
            flood("what a nice day\n");
        }
    }

    /// Carries out a command; false when there is nothing more to do.
    fn obey(&mut self, line: &str) -> bool {
        if line == "quit" {
            if self.deed("stubborn").is_some() {
                thread::sleep(FOR_EVER);
            }
            return false;
        }
        match self.protocol {
            Protocol::Uci => self.obey_uci(line),
            Protocol::Xboard | Protocol::Old => self.obey_xboard(line),
        }
        true
    }

    fn obey_uci(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" => {
                say("id name Stub");
                say("option name UCI_Variant type combo default chess var chess var crazyhouse");
                say("option name Hash type spin default 1 min 1 max 64");
                say("option name OwnBook type check default true");
                say("uciok");
            }
            "isready" => say("readyok"),
            "position" => self.set_position(rest),
            "setoption" => {
                if let Some(name) = rest.strip_prefix("name UCI_Variant value ") {
                    self.variant = name.parse().unwrap_or_default();
                }
            }
            "go" => self.answer(),
            // It never thinks when it is told to stop, unless it has waited for that.
            "stop" if self.deed_now() == Some("ponder") => self.play(),
            _ => {}
        }
    }

    fn set_position(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let start = match start.strip_prefix("fen ") {
            Some(fen) => AnyPosition::from_fen(self.variant, fen).expect("the arena knows FEN"),
            None => AnyPosition::start(self.variant),
        };
        self.record = GameRecord::new(start);
        moves.split_ascii_whitespace().for_each(|text| self.follow(text));
    }

    fn follow(&mut self, text: &str) {
        let m = parse_move(self.record.position(), text).expect("the arena tells legal moves");
        self.record.play(m).expect("a parsed move is legal");
    }

    fn obey_xboard(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if self.protocol == Protocol::Xboard => {
                say("feature done=0");
                say("feature myname=\"Stub\" ping=1 setboard=1 usermove=1 variants=\"normal,crazyhouse\" sigint=0");
                say("feature option=\"Temper -spin 1 0 5\" done=1");
            }
            "new" => {
                self.variant = Variant::Chess;
                self.record = GameRecord::new(AnyPosition::start(self.variant));
                self.is_forced = false;
            }
            "variant" => {
                self.variant = rest.parse().unwrap_or_default();
                self.record = GameRecord::new(AnyPosition::start(self.variant));
            }
            "setboard" => {
                let start = AnyPosition::from_fen(self.variant, rest).expect("the arena knows FEN");
                self.record = GameRecord::new(start);
            }
            "force" => self.is_forced = true,
            "ping" => say(&format!("pong {rest}")),
            "usermove" => self.reply_to(rest),
            "go" => {
                self.is_forced = false;
                self.answer();
            }
            "?" if self.deed_now() == Some("ponder") => self.play(),
            _ if parse_move(self.record.position(), word).is_ok() => self.reply_to(word),
            _ => {}
        }
    }

    fn reply_to(&mut self, text: &str) {
        self.follow(text);
        if !self.is_forced {
            self.answer();
        }
    }

    /// Its move, or what it does instead.
    fn answer(&mut self) {
        self.moves += 1;
        let deed = self.deed_now().unwrap_or_default().to_owned();
        let (deed, value) = deed.split_once('=').unwrap_or((&deed, ""));
        match deed {
            "crash" => {
                complain("the stub has had enough");
                std::process::exit(7);
            }
            "abort" => std::process::abort(),
            "die" => {
                std::fs::write(value, std::process::id().to_string()).expect("die=FILE@N");
                self.play();
                std::process::exit(0);
            }
            "stall" => thread::sleep(FOR_EVER),
            "ponder" => {}
            "illegal" => self.give("e2e5"),
            "none" => self.give(if self.protocol == Protocol::Uci { "(none)" } else { "nothing" }),
            "wrong" => say(if self.protocol == Protocol::Uci { "move e2e4" } else { "bestmove e2e4" }),
            "claim" => say("1-0 {because I say so}"),
            "draw" => say("1/2-1/2 {because I say so}"),
            "resign" => say("resign"),
            "complain" => say("Illegal move: told something wrong"),
            "refuse" => say("Illegal move"),
            "late" => {
                thread::sleep(Duration::from_millis(value.parse().expect("late=MILLISECONDS@N")));
                self.play();
            }
            "flood" => flood("info string and another thing\n"),
            "endless" => flood("and another thing "),
            "close" => {
                let error = Command::new("sleep").arg("600").stdout(Stdio::null()).stderr(Stdio::null()).exec();
                panic!("sleep can be started: {error}");
            }
            "orphan" => {
                let mut child = Command::new("sleep").arg("600").spawn().expect("sleep can be started");
                std::fs::write(value, child.id().to_string()).expect("the file can be written");
                child.wait().expect("the child is ours");
            }
            _ => self.play(),
        }
    }

    fn play(&mut self) {
        let moves = self.record.position().legal_moves();
        let Some(&m) = moves.get(self.record.plies() % moves.len().max(1)) else { return self.give("(none)") };
        let text = uci(self.record.position(), m);
        self.record.play(m).expect("a legal move");
        if self.deed("stderr").is_some() {
            complain(&format!("the stub plays {text}"));
        }
        say(if self.protocol == Protocol::Uci { "info depth 1 score cp 12 nodes 34 pv" } else { "1 12 0 34 pv" });
        self.give(&text);
        if self.deed("twice").is_some() {
            self.give(&text);
        }
    }

    fn give(&self, text: &str) {
        match self.protocol {
            Protocol::Uci => say(&format!("bestmove {text}")),
            _ if self.deed("numbered").is_some() => {
                say(&format!("{}. ... {text}", self.moves));
                say(&format!("My move is : {text}"));
            }
            _ => say(&format!("move {text}")),
        }
    }
}
