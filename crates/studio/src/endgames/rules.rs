//! Rules that were learned: which of them matter in a position, and what the whole list achieves.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use hetman_endgame::strategy::{
    CounterExample, FIFTY_MOVES, Proof, RuleAccount, RulesSoFar, Strategy, accounts, proofs_of_promotions,
};
use hetman_endgame::{Outcome, Progress, SmallPosition, Table};
use hetman_rules::AnyPosition;

use super::learned::{Advice, Candidate, Seen};
use crate::wire::{LessonFacts, LessonFired, LessonKind, LessonRule, LessonStep};

/// A rule that costs as many moves as that costs the win.
const ENDLESS: u32 = 1000;

/// How far the search for rules is.
pub fn state(so_far: &RulesSoFar) -> String {
    let RulesSoFar { rules, unwon, excess } = so_far;
    match unwon {
        Some(unwon) if *unwon > 0.0 => format!("{rules} rules, {:.2} % not won", 100.0 * unwon),
        Some(_) => format!("{rules} rules, all won, {excess:.2} moves too long"),
        None => format!("{rules} rules, tried on a sample"),
    }
}

/// The moves that the rules leave, and those rules that mattered.
pub fn advise(strategy: &Strategy, seen: &Seen, moves: &[Candidate]) -> Advice {
    let mut steps = Vec::new();
    let left = strategy.follow(&seen.position, |ruling, left| {
        let left: Vec<&SmallPosition> = left.collect();
        let squares = moves.iter().filter(|candidate| leads_to(seen, candidate, &left)).map(target);
        let sentence = strategy.sentence(&strategy.rules[ruling.rule]);
        let words =
            format!("Rule {}. {sentence} {} of {} moves are left.", ruling.rule + 1, ruling.after, ruling.before);
        steps.push(LessonStep { words, squares: squares.collect() });
    });
    let left: Vec<&SmallPosition> = left.iter().collect();
    let told: Vec<_> = moves.iter().map(|candidate| (leads_to(seen, candidate, &left), None)).collect();
    let played = moves.iter().zip(&told).filter(|(_, (is_left, _))| *is_left);
    let names: Vec<&str> = played.map(|(candidate, _)| candidate.san.as_str()).collect();
    let fired = LessonFired {
        about: "The moves of this position".to_owned(),
        steps,
        conclusion: format!("So {} is played.", names.join(" or ")),
        image: seen.is_exchanged.then(|| fen(&seen.position)).flatten(),
    };
    Advice { moves: told, fired: Some(fired), silent: None }
}

/// Whether a move leads to one of these positions; like pieces may be listed in another order there.
fn leads_to(seen: &Seen, candidate: &Candidate, positions: &[&SmallPosition]) -> bool {
    seen.after(&candidate.after).is_some_and(|after| {
        let is_same = |other: &&SmallPosition| {
            other.pieces().len() == after.pieces().len()
                && other.pieces().iter().all(|piece| after.pieces().contains(piece))
        };
        positions.iter().any(is_same)
    })
}

/// Where a move goes.
fn target(candidate: &Candidate) -> String {
    candidate.uci.get(2..4).unwrap_or_default().to_owned()
}

fn fen(position: &SmallPosition) -> Option<String> {
    position.to_chess().map(|chess| AnyPosition::from(chess).fen())
}

/// What the rules achieve against every defence, and what each of them does; `None` once nobody wants to know any more.
pub fn facts(strategy: &Strategy, table: &Table, progress: &dyn Progress) -> Option<LessonFacts> {
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let others = proofs_of_promotions(strategy.material, threads);
    let others: Vec<&Proof> = others.iter().collect();
    let proof = Proof::unless_stopped(strategy, &others, threads, progress)?;
    let (summary, comparison) = (proof.summary(), proof.compare(table));
    let is_proved = summary.won == comparison.winnable;
    let (won, winnable, longest) = (summary.won, comparison.winnable, summary.longest);
    let achieved = match is_proved {
        true => format!("Proved: they win all {won} positions that can be won, within {longest} moves."),
        false => format!("They win {won} of the {winnable} positions that can be won, within {longest} moves."),
    };
    let excess = format!("On average that is {:.2} moves longer than best play.", comparison.mean_excess);
    let fifty = (longest > FIFTY_MOVES).then(|| "Chess allows fifty moves without progress.".to_owned());
    let is_won = |position: &SmallPosition| matches!(table.outcome(position), Some(Outcome::Win(_)));
    let line = if is_proved { None } else { proof.counter_example(strategy, &others, is_won) };
    let (accounts, positions) = accounts(strategy, table, &mut |_, _| {});
    let rules = strategy.rules.iter().zip(accounts);
    Some(LessonFacts {
        kind: LessonKind::Rules,
        size: format!("{} rules with {} conditions.", strategy.rules.len(), strategy.conditions()),
        exactness: Vec::new(),
        remarks: [achieved, excess].into_iter().chain(fifty).collect(),
        counter_example: line.and_then(|line| fen(line.positions.first()?)),
        rules: rules.map(|(rule, account)| lesson_rule(strategy.sentence(rule), account, positions)).collect(),
    })
}

fn lesson_rule(words: String, account: RuleAccount, positions: u64) -> LessonRule {
    let RuleAccount { fires, exact, counter_example } = account;
    let cost = counter_example.as_ref().map(|CounterExample { cost, .. }| match cost {
        1 => "a move".to_owned(),
        ..ENDLESS => format!("{cost} moves"),
        _ => "the win".to_owned(),
    });
    let counter_example = counter_example.and_then(|CounterExample { position, .. }| fen(&position));
    LessonRule { words, positions, fires, exact, counter_example, cost }
}
