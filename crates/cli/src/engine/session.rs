//! What both protocols share: the game, the options, and one search at a time.
//!
//! Everything happens in one thread that receives events: lines of input from a reader thread, reports from the
//! search's thread. A protocol is therefore plain sequential code without locks, and what it writes is never mixed.

use std::any::Any;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use hetman_arena::endgames::EndgameFolder;
use hetman_endgame::Syzygy;
use hetman_endgame::strategy::ProvedRules;
use hetman_eval::AnyEvaluator;
use hetman_rules::shakmaty::{CastlingMode, Position};
use hetman_rules::{AnyPosition, GameRecord, InvalidPositionError};
use hetman_search::{Control, Decision, Info, Limits, Oracle, Oracles, Searcher};

use super::files::{SessionError, is_memory_for, read_evaluator};
use super::guest::{Guest, Mind};
use super::offer::Offer;
use super::options::{OptionError, Options};

/// Deep recursion over copied positions wants more than a thread's usual two MiB.
const SEARCH_STACK_BYTES: usize = 64 << 20;

/// What happens to an engine.
pub enum Event {
    /// A line, and when it was read.
    Line(String, Instant),
    EndOfInput,
    SearchEvent(SearchEvent),
}

/// What the search's thread says.
pub enum SearchEvent {
    Thought(Info),
    Decided(Decision),
    /// A line that any command run in the background wants shown.
    Text(String),
    /// Something to know about the work, which a protocol marks as no answer.
    Remark(String),
    /// A command without a decision is done.
    Finished,
}

impl SearchEvent {
    /// Whether the work it tells of is done.
    pub fn is_last(&self) -> bool {
        matches!(self, SearchEvent::Decided(_) | SearchEvent::Finished)
    }
}

/// What travels from the other threads.
enum Message {
    Event(Event),
    /// The last report of a piece of work, together with the mind it had borrowed.
    Done(Mind, SearchEvent),
    Panicked(Box<dyn Any + Send>),
}

/// A piece of work for the thread that searches.
type Task = Box<dyn FnOnce() + Send>;

/// Says lines while a piece of work runs in the background.
pub struct Reporter {
    messages: Sender<Message>,
}

impl Reporter {
    pub fn text(&self, line: String) {
        self.send(SearchEvent::Text(line));
    }

    /// A session that is gone needs no reports.
    fn send(&self, report: SearchEvent) {
        let _ = self.messages.send(Message::Event(Event::SearchEvent(report)));
    }
}

/// An engine's state between and during searches.
pub struct Session<'a> {
    output: &'a mut dyn Write,
    messages: Receiver<Message>,
    sender: Sender<Message>,
    /// To the thread that searches, which is started first and therefore there when it is needed.
    tasks: Sender<Task>,
    /// Input that arrived while only reports were wanted.
    backlog: VecDeque<Event>,
    offer: Offer,
    options: Options,
    record: GameRecord,
    evaluator: Arc<AnyEvaluator>,
    tablebases: Option<Arc<Syzygy>>,
    endgames: Option<Arc<EndgameFolder>>,
    /// For endings without a table.
    rules: Arc<dyn Oracle>,
    /// Lent to the search's thread while it works.
    mind: Option<Mind>,
    control: Arc<Control<'static>>,
    /// When the event happened that is being seen to: clocks run since then, however long it lay in a queue.
    happened: Instant,
}

impl<'a> Session<'a> {
    /// Starts the two threads that a session needs: one that reads the input, which ends with the input or the process,
    /// and one that searches. A guest thinks in the engine's place.
    pub fn new(
        input: impl BufRead + Send + 'static,
        output: &'a mut dyn Write,
        offer: Offer,
        guest: Option<Guest>,
    ) -> io::Result<Session<'a>> {
        let (sender, messages) = mpsc::channel();
        let lines = sender.clone();
        thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &lines))?;
        let (tasks, inbox) = mpsc::channel::<Task>();
        let searching = thread::Builder::new().name("search".to_owned()).stack_size(SEARCH_STACK_BYTES);
        searching.spawn(move || inbox.into_iter().for_each(|task| task()))?;
        let options = Options { variant: offer.first_variant(), ..Options::default() };
        let evaluator = Arc::new(AnyEvaluator::shipped(options.variant));
        let mind = match guest {
            Some(guest) => Mind::Guest(Box::new(guest)),
            None => Mind::Engine(Box::new(Searcher::new(options.settings(), evaluator.clone()))),
        };
        let mut session = Session {
            output,
            messages,
            sender,
            tasks,
            backlog: VecDeque::new(),
            record: GameRecord::new(AnyPosition::start(options.variant)),
            offer,
            mind: Some(mind),
            evaluator,
            tablebases: None,
            endgames: endgames(&options),
            rules: Arc::new(ProvedRules::default()),
            control: Arc::default(),
            happened: Instant::now(),
            options,
        };
        session.tune();
        Ok(session)
    }

    /// Writes a whole line at once. A GUI that no longer listens has also stopped talking, and the end of the input
    /// ends the engine: nothing is to be done about an error here.
    pub fn say(&mut self, line: impl AsRef<str>) {
        let _ = self.output.write_all(format!("{}\n", line.as_ref()).as_bytes());
        let _ = self.output.flush();
    }

    /// The next thing that happens, in the order it happened.
    pub fn next_event(&mut self) -> Event {
        let event = self.backlog.pop_front().unwrap_or_else(|| self.receive());
        self.happened = if let Event::Line(_, read) = event { read } else { Instant::now() };
        event
    }

    pub fn happened(&self) -> Instant {
        self.happened
    }

    /// The next report of the work in progress; input waits.
    pub fn next_report(&mut self) -> SearchEvent {
        loop {
            match self.receive() {
                Event::SearchEvent(report) => return report,
                input => self.backlog.push_back(input),
            }
        }
    }

    fn receive(&mut self) -> Event {
        match self.messages.recv().expect("the session holds a sender itself") {
            Message::Event(event) => event,
            Message::Done(mind, report) => {
                self.mind = Some(mind);
                self.tune();
                Event::SearchEvent(report)
            }
            Message::Panicked(payload) => panic::resume_unwind(payload),
        }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    pub fn record_mut(&mut self) -> &mut GameRecord {
        &mut self.record
    }

    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// What positions are judged by; a player may have nothing that could be told.
    pub fn evaluator(&self) -> Option<Arc<AnyEvaluator>> {
        match self.offer.player() {
            None => Some(self.evaluator.clone()),
            Some(player) => player.evaluator(self.options.variant).ok().flatten().map(Arc::new),
        }
    }

    /// Sets an option and puts it into effect; at once, or when the running search is done. On success there may be
    /// something to tell.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, SessionError> {
        if !self.offer.has(name) {
            return Err(OptionError::Unknown(name.into()).into());
        }
        let mut options = self.options.clone();
        options.set(name, value)?;
        if !self.offer.variants().contains(&options.variant) {
            let (player, played) = (self.offer.name(), self.offer.variants().to_vec());
            return Err(SessionError::NotPlayed { player, variant: options.variant, played });
        }
        if options.hash_mib > self.options.hash_mib && !is_memory_for(options.hash_mib) {
            return Err(SessionError::NoMemory { mib: options.hash_mib });
        }
        let before = std::mem::replace(&mut self.options, options);
        self.put_into_effect(&before)
    }

    fn put_into_effect(&mut self, before: &Options) -> Result<Option<String>, SessionError> {
        let is_other_game = self.options.variant != before.variant;
        if is_other_game || self.options.chess960 != before.chess960 {
            self.set_up_start();
        }
        self.options.clear_hash |= is_other_game;
        let is_weakened = |options: &Options| options.settings().elo.is_some();
        let is_judged_otherwise =
            self.options.eval_file != before.eval_file || is_weakened(&self.options) != is_weakened(before);
        let evaluator = match is_other_game || is_judged_otherwise {
            true => self.load_evaluator(),
            false => Ok(()),
        };
        let tablebases = match is_other_game || self.options.syzygy_path != before.syzygy_path {
            true => self.open_tablebases(),
            false => Ok(None),
        };
        if (self.options.endgame_tables, &self.options.endgame_path) != (before.endgame_tables, &before.endgame_path) {
            self.endgames = endgames(&self.options);
        }
        self.tune();
        evaluator.and(tablebases)
    }

    /// The evaluation that the options name, or else the one that is built in.
    fn load_evaluator(&mut self) -> Result<(), SessionError> {
        let (variant, file) = (self.options.variant, &self.options.eval_file);
        let usual = || self.options.settings().evaluator(variant);
        let (evaluator, result) = match read_evaluator(file, variant) {
            Ok(Some(evaluator)) => (evaluator, Ok(())),
            Ok(None) => (usual(), Ok(())),
            Err(problem) => (usual(), Err(problem)),
        };
        self.evaluator = Arc::new(evaluator);
        result
    }

    fn open_tablebases(&mut self) -> Result<Option<String>, SessionError> {
        self.tablebases = None;
        if self.options.syzygy_path.is_empty() {
            return Ok(None);
        }
        let tablebases = Syzygy::open(&self.options.syzygy_path, self.options.variant)?;
        let found = format!("found {} tablebase files of {}", tablebases.files(), self.options.variant);
        self.tablebases = Some(Arc::new(tablebases));
        Ok(Some(found))
    }

    /// Forgets what earlier games taught, now or when the running search is done.
    pub fn forget(&mut self) {
        self.options.clear_hash = true;
        self.options.seed = crate::seed_from_clock();
        self.tune();
    }

    fn tune(&mut self) {
        let searcher = match &mut self.mind {
            None => return,
            Some(Mind::Engine(searcher)) => searcher,
            Some(Mind::Guest(guest)) => {
                if std::mem::take(&mut self.options.clear_hash) {
                    guest.start_game(self.options.seed);
                }
                return;
            }
        };
        let settings = self.options.settings();
        if *searcher.settings() != settings {
            searcher.configure(settings);
        }
        if !Arc::ptr_eq(searcher.evaluator(), &self.evaluator) {
            searcher.set_evaluator(self.evaluator.clone());
        }
        let endgames = self.endgames.clone().map(|tables| tables as Arc<dyn Oracle>);
        let tablebases = self.tablebases.clone().map(|tables| tables as Arc<dyn Oracle>);
        let rules = self.options.endgame_rules.then(|| self.rules.clone());
        searcher.set_oracle(Oracles::of(endgames.into_iter().chain(tablebases).chain(rules).collect()));
        if std::mem::take(&mut self.options.clear_hash) {
            searcher.clear();
        }
    }

    /// The position from which a game of the chosen variant starts, castling as the options say.
    pub fn set_up_start(&mut self) {
        self.set_up(AnyPosition::start(self.options.variant)).expect("a start position is legal");
    }

    /// Reads a FEN of the chosen variant; on a problem the old position stands.
    pub fn set_up_fen(&mut self, fen: &str) -> Result<(), InvalidPositionError> {
        self.set_up(AnyPosition::from_fen(self.options.variant, fen)?)
    }

    /// Starts a new record at the position.
    pub fn set_up(&mut self, position: AnyPosition) -> Result<(), InvalidPositionError> {
        let position = match self.options.chess960 {
            true => position.with_castling(CastlingMode::Chess960)?,
            false => position,
        };
        self.record = GameRecord::new(position);
        Ok(())
    }

    /// How castling is written in the present game.
    pub fn castling(&self) -> CastlingMode {
        self.record.position().castles().mode()
    }

    pub fn is_busy(&self) -> bool {
        self.mind.is_none()
    }

    /// Searches a game's last position in the background. Nothing else may be running.
    pub fn search(&mut self, record: GameRecord, limits: Limits) {
        self.control = Arc::new(Control::since(self.happened, &limits));
        let endgames = self.endgames.clone().filter(|_| !has_clock(&limits));
        self.work(move |mind, control, reporter| {
            endgames.inspect(|tables| tables.prepare(record.position()));
            SearchEvent::Decided(mind.think(&record, &limits, control, &mut |report| reporter.send(report)))
        });
    }

    /// Runs another long command in the background. Nothing else may be running.
    pub fn run(&mut self, command: impl FnOnce(&Control, &Reporter) + Send + 'static) {
        self.control = Arc::default();
        self.work(move |_, control, reporter| {
            command(control, reporter);
            SearchEvent::Finished
        });
    }

    fn work(&mut self, work: impl FnOnce(&mut Mind, &Control, &Reporter) -> SearchEvent + Send + 'static) {
        let mut mind = self.mind.take().expect("one search at a time");
        let control = self.control.clone();
        let reporter = Reporter { messages: self.sender.clone() };
        let task = move || {
            let report = panic::catch_unwind(AssertUnwindSafe(|| work(&mut mind, &control, &reporter)));
            let _ = reporter.messages.send(match report {
                Ok(report) => Message::Done(mind, report),
                Err(payload) => Message::Panicked(payload),
            });
        };
        self.tasks.send(Box::new(task)).expect("the thread lives as long as the session, and survives panics");
    }

    /// Tells the work in progress to end.
    pub fn stop(&self) {
        self.control.stop();
    }

    pub fn ponder_hit(&self) {
        self.control.ponder_hit(self.happened);
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whether anybody waits for the answer at a given time, or with the hand on a switch.
fn has_clock(limits: &Limits) -> bool {
    limits.clock.is_some() || limits.move_time.is_some() || (limits.depth.is_none() && limits.nodes.is_none())
}

/// Tables are read when a position of their ending comes up.
fn endgames(options: &Options) -> Option<Arc<EndgameFolder>> {
    options.endgame_tables.then(|| Arc::new(EndgameFolder::new(&options.endgame_path)))
}

/// Bytes that are not UTF-8 are no reason to stop listening.
fn read_lines(mut input: impl BufRead, messages: &Sender<Message>) {
    let mut bytes = Vec::new();
    while matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if messages.send(Message::Event(Event::Line(line, Instant::now()))).is_err() {
            return;
        }
        bytes.clear();
    }
    let _ = messages.send(Message::Event(Event::EndOfInput));
}
