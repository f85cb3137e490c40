//! Any bytes as what a GUI says over XBoard: answered or ignored, never a panic, never a hang.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hetman_fuzz::converse("xboard", bytes));
