//! Piece values over all runs of an experiment, and how sure they are.
//!
//! A run is one draw: with another seed it ends elsewhere. So the interval of a mean comes from how the runs differ
//! (Student's distribution), and one run alone has none.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::weights::pawn;
use crate::wire::{NamedValue, PieceEstimate, PieceEstimates, RunWeights};

/// Means over the runs that have begun, the dearest piece first. The unit is the mean pawn, so that a pawn's own interval
/// is seen too; where a pawn is worth too little for that, it is the net's.
pub fn over_runs(runs: &[RunWeights]) -> PieceEstimates {
    let begun: Vec<&RunWeights> = runs.iter().filter(|run| run.games > 0).collect();
    let values = |name: &str| -> Option<Vec<f64>> {
        begun.iter().map(|run| Some(run.pieces.iter().find(|piece| piece.name == name)?.value)).collect()
    };
    let names = begun.first().map_or(&[][..], |run| &run.pieces);
    let mut ranked: Vec<(&str, Vec<f64>)> =
        names.iter().filter_map(|piece| Some((piece.name.as_str(), values(&piece.name)?))).collect();
    ranked.sort_by(|(_, left), (_, right)| mean(right).total_cmp(&mean(left)));
    let means = ranked.iter().map(|(name, values)| NamedValue { name: (*name).to_owned(), value: mean(values) });
    let pawn = pawn(&means.collect::<Vec<_>>());
    let unit = pawn.unwrap_or(1.0);
    let estimate = |(place, (name, values)): (usize, &(&str, Vec<f64>))| PieceEstimate {
        name: (*name).to_owned(),
        mean: mean(values) / unit,
        half_width: half_width(values).map(|half| half / unit),
        is_above_next: ranked.get(place + 1).and_then(|(_, next)| is_above(values, next)),
    };
    PieceEstimates {
        runs: begun.len() as u32,
        games: begun.iter().map(|run| run.games).min().unwrap_or(0),
        in_pawns: pawn.is_some(),
        pieces: ranked.iter().enumerate().map(estimate).collect(),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Half of the mean's 95 % interval; `None` of a single run.
fn half_width(values: &[f64]) -> Option<f64> {
    let freedom = values.len().checked_sub(2)? as f64 + 1.0;
    let middle = mean(values);
    let variance = values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / freedom;
    let quantile = StudentsT::new(0.0, 1.0, freedom).expect("freedom is positive").inverse_cdf(0.975);
    Some(quantile * (variance / values.len() as f64).sqrt())
}

/// Whether the runs can tell which of two is worth more. Differences run by run: what makes all pieces of a run dearer
/// does not count (paired t-test).
fn is_above(values: &[f64], next: &[f64]) -> Option<bool> {
    let differences: Vec<f64> = values.iter().zip(next).map(|(value, next)| value - next).collect();
    Some(mean(&differences) > half_width(&differences)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NamedValue;

    fn run(values: &[(&str, f64)]) -> RunWeights {
        let pieces = values.iter().map(|&(name, value)| NamedValue { name: name.to_owned(), value }).collect();
        RunWeights {
            run: 1,
            games: 100,
            pieces,
            piece_series: Vec::new(),
            pawn: None,
            strongest: Vec::new(),
            series: Vec::new(),
            series_games: Vec::new(),
            heat_maps: Vec::new(),
        }
    }

    #[test]
    fn means_and_their_intervals_are_told_in_mean_pawns() {
        let runs = [
            run(&[("pawn", 0.5), ("knight", 1.4), ("queen", 4.0)]),
            run(&[("pawn", 0.4), ("knight", 1.5), ("queen", 5.0)]),
            run(&[("pawn", 0.6), ("knight", 1.6), ("queen", 4.5)]),
        ];
        let estimates = over_runs(&runs);
        let names: Vec<&str> = estimates.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!((estimates.runs, estimates.games, estimates.in_pawns), (3, 100, true));
        assert_eq!(names, ["queen", "knight", "pawn"]);
        let [queen, knight, pawn] = &estimates.pieces[..] else { panic!("three pieces") };
        // 4, 5 and 4.5 in pawns of 0.5: standard deviation 1. Student's 97.5 % quantile at two degrees of freedom: 4.3027.
        assert!((queen.mean - 9.0).abs() < 1e-12);
        assert!((queen.half_width.unwrap() - 4.3027 / 3_f64.sqrt()).abs() < 1e-3, "{queen:?}");
        assert!((knight.mean - 3.0).abs() < 1e-12);
        assert!((pawn.mean - 1.0).abs() < 1e-12 && pawn.half_width.unwrap() > 0.1, "a pawn is unsure too");
        assert_eq!((queen.is_above_next, knight.is_above_next, pawn.is_above_next), (Some(true), Some(true), None));
    }

    #[test]
    fn one_run_says_nothing_of_how_sure_it_is() {
        let estimates = over_runs(&[run(&[("pawn", 1.0), ("queen", 9.0)])]);
        assert!(estimates.pieces.iter().all(|piece| piece.half_width.is_none() && piece.is_above_next.is_none()));
    }

    #[test]
    fn pieces_that_change_places_are_not_told_apart() {
        let runs = [
            run(&[("pawn", 1.0), ("knight", 3.0), ("bishop", 3.2)]),
            run(&[("pawn", 1.0), ("knight", 3.3), ("bishop", 3.0)]),
            run(&[("pawn", 1.0), ("knight", 3.1), ("bishop", 3.3)]),
        ];
        let estimates = over_runs(&runs);
        assert_eq!(estimates.pieces[0].name, "bishop");
        assert_eq!(estimates.pieces[0].is_above_next, Some(false));
    }

    #[test]
    fn where_a_pawn_is_worth_nothing_values_stay_in_the_nets_unit() {
        let runs = [run(&[("pawn", -0.1), ("queen", 2.0)]), run(&[("pawn", 0.12), ("queen", 4.0)])];
        let estimates = over_runs(&runs);
        assert!(!estimates.in_pawns);
        assert!((estimates.pieces[0].mean - 3.0).abs() < 1e-12);
    }

    #[test]
    fn before_the_first_game_there_is_nothing_to_estimate() {
        let mut waiting = run(&[("pawn", 1.0)]);
        waiting.games = 0;
        assert!(over_runs(&[waiting]).pieces.is_empty());
    }
}
