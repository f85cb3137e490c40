//! Any bytes as a collection of games, packed or plain: every game is read or reported, and what was read can be
//! written and read again.

#![no_main]

use hetman_rules::pgn::{self, Game, Games};
use hetman_rules::shakmaty::Move;
use libfuzzer_sys::fuzz_target;

fn moves(game: &Game) -> Vec<Move> {
    game.record.moves().collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(games) = pgn::read(bytes) else { return };
    for game in games.flatten() {
        let text = game.to_string();
        let again = Games::new(text.as_bytes()).next().expect("a written game is there");
        let again = again.unwrap_or_else(|problem| panic!("{problem} in\n{text}"));
        assert_eq!(moves(&again), moves(&game), "{text}");
        assert_eq!(again.result, game.result, "{text}");
    }
});
