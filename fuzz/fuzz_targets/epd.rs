//! Any text as a suite and as a book of positions: read, or refused in a sentence that can be printed.

#![no_main]

use hetman_arena::openings::{OpeningBook, OpeningSettings};
use hetman_arena::suite;
use hetman_fuzz::{check_sentence, ruleset};
use hetman_rules::epd;
use hetman_rules::shakmaty::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (ruleset, text) = ruleset(input);
    for (_, line) in epd::read(ruleset, text) {
        match line {
            Ok(epd) => assert!(epd.best.iter().chain(&epd.avoid).all(|&m| epd.position.legal_moves().contains(&m))),
            Err(problem) => check_sentence(&problem),
        }
    }
    if let Err(problem) = suite::read(ruleset, text) {
        check_sentence(&problem);
    }
    let settings = OpeningSettings { file: Some("book.epd".into()), ..OpeningSettings::default() };
    match OpeningBook::of_content(ruleset, &settings, text) {
        Ok(book) => assert!(book.opening(0).ending(&hetman_rules::DrawRules::CLAIMED).is_none()),
        Err(problem) => check_sentence(&problem),
    }
});
