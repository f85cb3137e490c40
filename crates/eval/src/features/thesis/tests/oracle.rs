//! Legal moves a second and a third time: from the rules library where it accepts the position, and by trying every
//! move on the board where it does not.

use hetman_rules::shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square, attacks};
use hetman_rules::{Playable, random};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::legal::LegalMoves;
use super::super::view::{KingState, View};
use super::*;

/// Squares left, squares reached, moves of knights, bishops, rooks and queens.
type Moves = (Bitboard, Bitboard, [u32; 4]);

fn seen_from(color: Color, legal: &LegalMoves) -> Moves {
    let turned = |squares: Bitboard| color.fold_wb(squares, squares.flip_vertical());
    (turned(legal.from), turned(legal.to), legal.by_piece)
}

fn ours(view: &View, color: Color) -> Moves {
    seen_from(color, &color.fold_wb(&view.white, &view.black).legal)
}

fn count(moves: &mut Moves, role: Role, from: Square, to: Square) {
    moves.0 |= Bitboard::from(from);
    moves.1 |= Bitboard::from(to);
    if !matches!(role, Role::Pawn | Role::King) {
        moves.2[usize::from(role) - 2] += 1;
    }
}

fn by_library(position: &Chess) -> Moves {
    let mut moves = Moves::default();
    for m in position.legal_moves() {
        let to = m.castling_side().map_or(m.to(), |side| side.king_to(position.turn()));
        count(&mut moves, m.role(), m.from().unwrap(), to);
    }
    moves
}

/// Every move of a side without en passant and castling, kept if its king is not attacked afterwards.
fn by_trial(board: &Board, color: Color) -> Moves {
    let mut moves = Moves::default();
    let king = board.king_of(color);
    for from in board.by_color(color) {
        let piece = board.piece_at(from).unwrap();
        for to in targets(board, from, color) {
            let mut after = board.clone();
            after.discard_piece_at(from);
            after.set_piece_at(to, piece);
            let king = if piece.role == Role::King { Some(to) } else { king };
            if king.is_none_or(|king| after.attacks_to(king, !color, after.occupied()).is_empty()) {
                count(&mut moves, piece.role, from, to);
            }
        }
    }
    moves
}

fn targets(board: &Board, from: Square, color: Color) -> Bitboard {
    if board.role_at(from) != Some(Role::Pawn) {
        return board.attacks_from(from) & !board.by_color(color);
    }
    let mut targets = attacks::pawn_attacks(color, from) & board.by_color(!color);
    let step = color.fold_wb(8, -8);
    let free = |square: Option<Square>| square.filter(|&square| !board.occupied().contains(square));
    if let Some(one) = free(from.offset(step)) {
        targets.add(one);
        let second = u32::from(from.rank()) == color.fold_wb(1, 6);
        if let Some(two) = free(one.offset(step)).filter(|_| second) {
            targets.add(two);
        }
    }
    targets
}

fn check(position: &Chess) -> bool {
    let view = View::new(Variant::Chess, position);
    let fen = AnyPosition::from(position.clone()).fen();
    let (turn, waiting) = (position.turn(), !position.turn());
    assert_eq!(ours(&view, turn), by_library(position), "to move: {fen}");
    assert_eq!(ours(&view, waiting), by_trial(position.board(), waiting), "waiting: {fen}");
    let passed = position.pass();
    if let Some(passed) = &passed {
        assert_eq!(ours(&view, waiting), by_library(passed), "waiting: {fen}");
    }
    check_king_state(position, &view);
    passed.is_some()
}

/// The king's state again, from our own moves.
fn check_king_state(position: &Chess, view: &View) {
    let (from, ..) = ours(view, position.turn());
    let expected = match position.is_check() {
        false => KingState::Safe,
        true if from.is_empty() => KingState::Mate,
        true if from.is_subset(position.our(Role::King)) => KingState::FlightOnly,
        true => KingState::Check,
    };
    assert!(view.king_state == expected, "{}", AnyPosition::from(position.clone()).fen());
}

fn random_move(position: &Chess, generator: &mut ChaCha8Rng) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[generator.random_range(0..moves.len())])
}

#[test]
fn legal_moves_of_random_games() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut position = Chess::default();
    let (mut passes, mut checks) = (0, 0);
    for index in 0..100_000 {
        if check(&position) {
            passes += 1;
        } else {
            checks += 1;
        }
        let next = random_move(&position, &mut generator).filter(|_| index % 150 != 0);
        position = next.map_or_else(Chess::default, |m| position.after(m));
    }
    assert!(passes > 80_000 && checks > 2_000, "{passes} {checks}");
}

/// Crowds of queens and rooks: more pins and double checks than games have.
#[test]
fn legal_moves_of_random_positions() {
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let positions = (0..50_000).map(|index| random::position_with_pieces(2 + index % 63, &mut generator).unwrap());
    let in_check = positions.filter(|position| !check(position)).count();
    assert!(in_check > 10_000, "{in_check}");
}

#[test]
fn castling_after_fischer_reaches_squares_of_its_own() {
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let mut castlings = 0;
    for _ in 0..300 {
        let AnyPosition::Chess(mut position) = random::random_chess960_start(&mut generator) else {
            panic!("chess960 is chess")
        };
        for _ in 0..60 {
            let view = View::new(Variant::Chess, &position);
            let fen = AnyPosition::from(position.clone()).fen();
            assert_eq!(ours(&view, position.turn()), by_library(&position), "{fen}");
            castlings += usize::from(position.legal_moves().iter().any(|m| m.is_castle()));
            let Some(m) = random_move(&position, &mut generator) else { break };
            position = position.after(m);
        }
    }
    assert!(castlings > 300, "{castlings}");
}

#[test]
fn en_passant_that_uncovers_the_king_is_no_move() {
    for text in [
        // Both pawns leave the fifth rank, and the rook sees the king.
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
        // The captured pawn gives check: taking it is an answer.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
    ] {
        let AnyPosition::Chess(position) = fen(text) else { panic!("chess is chess") };
        check(&position);
    }
    // White: the king's six squares, d5, d6 and c6; Black: the king's six, c5 and c4.
    assert!((value("board_control", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2") - 1.0 / 9.0).abs() < 1e-12);
}
