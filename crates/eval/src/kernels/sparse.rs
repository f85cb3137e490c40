//! What learning an efficiently updatable network does with floats: rows of weights added up, slopes added to rows,
//! clipped squares and their products, steps of AdamW.
//!
//! A layer is worked on in slices of a few hidden units, whose sums stay in registers and whose weights stay in the cache.
//! The loops are written once and compiled for each level. Every number is the result of the same operations in the same
//! order, each rounded by itself: the bits are the same on all levels.

use super::integers::for_each_level;
use super::{Instructions, Level};

/// Hidden units of a slice.
pub const SLICE: usize = 64;

/// The weights, sums or slopes of one row of a slice, where a cache line begins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; SLICE]);

impl Row {
    pub const ZERO: Row = Row([0.0; SLICE]);
}

for_each_level! {
    /// The bias and the rows of the active inputs, added up.
    sum, sum_body, (weights: &[Row], bias: &Row, active: &[u16]) -> Row
}

#[inline(always)]
fn sum_body(weights: &[Row], bias: &Row, active: &[u16]) -> Row {
    let mut sums = *bias;
    for &input in active {
        let row = &weights[usize::from(input)];
        for unit in 0..SLICE {
            sums.0[unit] += row.0[unit];
        }
    }
    sums
}

for_each_level! {
    /// The slopes of the sums are those of every active input's row.
    scatter, scatter_body, (slopes: &mut [Row], active: &[u16], of_sums: &Row)
}

#[inline(always)]
fn scatter_body(slopes: &mut [Row], active: &[u16], of_sums: &Row) {
    for &input in active {
        let row = &mut slopes[usize::from(input)];
        for unit in 0..SLICE {
            row.0[unit] += of_sums.0[unit];
        }
    }
}

/// Partial sums of a product, so that registers of any width add in the same order.
const LANES: usize = 16;

for_each_level! {
    /// Squared clipped ReLU, times weights, added up: lane by lane, then the lanes from the first to the last.
    activate, activate_body, (sums: &Row, weights: &Row) -> f32
}

#[inline(always)]
fn activate_body(sums: &Row, weights: &Row) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    for part in 0..SLICE / LANES {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            let unit = part * LANES + lane;
            let clipped = clip(sums.0[unit]);
            *sum += clipped * clipped * weights.0[unit];
        }
    }
    lanes.into_iter().sum()
}

#[inline(always)]
fn clip(sum: f32) -> f32 {
    // As one comparison each: `clamp` has to look after numbers that are none.
    let positive = if sum > 0.0 { sum } else { 0.0 };
    if positive < 1.0 { positive } else { 1.0 }
}

for_each_level! {
    /// The way back: adds the slopes of the weights to `of_weights`, and returns those of the sums.
    differentiate, differentiate_body, (sums: &Row, weights: &Row, slope: f32, of_weights: &mut Row) -> Row
}

#[inline(always)]
fn differentiate_body(sums: &Row, weights: &Row, slope: f32, of_weights: &mut Row) -> Row {
    let mut of_sums = Row::ZERO;
    for unit in 0..SLICE {
        let clipped = clip(sums.0[unit]);
        of_weights.0[unit] += slope * (clipped * clipped);
        let is_inside = sums.0[unit] > 0.0 && sums.0[unit] < 1.0;
        let inside = if is_inside { clipped } else { 0.0 };
        of_sums.0[unit] = 2.0 * slope * weights.0[unit] * inside;
    }
    of_sums
}

/// The numbers of AdamW that are the same for all weights of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// The learning rate, with the correction of both means' bias.
    pub rate: f32,
    /// What is left of a weight before the step: 1 less rate times decay.
    pub keep: f32,
    pub beta1: f32,
    pub beta2: f32,
    /// Added to the root, with the same correction.
    pub epsilon: f32,
    /// Weights stay between minus and plus this.
    pub bound: f32,
}

for_each_level! {
    /// AdamW (Loshchilov and Hutter 2019) on some weights; their slopes are zero again afterwards.
    adam, adam_body, (step: AdamStep, weights: &mut [Row], slopes: &mut [Row], mean: &mut [Row], square: &mut [Row])
}

#[inline(always)]
fn adam_body(step: AdamStep, weights: &mut [Row], slopes: &mut [Row], mean: &mut [Row], square: &mut [Row]) {
    for (((weights, slopes), mean), square) in weights.iter_mut().zip(slopes).zip(mean).zip(square) {
        for unit in 0..SLICE {
            let slope = slopes.0[unit];
            let mean_here = step.beta1 * mean.0[unit] + (1.0 - step.beta1) * slope;
            let square_here = step.beta2 * square.0[unit] + (1.0 - step.beta2) * (slope * slope);
            let moved = weights.0[unit] * step.keep - step.rate * mean_here / (square_here.sqrt() + step.epsilon);
            let low = if moved > -step.bound { moved } else { -step.bound };
            weights.0[unit] = if low < step.bound { low } else { step.bound };
            (mean.0[unit], square.0[unit]) = (mean_here, square_here);
        }
        *slopes = Row::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const INPUTS: usize = 50;

    fn row(generator: &mut ChaCha8Rng) -> Row {
        Row(std::array::from_fn(|_| 2.0 * generator.random::<f32>() - 0.8))
    }

    proptest! {
        #[test]
        fn every_level_comes_to_the_same_bits(seed: u64, active in 0_usize..40) {
            let generator = &mut ChaCha8Rng::seed_from_u64(seed);
            let weights: Vec<Row> = (0..INPUTS).map(|_| row(generator)).collect();
            let (bias, behind, slope) = (row(generator), row(generator), generator.random::<f32>() - 0.5);
            let active: Vec<u16> = (0..active).map(|_| generator.random_range(0..INPUTS as u16)).collect();
            let step = AdamStep { rate: 0.01, keep: 0.999, beta1: 0.9, beta2: 0.999, epsilon: 1e-7, bound: 0.9 };
            let run = |level: Level| {
                let sums = sum(level, &weights, &bias, &active);
                let value = activate(level, &sums, &behind);
                let (mut of_weights, mut slopes) = (bias, weights.clone());
                let of_sums = differentiate(level, &sums, &behind, slope, &mut of_weights);
                scatter(level, &mut slopes, &active, &of_sums);
                let (mut stepped, mut gradient) = ([bias], [behind]);
                let (mut mean, mut square) = ([of_sums], [Row(sums.0.map(f32::abs))]);
                adam(level, step, &mut stepped, &mut gradient, &mut mean, &mut square);
                (sums, value.to_bits(), of_weights, of_sums, slopes, stepped, gradient, mean, square)
            };
            let expected = run(Level::SCALAR);
            for level in Level::available() {
                prop_assert!(run(level) == expected, "{:?}", level);
            }
        }
    }

    #[test]
    fn sums_and_activations_are_what_the_formulas_say() {
        let generator = &mut ChaCha8Rng::seed_from_u64(1);
        let weights: Vec<Row> = (0..INPUTS).map(|_| row(generator)).collect();
        let (bias, behind) = (row(generator), row(generator));
        let active = [3, 7, 7, 49];
        let sums = sum(Level::SCALAR, &weights, &bias, &active);
        let mut value = 0.0;
        for unit in 0..SLICE {
            let expected = bias.0[unit] + active.iter().map(|&input| weights[usize::from(input)].0[unit]).sum::<f32>();
            assert!((sums.0[unit] - expected).abs() < 1e-5);
            value += sums.0[unit].clamp(0.0, 1.0).powi(2) * behind.0[unit];
        }
        assert!((activate(Level::SCALAR, &sums, &behind) - value).abs() < 1e-4);
    }

    #[test]
    fn slopes_are_those_that_finite_differences_show() {
        let generator = &mut ChaCha8Rng::seed_from_u64(2);
        let (sums, behind, slope) = (row(generator), row(generator), 0.7);
        let mut of_weights = Row::ZERO;
        let of_sums = differentiate(Level::SCALAR, &sums, &behind, slope, &mut of_weights);
        let value = |sum: f64, weight: f64| f64::from(slope) * sum.clamp(0.0, 1.0).powi(2) * weight;
        for unit in 0..SLICE {
            let (sum, weight) = (f64::from(sums.0[unit]), f64::from(behind.0[unit]));
            let by_sum = (value(sum + 1e-6, weight) - value(sum - 1e-6, weight)) / 2e-6;
            let by_weight = (value(sum, weight + 1e-6) - value(sum, weight - 1e-6)) / 2e-6;
            assert!((f64::from(of_sums.0[unit]) - by_sum).abs() < 1e-5, "unit {unit}");
            assert!((f64::from(of_weights.0[unit]) - by_weight).abs() < 1e-5, "unit {unit}");
        }
    }

    /// By hand: the first step moves against the slope by the rate, whatever the slope's size.
    #[test]
    fn the_first_step_of_adam_is_the_rate() {
        let (beta1, beta2): (f32, f32) = (0.9, 0.999);
        let correction = (1.0 - beta2).sqrt();
        let rate = 0.01 * correction / (1.0 - beta1);
        let step = AdamStep { rate, keep: 1.0 - 0.01 * 0.1, beta1, beta2, epsilon: 0.0, bound: 1.9 };
        let row = |numbers: [f32; 3]| {
            let mut row = Row::ZERO;
            row.0[..3].copy_from_slice(&numbers);
            [row]
        };
        let (mut weights, mut slopes) = (row([0.5, -0.5, 1.9]), row([3.0, -0.001, -1.0]));
        let (mut mean, mut square) = ([Row::ZERO], [Row([1e-20; SLICE])]);
        adam(Level::SCALAR, step, &mut weights, &mut slopes, &mut mean, &mut square);
        let expected = [0.5 * 0.999 - 0.01, -0.5 * 0.999 + 0.01, 1.9];
        let is_near = |(weight, expected): (&f32, f32)| (weight - expected).abs() < 1e-5;
        assert!(weights[0].0.iter().zip(expected).all(is_near), "{weights:?}");
        assert_eq!(slopes, [Row::ZERO]);
    }
}
