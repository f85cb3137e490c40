//! What a move is worth in a position of a suite.

use hetman_rules::epd::Epd;
use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, MoveError, parse_move, san};

use super::TaskError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// Points by move; others get none. Never empty.
    Points(Vec<(Move, u32)>),
    /// A point for one of the best moves, or for none of those to avoid. Not both empty.
    Solution { best: Vec<Move>, avoid: Vec<Move> },
}

impl Merit {
    pub fn of(epd: &Epd) -> Result<Merit, TaskError> {
        if let Some(points) = assigned(epd)? {
            return Ok(Merit::Points(points));
        }
        if let Some(points) = listed(epd)? {
            return Ok(Merit::Points(points));
        }
        match epd.best.is_empty() && epd.avoid.is_empty() {
            true => Err(TaskError::NoMerit),
            false => Ok(Merit::Solution { best: epd.best.clone(), avoid: epd.avoid.clone() }),
        }
    }

    /// Where a move is listed twice, the better of its points count.
    pub fn points(&self, m: Move) -> u32 {
        match self {
            Merit::Points(list) => list.iter().filter(|(known, _)| *known == m).map(|(_, points)| *points).max(),
            Merit::Solution { best, avoid } => {
                let solves = (best.is_empty() || best.contains(&m)) && !avoid.contains(&m);
                Some(u32::from(solves))
            }
        }
        .unwrap_or(0)
    }

    /// What the best move gets.
    pub fn maximum(&self) -> u32 {
        match self {
            Merit::Points(list) => list.iter().map(|(_, points)| *points).max().unwrap_or(0),
            Merit::Solution { .. } => 1,
        }
    }

    /// In words, as a table shows it: `f5=10, Be5+=2`, or `Qd1+`, or `not Rxb2`.
    pub fn in_words(&self, position: &AnyPosition) -> String {
        let name = |m: &Move| san(position, *m);
        match self {
            Merit::Points(list) => {
                let words: Vec<String> = list.iter().map(|(m, points)| format!("{}={points}", name(m))).collect();
                words.join(", ")
            }
            Merit::Solution { best, avoid } => {
                let words = best.iter().map(name).chain(avoid.iter().map(|m| format!("not {}", name(m))));
                words.collect::<Vec<String>>().join(", ")
            }
        }
    }
}

/// `c0 "f5=10, Be5+=2"`. Other suites have remarks there, which look different.
fn assigned(epd: &Epd) -> Result<Option<Vec<(Move, u32)>>, TaskError> {
    let Some(text) = epd.text("c0") else { return Ok(None) };
    let pairs: Option<Vec<(&str, u32)>> = text.split(',').map(assignment).collect();
    let Some(pairs) = pairs else { return Ok(None) };
    let read = pairs.into_iter().map(|(m, points)| Ok((parse_move(&epd.position, m)?, points)));
    read.collect::<Result<_, MoveError>>().map(Some).map_err(|problem| TaskError::Move { list: "c0", problem })
}

fn assignment(text: &str) -> Option<(&str, u32)> {
    // A promotion has an equals sign of its own.
    let (m, points) = text.trim().rsplit_once('=')?;
    Some((m.trim(), points.trim().parse().ok()?))
}

/// Moves in `c9` or `c7`, their points in `c8`, in the same order.
fn listed(epd: &Epd) -> Result<Option<Vec<(Move, u32)>>, TaskError> {
    let moves = ["c9", "c7"].into_iter().find_map(|list| Some((list, epd.text(list)?)));
    let (Some((list, moves)), Some(points)) = (moves, epd.text("c8")) else { return Ok(None) };
    let moves: Result<Vec<Move>, MoveError> =
        moves.split_whitespace().map(|text| parse_move(&epd.position, text)).collect();
    let moves = moves.map_err(|problem| TaskError::Move { list, problem })?;
    let points = points.split_whitespace().map(|text| text.parse().map_err(|_| TaskError::Points(text.into())));
    let points = points.collect::<Result<Vec<u32>, TaskError>>()?;
    if moves.len() != points.len() || moves.is_empty() {
        return Err(TaskError::Lengths { list, moves: moves.len(), points: points.len() });
    }
    Ok(Some(moves.into_iter().zip(points).collect()))
}
