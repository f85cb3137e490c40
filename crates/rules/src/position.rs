//! Positions of every variant, behind one trait and one enum.
//!
//! [`Playable`] is what generic code asks for: a shakmaty position that also knows its variant and how to be built
//! from a set-up. [`AnyPosition`] is one of them, chosen at run time; [`with_position!`](crate::with_position) opens
//! it once, where a game or a search starts, into monomorphic code.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::variant::{Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Move,
    MoveList, Outcome, Position, PositionError, RemainingChecks, Role, Setup, Square,
};

use crate::data::PositionData;
use crate::{Quote, Suicide, Variant};

mod crowded;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPositionError {
    #[error("'{text}' is not a FEN: {reason}")]
    Syntax { text: Quote, reason: ParseFenError },
    #[error("this is not a legal {variant} position: {reason}")]
    Illegal { variant: Variant, reason: String },
}

/// A position that generic code can play, search and evaluate.
pub trait Playable:
    Position + Clone + Default + PartialEq + fmt::Debug + Send + Sync + Into<AnyPosition> + 'static
{
    const VARIANT: Variant;

    /// Builds the position. Forgiving where every chess program is: castling rights without a rook and an
    /// impossible en passant square are dropped, unreachable material is played as it stands.
    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Self, InvalidPositionError>;

    /// The same position with the other side to move, unless that side could take a king.
    fn pass(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        // A piece that moves to where it stands changes nothing but the turn. Kings and rooks would lose castling rights.
        let idle = |role: Role| self.our(role).first().map(|square| (role, square));
        if let Some((role, square)) = [Role::Knight, Role::Bishop, Role::Queen].into_iter().find_map(idle) {
            return Some(self.after(Move::Normal { role, from: square, capture: None, to: square, promotion: None }));
        }
        let mut setup = self.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        Self::from_setup(setup, self.castles().mode()).ok()
    }

    /// The position after a legal move.
    fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }
}

/// Hash key of a position. Two positions with the same possibilities have the same key; pockets, promoted pieces and
/// checks still to be given tell positions apart where they matter.
pub fn key<P: Position>(position: &P) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The key after a legal move that has not been made yet, for moves that change little: most of them.
pub fn key_foreseen<P: Position>(before: &P, key_before: u64, m: Move) -> Option<u64> {
    before.update_zobrist_hash(Zobrist64(key_before), m, EnPassantMode::Legal).map(|key| key.0)
}

/// The key of a position from that of another, by what tells them apart.
pub fn key_between<P: Position>(before: &P, key_before: u64, after: &P) -> u64 {
    let mut key = Zobrist64(key_before);
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in before.board().by_piece(piece) ^ after.board().by_piece(piece) {
                key ^= Zobrist64::zobrist_for_piece(square, piece);
            }
            let in_hand = |position: &P| position.pockets().map(|pockets| *pockets.get(color).get(role));
            if in_hand(before) != in_hand(after) {
                for count in [in_hand(before), in_hand(after)].into_iter().flatten() {
                    key ^= Zobrist64::zobrist_for_pocket(color, role, count);
                }
            }
        }
        for side in CastlingSide::ALL {
            if before.castles().has(color, side) != after.castles().has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side);
            }
        }
        for checks in [before, after].into_iter().filter_map(Position::remaining_checks) {
            key ^= Zobrist64::zobrist_for_remaining_checks(color, *checks.get(color));
        }
    }
    for square in before.promoted() ^ after.promoted() {
        key ^= Zobrist64::zobrist_for_promoted(square);
    }
    for square in [before, after].into_iter().filter_map(Position::legal_ep_square) {
        key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
    }
    if before.turn() != after.turn() {
        key ^= Zobrist64::zobrist_for_white_turn();
    }
    key.0
}

fn forgive<P>(variant: Variant, result: Result<P, PositionError<P>>) -> Result<P, InvalidPositionError> {
    result
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| InvalidPositionError::Illegal {
            variant,
            reason: error.to_string().trim_start_matches("illegal position: ").to_owned(),
        })
}

/// Runs `$body` with `$position` bound to the concrete position inside `$any`.
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::Chess($position) => $body,
            $crate::AnyPosition::Crazyhouse($position) => $body,
            $crate::AnyPosition::Atomic($position) => $body,
            $crate::AnyPosition::Antichess($position) => $body,
            $crate::AnyPosition::Suicide($position) => $body,
            $crate::AnyPosition::KingOfTheHill($position) => $body,
            $crate::AnyPosition::ThreeCheck($position) => $body,
            $crate::AnyPosition::Horde($position) => $body,
            $crate::AnyPosition::RacingKings($position) => $body,
        }
    };
}

macro_rules! variants {
    ($($name:ident),*) => {
        /// A position of a variant that is only known at run time.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(into = "PositionData", try_from = "PositionData")]
        pub enum AnyPosition {
            $($name($name),)*
        }

        $(
            impl From<$name> for AnyPosition {
                fn from(position: $name) -> AnyPosition {
                    AnyPosition::$name(position)
                }
            }
        )*

        impl AnyPosition {
            /// The position from which games of the variant start.
            pub fn start(variant: Variant) -> AnyPosition {
                match variant {
                    $(Variant::$name => AnyPosition::$name($name::default()),)*
                }
            }

            pub fn variant(&self) -> Variant {
                match self {
                    $(AnyPosition::$name(_) => Variant::$name,)*
                }
            }

            pub fn from_setup(
                variant: Variant,
                setup: Setup,
                mode: CastlingMode,
            ) -> Result<AnyPosition, InvalidPositionError> {
                let position = match variant {
                    $(Variant::$name => <$name as Playable>::from_setup(setup, mode).map(AnyPosition::$name),)*
                };
                position.and_then(crowded::refuse)
            }
        }
    };
}

variants!(Chess, Crazyhouse, Atomic, Antichess, Suicide, KingOfTheHill, ThreeCheck, Horde, RacingKings);

macro_rules! playable {
    ($($name:ident),*) => {
        $(
            impl Playable for $name {
                const VARIANT: Variant = Variant::$name;

                fn from_setup(setup: Setup, mode: CastlingMode) -> Result<$name, InvalidPositionError> {
                    forgive(Self::VARIANT, FromSetup::from_setup(setup, mode))
                }
            }
        )*
    };
}

playable!(Chess, Crazyhouse, Atomic, Antichess, KingOfTheHill, ThreeCheck, Horde, RacingKings);

impl Playable for Suicide {
    const VARIANT: Variant = Variant::Suicide;

    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Suicide, InvalidPositionError> {
        forgive(Self::VARIANT, <Antichess as FromSetup>::from_setup(setup, mode)).map(Suicide::from)
    }
}

impl AnyPosition {
    /// Reads a FEN or EPD of the variant. Castling rights that only Chess960 can mean are recognised.
    pub fn from_fen(variant: Variant, text: &str) -> Result<AnyPosition, InvalidPositionError> {
        let fen = Fen::from_ascii(text.trim().as_bytes())
            .map_err(|reason| InvalidPositionError::Syntax { text: text.into(), reason })?;
        let mut setup = fen.into_setup();
        if variant == Variant::Crazyhouse {
            setup.pockets.get_or_insert_default();
        }
        let mode = CastlingMode::detect(&setup);
        AnyPosition::from_setup(variant, setup, mode)
    }

    /// The FEN, with an en passant square only where a capture is possible.
    pub fn fen(&self) -> String {
        let fen = Fen::from_position(self, EnPassantMode::Legal).to_string();
        match self.castles().mode() {
            CastlingMode::Standard => fen,
            CastlingMode::Chess960 => {
                // Shredder notation names the rooks' files: no reader has to guess which rook is meant.
                let mut fields: Vec<&str> = fen.split(' ').collect();
                let rights = self.rook_files();
                fields[2] = &rights;
                fields.join(" ")
            }
        }
    }

    fn rook_files(&self) -> String {
        let rights = self.castles().castling_rights();
        let of = |color: Color| (rights & self.board().by_color(color)).into_iter().rev();
        let files =
            |color: Color| of(color).map(move |rook| color.fold_wb(rook.file().upper_char(), rook.file().char()));
        let letters: String = files(Color::White).chain(files(Color::Black)).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }

    /// The same position, castling written and played in the other way.
    pub fn with_castling(&self, mode: CastlingMode) -> Result<AnyPosition, InvalidPositionError> {
        AnyPosition::from_setup(self.variant(), self.to_setup(EnPassantMode::Always), mode)
    }

    /// The position after a legal move.
    pub fn after(&self, m: Move) -> AnyPosition {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    fn inner(&self) -> &dyn Position {
        with_position!(self, position => position)
    }
}

impl Position for AnyPosition {
    fn board(&self) -> &Board {
        self.inner().board()
    }

    fn promoted(&self) -> Bitboard {
        self.inner().promoted()
    }

    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        self.inner().pockets()
    }

    fn turn(&self) -> Color {
        self.inner().turn()
    }

    fn castles(&self) -> &Castles {
        self.inner().castles()
    }

    fn maybe_ep_square(&self) -> Option<Square> {
        self.inner().maybe_ep_square()
    }

    fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        self.inner().remaining_checks()
    }

    fn halfmoves(&self) -> u32 {
        self.inner().halfmoves()
    }

    fn fullmoves(&self) -> NonZeroU32 {
        self.inner().fullmoves()
    }

    fn legal_moves(&self) -> MoveList {
        self.inner().legal_moves()
    }

    fn san_candidates(&self, role: Role, to: Square) -> MoveList {
        self.inner().san_candidates(role, to)
    }

    fn castling_moves(&self, side: CastlingSide) -> MoveList {
        self.inner().castling_moves(side)
    }

    fn en_passant_moves(&self) -> MoveList {
        self.inner().en_passant_moves()
    }

    fn capture_moves(&self) -> MoveList {
        self.inner().capture_moves()
    }

    fn promotion_moves(&self) -> MoveList {
        self.inner().promotion_moves()
    }

    fn is_irreversible(&self, m: Move) -> bool {
        self.inner().is_irreversible(m)
    }

    fn king_attackers(&self, square: Square, attacker: Color, occupied: Bitboard) -> Bitboard {
        self.inner().king_attackers(square, attacker, occupied)
    }

    fn is_variant_end(&self) -> bool {
        self.inner().is_variant_end()
    }

    fn has_insufficient_material(&self, color: Color) -> bool {
        self.inner().has_insufficient_material(color)
    }

    fn variant_outcome(&self) -> Outcome {
        self.inner().variant_outcome()
    }

    fn play_unchecked(&mut self, m: Move) {
        with_position!(self, position => position.play_unchecked(m));
    }

    fn update_zobrist_hash<V: ZobristValue>(&self, current: V, m: Move, mode: EnPassantMode) -> Option<V> {
        with_position!(self, position => position.update_zobrist_hash(current, m, mode))
    }
}

#[cfg(test)]
mod tests;
