//! Targets from a teacher: what somebody who is asked for a move says of the position.
//!
//! Every position is asked about once, and what was said is kept: going on, or fitting another network, asks only about
//! the rest. A score of x hundredths of a pawn is an expected score of 1 / (1 + 10^(-x / 400)), the rating formula's, on the
//! scale from -1 to 1; a mate is decided.

use std::ops::ControlFlow;
use std::path::Path;

use hetman_arena::Stop;
use hetman_arena::suite::{SuiteAnswer, SuiteDescription, SuiteQuestion};
use hetman_arena::work::{Executor, Switches};
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::Position;
use hetman_search::Score;

use super::experiment::{FitSource, TeacherTarget};
use super::store::FitStore;
use super::{FitError, FitEvent, FitObserver};

/// Labels that an interruption can cost.
const KEPT_TOGETHER: usize = 1000;
/// Questions that wait to be asked.
const ASKED_TOGETHER: usize = 256;

/// The prediction for White.
pub fn target(score: Score) -> f64 {
    match score {
        Score::Centipawns(centipawns) => (f64::from(centipawns) * std::f64::consts::LN_10 / 800.0).tanh(),
        Score::Mate(moves) => f64::from(moves.signum()),
    }
}

/// Asks about whatever nobody was asked about yet; `false` if it was stopped before all was said.
pub fn label(
    executor: &impl Executor,
    (source, base): (&FitSource, &Path),
    teacher: &TeacherTarget,
    positions: &[&AnyPosition],
    store: &mut FitStore,
    observer: &dyn FitObserver,
    stop: &Stop,
) -> Result<bool, FitError> {
    let missing = store.unlabelled(positions.len())?;
    let (all, mut done) = (positions.len() as u64, (positions.len() - missing.len()) as u64);
    observer.hear(&FitEvent::Labelled { done, all });
    if missing.is_empty() {
        return Ok(true);
    }
    let experiment = &source.experiment;
    let player = teacher.player.relative_to(base);
    let description = SuiteDescription::new(player, experiment.variant, experiment.seed)?;
    let mut questions = missing.into_iter().map(|number| SuiteQuestion { number, position: positions[number].clone() });
    let first: Vec<SuiteQuestion> = questions.by_ref().take(ASKED_TOGETHER).collect();
    let mut heard = Vec::new();
    let switches = Switches { close: stop, abandon: stop };
    executor.execute(&description, first, switches, &mut |job: SuiteQuestion, answer: SuiteAnswer| {
        let score = answer.score().ok_or_else(|| FitError::SilentTeacher(job.position.fen()))?;
        let white = if job.position.turn().is_white() { score } else { score.reversed() };
        heard.push((job.number, target(white)));
        done += 1;
        if heard.len() >= KEPT_TOGETHER {
            store.keep_labels(&std::mem::take(&mut heard))?;
            observer.hear(&FitEvent::Labelled { done, all });
        }
        Ok::<_, FitError>(ControlFlow::Continue(questions.next().into_iter().collect()))
    })?;
    store.keep_labels(&heard)?;
    observer.hear(&FitEvent::Labelled { done, all });
    Ok(done == all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_expected_scores() {
        assert_eq!(target(Score::Centipawns(0)), 0.0);
        assert_eq!((target(Score::Mate(3)), target(Score::Mate(-1))), (1.0, -1.0));
        // 400 hundredths of a pawn are ten to one.
        assert!((target(Score::Centipawns(400)) - (2.0 / 1.1 - 1.0)).abs() < 1e-12);
        assert_eq!(target(Score::Centipawns(-120)), -target(Score::Centipawns(120)));
    }
}
