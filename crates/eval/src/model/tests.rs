//! Laws of the models, and the numbers printed for them.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn features(values: &[f64]) -> FeatureVector {
    let mut vector = FeatureVector::default();
    for (index, &value) in values.iter().enumerate() {
        vector.push(index, value);
    }
    vector
}

fn network(sizes: &[usize], activation: Activation, scale: f64, biases: bool) -> Model {
    Model::network(Network::new(sizes, activation, scale, biases).unwrap())
}

fn linear(weights: &[f64]) -> Model {
    let mut model = Model::linear(weights.len(), 1.0).unwrap();
    model.parameters_mut()[..weights.len()].copy_from_slice(weights);
    model
}

fn randomise(model: &mut Model, radius: f64, seed: u64) {
    Initial::Uniform { radius }.apply(model, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
}

fn near(actual: f64, expected: f64, tolerance: f64) -> bool {
    (actual - expected).abs() <= tolerance
}

/// Equations 4.57, 4.64 and 4.65 of the 2007 thesis, with more digits (its specification, section 7).
#[test]
fn the_worked_network_of_2007() {
    let mut model = network(&[2, 2, 1], Activation::Bipolar, 3.0, false);
    model.parameters_mut().copy_from_slice(&[1.0, 0.5, -0.5, -1.0, 1.0, 0.5]);
    let mut gradient = [0.0; 6];
    let first = model.gradient(&features(&[1.0, 0.0]), &mut gradient);
    assert!(near(first, 0.950224, 1e-6), "{first}");
    let expected = [0.039469, 0.065152, 0.0, 0.0, 0.131800, 0.092485];
    for (actual, expected) in gradient.into_iter().zip(expected) {
        assert!(near(actual, expected, 1e-6), "{actual} is not {expected}");
    }
    assert!(near(model.predict(&features(&[1.0, 1.0])), 0.443325, 1e-6));
}

/// Two pawns up, a knight down (2008, section 3), and equality is worth half a point (section 4).
#[test]
fn the_linear_example_of_2008() {
    let model = linear(&[1.0, 3.0, 3.0, 5.0, 9.0]);
    assert_eq!(model.value(&features(&[2.0, -1.0, 0.0, 0.0, 0.0])), -1.0);
    assert_eq!(model.predict(&features(&[])), 0.5);
    assert_eq!(model.predict(&features(&[3.0, -1.0, 0.0, 0.0, 0.0])), 0.5);
    // P(-1) = 1 / (1 + e); the gradient is c P (1 - P) = 2 * 0.196612 for the pawn, -0.196612 for the knight.
    let mut gradient = [0.0; 6];
    let prediction = model.gradient(&features(&[2.0, -1.0, 0.0, 0.0, 0.0]), &mut gradient);
    assert!(near(prediction, 0.268941, 1e-6));
    for (actual, expected) in gradient.into_iter().zip([0.393224, -0.196612, 0.0, 0.0, 0.0, -0.196612]) {
        assert!(near(actual, expected, 1e-6), "{actual} is not {expected}");
    }
}

/// A 2-2-1 unipolar network by hand (2006, 2.2 and 2.3): scale 1, inputs 1 and 0, all weights 0 but the first, ln 3:
/// h = 3/4 and 1/2, P = f(0) = 1/2; dP/dwHO = P (1 - P) h = 3/16 and 1/8, dP/dwIH = 0 because wHO is.
#[test]
fn a_unipolar_network_by_hand() {
    let mut model = network(&[2, 2, 1], Activation::Unipolar, 1.0, false);
    model.parameters_mut()[0] = 3.0_f64.ln();
    let mut gradient = [0.0; 6];
    assert_eq!(model.gradient(&features(&[1.0, 0.0]), &mut gradient), 0.5);
    for (actual, expected) in gradient.into_iter().zip([0.0, 0.0, 0.0, 0.0, 0.1875, 0.125]) {
        assert!(near(actual, expected, 1e-12), "{actual} is not {expected}");
    }
    assert_eq!(model.value(&features(&[1.0, 0.0])), 0.0, "half a point is an even position");
}

#[test]
fn the_networks_of_the_works_have_their_printed_number_of_weights() {
    assert_eq!(network(&[45, 23, 1], Activation::Bipolar, 0.5, false).parameters().len(), 1058);
    assert_eq!(network(&[768, 27, 1], Activation::Unipolar, 1.0, false).parameters().len(), 20_736 + 27);
}

#[test]
fn parameters_are_named_in_the_order_of_the_flat_vector() {
    let inputs = ["a".to_owned(), "b".to_owned()];
    let names = network(&[2, 2, 1], Activation::Bipolar, 1.0, false).architecture().names(&inputs);
    let expected = [
        "a to hidden 0",
        "a to hidden 1",
        "b to hidden 0",
        "b to hidden 1",
        "hidden 0 to output",
        "hidden 1 to output",
    ];
    assert_eq!(names, expected);
    assert_eq!(linear(&[0.0, 0.0]).architecture().names(&inputs), ["a", "b", "omega"]);
    let deep = network(&[2, 3, 2, 1], Activation::Bipolar, 1.0, true);
    let names = deep.architecture().names(&inputs);
    assert_eq!(names.len(), deep.parameters().len());
    assert_eq!(names[6], "bias to hidden 1.0");
    assert_eq!(names.last().unwrap(), "bias to output");
}

#[test]
fn blocks_cover_the_flat_vector() {
    for model in [linear(&[0.0; 5]), network(&[4, 3, 2, 1], Activation::Unipolar, 1.0, true)] {
        let mut end = 0;
        for block in model.blocks() {
            assert_eq!(block.start, end);
            end = block.range().end;
        }
        assert_eq!(end, model.parameters().len());
    }
}

#[test]
fn impossible_shapes_are_refused() {
    for sizes in [&[][..], &[5], &[5, 2], &[5, 0, 1], &[usize::MAX, 2, 1], &[1_000_000_000, 1]] {
        let problem = Network::new(sizes, Activation::Bipolar, 1.0, false).unwrap_err();
        assert!(matches!(problem, ModelError::Sizes(_)), "{sizes:?}");
    }
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Network::new(&[2, 1], Activation::Bipolar, scale, false), Err(ModelError::Scale(_))));
        assert!(matches!(Model::linear(2, scale), Err(ModelError::Scale(_))));
    }
}

#[test]
fn predictions_stay_finite_however_large_the_sums() {
    for activation in [Activation::Unipolar, Activation::Bipolar] {
        let outcomes = activation.outcomes();
        assert_eq!(activation.apply(1.0, 1e9), outcomes.white_wins);
        assert_eq!(activation.apply(1.0, -1e9), outcomes.black_wins);
        assert_eq!(activation.apply(1.0, 0.0), outcomes.draw);
        assert_eq!(activation.derivative(1.0, outcomes.white_wins), 0.0);
    }
}

mod initial_weights {
    use super::*;

    fn started(name: &str, seed: u64) -> Model {
        let mut model = network(&[45, 23, 1], Activation::Bipolar, 0.5, false);
        name.parse::<Initial>().unwrap().apply(&mut model, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        model
    }

    #[test]
    fn constant_and_material_states_are_those_of_the_thesis() {
        assert!(started("const_0.01", 1).parameters().iter().all(|&weight| weight == 0.01));
        assert!(started("ones", 1).parameters().iter().all(|&weight| weight == 1.0));
        let material = started("material", 1);
        for (index, &weight) in material.parameters().iter().enumerate() {
            let expected = match index / 23 {
                0 => 0.1,
                1 | 2 => 0.3,
                3 => 0.5,
                4 => 1.0,
                7 => 10.0,
                _ => 0.01,
            };
            assert_eq!(weight, expected, "weight {index}");
        }
    }

    #[test]
    fn drawn_states_have_the_stated_spread_and_repeat_with_the_seed() {
        for name in ["uniform", "normal", "material_noise", "uniform_0.5"] {
            assert_eq!(started(name, 7), started(name, 7));
            assert_ne!(started(name, 7), started(name, 8));
        }
        assert!(started("uniform", 1).parameters().iter().all(|weight| weight.abs() <= 0.01));
        let moments = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
            (mean, variance.sqrt())
        };
        let (mean, deviation) = moments(started("normal", 3).parameters().to_vec());
        assert!(near(mean, 0.01, 0.001) && near(deviation, 0.01, 0.001), "{mean} {deviation}");
        let (plain, noisy) = (started("material", 3), started("material_noise", 3));
        let noise = noisy.parameters().iter().zip(plain.parameters()).map(|(noisy, plain)| noisy - plain).collect();
        let (mean, deviation) = moments(noise);
        assert!(near(mean, 0.0, 0.001) && near(deviation, 0.01, 0.001), "{mean} {deviation}");
    }

    #[test]
    fn omega_is_not_a_weight() {
        let mut model = Model::linear(5, 0.7).unwrap();
        Initial::Constant(1.0).apply(&mut model, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        assert_eq!(model.parameters(), [1.0, 1.0, 1.0, 1.0, 1.0, 0.7]);
        assert_eq!(model.frozen(), [false, false, false, false, false, true]);
    }

    #[test]
    fn names_lead_back_and_others_are_answered_with_the_choice() {
        for name in ["ones", "const_0.1", "uniform", "uniform_0.5", "normal", "material", "material_noise"] {
            assert_eq!(name.parse::<Initial>().unwrap().to_string(), name);
        }
        for name in ["zeros", "const_", "const_nan", "uniform_1e9", "uniform_-1", ""] {
            assert!(name.parse::<Initial>().unwrap_err().to_string().contains("material_noise"), "{name}");
        }
        let mut model = network(&[5, 2, 1], Activation::Bipolar, 1.0, false);
        let problem = Initial::Material { noise: 0.0 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(problem, Err(InitialError::NotMaterial(5)));
    }
}

/// Noted in the 2007 thesis: weights that start equal move alike, so the hidden units never differ.
#[test]
fn equal_hidden_units_have_equal_gradients() {
    let mut model = network(&[4, 3, 1], Activation::Bipolar, 0.5, false);
    model.parameters_mut().fill(0.1);
    let mut gradient = vec![0.0; model.parameters().len()];
    model.gradient(&features(&[1.0, -0.5, 0.0, 2.0]), &mut gradient);
    for row in gradient.chunks(3) {
        assert!(row.iter().all(|&derivative| derivative == row[0]), "{row:?}");
    }
}

fn any_model() -> impl Strategy<Value = Model> {
    let activation = prop_oneof![Just(Activation::Unipolar), Just(Activation::Bipolar)];
    let width = prop_oneof![1_usize..30, Just(23), Just(27)];
    let hidden = prop::collection::vec(width, 0..3);
    let networks = (1_usize..50, hidden, activation, 0.05..4.0, any::<bool>()).prop_map(
        |(inputs, hidden, activation, scale, biases)| {
            let sizes: Vec<usize> = std::iter::once(inputs).chain(hidden).chain([1]).collect();
            network(&sizes, activation, scale, biases)
        },
    );
    let linear = (1_usize..50, 0.1..3.0).prop_map(|(inputs, omega)| Model::linear(inputs, omega).unwrap());
    (prop_oneof![networks, linear], 0.05..1.0, any::<u64>()).prop_map(|(mut model, radius, seed)| {
        randomise(&mut model, radius, seed);
        model
    })
}

/// A model and inputs for it, about half of them zero.
fn any_case() -> impl Strategy<Value = (Model, Vec<f64>)> {
    any_model().prop_flat_map(|model| {
        let input = prop_oneof![Just(0.0), -2.0..2.0];
        let inputs = model.architecture().inputs();
        (Just(model), prop::collection::vec(input, inputs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn gradients_are_those_of_finite_differences((mut model, inputs) in any_case()) {
        let features = features(&inputs);
        let mut gradient = vec![f64::NAN; model.parameters().len()];
        let prediction = model.gradient(&features, &mut gradient);
        prop_assert_eq!(prediction, model.predict(&features));
        let step = 1e-5;
        for (index, &derivative) in gradient.iter().enumerate() {
            let weight = model.parameters()[index];
            let mut predict_at = |moved: f64| {
                model.parameters_mut()[index] = moved;
                model.predict(&features)
            };
            let slope = (predict_at(weight + step) - predict_at(weight - step)) / (2.0 * step);
            predict_at(weight);
            prop_assert!(near(derivative, slope, 1e-7 + 1e-5 * slope.abs()), "{}: {} {}", index, derivative, slope);
        }
    }

    #[test]
    fn adding_a_gradient_adds_it((model, inputs) in any_case()) {
        let features = features(&inputs);
        let mut gradient = vec![0.0; model.parameters().len()];
        model.gradient(&features, &mut gradient);
        let mut sum = vec![1.0; gradient.len()];
        model.add_gradient(&features, &mut sum);
        for (sum, derivative) in sum.iter().zip(&gradient) {
            prop_assert!(near(*sum, 1.0 + derivative, 1e-12));
        }
    }

    /// Without biases a bipolar network and a linear model are odd: the same position with colours exchanged, whose
    /// features have the other sign, is worth the opposite.
    #[test]
    fn opposite_features_are_worth_the_opposite((model, inputs) in any_case()) {
        let has_biases = model.blocks().iter().any(|block| block.name.ends_with("biases"));
        let is_odd = model.weights().is_some() || model.outcomes().draw == 0.0 && !has_biases;
        let opposite: Vec<f64> = inputs.iter().map(|value| -value).collect();
        let (here, there) = (model.value(&features(&inputs)), model.value(&features(&opposite)));
        prop_assert!(!is_odd || near(here, -there, 1e-12), "{} {}", here, there);
    }

    /// The terms of a linear model sum to its value; those of a network are what its inputs do to it, as finite
    /// differences measure it.
    #[test]
    fn contributions_are_input_times_derivative((model, inputs) in any_case()) {
        let contributions = model.contributions(&features(&inputs));
        let step = 1e-5;
        for &(index, term) in &contributions {
            let value_at = |moved: f64| {
                let mut inputs = inputs.clone();
                inputs[index] = moved;
                model.value(&features(&inputs))
            };
            let slope = (value_at(inputs[index] + step) - value_at(inputs[index] - step)) / (2.0 * step);
            prop_assert!(near(term, inputs[index] * slope, 1e-6), "{}: {} {}", index, term, inputs[index] * slope);
        }
        if model.weights().is_some() {
            let sum: f64 = contributions.iter().map(|(_, term)| term).sum();
            prop_assert!(near(sum, model.value(&features(&inputs)), 1e-12));
        }
    }
}
