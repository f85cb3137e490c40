//! A row's quantities, from what its runs have left behind.

use std::path::Path;

use hetman_arena::stats::{Results, Score};
use hetman_eval::{LearnerState, Net};

use hetman_lab::occupancy::{value_of_piece, values_by_square};
use hetman_lab::runs::results_file;
use hetman_lab::store::read_net;
use hetman_lab::tournaments::Standing;
use hetman_lab::{Store, StoreError};

use crate::claim::Quantity;
use crate::request::RowRequest;
use crate::spread::{Measured, moments};

/// One run, finished or not.
pub struct RunResult {
    /// Of each game.
    half_points: Vec<u32>,
    pub net: Net,
    learner: LearnerState,
}

/// All runs of a folder that have come to a checkpoint.
pub fn runs(folder: &Path, runs: u64) -> Result<Vec<RunResult>, StoreError> {
    let mut results = Vec::new();
    let Some(store) = Store::read(&results_file(folder))? else { return Ok(results) };
    for run in 1..=runs {
        let Some(state) = store.state(run)? else { continue };
        let (net, learner) = read_net(run, &state.net)?;
        let half_points = store.games(run, 0)?.iter().map(|row| row.half_points).collect();
        results.push(RunResult { half_points, net, learner });
    }
    Ok(results)
}

/// The score in each window of a row that learns: games at its end, the mean over runs in per cent, the standard deviation.
pub fn curve(request: &RowRequest, folder: &Path) -> Option<Vec<[f64; 3]>> {
    let experiment = request.experiment()?;
    let runs = runs(folder, experiment.runs).ok()?;
    let window = experiment.measure.window as usize;
    let share = |games: &[u32]| 50.0 * f64::from(games.iter().sum::<u32>()) / window as f64;
    let point = |end: usize| {
        let shares: Option<Vec<f64>> =
            runs.iter().map(|run| Some(share(run.half_points.get(end - window..end)?))).collect();
        let [mean, deviation] = moments(&shares?)?;
        Some([end as f64, mean, deviation])
    };
    Some((1..=experiment.games as usize / window).filter_map(|number| point(number * window)).collect())
}

/// What the runs of a row say.
pub struct Runs<'a> {
    pub results: &'a [RunResult],
    pub request: &'a RowRequest,
}

impl Runs<'_> {
    pub fn measure(&self, quantity: &Quantity) -> Option<Measured> {
        match quantity {
            Quantity::Value(piece) => self.value(piece),
            Quantity::Input(name) => self.of_each(|run| {
                let weights = leaving(&run.net, name)?;
                Some(weights.iter().sum::<f64>() / weights.len() as f64)
            }),
            Quantity::Spread(name) => self.of_each(|run| {
                let weights = leaving(&run.net, name)?;
                let (low, high) = weights.iter().fold((f64::MAX, f64::MIN), |(l, h), &w| (l.min(w), h.max(w)));
                Some(high - low)
            }),
            Quantity::WorstSquare(piece) => self.on_square(piece, false),
            Quantity::BestSquare(piece) => self.on_square(piece, true),
            Quantity::Weight(name) => self.of_each(|run| {
                let place = run.net.parameter_names().iter().position(|known| known == name)?;
                Some(run.net.model().parameters()[place])
            }),
            Quantity::Rate(name) => self.of_each(|run| run.rate(name)),
            Quantity::Number(_) => None,
            share => self.share(share),
        }
    }

    /// The mean over runs of what each of them gives.
    fn of_each(&self, give: impl Fn(&RunResult) -> Option<f64>) -> Option<Measured> {
        let values: Vec<f64> = self.results.iter().map(give).collect::<Option<_>>()?;
        Measured::of_runs(&values, self.request.row.printed_runs)
    }

    fn share(&self, quantity: &Quantity) -> Option<Measured> {
        let scores: Vec<Score> = self
            .results
            .iter()
            .map(|run| Some(tally(quantity, self.selected(quantity, &run.half_points)?)))
            .collect::<Option<_>>()?;
        Measured::of_scores(&scores, self.request.row.printed_runs)
    }

    /// The games that a share is about: fewer where fewer are played.
    fn selected<'g>(&self, quantity: &Quantity, games: &'g [u32]) -> Option<&'g [u32]> {
        let scaled = |number: u64| (number as f64 * self.request.scale()).round().max(1.0) as usize;
        match *quantity {
            Quantity::First(number) => games.get(..scaled(number)),
            Quantity::Last(number) => games.get(games.len().checked_sub(scaled(number))?..),
            Quantity::Between([from, to]) => games.get((from as f64 * self.request.scale()) as usize..scaled(to)),
            Quantity::Best(number) => games.windows(scaled(number)).max_by_key(|window| window.iter().sum::<u32>()),
            _ => Some(games),
        }
    }

    /// Values of the mean weights: the works average over runs first and put the averages on a scale then.
    fn value(&self, piece: &str) -> Option<Measured> {
        self.on_scale(&self.values(piece)?)
    }

    fn values(&self, piece: &str) -> Option<Vec<f64>> {
        self.results.iter().map(|run| value_of_piece(&run.net, piece)).collect()
    }

    fn on_scale(&self, values: &[f64]) -> Option<Measured> {
        match &self.request.row.normalisation {
            Some(scale) => {
                let ratio = Measured::of_ratio(values, &self.values(&scale.piece)?, self.request.row.printed_runs)?;
                Some(ratio.times(scale.value))
            }
            None => Measured::of_runs(values, self.request.row.printed_runs),
        }
    }

    /// The value of a piece on the square that is best or worst for it in the mean of all runs.
    fn on_square(&self, piece: &str, is_best: bool) -> Option<Measured> {
        let of_run = |run: &RunResult| values_by_square(&run.net, piece);
        let values: Vec<[Option<f64>; 64]> = self.results.iter().map(of_run).collect::<Option<_>>()?;
        let of_square = |square: usize| values.iter().map(|run| run[square]).collect::<Option<Vec<f64>>>();
        let squares = (0..64).filter_map(of_square);
        let total = |values: &Vec<f64>| values.iter().sum::<f64>();
        let order = |a: &Vec<f64>, b: &Vec<f64>| total(a).total_cmp(&total(b));
        let chosen = if is_best { squares.max_by(order) } else { squares.min_by(order) };
        self.on_scale(&chosen?)
    }
}

impl RunResult {
    fn rate(&self, name: &str) -> Option<f64> {
        let place = self.net.parameter_names().iter().position(|known| known == name)?;
        let of = |key: &str| self.learner.get(key)?.get(place).copied();
        let (n, a) = (of("coherence.n")?, of("coherence.a")?);
        (a != 0.0).then(|| n.abs() / a)
    }
}

/// Wins, draws and losses as the quantity counts them.
fn tally(quantity: &Quantity, half_points: &[u32]) -> Score {
    let count = |wanted: u32| half_points.iter().filter(|&&found| found == wanted).count() as u64;
    quantity.counted(Score { wins: count(2), draws: count(1), losses: count(0) })
}

/// The weights of the connections that leave a network's input.
fn leaving<'n>(net: &'n Net, input: &str) -> Option<&'n [f64]> {
    if net.model().weights().is_some() {
        return None;
    }
    let place = net.features().names(net.variant()).iter().position(|name| name == input)?;
    let first = net.model().layers().into_iter().next()?;
    let start = first.start + place * first.columns;
    net.model().parameters().get(start..start + first.columns)
}

/// What a tournament says about a player; shares only.
pub fn of_tournament(standing: &Standing, player: Option<&str>, quantity: &Quantity) -> Option<Measured> {
    let all = results_of(standing, player)?;
    match quantity {
        Quantity::Score => Measured::of_results(&all),
        Quantity::Won | Quantity::Drawn | Quantity::Lost => Measured::of_games(quantity.counted(all.score)),
        _ => None,
    }
}

/// The same of several, each with other nets: how these differ is part of the interval.
pub fn of_rounds(standings: &[Standing], player: Option<&str>, quantity: &Quantity) -> Option<Measured> {
    if let [single] = standings {
        return of_tournament(single, player, quantity);
    }
    let scores: Option<Vec<Score>> =
        standings.iter().map(|standing| Some(quantity.counted(results_of(standing, player)?.score))).collect();
    Measured::of_scores(&scores.filter(|_| quantity.is_share())?, u64::MAX)
}

/// A player's games against everybody.
fn results_of(standing: &Standing, player: Option<&str>) -> Option<Results> {
    let names = &standing.plan.names;
    let place = player.map_or(Some(0), |player| names.iter().position(|name| name == player))?;
    let mut all = Results::default();
    for other in (0..names.len()).filter(|&other| other != place) {
        let results = standing.between(place, other);
        all.score += results.score;
        all.pentanomial.0.iter_mut().zip(results.pentanomial.0).for_each(|(sum, pairs)| *sum += pairs);
    }
    Some(all)
}
