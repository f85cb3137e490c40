//! The specification written down a second time: square by square, with coordinates instead of sets of squares, each
//! colour for itself. It shares nothing with the evaluation but the position.

use hetman_rules::shakmaty::{Board, Color, File, Rank, Role, Square};

use super::*;

type Coordinates = (i32, i32);

struct Reader<'b> {
    board: &'b Board,
    color: Color,
    phase: &'b str,
}

impl Reader<'_> {
    /// What stands on a square: its role, and whether it is the reader's own. Black reads the board from its own side.
    fn at(&self, (file, rank): Coordinates) -> Option<(Role, bool)> {
        let (file, rank) = (u32::try_from(file).ok()?, u32::try_from(self.color.fold_wb(rank, 7 - rank)).ok()?);
        let square = (file < 8 && rank < 8).then(|| Square::from_coords(File::new(file), Rank::new(rank)))?;
        self.board.piece_at(square).map(|piece| (piece.role, piece.color == self.color))
    }

    fn is(&self, square: Coordinates, role: Role, own: bool) -> bool {
        self.at(square) == Some((role, own))
    }

    fn all(&self, role: Role, own: bool) -> Vec<Coordinates> {
        let squares = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        squares.filter(|&square| self.is(square, role, own)).collect()
    }

    fn pawns_on_file(&self, file: i32, own: bool) -> i32 {
        self.all(Role::Pawn, own).iter().filter(|pawn| pawn.0 == file).count() as i32
    }

    /// Squares in a direction, whatever stands there.
    fn ray((file, rank): Coordinates, (east, north): Coordinates) -> Vec<Coordinates> {
        let steps = (1..8).map(|step| (file + step * east, rank + step * north));
        steps.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank)).collect()
    }

    /// Squares that a rook attacks.
    fn attacked(&self, rook: Coordinates) -> Vec<Coordinates> {
        let mut squares = Vec::new();
        for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            for square in Self::ray(rook, direction) {
                squares.push(square);
                if self.at(square).is_some() {
                    break;
                }
            }
        }
        squares
    }

    fn pawns(&self) -> i32 {
        let mut sum = 0;
        let c = if self.phase == "early_endgame" { 2 } else { 4 };
        for (file, rank) in self.all(Role::Pawn, true) {
            if self.pawns_on_file(file - 1, true) + self.pawns_on_file(file + 1, true) == 0 {
                sum -= 20;
            }
            if matches!(self.phase, "opening" | "middlegame") {
                sum += in_middle((file, rank));
                // d4 d5 e4 e5, then c4 c5 d3 d6 e3 e6 f4 f5.
                sum += match (file, rank) {
                    (3 | 4, 3 | 4) => 15,
                    (2 | 5, 3 | 4) | (3 | 4, 2 | 5) => 10,
                    _ => 0,
                };
            } else {
                sum += c * (rank - 1) * (rank - 1);
            }
        }
        sum -= 10 * (0..8).map(|file| (self.pawns_on_file(file, true) - 1).max(0)).sum::<i32>();
        let is_home = |file| self.is((file, 1), Role::Pawn, true);
        if self.phase == "opening" && is_home(3) && is_home(4) { sum - 50 } else { sum }
    }

    fn bishop(&self, bishop: Coordinates) -> i32 {
        let mut sum = -7;
        for direction in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            for square in Self::ray(bishop, direction) {
                sum += 1 + match self.at(square) {
                    Some((Role::Knight, own)) => {
                        if own {
                            1
                        } else {
                            3
                        }
                    }
                    Some((Role::Bishop, own)) => {
                        if own {
                            1
                        } else {
                            4
                        }
                    }
                    Some((Role::Rook, own)) => {
                        if own {
                            2
                        } else {
                            5
                        }
                    }
                    Some((Role::Queen, own)) => {
                        if own {
                            3
                        } else {
                            9
                        }
                    }
                    Some((Role::King, false)) => 10,
                    Some((Role::Pawn, true)) if square.1 > bishop.1 && square.1 <= 3 => -5,
                    Some((Role::Pawn, true)) => 1,
                    _ => 0,
                };
            }
        }
        sum
    }

    fn rook(&self, rook: Coordinates, enemy_king: Coordinates) -> i32 {
        let mut sum = 2 * self.attacked(rook).len() as i32;
        if matches!(self.phase, "opening" | "middlegame") && self.pawns_on_file(rook.0, true) == 0 {
            sum += if self.pawns_on_file(rook.0, false) == 0 { 10 } else { 4 };
        }
        if self.phase != "opening" {
            sum += 2 * near(rook, enemy_king);
        }
        if rook.1 == 6 {
            sum += if enemy_king.1 == 7 { 40 } else { 27 };
        }
        // Each pair is seen from both ends.
        sum + 10 * self.attacked(rook).into_iter().filter(|&square| self.is(square, Role::Rook, true)).count() as i32
    }

    fn king(&self, (file, rank): Coordinates) -> i32 {
        match self.phase {
            "early_endgame" => return 3 * in_middle((file, rank)),
            "endgame" => return 8 * in_middle((file, rank)),
            _ => {}
        }
        let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        let safety = match (name.as_str(), rank) {
            ("b1" | "g1", _) => 25,
            ("a1" | "h1" | "b2" | "g2", _) => 15,
            ("c1" | "a2" | "h2", _) => 10,
            ("f1", _) => 5,
            ("e1", _) => 0,
            ("d1", _) => -5,
            ("c2" | "d2" | "e2" | "f2", _) => -40,
            (_, 2) => -100,
            (_, 3) => -200,
            _ => -400,
        };
        let pawns = (-1..=1).filter(|step| self.is((file + step, rank + 1), Role::Pawn, true)).count() as i32;
        safety + 15 * pawns - if rank == 0 && pawns == 3 { 45 } else { 0 }
    }

    fn value(&self) -> i32 {
        let (king, enemy) = (self.all(Role::King, true)[0], self.all(Role::King, false)[0]);
        if self.phase == "mating" {
            let is_ahead = balance(self.board, self.color) > 0;
            return if is_ahead { 10 * (6 - in_middle(enemy)) + 4 * near(king, enemy) } else { 0 };
        }
        let of_phase = |values: [i32; 4]| {
            let phases = ["opening", "middlegame", "early_endgame", "endgame"];
            values[phases.iter().position(|&phase| phase == self.phase).unwrap()]
        };
        let sum = |role, value: &dyn Fn(Coordinates) -> i32| self.all(role, true).into_iter().map(value).sum::<i32>();
        self.pawns()
            + sum(Role::Knight, &|square| 4 * in_middle(square))
            + of_phase([0, 3, 1, 0]) * sum(Role::Bishop, &|square| self.bishop(square))
            + sum(Role::Rook, &|square| self.rook(square, enemy))
            + of_phase([-2, 0, 2, 4]) * sum(Role::Queen, &in_middle)
            + of_phase([0, 3, 3, 3]) * sum(Role::Queen, &|square| near(square, enemy))
            + self.king(king)
    }
}

fn in_middle((file, rank): Coordinates) -> i32 {
    let steps = (3.5 - f64::from(file)).abs() + (3.5 - f64::from(rank)).abs();
    (7.0 - steps) as i32
}

fn near(one: Coordinates, other: Coordinates) -> i32 {
    7 - ((one.0 - other.0).abs() + (one.1 - other.1).abs())
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 290,
        Role::Bishop => 310,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// A side's pieces less the other's.
fn balance(board: &Board, color: Color) -> i32 {
    board.iter().map(|(_, piece)| if piece.color == color { worth(piece.role) } else { -worth(piece.role) }).sum()
}

fn phase(board: &Board) -> &'static str {
    let start = Board::default();
    let at_home =
        board.iter().filter(|&(square, piece)| piece.role != Role::King && start.piece_at(square) == Some(piece));
    let total: i32 = board.iter().map(|(_, piece)| worth(piece.role)).sum();
    let lead = balance(board, Color::White);
    let ahead = Color::from_white(lead > 0);
    let has = |role: Role| board.iter().any(|(_, piece)| piece == role.of(ahead));
    let is_mating = lead.abs() >= 450 && (has(Role::Queen) || has(Role::Rook) || !has(Role::Pawn));
    match at_home.count() {
        14.. => "opening",
        _ if is_mating => "mating",
        _ if total >= 4300 => "middlegame",
        _ if total >= 2800 => "early_endgame",
        _ => "endgame",
    }
}

fn material(board: &Board) -> i32 {
    let lead = balance(board, Color::White);
    if lead == 0 {
        return 0;
    }
    let total: i32 = board.iter().map(|(_, piece)| worth(piece.role)).sum();
    let ahead = Color::from_white(lead > 0);
    let pawns = board.iter().filter(|(_, piece)| *piece == Role::Pawn.of(ahead)).count() as i32;
    lead + lead.signum() * (pawns * 30_000 / ((pawns + 1) * total) + lead.abs() * 590 / total)
}

#[test]
fn both_implementations_agree() {
    let classic = Classic::default();
    let mut seen = std::collections::BTreeMap::new();
    random_lines(7, 150, |before, _| {
        let board = before.board();
        let phase = phase(board);
        let value = |color| Reader { board, color, phase }.value();
        let breakdown = classic.explain(before).unwrap().breakdown.unwrap();
        let expected = (phase, material(board), value(Color::White) - value(Color::Black));
        let fen = AnyPosition::from(before.clone()).fen();
        assert_eq!((breakdown.phase, breakdown.material, breakdown.positional), expected, "{fen}");
        *seen.entry(phase).or_insert(0) += 1;
    });
    assert!(seen.len() == 5 && seen.values().all(|&positions| positions > 500), "{seen:?}");
}
