//! XBoard's `edit` mode, how programs of protocol version 1 set up a position: `#` clears the board, `c` changes the
//! colour, `Pa4` puts a piece, `xa4` takes one off, `.` is the end.

use hetman_rules::shakmaty::{Bitboard, Board, Color, EnPassantMode, Piece, Position, Role, Setup, Square};
use hetman_rules::{AnyPosition, InvalidPositionError};

/// A position being put together.
pub struct Editor {
    board: Board,
    color: Color,
}

impl Editor {
    pub fn new(position: &AnyPosition) -> Editor {
        Editor { board: position.board().clone(), color: Color::White }
    }

    /// Carries out a line other than the closing dot; false if it means nothing.
    pub fn edit(&mut self, line: &str) -> bool {
        match line {
            "#" => self.board = Board::empty(),
            "c" => self.color = !self.color,
            _ => return self.put(line).is_some(),
        }
        true
    }

    /// `Pa4`, or `xa4` for an empty square.
    fn put(&mut self, text: &str) -> Option<()> {
        let letter = text.chars().next()?;
        let square: Square = text.get(letter.len_utf8()..)?.parse().ok()?;
        if letter == 'x' {
            self.board.discard_piece_at(square);
        } else {
            let role = Role::from_char(letter.to_ascii_lowercase())?;
            self.board.set_piece_at(square, Piece { color: self.color, role });
        }
        Some(())
    }

    /// The position, of the same variant and with the same side to move. Castling rights are kept.
    pub fn finish(self, before: &AnyPosition) -> Result<AnyPosition, InvalidPositionError> {
        let setup = Setup {
            castling_rights: self.board.rooks() & Bitboard::CORNERS,
            board: self.board,
            turn: before.turn(),
            pockets: before.pockets().map(|_| Default::default()),
            ..before.to_setup(EnPassantMode::Always)
        };
        let setup = Setup { promoted: Bitboard::EMPTY, ep_square: None, ..setup };
        AnyPosition::from_setup(before.variant(), setup, before.castles().mode())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hetman_rules::Variant;

    fn edited(lines: &str) -> Result<String, InvalidPositionError> {
        let start = AnyPosition::start(Variant::Chess);
        let mut editor = Editor::new(&start);
        for line in lines.split_ascii_whitespace() {
            assert!(editor.edit(line), "{line}");
        }
        editor.finish(&start).map(|position| position.fen())
    }

    #[test]
    fn men_are_put_and_taken() {
        assert_eq!(edited("# Ke1 Rh1 Pa2 c Ke8").unwrap(), "4k3/8/8/8/8/8/P7/4K2R w K - 0 1");
        assert_eq!(edited("xa1 xb1").unwrap(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/2BQKBNR w Kkq - 0 1");
    }

    #[test]
    fn a_board_without_kings_is_refused() {
        assert!(edited("#").is_err());
    }

    #[test]
    fn nonsense_means_nothing() {
        let mut editor = Editor::new(&AnyPosition::start(Variant::Chess));
        for line in ["", "P", "Pz9", "Za4", "é4", "Pa4a5"] {
            assert!(!editor.edit(line), "{line}");
        }
    }
}
