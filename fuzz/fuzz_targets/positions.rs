//! Any bytes as a position file, or as the games of a block whose sums are right: games are played, or it is refused.

#![no_main]

use std::path::Path;

use hetman_fuzz::check_sentence;
use hetman_positions::{Head, PositionFile, block_of};
use hetman_rules::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, content)) = bytes.split_first() else { return };
    let variant = Variant::ALL[usize::from(choice) % Variant::ALL.len()];
    let head = Head { variant, program: String::new(), source: Default::default() }.to_bytes();
    for file in [bytes.to_vec(), [&head[..], content].concat(), [head.clone(), block_of(content)].concat()] {
        match PositionFile::of_bytes(Path::new("games.positions"), file) {
            Ok(file) => file.iter().take(1000).for_each(|game| match game {
                Ok(game) => game.positions().for_each(drop),
                Err(problem) => check_sentence(&problem),
            }),
            Err(problem) => check_sentence(&problem),
        }
    }
});
