//! Laws of the engine's search: what it announces is true, what it is told it obeys, and it does it twice alike.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hetman_eval::{AnyEvaluator, FromScratch, ReadsPositions, SideValue};
use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::{Rank, Role};
use hetman_rules::{AnyPosition, Playable, Variant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::exact::{self, ExactSearch, Terminals};
use crate::{Clock, Wdl};

fn record(variant: Variant, fen: &str) -> GameRecord {
    GameRecord::new(AnyPosition::from_fen(variant, fen).unwrap())
}

fn think_with(searcher: &mut Searcher, record: &GameRecord, limits: &Limits) -> (Decision, Vec<crate::Info>) {
    let mut infos = Vec::new();
    let control = Control::new(limits);
    let decision = searcher.search(record, limits, &control, &mut |info| infos.push(info.clone()));
    (decision, infos)
}

fn searcher(variant: Variant, settings: Settings) -> Searcher {
    Searcher::new(settings, AnyEvaluator::tables(variant))
}

fn think(record: &GameRecord, limits: &Limits) -> Decision {
    think_with(&mut searcher(record.variant(), Settings::default()), record, limits).0
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn played(decision: &Decision, record: &GameRecord) -> String {
    decision.best.unwrap().to_uci(record.position().castles().mode()).to_string()
}

#[test]
fn forced_wins_are_found_in_every_variant() {
    let cases = [
        (Variant::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
        (Variant::Chess, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 2),
        (Variant::Crazyhouse, "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", 1),
        // The knight reaches f7 or d7 and explodes beside the king.
        (Variant::Atomic, "rnbqkbnr/ppp2ppp/8/3pp1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "g5f7", 1),
        (Variant::KingOfTheHill, "7k/8/8/8/8/3K4/8/8 w - - 0 1", "", 1),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", 1),
        (Variant::RacingKings, "8/8/7k/8/8/8/K7/8 b - - 0 1", "", 2),
        (Variant::Horde, "4k3/8/8/8/8/8/7r/7P b - - 0 1", "h2h1", 1),
        // The only capture gives the last piece away; the only move leaves the opponent a capture.
        (Variant::Antichess, "8/8/8/8/8/2p5/8/1R6 w - - 0 1", "b1b2", 1),
        (Variant::Suicide, "8/8/8/8/8/2p5/8/1R6 w - - 0 1", "b1b2", 1),
    ];
    for (variant, fen, expected, moves) in cases {
        let record = record(variant, fen);
        let decision = think(&record, &depth(8));
        assert_eq!(decision.score, Some(Score::Mate(moves)), "{variant} {fen} {:?}", decision.line);
        // An empty word: several moves win equally fast.
        if !expected.is_empty() {
            assert_eq!(played(&decision, &record), expected, "{variant} {fen}");
        }
    }
}

/// A win announced in `n` moves is one that the exact search sees too.
#[test]
fn announced_wins_are_true_in_every_variant() {
    for variant in Variant::ALL {
        let mut generator = ChaCha8Rng::seed_from_u64(variant as u64 + 100);
        let mut searcher = searcher(variant, Settings { hash_mib: 1, ..Settings::default() });
        let mut confirmed = 0;
        for _ in 0..60 {
            let record = random_game(variant, &mut generator);
            searcher.clear();
            let (decision, _) = think_with(&mut searcher, &record, &nodes(3_000));
            if let Some(Score::Mate(moves @ (1 | 2))) = decision.score {
                // In some games a side wins by having nothing left to do when its turn comes.
                let wins_on_own_turn = variant.is_losing_game() || variant == Variant::RacingKings;
                let plies = 2 * moves as u32 - u32::from(!wins_on_own_turn);
                with_position!(record.position(), position => confirm_win(position, plies));
                confirmed += 1;
            }
        }
        assert!(confirmed > 0, "{variant}: no wins to confirm");
    }
}

fn confirm_win<P: Searchable>(position: &P, plies: u32) {
    let exact = ExactSearch {
        depth: plies,
        terminals: Terminals { win: Some(1e6), draw: Some(0.0) },
        ..ExactSearch::default()
    };
    let evaluator = AnyEvaluator::tables(P::VARIANT);
    let result =
        exact::search(position, &[], &evaluator, exact, &mut ChaCha8Rng::seed_from_u64(0), &Control::default())
            .unwrap();
    assert_eq!(result.value.0, 1e6, "{} {} in {plies}", P::VARIANT, position.clone().into().fen());
}

/// A game of random moves, up to a position that is not over.
fn random_game(variant: Variant, generator: &mut ChaCha8Rng) -> GameRecord {
    let mut record = GameRecord::new(AnyPosition::start(variant));
    for _ in 0..generator.random_range(10..120) {
        let moves = record.position().legal_moves();
        let m = moves[generator.random_range(0..moves.len())];
        if record.position().after(m).outcome().is_known() {
            break;
        }
        record.play(m).unwrap();
    }
    record
}

#[test]
fn the_same_search_twice_is_the_same() {
    for variant in Variant::ALL {
        let record = GameRecord::new(AnyPosition::start(variant));
        let run = || think_with(&mut searcher(variant, Settings::default()), &record, &nodes(20_000)).0;
        let (first, second) = (run(), run());
        assert_eq!(first, second, "{variant}");
        assert!((20_000..20_010).contains(&first.nodes), "{variant}: {} nodes", first.nodes);
    }
}

#[test]
fn clearing_makes_a_used_searcher_like_new() {
    let start = GameRecord::new(AnyPosition::start(Variant::Chess));
    let mut searcher = searcher(Variant::Chess, Settings::default());
    let fresh = think_with(&mut searcher, &start, &nodes(10_000)).0;
    think_with(&mut searcher, &record(Variant::Chess, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), &nodes(10_000));
    searcher.clear();
    assert_eq!(think_with(&mut searcher, &start, &nodes(10_000)).0, fresh);
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut searcher = searcher(Variant::Chess, Settings { multi_pv: 4, ..Settings::default() });
    let record = record(Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let (decision, infos) = think_with(&mut searcher, &record, &depth(7));
    let last: Vec<&crate::Info> = infos.iter().rev().take(4).rev().collect();
    assert_eq!(last.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(last[0].line[0], decision.best.unwrap());
    let heads: std::collections::HashSet<Move> = last.iter().map(|info| info.line[0]).collect();
    assert_eq!(heads.len(), 4);
    let values = last.iter().map(|info| match info.score {
        Score::Centipawns(value) => value,
        Score::Mate(_) => panic!("nobody is mated here"),
    });
    assert!(values.is_sorted_by(|better, worse| better >= worse));
}

/// An evaluator that does not say what its pieces are worth: what is counted below hangs on little things.
struct Unpriced(AnyEvaluator);

impl ReadsPositions for Unpriced {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        self.0.evaluate(position)
    }
}

impl Evaluator for Unpriced {
    type Thread<'a, P: Playable> = FromScratch<'a, Unpriced>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Unpriced> {
        FromScratch(self)
    }
}

#[test]
fn every_line_is_searched_in_a_narrow_window() {
    let record = record(Variant::Chess, "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12");
    let nodes = |asp_depth: i32| {
        let tuned = BTreeMap::from([("asp_depth".to_owned(), asp_depth)]);
        let settings = Settings { multi_pv: 4, tuned, ..Settings::default() };
        let evaluator = AnyEvaluator::foreign(Unpriced(AnyEvaluator::tables(Variant::Chess)));
        think_with(&mut Searcher::new(settings, evaluator), &record, &depth(9)).0.nodes
    };
    // With only the first line so searched the first count was 0.59 of the second.
    let (narrow, wide) = (nodes(5), nodes(12));
    assert!(9 * narrow < 5 * wide, "{narrow} {wide}");
}

#[test]
fn what_was_seen_in_a_fog_is_forgotten_at_full_strength() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let key = record.keys().last().unwrap();
    let mut searcher = searcher(Variant::Chess, Settings { elo: Some(1190), ..Settings::default() });
    think_with(&mut searcher, &record, &nodes(500));
    assert!(searcher.table.open(&Tunables::default()).probe(key).is_some());
    searcher.configure(Settings::default());
    assert_eq!(searcher.table.open(&Tunables::default()).probe(key), None);
}

#[test]
fn every_line_shown_can_be_played() {
    for variant in Variant::ALL {
        let mut generator = ChaCha8Rng::seed_from_u64(7 + variant as u64);
        for _ in 0..5 {
            let record = random_game(variant, &mut generator);
            let (_, infos) = think_with(&mut searcher(variant, Settings::default()), &record, &nodes(5_000));
            assert!(!infos.is_empty());
            for info in infos {
                let mut position = record.position().clone();
                for m in info.line {
                    assert!(position.is_legal(m), "{variant} {}: {m}", position.fen());
                    position = position.after(m);
                }
            }
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let asked = "a2a3".parse::<UciMove>().unwrap().to_move(record.position()).unwrap();
    let decision = think(&record, &Limits { root_moves: vec![asked], ..depth(4) });
    assert_eq!(decision.best, Some(asked));
}

#[test]
fn a_repetition_saves_the_side_that_is_lost() {
    // Black threatens mate and is a rook up; White's queen checks on e8 and h5 for ever.
    let record = record(Variant::Chess, "6k1/6p1/8/7Q/8/8/1rq4P/6K1 w - - 0 1");
    let decision = think(&record, &depth(10));
    assert_eq!((played(&decision, &record).as_str(), decision.score), ("h5e8", Some(Score::Centipawns(0))));
}

#[test]
fn fifty_quiet_moves_are_a_draw() {
    let record = record(Variant::Chess, "7k/8/8/8/8/8/R7/K7 w - - 99 80");
    assert_eq!(think(&record, &depth(6)).score, Some(Score::Centipawns(0)));
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = record(Variant::Chess, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    let decision = think(&mated, &depth(3));
    assert_eq!((decision.best, decision.score), (None, Some(Score::Mate(0))));
    let stalemate = record(Variant::Chess, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    assert_eq!(think(&stalemate, &depth(3)).score, Some(Score::Centipawns(0)));
}

/// Counts what it is asked for, and throws the switch when it has heard enough.
struct Impatient {
    asked: Arc<AtomicU64>,
    enough: u64,
    control: Arc<Control<'static>>,
}

impl ReadsPositions for Impatient {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.enough {
            self.control.stop();
        }
        SideValue(f64::from(position.us().count() as u32 * 7 % 5))
    }
}

impl Evaluator for Impatient {
    type Thread<'a, P: Playable> = FromScratch<'a, Impatient>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Impatient> {
        FromScratch(self)
    }
}

#[test]
fn a_stop_is_obeyed_at_the_next_node() {
    for variant in Variant::ALL {
        for enough in [1, 10, 500, 20_000] {
            let (asked, control) = (Arc::new(AtomicU64::new(0)), Arc::new(Control::default()));
            let evaluator = Impatient { asked: Arc::clone(&asked), enough, control: Arc::clone(&control) };
            let record = GameRecord::new(AnyPosition::start(variant));
            let settings = Settings { hash_mib: 1, ..Settings::default() };
            let mut searcher = Searcher::new(settings, AnyEvaluator::foreign(evaluator));
            let decision = searcher.search(&record, &Limits::default(), &control, &mut |_| {});
            assert!(decision.best.is_some(), "{variant}");
            // A null move and a look at the exchanges come before the next move that is made.
            let late = asked.load(Ordering::Relaxed) - enough;
            assert!(late <= 2, "{variant}: {late} positions were evaluated after {enough}");
        }
    }
}

/// Waiting for `stop` or `ponderhit` is a protocol's business.
#[test]
fn a_search_returns_when_it_is_done_whoever_waits_for_it() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    for limits in [Limits { infinite: true, ..depth(2) }, Limits { ponder: true, ..depth(2) }] {
        assert_eq!(think(&record, &limits).depth, 2);
    }
}

#[test]
fn the_clock_runs_since_the_search_was_asked_for() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let limits = Limits { move_time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let long_ago = Instant::now() - Duration::from_secs(3601);
    let deepest = |control: &Control, limits: &Limits| {
        searcher(Variant::Chess, Settings::default()).search(&record, limits, control, &mut |_| {}).depth
    };
    assert_eq!(deepest(&Control::since(long_ago, &limits), &limits), 1, "the hour is over");
    let infinite = Limits { infinite: true, depth: Some(4), ..limits.clone() };
    assert_eq!(deepest(&Control::since(long_ago, &infinite), &infinite), 4, "time is no limit");
    let ponder = Limits { ponder: true, depth: Some(4), ..limits };
    let control = Control::since(long_ago, &ponder);
    assert_eq!(deepest(&control, &ponder), 4, "the clock does not run yet");
    control.ponder_hit(long_ago);
    assert_eq!(deepest(&control, &ponder), 1, "the opponent moved an hour ago");
}

/// With a clock that goes on by ten microseconds whenever somebody looks at it.
#[test]
fn a_search_keeps_its_time_and_uses_it() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let ms = Duration::from_millis;
    let clock =
        |remaining, moves_to_go| Some(Clock { remaining: ms(remaining), increment: Duration::ZERO, moves_to_go });
    // The limits, and between which times the search may end.
    let cases = [
        (Limits { move_time: Some(ms(2)), ..Limits::default() }, ms(2), ms(2)),
        (Limits { clock: clock(20, None), ..Limits::default() }, Duration::ZERO, ms(10)),
        (Limits { clock: clock(20, Some(1)), ..Limits::default() }, Duration::ZERO, ms(20)),
    ];
    for (limits, least, most) in cases {
        let (begun, looks) = (Instant::now(), AtomicU64::new(0));
        let now = || begun + Duration::from_micros(looks.fetch_add(10, Ordering::Relaxed));
        let control = Control::timed(&now, &limits);
        let decision = searcher(Variant::Chess, Settings::default()).search(&record, &limits, &control, &mut |_| {});
        let used = control.time_used().unwrap();
        // Who has seen that the time is up looks once or twice more, to tell what was found.
        assert!(decision.best.is_some() && used >= least && used < most + Duration::from_micros(200), "{used:?}");
    }
}

#[test]
fn threads_share_one_table_and_agree_on_a_mate() {
    let mut searcher = searcher(Variant::Chess, Settings { threads: 3, ..Settings::default() });
    let record = record(Variant::Chess, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
    let (decision, _) = think_with(&mut searcher, &record, &depth(8));
    assert_eq!((played(&decision, &record).as_str(), decision.score), ("d2h6", Some(Score::Mate(2))));
}

#[test]
fn limited_strength_spends_its_nodes_and_follows_its_seed() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let play = |elo, seed| {
        let settings = Settings { elo: Some(elo), seed, ..Settings::default() };
        think_with(&mut searcher(Variant::Chess, settings), &record, &depth(30)).0
    };
    assert_eq!(play(900, 3), play(900, 3));
    assert!(play(900, 3).nodes < play(1800, 3).nodes);
    let openings: std::collections::HashSet<String> = (0..20).map(|seed| played(&play(900, seed), &record)).collect();
    assert!(openings.len() > 2, "{openings:?}");
}

/// Knows that the side with the only rook wins, and how: by moving it to the first rank.
#[derive(Debug)]
struct RookOracle;

impl Oracle for RookOracle {
    fn most_pieces(&self) -> usize {
        3
    }

    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        let (rooks, turn) = (position.board().rooks(), position.turn());
        let wins = |color| (rooks & position.board().by_color(color)).any();
        if wins(turn) { Some(Wdl::Win) } else { wins(!turn).then_some(Wdl::Loss) }
    }

    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        let moves = position.legal_moves().into_iter();
        self.wdl(position).map(|_| moves.filter(|m| m.role() == Role::Rook && m.to().rank() == Rank::First).collect())
    }
}

#[test]
fn an_oracle_answers_a_search() {
    let mut searcher = searcher(Variant::Chess, Settings::default());
    searcher.set_oracle(Some(Arc::new(RookOracle)));
    let rook = record(Variant::Chess, "8/8/8/3k4/7R/8/8/K7 w - - 0 1");
    let (decision, infos) = think_with(&mut searcher, &rook, &depth(4));
    assert_eq!((played(&decision, &rook).as_str(), decision.score), ("h4h1", Some(Score::Centipawns(30_000))));
    assert!(infos.last().unwrap().tablebase_hits > 0);
    // What it advises against is considered where nothing else was asked for.
    let asked = "h4h8".parse::<UciMove>().unwrap().to_move(rook.position()).unwrap();
    let limits = Limits { root_moves: vec![asked], ..depth(4) };
    assert_eq!(think_with(&mut searcher, &rook, &limits).0.best, Some(asked));
    // In the tree: black takes the queen and has the only rook.
    let blunder = record(Variant::Chess, "6k1/8/8/8/3r3Q/8/8/K7 b - - 0 1");
    assert_eq!(think_with(&mut searcher, &blunder, &depth(3)).0.score, Some(Score::Centipawns(29_999)));
    // Nothing is asked about more pieces than it knows.
    let pawns = record(Variant::Chess, "8/p7/8/3k4/7R/8/8/K7 w - - 0 1");
    assert!(think_with(&mut searcher, &pawns, &depth(1)).1.last().unwrap().tablebase_hits == 0);
}
