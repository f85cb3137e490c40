//! Laws of temporal differences, on random models and traces.

use proptest::prelude::*;

use super::*;

fn any_model() -> impl Strategy<Value = Model> {
    let activation = prop_oneof![Just(Activation::Unipolar), Just(Activation::Bipolar)];
    let networks = (1_usize..9, 1_usize..6, activation, 0.1..3.0)
        .prop_map(|(inputs, hidden, activation, scale)| network(&[inputs, hidden, 1], activation, scale));
    let linear = (1_usize..9, 0.1..3.0).prop_map(|(inputs, omega)| Model::linear(inputs, omega).unwrap());
    (prop_oneof![networks, linear], any::<u64>()).prop_map(|(mut model, seed)| {
        Initial::Uniform { radius: 0.8 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        model
    })
}

fn any_case() -> impl Strategy<Value = (Model, Trace)> {
    (any_model(), 0_usize..12, 0..3, any::<u64>()).prop_map(|(model, samples, result, seed)| {
        let outcomes = model.outcomes();
        let outcome = [outcomes.black_wins, outcomes.draw, outcomes.white_wins][result as usize];
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let trace = random_trace(model.architecture().inputs(), samples, outcome, &mut generator);
        (model, trace)
    })
}

/// The gradients of a trace's samples.
fn gradients(model: &Model, trace: &Trace) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; model.parameters().len()]; trace.samples.len()];
    for (sample, gradient) in trace.samples.iter().zip(&mut all) {
        sample.add_gradient(model, gradient);
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
        assert_near(&WeightUpdate::of_game(&model, lambda, &[trace]).sum, &expected, 1e-12);
    }

    /// lambda = 1 is supervised learning: every sample is corrected towards the outcome.
    #[test]
    fn with_lambda_one_the_sum_telescopes((model, trace) in any_case()) {
        let (predictions, gradients) = (trace.predictions(&model), gradients(&model, &trace));
        let mut expected = vec![0.0; model.parameters().len()];
        for (prediction, gradient) in predictions.iter().zip(&gradients) {
            let error = trace.outcome - prediction;
            expected.iter_mut().zip(gradient).for_each(|(sum, derivative)| *sum += error * derivative);
        }
        assert_near(&WeightUpdate::of_game(&model, 1.0, &[trace]).sum, &expected, 1e-12);
    }

    /// lambda = 0: every sample is corrected towards the next one only.
    #[test]
    fn with_lambda_zero_only_the_next_sample_counts((model, trace) in any_case()) {
        let (predictions, gradients) = (trace.predictions(&model), gradients(&model, &trace));
        let mut expected = vec![0.0; model.parameters().len()];
        for (pair, gradient) in predictions.windows(2).zip(&gradients) {
            expected.iter_mut().zip(gradient).for_each(|(sum, derivative)| *sum += (pair[1] - pair[0]) * derivative);
        }
        assert_near(&WeightUpdate::of_game(&model, 0.0, &[trace]).sum, &expected, 1e-12);
    }

    /// |sum r| <= sum |r|, which keeps every rate of temporal coherence between 0 and c.
    #[test]
    fn absolute_sums_bound_the_sums((model, trace) in any_case(), lambda in 0.0..=1.0) {
        let update = WeightUpdate::of_game(&model, lambda, &[trace]);
        for (sum, absolute) in update.sum.iter().zip(&update.absolute) {
            prop_assert!(sum.abs() <= absolute + 1e-15);
        }
    }

    /// Whose view the trace has does not matter to an odd model: colours exchanged, the same is learned.
    #[test]
    fn black_learns_what_white_would((model, trace) in any_case(), lambda in 0.0..=1.0) {
        let outcomes = model.outcomes();
        let is_odd = model.weights().is_some() || outcomes.draw == 0.0;
        let turn = |sample: &Sample| match sample {
            Sample::Judged(seen) => {
                let turned: Vec<f64> = seen.to_dense(model.architecture().inputs()).iter().map(|value| -value).collect();
                judged(&turned)
            }
            Sample::Decided(outcome) => Sample::Decided(2.0 * outcomes.draw - outcome),
        };
        let samples = trace.samples.iter().map(turn).collect();
        let turned = Trace { samples, outcome: 2.0 * outcomes.draw - trace.outcome };
        if is_odd {
            let here = WeightUpdate::of_game(&model, lambda, &[trace]);
            assert_near(&WeightUpdate::of_game(&model, lambda, &[turned]).sum, &here.sum, 1e-12);
        }
    }
}
