//! Products of small dense matrices of floats, row by row in memory: the forward and backward passes of networks.

use super::{Instructions, Level};

/// A matrix to read from: element (i, j) lies at `i * row_step + j * column_step`.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    pub values: &'a [f32],
    pub row_step: usize,
    pub column_step: usize,
}

impl<'a> Strided<'a> {
    /// Row after row.
    pub fn rows(values: &'a [f32], row_step: usize) -> Strided<'a> {
        Strided { values, row_step, column_step: 1 }
    }

    /// The same with rows and columns exchanged.
    pub fn transposed(self) -> Strided<'a> {
        Strided { row_step: self.column_step, column_step: self.row_step, ..self }
    }
}

/// How large a product is: the rows of A, the columns of B, and what is summed over.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub rows: usize,
    pub columns: usize,
    pub inner: usize,
}

/// Floats that are read beyond the last column of B, so that no column needs code of its own: matrices to the right have
/// so much room behind their last element, and what lies there does not matter.
pub const SLACK: usize = 32;

/// C += A B. The rows of B lie `b_step` apart, those of C `c_step`. Each element of the product is summed in the order of
/// the inner index, one rounding at a time, and then added to C: the same bits on every level.
pub fn multiply_add(
    level: Level,
    a: Strided,
    (b, b_step): (&[f32], usize),
    (c, c_step): (&mut [f32], usize),
    extent: Extent,
) {
    let Extent { rows, columns, inner } = extent;
    if rows == 0 || columns == 0 || inner == 0 {
        return;
    }
    let last_of_a = (rows - 1) * a.row_step + (inner - 1) * a.column_step;
    assert!(last_of_a < a.values.len(), "A is too small: {extent:?}");
    assert!((inner - 1) * b_step + columns + SLACK <= b.len(), "B is too small: {extent:?}");
    assert!((rows - 1) * c_step + columns <= c.len(), "C is too small: {extent:?}");
    let product = Product { a, b, b_step, extent };
    match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level promises the instructions.
        Instructions::Avx512 => unsafe { avx512(product, c, c_step) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level promises the instructions.
        Instructions::Avx2 => unsafe { avx2(product, c, c_step) },
        // The vectors of ARM are part of every build for it.
        _ => product.by_tiles::<[f32; 8], 4>(c, c_step),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,fma")]
fn avx512(product: Product, c: &mut [f32], c_step: usize) {
    product.by_tiles::<std::arch::x86_64::__m512, 8>(c, c_step);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2(product: Product, c: &mut [f32], c_step: usize) {
    product.by_tiles::<std::arch::x86_64::__m256, 6>(c, c_step);
}

/// What is multiplied; its sizes have been checked.
#[derive(Clone, Copy)]
struct Product<'a> {
    a: Strided<'a>,
    b: &'a [f32],
    b_step: usize,
    extent: Extent,
}

impl Product<'_> {
    /// Goes through C in tiles of which all sums stay in registers: two vectors wide, and one for what those leave.
    #[inline(always)]
    fn by_tiles<V: Vector, const ROWS: usize>(self, c: &mut [f32], c_step: usize) {
        let mut column = 0;
        while column < self.extent.columns {
            if self.extent.columns - column > V::LANES {
                self.column_of_tiles::<V, ROWS, 2>(column, c, c_step);
                column += 2 * V::LANES;
            } else {
                self.column_of_tiles::<V, ROWS, 1>(column, c, c_step);
                column += V::LANES;
            }
        }
    }

    #[inline(always)]
    fn column_of_tiles<V: Vector, const ROWS: usize, const WIDTH: usize>(
        self,
        column: usize,
        c: &mut [f32],
        c_step: usize,
    ) {
        let whole = self.extent.rows - self.extent.rows % ROWS;
        for row in (0..whole).step_by(ROWS) {
            self.tile::<V, ROWS, WIDTH>(row, column, c, c_step);
        }
        for row in whole..self.extent.rows {
            self.tile::<V, 1, WIDTH>(row, column, c, c_step);
        }
    }

    #[inline(always)]
    fn tile<V: Vector, const ROWS: usize, const WIDTH: usize>(
        self,
        row: usize,
        column: usize,
        c: &mut [f32],
        c_step: usize,
    ) {
        let mut sums = [[V::ZERO; WIDTH]; ROWS];
        for inner in 0..self.extent.inner {
            let mut lanes = [V::ZERO; WIDTH];
            for (place, lanes) in lanes.iter_mut().enumerate() {
                // SAFETY: `multiply_add` has compared the extent with the length of B: `column` is less than the columns,
                // behind which there is room for as many lanes as a tile has.
                *lanes = unsafe { V::load(self.b.as_ptr().add(inner * self.b_step + column + place * V::LANES)) };
            }
            for (of, sums) in sums.iter_mut().enumerate() {
                let at = (row + of) * self.a.row_step + inner * self.a.column_step;
                // SAFETY: so it has with A, where this is one of the rows.
                let factor = V::of(unsafe { *self.a.values.get_unchecked(at) });
                for (sum, lanes) in sums.iter_mut().zip(lanes) {
                    *sum = V::multiply_add(factor, lanes, *sum);
                }
            }
        }
        let width = (self.extent.columns - column).min(WIDTH * V::LANES);
        for (of, sums) in sums.iter().enumerate() {
            let from = (row + of) * c_step + column;
            for (values, sum) in c[from..from + width].chunks_mut(V::LANES).zip(sums) {
                sum.add_to(values);
            }
        }
    }
}

/// A few floats that are worked on together.
trait Vector: Copy {
    const LANES: usize;
    const ZERO: Self;

    /// # Safety
    /// There are so many floats as there are lanes.
    unsafe fn load(from: *const f32) -> Self;

    /// The same number in all lanes.
    fn of(value: f32) -> Self;

    /// a b + c with one rounding.
    fn multiply_add(a: Self, b: Self, c: Self) -> Self;

    /// Adds the first lanes to so many floats.
    fn add_to(self, values: &mut [f32]);
}

impl<const LANES: usize> Vector for [f32; LANES] {
    const LANES: usize = LANES;
    const ZERO: Self = [0.0; LANES];

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller's.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    fn of(value: f32) -> Self {
        [value; LANES]
    }

    #[inline(always)]
    fn multiply_add(a: Self, b: Self, c: Self) -> Self {
        std::array::from_fn(|lane| a[lane].mul_add(b[lane], c[lane]))
    }

    #[inline(always)]
    fn add_to(self, values: &mut [f32]) {
        values.iter_mut().zip(self).for_each(|(value, sum)| *value += sum);
    }
}

/// A vector of x86 by its intrinsics. They are compiled in wherever the function around them has their instructions, and
/// only kernels that do use these types.
#[cfg(target_arch = "x86_64")]
macro_rules! x86_vector {
    ($vector:ident, $lanes:literal, $load:ident, $set:ident, $multiply_add:ident) => {
        impl Vector for std::arch::x86_64::$vector {
            const LANES: usize = $lanes;
            // SAFETY: a vector is so many floats, and they may be 0.
            const ZERO: Self = unsafe { std::mem::transmute([0.0_f32; $lanes]) };

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self {
                // SAFETY: the caller's.
                unsafe { std::arch::x86_64::$load(from) }
            }

            #[inline(always)]
            fn of(value: f32) -> Self {
                // SAFETY: see the macro.
                unsafe { std::arch::x86_64::$set(value) }
            }

            #[inline(always)]
            fn multiply_add(a: Self, b: Self, c: Self) -> Self {
                // SAFETY: see the macro.
                unsafe { std::arch::x86_64::$multiply_add(a, b, c) }
            }

            #[inline(always)]
            fn add_to(self, values: &mut [f32]) {
                // SAFETY: a vector is so many floats.
                let lanes: [f32; $lanes] = unsafe { std::mem::transmute(self) };
                lanes.add_to(values);
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
x86_vector!(__m256, 8, _mm256_loadu_ps, _mm256_set1_ps, _mm256_fmadd_ps);
#[cfg(target_arch = "x86_64")]
x86_vector!(__m512, 16, _mm512_loadu_ps, _mm512_set1_ps, _mm512_fmadd_ps);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As the definition has it.
    fn by_definition(a: Strided, b: &[f32], b_step: usize, c: &mut [f32], extent: Extent) {
        for row in 0..extent.rows {
            for column in 0..extent.columns {
                let mut sum = 0.0_f32;
                for inner in 0..extent.inner {
                    let factor = a.values[row * a.row_step + inner * a.column_step];
                    sum = factor.mul_add(b[inner * b_step + column], sum);
                }
                c[row * extent.columns + column] += sum;
            }
        }
    }

    fn numbers(seed: u64, count: usize) -> Vec<f32> {
        use rand::{RngExt, SeedableRng};
        let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        (0..count).map(|_| generator.random::<f32>() - 0.5).collect()
    }

    proptest! {
        #[test]
        fn every_level_multiplies_to_the_same_bits(
            rows in 0_usize..20, columns in 0_usize..70, inner in 0_usize..40, is_transposed: bool, seed: u64,
        ) {
            let extent = Extent { rows, columns, inner };
            let a = numbers(seed, rows * inner);
            let a = match is_transposed {
                false => Strided::rows(&a, inner),
                true => Strided::rows(&a, rows).transposed(),
            };
            let b = numbers(seed ^ 1, inner * columns + SLACK);
            let start = numbers(seed ^ 2, rows * columns);
            let mut expected = start.clone();
            by_definition(a, &b, columns, &mut expected, extent);
            for level in Level::available() {
                let mut c = start.clone();
                multiply_add(level, a, (&b, columns), (&mut c, columns), extent);
                prop_assert_eq!(&c, &expected, "{:?}", level);
            }
        }
    }

    #[test]
    #[should_panic(expected = "B is too small")]
    fn what_lies_behind_is_asked_for() {
        let extent = Extent { rows: 1, columns: 1, inner: 1 };
        multiply_add(Level::detect(), Strided::rows(&[1.0], 1), (&[1.0], 1), (&mut [0.0], 1), extent);
    }
}
