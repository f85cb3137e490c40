//! The arguments of UCI's `go`.

use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::{ByColor, Move, Position};
use hetman_search::{Clock, Limits};

/// No clock shows more than a year; arithmetic on longer times could overflow.
const LONGEST_MS: u64 = 366 * 24 * 3600 * 1000;

/// What `go` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    Search(Limits),
    /// Count the leaves of the tree of legal moves.
    Perft(u32),
}

impl Go {
    /// Reads what can be read: words that mean nothing, numbers that are none and moves that are not legal are
    /// passed over.
    pub fn parse(arguments: &str, position: &AnyPosition) -> Go {
        let mut limits = Limits::default();
        let mut remaining = ByColor::<Option<Duration>>::default();
        let mut increment = ByColor::<Option<Duration>>::default();
        let mut moves_to_go = None;
        let mut words = Words(arguments.split_ascii_whitespace().peekable());
        while let Some(word) = words.0.next() {
            match word {
                "depth" => limits.depth = words.count(),
                "nodes" => limits.nodes = words.number().map(|nodes| nodes.max(1)),
                "mate" => limits.mate = words.count(),
                "movetime" => limits.move_time = words.time(),
                "wtime" => remaining.white = words.time(),
                "btime" => remaining.black = words.time(),
                "winc" => increment.white = words.time(),
                "binc" => increment.black = words.time(),
                // Some GUIs say 0 for a game without time controls.
                "movestogo" => {
                    moves_to_go = words.number().filter(|&moves| moves > 0).map(|moves| moves.min(1000) as u32)
                }
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => limits.root_moves = words.moves(position),
                "perft" => return Go::Perft(words.count().unwrap_or(1)),
                _ => (),
            }
        }
        let turn = position.turn();
        limits.clock = remaining.get(turn).map(|remaining| Clock {
            remaining,
            increment: increment.get(turn).unwrap_or_default(),
            moves_to_go,
        });
        Go::Search(limits)
    }
}

struct Words<'t>(Peekable<SplitAsciiWhitespace<'t>>);

impl Words<'_> {
    /// The next word, if it is a number; what is less than nothing is nothing.
    fn number(&mut self) -> Option<u64> {
        let number: i64 = self.0.peek()?.parse().ok()?;
        self.0.next();
        Some(number.max(0) as u64)
    }

    /// Plies or moves: at least one, and no more than any game has.
    fn count(&mut self) -> Option<u32> {
        self.number().map(|count| count.clamp(1, 1000) as u32)
    }

    fn time(&mut self) -> Option<Duration> {
        self.number().map(|ms| Duration::from_millis(ms.min(LONGEST_MS)))
    }

    /// All words that look like moves, those that are legal.
    fn moves(&mut self, position: &AnyPosition) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(Ok(text)) = self.0.peek().map(|word| word.parse::<UciMove>()) {
            self.0.next();
            moves.extend(text.to_move(position));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hetman_rules::Variant;

    fn limits(arguments: &str) -> Limits {
        match Go::parse(arguments, &AnyPosition::start(Variant::Chess)) {
            Go::Search(limits) => limits,
            Go::Perft(depth) => panic!("perft {depth}"),
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let arguments = "wtime 60000 btime 50000 winc 1000 binc 2000 movestogo 7";
        let white =
            Clock { remaining: Duration::from_secs(60), increment: Duration::from_secs(1), moves_to_go: Some(7) };
        assert_eq!(limits(arguments), Limits { clock: Some(white), ..Limits::default() });
        let position = AnyPosition::from_fen(Variant::Chess, "7k/8/8/8/8/8/8/K7 b - - 0 1").unwrap();
        let black = Clock { remaining: Duration::from_secs(50), increment: Duration::from_secs(2), ..white };
        assert_eq!(Go::parse(arguments, &position), Go::Search(Limits { clock: Some(black), ..Limits::default() }));
    }

    #[test]
    fn a_flag_that_has_fallen_leaves_no_time() {
        assert_eq!(limits("wtime -20 btime 5").clock, Some(Clock::default()));
    }

    #[test]
    fn every_limit_is_understood_in_any_order() {
        let all = limits("searchmoves e2e4 d2d4 e2e5 ponder mate 3 nodes 1000 infinite depth 5 movetime 250");
        assert_eq!(all.root_moves.len(), 2);
        assert!(all.ponder && all.infinite);
        assert_eq!((all.mate, all.nodes, all.depth), (Some(3), Some(1000), Some(5)));
        assert_eq!(all.move_time, Some(Duration::from_millis(250)));
    }

    #[test]
    fn nonsense_is_passed_over() {
        assert_eq!(limits("depth x infinite"), Limits { infinite: true, ..Limits::default() });
        assert_eq!(limits("depth 0 nodes 0 movestogo 0").depth, Some(1));
        assert_eq!(limits("wtime 99999999999999999999999 depth"), Limits::default());
        assert_eq!(limits("hello depth 4 world").depth, Some(4));
    }

    #[test]
    fn perft_is_no_search() {
        assert_eq!(Go::parse("perft 4", &AnyPosition::start(Variant::Horde)), Go::Perft(4));
    }
}
