//! Targets from what searches say later: TDLeaf(lambda) as Giraffe has it (section 4.3 of its specification).
//!
//! From a position a few half-moves are played by searches with the network that learns. The target of the leaf of the first
//! search's principal variation is its value and an error: what the scores change by afterwards, the sooner the more.

use std::sync::Arc;

use hetman_eval::{AnyEvaluator, Evaluator, Net};
use hetman_rules::shakmaty::{Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, GameRecord, with_position};
use hetman_search::{Control, Decision, Limits, Score, Searcher, Settings, Thinker};

use super::experiment::{LeafTarget, Reading};

/// A search of so few nodes fills no larger table.
const HASH_MIB: usize = 1;
/// Scores that far from the leaf's value are none of the leaf's: mates, repetitions, lines cut short. The search counts
/// in hundredths of a pawn, which are a third of this.
const FOREIGN: f64 = 0.01;
/// Encourages progress: what a score is worth that comes a half-move later.
const DISCOUNT: f64 = 0.995;
const LARGEST_ERROR: f64 = 1.0;

/// The error of the first of the scores, which are White's view and a half-move apart.
pub fn error(scores: &[f64], lambda: f64, reading: Reading) -> f64 {
    match reading {
        Reading::Slides => discounted_changes(scores.iter().copied(), lambda),
        Reading::Source => {
            let of_one_side = scores.iter().enumerate().step_by(2);
            let later = of_one_side.map(|(plies, &score)| score * DISCOUNT.powi(plies as i32));
            discounted_changes(later, lambda).clamp(-LARGEST_ERROR, LARGEST_ERROR)
        }
    }
}

/// Sum over m of lambda^m d_m.
fn discounted_changes(scores: impl Iterator<Item = f64> + Clone, lambda: f64) -> f64 {
    let changes = scores.clone().zip(scores.skip(1)).map(|(before, after)| after - before);
    changes
        .zip(std::iter::successors(Some(1.0), |weight| Some(weight * lambda)))
        .map(|(change, weight)| change * weight)
        .sum()
}

/// Plays from positions and says what their leaves teach.
pub struct LeafSearcher<'a> {
    target: &'a LeafTarget,
    net: &'a Net,
    searcher: Searcher,
    units_per_centipawn: f64,
}

/// What a start teaches: a leaf and what it is to be worth to White.
pub struct Lesson {
    pub leaf: AnyPosition,
    pub target: f64,
}

impl<'a> LeafSearcher<'a> {
    /// For one thread; games do not know of each other.
    pub fn new(target: &'a LeafTarget, net: &'a Net, evaluator: &Arc<AnyEvaluator>) -> LeafSearcher<'a> {
        let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
        let units_per_centipawn = 1.0 / evaluator.centipawns_per_unit();
        LeafSearcher { target, net, searcher: Searcher::new(settings, Arc::clone(evaluator)), units_per_centipawn }
    }

    /// `None` if the first search's score is not that of its leaf, from which there would be nothing to learn.
    pub fn play(&mut self, start: &AnyPosition, control: &Control) -> Option<Lesson> {
        self.searcher.start_game();
        let mut record = GameRecord::new(start.clone());
        let first = self.search(&record, control);
        let leaf = first.line.iter().fold(start.clone(), |position, &m| position.after(m));
        let score = self.white_score(&first, record.turn());
        let value = with_position!(&leaf, leaf => self.net.evaluate(leaf)).for_white(leaf.turn()).0;
        if (value - score).abs() > FOREIGN || leaf.is_game_over() {
            return None;
        }
        let mut scores = vec![score];
        let mut next = first.best;
        for _ in 0..self.target.plies {
            let Some(m) = next else { break };
            record.play(m).expect("searches give legal moves");
            if let Some(outcome) = record.position().outcome().known() {
                scores.push(decided(outcome));
                break;
            }
            let decision = self.search(&record, control);
            scores.push(self.white_score(&decision, record.turn()));
            next = decision.best;
        }
        let error = error(&scores, self.target.lambda, self.target.reading);
        Some(Lesson { leaf, target: value + self.target.alpha * error })
    }

    fn search(&mut self, record: &GameRecord, control: &Control) -> Decision {
        let limits = Limits { nodes: Some(self.target.nodes), ..Limits::default() };
        self.searcher.search(record, &limits, control, &mut |_| {})
    }

    fn white_score(&self, decision: &Decision, turn: Color) -> f64 {
        let score = match decision.score {
            Some(Score::Centipawns(centipawns)) => f64::from(centipawns) * self.units_per_centipawn,
            Some(Score::Mate(moves)) => f64::from(moves.signum()),
            None => 0.0,
        };
        turn.fold_wb(score, -score).clamp(-1.0, 1.0)
    }
}

fn decided(outcome: KnownOutcome) -> f64 {
    match outcome {
        KnownOutcome::Decisive { winner } => winner.fold_wb(1.0, -1.0),
        KnownOutcome::Draw => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the specification: changes of 10, -30 and 50, none, three and six half-moves from the start.
    #[test]
    fn the_worked_example() {
        let scores = [10.0, 20.0, 20.0, 20.0, -10.0, -10.0, -10.0, 40.0, 40.0, 40.0, 40.0, 40.0, 40.0];
        assert!((error(&scores, 0.7, Reading::Slides) - 5.59245).abs() < 1e-12);
    }

    /// Scores of one side: 0.1, 0.3, -0.2 become 0.1, 0.2970075 and -0.19602998...; the error is their change and 0.7 times
    /// the next.
    #[test]
    fn the_source_compares_scores_of_one_side() {
        let scores = [0.1, 9.0, 0.3, -9.0, -0.2];
        let [second, third] = [0.3 * 0.995 * 0.995, -0.2 * 0.995_f64.powi(4)];
        let expected = (second - 0.1) + 0.7 * (third - second);
        assert!((error(&scores, 0.7, Reading::Source) - expected).abs() < 1e-12);
        assert_eq!(error(&[-0.9, 0.0, 0.9], 0.7, Reading::Source), 1.0, "never more than 1");
    }

    #[test]
    fn nothing_changes_nothing() {
        for reading in [Reading::Slides, Reading::Source] {
            assert_eq!(error(&[0.5], 0.7, reading), 0.0);
        }
        assert_eq!(error(&[0.5; 13], 0.7, Reading::Slides), 0.0);
        assert_eq!(error(&[0.25, 0.75], 0.0, Reading::Slides), 0.5, "lambda to the power of 0 is 1");
    }
}
