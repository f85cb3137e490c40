//! The Universal Chess Interface (specification of April 2006), with the additions GUIs have come to expect:
//! `UCI_Variant`, `UCI_ShowWDL`, `go perft`, `d`, `eval` and `bench`.

mod go;
mod thought;

use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::{CastlingMode, Move, Position};
use hetman_rules::{AnyPosition, DrawRules, Quote};
use hetman_search::{Decision, Limits};

use super::options::{AUTHORS, uci_offers};
use super::session::{SearchEvent, Session};
use super::{Flow, Protocol, console};
use crate::bench::Bench;
use go::Go;

/// Speaks UCI to the end; `uci` itself has been read.
pub fn run(session: Session<'_>) {
    let mut uci = Uci { session, is_patient: false, held: None, castling: CastlingMode::Standard };
    uci.introduce();
    uci.run();
}

struct Uci<'a> {
    session: Session<'a>,
    /// The best move must not be told before `stop` or `ponderhit`.
    is_patient: bool,
    /// The decision of a search that ended before it may be told.
    held: Option<Decision>,
    /// How the running search's moves are written, whatever `position` says meanwhile.
    castling: CastlingMode,
}

impl<'a> Protocol<'a> for Uci<'a> {
    fn session(&mut self) -> &mut Session<'a> {
        &mut self.session
    }

    /// "If the engine receives a command which is unknown, it should just ignore it"; the rest of the line is tried.
    fn on_line(&mut self, line: &str) -> Flow {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, arguments) = split_word(rest);
            if let Some(flow) = self.on_command(word, arguments) {
                return flow;
            }
            rest = arguments;
        }
        Flow::Continue
    }

    fn on_report(&mut self, report: SearchEvent) {
        match report {
            SearchEvent::Thought(info) => {
                let line = thought::write(&info, self.castling, self.session.options().show_wdl);
                self.session.say(line);
            }
            SearchEvent::Decided(decision) if self.is_patient => self.held = Some(decision),
            SearchEvent::Decided(decision) => self.announce(&decision),
            SearchEvent::Text(line) => self.session.say(line),
            SearchEvent::Remark(remark) => self.report_error(remark),
            SearchEvent::Finished => (),
        }
    }

    fn on_end_of_input(&mut self) {
        self.stop();
        self.settle();
    }
}

impl Uci<'_> {
    fn introduce(&mut self) {
        self.session.say(format!("id name {}", self.session.offer().name()));
        self.session.say(format!("id author {AUTHORS}"));
        uci_offers(self.session.offer()).into_iter().for_each(|offer| self.session.say(offer));
        self.session.say("uciok");
    }

    /// Carries a command out; `None` if there is no such command.
    fn on_command(&mut self, word: &str, arguments: &str) -> Option<Flow> {
        match word {
            "uci" => self.introduce(),
            "isready" => self.session.say("readyok"),
            "ucinewgame" => self.session.forget(),
            "setoption" => self.set_option(arguments),
            "position" => self.set_position(arguments),
            "go" => self.go(arguments),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => return Some(Flow::Quit),
            "d" => self.session.say(console::board(self.session.record())),
            "eval" => self.show_evaluation(),
            "bench" => self.bench(),
            // Nothing to switch and nothing to sell, but their arguments are not commands.
            "debug" | "register" => (),
            _ => return None,
        }
        Some(Flow::Continue)
    }

    fn report_error(&mut self, problem: impl std::fmt::Display) {
        self.session.say(format!("info string {problem}"));
    }

    fn set_option(&mut self, arguments: &str) {
        let Some((name, value)) = name_and_value(arguments) else {
            return self.report_error("write it as: setoption name NAME value VALUE");
        };
        match self.session.set_option(&name, &value) {
            Ok(None) => (),
            Ok(Some(note)) => self.report_error(note),
            Err(problem) => self.report_error(problem),
        }
    }

    fn set_position(&mut self, arguments: &str) {
        let (kind, rest) = split_word(arguments);
        let (setup, moves) = split_at_word(rest, "moves");
        match kind {
            "startpos" => self.session.set_up_start(),
            "fen" => {
                if let Err(problem) = self.session.set_up_fen(setup) {
                    return self.report_error(problem);
                }
            }
            _ => return self.report_error("write it as: position startpos or position fen FEN, then moves MOVE ..."),
        }
        self.play_moves(moves);
    }

    fn play_moves(&mut self, moves: &str) {
        for text in moves.split_ascii_whitespace() {
            let record = self.session.record_mut();
            let Some(m) = parse_move(record.position(), text) else {
                let fen = record.position().fen();
                return self.report_error(format!(
                    "the move {} is not legal in {fen}: the moves before it stand",
                    Quote::from(text)
                ));
            };
            record.play(m).expect("the move was found among the legal ones");
        }
    }

    fn go(&mut self, arguments: &str) {
        self.stop();
        self.settle();
        let go = Go::parse(arguments, self.session.record().position());
        match go {
            Go::Search(limits) => self.search(limits),
            Go::Perft(depth) => self.perft(depth),
        }
    }

    fn search(&mut self, limits: Limits) {
        self.castling = self.session.castling();
        self.is_patient = limits.infinite || limits.ponder;
        self.session.search(self.session.record().clone(), limits);
    }

    fn perft(&mut self, depth: u32) {
        let position = self.session.record().position().clone();
        self.session.run(move |control, reporter| {
            let mut total = 0;
            for m in position.legal_moves() {
                let count = console::count_leaves(&position.after(m), depth.saturating_sub(1), control);
                if control.is_stopped() {
                    return;
                }
                total += count;
                reporter.text(format!("{}: {count}", hetman_rules::uci(&position, m)));
            }
            reporter.text(format!("\nNodes searched: {total}"));
        });
    }

    fn bench(&mut self) {
        self.stop();
        self.settle();
        self.session.run(|control, reporter| {
            let outcome = Bench::default().run(control, &mut |position| reporter.text(position.to_string()));
            if !control.is_stopped() {
                reporter.text(outcome.to_string());
            }
        });
    }

    fn show_evaluation(&mut self) {
        match self.session.evaluator() {
            Some(evaluator) => self.session.say(console::evaluation(self.session.record().position(), &evaluator)),
            None => self.report_error("this player has no evaluation that could be told"),
        }
    }

    fn stop(&mut self) {
        self.is_patient = false;
        self.session.stop();
        self.release();
    }

    fn ponder_hit(&mut self) {
        self.is_patient = false;
        self.session.ponder_hit();
        self.release();
    }

    fn release(&mut self) {
        if let Some(decision) = self.held.take() {
            self.announce(&decision);
        }
    }

    fn announce(&mut self, decision: &Decision) {
        let write = |m: Move| m.to_uci(self.castling).to_string();
        let line = match (decision.best, decision.ponder) {
            (Some(best), Some(ponder)) => format!("bestmove {} ponder {}", write(best), write(ponder)),
            (Some(best), None) => format!("bestmove {}", write(best)),
            (None, _) => {
                self.announce_the_end();
                "bestmove (none)".to_owned()
            }
        };
        self.session.say(line);
    }

    /// A GUI that asks about a finished game still wants a score.
    fn announce_the_end(&mut self) {
        let ending = self.session.record().ending(&DrawRules::FIDE);
        let is_decided = ending.is_some_and(|ending| ending.outcome.winner().is_some());
        self.session.say(format!("info depth 0 score {}", if is_decided { "mate 0" } else { "cp 0" }));
    }
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(|letter: char| letter.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// What stands before and after a word.
fn split_at_word<'t>(text: &'t str, word: &str) -> (&'t str, &'t str) {
    let is_word = |&(at, _): &(usize, &str)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        [before, after].iter().flatten().all(char::is_ascii_whitespace)
    };
    match text.match_indices(word).find(is_word) {
        Some((at, _)) => (&text[..at], &text[at + word.len()..]),
        None => (text, ""),
    }
}

/// `name NAME value VALUE`, where both may be several words.
fn name_and_value(arguments: &str) -> Option<(String, String)> {
    let (keyword, rest) = split_word(arguments);
    let (name, value) = split_at_word(rest, "value");
    (keyword == "name").then(|| (name.trim().to_owned(), value.trim().to_owned()))
}

fn parse_move(position: &AnyPosition, text: &str) -> Option<Move> {
    text.parse::<UciMove>().ok()?.to_move(position).ok()
}
