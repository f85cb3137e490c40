//! A position looked into.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use hetman_arena::PlayerWord;
use hetman_eval::explain::Method;
use hetman_eval::features::thesis;
use hetman_eval::{AnyEvaluator, Evaluator, FeatureSet, FeatureVector};
use hetman_rules::notation::piece_list;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{CastlingMode, Color, EnPassantMode, Position, Role, Square};
use hetman_rules::{AnyPosition, Ending, GameRecord, Playable, Ruleset, Variant, random, san, uci, with_position};
use hetman_search::{Control, Limits, Score, Searcher, Settings as SearchSettings, WdlPermille};

use crate::board;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::threads;
use crate::wire::{
    EvaluateWish, Evaluation, ExplainWish, Explanation, ExplanationMethod, ExplanationTerm, FeatureValue, Features,
    FeaturesWish, Legal, PlayerChoice, PositionView, PositionWish, RandomPositionWish, Side,
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
    let position = match (&wish.fen, &wish.men) {
        (Some(fen), None) => read(&wish.variant, fen),
        (None, Some(men)) => {
            let turn = wish.turn.map_or(Color::White, board::color);
            piece_list::parse(variant, men, turn).map_err(Problem::from)
        }
        (None, None) => Ok(AnyPosition::start(variant)),
        (Some(_), Some(_)) => return Err(Problem::Unfit("give either a FEN or a list of men".to_owned())),
    };
    Ok(match position {
        Ok(position) => view(&position),
        Err(problem) => PositionView {
            variant: variant.uci_name().to_owned(),
            // No position needs more.
            fen: passage(wish.fen.unwrap_or_default()),
            men: passage(wish.men.unwrap_or_default()),
            problem: Some(problem.to_string()),
            turn: wish.turn.unwrap_or(Side::White),
            legal: Legal::default(),
            check: Vec::new(),
            pockets: None,
            outcome: None,
        },
    })
}

fn view(position: &AnyPosition) -> PositionView {
    let ending = Ending::of_position(position, true);
    PositionView {
        variant: position.variant().uci_name().to_owned(),
        fen: position.fen(),
        men: piece_list::write(position),
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
        return Ok(view(&random::position_with_men(wish.men as usize, generator)?.into()));
    }
    // Somewhere in a random game as few men are left; the fewest that were seen, where none went so far.
    let mut best: Option<AnyPosition> = None;
    for _ in 0..ATTEMPTS {
        let game = random::playout(AnyPosition::start(variant), LONGEST_GAME, generator);
        let mut positions = (0..game.plies()).filter_map(|plies| game.position_after(plies));
        let few = positions.find(|position| men(position) <= wish.men as usize);
        if let Some(position) = few {
            return Ok(view(position));
        }
        let last = game.position_after(game.plies().saturating_sub(1)).cloned();
        best = best.into_iter().chain(last).min_by_key(men);
    }
    Ok(view(&best.unwrap_or_else(|| AnyPosition::start(variant))))
}

fn men(position: &AnyPosition) -> usize {
    position.board().occupied().count()
}

/// POST /api/position/features
pub fn features(_: &Arc<Studio>, _: &Call, wish: FeaturesWish) -> Result<Features, Problem> {
    let position = read(&wish.variant, &wish.fen)?;
    let set: FeatureSet = wish.set.as_deref().map_or(Ok(FeatureSet::Thesis45), str::parse)?;
    let values = match set {
        FeatureSet::Thesis45 => manual_values(&position),
        set => plain_values(set, &position),
    };
    let sets = FeatureSet::ALL.iter().map(FeatureSet::to_string).collect();
    Ok(Features { set: set.to_string(), description: set.description().to_owned(), sets, values })
}

/// The 45, each with its page of the manual.
fn manual_values(position: &AnyPosition) -> Vec<FeatureValue> {
    let values = with_position!(position, position => thesis::values(position));
    let grouped =
        thesis::GROUPS.into_iter().flat_map(|(group, features)| features.iter().map(move |feature| (group, feature)));
    let entry = |(index, ((group, feature), value)): (usize, ((&str, &thesis::Feature), f64))| {
        let range = feature.section("Range");
        let (min, max) = bounds(&range).unzip();
        FeatureValue {
            index: index as u32,
            name: feature.id.to_owned(),
            group: group.to_owned(),
            // Adding zero turns minus zero into plain zero.
            value: value + 0.0,
            measures: feature.section("Measures"),
            why: feature.section("Why it matters"),
            formula: feature.section("Formula"),
            source: feature.section("Source"),
            range,
            min,
            max,
        }
    };
    grouped.zip(values).enumerate().map(entry).collect()
}

/// The least and the largest number of a range in words: "-1 to 1 before promotions", "-3/4 to 3/4", "-1, 0 or 1".
fn bounds(range: &str) -> Option<(f64, f64)> {
    let until = range.split([';', ':']).next()?;
    let number = |word: &str| match word.trim_end_matches([',', '.']).split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => word.trim_end_matches([',', '.']).parse().ok(),
    };
    let numbers: Vec<f64> = until.split_whitespace().filter_map(number).collect();
    let (least, largest) = (numbers.iter().copied().reduce(f64::min)?, numbers.iter().copied().reduce(f64::max)?);
    (least < largest).then_some((least, largest))
}

fn plain_values(set: FeatureSet, position: &AnyPosition) -> Vec<FeatureValue> {
    let names = set.names(position.variant());
    let mut vector = FeatureVector::default();
    with_position!(position, position => set.read(position, &mut vector));
    let entry = |(index, value): (usize, f64)| FeatureValue {
        index: index as u32,
        name: names[index].clone(),
        group: String::new(),
        value,
        measures: String::new(),
        why: String::new(),
        formula: String::new(),
        range: String::new(),
        source: String::new(),
        min: None,
        max: None,
    };
    vector.iter().map(entry).collect()
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
    match crate::players::resolve(studio, choice)?.word {
        PlayerWord::Hetman { eval: hetman_arena::Evaluation::Shipped, .. } => Ok(AnyEvaluator::shipped(variant)),
        PlayerWord::Net { .. } => {
            let id = choice.player.strip_prefix("net:").ok_or_else(cannot_explain)?;
            let net = crate::library::read_net(studio, id)?.net;
            if net.variant() != variant {
                return Err(Problem::Unfit(format!("this net plays {}, not {variant}", net.variant())));
            }
            Ok(AnyEvaluator::Net(Arc::new(net)))
        }
        _ => Err(cannot_explain()),
    }
}

/// POST /api/position/explain
pub fn explain(studio: &Arc<Studio>, _: &Call, wish: ExplainWish) -> Result<Explanation, Problem> {
    let position = read(&wish.variant, &wish.fen)?;
    let evaluator = evaluator_of(studio, &wish.player, position.variant())?;
    let told = with_position!(&position, position => evaluator.explain(position)).ok_or_else(cannot_explain)?;
    let (value, centipawns) = with_position!(&position, position => value_for_white(&evaluator, position));
    let men = by_removal(&evaluator, &position, value);
    let (method, mut terms) = match (told.method, wish.by_removal) {
        (_, true) => (ExplanationMethod::Removal, men.clone()),
        (Method::Exact, false) => (ExplanationMethod::Exact, told.terms.iter().map(term).collect()),
        (Method::GradientTimesInput, false) => (ExplanationMethod::Gradient, told.terms.iter().map(term).collect()),
    };
    terms.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    let words = words(centipawns, method, &terms);
    Ok(Explanation { value, centipawns, method, terms, men, words })
}

fn term(term: &hetman_eval::explain::Term) -> ExplanationTerm {
    let square = term.name.rsplit(' ').next().and_then(|word| word.parse::<Square>().ok());
    ExplanationTerm { name: term.name.clone(), value: term.value, square: square.map(|square| square.to_string()) }
}

/// How much White's value falls when a man is taken off the board. Kings stay where the game needs them.
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
                "Each term is what the value loses when that man is taken off the board; they need not add up."
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
        return Ok(Evaluation { score: None, expectation, depth: 0, best: None, best_san: None });
    }
    let _seat = studio.thinkers.sit_down()?;
    let time = Duration::from_millis(wish.move_time_ms.unwrap_or(USUAL_MS).max(1).into()).min(LONGEST);
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    let evaluator = AnyEvaluator::shipped(position.variant());
    let mut searcher = Searcher::new(SearchSettings { hash_mib: 4, ..SearchSettings::default() }, evaluator);
    let record = GameRecord::new(position.clone());
    // A request's own thread has no stack for a search.
    let search = move || searcher.search(&record, &limits, &Control::new(&limits), &mut |_| {});
    let decision = threads::start(search)?.join().unwrap_or_else(|panic| resume_unwind(panic));
    Ok(Evaluation {
        score: decision.score.map(|score| board::white_score(score, position.turn())),
        expectation: decision.score.map_or(0.5, |score| expectation(score, position.turn())),
        depth: decision.depth,
        best: decision.best.map(|m| uci(&position, m)),
        best_san: decision.best.map(|m| san(&position, m)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_of_the_manual_has_bounds() {
        for feature in thesis::features() {
            let range = feature.section("Range");
            assert!(bounds(&range).is_some_and(|(min, max)| min == -max && max <= 4.0), "{}: {range}", feature.id);
        }
        assert_eq!(bounds("-3/4 to 3/4."), Some((-0.75, 0.75)));
        assert_eq!(bounds("anything"), None);
    }
}
