use std::num::NonZeroUsize;
use std::sync::Arc;

use hetman_eval::AnyEvaluator;
use hetman_rules::{DrawRules, GameRecord, Reason, Variant};
use hetman_search::{Control, Limits, Searcher, Settings};

use super::*;
use crate::table::{Outcome, Tables};

fn any(fen: &str) -> AnyPosition {
    AnyPosition::from_fen(Variant::Chess, fen).unwrap()
}

#[test]
fn only_the_stronger_side_of_a_known_ending_is_advised() {
    let rules = ProvedRules::default();
    assert!(rules.root_moves(&any("8/8/8/3k4/8/8/8/K6R w - - 0 1")).is_some_and(|moves| !moves.is_empty()));
    assert_eq!(rules.root_moves(&any("8/8/8/3k4/8/8/8/K6R b - - 0 1")), None);
    assert_eq!(rules.root_moves(&any("8/8/8/3k4/8/8/8/K6N w - - 0 1")), None);
    assert_eq!(rules.root_moves(&AnyPosition::start(Variant::Chess)), None);
    assert_eq!(rules.wdl(&any("8/8/8/3k4/8/8/8/K6R w - - 0 1")), None);
}

/// Whichever side has the pieces, the moves are mirror images of each other.
#[test]
fn black_plays_by_them_as_white_does() {
    let rules = ProvedRules::default();
    let moves = |fen: &str| rules.root_moves(&any(fen)).unwrap();
    let flipped = |m: &Move| (m.from().map(|from| from.flip_vertical()), m.to().flip_vertical());
    let mut white: Vec<_> = moves("8/8/8/3k4/8/8/8/K6R w - - 0 1").iter().map(flipped).collect();
    let mut black: Vec<_> = moves("k6r/8/8/8/3K4/8/8/8 b - - 0 1").iter().map(|m| (m.from(), m.to())).collect();
    white.sort();
    black.sort();
    assert_eq!(white, black);
}

/// A search that sees one ply mates by the rules alone, against best defence.
#[test]
fn without_a_table_the_shallowest_search_mates_by_rules() {
    let mut searcher = Searcher::new(Settings::default(), AnyEvaluator::tables(Variant::Chess));
    searcher.set_oracle(Some(Arc::new(ProvedRules::default())));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    for strategy in proved() {
        let tables = Tables::build(strategy.material, NonZeroUsize::MIN, &());
        let table = tables.get(strategy.material).unwrap();
        let won = table.positions(Color::White).filter(|(_, outcome)| matches!(outcome, Outcome::Win(_)));
        for (position, _) in won.step_by(if strategy.material.men() == 3 { 1009 } else { 50_021 }) {
            let mut game = GameRecord::new(position.to_chess().unwrap().into());
            while game.ending(&DrawRules::CLAIMED).is_none() {
                let thought = searcher.search(&game, &limits, &Control::default(), &mut |_| {}).best.unwrap();
                game.play(thought).unwrap();
                if let Some(reply) = tables.root_moves(game.position()).and_then(|moves| moves.first().copied()) {
                    game.play(reply).unwrap();
                }
            }
            assert_eq!(game.ending(&DrawRules::CLAIMED).unwrap().reason, Reason::Checkmate, "{position:?}");
        }
    }
}
