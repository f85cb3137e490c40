//! Any bytes as endgame tables: they say something of a position, or nothing.

#![no_main]

use std::fs;

use hetman_endgame::Syzygy;
use hetman_rules::{AnyPosition, Variant};
use hetman_search::Oracle;
use libfuzzer_sys::fuzz_target;

/// Name, and what a table of that kind begins with.
const TABLES: [(&str, [u8; 4]); 2] = [("KQvK.rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("KQvK.rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

const POSITIONS: [&str; 4] = [
    "8/8/8/4k3/8/8/3Q4/4K3 w - - 0 1",
    "8/8/8/4k3/8/8/3Q4/4K3 b - - 0 1",
    "7k/8/5K2/8/8/8/8/6q1 b - - 99 80",
    "8/8/2k5/8/8/q7/8/K7 w - - 0 1",
];

thread_local! {
    static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("there is room for a folder");
}

fuzz_target!(|bytes: &[u8]| {
    let folder = FOLDER.with(|folder| folder.path().to_owned());
    for (name, beginning) in TABLES {
        let mut table = [&beginning[..], bytes].concat();
        // Files of another length are not looked into.
        table.resize(table.len().next_multiple_of(64) + 16, 0);
        fs::write(folder.join(name), table).expect("the table can be written");
    }
    let Ok(tables) = Syzygy::open(&folder.display().to_string(), Variant::Chess) else { return };
    for fen in POSITIONS {
        let position = AnyPosition::from_fen(Variant::Chess, fen).expect("the list holds positions");
        let _ = (tables.wdl(&position), tables.root_moves(&position));
    }
});
