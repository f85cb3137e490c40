//! Networks as files, in the same container as other nets.

use hetman_rules::Variant;

use super::inputs::Kings;
use super::weights::MOST_FLOAT;
use super::{Network, Shape, Weights};
use crate::kernels::integers::{MOST_WEIGHT, ONE};
use crate::model::Metadata;
use crate::net::container::{self, Content, Tensor, parsed, text_of};
use crate::net::{NetError, Provenance};

/// The value of the metadata key `format`; it changes when older readers would misread the file.
pub(crate) const FORMAT: &str = "hetman network 1";

/// A fault of a whole network, which no bit of it shows.
fn wrong(metadata: &Metadata, key: &'static str) -> NetError {
    NetError::Metadata { key, text: text_of(metadata, key).into() }
}

impl Shape {
    /// What a file says of it.
    pub fn metadata(&self) -> Metadata {
        let Shape { variant, kings, hidden, outputs } = self;
        [
            ("variant", variant.to_string()),
            ("kings", kings.name().to_owned()),
            ("hidden", hidden.to_string()),
            ("outputs", outputs.to_string()),
            ("inputs", self.facts().count().to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
    }

    pub fn read(metadata: &Metadata) -> Result<Shape, NetError> {
        let kings = Kings::of_name(&text_of(metadata, "kings")).ok_or_else(|| wrong(metadata, "kings"))?;
        let variant: Variant = parsed(metadata, "variant")?;
        let (hidden, outputs) = (parsed(metadata, "hidden")?, parsed(metadata, "outputs")?);
        let shape = Shape::new(variant, kings, hidden, outputs).map_err(|_| wrong(metadata, "hidden"))?;
        // Networks of a time when more or less was seen.
        if parsed::<usize>(metadata, "inputs")? != shape.facts().count() {
            return Err(wrong(metadata, "inputs"));
        }
        Ok(shape)
    }
}

impl Network {
    /// The file's content; [`from_bytes`](Network::from_bytes) reads it back bit for bit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { shape, inputs, biases, outputs, output_biases } = &self.weights;
        let mut metadata = shape.metadata();
        metadata.insert("scale".to_owned(), self.scale.to_string());
        metadata.extend(self.provenance.metadata());
        let tensors = [
            Tensor::of("inputs", vec![shape.inputs(), shape.hidden], inputs),
            Tensor::of("biases", vec![shape.hidden], biases),
            Tensor::of("outputs", vec![shape.outputs, 2 * shape.hidden], outputs),
            Tensor::of("output_biases", vec![shape.outputs], output_biases),
        ];
        container::pack(FORMAT, metadata, &tensors)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        let content = Content::read(bytes, &[FORMAT])?;
        let metadata = content.metadata();
        let shape = Shape::read(metadata)?;
        let scale: f64 = parsed(metadata, "scale")?;
        if !(scale.is_finite() && scale > 0.0) {
            return Err(wrong(metadata, "scale"));
        }
        let sums = (f32::from(ONE) * MOST_FLOAT).round() as i16;
        let weights = Weights {
            shape,
            inputs: bounded(&content, "inputs", vec![shape.inputs(), shape.hidden], sums)?,
            biases: bounded(&content, "biases", vec![shape.hidden], sums)?,
            outputs: bounded(&content, "outputs", vec![shape.outputs, 2 * shape.hidden], MOST_WEIGHT)?,
            output_biases: content.numbers("output_biases", Some(vec![shape.outputs]))?,
        };
        Ok(Network::new(weights, scale, Provenance::read(metadata)?))
    }
}

/// Weights whose sums and products fit into the numbers that they are worked out in.
fn bounded(content: &Content, name: &'static str, shape: Vec<usize>, most: i16) -> Result<Vec<i16>, NetError> {
    let numbers: Vec<i16> = content.numbers(name, Some(shape))?;
    let fits = numbers.iter().all(|&number| (-most..=most).contains(&number));
    if fits { Ok(numbers) } else { Err(NetError::TooLarge { name: name.into(), most }) }
}

#[cfg(test)]
mod tests;
