//! The table of a tournament: who scored what against whom, and how strong that makes everybody.
//!
//! Players are ranked by the share of points they took, which is the order of points as soon as everybody has played
//! equally often, and then by Sonneborn-Berger: the sum, over all games, of the opponent's points times what the game
//! brought. Who is equal in both shares a rank.

mod ratings;
mod text;

use std::borrow::Borrow;
use std::cmp::Ordering;

use hetman_rules::shakmaty::{Color, KnownOutcome};
use serde::Serialize;
use thiserror::Error;

use crate::stats::{GameScore, Score};

/// A finished game. Players are counted from 0, in the order of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    pub white: usize,
    pub black: usize,
    pub outcome: KnownOutcome,
}

/// What fixes the scale of ratings, since games only show differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Anchor {
    /// Whose rating is given; with `None` it is the average of all.
    pub player: Option<usize>,
    pub rating: f64,
}

/// A maximum-likelihood rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub value: f64,
    /// Half the width of the 95 % interval of the difference to the anchor; zero for the anchor itself.
    pub error: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    pub rank: usize,
    pub player: usize,
    pub name: String,
    pub points: f64,
    pub games: u64,
    pub score: Score,
    pub sonneborn_berger: f64,
    /// `None` for who has not played.
    pub rating: Option<Rating>,
    /// Against each player, in the order of the names.
    pub against: Vec<Score>,
}

/// `Display` writes it in aligned columns, serde for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossTable {
    /// The best first.
    pub rows: Vec<Row>,
    pub anchor: Anchor,
    /// Players who are connected by games, directly or through others. Ratings of different groups are not comparable:
    /// each group without the anchor has its average at the anchor's rating.
    pub groups: Vec<Vec<usize>>,
    /// Groups whose ratings would be infinite, since some players never took half a point from the others. They are kept
    /// finite by one virtual draw between any two players who met.
    pub groups_with_virtual_draws: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CrossTableError {
    #[error("a game is of player number {number}, but there are only {players} players")]
    UnknownPlayer { number: usize, players: usize },
    #[error("a game is of player number {0} against itself: give the two sides different names")]
    Itself(usize),
}

impl CrossTable {
    pub fn new(
        names: &[String],
        games: impl IntoIterator<Item = impl Borrow<PlayedGame>>,
        anchor: Anchor,
    ) -> Result<CrossTable, CrossTableError> {
        let players = names.len();
        if let Some(number) = anchor.player.filter(|&number| number >= players) {
            return Err(CrossTableError::UnknownPlayer { number, players });
        }
        let against = scores(players, games)?;
        let points: Vec<f64> = against.iter().map(|scores| total(scores).points()).collect();
        let ratings = ratings::rate(&against, anchor);
        let mut rows: Vec<Row> = (0..players)
            .map(|player| Row {
                rank: 0,
                player,
                name: names[player].clone(),
                points: points[player],
                games: total(&against[player]).games(),
                score: total(&against[player]),
                sonneborn_berger: against[player]
                    .iter()
                    .zip(&points)
                    .map(|(score, points)| score.points() * points)
                    .sum(),
                rating: ratings.of_players[player],
                against: against[player].clone(),
            })
            .collect();
        rank(&mut rows);
        let ratings::Ratings { groups, groups_with_virtual_draws, .. } = ratings;
        Ok(CrossTable { rows, anchor, groups, groups_with_virtual_draws })
    }
}

/// Everybody's score against everybody.
fn scores(
    players: usize,
    games: impl IntoIterator<Item = impl Borrow<PlayedGame>>,
) -> Result<Vec<Vec<Score>>, CrossTableError> {
    let mut against = vec![vec![Score::default(); players]; players];
    for game in games {
        let &PlayedGame { white, black, outcome } = game.borrow();
        if white.max(black) >= players {
            return Err(CrossTableError::UnknownPlayer { number: white.max(black), players });
        }
        if white == black {
            return Err(CrossTableError::Itself(white));
        }
        against[white][black].record(GameScore::of(outcome, Color::White));
        against[black][white].record(GameScore::of(outcome, Color::Black));
    }
    Ok(against)
}

fn total(scores: &[Score]) -> Score {
    let mut total = Score::default();
    scores.iter().for_each(|&score| total += score);
    total
}

fn rank(rows: &mut [Row]) {
    rows.sort_by(|a, b| better(a, b).then(a.player.cmp(&b.player)));
    for place in 0..rows.len() {
        let is_shared = place > 0 && better(&rows[place - 1], &rows[place]) == Ordering::Equal;
        rows[place].rank = if is_shared { rows[place - 1].rank } else { place + 1 };
    }
}

/// `Less` if `a` stands before `b`.
fn better(a: &Row, b: &Row) -> Ordering {
    let share = |row: &Row| row.score.fraction().unwrap_or(-1.0);
    share(b).total_cmp(&share(a)).then(b.sonneborn_berger.total_cmp(&a.sonneborn_berger))
}

#[cfg(test)]
mod tests;
