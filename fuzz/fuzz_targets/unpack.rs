//! Any bytes as something packed: unpacked, refused, or passed on as it is; never more than a bomb may give.

#![no_main]

use std::io::Read;

use hetman_fuzz::check_sentence;
use hetman_rules::pgn::decompressed;
use libfuzzer_sys::fuzz_target;

/// What is given whatever was packed, and the buffers on the way.
const HARMLESS: usize = 17 << 20;
const MOST_TIMES: usize = 200;

const HEADS: [&[u8]; 4] = [&[], &[0x1f, 0x8b, 8], &[0x28, 0xb5, 0x2f, 0xfd], &[0xfd, b'7', b'z', b'X', b'Z', 0]];

fuzz_target!(|bytes: &[u8]| {
    for head in HEADS {
        let packed = [head, bytes].concat();
        let mut text = Vec::new();
        if let Err(refusal) = decompressed(&packed[..]).and_then(|mut input| input.read_to_end(&mut text)) {
            check_sentence(&refusal);
        }
        assert!(text.len() <= HARMLESS + MOST_TIMES * packed.len(), "{} of {}", text.len(), packed.len());
    }
});
