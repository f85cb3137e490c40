//! Golden values, each worked out by hand, and an oracle that asks every square anew.

use hetman_rules::shakmaty::{Board, Position as _};
use hetman_rules::{AnyPosition, random, with_position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::FeatureSet;

const PAWN: f64 = 2150.0 / 3000.0;
const MINOR: f64 = 1925.0 / 3000.0;
const ROOK: f64 = 1750.0 / 3000.0;
const QUEEN: f64 = 1275.0 / 3000.0;
const KING: f64 = 750.0 / 3000.0;

fn read(position: &AnyPosition) -> Vec<f64> {
    let mut vector = FeatureVector::default();
    with_position!(position, position => FeatureSet::GIRAFFE_363.read(position, &mut vector));
    vector.to_dense(363)
}

/// The values of a chess position, found by name.
struct Inputs(Vec<(String, f64)>);

impl Inputs {
    fn of(fen: &str) -> Inputs {
        let values = read(&AnyPosition::from_fen(Variant::Chess, fen).unwrap());
        Inputs(layout::names().zip(values).collect())
    }

    fn value(&self, name: &str) -> f64 {
        self.0.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no input is called '{name}'")).1
    }

    /// All inputs whose names begin so, in order.
    fn all(&self, prefix: &str) -> Vec<f64> {
        let named = self.0.iter().filter(|(name, _)| name.starts_with(prefix));
        named.map(|&(_, value)| value).collect()
    }
}

fn close(found: &[f64], expected: &[f64]) {
    let is_close = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(is_close, "{found:?} is not {expected:?}");
}

#[test]
fn the_groups_are_as_long_as_printed() {
    assert_eq!(GROUPS.map(|group| group.inputs.len()), [19, 216, 128]);
    assert_eq!(layout::names().count(), 363);
    let names: Vec<String> = layout::names().collect();
    let first = [19, 59, 99, 113, 127, 149, 171, 191, 211, 223, 235].map(|index| names[index].as_str());
    let expected = [
        "white pawn a present",
        "black pawn a present",
        "white queen present",
        "black queen present",
        "white rook 1 present",
        "black rook 1 present",
        "white bishop 1 present",
        "black bishop 1 present",
        "white knight 1 present",
        "black knight 1 present",
        "a1 control white",
    ];
    assert_eq!(first, expected);
    assert_eq!(names[147..149], ["white may castle short with rooks", "white may castle long with rooks"]);
}

/// The initial position: everything there once, all rights, and the smallest reaches that there are.
#[test]
fn the_initial_position() {
    let inputs = Inputs::of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    // Full counts twice, White to move, kings on e1 and e8 (file 4 of 7), both rights each.
    let expected = [[1.0; 5], [1.0; 5]].concat();
    close(&read(&AnyPosition::start(Variant::Chess))[..10], &expected);
    close(
        &read(&AnyPosition::start(Variant::Chess))[10..19],
        &[1.0, 4.0 / 7.0, 0.0, 1.0, 1.0, 4.0 / 7.0, 1.0, 1.0, 1.0],
    );
    // The pawn e2 is guarded by queen, king, bishop and knight: the cheapest are minor pieces; nobody attacks it.
    close(&inputs.all("white pawn e "), &[1.0, 4.0 / 7.0, 1.0 / 7.0, MINOR, 0.0]);
    // The pawn a2 is guarded by the rook a1 alone.
    close(&inputs.all("white pawn a "), &[1.0, 0.0, 1.0 / 7.0, ROOK, 0.0]);
    // The queen d1 reaches its neighbours e1, c1, d2, e2, c2 and nothing below; all five are own pieces' squares without
    // an enemy attacker and so safe; d1 itself is guarded by the king.
    let [one, none] = [1.0 / 7.0, 0.0];
    let queen = [1.0, 3.0 / 7.0, 0.0, one, one, one, none, one, one, none, none, 5.0 / 16.0, KING, 0.0];
    close(&inputs.all("white queen "), &queen);
    // The rook h8: file +, - : none (edge), one (g8); rank +, -: none, one (h7). Nobody guards h8 or attacks it.
    close(&inputs.all("black rook 2 "), &[1.0, 1.0, 1.0, none, one, none, one, 2.0 / 16.0, 0.0, 0.0]);
    // The knight b1: a3, c3, d2, all safe; b1 is guarded by the rook a1.
    close(&inputs.all("white knight 1 "), &[1.0, 1.0 / 7.0, 0.0, 3.0 / 16.0, ROOK, 0.0]);
    // f3: two pawns and a knight of White's; f6 the same of Black's; e4 nobody's.
    close(&inputs.all("f3 "), &[PAWN, 0.0]);
    close(&inputs.all("f6 "), &[0.0, PAWN]);
    close(&inputs.all("e4 "), &[0.0, 0.0]);
}

/// A queen among enemies: which squares are safe, and by whom they are controlled.
///
/// White: Ke1, Qd4. Black: Kg8, Rd8, pawn c6. White to move.
#[test]
fn a_queen_that_is_attacked() {
    let inputs = Inputs::of("3r2k1/8/2p5/8/3Q4/8/8/4K3 w - - 0 1");
    // Reaches from d4: +file to h4 4, -file to a4 3, +rank to the rook d8 4, -rank to d1 3; ++ to g7 3 (h8 is behind: e5,
    // f6, g7, h8 make 4), -+ to a7 3, +- to g1 3, -- to a1 3.
    let reaches = [4.0, 3.0, 4.0, 3.0, 4.0, 3.0, 3.0, 3.0].map(|squares| squares / 7.0);
    close(&inputs.all("white queen reach"), &reaches);
    // 27 targets. Black attacks: the rook d7, d6, d5, d4 and a8, b8, c8, e8, f8, g8; the king f8, h8, f7, g7, h7; the pawn
    // b5, d5. Of the targets attacked: d5 (pawn and rook), d6, d7 (rook; White attacks them once), g7, h8 (the king, worth
    // more than a queen, but White attacks them once only). d8 itself is not attacked by the rook on it; no other guards
    // it: safe. So 27 - 5 = 22 are safe.
    close(&[inputs.value("white queen safe")], &[22.0 / 16.0]);
    // d4: nobody of White's guards it (the king e1 is far); the rook attacks it.
    close(&inputs.all("white queen control"), &[0.0, ROOK]);
    close(&inputs.all("d5 control"), &[QUEEN, PAWN]);
    close(&inputs.all("g7 control"), &[QUEEN, KING]);
    close(&inputs.all("d1 control"), &[QUEEN, 0.0]);
    close(&inputs.all("d8 control"), &[QUEEN, 0.0]);
    close(&inputs.all("black rook 1 "), &{
        // Alone on file d: slot 1. +file to g8 3, -file to a8 3, +rank 0, -rank to d4 4. Ten targets; White's queen
        // attacks d7, d6, d5 and d4's own square not, and d8. Worth more than a rook, so that d7, d6 and d5 are safe only
        // if Black attacks them twice: d5 is (the pawn), d7 and d6 are not. 10 - 2 = 8.
        [1.0, 3.0 / 7.0, 1.0, 3.0 / 7.0, 3.0 / 7.0, 0.0, 4.0 / 7.0, 8.0 / 16.0, QUEEN, 0.0]
    });
    close(&inputs.all("black rook 2 "), &[0.0; 10]);
    // One pawn of eight, nothing else of White's but the queen; no right to castle.
    close(
        &[inputs.value("black pawns"), inputs.value("white queens"), inputs.value("white pawns")],
        &[0.125, 1.0, 0.0],
    );
    close(&[inputs.value("white may castle short"), inputs.value("black may castle long")], &[0.0, 0.0]);
}

/// Slots: pawns beyond the first of a file, pairs on one file, single pieces, third pieces.
///
/// White: Kg1, pawns a2 a3 a4 c2 (a2 keeps a, a3 goes to b, a4 to the nearest free: d, since c is taken), rooks f3 f1,
/// knights h1 h2 h3, bishop e2. Black: Kg8, bishop d7.
#[test]
fn slots_are_given_as_specified() {
    let inputs = Inputs::of("6k1/3b4/8/8/P7/P4R1N/P1P1B2N/5RKN b - - 0 1");
    let at = |name: &str| [inputs.value(&format!("{name} x")) * 7.0, inputs.value(&format!("{name} y")) * 7.0];
    close(&at("white pawn a"), &[0.0, 1.0]);
    close(&at("white pawn b"), &[0.0, 2.0]);
    close(&at("white pawn c"), &[2.0, 1.0]);
    close(&at("white pawn d"), &[0.0, 3.0]);
    close(&inputs.all("white pawn e "), &[0.0; 5]);
    // On one file the lower rank comes first.
    close(&at("white rook 1"), &[5.0, 0.0]);
    close(&at("white rook 2"), &[5.0, 2.0]);
    // Of three knights the first two, h1 and h2; the third counts only.
    close(&at("white knight 1"), &[7.0, 0.0]);
    close(&at("white knight 2"), &[7.0, 1.0]);
    close(&[inputs.value("white knights")], &[1.5]);
    // Alone on file e: the second slot; alone on file d: the first.
    close(&[inputs.value("white bishop 1 present"), inputs.value("white bishop 2 present")], &[0.0, 1.0]);
    close(&[inputs.value("black bishop 1 present"), inputs.value("black bishop 2 present")], &[1.0, 0.0]);
    close(&[inputs.value("white to move")], &[0.0]);
}

/// Ties between free slots go to the lower file: White's pawns d2, d3 and d4 have c and then e.
#[test]
fn the_lower_of_two_slots_comes_first() {
    let inputs = Inputs::of("4k3/8/8/8/3P4/3P4/3P4/4K3 w - - 0 1");
    let ranks = ["c", "d", "e"].map(|file| inputs.value(&format!("white pawn {file} y")) * 7.0);
    close(&ranks, &[2.0, 1.0, 3.0]);
}

/// Asks, for each square, every piece whether it attacks it.
mod oracle {
    use super::*;

    fn value(role: Role) -> f64 {
        match role {
            Role::Pawn => 100.0,
            Role::Knight | Role::Bishop => 325.0,
            Role::Rook => 500.0,
            Role::Queen => 975.0,
            Role::King => 1500.0,
        }
    }

    fn attackers(board: &Board, color: Color, square: Square) -> Vec<f64> {
        let attackers = board.attacks_to(square, color, board.occupied());
        attackers.into_iter().map(|from| value(board.role_at(from).unwrap())).collect()
    }

    fn least(values: &[f64]) -> Option<f64> {
        values.iter().copied().min_by(f64::total_cmp)
    }

    pub fn control(board: &Board, color: Color, square: Square) -> f64 {
        least(&attackers(board, color, square)).map_or(0.0, |value| (2250.0 - value) / 3000.0)
    }

    pub fn safe(board: &Board, from: Square) -> f64 {
        let piece = board.piece_at(from).unwrap();
        let is_safe = |&to: &Square| match least(&attackers(board, !piece.color, to)) {
            None => true,
            Some(enemy) if enemy < value(piece.role) => false,
            Some(_) => attackers(board, piece.color, to).len() > 1,
        };
        board.attacks_from(from).into_iter().filter(is_safe).count() as f64 / 16.0
    }
}

#[test]
fn every_square_and_every_slot_is_as_the_oracle_says() {
    let names: Vec<String> = layout::names().collect();
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    for plies in 0..300 {
        let record = random::playout(AnyPosition::start(Variant::Chess), plies % 120, &mut generator);
        let AnyPosition::Chess(chess) = record.position() else { unreachable!() };
        let (board, values) = (chess.board(), read(record.position()));
        for square in Square::ALL {
            let expected = Color::ALL.map(|color| oracle::control(board, color, square));
            close(&values[SQUARES.start + 2 * usize::from(square)..][..2], &expected);
        }
        let of = |index: usize, line: &str| names[index].ends_with(line);
        for present in (PIECES.start..PIECES.end).filter(|&index| of(index, " present") && values[index] == 1.0) {
            let square = Square::new((values[present + 2] * 7.0 * 8.0 + values[present + 1] * 7.0).round() as u32);
            let own = names[present].trim_end_matches("present");
            let inputs = (present..).take_while(|&index| names[index].starts_with(own)).collect::<Vec<_>>();
            let [control @ .., _, _] = &inputs[..] else { unreachable!() };
            let expected = Color::ALL.map(|color| oracle::control(board, color, square));
            close(&values[present + control.len()..][..2], &expected);
            if let Some(&safe) = inputs.iter().find(|&&index| of(index, " safe")) {
                close(&[values[safe]], &[oracle::safe(board, square)]);
            }
        }
    }
}
