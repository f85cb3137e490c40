//! A course as bytes, to be taken up again at the very step.

use hetman_eval::NetError;
use hetman_eval::container::{Content, Metadata, Tensor, pack, parsed};
use hetman_eval::kernels::sparse::{Row, SLICE};

use crate::course::CurvePoint;
use crate::samples::Split;
use crate::slice::Slice;
use crate::{Course, Plan, Trainer};

const FORMAT: &str = "hetman course 1";

/// Why a course cannot be taken up again.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum KeptError {
    #[error("what was kept of the course is damaged ({0}): begin anew")]
    Damaged(#[from] NetError),
    #[error("the course was begun with another plan: {0}")]
    Plan(String),
    #[error("the positions are not those that the course was begun with: {now} instead of {then}")]
    Positions { now: usize, then: usize },
}

impl Course {
    pub fn to_bytes(&self) -> Vec<u8> {
        let (training, _) = self.positions();
        let texts = [
            ("plan", self.plan.text.clone()),
            ("steps", self.trainer.steps.to_string()),
            ("positions", training.to_string()),
        ];
        let metadata: Metadata = texts.map(|(key, value)| (key.to_owned(), value)).into();
        let curve: Vec<f64> = self.curve.iter().flat_map(|point| [point.training, point.held_out]).collect();
        let mut tensors = vec![
            Tensor::of("curve", vec![self.curve.len(), 2], &curve),
            Tensor::of("errors", vec![1], &[self.errors]),
            tensor("biases".to_owned(), &self.trainer.biases),
        ];
        for (number, slice) in self.trainer.slices.iter().enumerate() {
            for (name, rows) in parts(slice) {
                tensors.push(tensor(format!("{name}.{number}"), rows));
            }
        }
        pack(FORMAT, metadata, &tensors)
    }

    /// The course that was kept, if it was this plan's, over these samples.
    pub fn from_bytes(plan: Plan, split: Split, bytes: &[u8]) -> Result<Course, KeptError> {
        let content = Content::read(bytes, &[FORMAT])?;
        let metadata = content.metadata();
        let begun: String = parsed(metadata, "plan")?;
        if begun != plan.text {
            return Err(KeptError::Plan(begun));
        }
        let (now, then) = (split.training.len(), parsed(metadata, "positions")?);
        if now != then {
            return Err(KeptError::Positions { now, then });
        }
        let mut trainer = Trainer::zero(plan.shape);
        trainer.steps = parsed(metadata, "steps")?;
        trainer.biases.copy_from_slice(&rows(&content, "biases", 3)?);
        let count = Slice::rows(&plan.shape);
        for (number, slice) in trainer.slices.iter_mut().enumerate() {
            slice.weights = rows(&content, &format!("weights.{number}"), count)?;
            slice.mean = rows(&content, &format!("mean.{number}"), count)?;
            slice.square = rows(&content, &format!("square.{number}"), count)?;
        }
        let curve: Vec<f64> = content.numbers("curve", None)?;
        let point = |(epoch, pair): (usize, &[f64])| CurvePoint {
            epoch: epoch as u64 + 1,
            training: pair[0],
            held_out: pair[1],
        };
        let curve = curve.chunks_exact(2).enumerate().map(point).collect();
        let errors: Vec<f64> = content.numbers("errors", Some(vec![1]))?;
        Ok(Course::at(plan, split, trainer, curve, errors[0]))
    }
}

fn parts(slice: &Slice) -> [(&'static str, &[Row]); 3] {
    [("weights", &slice.weights), ("mean", &slice.mean), ("square", &slice.square)]
}

fn tensor(name: String, rows: &[Row]) -> Tensor {
    let values: Vec<f32> = rows.iter().flat_map(|row| row.0).collect();
    Tensor::of(name, vec![rows.len(), SLICE], &values)
}

fn rows(content: &Content, name: &str, count: usize) -> Result<Vec<Row>, NetError> {
    let values: Vec<f32> = content.numbers(name, Some(vec![count, SLICE]))?;
    let (rows, _) = values.as_chunks();
    Ok(rows.iter().map(|&row| Row(row)).collect())
}
