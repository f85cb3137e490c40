//! The learner: what it keeps between games, and the step.

use std::fmt;

use hetman_eval::{LearnerState, Model};

use crate::rate::Coherence;
use crate::{Change, Episode, Rate, Trace};

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How long earlier moments share in a correction: 0 only the last, 1 all alike.
    pub lambda: f64,
    pub rate: Rate,
    pub update: Update,
    /// A weight beyond plus or minus this stops the run.
    pub bound: f64,
}

/// A setting that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsProblem {
    #[error("lambda is {0}: choose 0 to 1")]
    Lambda(f64),
    #[error("{0}")]
    Rate(String),
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
pub struct StateProblem(pub &'static str);

/// Learns from game after game.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    settings: Settings,
    /// Games learned from.
    games: u64,
    /// What games since the last step have taught.
    pending: Change,
    pending_games: u64,
    coherence: Option<Coherence>,
}

impl Settings {
    fn check(&self) -> Result<(), SettingsProblem> {
        if !(0.0..=1.0).contains(&self.lambda) {
            return Err(SettingsProblem::Lambda(self.lambda));
        }
        if let Some(problem) = self.rate.problem() {
            return Err(SettingsProblem::Rate(problem));
        }
        if self.update == Update::EveryGames(0) {
            return Err(SettingsProblem::Update);
        }
        if self.bound.is_nan() || self.bound <= 0.0 {
            return Err(SettingsProblem::Bound(self.bound));
        }
        Ok(())
    }
}

impl Learner {
    pub fn new(settings: Settings, model: &Model) -> Result<Learner, SettingsProblem> {
        settings.check()?;
        let parameters = model.parameters().len();
        let coherence = Coherence::start(&settings.rate, parameters);
        Ok(Learner { settings, games: 0, pending: Change::zero(parameters), pending_games: 0, coherence })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Games learned from, those whose step is still to come included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The rate of one parameter now: alpha, or c alpha_i.
    pub fn rate(&self, index: usize) -> f64 {
        let own = self.coherence.as_ref().map_or(1.0, |coherence| coherence.rate(index));
        self.settings.rate.shared(self.games - self.pending_games) * own
    }

    /// Learns from a finished game, one trace for each side that learns.
    pub fn learn(&mut self, model: &mut Model, traces: &[Trace]) -> Result<(), Divergence> {
        match self.settings.update {
            Update::EveryMove => self.learn_move_by_move(model, traces),
            Update::EveryGames(_) => {
                let change = Change::of_game(model, self.settings.lambda, traces);
                self.learn_change(model, &change)
            }
        }
    }

    /// Learns from a game whose change was computed elsewhere ([`Change::of_game`], on another thread), with the
    /// weights of the last step. Games must come in the order of their numbers.
    pub fn learn_change(&mut self, model: &mut Model, change: &Change) -> Result<(), Divergence> {
        self.pending.add(change);
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
        let pending = std::mem::replace(&mut self.pending, Change::zero(0));
        let result = self.step(model, &pending);
        self.pending = pending;
        if result.is_ok() {
            self.pending.clear();
            self.pending_games = 0;
        }
        result
    }

    /// Plays the traces side by side, a step after every moment; predictions are made anew with the weights that have
    /// changed meanwhile.
    fn learn_move_by_move(&mut self, model: &mut Model, traces: &[Trace]) -> Result<(), Divergence> {
        let mut episodes: Vec<Episode> = traces.iter().map(|_| Episode::new(model, self.settings.lambda)).collect();
        let longest = traces.iter().map(|trace| trace.moments.len()).max().unwrap_or(0);
        for time in 0..longest {
            for (episode, trace) in episodes.iter_mut().zip(traces) {
                if let Some(moment) = trace.moments.get(time) {
                    episode.observe(model, moment);
                    self.step(model, &episode.take_change())?;
                }
            }
        }
        for (episode, trace) in episodes.iter_mut().zip(traces) {
            episode.finish(trace.outcome);
            self.step(model, &episode.take_change())?;
        }
        self.games += 1;
        Ok(())
    }

    /// One step: w += rate sum r (2007, section 7; 2008, section 4). Then, for temporal coherence, N += sum r and
    /// A += sum |r|: the rates are those from before the change. Frozen parameters keep weight, N and A.
    ///
    /// Nothing is touched unless every weight stays finite and within the bound.
    pub fn step(&mut self, model: &mut Model, change: &Change) -> Result<(), Divergence> {
        let learning: Vec<usize> = (0..change.sum.len()).filter(|&index| !model.frozen()[index]).collect();
        let mut next = model.parameters().to_vec();
        for &index in &learning {
            next[index] += self.rate(index) * change.sum[index];
        }
        self.refuse_divergence(model.parameters(), &next)?;
        model.parameters_mut().copy_from_slice(&next);
        if let Some(coherence) = &mut self.coherence {
            for index in learning {
                coherence.net[index] += change.sum[index];
                coherence.absolute[index] += change.absolute[index];
            }
        }
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
        if let Some(coherence) = &self.coherence {
            state.insert(COHERENCE_N.to_owned(), coherence.net.clone());
            state.insert(COHERENCE_A.to_owned(), coherence.absolute.clone());
        }
        state
    }

    /// Goes on where [`state`](Learner::state) was saved.
    pub fn restore(&mut self, state: &LearnerState) -> Result<(), StateProblem> {
        let parameters = self.pending.sum.len();
        let vector = |name: &'static str, length: usize| {
            state.get(name).filter(|vector| vector.len() == length).cloned().ok_or(StateProblem(name))
        };
        let games = vector(GAMES, 2)?;
        if games[1] > games[0] {
            return Err(StateProblem(GAMES));
        }
        let mut restored = Learner { games: games[0] as u64, pending_games: games[1] as u64, ..self.clone() };
        restored.pending.clear();
        if restored.pending_games > 0 {
            restored.pending =
                Change { sum: vector(PENDING_SUM, parameters)?, absolute: vector(PENDING_ABSOLUTE, parameters)? };
        }
        if let Some(coherence) = &mut restored.coherence {
            *coherence =
                Coherence { net: vector(COHERENCE_N, parameters)?, absolute: vector(COHERENCE_A, parameters)? };
        }
        *self = restored;
        Ok(())
    }
}

const GAMES: &str = "games";
const PENDING_SUM: &str = "pending.sum";
const PENDING_ABSOLUTE: &str = "pending.absolute";
const COHERENCE_N: &str = "coherence.n";
const COHERENCE_A: &str = "coherence.a";

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Update::EveryMove => f.write_str("every move"),
            Update::EveryGames(1) => f.write_str("every game"),
            Update::EveryGames(games) => write!(f, "every {games} games"),
        }
    }
}
