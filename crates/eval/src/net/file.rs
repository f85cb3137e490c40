//! Nets as safetensors, with everything about them in the metadata.
//!
//! Equal nets are equal files: the library writes metadata in the order of a hash map, which differs from run to run,
//! so the header is put together here and the library reads it. The hash covers the metadata and the tensors, and is
//! checked on reading: a net that reads is the net that was written.

use std::collections::BTreeMap;
use std::sync::Arc;

use hetman_rules::quote::passage;
use hetman_rules::{Quote, Variant};
use safetensors::{Dtype, SafeTensors};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Net, Provenance};
use crate::features::UnknownFeatureSetError;
use crate::model::{self, Architecture, Block, Metadata};
use crate::{FeatureSet, Model};

/// The value of the metadata key `format`; it changes when older readers would misread the file.
const FORMAT: &str = "hetman net 1";

/// Vectors that a learner keeps beside the weights (temporal coherence: N and A), by name.
pub type LearnerState = BTreeMap<String, Vec<f64>>;

/// Why there is no net.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetError {
    #[error("this is not a safetensors file, or it is damaged: {0}")]
    Damaged(String),
    #[error("this is not a net of Hetman: its format is '{0}', and only '{FORMAT}' can be read")]
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
    #[error("the net is damaged: its content does not have the hash it was saved with; use another copy of the file")]
    Hash,
    #[error("a model of {inputs} inputs cannot read the {expected} features of '{features}' in {variant}")]
    Inputs { inputs: usize, features: FeatureSet, variant: Variant, expected: usize },
}

pub(super) struct Tensor {
    pub name: String,
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

impl Tensor {
    fn numbers(name: String, shape: Vec<usize>, values: &[f64]) -> Tensor {
        Tensor { name, dtype: Dtype::F64, shape, bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect() }
    }
}

const FROZEN: &str = "frozen";
const LEARNER: &str = "learner.";
const NOTE: &str = "note.";

/// Built by cargo-fuzz, whose random inputs would never get past the hash.
#[allow(unexpected_cfgs)]
const IS_FUZZED: bool = cfg!(fuzzing);

impl Net {
    /// The file's content; [`from_bytes`](Net::from_bytes) reads it back bit for bit.
    pub fn to_bytes(&self, learner: &LearnerState) -> Vec<u8> {
        let tensors = self.tensors(learner);
        let mut metadata = self.metadata();
        let contents = tensors.iter().map(|tensor| (tensor.name.as_str(), tensor.bytes.as_slice()));
        metadata.insert("hash".to_owned(), hash(&metadata, contents.collect()));
        write(&metadata, &tensors)
    }

    /// Reads a net and what its learner kept.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Net, LearnerState), NetError> {
        let (metadata, tensors) = open(bytes, FORMAT)?;
        let model = read_model(&tensors, read_architecture(&metadata)?)?;
        let features = text_of(&metadata, "features").parse()?;
        let net = Net::new(parsed(&metadata, "variant")?, features, model, read_provenance(&metadata)?)?;
        Ok((net, read_learner(&tensors)?))
    }

    pub(super) fn metadata(&self) -> Metadata {
        let architecture = self.model.architecture();
        let mut metadata: Metadata = [
            ("format", FORMAT.to_owned()),
            ("architecture", architecture.kind().name().to_owned()),
            ("features", self.features.to_string()),
            ("variant", self.variant.to_string()),
            ("recipe", self.provenance.recipe.clone()),
            ("games_seen", self.provenance.games_seen.to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        let described = architecture.metadata(self.model.parameters());
        metadata.extend(described.into_iter().map(|(key, value)| (key.to_owned(), value)));
        metadata.extend(self.provenance.parent.iter().map(|parent| ("parent".to_owned(), parent.clone())));
        let notes = self.provenance.notes.iter();
        metadata.extend(notes.map(|(key, value)| (format!("{NOTE}{key}"), value.clone())));
        metadata
    }

    /// The model's blocks, what the learner keeps, and the freeze mask: it comes last, so that the numbers before it
    /// stay aligned.
    fn tensors(&self, learner: &LearnerState) -> Vec<Tensor> {
        let parameters = self.model.parameters();
        let block = |block: Block| {
            let values = &parameters[block.range()];
            Tensor::numbers(block.name, vec![block.rows, block.columns], values)
        };
        let kept = |(name, values): (&String, &Vec<f64>)| {
            Tensor::numbers(format!("{LEARNER}{name}"), vec![values.len()], values)
        };
        let bytes: Vec<u8> = self.model.frozen().iter().map(|&frozen| u8::from(frozen)).collect();
        let mask = Tensor { name: FROZEN.to_owned(), dtype: Dtype::U8, shape: vec![bytes.len()], bytes };
        self.model.blocks().into_iter().map(block).chain(learner.iter().map(kept)).chain([mask]).collect()
    }
}

pub(super) fn damaged(error: safetensors::SafeTensorError) -> NetError {
    NetError::Damaged(passage(error))
}

/// Metadata and tensors of a file of this format, whose content has the hash it was saved with.
pub(super) fn open<'a>(bytes: &'a [u8], expected: &str) -> Result<(Metadata, SafeTensors<'a>), NetError> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
    let mut metadata: Metadata = header.metadata().clone().unwrap_or_default().into_iter().collect();
    let format = metadata.get("format").cloned().unwrap_or_default();
    if format != expected {
        return Err(NetError::Foreign(format.into()));
    }
    let saved_hash = metadata.remove("hash");
    let views = tensors.tensors();
    let contents = views.iter().map(|(name, view)| (name.as_str(), view.data()));
    if !IS_FUZZED && saved_hash != Some(hash(&metadata, contents.collect())) {
        return Err(NetError::Hash);
    }
    Ok((metadata, tensors))
}

/// The safetensors format: the header's length, the header, the tensors' bytes.
pub(super) fn write(metadata: &Metadata, tensors: &[Tensor]) -> Vec<u8> {
    let mut header: BTreeMap<&str, Value> = BTreeMap::from([("__metadata__", json!(metadata))]);
    let mut end = 0;
    for tensor in tensors {
        let start = end;
        end += tensor.bytes.len();
        let dtype = tensor.dtype.to_string();
        header.insert(&tensor.name, json!({ "dtype": dtype, "shape": tensor.shape, "data_offsets": [start, end] }));
    }
    let mut header = serde_json::to_vec(&header).expect("texts and numbers are JSON");
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.append(&mut header);
    bytes.extend(tensors.iter().flat_map(|tensor| &tensor.bytes));
    bytes
}

/// SHA-256 over the metadata and the tensors in the order of their names, each part with its length.
pub(super) fn hash(metadata: &Metadata, mut tensors: Vec<(&str, &[u8])>) -> String {
    let mut hasher = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    for (key, value) in metadata {
        part(key.as_bytes());
        part(value.as_bytes());
    }
    tensors.sort_by_key(|&(name, _)| name);
    for (name, bytes) in tensors {
        part(name.as_bytes());
        part(bytes);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn parsed<T: std::str::FromStr>(metadata: &Metadata, key: &'static str) -> Result<T, NetError> {
    let text = metadata.get(key).cloned().unwrap_or_default();
    text.parse().map_err(|_| NetError::Metadata { key, text: text.into() })
}

pub(super) fn read_architecture(metadata: &Metadata) -> Result<Arc<dyn Architecture>, NetError> {
    let name = text_of(metadata, "architecture");
    let kind = model::registry().find(&name).ok_or_else(|| NetError::UnknownModel(name.into()))?;
    kind.read(metadata).map_err(|key| NetError::Metadata { key, text: text_of(metadata, key).into() })
}

pub(super) fn text_of(metadata: &Metadata, key: &str) -> String {
    metadata.get(key).cloned().unwrap_or_default()
}

pub(super) fn read_provenance(metadata: &Metadata) -> Result<Provenance, NetError> {
    let note = |(key, value): (&String, &String)| Some((key.strip_prefix(NOTE)?.to_owned(), value.clone()));
    Ok(Provenance {
        recipe: text_of(metadata, "recipe"),
        parent: metadata.get("parent").cloned(),
        games_seen: parsed(metadata, "games_seen")?,
        notes: metadata.iter().filter_map(note).collect(),
    })
}

fn read_model(tensors: &SafeTensors, architecture: Arc<dyn Architecture>) -> Result<Model, NetError> {
    let mut parameters = Vec::new();
    // A file can describe a model that no memory holds: nothing is made before its tensors are there.
    for block in model::blocks(&*architecture) {
        parameters.extend(read_numbers(tensors, &block.name, Some(vec![block.rows, block.columns]))?);
    }
    let expected = vec![parameters.len()];
    let bad = || NetError::Tensor { name: FROZEN.into(), dtype: "U8", expected: expected.clone() };
    let mask = tensors.tensor(FROZEN).map_err(|_| bad())?;
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

fn read_learner(tensors: &SafeTensors) -> Result<LearnerState, NetError> {
    let names = tensors.names();
    let kept = names.into_iter().filter_map(|name| Some((name, name.strip_prefix(LEARNER)?)));
    kept.map(|(name, plain)| Ok((plain.to_owned(), read_numbers(tensors, name, None)?))).collect()
}

/// The numbers of a tensor, whose shape must be the expected one where there is one.
fn read_numbers(tensors: &SafeTensors, name: &str, expected: Option<Vec<usize>>) -> Result<Vec<f64>, NetError> {
    let bad = || NetError::Tensor { name: name.into(), dtype: "F64", expected: expected.clone().unwrap_or_default() };
    let tensor = tensors.tensor(name).map_err(|_| bad())?;
    if tensor.dtype() != Dtype::F64 || expected.as_deref().is_some_and(|shape| tensor.shape() != shape) {
        return Err(bad());
    }
    let (numbers, _) = tensor.data().as_chunks::<8>();
    let values: Vec<f64> = numbers.iter().map(|&number| f64::from_le_bytes(number)).collect();
    if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(NetError::NotFinite(name.into())) }
}

#[cfg(test)]
mod tests;
