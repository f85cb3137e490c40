//! Laws of temporal differences, on random models and traces.

use proptest::prelude::*;

use super::*;

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
