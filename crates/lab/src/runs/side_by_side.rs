//! The runs of an experiment, as many at a time as keep everybody busy.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use hetman_arena::work::{Executor, Following, Switches};

use super::run::Run;
use super::work::{TrainingGame, TrainingGames, TrainingJob};
use super::{TrainError, TrainingContext, TrainingOutcome};

pub struct Runs<'a> {
    context: &'a TrainingContext<'a>,
    open: BTreeMap<u64, Run<'a>>,
    /// How many have begun.
    begun: u64,
    /// Jobs at a time: with fewer, the next run begins.
    width: usize,
    /// Jobs that were given out and not answered.
    unanswered: usize,
    verdicts: BTreeMap<u64, Result<TrainingOutcome, TrainError>>,
}

impl<'a> Runs<'a> {
    pub fn new(context: &'a TrainingContext<'a>, width: usize) -> Runs<'a> {
        Runs { context, open: BTreeMap::new(), begun: 0, width, unanswered: 0, verdicts: BTreeMap::new() }
    }

    /// Trains until all runs have played their games, somebody stops it, or it cannot go on.
    pub fn train(mut self, executor: &impl Executor) -> Result<TrainingOutcome, TrainError> {
        let TrainingContext { training, description, nets, .. } = self.context;
        let work = TrainingGames { description, nets, observer: training.sink };
        let stop = || training.stop.load(Ordering::Relaxed);
        let executed = match self.with_more_runs(Vec::new()) {
            ControlFlow::Continue(jobs) => {
                let switches = Switches { close: &stop, abandon: &stop };
                executor.execute(&work, jobs, switches, &mut |job, game| Ok::<_, TrainError>(self.hear(job, game)))
            }
            ControlFlow::Break(()) => Ok(()),
        };
        for (number, run) in std::mem::take(&mut self.open) {
            self.decide(number, run.interrupt());
        }
        let verdicts = self.verdicts.into_values().collect::<Result<Vec<_>, _>>()?;
        executed?;
        let are_finished =
            self.begun == training.source.experiment.runs && !verdicts.contains(&TrainingOutcome::Stopped);
        Ok(if are_finished { TrainingOutcome::Finished } else { TrainingOutcome::Stopped })
    }

    fn hear(&mut self, job: TrainingJob, game: TrainingGame) -> Following<TrainingJob> {
        self.unanswered -= 1;
        // A run that has failed is not waited for.
        let Some(run) = self.open.get_mut(&job.run) else { return self.with_more_runs(Vec::new()) };
        let following = run.hear(game);
        let jobs = self.jobs_of(job.run, following);
        self.with_more_runs(jobs)
    }

    /// What a run goes on with; without jobs it has come to its end.
    fn jobs_of(&mut self, number: u64, following: Result<Vec<TrainingJob>, TrainError>) -> Vec<TrainingJob> {
        match following {
            Ok(jobs) if !jobs.is_empty() || !self.open[&number].has_ended() => jobs,
            ended => {
                self.open.remove(&number);
                self.decide(number, ended.map(|_| TrainingOutcome::Finished));
                Vec::new()
            }
        }
    }

    fn with_more_runs(&mut self, mut jobs: Vec<TrainingJob>) -> Following<TrainingJob> {
        while self.begun < self.context.training.source.experiment.runs
            && self.unanswered + jobs.len() < self.width
            && !self.is_broken()
        {
            self.begun += 1;
            jobs.extend(self.begin(self.begun));
        }
        self.unanswered += jobs.len();
        if self.is_broken() { ControlFlow::Break(()) } else { ControlFlow::Continue(jobs) }
    }

    fn begin(&mut self, number: u64) -> Vec<TrainingJob> {
        match Run::begin(self.context, number) {
            Ok(run) => {
                let run = self.open.entry(number).or_insert(run);
                let following = run.go_on();
                self.jobs_of(number, following)
            }
            Err(error) => {
                self.decide(number, Err(error));
                Vec::new()
            }
        }
    }

    fn decide(&mut self, number: u64, verdict: Result<TrainingOutcome, TrainError>) {
        self.verdicts.insert(number, verdict.map_err(TrainError::interrupting));
    }

    /// One run's trouble with the disk is everybody's.
    fn is_broken(&self) -> bool {
        let is_trouble = |verdict: &Result<_, TrainError>| verdict.as_ref().is_err_and(TrainError::is_of_the_disk);
        self.verdicts.values().any(is_trouble)
    }
}
