//! The search of 2005 against its definition, and its habits.

use hetman_eval::ThreadEvaluator;
use hetman_eval::classic::{Classic, ClassicSettings, GamePhase};
use hetman_rules::shakmaty::variant::Chess;
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Variant, uci};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::pseudo::{Wanted, can_take_king, gain, pseudo_moves};
use super::tree::{Tree, Window};
use super::*;
use crate::{Control, Decision, Info, Limits, Score, SearchTask, Thinker};

fn record(fen: &str) -> GameRecord {
    GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap())
}

fn chess(fen: &str) -> Chess {
    match record(fen).position() {
        AnyPosition::Chess(position) => position.clone(),
        other => unreachable!("asked for chess, got {other:?}"),
    }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn think(
    searcher: &mut RegionSearcher,
    game: &GameRecord,
    limits: &Limits,
    control: &Control,
) -> (Decision, Vec<Info>) {
    let mut told = Vec::new();
    let chance = &mut ChaCha8Rng::seed_from_u64(0);
    let decision = searcher.think(SearchTask { game, limits, control }, chance, &mut |info| told.push(info.clone()));
    (decision, told)
}

fn decided(settings: ClassicSettings, regions: Regions, fen: &str, depth: u32) -> Decision {
    let mut searcher = RegionSearcher::new(Classic::new(settings), regions);
    think(&mut searcher, &record(fen), &to_depth(depth), &Control::default()).0
}

fn usual(fen: &str, depth: u32) -> Decision {
    decided(ClassicSettings::default(), Regions::default(), fen, depth)
}

fn best(fen: &str, decision: &Decision) -> String {
    uci(record(fen).position(), decision.best.unwrap())
}

/// Positions of random games.
fn random_positions(seed: u64, games: usize, mut visit: impl FnMut(&Chess)) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Chess::default();
        for _ in 0..120 {
            visit(&position);
            let moves = position.legal_moves();
            let Some(&m) = moves.get(generator.random_range(0..moves.len().max(1))) else { break };
            position.play_unchecked(m);
        }
    }
}

#[test]
fn what_leaves_no_king_to_be_taken_is_legal() {
    let (mut exposing, mut seen) = (0, 0);
    random_positions(1, 150, |position| {
        let mut pseudo = Vec::new();
        pseudo_moves(position, Wanted::All, &mut pseudo);
        let is_legal = |m: &Move| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            !can_take_king(&after)
        };
        let moves: Vec<Move> = pseudo.iter().map(|gainful| gainful.m).collect();
        let mut safe: Vec<Move> = moves.iter().copied().filter(is_legal).collect();
        exposing += moves.len() - safe.len();
        let mut legal = position.legal_moves().to_vec();
        let key = |m: &Move| format!("{m:?}");
        safe.sort_by_key(key);
        legal.sort_by_key(key);
        assert_eq!(safe, legal, "{position:?}");
        assert!(pseudo.is_sorted_by(|one, next| one.gain >= next.gain));
        let mut gains = Vec::new();
        pseudo_moves(position, Wanted::Gains(200), &mut gains);
        let expected: Vec<Move> = moves.into_iter().filter(|&m| gain(m) >= 200).collect();
        assert_eq!(gains.into_iter().map(|gainful| gainful.m).collect::<Vec<_>>(), expected);
        seen += 1;
    });
    assert!(seen > 5000 && exposing > 1000, "{seen} {exposing}");
}

#[test]
fn moves_come_row_by_row_from_the_upper_left_corner() {
    let position = chess("6k1/8/8/N7/8/8/P7/K6R w - - 0 1");
    let mut moves = Vec::new();
    pseudo_moves(&position, Wanted::All, &mut moves);
    let from: Vec<String> = moves.iter().map(|gainful| gainful.m.from().unwrap().to_string()).collect();
    let mut scanned = from.clone();
    scanned.dedup();
    assert_eq!(scanned, ["a5", "a2", "a1", "h1"]);
    let knight: Vec<String> = moves[..4].iter().map(|gainful| gainful.m.to().to_string()).collect();
    assert_eq!(knight, ["b7", "c6", "c4", "b3"]);
}

#[test]
fn gains_are_what_is_taken_and_what_a_pawn_becomes() {
    let gains = |fen: &str| {
        let mut moves = Vec::new();
        pseudo_moves(&chess(fen), Wanted::Gains(0), &mut moves);
        moves.into_iter().map(|gainful| gainful.gain).collect::<Vec<i32>>()
    };
    // The rook and the new piece less the pawn, and the same without the rook.
    assert_eq!(gains("r6k/1P6/8/8/8/8/8/K7 w - - 0 1"), [1350, 900, 850, 710, 690, 400, 210, 190]);
    assert_eq!(gains("7k/8/8/3pP3/8/8/8/K7 w - d6 0 2"), [100]);
}

/// The three regions without a window: every line to its end. The first move is told to have been a quiet one.
struct Plain<'a> {
    classic: &'a Classic,
    regions: Regions,
    /// The line's promotions and its phase are those of the thread.
    root: Chess,
    line: Vec<Move>,
}

impl Plain<'_> {
    /// Material and position here, for the side to move, along the whole line from the root.
    fn parts(&self) -> (Chess, i32, i32) {
        let mut thread = self.classic.start();
        let mut here = self.root.clone();
        thread.reset(&here);
        for &m in &self.line {
            let before = here.clone();
            here.play_unchecked(m);
            thread.push(&before, Some(m), &here);
        }
        let seen = |white: i32| here.turn().fold_wb(white, -white);
        let (material, positional) = (seen(thread.material()), seen(thread.positional(here.board())));
        (here, material, positional)
    }

    fn best(&mut self, moves: &[Move], mut value: impl FnMut(&mut Self, Move) -> i32) -> Option<i32> {
        let values = moves.iter().map(|&m| {
            self.line.push(m);
            let found = -value(self, m);
            self.line.pop();
            found
        });
        values.max()
    }

    fn base(&mut self, depth: u32) -> i32 {
        let (here, _, positional) = self.parts();
        let legal = here.legal_moves().to_vec();
        let last = self.line.last().copied();
        let over = || if here.is_check() { self.line.len() as i32 - 20_000 } else { 0 };
        if depth > 0 {
            let over = over();
            return self.best(&legal, |plain, _| plain.base(depth - 1)).unwrap_or(over);
        }
        let Regions { border, forced, .. } = self.regions;
        let is_wide = here.is_check() || last.is_some_and(Move::is_promotion);
        if border == 1 && is_wide {
            let over = over();
            let found = self.best(&legal, |plain, _| plain.forced(forced, 0));
            return found.map_or(over, |value| positional + value);
        }
        positional + self.forced(border + forced, 0)
    }

    fn forced(&mut self, left: u32, behind: i32) -> i32 {
        let (here, material, _) = self.parts();
        if left == 0 {
            return material;
        }
        let tolerance = self.regions.tolerance;
        let is_gain = |m: &Move| (m.is_capture() || m.is_promotion()) && gain(*m) >= behind - tolerance;
        // A move that leaves the king to be taken loses it: standing still is better.
        let captures: Vec<Move> = here.legal_moves().into_iter().filter(is_gain).collect();
        let found = self.best(&captures, |plain, m| plain.forced(left - 1, gain(m) - behind));
        found.map_or(material, |found| found.max(material))
    }
}

#[test]
fn the_value_is_that_of_every_line_followed_to_its_end() {
    let classic = Classic::default();
    let mut seen = 0;
    for (seed, regions) in [
        (2, Regions::default()),
        (3, Regions { border: 0, ..Regions::default() }),
        (4, Regions { forced: 2, tolerance: 0, ..Regions::default() }),
    ] {
        let mut number = 0;
        random_positions(seed, 6, |position| {
            number += 1;
            // Few enough lines to follow them all.
            let is_small = position.legal_moves().len() * position.board().occupied().count() < 150;
            if position.legal_moves().is_empty() || !(is_small && number % 3 == 0) {
                return;
            }
            let any = AnyPosition::from(position.clone());
            let mut searcher = RegionSearcher::new(classic.clone(), regions);
            let game = GameRecord::new(any.clone());
            let (decision, _) = think(&mut searcher, &game, &to_depth(2), &Control::default());
            let mut plain = Plain { classic: &classic, regions, root: position.clone(), line: Vec::new() };
            assert_eq!(decision.value.0, f64::from(plain.base(2)), "{}", any.fen());
            seen += 1;
        });
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn mates_and_stalemates_are_recognised() {
    // Two rooks mate in two: the mate is found where the base region is three half-moves deep.
    let fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    let decision = usual(fen, 3);
    assert_eq!(decision.score, Some(Score::Mate(2)));
    assert_eq!(decision.value.0, 20_000.0 - 3.0);
    assert_eq!(decision.line.len(), 3);
    // A mate by the last move of the base region: the border region sees that there is no answer.
    let mate = usual("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 2);
    assert_eq!((mate.score, mate.value.0), (Some(Score::Mate(1)), 19_999.0));
    // The queen goes where Black has no move: that is a draw, whatever is on the board.
    let game = record("7k/8/6K1/8/8/8/Q7/8 w - - 0 1");
    let stalemate = game.position().legal_moves().into_iter().find(|m| uci(game.position(), *m) == "a2f7");
    let limits = Limits { root_moves: stalemate.into_iter().collect(), ..to_depth(2) };
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    assert_eq!(think(&mut searcher, &game, &limits, &Control::default()).0.value.0, 0.0);
    assert_eq!(usual("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2).best, None);
}

#[test]
fn a_pinned_piece_does_not_capture() {
    // The knight may not take the queen, which its king would pay for.
    let fen = "4k3/4n3/8/3Q4/8/8/8/4RK2 b - - 0 1";
    let decision = usual(fen, 2);
    assert!(!decision.best.unwrap().is_capture());
    assert!(record(fen).position().is_legal(decision.best.unwrap()));
}

/// What the forced variation comes to for the side to move.
fn forced(tolerance: i32, fen: &str) -> i32 {
    let (classic, root) = (Classic::default(), chess(fen));
    let mut tree = Tree::new(Regions { tolerance, ..Regions::default() }, classic.start(), &|_| false);
    tree.begin(&root);
    tree.forced(&root, 6, 0, 0, Window::WHOLE)
}

/// The material's value, given what is left of it.
fn material(fen: &str) -> i32 {
    let root = chess(fen);
    let classic = Classic::default();
    let mut thread = classic.start();
    thread.reset(&root);
    thread.material()
}

/// The knight takes a bishop, and a pawn the knight: 290 of gain where 310 have been lost. Without a tolerance that is not
/// looked at, and the bishop seems to hang.
#[test]
fn a_slightly_smaller_capture_is_answered() {
    let fen = "4k3/8/3p4/4b3/8/3N4/8/4K3 w - - 0 1";
    assert_eq!(forced(0, fen), material("4k3/8/3p4/4N3/8/8/8/4K3 b - - 0 1"));
    let taken_back = material("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1");
    assert_eq!(forced(125, fen), taken_back.max(material(fen)));
}

/// A rook is taken, and a knight elsewhere: 290 of gain where 500 have been lost takes a tolerance of 210 (A5).
#[test]
fn a_knight_for_a_rook_takes_more_tolerance() {
    // The bishop takes the rook on a3, the pawn on e5 the knight.
    let fen = "6k1/8/8/4p3/3N4/r7/8/2B3K1 w - - 0 1";
    let rook_taken = material("6k1/8/8/4p3/3N4/B7/8/6K1 b - - 0 1");
    let both_taken = material("6k1/8/8/8/3p4/B7/8/6K1 w - - 0 1");
    assert_eq!((forced(209, fen), forced(210, fen)), (rook_taken, both_taken));
}

#[test]
fn a_depth_decides_everything() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    let (once, again) = (usual(fen, 3), usual(fen, 3));
    assert_eq!(once, again);
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    let (decision, told) = think(&mut searcher, &record(fen), &to_depth(3), &Control::default());
    assert_eq!(told.iter().map(|info| info.depth).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(decision.line.len(), 3);
    assert!(told.last().unwrap().selective_depth > 3);
    // The line's moves are legal one after the other.
    let mut game = record(fen);
    decision.line.iter().for_each(|&m| game.play(m).unwrap());
}

#[test]
fn the_first_iteration_is_finished_and_nothing_more_is_begun() {
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    let start = record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let limits = Limits { move_time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let (decision, told) = think(&mut searcher, &start, &limits, &Control::new(&limits));
    assert_eq!((decision.depth, told.len()), (2, 1));
    let (whole, _) = think(&mut searcher, &start, &to_depth(2), &Control::default());
    assert_eq!(Decision { nodes: 0, ..decision }, Decision { nodes: 0, ..whole });
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let (limited, _) = think(&mut searcher, &start, &limits, &Control::default());
    assert!(limited.best.is_some() && limited.nodes <= 3000, "{}", limited.nodes);
}

#[test]
fn somebody_else_stops_it_at_any_node() {
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    let start = record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let asked = std::sync::atomic::AtomicU64::new(0);
    let switch = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 5000;
    let (decision, _) = think(&mut searcher, &start, &to_depth(8), &Control::watching(&switch));
    assert!(decision.best.is_some() && decision.nodes < 5010, "{}", decision.nodes);
    let control = Control::default();
    control.stop();
    assert_eq!(think(&mut searcher, &start, &to_depth(4), &control).0.best, None);
}

#[test]
fn other_games_are_not_played() {
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    let atomic = GameRecord::new(AnyPosition::start(Variant::Atomic));
    assert_eq!(think(&mut searcher, &atomic, &to_depth(2), &Control::default()).0, Decision::default());
}

#[test]
fn only_the_moves_that_are_asked_for_are_considered() {
    let start = record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let m = start.position().legal_moves()[7];
    let mut searcher = RegionSearcher::new(Classic::default(), Regions::default());
    let limits = Limits { root_moves: vec![m], ..to_depth(2) };
    assert_eq!(think(&mut searcher, &start, &limits, &Control::default()).0.best, Some(m));
}

/// What the search says of a position, a line for each iteration.
fn log(settings: ClassicSettings, fen: &str, limits: &Limits) -> Vec<String> {
    let mut searcher = RegionSearcher::new(Classic::new(settings), Regions::default());
    let (_, told) = think(&mut searcher, &record(fen), limits, &Control::default());
    let line = |info: &Info| {
        let mut position = record(fen).position().clone();
        let mut moves = String::new();
        for &m in &info.line {
            moves = format!("{moves} {}", uci(&position, m));
            position = position.after(m);
        }
        let Score::Centipawns(value) = info.score else { unreachable!("nobody is mated there") };
        format!("depth {} value {value:+} nodes {}:{moves}", info.depth, info.nodes)
    };
    told.iter().map(line).collect()
}

/// A pawn on the seventh rank: promoting it inside the base region gives up what its advance is worth, so that without the
/// bonus for promotions the king is moved first. With the bonus the pawn promotes.
#[test]
fn threats_are_put_off_unless_promotions_have_their_bonus() {
    let fen = "8/1P6/8/7k/8/8/8/K7 w - - 0 1";
    let without = ClassicSettings { has_promotion_bonus: false, ..ClassicSettings::default() };
    // Where the base region ends with the other side's move, the pawn can promote beyond it.
    for depth in [2, 4] {
        let delaying = decided(without, Regions::default(), fen, depth);
        assert!(!delaying.best.unwrap().is_promotion(), "{delaying:?}");
        assert_eq!(best(fen, &usual(fen, depth)), "b7b8q");
    }
    let [delayed, promoted] = [without, ClassicSettings::default()].map(|settings| log(settings, fen, &to_depth(4)));
    assert_eq!(delayed.join("\n"), include_str!("../../testdata/regions/put-off.log").trim_end());
    assert_eq!(promoted.join("\n"), include_str!("../../testdata/regions/promoted.log").trim_end());
}

/// Queens are exchanged, and what was a middlegame is an endgame: its leaves are judged as before, kings in hiding. As a root
/// the same position is judged otherwise.
#[test]
fn the_phase_of_the_root_judges_its_leaves() {
    let fen = "r2q2k1/1p3ppp/p4n2/8/8/P4N2/1P3PPP/R2Q2K1 w - - 0 1";
    let root = record(fen);
    let moves = root.position().legal_moves();
    let exchange = moves.into_iter().find(|&m| uci(root.position(), m) == "d1d8").unwrap();
    let limits = Limits { root_moves: vec![exchange], ..to_depth(2) };
    let classic = Classic::default();
    let mut searcher = RegionSearcher::new(classic.clone(), Regions::default());
    let (decision, _) = think(&mut searcher, &root, &limits, &Control::default());
    let (mut here, mut stale, mut fresh) = (chess(fen), classic.start(), classic.start());
    stale.reset(&here);
    for &m in &decision.line {
        let before = here.clone();
        here.play_unchecked(m);
        stale.push(&before, Some(m), &here);
    }
    fresh.reset(&here);
    assert_eq!((stale.phase(), fresh.phase()), (GamePhase::Middlegame, GamePhase::Endgame), "{decision:?}");
    let positional = [&stale, &fresh].map(|thread| thread.positional(here.board()));
    assert_ne!(positional[0], positional[1]);
    // No exchange goes on from there: the value of the search is the stale one.
    assert_eq!(decision.value.0, f64::from(stale.material() + positional[0]));
    let told = log(ClassicSettings::default(), fen, &limits).join("\n");
    let as_root = format!("positional value {:+} there, and {:+} as a root", positional[0], positional[1]);
    assert_eq!(format!("{told}\n{as_root}\n"), include_str!("../../testdata/regions/stale-phase.log"));
}
