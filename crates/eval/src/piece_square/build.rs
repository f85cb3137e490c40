//! The tables, computed from published piece values, mobility and the variant's goal.

use hetman_rules::Variant;
use hetman_rules::shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::{PieceSquare, Tables, Tapered, grains, role_index, squares};

/// Share of a man's worth that depends on where it stands.
const PLACED_BY_MOBILITY: f64 = 0.1;
/// A king has no material worth, but in the ending it fights like about four pawns.
const FIGHTING_KING: f64 = 400.0;
/// Cost of each square from which a heavy piece could look at the king, full board.
const EXPOSURE: f64 = -3.0;
/// Worth of a pawn's grip on a square, for each line of a queen that the square has more than a corner.
const GRIP: f64 = 2.0;
/// Cost of each move the king still needs to a variant's winning squares.
const STEP_TO_THE_HILL: f64 = -25.0;
const STEP_IN_THE_RACE: f64 = -150.0;

/// Hundredths of a pawn for pawn, knight, bishop, rook, queen, king.
struct Worth {
    board: [f64; 6],
    hand: [f64; 6],
}

/// Published values, bishop or knight brought to the scale of a chess bishop where the source's unit is arbitrary.
fn worth(variant: Variant) -> Worth {
    let nothing_in_hand = [0.0; 6];
    match variant {
        // 2008 thesis, table B.3 (small experiment) divided so that the bishop is 3; hand values by the same factor.
        Variant::Crazyhouse => {
            Worth { board: [134.0, 235.0, 300.0, 314.0, 604.0, 0.0], hand: [121.0, 296.0, 281.0, 353.0, 563.0, 0.0] }
        }
        // 2008 thesis, table B.1 (large experiment, averaged).
        Variant::Atomic => Worth { board: [195.0, 250.0, 266.0, 519.0, 1398.0, 0.0], hand: nothing_in_hand },
        // 2008 thesis, table 6.5 (small experiment): every man is a burden.
        Variant::Suicide | Variant::Antichess => {
            Worth { board: [-236.0, -322.0, -441.0, -500.0, -479.0, -298.0], hand: nothing_in_hand }
        }
        // 2008 thesis, table 6.1 (large experiment, averaged).
        Variant::Chess | Variant::KingOfTheHill | Variant::ThreeCheck | Variant::Horde | Variant::RacingKings => {
            Worth { board: [105.0, 282.0, 300.0, 451.0, 938.0, 0.0], hand: nothing_in_hand }
        }
    }
}

/// A check is a third of the game in three-check: the first costs little, the last but one half a queen.
fn checks_left(variant: Variant) -> [f64; 4] {
    match variant {
        Variant::ThreeCheck => [0.0, 450.0, 150.0, 0.0],
        _ => [0.0; 4],
    }
}

impl PieceSquare {
    /// The evaluator of a variant before anything was learned.
    pub fn for_variant(variant: Variant) -> PieceSquare {
        let worth = worth(variant);
        let tables: Tables = std::array::from_fn(|index| {
            let role = Role::ALL[index];
            std::array::from_fn(|square| {
                let square = Square::new(square as u32);
                entry(variant, role, square, worth.board[index], worth.board[role_index(Role::Queen)])
            })
        });
        PieceSquare::new(variant, tables, worth.hand.map(grains), checks_left(variant).map(grains))
    }
}

fn entry(variant: Variant, role: Role, square: Square, worth: f64, queen: f64) -> Tapered {
    let placed = |full: f64, bare: f64| Tapered { full: grains(worth + full), bare: grains(worth + bare) };
    let by_mobility = |value: f64| PLACED_BY_MOBILITY * value * (mobility(role, square) / average_mobility(role) - 1.0);
    match role {
        _ if variant.is_losing_game() => placed(by_mobility(worth.abs()), by_mobility(worth.abs())),
        Role::Pawn => placed(GRIP * grip(square), promise(square, queen - worth)),
        Role::King => {
            let goal = goal(variant, square);
            placed(goal + EXPOSURE * exposure(square), goal + by_mobility(FIGHTING_KING))
        }
        _ => placed(by_mobility(worth), by_mobility(worth)),
    }
}

/// Squares a man reaches from here on an empty board; a pawn's are the squares it attacks.
fn mobility(role: Role, square: Square) -> f64 {
    attacks::attacks(square, role.of(Color::White), Bitboard::EMPTY).count() as f64
}

fn average_mobility(role: Role) -> f64 {
    squares().map(|square| mobility(role, square)).sum::<f64>() / 64.0
}

/// How busy the squares are that a pawn attacks from here: the lines of a queen on them, beyond those of a corner.
fn grip(square: Square) -> f64 {
    let corner = mobility(Role::Queen, Square::A1);
    attacks::pawn_attacks(Color::White, square).into_iter().map(|held| mobility(Role::Queen, held) - corner).sum()
}

/// What a pawn may become, shared out over the moves it still needs.
fn promise(square: Square, gain: f64) -> f64 {
    let steps = f64::from(7 - u32::from(square.rank())).max(1.0);
    PLACED_BY_MOBILITY * gain / steps
}

/// Squares from which a queen would see a king here, its pawns at home except the two in the centre, which go first.
fn exposure(square: Square) -> f64 {
    let shield = Bitboard::from(Rank::Second) ^ Bitboard::from(Square::D2) ^ Bitboard::from(Square::E2);
    let pawns = shield.without(square);
    (attacks::queen_attacks(square, pawns) & !pawns).count() as f64
}

fn goal(variant: Variant, king: Square) -> f64 {
    let hill = [Square::D4, Square::E4, Square::D5, Square::E5];
    let steps = |target: Square| f64::from(king.distance(target));
    match variant {
        Variant::KingOfTheHill => STEP_TO_THE_HILL * hill.into_iter().map(steps).fold(f64::INFINITY, f64::min),
        Variant::RacingKings => STEP_IN_THE_RACE * f64::from(7 - u32::from(king.rank())),
        _ => 0.0,
    }
}
