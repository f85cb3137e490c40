//! The Universal Chess Interface from the GUI's side.
//!
//! Source: the protocol's description by Huber and Meyer-Kahlen (2006); `UCI_Variant` as Fairy-Stockfish and lichess
//! use it. Every `go` is answered by one `bestmove`, and no question is left before that has come. Each question is
//! sent behind an `isready`, in one go: what the program says before its `readyok` is old, so that even the second
//! answer of a program that answers twice is not taken for the next one.

mod info;
mod offers;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::time::Duration;

use hetman_rules::shakmaty::{ByColor, CastlingMode, Color, Move, Position};
use hetman_rules::{AnyPosition, Clock, GameRecord, Ruleset, TimeControl, Variant, parse_move, uci};

use crate::analysis::{Analysis, AnalysisLine};
use crate::options::{self, Offer, OptionKind};
use crate::process::Process;
use crate::session::{AnswerTimeouts, Known, Reply, Request, SearchInfo, Session, await_word};
use crate::{EngineSpec, Failure, Limits, MoveTimePolicy};

/// Good manners where nobody says otherwise: no thinking on the opponent's time, no book of its own, one thread.
const MANNERS: [(&str, &str); 3] = [("Ponder", "false"), ("OwnBook", "false"), ("Threads", "1")];

pub struct Uci {
    spec: EngineSpec,
    name: Option<String>,
    offers: Vec<Offer>,
    /// How the program was told to play last.
    ruleset: Ruleset,
    position: PositionText,
}

impl Uci {
    /// Says hello, and sets the options.
    pub fn handshake(process: &mut Process, spec: &EngineSpec) -> Result<Uci, Failure> {
        let mut uci = Uci {
            spec: spec.clone(),
            name: None,
            offers: Vec::new(),
            ruleset: Ruleset::default(),
            position: PositionText::default(),
        };
        process.say("uci");
        let hello = await_word(process, spec.startup, |line| uci.hear_hello(line));
        hello.map_err(|failure| failure.at_start("answer 'uci' with 'uciok'"))?;
        uci.set_options(process)?;
        uci.synchronise(process).map_err(|failure| failure.at_start("answer 'isready' with 'readyok'"))?;
        Ok(uci)
    }

    fn hear_hello(&mut self, line: &str) -> Option<()> {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        self.offers.extend(offers::read(line));
        (line == "uciok").then_some(())
    }

    fn set_options(&self, process: &mut Process) -> Result<(), Failure> {
        for (name, value) in MANNERS {
            let is_wished = self.spec.options.iter().any(|(wished, _)| wished.eq_ignore_ascii_case(name));
            let is_so = |offer: &&Offer| offer.default.as_deref() != Some(value);
            if let Some(offer) = options::find(&self.offers, name).filter(|_| !is_wished).filter(is_so) {
                process.say(&offers::setting(offer, value));
            }
        }
        for (name, value) in &self.spec.options {
            process.say(&offers::setting(options::check(&self.offers, name, value)?, value));
        }
        Ok(())
    }

    fn synchronise(&self, process: &mut Process) -> Result<(), Failure> {
        process.say("isready");
        await_word(process, self.spec.startup, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Tells the program which game is played, where that has changed.
    fn choose_ruleset(&mut self, process: &mut Process, start: &AnyPosition) -> Result<(), Failure> {
        let wanted = Ruleset { variant: start.variant(), castling: start.castles().mode() };
        if wanted.variant != self.ruleset.variant {
            let name = self.variant_name(wanted.variant)?;
            process.say(&format!("setoption name UCI_Variant value {name}"));
        }
        if wanted.castling != self.ruleset.castling {
            let is_on = wanted.castling == CastlingMode::Chess960;
            options::find(&self.offers, "UCI_Chess960")
                .ok_or_else(|| Failure::Start("it does not play chess960: it has no option UCI_Chess960".to_owned()))?;
            process.say(&format!("setoption name UCI_Chess960 value {is_on}"));
        }
        self.ruleset = wanted;
        Ok(())
    }

    /// Lets the program look at a position, with as many lines as it can tell.
    pub fn begin_analysis(&mut self, process: &mut Process, analysis: &Analysis) -> Result<(), Failure> {
        if let Some((offer, OptionKind::Spin { most, .. })) =
            options::find(&self.offers, "MultiPV").map(|offer| (offer, &offer.kind))
        {
            process.say(&offers::setting(offer, &i64::from(analysis.lines).min(*most).to_string()));
        }
        if let Some(offer) = options::find(&self.offers, "UCI_AnalyseMode") {
            process.say(&offers::setting(offer, "true"));
        }
        self.start_game(process, analysis.record, None)?;
        process.say(self.position.of(analysis.record));
        process.say(&analysis.depth.map_or("go infinite".to_owned(), |depth| format!("go depth {depth}")));
        Ok(())
    }

    /// The line of moves that the program tells, if it does.
    pub fn read_line(text: &str, position: &AnyPosition) -> Option<AnalysisLine> {
        let mut words = text.split_ascii_whitespace();
        if words.next() == Some("info") { info::read(words).line(position) } else { None }
    }

    /// The variant as the program spells it.
    fn variant_name(&self, variant: Variant) -> Result<String, Failure> {
        let choices = offers::variants(&self.offers);
        if choices.is_empty() && variant == Variant::Chess {
            return Ok(variant.uci_name().to_owned());
        }
        crate::spec::spelling(&choices, variant.into()).map(str::to_owned).ok_or_else(|| {
            let offered = if choices.is_empty() { "chess only".to_owned() } else { choices.join(", ") };
            Failure::Start(format!("it does not play {variant}: it offers {offered}"))
        })
    }
}

impl Session for Uci {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn offers(&self) -> &[Offer] {
        &self.offers
    }

    fn check_variant(&self, variant: Variant) -> Result<(), Failure> {
        self.variant_name(variant).map(|_| ())
    }

    fn start_game(
        &mut self,
        process: &mut Process,
        opening: &GameRecord,
        _: Option<&TimeControl>,
    ) -> Result<(), Failure> {
        self.choose_ruleset(process, opening.start())?;
        process.say("ucinewgame");
        self.synchronise(process)
    }

    fn ask(&mut self, process: &mut Process, request: &Request, info: &mut SearchInfo) -> Result<Reply, Failure> {
        process.say("isready");
        process.say(self.position.of(request.record));
        process.say(&go(&self.spec, request.clocks.as_ref()));
        let timeouts = AnswerTimeouts::new(&self.spec, request, "stop");
        let mut is_ready = false;
        let best = timeouts.listen(process, request.stop, |line| {
            let answer = if is_ready { best_move(line, info) } else { None };
            is_ready |= line.trim() == "readyok";
            answer
        })?;
        best.map_or(Ok(Reply::Stopped), |best| read_move(request.record, &best).map(Reply::Move))
    }
}

/// The move of a `bestmove` line; other lines add to the info.
fn best_move(line: &str, info: &mut SearchInfo) -> Option<String> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
        Some("info") => {
            info::read(words).add_to(info);
            None
        }
        _ => None,
    }
}

fn read_move(record: &GameRecord, text: &str) -> Result<Move, Failure> {
    if matches!(text, "" | "(none)" | "0000" | "NULL") {
        return Err(Failure::NoMove);
    }
    parse_move(record.position(), text).map_err(|_| Failure::IllegalMove(text.to_owned()))
}

/// The command that begins a search: every limit there is, at once.
fn go(spec: &EngineSpec, clocks: Option<&ByColor<Clock>>) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: u128| write!(text, " {word} {number}").expect("text can be written");
    if let Some(clocks) = clocks {
        add("wtime", milliseconds(clocks.white.remaining));
        add("btime", milliseconds(clocks.black.remaining));
        add("winc", clocks.white.increment.as_millis());
        add("binc", clocks.black.increment.as_millis());
        let moves_to_go = Color::ALL.into_iter().find_map(|color| clocks.get(color).moves_to_go);
        moves_to_go.into_iter().for_each(|moves| add("movestogo", moves.into()));
    }
    let Limits { depth, nodes, move_time } = spec.limits;
    depth.into_iter().for_each(|depth| add("depth", depth.into()));
    nodes.into_iter().for_each(|nodes| add("nodes", nodes.into()));
    let default = (spec.limits.is_none() && clocks.is_none()).then_some(Limits::MOVE_TIME);
    match (move_time.or(default), spec.hold()) {
        (Some(_), MoveTimePolicy::Clock(clock)) if clocks.is_none() => {
            add("wtime", milliseconds(clock));
            add("btime", milliseconds(clock));
        }
        (Some(time), _) => add("movetime", milliseconds(time)),
        (None, _) => {}
    }
    text
}

/// A clock that stands at nothing means to some engines that there is none.
fn milliseconds(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// The `position` command, which grows with the game.
#[derive(Default)]
struct PositionText {
    text: String,
    known: Option<Known>,
}

impl PositionText {
    fn of(&mut self, record: &GameRecord) -> &str {
        if !self.known.as_ref().is_some_and(|known| known.is_before(record)) {
            self.begin(record.start());
        }
        let known = self.known.as_mut().expect("the game was begun");
        let mut separator = if known.moves.is_empty() { " moves " } else { " " };
        for (before, m) in known.advance(record) {
            self.text.push_str(separator);
            self.text.push_str(&uci(before, m));
            separator = " ";
        }
        &self.text
    }

    fn begin(&mut self, start: &AnyPosition) {
        self.text = match *start == AnyPosition::start(start.variant()) {
            true => "position startpos".to_owned(),
            false => format!("position fen {}", start.fen()),
        };
        self.known = Some(Known::new(start));
    }
}
