//! One run, followed: play -> trace -> change -> step -> keep.

use std::sync::{Arc, PoisonError};

use hetman_eval::{LearnerState, Net};
use hetman_learn::{Change, Divergence, Learner, Update};
use rayon::prelude::*;

use super::game::{self, Around, Lesson};
use super::{Bench, TrainProblem, Verdict, net_file, recorded, run_seed};
use crate::Event;
use crate::experiment::{Experiment, Games};
use crate::folder::write_atomically;
use crate::occupancy::Occupancy;
use crate::store::{Checkpoint, GameRow, State, WindowRow};

/// A run and what of it is not kept yet.
pub struct Run<'a> {
    bench: &'a Bench<'a>,
    number: u64,
    seed: u64,
    net: Net,
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
    pub fn begin(bench: &'a Bench<'a>, number: u64) -> Result<Run<'a>, TrainProblem> {
        let source = bench.training.source;
        let seed = run_seed(source.experiment.seed, number);
        let net = source.first_net(bench.training.base, number, seed)?;
        let learner = source.first_learner(&net)?;
        let games_before = net.provenance.games_seen;
        let (rows, windows, window) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = Run { bench, number, seed, net, learner, games: 0, games_before, rows, windows, window };
        run.restore()?;
        bench.training.sink.hear(&Event::Begun { run: number, games_played: run.games });
        if run.games == 0 {
            run.note_early()?;
        }
        Ok(run)
    }

    fn restore(&mut self) -> Result<(), TrainProblem> {
        let run = self.number;
        let store = self.bench.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = store.state(run)? else { return Ok(()) };
        let unusable = |reason: String| TrainProblem::State { run, reason };
        let (net, learner) = Net::from_bytes(&state.net).map_err(|problem| unusable(problem.to_string()))?;
        self.learner.restore(&learner).map_err(|problem| unusable(problem.to_string()))?;
        self.net = net;
        self.games = state.games;
        let window = self.experiment().measure.window;
        self.window = store.games(run, state.games / window * window)?;
        Ok(())
    }

    fn experiment(&self) -> &'a Experiment {
        &self.bench.training.source.experiment
    }

    /// Plays and learns until all games are played or somebody stops it.
    pub fn complete(mut self) -> Result<Verdict, TrainProblem> {
        while self.games < self.experiment().games {
            let Some(batch) = self.play_batch()? else {
                self.keep()?;
                return Ok(Verdict::Stopped);
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
        self.bench.training.sink.hear(&Event::Finished { run: self.number });
        Ok(Verdict::Finished)
    }

    /// The games up to the next change of the weights, each with its traces; `None` if they were interrupted.
    fn play_batch(&self) -> Result<Option<Vec<Lesson>>, TrainProblem> {
        let experiment = self.experiment();
        let together = match self.learner.settings().update {
            Update::EveryMove => 1,
            Update::EveryGames(games) => games,
        };
        let net = Arc::new(self.net.clone());
        let should_stop = || self.bench.should_stop();
        let base = self.bench.training.base;
        let one_game = |number| match (experiment.games_from(), &self.bench.collection) {
            (Games::Play(play), _) => {
                let sink = self.bench.training.sink;
                let onlooker = |learner, record: &_| sink.watch(self.number, number, learner, record);
                let person = || sink.person(self.number, number);
                let around = Around { should_stop: &should_stop, onlooker: &onlooker, person: &person };
                Ok(game::play(experiment, play, base, &net, self.seed, number, &around)?)
            }
            (Games::Recorded(recorded), Some(collection)) => {
                Ok(recorded::watch(experiment, recorded, collection, &net, self.seed, number, &should_stop))
            }
            (Games::Recorded(_), None) => unreachable!("the collection is read before any run begins"),
        };
        let last = experiment.games.min(self.games + together);
        (self.games..last).into_par_iter().map(one_game).collect()
    }

    /// Changes the weights; if that fails, everything up to the batch before is kept.
    fn learn(&mut self, batch: &[Lesson]) -> Result<(), TrainProblem> {
        let before = (self.net.clone(), self.learner.clone());
        if let Err(divergence) = self.learn_or_diverge(batch) {
            (self.net, self.learner) = before;
            self.keep()?;
            let parameter = self.net.parameter_names().swap_remove(divergence.index);
            return Err(TrainProblem::Diverged { run: self.number, parameter, divergence });
        }
        Ok(())
    }

    fn learn_or_diverge(&mut self, batch: &[Lesson]) -> Result<(), Divergence> {
        let model = self.net.model_mut();
        if self.learner.settings().update == Update::EveryMove {
            return batch.iter().try_for_each(|lesson| self.learner.learn(model, &lesson.traces));
        }
        let lambda = self.learner.settings().lambda;
        let fixed = &*model;
        let changes: Vec<Change> =
            batch.par_iter().map(|lesson| Change::of_game(fixed, lambda, &lesson.traces)).collect();
        changes.iter().try_for_each(|change| self.learner.learn_change(model, change))?;
        // The last games of a run may be fewer than a step waits for.
        self.learner.finish(model)
    }

    /// Writes down what the games gave, and the net at the end of each window.
    fn note(&mut self, batch: &[Lesson]) {
        self.games += batch.len() as u64;
        self.net.provenance.games_seen = self.games_before + self.games;
        for men in batch.iter().filter_map(|lesson| lesson.men.as_ref()) {
            let mut all = Occupancy::of_net(&self.net);
            all += men;
            all.note_in(&mut self.net);
        }
        let window = self.experiment().measure.window;
        for row in batch.iter().map(|lesson| &lesson.row) {
            self.bench.training.sink.hear(&Event::Played { run: self.number, row: row.clone() });
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
    fn note_early(&self) -> Result<(), TrainProblem> {
        let net = self.net.to_bytes(&LearnerState::default());
        let mut store = self.bench.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.note_early(self.number, self.games, &net)?;
        drop(store);
        self.bench.training.sink.hear(&Event::Noted { run: self.number, games_played: self.games });
        Ok(())
    }

    /// A checkpoint: first the store, in one transaction; then the file for whoever wants to use the net.
    fn keep(&mut self) -> Result<(), TrainProblem> {
        let net = self.net.to_bytes(&self.learner.state());
        if !self.rows.is_empty() {
            let checkpoint = Checkpoint {
                run: self.number,
                games: std::mem::take(&mut self.rows),
                windows: std::mem::take(&mut self.windows),
                state: State { games: self.games, net: net.clone() },
            };
            self.bench.store.lock().unwrap_or_else(PoisonError::into_inner).keep(&checkpoint)?;
        }
        write_atomically(&net_file(self.bench.training.folder, self.number), &net)?;
        self.bench.training.sink.hear(&Event::Kept { run: self.number, games_played: self.games });
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
