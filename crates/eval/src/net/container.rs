//! The container of everything that was learned: safetensors, with metadata and a hash.
//!
//! Equal contents are equal files: the library writes metadata in the order of a hash map, which differs from run to run,
//! so the header is put together here and the library reads it. The hash covers the metadata and the tensors, and is
//! checked on reading: what reads is what was written.

use std::collections::BTreeMap;
use std::str::FromStr;

use hetman_rules::quote::passage;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::NetError;
pub use crate::model::Metadata;

pub struct Tensor {
    pub name: String,
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

/// A number that tensors hold.
pub trait Number: Copy {
    const DTYPE: Dtype;
    const NAME: &'static str;

    fn write(self, bytes: &mut Vec<u8>);

    /// All numbers of these bytes.
    fn read(bytes: &[u8]) -> Vec<Self>;

    fn is_finite(self) -> bool {
        true
    }
}

macro_rules! number {
    ($number:ty, $dtype:ident, $name:literal $(, $is_finite:expr)?) => {
        impl Number for $number {
            const DTYPE: Dtype = Dtype::$dtype;
            const NAME: &'static str = $name;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Vec<$number> {
                let (numbers, _) = bytes.as_chunks();
                numbers.iter().map(|&number| <$number>::from_le_bytes(number)).collect()
            }

            $(fn is_finite(self) -> bool {
                $is_finite(self)
            })?
        }
    };
}

number!(f64, F64, "F64", f64::is_finite);
number!(f32, F32, "F32", f32::is_finite);
number!(i64, I64, "I64");
number!(i16, I16, "I16");

impl Tensor {
    pub fn of<N: Number>(name: impl Into<String>, shape: Vec<usize>, values: &[N]) -> Tensor {
        let mut bytes = Vec::with_capacity(size_of_val(values));
        values.iter().for_each(|value| value.write(&mut bytes));
        Tensor { name: name.into(), dtype: N::DTYPE, shape, bytes }
    }
}

/// The file's content, its format and its hash included.
pub fn pack(format: &str, mut metadata: Metadata, tensors: &[Tensor]) -> Vec<u8> {
    metadata.entry("format".to_owned()).or_insert_with(|| format.to_owned());
    let contents = tensors.iter().map(|tensor| (tensor.name.as_str(), tensor.bytes.as_slice()));
    metadata.insert("hash".to_owned(), hash(&metadata, contents.collect()));
    write(&metadata, tensors)
}

/// The safetensors format: the header's length, the header, the tensors' bytes.
fn write(metadata: &Metadata, tensors: &[Tensor]) -> Vec<u8> {
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
fn hash(metadata: &Metadata, mut tensors: Vec<(&str, &[u8])>) -> String {
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

/// Built by cargo-fuzz, whose random inputs would never get past the hash.
#[allow(unexpected_cfgs)]
const IS_FUZZED: bool = cfg!(fuzzing);

/// Which of these formats a file has.
pub fn format<'a>(bytes: &[u8], formats: &[&'a str]) -> Result<&'a str, NetError> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
    let format = header.metadata().as_ref().and_then(|metadata| metadata.get("format"));
    known(format.cloned().unwrap_or_default(), formats)
}

fn known<'a>(format: String, formats: &[&'a str]) -> Result<&'a str, NetError> {
    formats.iter().copied().find(|&known| known == format).ok_or_else(|| NetError::Foreign(format.into()))
}

fn damaged(error: SafeTensorError) -> NetError {
    NetError::Damaged(passage(error))
}

/// A file that has been read: what it says, and numbers by name.
pub struct Content<'a> {
    metadata: Metadata,
    tensors: SafeTensors<'a>,
}

impl<'a> Content<'a> {
    /// Reads a file of one of these formats.
    pub fn read(bytes: &'a [u8], formats: &[&str]) -> Result<Content<'a>, NetError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let mut metadata: Metadata = header.metadata().clone().unwrap_or_default().into_iter().collect();
        known(text_of(&metadata, "format"), formats)?;
        let saved_hash = metadata.remove("hash");
        let views = tensors.tensors();
        let contents = views.iter().map(|(name, view)| (name.as_str(), view.data()));
        if !IS_FUZZED && saved_hash != Some(hash(&metadata, contents.collect())) {
            return Err(NetError::Hash);
        }
        Ok(Content { metadata, tensors })
    }

    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    pub fn tensors(&self) -> &SafeTensors<'a> {
        &self.tensors
    }

    /// The numbers of a tensor, whose shape must be the expected one where there is one.
    pub fn numbers<N: Number>(&self, name: &str, expected: Option<Vec<usize>>) -> Result<Vec<N>, NetError> {
        let dtype = N::NAME;
        let bad = || NetError::Tensor { name: name.into(), dtype, expected: expected.clone().unwrap_or_default() };
        let tensor = self.tensors.tensor(name).map_err(|_| bad())?;
        if tensor.dtype() != N::DTYPE || expected.as_deref().is_some_and(|shape| tensor.shape() != shape) {
            return Err(bad());
        }
        let values = N::read(tensor.data());
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(NetError::NotFinite(name.into())) }
    }
}

pub fn parsed<T: FromStr>(metadata: &Metadata, key: &'static str) -> Result<T, NetError> {
    let text = text_of(metadata, key);
    text.parse().map_err(|_| NetError::Metadata { key, text: text.into() })
}

pub fn text_of(metadata: &Metadata, key: &str) -> String {
    metadata.get(key).cloned().unwrap_or_default()
}
