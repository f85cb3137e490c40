//! Any text as a player's word: either a player whose own word names it again, or a refusal that can be printed.

#![no_main]

use hetman_arena::PlayerSpec;
use hetman_fuzz::check_sentence;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<PlayerSpec>() {
        Ok(word) => {
            let written = word.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&word), "{text:?} is written {written:?}");
        }
        Err(problem) => check_sentence(&problem),
    }
});
