//! What a player can say besides moves.

/// A line the player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Board,
    Moves,
    Undo,
    Redo,
    Flip,
    Fen,
    Pgn,
    Save(String),
    Load(String),
    New,
    Resign,
    Draw,
    Hint,
    Go,
    Eval,
    Quit,
    /// Anything else is taken for a move.
    Move(String),
    Nothing,
}

/// What `help` prints.
pub const HELP: &str = "\
Type a move (e4, Nf3, O-O, exd8=Q, e7e8q; a drop is N@f3) or one of these:
  board      show the board            moves      list the legal moves
  undo       take your move back       redo       play it again
  hint       ask Hetman for a move     eval       how Hetman judges the position
  go         let the other side's player move for you and change sides
  draw       claim or offer a draw     resign     give the game up
  flip       turn the board            new        start another game
  fen        show the position         pgn        show the game
  save FILE  add the game to a file    load FILE  take up a file's last game (load FILE N: its Nth)
  help       show this                 quit       leave";

impl Command {
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match (word.to_ascii_lowercase().as_str(), rest.is_empty()) {
            ("save", _) => Command::Save(rest),
            ("load", _) => Command::Load(rest),
            ("", _) => Command::Nothing,
            (word, true) => without_argument(word).unwrap_or_else(|| Command::Move(line.to_owned())),
            _ => Command::Move(line.to_owned()),
        }
    }
}

fn without_argument(word: &str) -> Option<Command> {
    Some(match word {
        "help" | "?" => Command::Help,
        "board" => Command::Board,
        "moves" => Command::Moves,
        "undo" | "takeback" => Command::Undo,
        "redo" => Command::Redo,
        "flip" => Command::Flip,
        "fen" => Command::Fen,
        "pgn" => Command::Pgn,
        "new" => Command::New,
        "resign" => Command::Resign,
        "draw" => Command::Draw,
        "hint" => Command::Hint,
        "go" | "switch" => Command::Go,
        "eval" => Command::Eval,
        "quit" | "exit" | "q" => Command::Quit,
        _ => return None,
    })
}
