//! Reading and writing the tables as safetensors, the format of every net Hetman saves.

use std::collections::HashMap;

use hetman_rules::quote::passage;
use hetman_rules::{Quote, Variant};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::features::EXCHANGES;

use super::{GRAINS_PER_PAWN, PieceSquare, Tables, Tapered};

/// The value of the metadata key `architecture`.
const ARCHITECTURE: &str = "piece-square";

/// A board full of men worth this much can still be counted.
pub const MOST_PAWNS: f32 = 1000.0;

/// Why bytes are not an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalFileProblem {
    #[error("this is not a safetensors file, or it is damaged: {0}")]
    Damaged(String),
    #[error("the file holds '{0}', but only '{ARCHITECTURE}' can be read")]
    Foreign(Quote),
    #[error("the file names no known variant: {0}")]
    UnknownVariant(Quote),
    #[error("the tensor '{name}' is missing or not {expected} 32-bit floats")]
    BadTensor { name: &'static str, expected: usize },
    #[error("the tensor '{0}' holds a value that is not a finite number up to {MOST_PAWNS} pawns")]
    Unreasonable(&'static str),
}

impl PieceSquare {
    /// Reads an evaluator: tensors `full` and `bare` (6 x 64, pawns, White's view, pawn first), `hand` (6),
    /// `checks_left` (4) and `exchanges` (8); metadata `architecture` and `variant`.
    pub fn from_bytes(bytes: &[u8]) -> Result<PieceSquare, EvalFileProblem> {
        let damaged = |error: safetensors::SafeTensorError| EvalFileProblem::Damaged(passage(error));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let word = |key: &str| metadata.get(key).cloned().unwrap_or_default();
        if word("architecture") != ARCHITECTURE {
            return Err(EvalFileProblem::Foreign(word("architecture").into()));
        }
        let variant: Variant =
            word("variant").parse().map_err(|_| EvalFileProblem::UnknownVariant(word("variant").into()))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let full = in_grains::<384>(&tensors, "full")?;
        let bare = in_grains::<384>(&tensors, "bare")?;
        let tables: Tables = std::array::from_fn(|role| {
            std::array::from_fn(|square| {
                let index = 64 * role + square;
                Tapered { full: full[index], bare: bare[index] }
            })
        });
        let hand = in_grains::<6>(&tensors, "hand")?;
        let checks_left = in_grains::<4>(&tensors, "checks_left")?;
        let exchanges = in_grains::<EXCHANGES>(&tensors, "exchanges")?;
        Ok(PieceSquare::new(variant, tables, hand, checks_left, exchanges))
    }

    /// The file's content; [`from_bytes`](PieceSquare::from_bytes) reads it back unchanged.
    pub fn to_bytes(&self) -> Vec<u8> {
        let column = |pick: fn(&Tapered) -> i32| self.white.iter().flatten().map(pick).collect::<Vec<i32>>();
        let parts = [
            ("full", vec![6, 64], column(|entry| entry.full)),
            ("bare", vec![6, 64], column(|entry| entry.bare)),
            ("hand", vec![6], self.hand.to_vec()),
            ("checks_left", vec![4], self.checks_left.to_vec()),
            ("exchanges", vec![EXCHANGES], self.exchanges.to_vec()),
        ];
        let stored = parts.map(|(name, shape, values)| (name, shape, pawns(&values)));
        let views = stored.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes).expect("four bytes for each number");
            (*name, view)
        });
        let metadata = HashMap::from([
            ("architecture".to_owned(), ARCHITECTURE.to_owned()),
            ("variant".to_owned(), self.variant.uci_name().to_owned()),
        ]);
        safetensors::serialize(views, Some(metadata)).expect("names and shapes are valid")
    }
}

fn pawns(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|&value| ((f64::from(value) / GRAINS_PER_PAWN) as f32).to_le_bytes()).collect()
}

fn in_grains<const N: usize>(tensors: &SafeTensors, name: &'static str) -> Result<[i32; N], EvalFileProblem> {
    let bad = EvalFileProblem::BadTensor { name, expected: N };
    let tensor = tensors.tensor(name).map_err(|_| bad.clone())?;
    if tensor.dtype() != Dtype::F32 || tensor.data().len() != 4 * N {
        return Err(bad);
    }
    let (numbers, _) = tensor.data().as_chunks::<4>();
    let mut values = [0; N];
    for (value, &number) in values.iter_mut().zip(numbers) {
        let pawns = f32::from_le_bytes(number);
        if !pawns.is_finite() || pawns.abs() > MOST_PAWNS {
            return Err(EvalFileProblem::Unreasonable(name));
        }
        *value = (f64::from(pawns) * GRAINS_PER_PAWN).round() as i32;
    }
    Ok(values)
}
