// What attributes measure: functions of where the pieces stand, on plain numbers. This part depends on nothing, not even
// on the rest of the program, because `hetman endgame export` copies it as it is into the files that it writes.

/// Who stands where: letters as in a FEN, squares counted a1, b1, ..., h8.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'a> {
    pub pieces: &'a [u8],
    pub squares: &'a [u8],
    pub white_to_move: bool,
}

const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn x(square: u8) -> u8 {
    square % 8
}

fn y(square: u8) -> u8 {
    square / 8
}

fn step(square: u8, (dx, dy): (i8, i8)) -> Option<u8> {
    let (to_x, to_y) = (x(square) as i8 + dx, y(square) as i8 + dy);
    ((0..8).contains(&to_x) && (0..8).contains(&to_y)).then_some((to_y * 8 + to_x) as u8)
}

/// Moves of a king from one square to the other on an empty board.
fn king_steps(from: u8, to: u8) -> u8 {
    x(from).abs_diff(x(to)).max(y(from).abs_diff(y(to)))
}

fn is_white(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

impl Placement<'_> {
    /// Squares with pieces on them, a bit each.
    fn occupied(&self) -> u64 {
        self.squares.iter().fold(0, |bits, square| bits | 1 << square)
    }

    fn occupied_by(&self, white: bool) -> u64 {
        let own = self.pieces.iter().zip(self.squares).filter(|(piece, _)| is_white(**piece) == white);
        own.fold(0, |bits, (_, square)| bits | 1 << square)
    }

    /// What a piece attacks where these squares are in the way: occupied ones included, by either side.
    fn attacks(&self, index: usize, occupied: u64) -> u64 {
        let (piece, from) = (self.pieces[index], self.squares[index]);
        match piece.to_ascii_lowercase() {
            b'k' => leaps(from, &KING),
            b'n' => leaps(from, &KNIGHT),
            b'p' if is_white(piece) => leaps(from, &[(-1, 1), (1, 1)]),
            b'p' => leaps(from, &[(-1, -1), (1, -1)]),
            b'r' => slides(from, &ROOK, occupied),
            b'b' => slides(from, &BISHOP, occupied),
            _ => slides(from, &ROOK, occupied) | slides(from, &BISHOP, occupied),
        }
    }

    /// Whether a side attacks a square, the piece that stands there aside.
    fn is_attacked(&self, square: u8, by_white: bool, occupied: u64) -> bool {
        let others = (0..self.pieces.len()).filter(|&i| is_white(self.pieces[i]) == by_white);
        others.filter(|&i| self.squares[i] != square).any(|i| self.attacks(i, occupied) >> square & 1 == 1)
    }

    /// Squares to which a king can go: the king itself does not shield what lies behind it.
    fn king_moves(&self, king: usize) -> u64 {
        let (white, from) = (is_white(self.pieces[king]), self.squares[king]);
        let occupied = self.occupied() & !(1 << from);
        let free = leaps(from, &KING) & !self.occupied_by(white);
        let safe = (0..64).filter(|&to| free >> to & 1 == 1 && !self.is_attacked(to, !white, occupied));
        safe.fold(0, |bits, to| bits | 1 << to)
    }

    fn square_of_promotion(&self, pawn: usize) -> u8 {
        x(self.squares[pawn]) + if is_white(self.pieces[pawn]) { 56 } else { 0 }
    }

    /// Ranks by which a square lies before a pawn, as the pawn goes.
    fn ranks_before(&self, square: u8, pawn: usize) -> i8 {
        let difference = y(square) as i8 - y(self.squares[pawn]) as i8;
        if is_white(self.pieces[pawn]) { difference } else { -difference }
    }
}

fn leaps(from: u8, steps: &[(i8, i8)]) -> u64 {
    steps.iter().filter_map(|&way| step(from, way)).fold(0, |bits, to| bits | 1 << to)
}

fn slides(from: u8, ways: &[(i8, i8)], occupied: u64) -> u64 {
    let mut bits = 0;
    for &way in ways {
        let mut square = from;
        while let Some(next) = step(square, way) {
            bits |= 1 << next;
            if occupied >> next & 1 == 1 {
                break;
            }
            square = next;
        }
    }
    bits
}

/// Turns a position into that of its images with the least squares: of eight, of two where there are pawns. Kings come
/// first in the list, White's before Black's, and White's comes to stand in the triangle a1, d1, d4; like pieces that
/// follow each other are sorted. At most eight pieces.
pub fn make_canonical(pieces: &[u8], squares: &mut [u8]) {
    let has_pawns = pieces.iter().any(|piece| piece.eq_ignore_ascii_case(&b'p'));
    let mut least = [u8::MAX; 8];
    for symmetry in 0..if has_pawns { 2 } else { 8 } {
        let mut image = [0; 8];
        for (to, &square) in image.iter_mut().zip(squares.iter()) {
            *to = mirrored(square, symmetry);
        }
        for place in 1..pieces.len() {
            if pieces[place - 1] == pieces[place] && image[place - 1] > image[place] {
                image.swap(place - 1, place);
            }
        }
        if image < least {
            least = image;
        }
    }
    squares.copy_from_slice(&least[..squares.len()]);
}

/// The first bit mirrors the files, the second the ranks, and the third the long diagonal.
fn mirrored(square: u8, symmetry: u8) -> u8 {
    let (x, y) = (x(square), y(square));
    let x = if symmetry & 1 == 1 { 7 - x } else { x };
    let y = if symmetry & 2 == 2 { 7 - y } else { y };
    if symmetry & 4 == 4 { x * 8 + y } else { y * 8 + x }
}

pub fn file(at: &Placement, of: &[usize]) -> u8 {
    x(at.squares[of[0]])
}

pub fn rank(at: &Placement, of: &[usize]) -> u8 {
    y(at.squares[of[0]])
}

pub fn min_distance_file(at: &Placement, of: &[usize]) -> u8 {
    rank(at, of).min(7 - rank(at, of))
}

pub fn min_distance_rank(at: &Placement, of: &[usize]) -> u8 {
    file(at, of).min(7 - file(at, of))
}

pub fn edge_distance(at: &Placement, of: &[usize]) -> u8 {
    min_distance_file(at, of).min(min_distance_rank(at, of))
}

pub fn corner_distance(at: &Placement, of: &[usize]) -> u8 {
    min_distance_file(at, of).max(min_distance_rank(at, of))
}

pub fn on_edge(at: &Placement, of: &[usize]) -> u8 {
    u8::from(edge_distance(at, of) == 0)
}

pub fn in_corner(at: &Placement, of: &[usize]) -> u8 {
    u8::from(corner_distance(at, of) == 0)
}

pub fn same_file(at: &Placement, of: &[usize]) -> u8 {
    u8::from(distance_rank(at, of) == 0)
}

pub fn same_rank(at: &Placement, of: &[usize]) -> u8 {
    u8::from(distance_file(at, of) == 0)
}

pub fn same_diagonal(at: &Placement, of: &[usize]) -> u8 {
    u8::from(distance_file(at, of) == distance_rank(at, of))
}

pub fn distance_file(at: &Placement, of: &[usize]) -> u8 {
    y(at.squares[of[0]]).abs_diff(y(at.squares[of[1]]))
}

pub fn distance_rank(at: &Placement, of: &[usize]) -> u8 {
    x(at.squares[of[0]]).abs_diff(x(at.squares[of[1]]))
}

pub fn distance(at: &Placement, of: &[usize]) -> u8 {
    king_steps(at.squares[of[0]], at.squares[of[1]])
}

pub fn knight_move(at: &Placement, of: &[usize]) -> u8 {
    u8::from(distance_file(at, of) * distance_rank(at, of) == 2)
}

pub fn opposition_distance(at: &Placement, of: &[usize]) -> u8 {
    if same_file(at, of) == 1 || same_rank(at, of) == 1 { distance(at, of) } else { 0 }
}

pub fn opposition(at: &Placement, of: &[usize]) -> u8 {
    u8::from(opposition_distance(at, of) == 2)
}

/// Whether the last piece stands on a file or a rank between the first two.
pub fn between(at: &Placement, of: &[usize]) -> u8 {
    let [one, other, middle] = [of[0], of[1], of[2]].map(|i| at.squares[i]);
    let is_between =
        |line: fn(u8) -> u8| (line(one).min(line(other)) + 1..line(one).max(line(other))).contains(&line(middle));
    u8::from(is_between(x) || is_between(y))
}

pub fn in_check(at: &Placement, of: &[usize]) -> u8 {
    u8::from(at.is_attacked(at.squares[of[0]], !is_white(at.pieces[of[0]]), at.occupied()))
}

pub fn can_move(at: &Placement, of: &[usize]) -> u8 {
    u8::from(at.king_moves(of[0]) != 0)
}

pub fn king_mobility(at: &Placement, of: &[usize]) -> u8 {
    at.king_moves(of[0]).count_ones() as u8
}

pub fn mobility(at: &Placement, of: &[usize]) -> u8 {
    let own = at.occupied_by(is_white(at.pieces[of[0]]));
    (at.attacks(of[0], at.occupied()) & !own).count_ones() as u8
}

pub fn attacked(at: &Placement, of: &[usize]) -> u8 {
    in_check(at, of)
}

pub fn defended(at: &Placement, of: &[usize]) -> u8 {
    u8::from(at.is_attacked(at.squares[of[0]], is_white(at.pieces[of[0]]), at.occupied()))
}

pub fn attacks(at: &Placement, of: &[usize]) -> u8 {
    u8::from(at.attacks(of[0], at.occupied()) >> at.squares[of[1]] & 1 == 1)
}

/// The rectangle in which the lines of the second piece hold the first one; on a line of it there is no wall.
pub fn box_area(at: &Placement, of: &[usize]) -> u8 {
    let [king, rook] = [of[0], of[1]].map(|i| at.squares[i]);
    let side = |king: u8, wall: u8| match king.cmp(&wall) {
        std::cmp::Ordering::Less => wall,
        std::cmp::Ordering::Greater => 7 - wall,
        std::cmp::Ordering::Equal => 8,
    };
    side(x(king), x(rook)) * side(y(king), y(rook))
}

pub fn corner_of_colour(at: &Placement, of: &[usize]) -> u8 {
    let [bishop, king] = [of[0], of[1]].map(|i| at.squares[i]);
    let corners = if (x(bishop) + y(bishop)).is_multiple_of(2) { [0, 63] } else { [7, 56] };
    king_steps(king, corners[0]).min(king_steps(king, corners[1]))
}

/// The same counted in steps along files and ranks.
pub fn steps_to_corner_of_colour(at: &Placement, of: &[usize]) -> u8 {
    let [bishop, king] = [of[0], of[1]].map(|i| at.squares[i]);
    let along = if (x(bishop) + y(bishop)).is_multiple_of(2) { x(king) + y(king) } else { 7 - x(king) + y(king) };
    along.min(14 - along)
}

pub fn same_colour(at: &Placement, of: &[usize]) -> u8 {
    u8::from((distance_file(at, of) + distance_rank(at, of)).is_multiple_of(2))
}

pub fn promotion_steps(at: &Placement, of: &[usize]) -> u8 {
    king_steps(at.squares[of[0]], at.square_of_promotion(of[0]))
}

/// What a piece is worth in pawns, by the usual count; more than a pawn once it is promoted.
pub fn worth(at: &Placement, of: &[usize]) -> u8 {
    match at.pieces[of[0]].to_ascii_lowercase() {
        b'q' => 9,
        b'r' => 5,
        b'b' | b'n' => 3,
        _ => 1,
    }
}

pub fn promotion_distance(at: &Placement, of: &[usize]) -> u8 {
    king_steps(at.squares[of[0]], at.square_of_promotion(of[1]))
}

/// The rule of the square: a pawn on its first square has its double step.
pub fn in_square(at: &Placement, of: &[usize]) -> u8 {
    let steps = promotion_steps(at, &of[1..]).min(5);
    let first_move = u8::from(is_white(at.pieces[of[0]]) == at.white_to_move);
    u8::from(promotion_distance(at, of) <= steps + first_move)
}

/// Ranks by which the first piece stands before the pawn, plus seven.
pub fn ahead(at: &Placement, of: &[usize]) -> u8 {
    (at.ranks_before(at.squares[of[0]], of[1]) + 7) as u8
}

pub fn in_front(at: &Placement, of: &[usize]) -> u8 {
    u8::from(same_file(at, of) == 1 && at.ranks_before(at.squares[of[0]], of[1]) > 0)
}

/// Squares from which a king leads the pawn to promotion, whichever side is to move.
pub fn on_key_square(at: &Placement, of: &[usize]) -> u8 {
    let steps = promotion_steps(at, &of[1..]);
    let ranks = at.ranks_before(at.squares[of[0]], of[1]);
    let files = distance_rank(at, of);
    let is_key = match min_distance_rank(at, &of[1..]) {
        0 => files == 1 && ranks >= steps as i8 - 1,
        _ if steps == 1 => files == 1 && (0..=1).contains(&ranks),
        _ if steps <= 3 => files <= 1 && (1..=2).contains(&ranks),
        _ => files <= 1 && ranks == 2,
    };
    u8::from(is_key)
}

/// The smaller of the distances along files and along ranks.
pub fn aside(at: &Placement, of: &[usize]) -> u8 {
    distance_file(at, of).min(distance_rank(at, of))
}

/// The steps along a file and along a rank to the nearest corner.
pub fn corner_steps(at: &Placement, of: &[usize]) -> u8 {
    min_distance_file(at, of) + min_distance_rank(at, of)
}

pub fn loose(at: &Placement, of: &[usize]) -> u8 {
    u8::from(attacked(at, of) == 1 && defended(at, of) == 0)
}

/// Squares that a king reaches in so many moves, over squares that are not attacked; the first is its own.
fn walk(at: &Placement, king: usize, moves: u8) -> u8 {
    let (white, from) = (is_white(at.pieces[king]), at.squares[king]);
    let others = at.occupied() & !(1 << from);
    let attackers = (0..at.pieces.len()).filter(|&index| is_white(at.pieces[index]) != white);
    let attacked = attackers.fold(0, |bits, index| bits | at.attacks(index, others));
    let free = !(attacked | at.occupied_by(white));
    let mut reached = 1 << from;
    for _ in 0..moves {
        let next = reached | around(reached) & free;
        if next == reached {
            break;
        }
        reached = next;
    }
    reached.count_ones() as u8
}

/// The squares next to some.
fn around(squares: u64) -> u64 {
    const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
    const LAST_FILE: u64 = 0x8080_8080_8080_8080;
    let row = squares | (squares & !LAST_FILE) << 1 | (squares & !FIRST_FILE) >> 1;
    row | row << 8 | row >> 8
}

pub fn room(at: &Placement, of: &[usize]) -> u8 {
    walk(at, of[0], 63)
}

pub fn near_room(at: &Placement, of: &[usize]) -> u8 {
    walk(at, of[0], 2)
}

/// Moves of the first piece to the square diagonally before the second, as the third lies.
pub fn corner_of_box(at: &Placement, of: &[usize]) -> u8 {
    let [own, rook, held] = [of[0], of[1], of[2]].map(|i| at.squares[i]);
    let toward = |from: u8, to: u8| match to.cmp(&from) {
        std::cmp::Ordering::Less => from - 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from + 1,
    };
    king_steps(own, 8 * toward(y(rook), y(held)) + toward(x(rook), x(held)))
}
