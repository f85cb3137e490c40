//! A table as the content of a file: a line that says what it is, a line with the ending, the values packed by
//! Zstandard, and the SHA-256 of all that. What reads is what was written.

use hetman_rules::Quote;
use sha2::{Digest, Sha256};

use super::layout::Layout;
use super::{Table, Value};
use crate::material::{Material, MaterialError};

/// It changes when older readers would misread the file.
const FORMAT: &str = "hetman endgame table 1";
const HASH_BYTES: usize = 32;
/// Packed once, unpacked whenever a program starts.
const LEVEL: i32 = 19;

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    #[error("this is no endgame table of Hetman")]
    Foreign,
    #[error("this endgame table has the format '{0}', and only '{FORMAT}' can be read: have it made anew")]
    Format(Quote),
    #[error("the endgame table is damaged: it is not what was written")]
    Damaged,
    #[error("the endgame table is of no ending: {0}")]
    Material(#[from] MaterialError),
}

impl Table {
    /// The content of its file. Equal tables are equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let values: Vec<u8> = self.values.iter().flatten().map(|value| value.0).collect();
        let packed = zstd::bulk::compress(&values, LEVEL).expect("there is room for what gets smaller");
        let mut bytes = format!("{FORMAT}\n{}\n", self.material).into_bytes();
        bytes.extend(packed);
        with_hash(bytes)
    }

    /// Reads what [`to_bytes`](Table::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, TableFileError> {
        let (format, rest) = line(bytes).ok_or(TableFileError::Foreign)?;
        match format == FORMAT {
            true => {}
            false if format.starts_with("hetman endgame table ") => return Err(TableFileError::Format(format.into())),
            false => return Err(TableFileError::Foreign),
        }
        let (content, hash) = bytes.split_last_chunk::<HASH_BYTES>().ok_or(TableFileError::Damaged)?;
        if Sha256::digest(content)[..] != hash[..] {
            return Err(TableFileError::Damaged);
        }
        let (material, packed) = line(&rest[..rest.len() - HASH_BYTES]).ok_or(TableFileError::Damaged)?;
        Table::unpack(material.parse()?, packed)
    }

    fn unpack(material: Material, packed: &[u8]) -> Result<Table, TableFileError> {
        let layout = Layout::new(material);
        let sides = if material.is_symmetric() { 1 } else { 2 };
        let values = zstd::bulk::decompress(packed, sides * layout.len()).map_err(|_| TableFileError::Damaged)?;
        if values.len() != sides * layout.len() || values.iter().any(|&value| !Value(value).is_known()) {
            return Err(TableFileError::Damaged);
        }
        let column = |values: &[u8]| values.iter().map(|&value| Value(value)).collect();
        let values = values.chunks(layout.len()).map(column).collect();
        Ok(Table { material, layout, values })
    }
}

fn with_hash(mut bytes: Vec<u8>) -> Vec<u8> {
    let hash = Sha256::digest(&bytes);
    bytes.extend_from_slice(&hash);
    bytes
}

/// The text before the first line break, and the bytes after it. No line of ours is long.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(64).position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use hetman_rules::shakmaty::Color;

    use super::*;
    use crate::Tables;

    fn table(name: &str) -> Table {
        let material = name.parse().unwrap();
        let mut tables = Tables::build(material, NonZeroUsize::MIN, &());
        std::sync::Arc::into_inner(tables.tables.remove(&material).unwrap()).unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        for name in ["KRK", "KPK", "KK"] {
            let written = table(name);
            let bytes = written.to_bytes();
            let read = Table::from_bytes(&bytes).unwrap();
            assert_eq!(read.values, written.values);
            assert_eq!(read.counts(Color::Black), written.counts(Color::Black));
            assert_eq!(read.to_bytes(), bytes);
        }
    }

    #[test]
    fn nothing_altered_is_read() {
        let bytes = table("KRK").to_bytes();
        for end in (0..bytes.len()).step_by(97) {
            assert!(Table::from_bytes(&bytes[..end]).is_err(), "cut off after {end}");
        }
        for place in (0..bytes.len()).step_by(97) {
            let mut altered = bytes.clone();
            altered[place] ^= 1;
            assert!(Table::from_bytes(&altered).is_err(), "altered at {place}");
        }
        assert_eq!(Table::from_bytes(b"PNG\n").unwrap_err(), TableFileError::Foreign);
        assert!(matches!(Table::from_bytes(b"hetman endgame table 99\nKRK\n"), Err(TableFileError::Format(_))));
    }

    /// A file whose hash is right and whose content is not.
    #[test]
    fn a_forged_file_is_refused() {
        let forged = |material: &str, values: &[u8]| {
            let mut bytes = format!("{FORMAT}\n{material}\n").into_bytes();
            bytes.extend(zstd::bulk::compress(values, 1).unwrap());
            Table::from_bytes(&with_hash(bytes)).map(|_| ())
        };
        let right = 2 * Layout::new("KRK".parse().unwrap()).len();
        assert_eq!(forged("KRK", &vec![0; right]), Ok(()));
        assert_eq!(forged("KRK", &vec![0; right - 1]), Err(TableFileError::Damaged));
        assert_eq!(forged("KRK", &vec![0; right + 1]), Err(TableFileError::Damaged));
        assert_eq!(forged("KRK", &vec![255; right]), Err(TableFileError::Damaged));
        assert!(matches!(forged("KRX", &[0]), Err(TableFileError::Material(_))));
    }
}
