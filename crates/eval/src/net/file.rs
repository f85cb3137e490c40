//! Nets as files, with everything about them in the metadata.

use std::collections::BTreeMap;
use std::sync::Arc;

use hetman_rules::{Quote, Variant};
use safetensors::Dtype;

use super::container::{Content, Tensor, pack, parsed, text_of};
use super::{Net, Provenance};
use crate::features::UnknownFeatureSetError;
use crate::model::{self, Architecture, Block, Metadata};
use crate::{FeatureSet, Model};

/// The value of the metadata key `format`; it changes when older readers would misread the file.
pub(crate) const FORMAT: &str = "hetman net 1";

/// Vectors that a learner keeps beside the weights (temporal coherence: N and A), by name.
pub type LearnerState = BTreeMap<String, Vec<f64>>;

/// Why there is no net.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetError {
    #[error("this is not a safetensors file, or it is damaged: {0}")]
    Damaged(String),
    #[error("this is not a net of Hetman: its format is '{0}', and '{FORMAT}' or '{other}' can be read", other = crate::nnue::FORMAT)]
    Foreign(Quote),
    #[error("the net is a model of an unknown kind '{0}': known are {known}", known = model::registry().names().join(", "))]
    UnknownModel(Quote),
    #[error("the net's features: {0}")]
    UnknownFeatures(#[from] UnknownFeatureSetError),
    #[error("the net's metadata is damaged: '{key}' is '{text}'")]
    Metadata { key: &'static str, text: Quote },
    #[error("the net is damaged: the tensor '{name}' is missing or not {expected:?} of {dtype}")]
    Tensor { name: Quote, dtype: &'static str, expected: Vec<usize> },
    #[error("the net is damaged: the tensor '{0}' holds a value that is not a finite number")]
    NotFinite(Quote),
    #[error("the net's tensor '{name}' holds a weight beyond {most}: it cannot be worked out in whole numbers")]
    TooLarge { name: Quote, most: i16 },
    #[error("the net is damaged: its content does not have the hash it was saved with; use another copy of the file")]
    Hash,
    #[error("a model of {inputs} inputs cannot read the {expected} features of '{features}' in {variant}")]
    Inputs { inputs: usize, features: FeatureSet, variant: Variant, expected: usize },
}

const FROZEN: &str = "frozen";
const LEARNER: &str = "learner.";
const NOTE: &str = "note.";

impl Net {
    /// The file's content; [`from_bytes`](Net::from_bytes) reads it back bit for bit.
    pub fn to_bytes(&self, learner: &LearnerState) -> Vec<u8> {
        pack(FORMAT, self.metadata(), &self.tensors(learner))
    }

    /// Reads a net and what its learner kept.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Net, LearnerState), NetError> {
        let content = Content::read(bytes, &[FORMAT])?;
        let metadata = content.metadata();
        let model = read_model(&content, read_architecture(metadata)?)?;
        let features = text_of(metadata, "features").parse()?;
        let net = Net::new(parsed(metadata, "variant")?, features, model, Provenance::read(metadata)?)?;
        Ok((net, read_learner(&content)?))
    }

    pub(super) fn metadata(&self) -> Metadata {
        let architecture = self.model.architecture();
        let mut metadata: Metadata = [
            ("architecture", architecture.kind().name().to_owned()),
            ("features", self.features.to_string()),
            ("variant", self.variant.to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        let described = architecture.metadata(self.model.parameters());
        metadata.extend(described.into_iter().map(|(key, value)| (key.to_owned(), value)));
        metadata.extend(self.provenance.metadata());
        metadata
    }

    /// The model's blocks, what the learner keeps, and the freeze mask: it comes last, so that the numbers before it
    /// stay aligned.
    fn tensors(&self, learner: &LearnerState) -> Vec<Tensor> {
        let parameters = self.model.parameters();
        let block = |block: Block| {
            let values = &parameters[block.range()];
            Tensor::of(block.name, vec![block.rows, block.columns], values)
        };
        let kept =
            |(name, values): (&String, &Vec<f64>)| Tensor::of(format!("{LEARNER}{name}"), vec![values.len()], values);
        let bytes: Vec<u8> = self.model.frozen().iter().map(|&frozen| u8::from(frozen)).collect();
        let mask = Tensor { name: FROZEN.to_owned(), dtype: Dtype::U8, shape: vec![bytes.len()], bytes };
        self.model.blocks().into_iter().map(block).chain(learner.iter().map(kept)).chain([mask]).collect()
    }
}

pub(super) fn read_architecture(metadata: &Metadata) -> Result<Arc<dyn Architecture>, NetError> {
    let name = text_of(metadata, "architecture");
    let kind = model::registry().find(&name).ok_or_else(|| NetError::UnknownModel(name.into()))?;
    kind.read(metadata).map_err(|key| NetError::Metadata { key, text: text_of(metadata, key).into() })
}

impl Provenance {
    pub(crate) fn metadata(&self) -> Metadata {
        let Provenance { recipe, parent, games_seen, notes } = self;
        let told = [("recipe".to_owned(), recipe.clone()), ("games_seen".to_owned(), games_seen.to_string())];
        let parent = parent.iter().map(|parent| ("parent".to_owned(), parent.clone()));
        let notes = notes.iter().map(|(key, value)| (format!("{NOTE}{key}"), value.clone()));
        told.into_iter().chain(parent).chain(notes).collect()
    }

    pub(crate) fn read(metadata: &Metadata) -> Result<Provenance, NetError> {
        let note = |(key, value): (&String, &String)| Some((key.strip_prefix(NOTE)?.to_owned(), value.clone()));
        Ok(Provenance {
            recipe: text_of(metadata, "recipe"),
            parent: metadata.get("parent").cloned(),
            games_seen: parsed(metadata, "games_seen")?,
            notes: metadata.iter().filter_map(note).collect(),
        })
    }
}

fn read_model(content: &Content, architecture: Arc<dyn Architecture>) -> Result<Model, NetError> {
    let mut parameters = Vec::new();
    // A file can describe a model that no memory holds: nothing is made before its tensors are there.
    for block in model::blocks(&*architecture) {
        parameters.extend(content.numbers::<f64>(&block.name, Some(vec![block.rows, block.columns]))?);
    }
    let expected = vec![parameters.len()];
    let bad = || NetError::Tensor { name: FROZEN.into(), dtype: "U8", expected: expected.clone() };
    let mask = content.tensors().tensor(FROZEN).map_err(|_| bad())?;
    if mask.dtype() != Dtype::U8 || mask.shape() != expected || mask.data().iter().any(|&mark| mark > 1) {
        return Err(bad());
    }
    let mut model = Model::zero(architecture);
    model.parameters_mut().copy_from_slice(&parameters);
    for (frozen, &mark) in model.frozen_mut().iter_mut().zip(mask.data()) {
        *frozen = mark == 1;
    }
    Ok(model)
}

fn read_learner(content: &Content) -> Result<LearnerState, NetError> {
    let names = content.tensors().names();
    let kept = names.into_iter().filter_map(|name| Some((name, name.strip_prefix(LEARNER)?)));
    kept.map(|(name, plain)| Ok((plain.to_owned(), content.numbers(name, None)?))).collect()
}

#[cfg(test)]
mod tests;
