//! The worked examples of the earlier works, and laws of temporal differences.

use hetman_eval::model::{Initial, Network, Squashing};
use hetman_eval::{FeatureSet, FeatureVector, Model, Net, Provenance};
use hetman_rules::Variant;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

fn features(values: &[f64]) -> FeatureVector {
    let mut vector = FeatureVector::default();
    for (index, &value) in values.iter().enumerate() {
        vector.push(index, value);
    }
    vector
}

fn judged(values: &[f64]) -> Moment {
    Moment::Judged(features(values))
}

fn linear(weights: &[f64]) -> Model {
    let mut model = Model::linear(weights.len(), 1.0).unwrap();
    model.parameters_mut()[..weights.len()].copy_from_slice(weights);
    model
}

fn network(sizes: &[usize], squashing: Squashing, slope: f64) -> Model {
    Model::network(Network::new(sizes, squashing, slope, false).unwrap())
}

fn settings(lambda: f64, rate: Rate) -> Settings {
    Settings { lambda, rate, update: Update::EveryGames(1), bound: DEFAULT_BOUND }
}

fn plain(lambda: f64, alpha: f64) -> Settings {
    settings(lambda, Rate::Constant { alpha })
}

fn assert_near(actual: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len());
    for (actual_value, expected_value) in actual.iter().zip(expected) {
        assert!((actual_value - expected_value).abs() <= tolerance, "{actual:?} is not {expected:?}");
    }
}

/// A random trace for a model with this many inputs.
fn random_trace(inputs: usize, moments: usize, outcome: f64, generator: &mut ChaCha8Rng) -> Trace {
    let moment = |_| {
        let mut vector = FeatureVector::default();
        for index in 0..inputs {
            if generator.random() {
                vector.push(index, 2.0 * generator.random::<f64>() - 1.0);
            }
        }
        Moment::Judged(vector)
    };
    Trace { moments: (0..moments).map(moment).collect(), outcome }
}

/// Equations 4.64 to 4.68 of the 2007 thesis (its specification, section 7).
mod the_worked_example_of_2007 {
    use super::*;

    fn example() -> (Model, Trace) {
        let mut model = network(&[2, 2, 1], Squashing::Bipolar, 3.0);
        model.parameters_mut().copy_from_slice(&[1.0, 0.5, -0.5, -1.0, 1.0, 0.5]);
        (model, Trace { moments: vec![judged(&[1.0, 0.0]), judged(&[1.0, 1.0])], outcome: 0.0 })
    }

    #[test]
    fn each_step_of_the_first_pass() {
        let (model, trace) = example();
        assert_near(&trace.predictions(&model), &[0.950224, 0.443325, 0.0], 1e-6);
        let mut episode = Episode::new(&model, 0.8);
        let scaled = |change: Change| change.sum.iter().map(|value| 0.6 * value).collect::<Vec<f64>>();
        episode.observe(&model, &trace.moments[0]);
        assert_near(&episode.take_change().sum, &[0.0; 6], 0.0);
        episode.observe(&model, &trace.moments[1]);
        let first = [-0.012004, -0.019815, 0.0, 0.0, -0.040086, -0.028128];
        assert_near(&scaled(episode.take_change()), &first, 1e-6);
        episode.finish(trace.outcome);
        let second = [-0.295275, -0.157302, -0.286876, -0.143438, -0.231660, 0.183933];
        assert_near(&scaled(episode.take_change()), &second, 1e-6);
    }

    #[test]
    fn all_four_updates() {
        let (mut model, trace) = example();
        let mut learner = Learner::new(plain(0.8, 0.6), &model).unwrap();
        let states = [
            ([0.692720, 0.322882, -0.786876, -1.143438, 0.728255, 0.655805], [0.859578, -0.754082]),
            ([0.903645, 0.219949, -0.473374, -1.060023, 0.502553, 0.302283], [0.666405, 0.042672]),
            ([0.826083, 0.081051, -0.492930, -1.064814, 0.192647, 0.230093], [0.278445, -0.175536]),
            ([0.839403, 0.002499, -0.458124, -1.054835, 0.043350, 0.060697], [0.055608, -0.049970]),
        ];
        for (weights, predictions) in states {
            learner.learn(&mut model, std::slice::from_ref(&trace)).unwrap();
            assert_near(model.parameters(), &weights, 1e-6);
            assert_near(&trace.predictions(&model)[..2], &predictions, 1e-6);
        }
        assert_eq!(learner.games(), 4);
    }
}

/// Two games computed by hand, with two weights that start at 0, omega 1 and lambda 1/2.
///
/// While v = 0, P = 1/2 and grad P = c/4. The first game has three moments: c = (4, 0), then a leaf where White has
/// won, then c = (4, 8); Black wins in the end.
///
/// | t | P_t | grad P_t | e_t       | P_(t+1) - P_t | r_t            |
/// |---|-----|----------|-----------|---------------|----------------|
/// | 1 | 1/2 | (1, 0)   | (1, 0)    | 1/2           | (0.5, 0)       |
/// | 2 | 1   | (0, 0)   | (0.5, 0)  | -1/2          | (-0.25, 0)     |
/// | 3 | 1/2 | (1, 2)   | (1.25, 2) | -1/2          | (-0.625, -1)   |
///
/// sum r = (-0.375, -1), sum |r| = (1.375, 1). Rates c |N| / A = 0.5 * 2/8 = 0.125 for both:
/// w = (-0.046875, -0.125), then N = (1.625, 1), A = (9.375, 9).
///
/// The second game has one moment, c = (8, -3): v = -0.375 + 0.375 = 0, so P = 1/2 and grad P = (2, -0.75); White
/// wins: r = (1, -0.375). Rates 0.5 * 1.625/9.375 = 0.0866667 and 0.5 * 1/9 = 0.0555556:
/// w = (-0.046875 + 0.0866667, -0.125 - 0.0208333), N = (2.625, 0.625), A = (10.375, 9.375).
mod temporal_coherence_by_hand {
    use super::*;

    fn first_game() -> Trace {
        Trace { moments: vec![judged(&[4.0, 0.0]), Moment::Decided(1.0), judged(&[4.0, 8.0])], outcome: 0.0 }
    }

    #[test]
    fn two_games() {
        let mut model = linear(&[0.0, 0.0]);
        let mut learner = Learner::new(settings(0.5, Rate::COHERENCE_2008), &model).unwrap();
        assert_eq!(learner.rate(0), 0.125);
        learner.learn(&mut model, &[first_game()]).unwrap();
        assert_near(model.parameters(), &[-0.046875, -0.125, 1.0], 1e-15);
        assert_near(&learner.state()["coherence.n"], &[1.625, 1.0, 2.0], 1e-15);
        assert_near(&learner.state()["coherence.a"], &[9.375, 9.0, 8.0], 1e-15);

        let second = Trace { moments: vec![judged(&[8.0, -3.0])], outcome: 1.0 };
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
        let mut learner = Learner::new(settings(0.5, Rate::COHERENCE_2008), &model).unwrap();
        learner.learn(&mut model, &[first_game(), first_game()]).unwrap();
        assert_near(model.parameters(), &[-0.09375, -0.25, 1.0], 1e-15);
        assert_near(&learner.state()["coherence.n"], &[1.25, 0.0, 2.0], 1e-15);
        assert_near(&learner.state()["coherence.a"], &[10.75, 10.0, 8.0], 1e-15);
    }

    /// A weight pulled to and fro slows down, one always pulled the same way does not.
    #[test]
    fn disagreement_slows_learning() {
        let mut model = linear(&[0.0, 0.0]);
        let mut learner = Learner::new(settings(0.5, Rate::COHERENCE_2008), &model).unwrap();
        for game in 0..200 {
            let outcome = f64::from(game % 2);
            let steady = Trace { moments: vec![judged(&[0.0, 1.0])], outcome: 1.0 };
            let wavering = Trace { moments: vec![judged(&[1.0, 0.0])], outcome };
            learner.learn(&mut model, &[steady, wavering]).unwrap();
        }
        assert!(learner.rate(0) < 0.05 && learner.rate(1) > 0.3, "{} {}", learner.rate(0), learner.rate(1));
    }
}

#[test]
fn equal_hidden_units_stay_equal_for_ever() {
    let mut model = network(&[6, 4, 1], Squashing::Bipolar, 0.5);
    model.parameters_mut().fill(0.1);
    let mut learner = Learner::new(plain(0.5, 0.5), &model).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    for game in 0..50 {
        let trace = random_trace(6, 20, f64::from(game % 3) - 1.0, &mut generator);
        learner.learn(&mut model, &[trace]).unwrap();
        for row in model.parameters().chunks(4) {
            assert!(row.iter().all(|&weight| weight == row[0]), "game {game}: {row:?}");
        }
    }
    assert!(model.parameters()[0] != 0.1, "something was learned");
}

#[test]
fn a_falling_rate_falls_in_steps_and_stays_down() {
    let rate = Rate::Falling { from: 0.1, to: 0.0, steps: 5, games: 100 };
    let expected = [(0, 0.1), (19, 0.1), (20, 0.08), (99, 0.02), (100, 0.0), (1_000_000, 0.0)];
    for (games, alpha) in expected {
        assert!((rate.shared(games) - alpha).abs() < 1e-12, "after {games} games: {}", rate.shared(games));
    }
    let mut model = linear(&[0.0]);
    let one_game = Rate::Falling { from: 0.1, to: 0.0, steps: 1, games: 1 };
    let mut learner = Learner::new(settings(0.5, one_game), &model).unwrap();
    let trace = Trace { moments: vec![judged(&[4.0])], outcome: 1.0 };
    for _ in 0..3 {
        learner.learn(&mut model, std::slice::from_ref(&trace)).unwrap();
        assert_near(model.parameters(), &[0.05, 1.0], 1e-12);
    }
}

#[test]
fn frozen_parameters_stay_and_the_slope_learns_when_asked_to() {
    let trace = Trace { moments: vec![judged(&[1.0, -2.0]), judged(&[2.0, 1.0])], outcome: 1.0 };
    let mut model = linear(&[0.5, 0.25]);
    model.frozen_mut().copy_from_slice(&[true, false, false]);
    let mut learner = Learner::new(settings(0.7, Rate::COHERENCE_2008), &model).unwrap();
    learner.learn(&mut model, &[trace]).unwrap();
    assert_eq!(model.parameters()[0], 0.5);
    assert!(model.parameters()[1] != 0.25 && model.parameters()[2] != 1.0);
    assert_eq!((learner.state()["coherence.n"][0], learner.state()["coherence.a"][0]), (2.0, 8.0));
    assert!(learner.state()["coherence.a"][2] > 8.0);
}

mod divergence {
    use super::*;

    #[test]
    fn a_weight_past_the_bound_stops_the_run_before_the_step() {
        let mut model = linear(&[0.9, 0.0]);
        let mut learner = Learner::new(Settings { bound: 1.0, ..plain(0.5, 1.0) }, &model).unwrap();
        let (model_before, learner_before) = (model.clone(), learner.state());
        let change = Change { sum: vec![0.2, 0.05, 0.0], absolute: vec![0.2, 0.05, 0.0] };
        let problem = learner.step(&mut model, &change).unwrap_err();
        assert_eq!((problem.index, problem.before, problem.bound), (0, 0.9, 1.0));
        assert!(problem.to_string().contains("parameter 0 would go from 0.9 to 1.1"), "{problem}");
        assert_eq!((model, learner.state()), (model_before, learner_before));
    }

    #[test]
    fn numbers_that_are_none_stop_it_too() {
        for rate in [Rate::Constant { alpha: 0.5 }, Rate::COHERENCE_2008] {
            for update in [Update::EveryGames(1), Update::EveryMove] {
                let mut model = linear(&[0.5]);
                let mut learner = Learner::new(Settings { update, ..settings(0.5, rate) }, &model).unwrap();
                let trace = Trace { moments: vec![judged(&[1.0]), judged(&[f64::NAN])], outcome: 1.0 };
                let problem = learner.learn(&mut model, &[trace]).unwrap_err();
                assert!(problem.after.is_nan() && problem.index == 0);
                assert_eq!(model, linear(&[0.5]));
                if let Some(n) = learner.state().get("coherence.n") {
                    assert_eq!(n, &[2.0, 2.0]);
                }
            }
        }
    }
}

#[test]
fn impossible_settings_are_refused_in_words() {
    let good = plain(0.5, 0.5);
    let coherence = |factor, initial_n, initial_a| Rate::Coherence { factor, initial_n, initial_a };
    let bad = [
        (Settings { lambda: 1.5, ..good }, "lambda is 1.5: choose 0 to 1"),
        (Settings { lambda: f64::NAN, ..good }, "lambda is NaN"),
        (plain(0.5, -0.1), "alpha is -0.1"),
        (settings(0.5, Rate::Falling { from: 0.1, to: 2.0, steps: 1, games: 1 }), "alpha at last is 2"),
        (settings(0.5, Rate::Falling { from: 0.1, to: 0.0, steps: 0, games: 1 }), "0 steps"),
        (settings(0.5, Rate::Falling { from: 0.1, to: 0.0, steps: 1, games: 0 }), "0 games"),
        (settings(0.5, coherence(0.5, 2.0, 0.0)), "A = 0"),
        (settings(0.5, coherence(0.5, 9.0, 8.0)), "N = 9"),
        (settings(0.5, coherence(1.5, 2.0, 8.0)), "the factor c is 1.5"),
        (Settings { update: Update::EveryGames(0), ..good }, "every 0 games"),
        (Settings { bound: 0.0, ..good }, "bound on weights is 0"),
    ];
    let model = linear(&[0.0]);
    for (settings, words) in bad {
        let problem = Learner::new(settings, &model).unwrap_err().to_string();
        assert!(problem.contains(words), "{problem}");
    }
}

/// The weights of move t make the prediction of move t: by hand, one weight that starts at 0, lambda 0, alpha 1,
/// c = 4 each time. P_1 = 1/2, e = 1. P_2 = 1/2 as well, so nothing changes; then White wins: w = 1/2. From there
/// another game's first prediction is f(2).
#[test]
fn steps_after_every_move_use_the_weights_of_the_moment() {
    let every_move = Settings { update: Update::EveryMove, ..plain(0.0, 1.0) };
    let mut model = linear(&[0.0]);
    let mut learner = Learner::new(every_move, &model).unwrap();
    let game = Trace { moments: vec![judged(&[4.0]), judged(&[4.0])], outcome: 1.0 };
    learner.learn(&mut model, &[game]).unwrap();
    assert_eq!(model.parameters(), [0.5, 1.0]);

    // Three moments whose predictions differ: each step is taken before the next prediction is made.
    let weights = |model: &Model| model.parameters()[0];
    let mut by_hand = weights(&model);
    let counts = [1.0, -2.0, 3.0];
    let predict = |weight: f64, count: f64| 1.0 / (1.0 + f64::exp(-weight * count));
    let (mut last, mut eligibility) = (None, 0.0);
    for count in counts {
        let prediction = predict(by_hand, count);
        let gradient = count * prediction * (1.0 - prediction);
        by_hand += last.map_or(0.0, |last| (prediction - last) * eligibility);
        (last, eligibility) = (Some(prediction), gradient);
    }
    by_hand += (0.0 - last.unwrap()) * eligibility;
    let game = Trace { moments: counts.map(|count| judged(&[count])).to_vec(), outcome: 0.0 };
    learner.learn(&mut model, &[game]).unwrap();
    assert!((weights(&model) - by_hand).abs() < 1e-15, "{} {by_hand}", weights(&model));
    assert_eq!(learner.games(), 2);
}

mod batches {
    use super::*;

    fn games(count: u64) -> Vec<Vec<Trace>> {
        let mut generator = ChaCha8Rng::seed_from_u64(11);
        let mut trace = |game: u64| random_trace(5, 10, (game % 3) as f64 / 2.0, &mut generator);
        (0..count).map(|game| vec![trace(game), trace(game)]).collect()
    }

    fn start() -> Model {
        let mut model = network(&[5, 3, 1], Squashing::Unipolar, 1.0);
        Initial::Uniform { radius: 0.5 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(2)).unwrap();
        model
    }

    fn batched() -> Settings {
        Settings { update: Update::EveryGames(4), ..settings(0.7, Rate::COHERENCE_2008) }
    }

    #[test]
    fn weights_change_once_in_n_games_and_at_the_end() {
        let mut model = start();
        let mut learner = Learner::new(batched(), &model).unwrap();
        for (number, game) in games(6).iter().enumerate() {
            let before = model.clone();
            learner.learn(&mut model, game).unwrap();
            assert_eq!(model != before, number == 3, "game {number}");
        }
        let before = model.clone();
        learner.finish(&mut model).unwrap();
        assert_ne!(model, before);
        let after = model.clone();
        learner.finish(&mut model).unwrap();
        assert_eq!(model, after, "there was nothing left to learn");
    }

    #[test]
    fn a_batch_is_the_sum_of_its_games() {
        let model = start();
        let mut learned = model.clone();
        let mut learner = Learner::new(Settings { rate: Rate::Constant { alpha: 0.3 }, ..batched() }, &model).unwrap();
        let mut expected = model.parameters().to_vec();
        for game in games(4) {
            learner.learn(&mut learned, &game).unwrap();
            let change = Change::of_game(&model, 0.7, &game);
            expected.iter_mut().zip(&change.sum).for_each(|(weight, sum)| *weight += 0.3 * sum);
        }
        assert_near(learned.parameters(), &expected, 1e-14);
    }

    #[test]
    fn threads_do_not_change_a_bit() {
        let games = games(8);
        let run = |threads: usize| {
            let mut model = start();
            let mut learner = Learner::new(batched(), &model).unwrap();
            for batch in games.chunks(4) {
                let mut changes: Vec<Option<Change>> = vec![None; batch.len()];
                for (slots, games) in changes.chunks_mut(threads).zip(batch.chunks(threads)) {
                    std::thread::scope(|scope| {
                        for (slot, game) in slots.iter_mut().zip(games) {
                            let model = &model;
                            scope.spawn(move || *slot = Some(Change::of_game(model, 0.7, game)));
                        }
                    });
                }
                for change in changes {
                    learner.learn_change(&mut model, &change.unwrap()).unwrap();
                }
            }
            (model, learner)
        };
        let mut model = start();
        let mut learner = Learner::new(batched(), &model).unwrap();
        for game in &games {
            learner.learn(&mut model, game).unwrap();
        }
        for threads in [1, 3, 4] {
            assert_eq!(run(threads), (model.clone(), learner.clone()), "{threads} threads");
        }
    }

    /// Saved and read back after every single game, in the middle of batches too.
    #[test]
    fn resumed_is_uninterrupted_bit_for_bit() {
        let games = games(11);
        let net = Net::new(Variant::Chess, FeatureSet::Material, start(), Provenance::default()).unwrap();
        let learner = Learner::new(batched(), net.model()).unwrap();
        let (mut whole, mut whole_learner) = (net.clone(), learner.clone());
        let (mut parts, mut parts_learner) = (net, learner.clone());
        for game in &games {
            whole_learner.learn(whole.model_mut(), game).unwrap();
            parts_learner.learn(parts.model_mut(), game).unwrap();
            let saved = parts.to_bytes(&parts_learner.state());
            let (read, state) = Net::from_bytes(&saved).unwrap();
            let mut fresh = learner.clone();
            fresh.restore(&state).unwrap();
            (parts, parts_learner) = (read, fresh);
            assert_eq!(parts.to_bytes(&parts_learner.state()), whole.to_bytes(&whole_learner.state()));
        }
        assert_eq!((parts, parts_learner), (whole, whole_learner));
    }

    #[test]
    fn a_state_that_does_not_fit_is_refused_and_changes_nothing() {
        let mut model = start();
        let mut learner = Learner::new(batched(), &model).unwrap();
        learner.learn(&mut model, &games(1)[0]).unwrap();
        let good = learner.state();
        for name in good.keys() {
            let mut missing = good.clone();
            missing.remove(name);
            let mut short = good.clone();
            short.get_mut(name).unwrap().pop();
            for state in [missing, short] {
                let mut other = learner.clone();
                let problem = other.restore(&state).unwrap_err();
                assert!(problem.to_string().contains(name), "{problem}");
                assert_eq!(other, learner);
            }
        }
        let mut impossible = good.clone();
        impossible.insert("games".to_owned(), vec![1.0, 2.0]);
        assert!(learner.restore(&impossible).is_err());
        assert_eq!(learner.restore(&good), Ok(()));
    }
}

/// Games of one moment whose results are drawn from known piece values: learning finds the values again.
#[test]
fn the_weights_behind_the_results_are_learned() {
    let truth = [0.5, 1.5, 1.6, 2.5, 4.5];
    let teacher = linear(&truth);
    let mut model = linear(&[1.0; 5]);
    let mut learner = Learner::new(plain(0.7, 0.05), &model).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..40_000 {
        let counts: [f64; 5] = std::array::from_fn(|_| f64::from(generator.random_range(-1..=1)));
        let white_wins = generator.random::<f64>() < teacher.predict(&features(&counts));
        let trace = Trace { moments: vec![judged(&counts)], outcome: f64::from(u8::from(white_wins)) };
        learner.learn(&mut model, &[trace]).unwrap();
    }
    assert_near(&model.parameters()[..5], &truth, 0.5);
}

#[test]
fn an_empty_trace_teaches_nothing() {
    let mut model = linear(&[0.5]);
    let mut learner = Learner::new(settings(0.5, Rate::COHERENCE_2008), &model).unwrap();
    let trace = Trace { moments: vec![], outcome: 1.0 };
    assert_eq!(trace.surprise(&model), 0.0);
    learner.learn(&mut model, &[trace]).unwrap();
    learner.learn(&mut model, &[]).unwrap();
    assert_eq!(model, linear(&[0.5]));
    assert_eq!(learner.games(), 2);
}

#[test]
fn surprise_is_the_mean_squared_difference() {
    let model = linear(&[0.0]);
    let trace = Trace { moments: vec![judged(&[1.0]), Moment::Decided(1.0)], outcome: 0.0 };
    assert_eq!(trace.surprise(&model), (0.25 + 1.0) / 2.0);
}

fn any_model() -> impl Strategy<Value = Model> {
    let squashing = prop_oneof![Just(Squashing::Unipolar), Just(Squashing::Bipolar)];
    let networks = (1_usize..9, 1_usize..6, squashing, 0.1..3.0)
        .prop_map(|(inputs, hidden, squashing, slope)| network(&[inputs, hidden, 1], squashing, slope));
    let linear = (1_usize..9, 0.1..3.0).prop_map(|(inputs, omega)| Model::linear(inputs, omega).unwrap());
    (prop_oneof![networks, linear], any::<u64>()).prop_map(|(mut model, seed)| {
        Initial::Uniform { radius: 0.8 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        model
    })
}

fn any_case() -> impl Strategy<Value = (Model, Trace)> {
    (any_model(), 0_usize..12, 0..3, any::<u64>()).prop_map(|(model, moments, result, seed)| {
        let outcomes = model.outcomes();
        let outcome = [outcomes.black_wins, outcomes.draw, outcomes.white_wins][result as usize];
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let trace = random_trace(model.shape().inputs(), moments, outcome, &mut generator);
        (model, trace)
    })
}

/// The gradients of a trace's moments.
fn gradients(model: &Model, trace: &Trace) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; model.parameters().len()]; trace.moments.len()];
    for (moment, gradient) in trace.moments.iter().zip(&mut all) {
        moment.add_gradient(model, gradient);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// sum_t (P_(t+1) - P_t) sum_(k<=t) lambda^(t-k) grad P_k, as the 2008 thesis writes it.
    #[test]
    fn eligibility_is_the_weighted_sum_of_earlier_gradients((model, trace) in any_case(), lambda in 0.0..=1.0) {
        let (predictions, gradients) = (trace.predictions(&model), gradients(&model, &trace));
        let mut expected = vec![0.0; model.parameters().len()];
        for t in 0..gradients.len() {
            for (k, gradient) in gradients[..=t].iter().enumerate() {
                let factor = (predictions[t + 1] - predictions[t]) * f64::powi(lambda, (t - k) as i32);
                expected.iter_mut().zip(gradient).for_each(|(sum, derivative)| *sum += factor * derivative);
            }
        }
        assert_near(&Change::of_game(&model, lambda, &[trace]).sum, &expected, 1e-12);
    }

    /// lambda = 1 is supervised learning: every moment is corrected towards the outcome.
    #[test]
    fn with_lambda_one_the_sum_telescopes((model, trace) in any_case()) {
        let (predictions, gradients) = (trace.predictions(&model), gradients(&model, &trace));
        let mut expected = vec![0.0; model.parameters().len()];
        for (prediction, gradient) in predictions.iter().zip(&gradients) {
            let error = trace.outcome - prediction;
            expected.iter_mut().zip(gradient).for_each(|(sum, derivative)| *sum += error * derivative);
        }
        assert_near(&Change::of_game(&model, 1.0, &[trace]).sum, &expected, 1e-12);
    }

    /// lambda = 0: every moment is corrected towards the next one only.
    #[test]
    fn with_lambda_zero_only_the_next_moment_counts((model, trace) in any_case()) {
        let (predictions, gradients) = (trace.predictions(&model), gradients(&model, &trace));
        let mut expected = vec![0.0; model.parameters().len()];
        for (pair, gradient) in predictions.windows(2).zip(&gradients) {
            expected.iter_mut().zip(gradient).for_each(|(sum, derivative)| *sum += (pair[1] - pair[0]) * derivative);
        }
        assert_near(&Change::of_game(&model, 0.0, &[trace]).sum, &expected, 1e-12);
    }

    /// |sum r| <= sum |r|, which keeps every rate of temporal coherence between 0 and c.
    #[test]
    fn absolute_changes_bound_the_changes((model, trace) in any_case(), lambda in 0.0..=1.0) {
        let change = Change::of_game(&model, lambda, &[trace]);
        for (sum, absolute) in change.sum.iter().zip(&change.absolute) {
            prop_assert!(sum.abs() <= absolute + 1e-15);
        }
    }

    /// Whose view the trace has does not matter to an odd model: colours exchanged, the same is learned.
    #[test]
    fn black_learns_what_white_would((model, trace) in any_case(), lambda in 0.0..=1.0) {
        let outcomes = model.outcomes();
        let is_odd = matches!(model.shape(), hetman_eval::model::Shape::Linear { .. }) || outcomes.draw == 0.0;
        let turn = |moment: &Moment| match moment {
            Moment::Judged(seen) => {
                let turned: Vec<f64> = seen.to_dense(model.shape().inputs()).iter().map(|value| -value).collect();
                judged(&turned)
            }
            Moment::Decided(outcome) => Moment::Decided(2.0 * outcomes.draw - outcome),
        };
        let moments = trace.moments.iter().map(turn).collect();
        let turned = Trace { moments, outcome: 2.0 * outcomes.draw - trace.outcome };
        if is_odd {
            let here = Change::of_game(&model, lambda, &[trace]);
            assert_near(&Change::of_game(&model, lambda, &[turned]).sum, &here.sum, 1e-12);
        }
    }
}
