/// A move of a piece, by its place in the list, to a square, and all squares after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub piece: usize,
    pub to: u8,
    pub after: [u8; PIECES.len()],
}

fn placement(squares: &[u8; PIECES.len()], white_to_move: bool) -> Placement<'_> {
    Placement { pieces: PIECES, squares, white_to_move }
}

fn quantity(number: i32, at: &Placement) -> i32 {
    let parts = &PARTS[number as usize * WIDTH..][..WIDTH];
    parts.iter().filter(|part| **part >= 0).map(|&part| i32::from(attribute(part as usize, at))).sum()
}

/// A condition is a quantity, a test and a number.
fn holds(condition: &[i32], at: &Placement, before: &Placement) -> bool {
    let value = quantity(condition[0], at);
    let earlier = || quantity(condition[0], before);
    match condition[1] {
        0 => value == condition[2],
        1 => value <= condition[2],
        2 => value >= condition[2],
        3 => value < earlier(),
        4 => value == earlier(),
        _ => value > earlier(),
    }
}

/// White's moves, which nothing but a bare king can be in the way of.
fn legal_moves(before: &Placement) -> Vec<Move> {
    let occupied = before.occupied();
    let mut moves = Vec::new();
    for piece in (0..PIECES.len()).filter(|&piece| is_white(PIECES[piece])) {
        let targets = before.attacks(piece, occupied) & !occupied;
        for to in (0..64).filter(|to| targets >> to & 1 == 1) {
            let mut after = [0; PIECES.len()];
            after.copy_from_slice(before.squares);
            after[piece] = to;
            let at = placement(&after, false);
            if !at.is_attacked(after[0], false, at.occupied()) {
                moves.push(Move { piece, to, after });
            }
        }
    }
    moves
}

/// The moves that the rules leave, whichever of them is played.
pub fn choose(squares: &[u8; PIECES.len()]) -> Vec<Move> {
    let before = placement(squares, true);
    let mut left = legal_moves(&before);
    let mut rest = &RULES[..];
    let mut take = |count: usize| {
        let taken = &rest[..count];
        rest = &rest[count..];
        taken
    };
    for _ in 0..RULE_COUNT {
        let count = take(1)[0] as usize;
        let when = take(3 * count);
        let &[aim, number] = take(2) else { unreachable!("two were taken") };
        let wanted = take(if aim == 0 { 3 * number as usize } else { 0 });
        if left.len() <= 1 || !when.chunks(3).all(|condition| holds(condition, &before, &before)) {
            continue;
        }
        let price = |one: &Move| {
            let at = placement(&one.after, false);
            match aim {
                0 => i32::from(!wanted.chunks(3).all(|condition| holds(condition, &at, &before))),
                1 => quantity(number, &at),
                _ => -quantity(number, &at),
            }
        };
        let prices: Vec<i32> = left.iter().map(price).collect();
        let least = prices.iter().min().copied();
        let mut each = prices.into_iter();
        left.retain(|_| each.next() == least);
    }
    left
}
