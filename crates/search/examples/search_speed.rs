//! How many nodes a second the engine's search makes in three middlegames with square tables, one thread:
//! `cargo run --release -p hetman-search --example search_speed [DEPTH]`.
//!
//! A fixed depth with an empty table: the count of nodes changes only when the search does, so that the same tree can be
//! timed before and after a change, or counted in instructions.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use hetman_eval::AnyEvaluator;
use hetman_rules::{AnyPosition, GameRecord, Variant};
use hetman_search::{Control, Limits, Searcher, Settings};

const MIDDLEGAMES: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12",
];

fn main() {
    let depth = std::env::args().nth(1).map_or(12, |word| word.parse().expect("the depth is a number"));
    let evaluator = AnyEvaluator::tables(Variant::Chess);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut seconds) = (0, 0.0);
    for fen in MIDDLEGAMES {
        let game = GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).expect("the positions are legal"));
        let mut searcher = Searcher::new(Settings::default(), evaluator.clone());
        let control = Control::new(&limits);
        let decision = searcher.search(&game, &limits, &control, &mut |_| ());
        nodes += decision.nodes;
        seconds += control.elapsed().as_secs_f64();
        println!("{:>10} nodes, {:?}", decision.nodes, decision.score);
    }
    println!("{nodes} nodes {:.0} nps", nodes as f64 / seconds);
}
