//! Each optimiser against numbers computed by hand, or in another form.

use super::*;

/// What a weight that starts at 0 is after each of these pulls, a game apart.
fn path(name: &str, words: &str, pulls: &[f64]) -> Vec<f64> {
    let mut model = linear(&[0.0]);
    model.frozen_mut()[1] = true;
    let mut learner = Learner::new(settings(0.5, optimiser(name, words).unwrap()), &model).unwrap();
    let step = |&pull: &f64| {
        let update = WeightUpdate { sum: vec![pull, 0.0], absolute: vec![pull.abs(), 0.0] };
        learner.learn_update(&mut model, &update).unwrap();
        model.parameters()[0]
    };
    pulls.iter().map(step).collect()
}

#[test]
fn plain_steps_add_up() {
    assert_near(&path("plain", "rate=0.1", &[1.0, -0.5, 2.0]), &[0.1, 0.05, 0.25], 1e-15);
}

#[test]
fn a_falling_rate_falls_in_steps_and_stays_down() {
    let weights = path("decaying", "first=0.1,last=0,steps=5", &[1.0; 120]);
    let rate = |game: usize| weights[game] - if game == 0 { 0.0 } else { weights[game - 1] };
    for (game, expected) in [(0, 0.1), (19, 0.1), (20, 0.08), (99, 0.02), (100, 0.0), (119, 0.0)] {
        assert!((rate(game) - expected).abs() < 1e-12, "after {game} games: {}", rate(game));
    }
}

/// By hand, alpha 0.1, mu 0.5: v = 0.1, 0.15, -0.025; w = 0.1, 0.25, 0.225.
#[test]
fn momentum_goes_on() {
    assert_near(&path("momentum", "rate=0.1,momentum=0.5", &[1.0, 1.0, -1.0]), &[0.1, 0.25, 0.225], 1e-15);
}

/// Nesterov's own form: x' = y + alpha g(y), y' = x' + mu (x' - x). With a gradient that does not depend on the place,
/// the weight is y.
#[test]
fn nesterov_steps_ahead() {
    let pulls = [1.0, -0.5, 2.0, 0.25, -1.0];
    let (mut x, mut y) = (0.0, 0.0);
    let expected: Vec<f64> = pulls
        .iter()
        .map(|pull| {
            let next = y + 0.1 * pull;
            y = next + 0.9 * (next - x);
            x = next;
            y
        })
        .collect();
    assert_near(&path("nesterov", "rate=0.1", &pulls), &expected, 1e-14);
}

/// By hand: squares 9, 25, so that the steps are 0.5 * 3/3 and 0.5 * 4/5, then 0.5 * -12/13 for 169.
#[test]
fn adagrad_divides_by_the_length_of_the_path() {
    let expected = [0.5, 0.9, 0.9 - 6.0 / 13.0];
    assert_near(&path("adagrad", "rate=0.5,epsilon=1e-12", &[3.0, 4.0, -12.0]), &expected, 1e-11);
}

/// The root mean squares written out as sums over all earlier steps.
#[test]
fn adadelta_has_the_unit_of_the_weights() {
    let (rho, epsilon) = (0.9_f64, 1e-4);
    let pulls = [1.0, -2.0, 0.5, 0.5];
    let rms = |values: &[f64]| {
        let newest_first = values.iter().rev().enumerate();
        let mean: f64 = newest_first.map(|(age, value)| (1.0 - rho) * rho.powi(age as i32) * value * value).sum();
        (mean + epsilon).sqrt()
    };
    let mut steps: Vec<f64> = Vec::new();
    for time in 0..pulls.len() {
        steps.push(rms(&steps) / rms(&pulls[..=time]) * pulls[time]);
    }
    let weights: Vec<f64> = (1..=steps.len()).map(|count| steps[..count].iter().sum()).collect();
    assert_near(&path("adadelta", "rate=1,rho=0.9,epsilon=1e-4", &pulls), &weights, 1e-14);
}

/// The means written out as sums over all earlier gradients, divided by the sum of their shares.
#[test]
fn adam_divides_means_without_bias() {
    let (beta1, beta2) = (0.9_f64, 0.999_f64);
    let pulls = [1.0, -2.0, 0.5, 4.0, 4.0];
    let mean = |beta: f64, values: &[f64], power: i32| {
        let share = |age: usize| beta.powi(age as i32);
        let sum: f64 = values.iter().rev().enumerate().map(|(age, value)| share(age) * value.powi(power)).sum();
        sum / (0..values.len()).map(share).sum::<f64>()
    };
    let mut weight = 0.0;
    let weights: Vec<f64> = (1..=pulls.len())
        .map(|time| {
            let seen = &pulls[..time];
            weight += 0.01 * mean(beta1, seen, 1) / mean(beta2, seen, 2).sqrt();
            weight
        })
        .collect();
    assert_near(&weights[..1], &[0.01], 1e-9);
    assert_near(&path("adam", "rate=0.01,epsilon=1e-12", &pulls), &weights, 1e-10);
}

#[test]
fn numbers_that_do_not_go_together_are_refused() {
    let error = optimiser("temporal-coherence", "rate=0.5,n=9,a=8").unwrap_err().to_string();
    assert!(error.contains("n at most a"), "{error}");
    for kind in optimisers().all().iter().filter(|kind| kind.parameters().iter().any(|known| known.key == "rate")) {
        let mut settings = hetman_parameters::Settings::none(kind.parameters());
        assert!(settings.read_one("rate", Some("1.5")).is_err(), "{}", kind.name());
    }
}
