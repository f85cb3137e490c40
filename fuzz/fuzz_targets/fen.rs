//! Any text as a FEN of any variant: either a position that can be written and read again, or a refusal.

#![no_main]

use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for variant in Variant::ALL {
        let Ok(position) = AnyPosition::from_fen(variant, text) else { continue };
        let written = position.fen();
        let again = AnyPosition::from_fen(variant, &written).expect("a written FEN can be read");
        assert_eq!(again.fen(), written);
        for &legal in position.legal_moves().iter().take(8) {
            let _ = position.after(legal).legal_moves();
        }
    }
});
