//! Reads PGN collections and says what is in them: `cargo run --release --example read_pgn -- FILE...`

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "an example prints its results")]

use std::fs::File;
use std::process::ExitCode;
use std::time::Instant;

use hetman_rules::pgn;

fn main() -> ExitCode {
    let mut is_clean = true;
    for path in std::env::args().skip(1) {
        let started = Instant::now();
        let games = match File::open(&path).and_then(pgn::read) {
            Ok(games) => games,
            Err(error) => {
                eprintln!("{path}: {error}");
                is_clean = false;
                continue;
            }
        };
        let (mut good, mut plies, mut broken) = (0, 0, 0);
        for game in games {
            match game {
                Ok(game) => (good, plies) = (good + 1, plies + game.record.plies()),
                Err(problem) => {
                    eprintln!("{path}: {problem}");
                    broken += 1;
                }
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        println!("{path}: {good} games, {plies} half-moves, {broken} broken, {seconds:.2} s");
        is_clean &= broken == 0;
    }
    if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
