//! The two measures of nearness (section 5.2).

use hetman_rules::shakmaty::Square;

/// 7 - (|3.5 - file| + |3.5 - rank|): 0 in a corner, 6 in the middle. Always a whole number.
pub fn centre(square: Square) -> i32 {
    let from_middle = |line: i32| (2 * line - 7).abs();
    7 - (from_middle(square.file() as i32) + from_middle(square.rank() as i32)) / 2
}

/// 7 less the steps along ranks and files between two squares: 6 for neighbours, -7 from corner to corner.
pub fn near(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    7 - (files + ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_distances() {
        let found = [Square::E4, Square::C6, Square::E2, Square::A1].map(centre);
        assert_eq!(found, [6, 4, 4, 0]);
        let pairs = [(Square::A1, Square::H8), (Square::A1, Square::A2), (Square::A1, Square::B2)];
        assert_eq!(pairs.map(|(one, other)| near(one, other)), [-7, 6, 5]);
    }
}
