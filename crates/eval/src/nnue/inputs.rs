//! What a network sees of a position, and where its inputs lie.
//!
//! A position is a set of *facts*: a piece on a square, a promoted piece on a square, the second knight in a pocket, the
//! first check that was given. Facts have numbers, as White sees them; either side's view of them is those numbers with
//! some bits turned, and an input of the network is a fact in a view. What is updated after a move is the difference of
//! two sets, so that castling, drops, explosions and promotions need no code of their own.

use hetman_rules::Variant;
use hetman_rules::shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Position, Role, Square};

use super::shape::Shape;

/// The number of a fact: what it is in the upper bits, the colour in the seventh, the square in the lower six.
pub type Fact = u16;

const COLOR_BIT: Fact = 64;
/// Facts of one kind: both colours, 64 squares or counts.
const KIND: Fact = 2 * COLOR_BIT;
/// Promoted pieces follow the six kinds of pieces where they matter, then what is counted.
const PIECES_END: Fact = 6 * KIND;

/// Pieces of one kind in a pocket that are told apart; more look like these.
const MOST_IN_POCKET: u8 = 12;
const CHECKS_TO_WIN: u8 = 3;

/// What a position shows: everything but whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    board: Board,
    /// Where it matters.
    promoted: Bitboard,
    pockets: ByColor<ByRole<u8>>,
    checks: ByColor<u8>,
}

impl Sight {
    pub const EMPTY: Sight = Sight {
        board: Board::empty(),
        promoted: Bitboard::EMPTY,
        pockets: ByColor { black: NOTHING_IN_HAND, white: NOTHING_IN_HAND },
        checks: ByColor { black: 0, white: 0 },
    };

    pub fn of<P: Position>(position: &P) -> Sight {
        let given = |color: Color| {
            position
                .remaining_checks()
                .map_or(0, |left| CHECKS_TO_WIN.saturating_sub(u32::from(*left.get(color)) as u8))
        };
        Sight {
            board: position.board().clone(),
            promoted: position.promoted(),
            pockets: position.pockets().copied().unwrap_or(ByColor { black: NOTHING_IN_HAND, white: NOTHING_IN_HAND }),
            checks: ByColor { black: given(Color::Black), white: given(Color::White) },
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same without what stands on a square.
    pub fn without(&self, square: Square) -> Sight {
        let mut sight = self.clone();
        sight.board.discard_piece_at(square);
        sight.promoted.discard(square);
        sight
    }

    /// The same with nothing in this pocket, or without the checks given, of one side.
    pub fn without_extras(&self, color: Color) -> Sight {
        let mut sight = self.clone();
        *sight.pockets.get_mut(color) = NOTHING_IN_HAND;
        *sight.checks.get_mut(color) = 0;
        sight
    }

    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.board.king_of(color)
    }
}

const NOTHING_IN_HAND: ByRole<u8> = ByRole { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 };

/// The facts of a variant: which there are, and how they look from either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    variant: Variant,
}

impl Facts {
    pub fn of(variant: Variant) -> Facts {
        Facts { variant }
    }

    fn has_pockets(self) -> bool {
        self.variant == Variant::Crazyhouse
    }

    fn has_checks(self) -> bool {
        self.variant == Variant::ThreeCheck
    }

    /// Facts below this number lie on squares.
    fn squares_end(self) -> Fact {
        // What was promoted is a pawn again once it is taken: it matters where that goes into a pocket.
        if self.has_pockets() { PIECES_END + KIND } else { PIECES_END }
    }

    /// How many numbers there are.
    pub fn count(self) -> usize {
        let counted = if self.has_pockets() || self.has_checks() { KIND } else { 0 };
        usize::from(self.squares_end() + counted)
    }

    /// What the second sight shows and the first does not, and the other way round.
    pub fn differences(self, old: &Sight, new: &Sight, mut gone: impl FnMut(Fact), mut come: impl FnMut(Fact)) {
        let mut compare = |first: Fact, old: Bitboard, new: Bitboard| {
            if old != new {
                (old & !new).into_iter().for_each(|square| gone(first + Fact::from(square)));
                (new & !old).into_iter().for_each(|square| come(first + Fact::from(square)));
            }
        };
        for color in Color::ALL {
            let (was, is) = (old.board.by_color(color), new.board.by_color(color));
            let first = color.fold_wb(0, COLOR_BIT);
            for (kind, role) in (0..).zip(Role::ALL) {
                compare(kind * KIND + first, old.board.by_role(role) & was, new.board.by_role(role) & is);
            }
            if self.has_pockets() {
                compare(PIECES_END + first, old.promoted & was, new.promoted & is);
            }
            if self.has_pockets() || self.has_checks() {
                // What is counted is a set too: so many of the marks that stand for one more.
                compare(self.squares_end() + first, self.counted(old, color), self.counted(new, color));
            }
        }
    }

    /// Pieces in hand and checks given, a mark for each.
    fn counted(self, sight: &Sight, color: Color) -> Bitboard {
        let marks = |count: u8| (1_u64 << count) - 1;
        if self.has_checks() {
            return Bitboard(marks(sight.checks[color]));
        }
        let pocket = &sight.pockets[color];
        let in_hand = [pocket.pawn, pocket.knight, pocket.bishop, pocket.rook, pocket.queen];
        let kinds = (0..).step_by(usize::from(MOST_IN_POCKET)).zip(in_hand);
        Bitboard(kinds.map(|(first, count): (u32, u8)| marks(count.min(MOST_IN_POCKET)) << first).sum())
    }

    /// All facts of a sight.
    pub fn all(self, sight: &Sight, each: impl FnMut(Fact)) {
        self.differences(&Sight::EMPTY, sight, |_| unreachable!("nothing goes from an empty board"), each);
    }
}

/// What a network's inputs know of the own king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kings {
    /// Nothing: all squares are what they are.
    #[default]
    Ignored,
    /// The board is turned so that the own king stands on the left half.
    Mirrored,
    /// And there are four sets of inputs: for kings in the corner of their first rank, in the middle of it, on the second,
    /// and beyond.
    Buckets4,
}

impl Kings {
    pub const ALL: [(&'static str, Kings); 3] =
        [("ignored", Kings::Ignored), ("mirrored", Kings::Mirrored), ("buckets-4", Kings::Buckets4)];

    pub fn name(self) -> &'static str {
        Kings::ALL.into_iter().find(|&(_, kings)| kings == self).map_or("", |(name, _)| name)
    }

    pub fn of_name(name: &str) -> Option<Kings> {
        Kings::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, kings)| kings)
    }

    /// Sets of inputs.
    pub fn buckets(self) -> usize {
        if self == Kings::Buckets4 { 4 } else { 1 }
    }

    /// Whether the board is turned, and which set of inputs is used, for a king on this square of its own view.
    pub(super) fn view(self, king: Square) -> (bool, usize) {
        let (file, rank) = (usize::from(king.file()), usize::from(king.rank()));
        let is_turned = file > 3;
        let file = if is_turned { 7 - file } else { file };
        match self {
            Kings::Ignored => (false, 0),
            Kings::Mirrored => (is_turned, 0),
            Kings::Buckets4 => {
                let bucket = match rank {
                    0 if file < 2 => 0,
                    0 => 1,
                    1 => 2,
                    _ => 3,
                };
                (is_turned, bucket)
            }
        }
    }
}

/// One side's view of the facts: which bits of a fact's number are turned, and where the inputs begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color_mask: Fact,
    square_mask: Fact,
    squares_end: Fact,
    first_row: usize,
}

impl View {
    /// A view by its number ([`Shape::view_number`]).
    pub fn numbered(shape: &Shape, perspective: Color, number: usize) -> View {
        let facts = Facts::of(shape.variant);
        // Turning a board exchanges squares whose numbers differ in the same bits everywhere.
        let turned = Fact::from(Square::A1.flip_horizontal());
        let seen_by_black = Fact::from(shape.variant.square_seen_by_black(Square::A1));
        let is_turned = number % 2 == 1;
        View {
            color_mask: perspective.fold_wb(0, COLOR_BIT),
            square_mask: perspective.fold_wb(0, seen_by_black) ^ if is_turned { turned } else { 0 },
            squares_end: facts.squares_end(),
            first_row: number / 2 * facts.count(),
        }
    }

    /// The number of the input.
    pub fn row(&self, fact: Fact) -> usize {
        let lies_on_a_square = fact < self.squares_end;
        let mask = self.color_mask | if lies_on_a_square { self.square_mask } else { 0 };
        self.first_row + usize::from(fact ^ mask)
    }
}

#[cfg(test)]
mod tests;
