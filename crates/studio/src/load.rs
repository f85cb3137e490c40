//! Made-up events, to measure what many of them do to the studio and to its pages (`make bench-studio`).
//!
//! They take the way of all events, one by one: through the log, over the stream, into the page that shows the first
//! experiment, whose board they move. What they tell is a random game, over and over.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use hetman_arena::generator;
use hetman_rules::shakmaty::Color;
use hetman_rules::{AnyPosition, GameRecord, Variant, random};

use crate::experiments::board_of;
use crate::problem::Problem;
use crate::studio::Studio;
use crate::threads;
use crate::wire::{Event, ShownBoard, Topic};

/// Events come in small bunches, as the system's clock allows.
const TICK: Duration = Duration::from_millis(5);

/// The length of the game.
const PLIES: usize = 200;

/// Publishes so many events a second until nobody holds the studio any more.
pub fn start(studio: &Arc<Studio>, per_second: u32) -> Result<(), Problem> {
    let weak = Arc::downgrade(studio);
    threads::start(move || {
        let (boards, topic) = (boards(), Topic("experiment:1".to_owned()));
        let mut boards = boards.iter().cycle();
        let (begun, mut told) = (Instant::now(), 0);
        while let Some(studio) = weak.upgrade().filter(|studio| !studio.is_closing()) {
            let due = (begun.elapsed().as_secs_f64() * f64::from(per_second)) as u64;
            for board in boards.by_ref().take(due.saturating_sub(told) as usize) {
                studio.log.publish(&topic, Event::Board(board.clone()));
            }
            told = due;
            drop(studio);
            thread::sleep(TICK);
        }
    })?;
    Ok(())
}

fn boards() -> Vec<ShownBoard> {
    let game = random::playout(AnyPosition::start(Variant::Chess), PLIES, &mut generator(1, 0));
    let mut record = GameRecord::new(game.start().clone());
    let after = |m| {
        record.play(m).expect("a game's moves are legal");
        board_of(1, 0, Color::White, &record)
    };
    game.moves().map(after).collect()
}
