//! Pieces in their slots, so that a piece that moves stays where it was among the inputs.

use arrayvec::ArrayVec;
use hetman_rules::shakmaty::{Bitboard, Board, Color, Position, Role, Square};

use super::attacks::AttackMaps;
use super::{LINES, MOST_TARGETS, Writer};

/// One for each file.
const PAWNS: usize = 8;
/// Presence, coordinates, and the control of either side.
const PLAIN: usize = 5;

/// Along a file or rank: the file grows, falls, the rank grows, falls.
pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The board, and what is attacked on it.
struct Scene<'a> {
    board: &'a Board,
    maps: &'a AttackMaps,
}

/// What is of single pieces, type by type.
pub fn push_pieces(position: &dyn Position, maps: &AttackMaps, writer: &mut Writer<impl FnMut(usize, f64)>) {
    let scene = Scene { board: position.board(), maps };
    for color in Color::ALL {
        scene.pawns(color).into_iter().for_each(|pawn| scene.push_plain(pawn, writer));
    }
    for color in Color::ALL {
        let queen = scene.board.by_piece(Role::Queen.of(color)).first();
        scene.push_piece(queen, color, Role::Queen, &[STRAIGHT, DIAGONAL], writer);
    }
    for color in Color::ALL {
        scene.push_pair(color, Role::Rook, &[STRAIGHT], writer);
        writer.push_rights(position, color);
    }
    for (role, directions) in [(Role::Bishop, &[DIAGONAL][..]), (Role::Knight, &[])] {
        Color::ALL.into_iter().for_each(|color| scene.push_pair(color, role, directions, writer));
    }
}

impl Scene<'_> {
    /// A pawn has the slot of its file; where there are more on a file, the others have the nearest that is free, the
    /// lower one of two.
    fn pawns(&self, color: Color) -> [Option<Square>; PAWNS] {
        let mut slots = [None; PAWNS];
        let mut others: ArrayVec<Square, 64> = ArrayVec::new();
        for pawn in self.board.by_piece(Role::Pawn.of(color)) {
            match &mut slots[usize::from(pawn.file())] {
                slot @ None => *slot = Some(pawn),
                Some(_) => others.push(pawn),
            }
        }
        for pawn in others {
            let distance = |slot: &usize| (slot.abs_diff(usize::from(pawn.file())), *slot);
            let free = (0..PAWNS).filter(|&slot| slots[slot].is_none()).min_by_key(distance);
            if let Some(slot) = free {
                slots[slot] = Some(pawn);
            }
        }
        slots
    }

    /// Two pieces are sorted by file; one alone has the slot of its half of the board. A third is not seen.
    fn pair(&self, color: Color, role: Role) -> [Option<Square>; 2] {
        let mut found: ArrayVec<Square, 2> = self.board.by_piece(role.of(color)).into_iter().take(2).collect();
        found.sort_by_key(|square| (square.file(), square.rank()));
        match found[..] {
            [] => [None, None],
            [one] if usize::from(one.file()) < PAWNS / 2 => [Some(one), None],
            [one] => [None, Some(one)],
            [first, second, ..] => [Some(first), Some(second)],
        }
    }

    fn push_pair(
        &self,
        color: Color,
        role: Role,
        directions: &[[(i32, i32); 4]],
        writer: &mut Writer<impl FnMut(usize, f64)>,
    ) {
        let pair = self.pair(color, role);
        pair.into_iter().for_each(|piece| self.push_piece(piece, color, role, directions, writer));
    }

    fn push_piece(
        &self,
        piece: Option<Square>,
        color: Color,
        role: Role,
        directions: &[[(i32, i32); 4]],
        writer: &mut Writer<impl FnMut(usize, f64)>,
    ) {
        let Some(square) = piece else { return writer.skip(PLAIN + 4 * directions.len() + 1) };
        let targets = self.board.attacks_from(square);
        writer.push(1.0);
        writer.push_square(square);
        for &direction in directions.as_flattened() {
            writer.push((targets & ray(square, direction)).count() as f64 / LINES);
        }
        writer.push(self.maps.safe(color, role, targets).count() as f64 / MOST_TARGETS);
        writer.push_all(self.maps.control(square));
    }

    fn push_plain(&self, piece: Option<Square>, writer: &mut Writer<impl FnMut(usize, f64)>) {
        let Some(square) = piece else { return writer.skip(PLAIN) };
        writer.push(1.0);
        writer.push_square(square);
        writer.push_all(self.maps.control(square));
    }
}

/// The squares from here to the edge in one direction, this one left out.
fn ray(from: Square, (files, ranks): (i32, i32)) -> Bitboard {
    Bitboard(RAYS[(3 * (ranks + 1) + files + 1) as usize][usize::from(from)])
}

/// By direction, (-1, -1) first, and by square.
static RAYS: [[u64; 64]; 9] = rays();

const fn rays() -> [[u64; 64]; 9] {
    let mut rays = [[0; 64]; 9];
    let mut index: i32 = 0;
    while index < 9 * 64 {
        let (direction, from) = (index / 64, index % 64);
        let (files, ranks) = (direction % 3 - 1, direction / 3 - 1);
        let (mut file, mut rank) = (from % 8 + files, from / 8 + ranks);
        while direction != 4 && file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            rays[direction as usize][from as usize] |= 1 << (8 * rank + file);
            (file, rank) = (file + files, rank + ranks);
        }
        index += 1;
    }
    rays
}
