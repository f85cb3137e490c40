//! A position looked into.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use hetman_eval::explain::{Breakdown, Method, SideTerm};
use hetman_eval::features::ManualEntry;
use hetman_eval::{AnyEvaluator, Evaluator, FeatureSet, FeatureVector};
use hetman_rules::notation::piece_list;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{CastlingMode, Color, EnPassantMode, Position, Role, Square};
use hetman_rules::{AnyPosition, Ending, GameRecord, Playable, Ruleset, Variant, random, with_position};
use hetman_search::{Control, Info, Limits, Score, Searcher, Settings as SearchSettings, WdlPermille};
use tokio::runtime::Handle;

use crate::board;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::threads;
use crate::wire::{
    EvaluateWish, Evaluation, ExplainWish, Explanation, ExplanationMethod, ExplanationSide, ExplanationSides,
    ExplanationTerm, FeatureValue, Features, FeaturesWish, Legal, PlayerChoice, PositionView, PositionWish,
    RandomPositionWish, Side,
};

/// Random games out of which positions of other variants come.
const ATTEMPTS: usize = 200;
const LONGEST_GAME: usize = 400;

/// The position that a name and a FEN mean together.
pub fn read(variant: &str, fen: &str) -> Result<AnyPosition, Problem> {
    let ruleset: Ruleset = variant.parse()?;
    let position = AnyPosition::from_fen(ruleset.variant, fen)?;
    Ok(match ruleset.castling {
        CastlingMode::Standard => position,
        CastlingMode::Chess960 => position.with_castling(CastlingMode::Chess960)?,
    })
}

/// POST /api/position
pub fn check(_: &Arc<Studio>, _: &Call, wish: PositionWish) -> Result<PositionView, Problem> {
    let variant: Variant = wish.variant.parse()?;
    let position = match (&wish.fen, &wish.pieces) {
        (Some(fen), None) => read(&wish.variant, fen),
        (None, Some(pieces)) => {
            let turn = wish.turn.map_or(Color::White, board::color);
            piece_list::parse(variant, pieces, turn).map_err(Problem::from)
        }
        (None, None) => Ok(AnyPosition::start(variant)),
        (Some(_), Some(_)) => return Err(Problem::Unfit("give either a FEN or a list of pieces".to_owned())),
    };
    Ok(match position {
        Ok(position) => view(&position),
        Err(problem) => PositionView {
            variant: variant.uci_name().to_owned(),
            // No position needs more.
            fen: passage(wish.fen.unwrap_or_default()),
            pieces: passage(wish.pieces.unwrap_or_default()),
            problem: Some(problem.to_string()),
            turn: wish.turn.unwrap_or(Side::White),
            legal: Legal::default(),
            check: Vec::new(),
            pockets: None,
            outcome: None,
        },
    })
}

pub fn view(position: &AnyPosition) -> PositionView {
    let ending = Ending::of_position(position, true);
    PositionView {
        variant: position.variant().uci_name().to_owned(),
        fen: position.fen(),
        pieces: piece_list::write(position),
        problem: None,
        turn: board::side(position.turn()),
        legal: if ending.is_some() { Legal::default() } else { board::legal(position) },
        check: board::checked_kings(position),
        pockets: board::pockets(position),
        outcome: ending.map(|ending| board::ended(&ending, position.variant())),
    }
}

/// POST /api/position/random
pub fn random(studio: &Arc<Studio>, _: &Call, wish: RandomPositionWish) -> Result<PositionView, Problem> {
    let variant: Variant = wish.variant.parse()?;
    let generator = &mut studio.chance();
    if variant == Variant::Chess {
        return Ok(view(&random::position_with_pieces(wish.pieces as usize, generator)?.into()));
    }
    // Somewhere in a random game as few pieces are left; the fewest that were seen, where none went so far.
    let mut best: Option<AnyPosition> = None;
    for _ in 0..ATTEMPTS {
        let game = random::playout(AnyPosition::start(variant), LONGEST_GAME, generator);
        let mut positions = (0..game.plies()).filter_map(|plies| game.position_after(plies));
        let few = positions.find(|position| pieces(position) <= wish.pieces as usize);
        if let Some(position) = few {
            return Ok(view(position));
        }
        let last = game.position_after(game.plies().saturating_sub(1)).cloned();
        best = best.into_iter().chain(last).min_by_key(pieces);
    }
    Ok(view(&best.unwrap_or_else(|| AnyPosition::start(variant))))
}

fn pieces(position: &AnyPosition) -> usize {
    position.board().occupied().count()
}

/// POST /api/position/features
pub fn features(_: &Arc<Studio>, _: &Call, wish: FeaturesWish) -> Result<Features, Problem> {
    let position = read(&wish.variant, &wish.fen)?;
    let set = wish.set.as_deref().map_or(Ok(FeatureSet::THESIS_45), str::parse::<FeatureSet>)?;
    let mut vector = FeatureVector::default();
    with_position!(&position, position => set.read(position, &mut vector));
    let names = set.names(position.variant());
    let manual: Vec<_> =
        set.manual().iter().flat_map(|group| group.entries.iter().map(|entry| (group.title, entry))).collect();
    let values = if manual.is_empty() {
        vector.iter().map(|(index, value)| plain_value(index, names[index].clone(), value)).collect()
    } else {
        let values = vector.to_dense(names.len()).into_iter().zip(names).enumerate();
        let explained = values.map(|(index, (value, name))| plain_value(index, name, value));
        explained.zip(manual).map(|(value, (group, entry))| with_manual(value, group, entry)).collect()
    };
    let sets = FeatureSet::all().map(|set| set.to_string()).collect();
    Ok(Features { set: set.to_string(), description: set.description().to_owned(), sets, values })
}

fn plain_value(index: usize, name: String, value: f64) -> FeatureValue {
    let [group, measures, why, formula, range, source] = std::array::from_fn(|_| String::new());
    let (index, min, max) = (index as u32, None, None);
    FeatureValue { index, name, group, value, measures, why, formula, range, source, min, max }
}

/// The value with its page of the manual.
fn with_manual(value: FeatureValue, group: &str, entry: &ManualEntry) -> FeatureValue {
    FeatureValue {
        group: group.to_owned(),
        measures: entry.section("Measures"),
        why: entry.section("Why it matters"),
        formula: entry.section("Formula"),
        source: entry.section("Source"),
        range: entry.section("Range"),
        min: Some(entry.range.0),
        max: Some(entry.range.1),
        ..value
    }
}

fn cannot_explain() -> Problem {
    Problem::Unfit("only a player with an evaluation can explain one: choose Hetman or a net".to_owned())
}

/// White's view, in the evaluator's unit, and how many hundredths of a pawn that is.
fn value_for_white<P: Playable>(evaluator: &AnyEvaluator, position: &P) -> (f64, f64) {
    let white = evaluator.evaluate(position).for_white(position.turn()).0;
    (white, white * evaluator.centipawns_per_unit())
}

/// The evaluator of a player, if it has one.
fn evaluator_of(studio: &Studio, choice: &PlayerChoice, variant: Variant) -> Result<AnyEvaluator, Problem> {
    crate::players::resolve(studio, choice)?.spec.evaluator(variant)?.ok_or_else(cannot_explain)
}

/// POST /api/position/explain
pub fn explain(studio: &Arc<Studio>, _: &Call, wish: ExplainWish) -> Result<Explanation, Problem> {
    let position = read(&wish.variant, &wish.fen)?;
    let evaluator = evaluator_of(studio, &wish.player, position.variant())?;
    let told = with_position!(&position, position => evaluator.explain(position)).ok_or_else(cannot_explain)?;
    let (value, centipawns) = with_position!(&position, position => value_for_white(&evaluator, position));
    let pieces = by_removal(&evaluator, &position, value);
    let term = |one: &hetman_eval::explain::Term| term(one, told.method);
    let (method, mut terms) = match (told.method, wish.by_removal) {
        (_, true) => (ExplanationMethod::Removal, pieces.clone()),
        (Method::Exact, false) => (ExplanationMethod::Exact, told.terms.iter().map(term).collect()),
        (Method::GradientTimesInput, false) => (ExplanationMethod::Gradient, told.terms.iter().map(term).collect()),
        (Method::Removal, false) => (ExplanationMethod::Removal, told.terms.iter().map(term).collect()),
    };
    terms.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    let words = words(centipawns, method, &terms);
    let sides = told.breakdown.as_ref().map(sides);
    Ok(Explanation { value, centipawns, method, terms, pieces, words, sides })
}

fn sides(breakdown: &Breakdown) -> ExplanationSides {
    let side = |term: &SideTerm| ExplanationSide { name: term.name.to_owned(), white: term.white, black: term.black };
    ExplanationSides {
        phase: breakdown.phase.to_owned(),
        terms: breakdown.terms.iter().map(side).collect(),
        positional: breakdown.positional,
        material: breakdown.material,
    }
}

fn term(term: &hetman_eval::explain::Term, method: Method) -> ExplanationTerm {
    // The square of a piece stands behind it. Inputs of a network are each of one square, wherever the name says it; those
    // of a sum are the difference of a square and its mirror image, and belong to neither.
    let mut words = term.name.rsplit(' ').take(if method == Method::GradientTimesInput { usize::MAX } else { 1 });
    let square = words.find_map(|word| word.parse::<Square>().ok());
    ExplanationTerm { name: term.name.clone(), value: term.value, square: square.map(|square| square.to_string()) }
}

/// How much White's value falls when a piece is taken off the board. Kings stay where the game needs them.
fn by_removal(evaluator: &AnyEvaluator, position: &AnyPosition, value: f64) -> Vec<ExplanationTerm> {
    let setup = position.to_setup(EnPassantMode::Legal);
    let without = |square: Square| {
        let mut setup = setup.clone();
        setup.board.discard_piece_at(square);
        setup.ep_square = None;
        AnyPosition::from_setup(position.variant(), setup, position.castles().mode()).ok()
    };
    let worth = |(square, piece): (Square, hetman_rules::shakmaty::Piece)| {
        if piece.role == Role::King && !position.variant().is_losing_game() {
            return None;
        }
        let rest = without(square)?;
        let (left, _) = with_position!(&rest, rest => value_for_white(evaluator, rest));
        let name = format!("{} {} {square}", piece.color.fold_wb("white", "black"), crate::library::name(piece.role));
        Some(ExplanationTerm { name, value: value - left, square: Some(square.to_string()) })
    };
    position.board().clone().into_iter().filter_map(worth).collect()
}

fn words(centipawns: f64, method: ExplanationMethod, terms: &[ExplanationTerm]) -> Vec<String> {
    let verdict = match centipawns {
        value if value > 15.0 => format!("White is judged to be ahead by {:.2} pawns.", value / 100.0),
        value if value < -15.0 => format!("Black is judged to be ahead by {:.2} pawns.", -value / 100.0),
        _ => "The position is judged to be about equal.".to_owned(),
    };
    let named = |terms: Vec<&ExplanationTerm>| -> String {
        let names: Vec<String> = terms.iter().map(|term| format!("{} ({:+.2})", term.name, term.value)).collect();
        names.join(", ")
    };
    let mut words = vec![verdict];
    for (side, sign) in [("White", 1.0), ("Black", -1.0)] {
        let best: Vec<&ExplanationTerm> = terms.iter().filter(|term| term.value * sign > 0.0).take(3).collect();
        if !best.is_empty() {
            words.push(format!("Most for {side}: {}.", named(best)));
        }
    }
    words.push(
        match method {
            ExplanationMethod::Exact => "The terms add up to the value exactly.",
            ExplanationMethod::Gradient => {
                "A network's value is no sum: each term is the gradient times the input, true for small changes only."
            }
            ExplanationMethod::Removal => {
                "Each term is what the value loses when that piece is taken off the board; they need not add up."
            }
        }
        .to_owned(),
    );
    words
}

/// The longest thought for a bar beside a board.
const LONGEST: Duration = Duration::from_millis(1000);
const USUAL_MS: u32 = 100;

/// POST /api/position/evaluate
pub fn evaluate(studio: &Arc<Studio>, _: &Call, wish: EvaluateWish) -> Result<Evaluation, Problem> {
    let position = read(&wish.variant, &wish.fen)?;
    if let Some(ending) = Ending::of_position(&position, true) {
        let expectation = ending.outcome.winner().map_or(0.5, |winner| winner.fold_wb(1.0, 0.0));
        return Ok(Evaluation { score: None, expectation, depth: 0, uci: Vec::new(), san: Vec::new() });
    }
    let _permit = Handle::current().block_on(studio.slots.acquire())?;
    let time = Duration::from_millis(wish.move_time_ms.unwrap_or(USUAL_MS).max(1).into()).min(LONGEST);
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    let evaluator = match &wish.player {
        Some(choice) => searched(studio, choice, position.variant())?,
        None => AnyEvaluator::shipped(position.variant()),
    };
    let mut searcher = Searcher::new(SearchSettings { hash_mib: 4, ..SearchSettings::default() }, evaluator);
    let record = GameRecord::new(position.clone());
    // A request's own thread has no stack for a search.
    let search = move || {
        let mut line = Vec::new();
        let mut hear = |info: &Info| line.clone_from(&info.line);
        let decision = searcher.search(&record, &limits, &Control::new(&limits), &mut hear);
        (decision, line)
    };
    let (decision, line) = threads::start(search)?.join().unwrap_or_else(|panic| resume_unwind(panic));
    // A search that was cut short may have decided on a move and told no line.
    let line = if line.first() == decision.best.as_ref() { line } else { decision.best.into_iter().collect() };
    let (uci, san) = board::line(&position, &line);
    Ok(Evaluation {
        score: decision.score.map(|score| board::white_score(score, position.turn())),
        expectation: decision.score.map_or(0.5, |score| expectation(score, position.turn())),
        depth: decision.depth,
        uci,
        san,
    })
}

/// White's expected share of the points.
fn expectation(score: Score, turn: Color) -> f64 {
    let wdl = WdlPermille::from(score);
    let mine = (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0;
    turn.fold_wb(mine, 1.0 - mine)
}

/// The same for a search, which wants tables where there can be any.
pub fn searched(studio: &Studio, choice: &PlayerChoice, variant: Variant) -> Result<AnyEvaluator, Problem> {
    Ok(match evaluator_of(studio, choice, variant)? {
        AnyEvaluator::Net(net) => AnyEvaluator::of_net(net),
        other => other,
    })
}
