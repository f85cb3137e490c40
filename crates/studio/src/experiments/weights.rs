//! What an experiment has learned: weights over time, the strongest features, tables.

use std::path::Path;

use hetman_eval::Net;
use hetman_lab::Store as Results;
use hetman_lab::course::history;
use hetman_lab::folder;
use hetman_lab::occupancy::value_of_piece;
use hetman_lab::runs::results_file;
use hetman_published::{Catalogue, Line};
use hetman_report::{self as report, Inputs, endings, lengths};

use super::estimates;
use crate::library::{heat_maps, piece_values};
use crate::problem::{Problem, in_full};
use crate::wire::{Compared, EndingCount, NamedValue, PieceSeries, RunWeights, WeightSeries, Weights};

/// Points of a series, at most.
const POINTS: usize = 100;

/// Where there are no more weights than this, all of them are drawn; else the strongest.
const DRAWN: usize = 14;

/// As a share of the largest piece value, what a pawn must be worth to be counted in.
const LEAST_PAWN: f64 = 0.02;

/// The strongest that are listed.
const LISTED: usize = 45;

/// `row` is the published one that it repeats.
pub fn of_folder(folder: &Path, experiment: &hetman_lab::Experiment, row: Option<&str>) -> Result<Weights, Problem> {
    let mut runs = Vec::new();
    let mut compared = Vec::new();
    let mut games = Vec::new();
    if let Some(store) = Results::read(&results_file(folder))? {
        for run in 1..=experiment.runs {
            runs.extend(of_run(&store, run)?);
            games.extend(store.games(run, 0)?);
        }
        let is_begun = runs.iter().any(|run| run.games > 0);
        if let Some(row) = row.filter(|_| is_begun) {
            compared = compare(folder, row)?;
        }
    }
    let architecture = experiment.architecture();
    let strength = if architecture.is_linear() { LINEAR } else { NETWORK };
    Ok(Weights {
        features: experiment.evaluation.features.to_string(),
        model: architecture.description(),
        strength: strength.to_owned(),
        compared,
        estimates: estimates::over_runs(&runs),
        runs,
        endings: endings(games.iter().map(|game| game.reason.as_str())).into_iter().map(ending).collect(),
        lengths: lengths(games.iter().map(|game| game.plies)),
        seconds: folder::seconds(folder),
    })
}

fn compare(folder: &Path, row: &str) -> Result<Vec<Compared>, Problem> {
    let unreadable = |reason| Problem::Internal(format!("ours cannot be compared: {}", in_full(&reason)));
    let lines = report::published(folder, row).map_err(unreadable)?;
    let claims = Catalogue::built_in().row(row).map_or(&[][..], |row| &row.published);
    Ok(claims.iter().zip(lines.unwrap_or_default()).map(|(claim, line)| beside(claim.value(), &line)).collect())
}

fn ending((reason, games): (String, u64)) -> EndingCount {
    EndingCount { reason, games }
}

/// A line of a table with the printed number, if there is one.
pub fn beside(published_value: Option<f64>, line: &Line) -> Compared {
    let [quantity, published, ours, interval, verdict] = line.cells();
    let told = |cell: String| (cell != "-").then_some(cell);
    let ours_value = line.ours.as_ref().map(|ours| ours.value);
    Compared { quantity, published, published_value, ours_value, ours: told(ours), interval: told(interval), verdict }
}

const LINEAR: &str = "Each feature's weight.";
const NETWORK: &str = "The products of the weights along all ways from an input to the output, added up: what an input does \
    where no unit is saturated.";

/// `None` before anything is noted.
fn of_run(store: &Results, run: u64) -> Result<Option<RunWeights>, Problem> {
    let history = history(store, run, POINTS)?;
    let Some((games, net)) = history.last() else { return Ok(None) };
    let (names, last) = (net.features().names(net.variant()), Inputs::of(net).influences);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&left, &right| last[right].abs().total_cmp(&last[left].abs()));
    let named = |&index: &usize| NamedValue { name: names[index].clone(), value: last[index] };
    let mut drawn: Vec<usize> = order.iter().copied().take(DRAWN).collect();
    if names.len() <= DRAWN {
        drawn.sort_unstable();
    }
    let all: Vec<Vec<f64>> = history.iter().map(|(_, net)| Inputs::of(net).influences).collect();
    let series = |&index: &usize| WeightSeries {
        name: names[index].clone(),
        values: all.iter().map(|strengths| strengths[index]).collect(),
    };
    let pieces = piece_values(net);
    Ok(Some(RunWeights {
        run: run as u32,
        games: *games,
        piece_series: pieces.iter().map(|piece| over_time(&piece.name, &history)).collect(),
        pawn: pawn(&pieces),
        pieces,
        strongest: order.iter().take(LISTED).map(named).collect(),
        series: drawn.iter().map(series).collect(),
        series_games: history.iter().map(|(games, _)| *games).collect(),
        heat_maps: heat_maps(net),
    }))
}

fn over_time(piece: &str, history: &[(u64, Net)]) -> PieceSeries {
    let values = history.iter().map(|(_, net)| value_of_piece(net, piece)).collect();
    PieceSeries { name: piece.to_owned(), values }
}

/// A pawn that is worth next to nothing, or less, is no unit.
pub fn pawn(pieces: &[NamedValue]) -> Option<f64> {
    let largest = pieces.iter().map(|piece| piece.value.abs()).fold(0.0, f64::max);
    let pawn = pieces.iter().find(|piece| piece.name == "pawn")?.value;
    (pawn > LEAST_PAWN * largest).then_some(pawn)
}
