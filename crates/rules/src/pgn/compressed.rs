//! Collections packed with gzip, Zstandard or xz, recognised by their first bytes whatever the file is called.
//!
//! A few kilobytes can be packed so that they unpack to more than any memory holds. Games and positions never shrink
//! like that, so unpacking ends with a sentence where it gives [`MOST_TIMES`] what was read.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];

/// What unpacking xz may take of the memory; the highest of its usual levels needs 65 MiB.
const XZ_MEMORY_KIB: u32 = 256 << 10;

/// Games in plain text are packed to a tenth, the most alike of them to a fiftieth.
const MOST_TIMES: u64 = 200;
/// So much is unpacked whatever it was before: a short text of a single game repeated is no threat.
const HARMLESS: u64 = 16 << 20;
/// More text than was ever collected.
const MOST_UNPACKED: u64 = 1 << 40;

/// Why unpacking ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum UnpackError {
    #[error(
        "it unpacks to more than {MOST_TIMES} times its size, which games never do: unpack it yourself and look into it"
    )]
    Ratio,
    #[error("it unpacks to more than {} GiB: divide it", MOST_UNPACKED >> 30)]
    Size,
}

/// The text inside: unpacked, or as it is where it was not packed.
pub fn decompressed<'a>(mut input: impl Read + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(XZ.len() as u64).read_to_end(&mut head)?;
    let is_gzip = head.starts_with(GZIP);
    let is_zstandard = head.starts_with(ZSTANDARD);
    let is_xz = head.starts_with(XZ);
    let taken = Arc::new(AtomicU64::new(0));
    let counted = Counted { input: Cursor::new(head).chain(input), taken: Arc::clone(&taken) };
    let whole = BufReader::with_capacity(1 << 16, counted);
    Ok(if is_gzip {
        Box::new(BufReader::new(Unpacked { decoder: MultiGzDecoder::new(whole), taken, given: 0 }))
    } else if is_zstandard {
        Box::new(BufReader::new(Unpacked { decoder: zstd::Decoder::with_buffer(whole)?, taken, given: 0 }))
    } else if is_xz {
        let decoder = XzReader::new_mem_limit(whole, true, XZ_MEMORY_KIB);
        Box::new(BufReader::new(Unpacked { decoder, taken, given: 0 }))
    } else {
        Box::new(whole)
    })
}

/// Input that counts what is read of it.
struct Counted<R> {
    input: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.taken.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Unpacked text, as long as it is no more than what was packed can mean.
struct Unpacked<D> {
    decoder: D,
    taken: Arc<AtomicU64>,
    given: u64,
}

impl<D: Read> Read for Unpacked<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer)?;
        self.given += length as u64;
        match limit_passed(self.taken.load(Ordering::Relaxed), self.given) {
            None => Ok(length),
            Some(limit) => Err(io::Error::new(io::ErrorKind::InvalidData, limit)),
        }
    }
}

fn limit_passed(taken: u64, given: u64) -> Option<UnpackError> {
    match given {
        _ if given > HARMLESS && given > taken.saturating_mul(MOST_TIMES) => Some(UnpackError::Ratio),
        _ if given > MOST_UNPACKED => Some(UnpackError::Size),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompressed(bytes)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_bomb_is_answered_with_a_sentence() {
        let nothing = vec![b' '; 2 * HARMLESS as usize];
        for packed in [gzip(&nothing), zstd::encode_all(&nothing[..], 3).unwrap()] {
            let refusal = unpack(&packed).unwrap_err();
            assert_eq!(refusal.kind(), io::ErrorKind::InvalidData);
            assert!(refusal.to_string().contains("more than 200 times its size"), "{refusal}");
        }
    }

    /// `printf 'e4\n' | xz -9`
    const PACKED_WITH_XZ: &str = "fd377a585a000004e6d6b446020021011c00000010cf58cc01000265340a00006c59f81c870003c200011b030b2fb9101fb6f37d010000000004595a";

    #[test]
    fn xz_is_unpacked_and_damage_to_it_is_an_error() {
        let byte = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
        let mut packed: Vec<u8> = PACKED_WITH_XZ.as_bytes().chunks(2).map(byte).collect();
        assert_eq!(unpack(&packed).unwrap(), b"e4\n");
        assert!(unpack(&packed[..packed.len() - 20]).is_err());
        packed[30] ^= 1;
        assert!(unpack(&packed).is_err());
    }

    #[test]
    fn texts_that_are_alike_are_unpacked() {
        let text = "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(100_000);
        assert_eq!(unpack(&gzip(text.as_bytes())).unwrap(), text.as_bytes());
        assert_eq!(unpack(&zstd::encode_all(text.as_bytes(), 3).unwrap()).unwrap(), text.as_bytes());
    }

    #[test]
    fn a_ratio_counts_from_some_size_on_and_a_size_at_any_ratio() {
        assert_eq!(limit_passed(1, HARMLESS), None);
        assert_eq!(limit_passed(1, HARMLESS + 1), Some(UnpackError::Ratio));
        assert_eq!(limit_passed(HARMLESS, 100 * HARMLESS), None);
        assert_eq!(limit_passed(MOST_UNPACKED, MOST_UNPACKED + 1), Some(UnpackError::Size));
    }
}
