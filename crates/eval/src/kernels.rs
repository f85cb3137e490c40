//! Kernels: the few loops in which networks spend their time, compiled for what the processor can do.
//!
//! Each kernel has one body, or a scalar twin that a property test compares it with, and is compiled once for each set of
//! [`Instructions`]. Results are the same bits on every machine: floats are added in one order, and products are added
//! with one rounding (fused multiply-add) everywhere. This is the only place of the crate with `unsafe`: a function that
//! was compiled for certain instructions is called where a [`Level`] has promised them.

#![allow(unsafe_code)]

pub mod dense;
pub mod integers;
pub mod sparse;

use std::fmt;

/// Instructions that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// Nothing special: the twin that tests compare the others with.
    Scalar,
    /// x86: 256-bit integers and floats, and fused multiply-add.
    Avx2,
    /// x86: 512-bit vectors, of bytes and words too (F, BW, VL).
    Avx512,
    /// ARM: the 128-bit vectors that all 64-bit processors have.
    Neon,
}

use Instructions::{Avx2, Avx512, Neon, Scalar};

impl Instructions {
    const ALL: [Instructions; 4] = [Scalar, Avx2, Avx512, Neon];

    fn are_there(self) -> bool {
        match self {
            Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Avx512 => {
                let is_wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
                Avx2.are_there() && is_wide && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Avx2 | Avx512 => false,
            Neon => cfg!(target_arch = "aarch64"),
        }
    }
}

/// Instructions that this machine has: there is no other way to have one than to ask for what is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(Instructions);

impl Level {
    pub const SCALAR: Level = Level(Scalar);

    /// All levels of this machine, the best last.
    pub fn available() -> impl Iterator<Item = Level> {
        Instructions::ALL.into_iter().filter(|instructions| instructions.are_there()).map(Level)
    }

    /// The best of this machine.
    pub fn detect() -> Level {
        Level::available().last().unwrap_or(Level::SCALAR)
    }

    /// What may be executed.
    pub fn instructions(self) -> Instructions {
        self.0
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_level_is_one_that_is_there() {
        let available: Vec<Level> = Level::available().collect();
        assert_eq!(available.first(), Some(&Level::SCALAR));
        assert_eq!(available.last(), Some(&Level::detect()));
        assert!(available.is_sorted());
    }
}
