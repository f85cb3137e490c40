//! One user, one opponent, one board: the conversation of `hetman play`.

use std::io::{self, BufRead, Write};

use hetman_arena::referee::{self, Ruling};
use hetman_arena::{Answer, Control, Finish, Player, PlayerError, PlayerSpec, Question};
use hetman_rules::pgn::Game;
use hetman_rules::shakmaty::{Color, Move, Outcome, Position};
use hetman_rules::{DrawRules, Ending, GameRecord, Reason, Variant, parse_move, san};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::StartChoice;
use super::archive;
use super::board::{self, Style};
use super::command::{Command, HELP};
use super::mind::{Mind, Thought};
use super::opponent::Opponent;

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

/// The state of the conversation.
pub struct Table<W> {
    start: StartChoice,
    opponent: Opponent,
    user: Color,
    bottom: Color,
    style: Style,
    /// Lines that come from no keyboard are repeated, so that the output reads like a conversation.
    echoes: bool,
    rng: ChaCha8Rng,
    game: Game,
    mind: Mind,
    /// The opponent, once it has been asked for a move of this variant.
    seated: Option<(Variant, Box<dyn Player>)>,
    output: W,
}

impl<W: Write> Table<W> {
    pub fn new(
        start: StartChoice,
        opponent: Opponent,
        user: Color,
        style: Style,
        mut rng: ChaCha8Rng,
        output: W,
    ) -> Table<W> {
        let game = Game::new(GameRecord::new(start.position(&mut rng)));
        let mind = Mind::new(game.record.variant());
        Table { start, opponent, user, bottom: user, style, echoes: false, rng, game, mind, seated: None, output }
    }

    pub fn set_echo(&mut self, echoes: bool) {
        self.echoes = echoes;
    }

    /// Talks until the user quits or the input ends.
    pub fn run(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        self.handshake()?;
        loop {
            self.let_opponent_move()?;
            write!(self.output, "{:?}> ", self.record().turn())?;
            self.output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(self.output)?;
                return self.part();
            }
            let line = String::from_utf8_lossy(&line);
            if self.echoes {
                self.say(line.trim_end())?;
            }
            if self.obey(&Command::parse(&line))? == Flow::Over {
                return self.part();
            }
        }
    }

    fn record(&self) -> &GameRecord {
        &self.game.record
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn handshake(&mut self) -> io::Result<()> {
        let game = self.record().variant();
        let who = match self.opponent {
            Opponent::Human => "both sides are yours".to_owned(),
            _ => format!("you have {:?} against {}", self.user, self.opponent.name()),
        };
        self.say(&format!("A game of {game}: {who}. Type a move, or 'help'."))?;
        self.show_board()
    }

    fn part(&mut self) -> io::Result<()> {
        self.say("Goodbye.")
    }

    fn show_board(&mut self) -> io::Result<()> {
        let drawn = board::draw(self.record().position(), self.record().last_move(), self.bottom, self.style);
        self.say(&drawn)?;
        self.announce()
    }

    /// Shows the board unless the opponent answers at once and shows it then.
    fn show_board_before_user(&mut self) -> io::Result<()> {
        if self.is_users_turn() || self.ending().is_some() { self.show_board() } else { Ok(()) }
    }

    /// Says how the game ended or, to the user, that it could be ended.
    fn announce(&mut self) -> io::Result<()> {
        let variant = self.record().variant();
        if let Some(ending) = self.ending() {
            return self.say(&format!("{} ({ending}).", ending.describe(variant)));
        }
        if self.record().position().is_check() {
            self.say("Check!")?;
        }
        match self.record().ending(&DrawRules::CLAIMED) {
            Some(claim) if self.is_users_turn() => {
                self.say(&format!("You may claim it with 'draw': {}.", claim.describe(variant)))
            }
            _ => Ok(()),
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.record().ending(&DrawRules::FIDE)
    }

    fn is_users_turn(&self) -> bool {
        self.opponent == Opponent::Human || self.record().turn() == self.user
    }

    fn obey(&mut self, command: &Command) -> io::Result<Flow> {
        match command {
            Command::Quit => return Ok(Flow::Over),
            Command::Nothing => {}
            Command::Help => self.say(HELP)?,
            Command::Board => self.show_board()?,
            Command::Moves => self.list_moves()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Flip => {
                self.bottom = !self.bottom;
                self.show_board()?;
            }
            Command::Fen => self.say(&self.record().position().fen())?,
            Command::Pgn => {
                let game = self.finished_game();
                write!(self.output, "{game}")?;
            }
            Command::Save(file) => self.save(file)?,
            Command::Load(words) => self.load(words)?,
            Command::New => self.start_again()?,
            Command::Resign => self.resign()?,
            Command::Draw => self.draw()?,
            Command::Hint => self.hint()?,
            Command::Go => self.go()?,
            Command::Eval => self.evaluate()?,
            Command::Move(text) => self.move_by_user(text)?,
        }
        Ok(Flow::On)
    }

    /// What only makes sense while the game goes on. Says so when it is over.
    fn is_game_on(&mut self) -> io::Result<bool> {
        let Some(ending) = self.ending() else {
            return Ok(true);
        };
        let words = ending.describe(self.record().variant());
        self.say(&format!("The game is over: {words}. 'new' starts another, 'undo' takes a move back."))?;
        Ok(false)
    }

    fn move_by_user(&mut self, text: &str) -> io::Result<()> {
        if !self.is_game_on()? {
            return Ok(());
        }
        match parse_move(self.record().position(), text) {
            Ok(m) => {
                self.play(m, None);
                self.show_board_before_user()
            }
            Err(problem) => self.say(&format!("Sorry, {problem}. ('help' lists the commands)")),
        }
    }

    fn play(&mut self, m: Move, thought: Option<&Thought>) {
        let plies = self.record().plies();
        self.game.comments.truncate(plies + 1);
        self.game.record.play(m).expect("moves are checked before they are played");
        if let Some(thought) = thought {
            self.game.add_comment(plies + 1, &thought.comment());
        }
    }

    fn let_opponent_move(&mut self) -> io::Result<()> {
        if self.is_users_turn() || self.ending().is_some() {
            return Ok(());
        }
        match self.opponent.clone() {
            Opponent::Human => Ok(()),
            Opponent::Player(word) => self.move_by(&word),
            Opponent::OwnSearch(_) => self.move_by_hetman(),
        }
    }

    /// A player without words moves. A net that has gone, one that plays another game than a loaded one, or a program
    /// that misbehaves cannot.
    fn move_by(&mut self, word: &PlayerSpec) -> io::Result<()> {
        let answer = match self.answer_of(word) {
            Ok(answer) => answer,
            Err(problem) => return self.say(&format!("No move: {problem}.")),
        };
        let (name, turn) = (self.opponent.name(), self.record().turn());
        match referee::rule(self.record(), &answer.reply, None) {
            Ruling::Play(m) => {
                self.say(&format!("{name} plays {}.", san(self.record().position(), m)))?;
                self.play(m, None);
                self.show_board()
            }
            Ruling::Over(Finish::Rules(ending)) => self.end(ending),
            Ruling::Over(Finish::Fault { fault, .. }) => {
                self.say(&format!("{name} {fault}."))?;
                self.end(Ending::win(!turn, Reason::Forfeit))
            }
            Ruling::Over(_) => self.say(&format!("No move: {name} was stopped.")),
        }
    }

    /// Asks the player, who keeps its seat as long as the same game is played.
    fn answer_of(&mut self, word: &PlayerSpec) -> Result<Answer, PlayerError> {
        let variant = self.record().variant();
        let mut player = match self.seated.take() {
            Some((of, player)) if of == variant => player,
            _ => word.build(variant, self.rng.random())?,
        };
        let record = &self.game.record;
        let (generator, control) = (&mut self.rng, &Control::default());
        let question = Question { record, clocks: None, allowed: None, generator, control };
        let answer = player.choose(question);
        self.seated = Some((variant, player));
        Ok(answer)
    }

    /// Hetman moves, or claims a draw it is content with.
    fn move_by_hetman(&mut self) -> io::Result<()> {
        let thought = self.think()?;
        let claim = self.record().ending(&DrawRules::CLAIMED).filter(|_| thought.centipawns() <= 0);
        if let Some(claim) = claim {
            self.say("Hetman claims a draw.")?;
            return self.end(claim);
        }
        let m = thought.best.expect("a search finds a move while the game is not over");
        let position = self.record().position();
        let words = thought.describe(position.turn());
        let line = format!("Hetman plays {} ({words}).", san(position, m));
        self.say(&line)?;
        self.play(m, Some(&thought));
        self.show_board()
    }

    fn think(&mut self) -> io::Result<Thought> {
        self.output.flush()?;
        let limits = self.opponent.thinking_limits();
        Ok(self.mind.think(&self.game.record, &limits))
    }

    fn end(&mut self, ending: Ending) -> io::Result<()> {
        self.game.record.declare(ending);
        self.announce()
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.record().position();
        let mut moves: Vec<String> = position.legal_moves().iter().map(|&m| san(position, m)).collect();
        moves.sort_unstable();
        let list = if moves.is_empty() { "There is no legal move.".to_owned() } else { moves.join(" ") };
        self.say(&list)
    }

    /// Back to the position in which the user chose last.
    fn undo(&mut self) -> io::Result<()> {
        let plies = self.record().plies();
        let before = |plies: usize| self.record().position_after(plies).map(Position::turn);
        let is_users = |&plies: &usize| self.opponent == Opponent::Human || before(plies) == Some(self.user);
        let Some(target) = (0..plies).rev().find(is_users) else {
            return self.say("There is no move of yours to take back.");
        };
        while self.record().plies() > target {
            self.game.record.undo();
        }
        self.show_board()
    }

    /// Forward to the user's next choice, as far as moves were taken back.
    fn redo(&mut self) -> io::Result<()> {
        if self.game.record.redo().is_none() {
            return self.say("There is no move to play again.");
        }
        while !self.is_users_turn() && self.game.record.redo().is_some() {}
        self.show_board()
    }

    fn start_again(&mut self) -> io::Result<()> {
        let start = self.start.position(&mut self.rng);
        self.take_up(Game::new(GameRecord::new(start)));
        self.handshake()
    }

    fn take_up(&mut self, game: Game) {
        self.mind.start_game(game.record.variant());
        self.seated = None;
        self.game = game;
    }

    fn resign(&mut self) -> io::Result<()> {
        if !self.is_game_on()? {
            return Ok(());
        }
        let loser = if self.opponent == Opponent::Human { self.record().turn() } else { self.user };
        self.end(referee::resignation(loser))
    }

    /// A draw that can be claimed is claimed; any other is offered.
    fn draw(&mut self) -> io::Result<()> {
        if !self.is_game_on()? {
            return Ok(());
        }
        if let Some(claim) = self.record().ending(&DrawRules::CLAIMED) {
            return self.end(claim);
        }
        let accepts = match self.opponent {
            Opponent::Human | Opponent::Player(_) => true,
            // The user is to move: what is good for them is bad for Hetman.
            Opponent::OwnSearch(_) => {
                let own = self.think()?.score.reversed();
                referee::accepts_draw(self.record().plies(), Some(own))
            }
        };
        if accepts {
            return self.end(referee::agreement());
        }
        self.say("Hetman declines: it wants to play on.")
    }

    fn hint(&mut self) -> io::Result<()> {
        if !self.is_game_on()? {
            return Ok(());
        }
        let thought = self.think()?;
        let position = self.record().position();
        let m = thought.best.expect("a search finds a move while the game is not over");
        let hint = format!("Hetman would play {} ({}).", san(position, m), thought.describe(position.turn()));
        self.say(&hint)
    }

    /// The opponent takes over the side to move, and the user the other. Who plays both sides gets a move by Hetman.
    fn go(&mut self) -> io::Result<()> {
        if !self.is_game_on()? {
            return Ok(());
        }
        if self.opponent == Opponent::Human {
            return self.move_by_hetman();
        }
        self.user = !self.user;
        self.say(&format!("You have {:?} now.", self.user))
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let judgement = self.mind.judge(self.record().position());
        self.say(&format!("Without looking ahead: {judgement:+.2} pawns for White."))?;
        if self.ending().is_none() {
            let thought = self.think()?;
            let words = thought.describe(self.record().turn());
            self.say(&format!("After thinking: {words}."))?;
        }
        Ok(())
    }

    /// The game with the tags that tell who played and how it ended.
    fn finished_game(&self) -> Game {
        let mut game = self.game.clone();
        let opponent = self.opponent.name();
        for (tag, color) in [("White", Color::White), ("Black", Color::Black)] {
            if game.tag(tag).is_none() {
                game.set_tag(tag, if color == self.user { "Human" } else { &opponent });
            }
        }
        if game.tag("Date").is_none() {
            game.set_tag("Date", crate::today());
        }
        let ending = self.ending();
        game.result = ending.map_or(Outcome::Unknown, |ending| Outcome::Known(ending.outcome));
        game.set_tag("Termination", if ending.is_some() { "normal" } else { "unterminated" });
        game
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.say("Say where: save FILE.");
        }
        match archive::append(&self.finished_game(), file) {
            Ok(()) => self.say(&format!("The game was added to {file}.")),
            Err(error) => self.say(&format!("Sorry, the game could not be saved to {file}: {error}.")),
        }
    }

    /// Takes up a game from a file. The user gets the side to move; `go` hands it to the opponent.
    fn load(&mut self, words: &str) -> io::Result<()> {
        if words.is_empty() {
            return self.say("Say what: load FILE, or load FILE N.");
        }
        let (file, number) = match words.rsplit_once(' ').map(|(file, number)| (file.trim(), number.parse())) {
            Some((file, Ok(number))) => (file, Some(number)),
            _ => (words, None),
        };
        match archive::load(file, number) {
            Ok(game) => {
                let (white, black) = (game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?"));
                let line = format!("{white} against {black}, {} half-moves.", game.record.plies());
                self.take_up(game);
                self.user = self.record().turn();
                self.say(&line)?;
                self.show_board()
            }
            Err(problem) => self.say(&format!("Sorry, {problem}.")),
        }
    }
}
