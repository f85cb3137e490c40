//! Any bytes as a Polyglot book: games begin from it, or it is refused.

#![no_main]

use hetman_arena::openings::{OpeningBook, OpeningSettings};
use hetman_fuzz::check_sentence;
use hetman_rules::{DrawRules, Ruleset};
use libfuzzer_sys::fuzz_target;

/// The key of the start position: without it hardly any book would be opened.
const START: [u8; 8] = 0x463b_9618_1691_fc9c_u64.to_be_bytes();

fuzz_target!(|bytes: &[u8]| {
    let settings = OpeningSettings { file: Some("book.bin".into()), ..OpeningSettings::default() };
    let begun = [&START[..], bytes].concat();
    for content in [bytes, &begun] {
        match OpeningBook::of_content(Ruleset::default(), &settings, content) {
            Ok(book) => (0..4).for_each(|number| {
                assert!(book.opening(number).ending(&DrawRules::CLAIMED).is_none());
            }),
            Err(problem) => check_sentence(&problem),
        }
    }
});
