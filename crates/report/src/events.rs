//! Numbers over time as TensorBoard reads them: files of framed protocol-buffer messages.
//!
//! A record is the length of its data (8 bytes, little-endian), a checksum of those 8 bytes, the data, and a checksum of
//! the data. A checksum is CRC-32C (Castagnoli), rotated right by 15 bits and offset by a constant, so that data which
//! holds checksums is not mistaken for its own. The data are `Event` messages: wall_time (field 1, double), step (2),
//! and either file_version (3, a string, in the first) or summary (5), which holds values (1) of a tag (1) and a
//! simple_value (2, float). Source: TensorFlow's `record_writer.cc`, `event.proto` and `summary.proto`.
//!
//! Times of single games are not kept, so every wall_time is 0: the same run gives the same bytes.

/// What a reader looks for in a file's name.
pub const FILE: &str = "events.out.tfevents.0000000000.hetman";

const VERSION: &str = "brain.Event:2";
const MASK: u32 = 0xa282_ead8;
/// Castagnoli's polynomial, bits reversed.
const POLYNOMIAL: u32 = 0x82f6_3b78;

/// Types of fields: a whole number, 8 bytes, a length and so many bytes, 4 bytes.
const WHOLE: u64 = 0;
const EIGHT_BYTES: u64 = 1;
const BYTES: u64 = 2;
const FOUR_BYTES: u64 = 5;

/// A file of events.
pub struct Events(Vec<u8>);

impl Events {
    pub fn new() -> Events {
        let mut events = Events(Vec::new());
        events.record(&message(&[time(), bytes(3, VERSION.as_bytes())]));
        events
    }

    /// Numbers by name after so many games.
    pub fn scalars<'a>(&mut self, step: u64, scalars: impl IntoIterator<Item = (&'a str, f64)>) {
        let value = |(tag, value): (&str, f64)| bytes(1, &message(&[bytes(1, tag.as_bytes()), float(2, value as f32)]));
        let summary: Vec<u8> = scalars.into_iter().flat_map(value).collect();
        self.record(&message(&[time(), whole(2, step), bytes(5, &summary)]));
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn record(&mut self, data: &[u8]) {
        let length = (data.len() as u64).to_le_bytes();
        self.0.extend(length);
        self.0.extend(masked(checksum(&length)).to_le_bytes());
        self.0.extend(data);
        self.0.extend(masked(checksum(data)).to_le_bytes());
    }
}

fn message(fields: &[Vec<u8>]) -> Vec<u8> {
    fields.concat()
}

/// wall_time, which is not known.
fn time() -> Vec<u8> {
    [key(1, EIGHT_BYTES), 0f64.to_le_bytes().to_vec()].concat()
}

fn whole(field: u64, value: u64) -> Vec<u8> {
    [key(field, WHOLE), varint(value)].concat()
}

fn float(field: u64, value: f32) -> Vec<u8> {
    [key(field, FOUR_BYTES), value.to_le_bytes().to_vec()].concat()
}

fn bytes(field: u64, value: &[u8]) -> Vec<u8> {
    [key(field, BYTES), varint(value.len() as u64), value.to_vec()].concat()
}

fn key(field: u64, kind: u64) -> Vec<u8> {
    varint(field << 3 | kind)
}

/// Seven bits to a byte, the lowest first; the eighth says that there are more.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn checksum(data: &[u8]) -> u32 {
    let step = |sum: u32, _| (sum >> 1) ^ (POLYNOMIAL & (sum & 1).wrapping_neg());
    !data.iter().fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

fn masked(checksum: u32) -> u32 {
    checksum.rotate_right(15).wrapping_add(MASK)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3720, appendix B.4.
    #[test]
    fn checksums_are_the_published_ones() {
        assert_eq!(checksum(&[0; 32]), 0x8a91_36aa);
        assert_eq!(checksum(&[0xff; 32]), 0x62a8_ab43);
        assert_eq!(checksum(&(0..32).collect::<Vec<u8>>()), 0x46dd_794e);
        assert_eq!(checksum(b"123456789"), 0xe306_9283);
    }

    #[test]
    fn numbers_are_packed_seven_bits_to_a_byte() {
        assert_eq!(varint(0), [0]);
        assert_eq!(varint(127), [127]);
        assert_eq!(varint(300), [0xac, 0x02]);
    }

    #[test]
    fn the_first_record_names_the_version() {
        let bytes = Events::new().into_bytes();
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        assert_eq!(bytes.len(), 12 + length + 4);
        assert!(bytes[12..12 + length].ends_with(VERSION.as_bytes()));
    }
}
