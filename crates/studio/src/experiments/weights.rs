//! What an experiment has learned: weights over time, the strongest features, tables.

use std::path::Path;

use hetman_eval::Net;
use hetman_eval::model::Shape;
use hetman_lab::Store as Results;
use hetman_lab::runs::results_file;

use super::check::model_words;
use crate::library::{heat_maps, men};
use crate::problem::Problem;
use crate::wire::{NamedValue, RunWeights, WeightSeries, Weights};

/// Points of a series, at most.
const POINTS: usize = 100;

/// Where there are no more weights than this, all of them are drawn; else the strongest.
const DRAWN: usize = 14;

/// The strongest that are listed.
const LISTED: usize = 45;

pub fn of_folder(folder: &Path, experiment: &hetman_lab::Experiment) -> Result<Weights, Problem> {
    let mut runs = Vec::new();
    if let Some(store) = Results::read(&results_file(folder))? {
        for run in 1..=experiment.runs {
            runs.extend(of_run(&store, run)?);
        }
    }
    let strength = match runs.first() {
        Some(RunWeights { men, .. }) if !men.is_empty() => LINEAR,
        _ if matches!(experiment.evaluation.model, hetman_lab::experiment::ModelChoice::Linear { .. }) => LINEAR,
        _ => NETWORK,
    };
    Ok(Weights {
        features: experiment.evaluation.features.to_string(),
        model: model_words(&experiment.evaluation.model),
        strength: strength.to_owned(),
        runs,
    })
}

const LINEAR: &str = "Each feature's weight.";
const NETWORK: &str = "The products of the weights along all ways from an input to the output, added up: what an input does \
    where no unit is saturated.";

/// `None` before the first checkpoint.
fn of_run(store: &Results, run: u64) -> Result<Option<RunWeights>, Problem> {
    let Some(state) = store.state(run)? else { return Ok(None) };
    let net = read(&state.net)?;
    let (names, last) = (net.features().names(net.variant()), strengths(&net));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&left, &right| last[right].abs().total_cmp(&last[left].abs()));
    let named = |&index: &usize| NamedValue { name: names[index].clone(), value: last[index] };
    let mut drawn: Vec<usize> = order.iter().copied().take(DRAWN).collect();
    if names.len() <= DRAWN {
        drawn.sort_unstable();
    }
    let (series_games, history) = history(store, run)?;
    let series = |&index: &usize| WeightSeries {
        name: names[index].clone(),
        values: history.iter().map(|strengths| strengths[index]).collect(),
    };
    Ok(Some(RunWeights {
        run: run as u32,
        games: state.games,
        men: men(&net),
        strongest: order.iter().take(LISTED).map(named).collect(),
        series: drawn.iter().map(series).collect(),
        series_games,
        heat_maps: heat_maps(&net),
    }))
}

fn read(bytes: &[u8]) -> Result<Net, Problem> {
    let unreadable = |reason| Problem::Internal(format!("the kept net cannot be read: {reason}"));
    Net::from_bytes(bytes).map(|(net, _)| net).map_err(unreadable)
}

/// The strengths at the ends of some windows, evenly over all.
fn history(store: &Results, run: u64) -> Result<(Vec<u64>, Vec<Vec<f64>>), Problem> {
    let windows = store.windows(run)?;
    let every = windows.len().div_ceil(POINTS).max(1);
    let (mut games, mut history) = (Vec::new(), Vec::new());
    for window in windows.iter().rev().step_by(every) {
        if let Some(bytes) = store.window_net(run, window.games)? {
            games.push(window.games);
            history.push(strengths(&read(&bytes)?));
        }
    }
    games.reverse();
    history.reverse();
    Ok((games, history))
}

/// What each feature does to the value.
fn strengths(net: &Net) -> Vec<f64> {
    let parameters = net.model().parameters();
    match net.model().shape() {
        Shape::Linear { inputs } => parameters[..*inputs].to_vec(),
        Shape::Network(network) => {
            let biases = usize::from(network.has_biases());
            let mut starts = vec![0];
            for layer in network.layers() {
                starts.push(starts[starts.len() - 1] + (layer.inputs + biases) * layer.outputs);
            }
            // From the output backwards: what each unit of a layer does to the output.
            let mut behind = vec![1.0];
            for (layer, start) in network.layers().zip(starts).collect::<Vec<_>>().into_iter().rev() {
                let unit = |input: usize| {
                    let row = &parameters[start + input * layer.outputs..][..layer.outputs];
                    row.iter().zip(&behind).map(|(weight, behind)| weight * behind).sum()
                };
                behind = (0..layer.inputs).map(unit).collect();
            }
            behind
        }
    }
}

#[cfg(test)]
mod tests {
    use hetman_eval::model::{Network, Squashing};
    use hetman_eval::{FeatureSet, Model};
    use hetman_rules::Variant;

    use super::*;

    #[test]
    fn a_networks_strengths_are_products_along_the_ways() {
        let network = Network::new(&[45, 2, 1], Squashing::Bipolar, 1.0, false).unwrap();
        let mut model = Model::network(network);
        let parameters = model.parameters_mut();
        parameters[0] = 2.0;
        parameters[1] = 3.0;
        parameters[90] = 10.0;
        parameters[91] = -1.0;
        let net = Net::new(Variant::Chess, FeatureSet::Thesis45, model, Default::default()).unwrap();
        let strengths = strengths(&net);
        assert_eq!((strengths.len(), strengths[0], strengths[1]), (45, 2.0 * 10.0 - 3.0, 0.0));
    }
}
