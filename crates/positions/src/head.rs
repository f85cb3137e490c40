//! What a position file says of itself before its first block.

use hetman_rules::Variant;
use serde::{Deserialize, Serialize};

/// The variant, and where the games come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub variant: Variant,
    /// With its version, in words.
    pub program: String,
    /// Whatever decided which games these are: settings, or the files they were imported from.
    pub source: serde_json::Value,
}

/// How a file begins; the digit is the version of the layout.
const MAGIC: &[u8] = b"hetman positions 1\n";
const ANY_VERSION: &[u8] = b"hetman positions ";
/// No settings are longer.
const LONGEST: usize = 1 << 20;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    #[error("this is no position file")]
    Other,
    #[error("it is of a version that this program cannot read: take a newer one")]
    Version,
    #[error("its head is damaged: no game of it can be read")]
    Damaged,
}

impl Head {
    /// The magic, the length of the description, its checksum, and itself as JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("a head is JSON");
        let length = u32::try_from(json.len()).expect("settings are short");
        [MAGIC, &length.to_le_bytes(), &crc32fast::hash(&json).to_le_bytes(), &json].concat()
    }

    /// The head, and how many bytes it takes.
    pub fn read(bytes: &[u8]) -> Result<(Head, usize), HeadError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(match bytes.starts_with(ANY_VERSION) {
            true => HeadError::Version,
            false => HeadError::Other,
        })?;
        let number = |at: usize| {
            let bytes = rest.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let (length, sum) = number(0).zip(number(4)).ok_or(HeadError::Damaged)?;
        let length = usize::try_from(length).ok().filter(|&length| length <= LONGEST).ok_or(HeadError::Damaged)?;
        let json = rest.get(8..8 + length).filter(|json| crc32fast::hash(json) == sum).ok_or(HeadError::Damaged)?;
        let head = serde_json::from_slice(json).map_err(|_| HeadError::Damaged)?;
        Ok((head, MAGIC.len() + 8 + length))
    }
}
