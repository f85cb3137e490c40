//! The Chess Engine Communication Protocol of XBoard and WinBoard, version 2 (and 1, for the programs that never say
//! `protover`), after Tim Mann's and H.G. Muller's specification.

mod clock;
mod edit;
mod features;
mod game;

use std::time::Instant;

use hetman_rules::Quote;
use hetman_rules::shakmaty::{CastlingMode, CastlingSide, Color, Move};
use hetman_search::{Decision, Info, Score};

use super::options::EngineOption;
use super::session::{SearchEvent, Session};
use super::{Flow, Protocol};
use clock::TimeControl;
use edit::Editor;

/// Speaks XBoard to the end; `xboard` itself has been read.
pub fn run(session: Session<'_>) {
    let mut xboard = Xboard {
        session,
        side: Some(Color::Black),
        activity: Activity::Idle,
        time: TimeControl::default(),
        shows_thoughts: false,
        is_analysing: false,
        expected: None,
        held: None,
        last_thought: None,
        last_score: None,
        pongs: Vec::new(),
        editor: None,
        castling: CastlingMode::Standard,
    };
    xboard.run();
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Idle,
    /// Our move, since then.
    Moving {
        since: Instant,
    },
    /// The opponent's move, of whom this one is expected.
    Pondering {
        expected: Move,
    },
    Analysing,
    /// Its result no longer matters.
    Abandoned,
}

struct Xboard<'a> {
    session: Session<'a>,
    /// The side the engine plays; none in force mode.
    side: Option<Color>,
    activity: Activity,
    time: TimeControl,
    shows_thoughts: bool,
    is_analysing: bool,
    /// The opponent's reply that our last search expected.
    expected: Option<Move>,
    /// The decision of a search that ended while the opponent was still to move.
    held: Option<Decision>,
    last_thought: Option<Info>,
    /// What our last move was worth to us.
    last_score: Option<Score>,
    /// Pings to be answered when we have moved.
    pongs: Vec<String>,
    editor: Option<Editor>,
    /// How the running search's moves are written.
    castling: CastlingMode,
}

/// What became of a command.
enum Answer {
    Done,
    Quit,
    /// The command exists but not with these arguments.
    Refused(String),
    Unknown,
}

impl<'a> Protocol<'a> for Xboard<'a> {
    fn session(&mut self) -> &mut Session<'a> {
        &mut self.session
    }

    fn on_line(&mut self, line: &str) -> Flow {
        let line = line.trim();
        if self.editor.is_some() && line != "quit" {
            self.edit(line);
            return Flow::Continue;
        }
        let (word, arguments) = line.split_once(' ').unwrap_or((line, ""));
        match self.on_command(word, arguments.trim()) {
            Answer::Done => (),
            Answer::Quit => return Flow::Quit,
            Answer::Refused(reason) => self.session.say(format!("Error ({reason}): {}", Quote::from(line))),
            Answer::Unknown => self.on_bare_move(line),
        }
        Flow::Continue
    }

    fn on_report(&mut self, report: SearchEvent) {
        match report {
            SearchEvent::Thought(info) => self.on_thought(info),
            SearchEvent::Decided(decision) => self.on_decision(decision),
            SearchEvent::Text(line) => self.session.say(line),
            SearchEvent::Remark(remark) => self.session.say(format!("# {remark}")),
            SearchEvent::Finished => (),
        }
    }

    fn on_end_of_input(&mut self) {
        self.settle();
    }
}

impl Xboard<'_> {
    fn on_command(&mut self, word: &str, arguments: &str) -> Answer {
        match word {
            "" | "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "computer" => (),
            "quit" => return Answer::Quit,
            "protover" => self.introduce(arguments),
            "ping" => self.ping(arguments),
            "new" => self.new_game(),
            "variant" => return self.choose_variant(arguments),
            "setboard" => self.set_board(arguments),
            "edit" => self.start_editing(),
            "white" => self.give_move_to(Color::White),
            "black" => self.give_move_to(Color::Black),
            "force" | "result" => self.force(),
            "go" => self.go(),
            "playother" => self.play_other(),
            "usermove" => self.user_move(arguments),
            "?" => self.move_now(),
            "undo" => return self.take_back(1),
            "remove" => return self.take_back(2),
            "draw" => self.consider_draw(),
            "hint" => self.hint(),
            "bk" => self.session.say(" Hetman plays without a book.\n"),
            "analyze" => self.start_analysis(),
            "exit" => self.leave_analysis(),
            "." => self.tell_progress(),
            "post" => self.shows_thoughts = true,
            "nopost" => self.shows_thoughts = false,
            "hard" => return self.set_option("Ponder", "true"),
            "easy" => self.play_easy(),
            "level" => return refused(self.time.set_level(arguments)),
            "st" => return refused(self.time.set_move_time(arguments)),
            "sd" => return refused(self.time.set_depth(arguments)),
            "time" => return refused(self.time.set_remaining(arguments)),
            "otim" => (),
            "memory" => return self.set_option("Hash", arguments),
            "cores" => return self.set_option("Threads", arguments),
            "egtpath" => return self.set_tablebase_path(arguments),
            "option" => return self.set_named_option(arguments),
            _ => return Answer::Unknown,
        }
        Answer::Done
    }

    fn on_thought(&mut self, info: Info) {
        if self.shows_thoughts && self.activity != Activity::Abandoned {
            let line = features::write_thought(&info, self.castling);
            self.session.say(line);
        }
        self.last_thought = Some(info);
    }

    /// What is thought about the opponent's move waits for it, and an analysis for the caller to have seen enough.
    fn on_decision(&mut self, decision: Decision) {
        match self.activity {
            Activity::Pondering { .. } => self.held = Some(decision),
            Activity::Analysing => (),
            Activity::Moving { since } => {
                self.activity = Activity::Idle;
                self.make_move(&decision, since);
            }
            Activity::Idle | Activity::Abandoned => self.activity = Activity::Idle,
        }
        self.answer_pings();
    }

    /// A ping is answered when everything before it is done; a move of ours counts, pondering does not.
    fn ping(&mut self, number: &str) {
        self.pongs.push(format!("pong {number}"));
        if !matches!(self.activity, Activity::Moving { .. }) {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for pong in std::mem::take(&mut self.pongs) {
            self.session.say(pong);
        }
    }

    /// Ends whatever is being thought about; nothing comes of it.
    fn abandon(&mut self) {
        if self.session.is_busy() {
            self.activity = Activity::Abandoned;
            self.settle();
        }
        self.activity = Activity::Idle;
        self.held = None;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Answer {
        match self.session.set_option(name, value) {
            Ok(_) => Answer::Done,
            Err(problem) => Answer::Refused(problem.to_string()),
        }
    }

    fn set_named_option(&mut self, arguments: &str) -> Answer {
        let (name, value) = arguments.split_once('=').unwrap_or((arguments, ""));
        let is_offered =
            |option: &&EngineOption| option.in_xboard && option.parameter.key.eq_ignore_ascii_case(name.trim());
        let option = self.session.offer().options().find(|option| is_offered(option));
        match option {
            Some(option) => self.set_option(option.parameter.key, value.trim()),
            None => Answer::Refused("there is no such option".to_owned()),
        }
    }

    fn set_tablebase_path(&mut self, arguments: &str) -> Answer {
        match arguments.split_once(' ') {
            Some((kind, path)) if kind.eq_ignore_ascii_case("syzygy") => self.set_option("SyzygyPath", path.trim()),
            _ => Answer::Refused("only egtpath syzygy PATH is known".to_owned()),
        }
    }
}

fn refused(result: Result<(), clock::BadTime>) -> Answer {
    match result {
        Ok(()) => Answer::Done,
        Err(problem) => Answer::Refused(problem.to_string()),
    }
}

/// Coordinates, but castling after Fischer is written as in a game score.
fn write_move(m: Move, castling: CastlingMode) -> String {
    match (m.castling_side(), castling) {
        (Some(CastlingSide::KingSide), CastlingMode::Chess960) => "O-O".to_owned(),
        (Some(CastlingSide::QueenSide), CastlingMode::Chess960) => "O-O-O".to_owned(),
        _ => m.to_uci(castling).to_string(),
    }
}
