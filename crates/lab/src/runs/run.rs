//! One run, followed: play -> trace -> change -> step -> keep.

use std::collections::BTreeMap;
use std::sync::Arc;

use hetman_eval::{LearnerState, Net};
use hetman_learn::{Divergence, Hyperparameters, Learner, Update, WeightUpdate};

use super::recorded::Order;
use super::work::{TrainingGame, TrainingJob};
use super::{TrainError, TrainingContext, TrainingOutcome, net_file, run_seed};
use crate::Event;
use crate::experiment::Experiment;
use crate::folder::write_atomically;
use crate::occupancy::Occupancy;
use crate::store::{Checkpoint, GameRow, TrainingState, WindowRow};

/// Games of a batch that are jobs at the same time.
const JOBS_AT_ONCE: u64 = 256;

/// A run and what of it is not kept yet.
pub struct Run<'a> {
    context: &'a TrainingContext<'a>,
    number: u64,
    /// Shared with the games that are played.
    net: Arc<Net>,
    /// Which of the recorded games comes when, in an experiment that has them.
    order: Option<Order<'a>>,
    learner: Learner,
    /// Games played and learned from.
    games: u64,
    /// What jobs call the net that plays now.
    net_hash: String,
    /// Games below this number are played or jobs.
    given_out: u64,
    /// Games of the present batch that have been played, by number, with what they teach where that is known before the
    /// weights change.
    batch: BTreeMap<u64, (TrainingGame, Option<WeightUpdate>)>,
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
        let mut run = Run {
            context,
            number,
            net: Arc::new(net),
            order: context.collection.as_ref().map(|collection| Order::new(collection, seed)),
            learner,
            games: 0,
            net_hash: String::new(),
            given_out: 0,
            batch: BTreeMap::new(),
            games_before,
            rows: Vec::new(),
            windows: Vec::new(),
            window: Vec::new(),
        };
        run.restore()?;
        context.training.sink.hear(&Event::Begun { run: number, games_played: run.games });
        if run.games == 0 {
            run.note_early()?;
        }
        Ok(run)
    }

    fn restore(&mut self) -> Result<(), TrainError> {
        let run = self.number;
        let store = self.context.store.borrow();
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

    /// The games up to the next change of the weights; none where the run has come to its end.
    pub fn go_on(&mut self) -> Result<Vec<TrainingJob>, TrainError> {
        if self.has_ended() {
            self.keep()?;
            self.context.training.sink.hear(&Event::Finished { run: self.number });
            return Ok(Vec::new());
        }
        self.net_hash = self.context.nets.add(&self.net);
        self.given_out = self.games;
        Ok(self.more_jobs())
    }

    /// Those that follow in the batch. Not all of them at once: a recorded game may be a thousand times as large as its
    /// place in the collection.
    fn more_jobs(&mut self) -> Vec<TrainingJob> {
        let answered = self.batch.len() as u64;
        let end = self.games + self.batch_size().min(answered + JOBS_AT_ONCE);
        let jobs = (self.given_out..end).map(|game| self.job(game)).collect();
        self.given_out = end;
        jobs
    }

    pub fn has_ended(&self) -> bool {
        self.games == self.experiment().games
    }

    fn batch_size(&self) -> u64 {
        let together = match self.learner.settings().update {
            Update::EveryMove => 1,
            Update::EveryGames(games) => games,
        };
        together.min(self.experiment().games - self.games)
    }

    fn job(&mut self, game: u64) -> TrainingJob {
        let recording = self.order.as_mut().map(|order| order.recording(game));
        TrainingJob { run: self.number, game, net: self.net_hash.clone(), recording }
    }

    /// One of the games was played; with the last of the batch come the next.
    pub fn hear(&mut self, game: TrainingGame) -> Result<Vec<TrainingJob>, TrainError> {
        let Hyperparameters { update, lambda, .. } = *self.learner.settings();
        let update =
            (update != Update::EveryMove).then(|| WeightUpdate::of_game(self.net.model(), lambda, &game.traces));
        self.batch.insert(game.row.game, (game, update));
        if (self.batch.len() as u64) < self.batch_size() {
            return Ok(self.more_jobs());
        }
        self.context.nets.remove(&self.net_hash);
        let batch: Vec<_> = std::mem::take(&mut self.batch).into_values().collect();
        self.learn(&batch)?;
        self.note(&batch);
        if is_early(self.games - batch.len() as u64, self.games, self.experiment().measure.window) {
            self.note_early()?;
        }
        if self.rows.len() as u64 >= self.experiment().measure.checkpoint {
            self.keep()?;
        }
        self.go_on()
    }

    /// Somebody wants it to stop.
    pub fn interrupt(mut self) -> Result<TrainingOutcome, TrainError> {
        self.keep()?;
        Ok(TrainingOutcome::Stopped)
    }

    /// Changes the weights; if that fails, everything up to the batch before is kept.
    fn learn(&mut self, batch: &[(TrainingGame, Option<WeightUpdate>)]) -> Result<(), TrainError> {
        let before = (Arc::clone(&self.net), self.learner.clone());
        if let Err(divergence) = self.learn_or_diverge(batch) {
            (self.net, self.learner) = before;
            self.keep()?;
            let parameter = self.net.parameter_names().swap_remove(divergence.index);
            return Err(TrainError::Diverged { run: self.number, parameter, divergence });
        }
        Ok(())
    }

    fn learn_or_diverge(&mut self, batch: &[(TrainingGame, Option<WeightUpdate>)]) -> Result<(), Divergence> {
        let model = Arc::make_mut(&mut self.net).model_mut();
        for (game, update) in batch {
            match update {
                Some(update) => self.learner.learn_update(model, update)?,
                None => self.learner.learn(model, &game.traces)?,
            }
        }
        // The last games of a run may be fewer than a step waits for.
        self.learner.finish(model)
    }

    /// Writes down what the games gave, and the net at the end of each window.
    fn note(&mut self, batch: &[(TrainingGame, Option<WeightUpdate>)]) {
        self.games += batch.len() as u64;
        let net = Arc::make_mut(&mut self.net);
        net.provenance.games_seen = self.games_before + self.games;
        for occupancy in batch.iter().filter_map(|(game, _)| game.occupancy.as_ref()) {
            let mut all = Occupancy::of_net(net);
            all += occupancy;
            all.note_in(net);
        }
        let window = self.experiment().measure.window;
        for row in batch.iter().map(|(game, _)| &game.row) {
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

    /// Shows the net as it is now to those who watch it learn.
    fn note_early(&self) -> Result<(), TrainError> {
        let net = self.net.to_bytes(&LearnerState::default());
        let mut store = self.context.store.borrow_mut();
        store.note_early(self.number, self.games, &net)?;
        drop(store);
        self.context.training.sink.hear(&Event::Noted { run: self.number, games_played: self.games });
        Ok(())
    }

    /// A checkpoint: first the store, in one transaction; then the net's file, for use.
    fn keep(&mut self) -> Result<(), TrainError> {
        let net = self.net.to_bytes(&self.learner.state());
        if !self.rows.is_empty() {
            let checkpoint = Checkpoint {
                run: self.number,
                games: std::mem::take(&mut self.rows),
                windows: std::mem::take(&mut self.windows),
                state: TrainingState { games: self.games, net: net.clone() },
            };
            self.context.store.borrow_mut().keep(&checkpoint)?;
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
