//! What an efficiently updatable network does with whole numbers: rows of weights added to and taken from its sums, and
//! the sums turned into a value.
//!
//! The loops are written once, over blocks as wide as the widest register, and compiled for each level: whole numbers
//! wrap, so that the order of additions cannot be seen in the result.

use super::{Instructions, Level};

/// Numbers in a block: one register of 512 bits.
pub const BLOCK: usize = 32;

/// Numbers that are worked on together, where a cache line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Block(pub [i16; BLOCK]);

impl Block {
    pub const ZERO: Block = Block([0; BLOCK]);

    /// Numbers in blocks; what is missing from the last one is zero.
    pub fn of(numbers: &[i16]) -> Vec<Block> {
        let block = |numbers: &[i16]| {
            let mut block = Block::ZERO;
            block.0[..numbers.len()].copy_from_slice(numbers);
            block
        };
        numbers.chunks(BLOCK).map(block).collect()
    }
}

/// One function for all levels: the body, compiled with the instructions that each has.
macro_rules! for_each_level {
    ($(#[$doc:meta])* $name:ident, $body:ident, ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        pub fn $name(level: Level, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512vl,avx512bw")]
            fn avx512($($argument: $type),*) $(-> $result)? {
                $body($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $result)? {
                $body($($argument),*)
            }
            match level.instructions() {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the level promises the instructions.
                Instructions::Avx512 => unsafe { avx512($($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the level promises the instructions.
                Instructions::Avx2 => unsafe { avx2($($argument),*) },
                // The vectors of ARM are part of every build for it.
                _ => $body($($argument),*),
            }
        }
    };
}
pub(super) use for_each_level;

for_each_level! {
    /// `to` becomes `from` with one row more and one less: what a quiet move does.
    replace, replace_body, (from: &[Block], added: &[Block], removed: &[Block], to: &mut [Block])
}

#[inline(always)]
fn replace_body(from: &[Block], added: &[Block], removed: &[Block], to: &mut [Block]) {
    for (((to, from), added), removed) in to.iter_mut().zip(from).zip(added).zip(removed) {
        for lane in 0..BLOCK {
            to.0[lane] = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
        }
    }
}

for_each_level! {
    /// One row more.
    add, add_body, (to: &mut [Block], row: &[Block])
}

#[inline(always)]
fn add_body(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        for lane in 0..BLOCK {
            to.0[lane] = to.0[lane].wrapping_add(row.0[lane]);
        }
    }
}

for_each_level! {
    /// One row less.
    subtract, subtract_body, (from: &mut [Block], row: &[Block])
}

#[inline(always)]
fn subtract_body(from: &mut [Block], row: &[Block]) {
    for (from, row) in from.iter_mut().zip(row) {
        for lane in 0..BLOCK {
            from.0[lane] = from.0[lane].wrapping_sub(row.0[lane]);
        }
    }
}

/// What 1 is in the sums.
pub const ONE: i16 = 255;
/// The largest weight behind the activation: times [`ONE`] it still fits into 16 bits.
pub const MOST_WEIGHT: i16 = 128;
/// Blocks that are added in 32 bits: with each a lane grows by at most four products of at most 255 * 255 * 128, and there is
/// room for 258.
const BLOCKS_IN_32_BITS: usize = 64;

/// Squared clipped ReLU: each sum clipped to 0 and [`ONE`], squared, times its weight, all added up.
///
/// A clipped sum times its weight fits into 16 bits where weights are at most [`MOST_WEIGHT`], so that the product with the
/// clipped sum is one multiplication of 16 bits into 32, added in pairs: an instruction that compilers do not find.
pub fn activate(level: Level, sums: &[Block], weights: &[Block]) -> i64 {
    let parts = sums.chunks(BLOCKS_IN_32_BITS).zip(weights.chunks(BLOCKS_IN_32_BITS));
    let part = |(sums, weights)| match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level promises the instructions.
        Instructions::Avx512 => unsafe { x86::activate_avx512(sums, weights) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level promises the instructions.
        Instructions::Avx2 => unsafe { x86::activate_avx2(sums, weights) },
        _ => activate_part(sums, weights),
    };
    parts.map(part).sum()
}

/// The twin of the others: the formula.
fn activate_part(sums: &[Block], weights: &[Block]) -> i64 {
    let pairs = sums.iter().flat_map(|block| block.0).zip(weights.iter().flat_map(|block| block.0));
    pairs.map(|(sum, weight)| i64::from(i32::from(sum.clamp(0, ONE)).pow(2) * i32::from(weight))).sum()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Block, ONE};

    #[target_feature(enable = "avx512f,avx512vl,avx512bw")]
    pub fn activate_avx512(sums: &[Block], weights: &[Block]) -> i64 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ONE));
        let mut total = zero;
        for (sums, weights) in sums.iter().zip(weights) {
            // SAFETY: a block is as large as a register, and aligned like one.
            let [sums, weights] = [sums, weights].map(|block| unsafe { _mm512_load_si512(block.0.as_ptr().cast()) });
            let clipped = _mm512_min_epi16(_mm512_max_epi16(sums, zero), one);
            let weighted = _mm512_mullo_epi16(clipped, weights);
            total = _mm512_add_epi32(total, _mm512_madd_epi16(clipped, weighted));
        }
        // SAFETY: a register of 512 bits is sixteen numbers of 32.
        let lanes: [i32; 16] = unsafe { std::mem::transmute(total) };
        lanes.into_iter().map(i64::from).sum()
    }

    #[target_feature(enable = "avx2")]
    pub fn activate_avx2(sums: &[Block], weights: &[Block]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
        let mut total = zero;
        for (sums, weights) in sums.iter().zip(weights) {
            for half in 0..2 {
                let [sums, weights] = [sums, weights].map(|block| {
                    // SAFETY: a block is two registers long, and aligned.
                    unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(half)) }
                });
                let clipped = _mm256_min_epi16(_mm256_max_epi16(sums, zero), one);
                let weighted = _mm256_mullo_epi16(clipped, weights);
                total = _mm256_add_epi32(total, _mm256_madd_epi16(clipped, weighted));
            }
        }
        // SAFETY: a register of 256 bits is eight numbers of 32.
        let lanes: [i32; 8] = unsafe { std::mem::transmute(total) };
        lanes.into_iter().map(i64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn flat(blocks: &[Block]) -> Vec<i16> {
        blocks.iter().flat_map(|block| block.0).collect()
    }

    /// Rows of some blocks each.
    fn rows(count: usize) -> impl Strategy<Value = Vec<Vec<Block>>> {
        let number = prop_oneof![any::<i16>(), -300_i16..600];
        (1_usize..20).prop_flat_map(move |blocks| {
            let row = vec(number.clone(), blocks * BLOCK).prop_map(|row| Block::of(&row));
            vec(row, count)
        })
    }

    proptest! {
        #[test]
        fn every_level_adds_and_takes_away_alike(rows in rows(3)) {
            let [from, added, removed] = &rows[..] else { unreachable!("three rows were asked for") };
            let expected: Vec<i16> = flat(from).into_iter().zip(flat(added)).zip(flat(removed))
                .map(|((from, added), removed)| from.wrapping_add(added).wrapping_sub(removed))
                .collect();
            for level in Level::available() {
                let mut replaced = vec![Block::ZERO; from.len()];
                replace(level, from, added, removed, &mut replaced);
                prop_assert_eq!(flat(&replaced), expected.clone(), "{:?}", level);
                let mut stepwise = from.clone();
                add(level, &mut stepwise, added);
                subtract(level, &mut stepwise, removed);
                prop_assert_eq!(flat(&stepwise), expected.clone(), "{:?}", level);
            }
        }

        #[test]
        fn every_level_activates_as_the_formula_says(rows in rows(2)) {
            let weights: Vec<i16> = flat(&rows[1]).into_iter().map(|weight| weight % (MOST_WEIGHT + 1)).collect();
            let expected: i64 = flat(&rows[0]).into_iter().zip(&weights)
                .map(|(sum, &weight)| i64::from(sum.clamp(0, ONE)).pow(2) * i64::from(weight))
                .sum();
            for level in Level::available() {
                prop_assert_eq!(activate(level, &rows[0], &Block::of(&weights)), expected, "{:?}", level);
            }
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        let sums = vec![Block([i16::MAX; BLOCK]); 200];
        for weight in [MOST_WEIGHT, -MOST_WEIGHT] {
            let weights = vec![Block([weight; BLOCK]); 200];
            let expected = i64::from(weight) * 255 * 255 * 200 * 32;
            for level in Level::available() {
                assert_eq!(activate(level, &sums, &weights), expected, "{level:?}");
            }
        }
    }
}
