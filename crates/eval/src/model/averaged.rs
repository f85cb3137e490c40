//! One number for a man whose worth depends on where it stands (2008 thesis, section 3 of its specification).

/// avg_p = w_p + sum_s (occ(p, s) / sum_s' occ(p, s')) w_(p, s): the base weight and the square weights averaged by how
/// often the man stood on each square. A man that never stood anywhere is worth its base weight.
pub fn averaged_value(base: f64, squares: &[f64], occupancy: &[f64]) -> f64 {
    let all: f64 = occupancy.iter().sum();
    if all == 0.0 {
        return base;
    }
    base + squares.iter().zip(occupancy).map(|(weight, occupied)| weight * occupied).sum::<f64>() / all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables 4.1 (values on pawn ranks 2 to 7, rings 1 to 4) and 4.2 (occupancy in per cent) give 4.3, pawn = 1.
    /// The specification's recomputation takes the pawn's shares as they are printed, which sum to 100.1 (V12);
    /// dividing by that sum moves the third digit.
    #[test]
    fn the_published_tables_give_the_published_averages() {
        let pawn = averaged_value(0.0, &[1.00, 1.06, 1.17, 1.33, 2.18, 2.96], &[40.7, 27.2, 23.6, 6.5, 1.6, 0.5]);
        let rings = [
            ([2.86, 3.51, 3.62, 4.01], [22.6, 23.8, 36.9, 16.7], 3.149),
            ([3.39, 3.98, 3.98, 4.02], [37.4, 30.5, 22.8, 9.3], 3.398),
            ([5.21, 5.72, 5.84, 5.86], [65.1, 15.8, 14.7, 4.4], 4.886),
            ([10.31, 10.67, 10.82, 10.72], [38.9, 31.3, 25.5, 4.3], 9.544),
        ];
        for (values, occupancy, expected) in rings {
            let average = averaged_value(0.0, &values, &occupancy) / pawn;
            assert!((average - expected).abs() < 0.01, "{average} is not {expected}");
        }
    }

    #[test]
    fn the_base_is_added_once() {
        assert_eq!(averaged_value(3.0, &[1.0, 2.0], &[1.0, 3.0]), 4.75);
        assert_eq!(averaged_value(3.0, &[1.0, 2.0], &[0.0, 0.0]), 3.0);
    }
}
