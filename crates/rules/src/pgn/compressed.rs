//! Collections packed with gzip or Zstandard, recognised by their first bytes whatever the file is called.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The text inside: unpacked, or as it is where it was not packed.
pub fn decompressed<'a>(mut input: impl Read + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(ZSTANDARD.len() as u64).read_to_end(&mut head)?;
    let is_gzip = head.starts_with(GZIP);
    let is_zstandard = head.starts_with(ZSTANDARD);
    let whole = BufReader::with_capacity(1 << 16, Cursor::new(head).chain(input));
    Ok(if is_gzip {
        Box::new(BufReader::new(MultiGzDecoder::new(whole)))
    } else if is_zstandard {
        Box::new(BufReader::new(zstd::Decoder::with_buffer(whole)?))
    } else {
        Box::new(whole)
    })
}
