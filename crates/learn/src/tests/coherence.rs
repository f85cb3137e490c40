//! Two games computed by hand, with two weights that start at 0, omega 1 and lambda 1/2.
//!
//! While v = 0, P = 1/2 and grad P = c/4. The first game has three samples: c = (4, 0), then a leaf where White has
//! won, then c = (4, 8); Black wins in the end.
//!
//! | t | P_t | grad P_t | e_t       | P_(t+1) - P_t | r_t            |
//! |---|-----|----------|-----------|---------------|----------------|
//! | 1 | 1/2 | (1, 0)   | (1, 0)    | 1/2           | (0.5, 0)       |
//! | 2 | 1   | (0, 0)   | (0.5, 0)  | -1/2          | (-0.25, 0)     |
//! | 3 | 1/2 | (1, 2)   | (1.25, 2) | -1/2          | (-0.625, -1)   |
//!
//! sum r = (-0.375, -1), sum |r| = (1.375, 1). Rates c |N| / A = 0.5 * 2/8 = 0.125 for both:
//! w = (-0.046875, -0.125), then N = (1.625, 1), A = (9.375, 9).
//!
//! The second game has one moment, c = (8, -3): v = -0.375 + 0.375 = 0, so P = 1/2 and grad P = (2, -0.75); White
//! wins: r = (1, -0.375). Rates 0.5 * 1.625/9.375 = 0.0866667 and 0.5 * 1/9 = 0.0555556:
//! w = (-0.046875 + 0.0866667, -0.125 - 0.0208333), N = (2.625, 0.625), A = (10.375, 9.375).

use super::*;

fn first_game() -> Trace {
    Trace { samples: vec![judged(&[4.0, 0.0]), Sample::Decided(1.0), judged(&[4.0, 8.0])], outcome: 0.0 }
}

#[test]
fn two_games() {
    let mut model = linear(&[0.0, 0.0]);
    let mut learner = Learner::new(settings(0.5, coherence_2008()), &model).unwrap();
    learner.learn(&mut model, &[first_game()]).unwrap();
    assert_near(model.parameters(), &[-0.046875, -0.125, 1.0], 1e-15);
    assert_near(&learner.state()["coherence.n"], &[1.625, 1.0, 2.0], 1e-15);
    assert_near(&learner.state()["coherence.a"], &[9.375, 9.0, 8.0], 1e-15);

    let second = Trace { samples: vec![judged(&[8.0, -3.0])], outcome: 1.0 };
    learner.learn(&mut model, &[second]).unwrap();
    let weights = [-0.046875 + 0.5 * 1.625 / 9.375, -0.125 - 0.375 * 0.5 / 9.0, 1.0];
    assert_near(model.parameters(), &weights, 1e-12);
    assert_near(&learner.state()["coherence.n"], &[2.625, 0.625, 2.0], 1e-12);
    assert_near(&learner.state()["coherence.a"], &[10.375, 9.375, 8.0], 1e-12);
}

/// Both sides learn: the sums of both traces make one step, N and A move once (2008, V16).
#[test]
fn both_sides_add_up() {
    let mut model = linear(&[0.0, 0.0]);
    let mut learner = Learner::new(settings(0.5, coherence_2008()), &model).unwrap();
    learner.learn(&mut model, &[first_game(), first_game()]).unwrap();
    assert_near(model.parameters(), &[-0.09375, -0.25, 1.0], 1e-15);
    assert_near(&learner.state()["coherence.n"], &[1.25, 0.0, 2.0], 1e-15);
    assert_near(&learner.state()["coherence.a"], &[10.75, 10.0, 8.0], 1e-15);
}

/// A weight pulled to and fro slows down, one always pulled the same way does not.
#[test]
fn disagreement_slows_learning() {
    let mut model = linear(&[0.0, 0.0]);
    let mut learner = Learner::new(settings(0.5, coherence_2008()), &model).unwrap();
    for game in 0..200 {
        let outcome = f64::from(game % 2);
        let steady = Trace { samples: vec![judged(&[0.0, 1.0])], outcome: 1.0 };
        let wavering = Trace { samples: vec![judged(&[1.0, 0.0])], outcome };
        learner.learn(&mut model, &[steady, wavering]).unwrap();
    }
    let state = learner.state();
    let rate = |index: usize| 0.5 * state["coherence.n"][index].abs() / state["coherence.a"][index];
    assert!(rate(0) < 0.05 && rate(1) > 0.3, "{} {}", rate(0), rate(1));
}
