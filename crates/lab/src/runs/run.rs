//! One run, followed: play -> trace -> change -> step -> keep.

use std::sync::{Arc, PoisonError};

use hetman_eval::{LearnerState, Net};
use hetman_learn::{Divergence, Learner, Update, WeightUpdate};
use rayon::prelude::*;

use super::{SampleSource, TrainError, TrainingContext, TrainingGame, TrainingOutcome, net_file, run_seed};
use crate::Event;
use crate::experiment::Experiment;
use crate::folder::write_atomically;
use crate::occupancy::Occupancy;
use crate::store::{Checkpoint, GameRow, TrainingState, WindowRow};

/// A run and what of it is not kept yet.
pub struct Run<'a> {
    context: &'a TrainingContext<'a>,
    number: u64,
    /// Shared with the games that are played.
    net: Arc<Net>,
    samples: Box<dyn SampleSource + 'a>,
    learner: Learner,
    /// Games played and learned from.
    games: u64,
    /// Games the net had seen before the run.
    games_before: u64,
    /// Rows since the last checkpoint.
    rows: Vec<GameRow>,
    windows: Vec<(WindowRow, Vec<u8>)>,
    /// Rows since the last full window.
    window: Vec<GameRow>,
}

impl<'a> Run<'a> {
    /// The run as it was at its last checkpoint, or before its first game.
    pub fn begin(context: &'a TrainingContext<'a>, number: u64) -> Result<Run<'a>, TrainError> {
        let source = context.training.source;
        let seed = run_seed(source.experiment.seed, number);
        let net = source.first_net(context.training.base, number, seed)?;
        let learner = source.first_learner(&net)?;
        let games_before = net.provenance.games_seen;
        let (rows, windows, window) = (Vec::new(), Vec::new(), Vec::new());
        let net = Arc::new(net);
        let samples = context.samples(number, seed);
        let mut run = Run { context, number, net, samples, learner, games: 0, games_before, rows, windows, window };
        run.restore()?;
        context.training.sink.hear(&Event::Begun { run: number, games_played: run.games });
        if run.games == 0 {
            run.note_early()?;
        }
        Ok(run)
    }

    fn restore(&mut self) -> Result<(), TrainError> {
        let run = self.number;
        let store = self.context.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = store.state(run)? else { return Ok(()) };
        let unusable = |reason: String| TrainError::TrainingState { run, reason };
        let (net, learner) = Net::from_bytes(&state.net).map_err(|problem| unusable(problem.to_string()))?;
        self.learner.restore(&learner).map_err(|problem| unusable(problem.to_string()))?;
        self.net = Arc::new(net);
        self.games = state.games;
        let window = self.experiment().measure.window;
        self.window = store.games(run, state.games / window * window)?;
        Ok(())
    }

    fn experiment(&self) -> &'a Experiment {
        &self.context.training.source.experiment
    }

    /// Plays and learns until all games are played or somebody stops it.
    pub fn complete(mut self) -> Result<TrainingOutcome, TrainError> {
        while self.games < self.experiment().games {
            let Some(batch) = self.play_batch()? else {
                self.keep()?;
                return Ok(TrainingOutcome::Stopped);
            };
            self.learn(&batch)?;
            self.note(&batch);
            if is_early(self.games - batch.len() as u64, self.games, self.experiment().measure.window) {
                self.note_early()?;
            }
            if self.rows.len() as u64 >= self.experiment().measure.checkpoint {
                self.keep()?;
            }
        }
        self.keep()?;
        self.context.training.sink.hear(&Event::Finished { run: self.number });
        Ok(TrainingOutcome::Finished)
    }

    /// The games up to the next change of the weights, each with its traces; `None` if they were interrupted.
    fn play_batch(&self) -> Result<Option<Vec<TrainingGame>>, TrainError> {
        let experiment = self.experiment();
        let together = match self.learner.settings().update {
            Update::EveryMove => 1,
            Update::EveryGames(games) => games,
        };
        let last = experiment.games.min(self.games + together);
        (self.games..last).into_par_iter().map(|number| self.samples.game(&self.net, number)).collect()
    }

    /// Changes the weights; if that fails, everything up to the batch before is kept.
    fn learn(&mut self, batch: &[TrainingGame]) -> Result<(), TrainError> {
        let before = (Arc::clone(&self.net), self.learner.clone());
        if let Err(divergence) = self.learn_or_diverge(batch) {
            (self.net, self.learner) = before;
            self.keep()?;
            let parameter = self.net.parameter_names().swap_remove(divergence.index);
            return Err(TrainError::Diverged { run: self.number, parameter, divergence });
        }
        Ok(())
    }

    fn learn_or_diverge(&mut self, batch: &[TrainingGame]) -> Result<(), Divergence> {
        let model = Arc::make_mut(&mut self.net).model_mut();
        if self.learner.settings().update == Update::EveryMove {
            return batch.iter().try_for_each(|game| self.learner.learn(model, &game.traces));
        }
        let lambda = self.learner.settings().lambda;
        let fixed = &*model;
        let update = |game: &TrainingGame| WeightUpdate::of_game(fixed, lambda, &game.traces);
        let updates: Vec<WeightUpdate> = batch.par_iter().map(update).collect();
        updates.iter().try_for_each(|update| self.learner.learn_update(model, update))?;
        // The last games of a run may be fewer than a step waits for.
        self.learner.finish(model)
    }

    /// Writes down what the games gave, and the net at the end of each window.
    fn note(&mut self, batch: &[TrainingGame]) {
        self.games += batch.len() as u64;
        let net = Arc::make_mut(&mut self.net);
        net.provenance.games_seen = self.games_before + self.games;
        for occupancy in batch.iter().filter_map(|game| game.occupancy.as_ref()) {
            let mut all = Occupancy::of_net(net);
            all += occupancy;
            all.note_in(net);
        }
        let window = self.experiment().measure.window;
        for row in batch.iter().map(|game| &game.row) {
            self.context.training.sink.hear(&Event::Played { run: self.number, row: row.clone() });
            self.rows.push(row.clone());
            self.window.push(row.clone());
            if self.window.len() as u64 == window {
                let row = WindowRow::of(row.game + 1, &self.window);
                self.windows.push((row, self.net.to_bytes(&self.learner.state())));
                self.window.clear();
            }
        }
    }

    /// Shows the net as it is now to whoever wants to see it learn.
    fn note_early(&self) -> Result<(), TrainError> {
        let net = self.net.to_bytes(&LearnerState::default());
        let mut store = self.context.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.note_early(self.number, self.games, &net)?;
        drop(store);
        self.context.training.sink.hear(&Event::Noted { run: self.number, games_played: self.games });
        Ok(())
    }

    /// A checkpoint: first the store, in one transaction; then the file for whoever wants to use the net.
    fn keep(&mut self) -> Result<(), TrainError> {
        let net = self.net.to_bytes(&self.learner.state());
        if !self.rows.is_empty() {
            let checkpoint = Checkpoint {
                run: self.number,
                games: std::mem::take(&mut self.rows),
                windows: std::mem::take(&mut self.windows),
                state: TrainingState { games: self.games, net: net.clone() },
            };
            self.context.store.lock().unwrap_or_else(PoisonError::into_inner).keep(&checkpoint)?;
        }
        write_atomically(&net_file(self.context.training.folder, self.number), &net)?;
        self.context.training.sink.hear(&Event::Kept { run: self.number, games_played: self.games });
        Ok(())
    }
}

/// Whether a net is worth noting: before the first window ends, learning is quickest, and there is one after 1, 2, 5, 10,
/// 20, 50, ... games, or at the first change of the weights after that.
fn is_early(before: u64, now: u64, window: u64) -> bool {
    let decades = std::iter::successors(Some(1_u64), |decade| decade.checked_mul(10));
    let mut marks = decades.take_while(|decade| *decade <= now).flat_map(|decade| [1, 2, 5].map(|step| step * decade));
    before < window && marks.any(|mark| before < mark && mark <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_are_noted_densely_at_first() {
        let noted =
            |step: u64| (0..60).map(move |batch| batch * step).filter(move |&from| is_early(from, from + step, 50));
        assert_eq!(noted(1).map(|from| from + 1).collect::<Vec<_>>(), [1, 2, 5, 10, 20, 50]);
        assert_eq!(noted(8).map(|from| from + 8).collect::<Vec<_>>(), [8, 16, 24, 56]);
    }
}
