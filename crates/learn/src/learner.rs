//! The learner: what it keeps between games, and the step.

use std::fmt;
use std::sync::Arc;

use hetman_eval::{LearnerState, Model};

use crate::{Episode, Optimiser, Trace, WeightUpdate};

/// Weights beyond this are taken for divergence: a hundred times the largest of any published run.
pub const DEFAULT_BOUND: f64 = 10_000.0;

/// When a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    EveryMove,
    /// After this many games, with the sum of their changes; 1 is the way of all the earlier works.
    EveryGames(u64),
}

/// How to learn.
#[derive(Clone, Debug)]
pub struct Hyperparameters {
    /// How long earlier samples share in a correction: 0 only the last, 1 all alike.
    pub lambda: f64,
    pub optimiser: Arc<dyn Optimiser>,
    pub update: Update,
    /// A weight beyond plus or minus this stops the run.
    pub bound: f64,
}

/// A hyperparameter that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HyperparameterError {
    #[error("lambda is {0}: choose 0 to 1")]
    Lambda(f64),
    #[error("weights cannot be updated every 0 games: choose 1 or more")]
    Update,
    #[error("the bound on weights is {0}: choose a number above 0")]
    Bound(f64),
}

/// Learning ran away. The model and the learner are as they were before the step.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "learning diverged after {games} games: parameter {index} would go from {before} to {after} (allowed is {bound} \
     either way); the weights before this step are kept; try a smaller rate or lambda"
)]
pub struct Divergence {
    /// The parameter's place in the flat vector.
    pub index: usize,
    pub before: f64,
    pub after: f64,
    pub bound: f64,
    pub games: u64,
}

/// A saved state that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the learner's saved state does not fit its settings: '{0}' is missing or damaged")]
pub struct StateError(pub &'static str);

/// Learns from game after game.
#[derive(Clone, Debug)]
pub struct Learner {
    settings: Hyperparameters,
    /// Games learned from.
    games: u64,
    /// What games since the last step have taught.
    pending: WeightUpdate,
    pending_games: u64,
    /// What the optimiser keeps of the weights, weight by weight.
    kept: Vec<f64>,
}

impl Hyperparameters {
    fn check(&self) -> Result<(), HyperparameterError> {
        if !(0.0..=1.0).contains(&self.lambda) {
            return Err(HyperparameterError::Lambda(self.lambda));
        }
        if self.update == Update::EveryGames(0) {
            return Err(HyperparameterError::Update);
        }
        if self.bound.is_nan() || self.bound <= 0.0 {
            return Err(HyperparameterError::Bound(self.bound));
        }
        Ok(())
    }
}

impl Learner {
    pub fn new(settings: Hyperparameters, model: &Model) -> Result<Learner, HyperparameterError> {
        settings.check()?;
        let parameters = model.parameters().len();
        let initial: Vec<f64> = settings.optimiser.slots().iter().map(|slot| slot.initial).collect();
        let kept = initial.repeat(parameters);
        Ok(Learner { settings, games: 0, pending: WeightUpdate::zero(parameters), pending_games: 0, kept })
    }

    pub fn settings(&self) -> &Hyperparameters {
        &self.settings
    }

    /// Games learned from, those whose step is still to come included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Learns from a finished game, one trace for each side that learns.
    pub fn learn(&mut self, model: &mut Model, traces: &[Trace]) -> Result<(), Divergence> {
        match self.settings.update {
            Update::EveryMove => self.learn_move_by_move(model, traces),
            Update::EveryGames(_) => {
                let update = WeightUpdate::of_game(model, self.settings.lambda, traces);
                self.learn_update(model, &update)
            }
        }
    }

    /// Learns from a game whose update was computed elsewhere ([`WeightUpdate::of_game`], on another thread), with the
    /// weights of the last step. Games must come in the order of their numbers.
    pub fn learn_update(&mut self, model: &mut Model, update: &WeightUpdate) -> Result<(), Divergence> {
        self.pending.add(update);
        self.pending_games += 1;
        self.games += 1;
        match self.settings.update {
            Update::EveryGames(games) if self.pending_games < games => Ok(()),
            _ => self.finish(model),
        }
    }

    /// Takes the step for games that still wait for one, as at the end of a run.
    pub fn finish(&mut self, model: &mut Model) -> Result<(), Divergence> {
        if self.pending_games == 0 {
            return Ok(());
        }
        let pending = std::mem::replace(&mut self.pending, WeightUpdate::zero(0));
        let result = self.step(model, &pending);
        self.pending = pending;
        if result.is_ok() {
            self.pending.clear();
            self.pending_games = 0;
        }
        result
    }

    /// Plays the traces side by side, a step after every sample; predictions are made anew with the weights that have
    /// changed meanwhile.
    fn learn_move_by_move(&mut self, model: &mut Model, traces: &[Trace]) -> Result<(), Divergence> {
        let mut episodes: Vec<Episode> = traces.iter().map(|_| Episode::new(model, self.settings.lambda)).collect();
        let longest = traces.iter().map(|trace| trace.samples.len()).max().unwrap_or(0);
        for time in 0..longest {
            for (episode, trace) in episodes.iter_mut().zip(traces) {
                if let Some(sample) = trace.samples.get(time) {
                    episode.observe(model, sample);
                    self.step(model, &episode.take_update())?;
                }
            }
        }
        for (episode, trace) in episodes.iter_mut().zip(traces) {
            episode.finish(trace.outcome);
            self.step(model, &episode.take_update())?;
        }
        self.games += 1;
        Ok(())
    }

    /// One step: w += what the optimiser makes of sum r (2007, section 7; 2008, section 4). Frozen parameters keep their
    /// weight, and what is kept of them.
    ///
    /// Nothing is touched unless every weight stays finite and within the bound.
    pub fn step(&mut self, model: &mut Model, update: &WeightUpdate) -> Result<(), Divergence> {
        let (mut next, mut kept) = (model.parameters().to_vec(), self.kept.clone());
        let games = self.games - self.pending_games;
        self.settings.optimiser.steps(update, model.frozen(), games, &mut next, &mut kept);
        self.refuse_divergence(model.parameters(), &next)?;
        model.parameters_mut().copy_from_slice(&next);
        self.kept = kept;
        Ok(())
    }

    fn refuse_divergence(&self, before: &[f64], after: &[f64]) -> Result<(), Divergence> {
        let bound = self.settings.bound;
        let is_sane = |weight: &f64| weight.is_finite() && weight.abs() <= bound;
        match after.iter().position(|weight| !is_sane(weight)) {
            None => Ok(()),
            Some(index) => {
                Err(Divergence { index, before: before[index], after: after[index], bound, games: self.games })
            }
        }
    }

    /// Everything the next game's learning depends on besides the weights, to be saved with them.
    pub fn state(&self) -> LearnerState {
        let mut state = LearnerState::from([(GAMES.to_owned(), vec![self.games as f64, self.pending_games as f64])]);
        if self.pending_games > 0 {
            state.insert(PENDING_SUM.to_owned(), self.pending.sum.clone());
            state.insert(PENDING_ABSOLUTE.to_owned(), self.pending.absolute.clone());
        }
        let slots = self.settings.optimiser.slots();
        for (place, slot) in slots.iter().enumerate() {
            state.insert(slot.name.to_owned(), self.kept.iter().skip(place).step_by(slots.len()).copied().collect());
        }
        state
    }

    /// Goes on where [`state`](Learner::state) was saved.
    pub fn restore(&mut self, state: &LearnerState) -> Result<(), StateError> {
        let parameters = self.pending.sum.len();
        let vector = |name: &'static str, length: usize| {
            state.get(name).filter(|vector| vector.len() == length).cloned().ok_or(StateError(name))
        };
        let games = vector(GAMES, 2)?;
        if games[1] > games[0] {
            return Err(StateError(GAMES));
        }
        let mut restored = Learner { games: games[0] as u64, pending_games: games[1] as u64, ..self.clone() };
        restored.pending.clear();
        if restored.pending_games > 0 {
            restored.pending =
                WeightUpdate { sum: vector(PENDING_SUM, parameters)?, absolute: vector(PENDING_ABSOLUTE, parameters)? };
        }
        let slots = self.settings.optimiser.slots();
        for (place, slot) in slots.iter().enumerate() {
            let numbers = vector(slot.name, parameters)?;
            restored.kept.iter_mut().skip(place).step_by(slots.len()).zip(numbers).for_each(|(kept, one)| *kept = one);
        }
        *self = restored;
        Ok(())
    }
}

const GAMES: &str = "games";
const PENDING_SUM: &str = "pending.sum";
const PENDING_ABSOLUTE: &str = "pending.absolute";

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Update::EveryMove => f.write_str("every move"),
            Update::EveryGames(1) => f.write_str("every game"),
            Update::EveryGames(games) => write!(f, "every {games} games"),
        }
    }
}
