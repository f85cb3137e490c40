//! One lineage: a job that goes on until it is stopped. Its folder says itself where to go on.

use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use hetman_arena::Local;
use hetman_lab::improvement::{
    self, Child, ImprovementEvent, ImprovementObserver, ImprovementSettings, Lineage, improve,
};
use serde::{Deserialize, Serialize};

use super::player;
use super::progress::StepProgress;
use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Stored, Work};
use crate::problem::{Problem, in_full};
use crate::route::Route;
use crate::studio::Studio;
use crate::wire::{Event, Improvement, ImprovementChild, ImprovementDeleted, Topic};

/// What is stored of a lineage besides its folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    settings: ImprovementSettings,
}

pub struct ImprovementJob {
    pub settings: ImprovementSettings,
    /// As the folder has it.
    pub lineage: Option<Lineage>,
    progress: Option<StepProgress>,
}

impl ImprovementJob {
    pub fn new(settings: ImprovementSettings) -> ImprovementJob {
        ImprovementJob { settings, lineage: None, progress: None }
    }
}

impl Work for ImprovementJob {
    const NAME: &'static str = "improvement";
    const AT_ONCE: usize = 1;
    const CROWDED: &'static str = "network is teaching itself already: stop it first";
    const NICENESS: i32 = 10;

    type Kept = Stored<Kept>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Kept>> {
        Some(Stored { kept: Kept { settings: self.settings.clone() }, desired: desired.clone() })
    }

    fn restore(Stored { kept, desired }: Stored<Kept>, folder: &Path) -> Result<(Self, DesiredState), Problem> {
        let lineage = Lineage::read(folder).map_err(|problem| Problem::Internal(in_full(&problem)))?;
        Ok((ImprovementJob { lineage, ..ImprovementJob::new(kept.settings) }, desired))
    }

    fn topic(_: u64) -> Topic {
        Topic("improvements".to_owned())
    }

    fn actions(status: Status) -> &'static [Action] {
        match status {
            Status::Running => &[Action::Stop, Action::Delete],
            Status::Ending => &[Action::Delete],
            _ => &[Action::Start, Action::Delete],
        }
    }

    fn begin(&mut self) {
        self.progress = None;
    }

    fn run(job: &Arc<Job<ImprovementJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        let settings = job.lock().settings.clone();
        let date = job.created.get(..10).unwrap_or_default().replace('-', ".");
        let threads = available_parallelism().map_or(1, usize::from);
        let improved = improve(&improvement::Improvement {
            folder: &job.folder,
            settings: Some(&settings),
            generations: None,
            program: &format!("hetman {}", studio.revision),
            date: &date,
            threads,
            executor: Local { threads },
            stop: job.switch(),
            observer: &Notes { job, studio },
        });
        // It has no end of its own.
        improved.map(|_| End::Stopped).map_err(|problem| in_full(&problem))
    }

    fn end(_: &Job<ImprovementJob>, _: &Studio, state: &mut JobState<ImprovementJob>, _: &DesiredState) {
        state.progress = None;
    }

    fn changed(job: &Job<ImprovementJob>, state: &JobState<ImprovementJob>) -> Option<Event> {
        Some(Event::Improvement(line(job, state)))
    }

    fn deleted(id: String) -> Option<Event> {
        Some(Event::ImprovementDeleted(ImprovementDeleted { id }))
    }

    fn routes() -> Vec<Route> {
        super::routes()
    }
}

/// What the loop tells, noted and told on.
struct Notes<'a> {
    job: &'a Arc<Job<ImprovementJob>>,
    studio: &'a Studio,
}

impl ImprovementObserver for Notes<'_> {
    fn hear(&self, event: &ImprovementEvent) {
        let mut state = self.job.lock();
        state.progress = StepProgress::after(state.progress.take(), event);
        if let ImprovementEvent::Ended(child) = event {
            let settings = state.settings.clone();
            let lineage = state.lineage.get_or_insert(Lineage { settings, children: Vec::new() });
            lineage.children.push((*child).clone());
        }
        self.job.show_soon(self.studio, &state);
    }
}

pub fn line(job: &Job<ImprovementJob>, state: &JobState<ImprovementJob>) -> Improvement {
    let has_network = state.lineage.as_ref().is_some_and(|lineage| lineage.champion().is_some());
    Improvement {
        id: job.id.to_string(),
        variant: state.settings.variant().uci_name().to_owned(),
        state: state.status().into(),
        message: state.desired.failure(),
        progress: state.progress.as_ref().map(StepProgress::shown),
        children: state.lineage.iter().flat_map(|lineage| &lineage.children).map(child).collect(),
        player: has_network.then(|| player::id(job.id)),
        settings: state.settings.to_string(),
        created: job.created.clone(),
        actions: state.actions(),
    }
}

fn child(child: &Child) -> ImprovementChild {
    ImprovementChild {
        generation: child.generation,
        parent: child.parent,
        games: child.games,
        positions: child.positions,
        training_error: child.training_error,
        held_out_error: child.held_out_error,
        wins: child.counts.wins,
        draws: child.counts.draws,
        losses: child.counts.losses,
        elo: child.elo,
        elo_low: child.elo_low,
        elo_high: child.elo_high,
        is_kept: child.is_kept,
    }
}
