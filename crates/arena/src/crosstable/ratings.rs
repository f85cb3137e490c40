//! Ratings that make the results most likely, all games taken together.
//!
//! The model is Bradley and Terry's (1952; E. Zermelo's of 1929 before them): player `i` scores against `j` with
//! probability `p = 1 / (1 + e^-(r_i - r_j))`, and a draw counts as half a win and half a loss. The logarithm of the
//! likelihood, `sum over i, j of points_ij ln p_ij`, is concave, so Newton's method finds its one summit; at it everybody
//! has just the points the ratings predict. Elo is the same scale times `400 / ln 10`.
//!
//! The summit is at a finite place if and only if no part of the players kept all others from scoring (L. R. Ford,
//! 1957). Where that fails, one virtual draw is added between any two players who met.
//!
//! Intervals come from the observed information, the curvature at the summit. It takes every game for the toss of a coin,
//! and draws vary less. So variances are scaled by how much the results scatter about what the ratings predict, measured
//! by a coin's scatter (R. W. M. Wedderburn's quasi-likelihood, 1974); see [`Likelihood::dispersion`].

use super::{Anchor, Rating};
use crate::stats::{QUANTILE_975, Score};

const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method doubles the right digits in every step; halved steps may need some more.
const MOST_STEPS: usize = 200;

pub struct Ratings {
    pub of_players: Vec<Option<Rating>>,
    pub groups: Vec<Vec<usize>>,
    pub groups_with_virtual_draws: Vec<usize>,
}

pub fn rate(against: &[Vec<Score>], anchor: Anchor) -> Ratings {
    let groups = groups(against);
    let mut of_players = vec![None; against.len()];
    let mut groups_with_virtual_draws = Vec::new();
    for (number, members) in groups.iter().enumerate() {
        let needs_draws = !has_summit(against, members);
        if needs_draws {
            groups_with_virtual_draws.push(number);
        }
        let likelihood = Likelihood::of(against, members, if needs_draws { 1.0 } else { 0.0 });
        let anchor_seat = members.iter().position(|&member| Some(member) == anchor.player);
        for (&member, rating) in members.iter().zip(likelihood.ratings(anchor_seat, anchor.rating)) {
            of_players[member] = Some(rating);
        }
    }
    Ratings { of_players, groups, groups_with_virtual_draws }
}

/// Everybody who can be reached from `start` by steps that are allowed.
fn reachable(start: usize, players: usize, may_step: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&from) = found.get(next) {
        let new: Vec<usize> = (0..players).filter(|to| !found.contains(to) && may_step(from, *to)).collect();
        found.extend(new);
        next += 1;
    }
    found.sort_unstable();
    found
}

/// Players who are connected by games; who has not played is in none.
fn groups(against: &[Vec<Score>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..against.len() {
        if !groups.iter().any(|group| group.contains(&player)) {
            groups.push(reachable(player, against.len(), |from, to| against[from][to].games() > 0));
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Ford's condition: from anybody one comes to everybody by stepping to who scored against him, and back.
fn has_summit(against: &[Vec<Score>], members: &[usize]) -> bool {
    let scored = |winner: usize, loser: usize| against[winner][loser].points() > 0.0;
    let up = reachable(members[0], against.len(), |from, to| scored(to, from));
    let down = reachable(members[0], against.len(), scored);
    up.len() == members.len() && down.len() == members.len()
}

type Matrix = Vec<Vec<f64>>;

/// The points and draws of a group's members against each other, virtual draws included.
struct Likelihood {
    points: Matrix,
    draws: Matrix,
}

impl Likelihood {
    fn of(against: &[Vec<Score>], members: &[usize], virtual_draws: f64) -> Likelihood {
        let table = |of: &dyn Fn(&Score) -> f64| -> Matrix {
            let row = |&i: &usize| members.iter().map(|&j| of(&against[i][j])).collect();
            members.iter().map(row).collect()
        };
        let added = |score: &Score| if score.games() > 0 { virtual_draws } else { 0.0 };
        Likelihood {
            points: table(&|score| score.points() + added(score) / 2.0),
            draws: table(&|score| score.draws as f64 + added(score)),
        }
    }

    /// Values and errors on the Elo scale, with the member at `anchor`, or the average, at `anchor_rating`.
    fn ratings(&self, anchor: Option<usize>, anchor_rating: f64) -> Vec<Rating> {
        let strengths = self.summit();
        let covariance = self.covariance(&strengths);
        let members = strengths.len();
        let reference: Vec<f64> = match anchor {
            Some(seat) => (0..members).map(|member| if member == seat { 1.0 } else { 0.0 }).collect(),
            None => vec![1.0 / members as f64; members],
        };
        let origin = dot(&reference, &strengths);
        let with_reference: Vec<f64> = covariance.iter().map(|row| dot(row, &reference)).collect();
        let of_reference = dot(&reference, &with_reference);
        let dispersion = self.dispersion(&strengths);
        let rate = |member: usize| {
            let variance = covariance[member][member] - 2.0 * with_reference[member] + of_reference;
            Rating {
                value: anchor_rating + ELO_PER_UNIT * (strengths[member] - origin),
                error: QUANTILE_975 * ELO_PER_UNIT * (dispersion * variance.max(0.0)).sqrt(),
            }
        };
        (0..members).map(rate).collect()
    }

    /// Newton's method. A step that does not climb, from too far away, is halved until it does.
    fn summit(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.points.len()];
        for _ in 0..MOST_STEPS {
            let (slope, covariance) = (self.slope(&strengths), self.covariance(&strengths));
            let step: Vec<f64> = covariance.iter().map(|row| dot(row, &slope)).collect();
            let height = self.height(&strengths);
            let candidate =
                |share: f64| -> Vec<f64> { strengths.iter().zip(&step).map(|(r, s)| r + share * s).collect() };
            let climbs =
                (0..40).map(|halvings| candidate(0.5f64.powi(halvings))).find(|next| self.height(next) > height);
            match climbs {
                Some(next) => strengths = next,
                None => break,
            }
        }
        strengths
    }

    /// The logarithm of the likelihood.
    fn height(&self, strengths: &[f64]) -> f64 {
        let term = |(i, j): (usize, usize)| match self.points[i][j] {
            0.0 => 0.0,
            points => -points * (strengths[j] - strengths[i]).exp().ln_1p(),
        };
        self.seats().map(term).sum()
    }

    /// Points made, less points expected.
    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; strengths.len()];
        for (i, j) in self.seats() {
            slope[i] += self.points[i][j] - self.games(i, j) * expected(strengths, i, j);
        }
        slope
    }

    /// The inverse of the information, with the first member's strength held fast: strengths have no scale otherwise.
    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let members = strengths.len();
        let mut information = vec![vec![0.0; members]; members];
        for (i, j) in self.seats() {
            let expected = expected(strengths, i, j);
            let weight = self.games(i, j) * expected * (1.0 - expected);
            information[i][i] += weight;
            information[i][j] -= weight;
        }
        let free: Matrix = information[1..].iter().map(|row| row[1..].to_vec()).collect();
        let mut covariance = vec![vec![0.0; members]];
        covariance.extend(inverse(free).into_iter().map(|row| [vec![0.0], row].concat()));
        covariance
    }

    /// How much the results scatter, at most as much as coins.
    ///
    /// Ratings are fitted to the results, which takes about a coin's variance of 1/4 out of the scatter for each rating
    /// that is free; it is added again, so that few games do not look like certainty.
    fn dispersion(&self, strengths: &[f64]) -> f64 {
        let mut scatter = (strengths.len() - 1) as f64 / 4.0;
        let mut of_coins = 0.0;
        for (i, j) in self.seats() {
            let expected = expected(strengths, i, j);
            let wins = self.points[i][j] - self.draws[i][j] / 2.0;
            // Both see each draw and each coin, so that each counts half of them.
            scatter += wins * (1.0 - expected).powi(2) + self.draws[i][j] / 2.0 * (0.5 - expected).powi(2);
            of_coins += self.games(i, j) / 2.0 * expected * (1.0 - expected);
        }
        (scatter / of_coins).min(1.0)
    }

    fn games(&self, i: usize, j: usize) -> f64 {
        self.points[i][j] + self.points[j][i]
    }

    fn seats(&self) -> impl Iterator<Item = (usize, usize)> {
        let members = self.points.len();
        (0..members).flat_map(move |i| (0..members).filter(move |&j| j != i).map(move |j| (i, j)))
    }
}

fn expected(strengths: &[f64], i: usize, j: usize) -> f64 {
    1.0 / (1.0 + (strengths[j] - strengths[i]).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Gauss and Jordan's elimination, in place. The information of a connected group is positive definite, which needs no
/// exchange of rows.
fn inverse(mut matrix: Matrix) -> Matrix {
    for pivot in 0..matrix.len() {
        let divisor = matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value /= divisor);
        let row = matrix[pivot].clone();
        for other in (0..matrix.len()).filter(|&other| other != pivot) {
            let factor = std::mem::replace(&mut matrix[other][pivot], 0.0);
            matrix[other].iter_mut().zip(&row).for_each(|(value, above)| *value -= factor * above);
        }
    }
    matrix
}
