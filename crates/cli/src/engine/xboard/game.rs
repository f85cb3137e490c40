//! Playing a game over XBoard: whose move it is, what is thought about, and when the game is over.

use std::time::Instant;

use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::{CastlingMode, Color, EnPassantMode, Move, Position};
use hetman_rules::{AnyPosition, DrawRules, Ending, MoveError, Quote, Ruleset, parse_move};
use hetman_search::{Decision, Limits, Score};

use super::edit::Editor;
use super::{Activity, Answer, Xboard, write_move};

impl Xboard<'_> {
    pub fn new_game(&mut self) {
        self.abandon();
        self.is_analysing = false;
        self.side = Some(Color::Black);
        self.play_variant(Ruleset::from(self.session.offer().first_variant()));
        self.session.forget();
        self.time.start_game();
        self.forget_thoughts();
    }

    fn forget_thoughts(&mut self) {
        self.expected = None;
        self.last_thought = None;
        self.last_score = None;
    }

    pub fn choose_variant(&mut self, name: &str) -> Answer {
        let Ok(ruleset) = name.parse::<Ruleset>() else {
            return Answer::Refused("unsupported variant".to_owned());
        };
        if !self.session.offer().variants().contains(&ruleset.variant) {
            return Answer::Refused(format!("{} is not played here", ruleset.variant));
        }
        self.abandon();
        self.play_variant(ruleset);
        self.on_new_position();
        Answer::Done
    }

    fn play_variant(&mut self, ruleset: Ruleset) {
        let is_chess960 = ruleset.castling == CastlingMode::Chess960;
        // A tablebase that the other game has not got is no reason not to play it.
        let _ = self.session.set_option("UCI_Variant", ruleset.variant.uci_name());
        let _ = self.session.set_option("UCI_Chess960", if is_chess960 { "true" } else { "false" });
        self.session.set_up_start();
    }

    pub fn set_board(&mut self, fen: &str) {
        self.abandon();
        if let Err(problem) = self.session.set_up_fen(fen) {
            self.session.say(format!("tellusererror Illegal position: {problem}"));
        }
        self.on_new_position();
    }

    pub fn start_editing(&mut self) {
        self.abandon();
        self.editor = Some(Editor::new(self.session.record().position()));
    }

    /// A line of edit mode.
    pub fn edit(&mut self, line: &str) {
        let Some(mut editor) = self.editor.take() else { return };
        if line != "." {
            if !editor.edit(line) {
                self.session.say(format!("Error (unknown command in edit mode): {}", Quote::from(line)));
            }
            self.editor = Some(editor);
            return;
        }
        let edited = editor.finish(self.session.record().position());
        self.set_up(edited);
    }

    /// `white` and `black`: this side moves next, the engine has the other.
    pub fn give_move_to(&mut self, color: Color) {
        self.abandon();
        let position = self.session.record().position();
        if position.turn() != color {
            let mut setup = position.to_setup(EnPassantMode::Always);
            setup.swap_turn();
            self.set_up(AnyPosition::from_setup(position.variant(), setup, position.castles().mode()));
        }
        self.side = Some(!color);
    }

    fn set_up(&mut self, position: Result<AnyPosition, hetman_rules::InvalidPositionError>) {
        if let Err(problem) = position.and_then(|position| self.session.set_up(position)) {
            self.session.say(format!("tellusererror Illegal position: {problem}"));
        }
        self.on_new_position();
    }

    /// The board changed by other means than a move.
    fn on_new_position(&mut self) {
        self.forget_thoughts();
        self.analyse_if_asked();
    }

    pub fn force(&mut self) {
        self.abandon();
        self.side = None;
    }

    pub fn go(&mut self) {
        self.abandon();
        self.is_analysing = false;
        self.side = Some(self.session.record().turn());
        self.think();
    }

    pub fn play_other(&mut self) {
        self.abandon();
        self.is_analysing = false;
        self.side = Some(!self.session.record().turn());
    }

    /// Thinks about our move, unless the game is over beyond dispute.
    fn think(&mut self) {
        if let Some(ending) = self.session.record().ending(&DrawRules::FIDE) {
            return self.claim(ending);
        }
        self.activity = Activity::Moving { since: self.session.happened() };
        self.search(self.session.record().clone(), self.time.limits(self.moves_made()));
    }

    fn search(&mut self, record: hetman_rules::GameRecord, limits: Limits) {
        self.castling = self.session.castling();
        self.last_thought = None;
        self.session.search(record, limits);
    }

    /// Our moves in the record, when it is our turn.
    fn moves_made(&self) -> usize {
        self.session.record().plies() / 2
    }

    pub fn make_move(&mut self, decision: &Decision, since: Instant) {
        // The game is not over: somebody who has no move gives it up.
        let Some(best) = decision.best else { return self.session.say("resign") };
        let written = write_move(best, self.castling);
        self.time.spend(since.elapsed(), self.moves_made() + 1);
        self.session.record_mut().play(best).expect("the search chooses a legal move");
        self.session.say(format!("move {written}"));
        self.last_score = decision.score;
        self.expected = decision.ponder;
        match self.session.record().ending(&DrawRules::CLAIMED) {
            Some(ending) => self.claim(ending),
            None => self.ponder(),
        }
    }

    fn claim(&mut self, ending: Ending) {
        let reason = ending.describe(self.session.record().variant());
        self.session.say(format!("{ending} {{{reason}}}"));
    }

    /// Thinks on the opponent's time about the reply we expect.
    fn ponder(&mut self) {
        let Some(expected) = self.expected.filter(|_| self.session.options().ponder) else { return };
        let mut record = self.session.record().clone();
        if record.play(expected).is_err() || record.ending(&DrawRules::CLAIMED).is_some() {
            return;
        }
        self.activity = Activity::Pondering { expected };
        let limits = Limits { ponder: true, ..self.time.limits(record.plies() / 2) };
        self.search(record, limits);
    }

    pub fn play_easy(&mut self) {
        let _ = self.session.set_option("Ponder", "false");
        if matches!(self.activity, Activity::Pondering { .. }) {
            self.abandon();
        }
    }

    pub fn on_bare_move(&mut self, text: &str) {
        match self.parse_move(text) {
            Err(MoveError::NotAMove { .. }) => {
                self.session.say(format!("Error (unknown command): {}", Quote::from(text)))
            }
            _ => self.user_move(text),
        }
    }

    /// Coordinates first: `b2c3` must not be taken for a bishop's move.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let position = self.session.record().position();
        let coordinates = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
        coordinates.map_or_else(|| parse_move(position, text), Ok)
    }

    pub fn user_move(&mut self, text: &str) {
        if matches!(self.activity, Activity::Moving { .. }) {
            return self.session.say(format!("Illegal move (it is not your turn): {}", Quote::from(text)));
        }
        let Ok(m) = self.parse_move(text) else {
            return self.session.say(format!("Illegal move: {}", Quote::from(text)));
        };
        let is_hit = self.activity == Activity::Pondering { expected: m };
        if !is_hit {
            self.abandon();
        }
        self.session.record_mut().play(m).expect("the move was found among the legal ones");
        if is_hit {
            self.activity = Activity::Moving { since: self.session.happened() };
            match self.held.take() {
                Some(decision) => self.on_decision(decision),
                None => self.session.ponder_hit(),
            }
        } else if self.is_analysing {
            self.analyse_if_asked();
        } else if self.side == Some(self.session.record().turn()) {
            self.reply();
        }
    }

    fn reply(&mut self) {
        match self.session.record().ending(&DrawRules::CLAIMED) {
            Some(ending) => self.claim(ending),
            None => self.think(),
        }
    }

    pub fn move_now(&mut self) {
        if matches!(self.activity, Activity::Moving { .. }) {
            super::Protocol::settle(self);
        }
    }

    pub fn take_back(&mut self, plies: usize) -> Answer {
        if self.session.record().plies() < plies {
            return Answer::Refused("there is no move to take back".to_owned());
        }
        self.abandon();
        for _ in 0..plies {
            self.session.record_mut().undo();
        }
        self.on_new_position();
        Answer::Done
    }

    /// Agrees when our last move left us no better than equal.
    pub fn consider_draw(&mut self) {
        let is_welcome = match self.last_score {
            Some(Score::Centipawns(centipawns)) => centipawns <= 0,
            Some(Score::Mate(moves)) => moves < 0,
            None => false,
        };
        if is_welcome {
            self.session.say("offer draw");
        }
    }

    pub fn start_analysis(&mut self) {
        self.abandon();
        self.side = None;
        self.is_analysing = true;
        self.analyse_if_asked();
    }

    pub fn leave_analysis(&mut self) {
        self.abandon();
        self.is_analysing = false;
    }

    fn analyse_if_asked(&mut self) {
        let is_over = self.session.record().position().is_game_over();
        if self.is_analysing && !is_over && !self.session.is_busy() {
            self.activity = Activity::Analysing;
            self.search(self.session.record().clone(), Limits { infinite: true, ..Limits::default() });
        }
    }
}
