//! Moves and positions as people and programs write them.
//!
//! [`parse_move`] reads standard algebraic notation, UCI and long algebraic notation through one mechanism: a text
//! is a *pattern* (who, from where, to where, into what), and the move is the one legal move that fits it.

pub mod piece_list;

mod pattern;
#[cfg(test)]
mod tests;

use shakmaty::san::{San, SanPlus};
use shakmaty::{Move, Position};

use crate::{AnyPosition, Quote};
use pattern::Pattern;

/// Why a text is not a move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    #[error("'{text}' is not a move: write it like e4, Nf3, O-O, e7e8q or N@f3")]
    NotAMove { text: Quote },
    #[error("the move '{text}' is illegal in this position")]
    Illegal { text: Quote },
    #[error("the move '{text}' is ambiguous: it could be {choices}")]
    Ambiguous { text: Quote, choices: String },
}

/// Reads a move in SAN, UCI or long algebraic notation.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let bare = text.trim_end_matches(['!', '?']);
    // Most moves anyone reads are correct SAN, which needs only the moves to one square.
    if let Some(m) = San::from_ascii(bare.as_bytes()).ok().and_then(|san| san.to_move(position).ok()) {
        return Ok(m);
    }
    let pattern = Pattern::parse(bare).ok_or_else(|| MoveError::NotAMove { text: text.into() })?;
    let fits: Vec<Move> = position.legal_moves().into_iter().filter(|&m| pattern.fits(m)).collect();
    match fits[..] {
        [] => Err(MoveError::Illegal { text: text.into() }),
        [m] => Ok(m),
        _ => {
            let choices: Vec<String> = fits.iter().map(|&m| san(position, m)).collect();
            Err(MoveError::Ambiguous { text: text.into(), choices: choices.join(" or ") })
        }
    }
}

/// Standard algebraic notation with the signs for check and mate. `#` means that the move wins by the rules of the
/// variant.
pub fn san<P: Position + Clone>(position: &P, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// UCI notation; castling is written as the position's castling mode demands.
pub fn uci<P: Position>(position: &P, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}
