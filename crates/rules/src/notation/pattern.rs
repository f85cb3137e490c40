//! What a written move says about the move that is meant.

use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

/// A written move: everything it leaves open fits any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    Castle(CastlingSide),
    Drop { role: Role, to: Square },
    Step { role: Option<Role>, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role> },
}

impl Pattern {
    /// Reads `[piece][from][-|x|:]to[=promotion]`, a castling or a drop, with or without a sign for check.
    pub(super) fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#']);
        if !text.is_ascii() {
            return None;
        }
        castling(text).or_else(|| drop(text)).or_else(|| step(text))
    }

    pub(super) fn fits(self, m: Move) -> bool {
        match (self, m) {
            (Pattern::Castle(side), m) => m.castling_side() == Some(side),
            (Pattern::Drop { role, to }, m) => m == Move::Put { role, to },
            (Pattern::Step { .. }, Move::Put { .. }) => false,
            (Pattern::Step { role, file, rank, to, promotion }, m) => {
                role.is_none_or(|role| role == m.role())
                    && m.from().is_some_and(|from| {
                        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
                    })
                    && promotion.is_none_or(|role| m.promotion() == Some(role))
                    && arrives(m, to)
            }
        }
    }
}

/// Castling may be written as the king's way to its rook or, unless that looks like a king's step, to its goal.
fn arrives(m: Move, to: Square) -> bool {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let goal = Square::from_coords(side.king_to_file(), king.rank());
            to == rook || to == goal && king.distance(goal) > 1
        }
        _ => m.to() == to,
    }
}

fn castling(text: &str) -> Option<Pattern> {
    let side = match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => CastlingSide::KingSide,
        "O-O-O" => CastlingSide::QueenSide,
        _ => return None,
    };
    Some(Pattern::Castle(side))
}

fn drop(text: &str) -> Option<Pattern> {
    let (role, to) = text.split_once('@')?;
    let role = if role.is_empty() { Role::Pawn } else { single(role).and_then(Role::from_char)? };
    Some(Pattern::Drop { role, to: to.parse().ok()? })
}

fn step(text: &str) -> Option<Pattern> {
    let (role, text) = leading_role(text);
    let (text, promotion) = trailing_promotion(text)?;
    let (from, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let (file, rank) = origin(from.strip_suffix(['-', 'x', ':']).unwrap_or(from))?;
    // "e4" and "exd5" are pawn moves; "g1f3" leaves it to the board who stands on g1.
    let role = role.or(if file.is_some() && rank.is_some() { None } else { Some(Role::Pawn) });
    Some(Pattern::Step { role, file, rank, to: to.parse().ok()?, promotion })
}

fn leading_role(text: &str) -> (Option<Role>, &str) {
    let role = text.chars().next().filter(char::is_ascii_uppercase).and_then(Role::from_char);
    (role, if role.is_some() { &text[1..] } else { text })
}

/// Cuts `=Q`, `(Q)`, `/Q`, `Q` or `q` off the end. `None` when something else follows the square.
fn trailing_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    let inner = text.strip_suffix(')').unwrap_or(text);
    let last = inner.chars().last()?;
    if last.is_ascii_digit() {
        return Some((text, None));
    }
    let role = Role::from_char(last).filter(|&role| role != Role::Pawn)?;
    let square = &inner[..inner.len() - 1];
    Some((square.strip_suffix(['=', '(', '/']).unwrap_or(square), Some(role)))
}

fn origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    match text.len() {
        0 => Some((None, None)),
        1 => {
            let letter = single(text)?;
            let (file, rank) = (File::from_char(letter), Rank::from_char(letter));
            (file.is_some() || rank.is_some()).then_some((file, rank))
        }
        _ => text.parse::<Square>().ok().map(|square| (Some(square.file()), Some(square.rank()))),
    }
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
