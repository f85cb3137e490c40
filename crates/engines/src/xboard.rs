//! The protocol of XBoard (the Chess Engine Communication Protocol) from the GUI's side.
//!
//! Source: the protocol's description by Mann and Muller, versions 1 and 2, and what old programs do in practice. A
//! program follows the game on its own board; it is told each move, and answers the opponent's with its own. Whenever
//! its board may differ from ours (another game, a move taken back, a question withdrawn), it is given the game anew.

mod edit;
mod features;
mod line;
#[cfg(test)]
mod tests;
mod time;

use std::time::{Duration, Instant};

use hetman_rules::shakmaty::{CastlingMode, Color, KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Ruleset, TimeControl, Variant, parse_move, san, uci};

use crate::options::Offer;
use crate::process::Process;
use crate::session::{AnswerTimeouts, Known, Reply, Request, SearchInfo, Session, await_word};
use crate::spec::spelling;
use crate::{EngineSpec, Failure};
use features::Features;
use line::{Form, XboardLine};
use time::Timing;

/// Between two lines of features nothing takes longer, unless the program asks for more time.
const PAUSE: Duration = Duration::from_secs(2);

/// Commands that a program may not know, and say so.
const COMMANDS: [&str; 6] = ["sd", "st", "level", "nps", "variant", "setboard"];

pub struct Xboard {
    spec: EngineSpec,
    features: Features,
    timing: Timing,
    pings: u32,
    /// The game as it stands on the program's board.
    known: Option<Known>,
    /// Whether it answers a move of the opponent without being told to.
    is_playing: bool,
    /// The moves it was told last, which it might call illegal.
    told: Vec<String>,
    /// How it gives its moves. Some programs give each twice, in two forms: the first one seen is the one that counts.
    form: Option<Form>,
}

impl Xboard {
    /// Says hello, and sets the options.
    pub fn handshake(process: &mut Process, spec: &EngineSpec) -> Result<Xboard, Failure> {
        process.say("xboard");
        let features = if spec.protover == 1 { Features::default() } else { hear_features(process, spec)? };
        let mut xboard = Xboard {
            spec: spec.clone(),
            features,
            timing: Timing::default(),
            pings: 0,
            known: None,
            is_playing: false,
            told: Vec::new(),
            form: None,
        };
        xboard.features.settings(&spec.options)?.iter().for_each(|setting| process.say(setting));
        xboard.synchronise(process).map_err(|failure| failure.at_start("answer 'ping' with 'pong'"))?;
        Ok(xboard)
    }

    /// Waits until everything said so far has been worked off, where the program can tell.
    fn synchronise(&mut self, process: &mut Process) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        let pong = self.ping(process);
        let heard = await_word(process, self.spec.startup, |line| match line.trim() {
            line if line == pong => Some(Ok(())),
            line => self.error_line(&line::read(line)).map(Err),
        });
        heard?
    }

    /// Gives the program a game from its beginning.
    fn set_up(&mut self, process: &mut Process, start: &AnyPosition) -> Result<(), Failure> {
        let ruleset = Ruleset { variant: start.variant(), castling: start.castles().mode() };
        process.say("new");
        if ruleset != Ruleset::default() {
            process.say(&format!("variant {}", self.variant_name(ruleset)?));
        }
        ["force", "easy", "post"].into_iter().for_each(|command| process.say(command));
        self.timing.commands.iter().for_each(|command| process.say(command));
        if *start != AnyPosition::start(ruleset.variant) {
            self.position_commands(start)?.iter().for_each(|command| process.say(command));
        }
        self.known = Some(Known::new(start));
        self.is_playing = false;
        self.told.clear();
        Ok(())
    }

    fn position_commands(&self, start: &AnyPosition) -> Result<Vec<String>, Failure> {
        if self.features.setboard {
            // Pieces in the pocket that are not there confuse programs that do not expect them.
            return Ok(vec![format!("setboard {}", start.fen().replace("[]", ""))]);
        }
        edit::commands(start).ok_or_else(|| {
            Failure::Start(format!("it knows no 'setboard', so that it cannot be given the position {}", start.fen()))
        })
    }

    fn variant_name(&self, ruleset: Ruleset) -> Result<&str, Failure> {
        let offered: Vec<&str> = self.features.variants.iter().map(String::as_str).collect();
        spelling(&offered, ruleset).ok_or_else(|| {
            let offered = if offered.is_empty() { "chess only".to_owned() } else { offered.join(", ") };
            Failure::Start(format!("it does not play {ruleset}: it offers {offered}"))
        })
    }

    /// Brings the program's board to where the game is, and makes it think.
    fn follow(&mut self, process: &mut Process, request: &Request) -> Result<(), Failure> {
        let record = request.record;
        if !self.known.as_ref().is_some_and(|known| known.is_before(record)) {
            self.set_up(process, record.start())?;
        }
        let known = self.known.as_mut().expect("the game was set up");
        let new = known.moves.len()..record.plies();
        let is_reply = self.is_playing && new.len() == 1;
        if self.is_playing && !is_reply {
            process.say("force");
        }
        self.told = known.advance(record).map(|(before, m)| self.features.write_move(before, m)).collect();
        let told = self.told.iter().map(|text| self.features.move_command(text));
        let clock = self.timing.clock_commands(request).into_iter().filter(|_| self.features.time);
        // A move that is answered at once must find the clock already set.
        match is_reply {
            true => clock.chain(told).for_each(|command| process.say(&command)),
            false => {
                told.chain(clock).for_each(|command| process.say(&command));
                process.say("go");
            }
        }
        self.is_playing = true;
        Ok(())
    }

    /// Hears the program out before it is asked: it may have given its last move again in other words, resigned, or
    /// claimed a result. One that knows `ping` says when it has finished.
    fn hear_out(
        &mut self,
        process: &mut Process,
        request: &Request,
        timeouts: &AnswerTimeouts,
    ) -> Result<Option<Reply>, Failure> {
        let mut said = None;
        while let Some(line) = process.try_read()? {
            self.hear_late(&line, request.record.turn(), &mut said);
        }
        if self.features.ping {
            let pong = self.ping(process);
            let heard = timeouts.listen(process, request.stop, |line| {
                self.hear_late(line, request.record.turn(), &mut said);
                (line.trim() == pong).then_some(())
            })?;
            said = if heard.is_none() { Some(Reply::Stopped) } else { said };
        }
        Ok(said)
    }

    fn hear_late(&mut self, line: &str, turn: Color, said: &mut Option<Reply>) {
        match line::read(line) {
            XboardLine::Resign => *said = Some(Reply::Resign),
            XboardLine::Result(outcome) if outcome.winner() == Some(!turn) => *said = Some(Reply::Resign),
            // It thinks that the game is over and plays no more, unless it gets the game anew.
            XboardLine::Result(_) => self.known = None,
            _ => {}
        }
    }

    /// Asks for a sign of life, and says which.
    fn ping(&mut self, process: &mut Process) -> String {
        self.pings += 1;
        process.say(&format!("ping {}", self.pings));
        format!("pong {}", self.pings)
    }

    /// An answer, if the line is one.
    fn understand(&mut self, line: &str, info: &mut SearchInfo) -> Option<Result<Heard, Failure>> {
        let line = line::read(line);
        match line {
            XboardLine::Move { form, text } if *self.form.get_or_insert(form) == form => {
                Some(Ok(Heard::Move(text.to_owned())))
            }
            XboardLine::Resign => Some(Ok(Heard::Resign)),
            XboardLine::Result(outcome) => Some(Ok(Heard::Claim(outcome))),
            XboardLine::Thought(thought) => {
                *info = thought;
                None
            }
            error_line => self.error_line(&error_line).map(Err),
        }
    }

    /// What the program has to say against what it was told.
    fn error_line(&self, line: &XboardLine) -> Option<Failure> {
        let (XboardLine::Illegal(about) | XboardLine::Error(about)) = *line else { return None };
        let command = about.split_ascii_whitespace().next().unwrap_or_default();
        if COMMANDS.contains(&command) {
            return Some(Failure::Start(format!("it does not understand '{about}'")));
        }
        let is_about_move = |text: &&String| about.is_empty() || about.contains(text.as_str());
        let illegal = self.told.iter().rev().find(is_about_move)?;
        matches!(line, XboardLine::Illegal(_)).then(|| Failure::FalseClaim(format!("an illegal move ({illegal})")))
    }

    /// The program's move, which now stands on its board.
    fn take_move(&mut self, record: &GameRecord, text: &str) -> Result<Reply, Failure> {
        let m = parse_move(record.position(), text).map_err(|_| Failure::IllegalMove(text.to_owned()));
        match (&m, &mut self.known) {
            (Ok(m), Some(known)) => known.moves.push(*m),
            _ => self.known = None,
        }
        m.map(Reply::Move)
    }
}

/// What counts as an answer.
enum Heard {
    Move(String),
    Resign,
    Claim(KnownOutcome),
}

/// The program's features, up to the last.
fn hear_features(process: &mut Process, spec: &EngineSpec) -> Result<Features, Failure> {
    let awaited = "answer 'protover 2' with its features (a program of version 1 needs protover=1)";
    process.say("protover 2");
    let until = Instant::now() + spec.startup;
    let mut features = Features::default();
    let mut heard = 0;
    while !features.is_done {
        let pause = if heard == 0 || features.asks_for_time { spec.startup } else { PAUSE };
        let left = until.saturating_duration_since(Instant::now()).min(pause);
        match await_word(process, left, |line| features.hear(line).then_some(())) {
            Ok(()) => heard += 1,
            Err(Failure::Stall(_)) if heard > 0 => break,
            Err(Failure::Stall(_)) => return Err(Failure::Stall(spec.startup).at_start(awaited)),
            Err(failure) => return Err(failure.at_start(awaited)),
        }
    }
    features.answers.iter().for_each(|answer| process.say(answer));
    Ok(features)
}

impl Session for Xboard {
    fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    fn offers(&self) -> &[Offer] {
        &self.features.offers
    }

    fn check_variant(&self, variant: Variant) -> Result<(), Failure> {
        if variant == Variant::Chess { Ok(()) } else { self.variant_name(variant.into()).map(|_| ()) }
    }

    fn start_game(
        &mut self,
        process: &mut Process,
        opening: &GameRecord,
        control: Option<&TimeControl>,
    ) -> Result<(), Failure> {
        while process.try_read()?.is_some() {}
        self.timing = Timing::new(&self.spec, control, self.features.nps)?;
        self.set_up(process, opening.start())?;
        self.synchronise(process)
    }

    fn ask(&mut self, process: &mut Process, request: &Request, info: &mut SearchInfo) -> Result<Reply, Failure> {
        let timeouts = AnswerTimeouts::new(&self.spec, request, "?");
        if let Some(said) = self.hear_out(process, request, &timeouts)? {
            return Ok(said);
        }
        self.follow(process, request)?;
        match timeouts.listen(process, request.stop, |line| self.understand(line, info))?.transpose()? {
            Some(Heard::Move(text)) => self.take_move(request.record, &text),
            Some(Heard::Resign) => Ok(Reply::Resign),
            Some(Heard::Claim(outcome)) => Ok(Reply::Claim(outcome)),
            None => {
                self.known = None;
                Ok(Reply::Stopped)
            }
        }
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

impl Features {
    /// A move as the program wants it.
    fn write_move(&self, before: &AnyPosition, m: Move) -> String {
        let is_shuffled = before.castles().mode() == CastlingMode::Chess960;
        if self.san || m.is_castle() && is_shuffled { san(before, m) } else { uci(before, m) }
    }

    fn move_command(&self, text: &str) -> String {
        if self.usermove { format!("usermove {text}") } else { text.to_owned() }
    }
}
