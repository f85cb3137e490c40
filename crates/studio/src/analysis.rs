//! Analyses: searches that go on and tell their best lines as events, for as long as somebody watches.

mod analyser;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hetman_rules::{Ending, GameRecord};
use hetman_search::Control;

use crate::jobs::{Action, DesiredState, End, Job, JobState, NotStored, Status, Work};
use crate::position;
use crate::problem::Problem;
use crate::route::{Call, Route};
use crate::studio::Studio;
use crate::wire::{Analysis, AnalysisEnded, AnalysisLine, AnalysisStarted, AnalysisWish, Done, Event};
use analyser::{Analyser, AnalysisTask};

/// Nobody looks longer.
const LONGEST: Duration = Duration::from_secs(600);

/// An analysis that nobody has followed or asked for during so many ticks ends: five seconds are long enough for a page
/// to reconnect.
const UNWATCHED_TICKS: u32 = 100;

const MOST_LINES: u32 = 10;

/// One analysis: a job that is not stored.
pub struct AnalysisJob {
    analyser: Arc<Analyser>,
    task: Arc<AnalysisTask>,
    control: Arc<Control<'static>>,
    lines: BTreeMap<u32, AnalysisLine>,
    ended: Option<AnalysisEnded>,
    /// Ticks since somebody was last seen to watch.
    unwatched: u32,
}

impl Work for AnalysisJob {
    const NAME: &'static str = "analysis";
    const AT_ONCE: usize = 3;
    const CROWDED: &'static str = "analyses are running already: stop one of them, or close the page that shows it";
    const REMEMBERED: usize = 32;
    const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

    type Kept = NotStored;

    fn kept(&self, _: &DesiredState) -> Option<NotStored> {
        None
    }

    fn restore(kept: NotStored, _: &Path) -> Result<(AnalysisJob, DesiredState), Problem> {
        match kept {}
    }

    fn actions(status: Status) -> &'static [Action] {
        match status {
            Status::New => &[Action::Start],
            Status::Running | Status::Ending => &[Action::Stop],
            _ => &[],
        }
    }

    fn run(job: &Arc<Job<AnalysisJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        let (analyser, task, control) = {
            let state = job.lock();
            (Arc::clone(&state.analyser), Arc::clone(&state.task), Arc::clone(&state.control))
        };
        let mut hear = |line: AnalysisLine| {
            let mut state = job.lock();
            studio.log.publish_soon(&job.topic, &line.rank.to_string(), Event::Line(line.clone()));
            state.lines.insert(line.rank, line);
        };
        analyser.look(&task, &control, &mut hear)?;
        Ok(if job.is_stopped() { End::Stopped } else { End::Finished })
    }

    fn stop(&self) {
        self.control.stop();
    }

    fn end(_: &Job<AnalysisJob>, _: &Studio, state: &mut JobState<AnalysisJob>, desired: &DesiredState) {
        let reason = match desired {
            DesiredState::Failed(sentence) => sentence,
            DesiredState::Finished => "Finished.",
            _ if state.unwatched >= UNWATCHED_TICKS => "Nobody was watching.",
            _ => "Stopped.",
        };
        let is_failure = desired.failure().is_some();
        state.ended = Some(AnalysisEnded { reason: reason.to_owned(), is_failure });
    }

    /// Ends it if nobody watches it any more.
    fn tick(job: &Job<AnalysisJob>, studio: &Studio, state: &mut JobState<AnalysisJob>, _: u64) {
        state.unwatched = if studio.log.is_followed(&job.topic) { 0 } else { state.unwatched.saturating_add(1) };
        if state.unwatched == UNWATCHED_TICKS {
            job.end(studio, state, DesiredState::Stopped);
        }
    }

    fn changed(_: &Job<AnalysisJob>, state: &JobState<AnalysisJob>) -> Option<Event> {
        state.ended.clone().map(Event::AnalysisEnded)
    }

    fn routes() -> Vec<Route> {
        routes()
    }
}

/// What can be asked of analyses.
fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/analysis", "Starts an analysis; its lines come as events", start).expensive(),
        Route::get("/api/analysis/{id}", "The lines of an analysis so far", show),
        Route::delete("/api/analysis/{id}", "Ends an analysis", stop),
    ]
}

/// POST /api/analysis
pub fn start(studio: &Arc<Studio>, _: &Call, wish: AnalysisWish) -> Result<AnalysisStarted, Problem> {
    if !(1..=MOST_LINES).contains(&wish.multi_pv) {
        return Err(Problem::Unfit(format!("ask for 1 to {MOST_LINES} lines")));
    }
    let position = position::read(&wish.variant, &wish.fen)?;
    if Ending::of_position(&position, false).is_some() {
        return Err(Problem::Unfit("the game is over in this position: there is nothing to analyse".to_owned()));
    }
    let analyser = Analyser::of(studio, &wish.player, position.variant())?;
    let time = wish.move_time_ms.map_or(LONGEST, |ms| Duration::from_millis(ms.max(1).into()).min(LONGEST));
    let depth = wish.depth.map(|depth| depth.max(1));
    let task = AnalysisTask { record: GameRecord::new(position), lines: wish.multi_pv, depth, time };
    let work = AnalysisJob {
        analyser: Arc::new(analyser),
        control: Arc::new(Control::new(&task.limits())),
        task: Arc::new(task),
        lines: BTreeMap::new(),
        ended: None,
        unwatched: 0,
    };
    let as_of = studio.log.position();
    let job = studio.jobs.analyses.add_and_start(studio, work)?;
    Ok(AnalysisStarted { id: job.id.to_string(), as_of })
}

/// GET /api/analysis/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Analysis, Problem> {
    let job = studio.jobs.analyses.find(&call.id)?;
    let mut state = job.lock();
    state.unwatched = 0;
    let position = state.task.record.position();
    Ok(Analysis {
        id: job.id.to_string(),
        variant: position.variant().uci_name().to_owned(),
        fen: position.fen(),
        lines: state.lines.values().cloned().collect(),
        is_running: state.ended.is_none(),
        ended: state.ended.clone(),
        as_of: studio.log.position(),
    })
}

/// DELETE /api/analysis/ID
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let job = studio.jobs.analyses.find(&call.id)?;
    // One that has ended already stays as it is.
    if job.lock().is_running() {
        job.stop(studio)?;
    }
    Ok(Done {})
}
