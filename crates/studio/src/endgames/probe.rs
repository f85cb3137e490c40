//! A position looked up: what becomes of it and of every move, and what was learned says of it.

use std::sync::Arc;

use hetman_endgame::{Material, Outcome, SmallPosition, Tables};
use hetman_rules::shakmaty::{Chess, Move, Position};
use hetman_rules::{AnyPosition, Variant, san, uci};

use super::learned::{Advice, Candidate};
use super::lessons;
use crate::position;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{EndgameMove, EndgameProbe, EndgameProbeWish, EndgameResult, EndgameVerdict};

/// POST /api/endgames/probe
pub fn probe(studio: &Arc<Studio>, _: &Call, wish: EndgameProbeWish) -> Result<EndgameProbe, Problem> {
    let position = AnyPosition::from_fen(Variant::Chess, &wish.fen)?;
    let material = material_of(&position)?;
    let tables = studio.endgames.around(material)?;
    let missing = tables.is_none().then(|| material.to_string());
    let tables = tables.unwrap_or_default();
    let candidates = candidates(&position, &tables);
    let advice = match &wish.lesson {
        Some(id) if !candidates.is_empty() => lessons::learned(studio, id)?.advise(&position, &candidates),
        _ => Advice::default(),
    };
    let best = candidates.first().and_then(|candidate| candidate.outcome);
    let told = advice.moves.into_iter().chain(std::iter::repeat((false, None)));
    let lines = candidates.into_iter().zip(told).map(|(candidate, told)| line(candidate, told, best)).collect();
    Ok(EndgameProbe {
        material: material.to_string(),
        missing,
        verdict: outcome(&tables, &position).map(verdict),
        moves: lines,
        fired: advice.fired,
        silent: advice.silent,
        position: position::view(&position),
    })
}

/// Every legal move, the best first; those that are worth the same in the order of the rules.
fn candidates(position: &AnyPosition, tables: &Tables) -> Vec<Candidate> {
    let candidate = |m: Move| {
        let after = position.after(m);
        let outcome = outcome(tables, &after).map(Outcome::one_ply_before);
        Candidate { uci: uci(position, m), san: san(position, m), after, outcome }
    };
    let mut candidates: Vec<Candidate> = position.legal_moves().into_iter().map(candidate).collect();
    candidates.sort_by_key(|candidate| candidate.outcome.map_or(i64::MAX, |outcome| -merit(outcome)));
    candidates
}

fn line(candidate: Candidate, (is_learned, learned): (bool, Option<String>), best: Option<Outcome>) -> EndgameMove {
    EndgameMove {
        uci: candidate.uci,
        san: candidate.san,
        fen: candidate.after.fen(),
        verdict: candidate.outcome.map(verdict),
        is_best: candidate.outcome.is_some() && candidate.outcome == best,
        is_learned,
        learned,
    }
}

fn material_of(position: &AnyPosition) -> Result<Material, Problem> {
    let small = chess(position).and_then(SmallPosition::of);
    let unfit = || {
        let pieces = position.board().occupied().count();
        Problem::Unfit(match pieces {
            ..=4 => "tables know nothing of castling: take the rights away".to_owned(),
            _ => format!("tables are of up to 4 pieces, and these are {pieces}: take some off the board"),
        })
    };
    small.map(|small| small.material().0).ok_or_else(unfit)
}

fn chess(position: &AnyPosition) -> Option<&Chess> {
    match position {
        AnyPosition::Chess(chess) => Some(chess),
        _ => None,
    }
}

fn outcome(tables: &Tables, position: &AnyPosition) -> Option<Outcome> {
    tables.probe(chess(position)?)
}

/// How much the side that moves likes it: a quick win, a late loss.
fn merit(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win(moves) => 1000 - i64::from(moves),
        Outcome::Draw => 0,
        Outcome::Loss(moves) => i64::from(moves) - 1000,
    }
}

fn verdict(outcome: Outcome) -> EndgameVerdict {
    let (result, words) = match outcome {
        Outcome::Win(moves) => (EndgameResult::Win, format!("Mate in {moves}")),
        Outcome::Draw => (EndgameResult::Draw, "Draw".to_owned()),
        Outcome::Loss(0) => (EndgameResult::Loss, "Mate".to_owned()),
        Outcome::Loss(moves) => (EndgameResult::Loss, format!("Mated in {moves}")),
    };
    EndgameVerdict { result, moves: outcome.moves(), words }
}
