//! Training games as work: each is a job that names the net that plays.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_arena::work::{Files, Work, content_hash};
use hetman_arena::{PlayerError, PlayerSpec, Seats, Stop};
use hetman_eval::{LearnerState, Net};
use hetman_learn::Trace;
use serde::{Deserialize, Serialize};

use super::recorded::Recording;
use super::{TrainError, game, recorded};
use crate::experiment::{Experiment, Games, Opponent};
use crate::occupancy::Occupancy;
use crate::store::GameRow;
use crate::{Observer, Source};

/// What all games have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrainingDescription {
    pub source: Source,
    /// From which the paths of the experiment are counted.
    pub base: PathBuf,
    /// Which the opponent is made of.
    pub files: Files,
}

impl TrainingDescription {
    /// What keeps the opponent from playing is said here.
    pub fn new(source: &Source, base: PathBuf) -> Result<TrainingDescription, PlayerError> {
        let mut description = TrainingDescription { source: source.clone(), base, files: Files::default() };
        if let Some(opponent) = description.opponent() {
            opponent.build(source.experiment.variant, 0)?;
            description.files = Files::of_players([&opponent])?;
        }
        Ok(description)
    }

    pub fn experiment(&self) -> &Experiment {
        &self.source.experiment
    }

    /// Whom the learner plays, if it is a player by name.
    pub fn opponent(&self) -> Option<PlayerSpec> {
        match self.experiment().games_from() {
            Games::Play(play) => match &play.opponent {
                Opponent::Player(spec) => Some(spec.relative_to(&self.base)),
                Opponent::Itself | Opponent::Human => None,
            },
            Games::Recorded(_) => None,
        }
    }
}

/// A game to learn from. The same job gives the same game, on any machine and at any time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrainingJob {
    pub run: u64,
    /// Its number in the run.
    pub game: u64,
    /// The content's hash.
    pub net: String,
    /// The game, where it was played before.
    pub recording: Option<Recording>,
}

/// A game's row, and what is learned from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingGame {
    pub row: GameRow,
    /// Where the pieces stood, if the net cares.
    pub occupancy: Option<Occupancy>,
    pub traces: Vec<Trace>,
}

/// The games as work.
pub struct TrainingGames<'a> {
    pub description: &'a TrainingDescription,
    pub nets: &'a Nets,
    pub observer: &'a dyn Observer,
}

impl Work for TrainingGames<'_> {
    type Description = TrainingDescription;
    type Job = TrainingJob;
    type Answer = TrainingGame;
    type Error = TrainError;

    fn description(&self) -> &TrainingDescription {
        self.description
    }

    fn is_bound(&self) -> bool {
        let play = self.description.experiment().play.as_ref();
        play.is_some_and(|play| play.opponent == Opponent::Human)
            || self.description.opponent().is_some_and(|opponent| opponent.is_bound())
    }

    fn perform(&self, seats: &mut Seats, job: &TrainingJob, stop: &Stop) -> Result<Option<TrainingGame>, TrainError> {
        let net = self.nets.get(&job.net).ok_or_else(|| TrainError::UnknownNet(job.net.clone()))?;
        match (self.description.experiment().games_from(), &job.recording) {
            (Games::Play(play), _) => game::play(self, play, seats, job, &net, stop),
            (Games::Recorded(settings), Some(recording)) => {
                Ok(recorded::watch(self.description.experiment(), settings, recording, job, &net, stop))
            }
            (Games::Recorded(_), None) => unreachable!("a job of such an experiment has its recording"),
        }
    }
}

/// Nets by their content, as long as jobs ask for them.
#[derive(Default)]
pub struct Nets(Mutex<BTreeMap<String, (usize, Arc<Net>)>>);

impl Nets {
    /// What jobs call the net, until it is removed as often as it was added.
    pub fn add(&self, net: &Arc<Net>) -> String {
        let hash = content_hash(&[&net.to_bytes(&LearnerState::default())]);
        self.lock().entry(hash.clone()).or_insert_with(|| (0, Arc::clone(net))).0 += 1;
        hash
    }

    pub fn get(&self, hash: &str) -> Option<Arc<Net>> {
        self.lock().get(hash).map(|(_, net)| Arc::clone(net))
    }

    pub fn remove(&self, hash: &str) {
        let mut nets = self.lock();
        let Some((users, _)) = nets.get_mut(hash) else { return };
        *users -= 1;
        if *users == 0 {
            nets.remove(hash);
        }
    }

    /// Nothing is half done when somebody panics here.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (usize, Arc<Net>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
