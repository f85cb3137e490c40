//! One experiment: a job that learns.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hetman_lab::experiment::Opponent;
use hetman_lab::runs::results_file;
use hetman_lab::{Source, Store as Results, Training, TrainingOutcome, train};
use serde::{Deserialize, Serialize};

use super::curve::{Run, trend};
use super::show::Show;
use super::sink::Notes;
use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Stored, Work};
use crate::problem::{Problem, in_full};
use crate::route::Route;
use crate::studio::Studio;
use crate::wire::{
    Event, Experiment, ExperimentDeleted, ExperimentLine, ExperimentProgress, ExperimentState, LinkedGame, Number,
    RunCurve, RunProgress, ShownBoard, SweepPlace, Tally,
};

/// Ticks between two reports of progress, and between two of new weights.
const PROGRESS_TICKS: u64 = 4;
const WEIGHTS_TICKS: u64 = 20;

/// How long the speed is measured over.
const SPEED_OVER: Duration = Duration::from_secs(20);

/// An experiment as the studio keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub toml: String,
    pub preset: Option<String>,
    pub source: Option<String>,
    pub published: Vec<Number>,
    /// The last board that was shown, from the last time it ran.
    #[serde(default)]
    pub board: Option<ShownBoard>,
    /// What a person wrote about it.
    #[serde(default)]
    pub notes: String,
    #[serde(default)]
    pub sweep: Option<SweepPlace>,
    /// Whether it starts when its turn in the sweep comes.
    #[serde(default)]
    pub is_waiting: bool,
}

impl Kept {
    /// Of a file's text, with nothing else known.
    pub fn of_text(toml: String) -> Kept {
        let (preset, source, board, sweep) = (None, None, None, None);
        Kept { toml, preset, source, published: Vec::new(), board, notes: String::new(), sweep, is_waiting: false }
    }
}

pub struct TrainingJob {
    pub kept: Kept,
    pub experiment: Source,
    runs: Vec<Run>,
    pub has_new_weights: bool,
    pub show: Show,
    /// When how many games had been played, lately.
    pace: VecDeque<(Instant, u64)>,
    /// Games in which a person is waited for.
    pub linked: Vec<LinkedGame>,
}

impl Work for TrainingJob {
    const NAME: &'static str = "experiment";
    const LIST: Option<&'static str> = Some("experiments");
    const AT_ONCE: usize = 6;
    const CROWDED: &'static str = "experiments are running already: pause one of them first";
    const NICENESS: i32 = 10;

    type Kept = Stored<Kept>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Kept>> {
        let kept = Kept { board: self.show.board.clone(), ..self.kept.clone() };
        Some(Stored { kept, desired: desired.clone() })
    }

    fn restore(stored: Stored<Kept>, folder: &Path) -> Result<(TrainingJob, DesiredState), Problem> {
        let mut job = TrainingJob::new(stored.kept)?;
        if let Some(store) = Results::read(&results_file(folder))? {
            for number in 1..=job.experiment.experiment.runs {
                *job.run(number) = Run::of_rows(&store.games(number, 0)?);
            }
        }
        Ok((job, stored.desired))
    }

    fn actions(status: Status) -> &'static [Action] {
        use Action::*;
        match status {
            Status::New => &[Start, Clone, Delete],
            Status::Running => &[Pause, Stop, Clone, Delete],
            Status::Ending => &[Stop, Clone, Delete],
            Status::Paused | Status::Interrupted | Status::Failed => &[Resume, Stop, Clone, Delete],
            Status::Stopped | Status::Finished => &[Clone, Delete],
        }
    }

    fn begin(&mut self) {
        self.kept.is_waiting = false;
        self.pace.clear();
        self.show.clear();
    }

    fn run(job: &Arc<Job<TrainingJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        let source = job.lock().experiment.clone();
        let sink = Notes { job: Arc::clone(job), studio: Arc::clone(studio) };
        let verdict = train(&Training {
            source: &source,
            base: studio.data.root(),
            folder: &job.folder,
            resume: results_file(&job.folder).exists(),
            threads: None,
            revision: &studio.revision,
            sink: &sink,
            stop: job.switch(),
        });
        match verdict {
            Ok(TrainingOutcome::Finished) => Ok(End::Finished),
            Ok(TrainingOutcome::Stopped) => Ok(End::Stopped),
            Err(problem) => Err(in_full(&problem)),
        }
    }

    fn end(job: &Job<TrainingJob>, studio: &Studio, state: &mut JobState<TrainingJob>, _: &DesiredState) {
        report(job, studio, state);
        if let Some(board) = state.show.finish() {
            studio.log.publish(&job.topic, Event::Board(board));
        }
        state.linked.clear();
    }

    /// Tells what is new, as often as it is worth telling.
    fn tick(job: &Job<TrainingJob>, studio: &Studio, state: &mut JobState<TrainingJob>, number: u64) {
        if let Some(board) = state.show.next() {
            studio.log.publish(&job.topic, Event::Board(board));
        }
        if number.is_multiple_of(PROGRESS_TICKS) {
            state.note_pace();
            report(job, studio, state);
        }
        if number.is_multiple_of(WEIGHTS_TICKS) && std::mem::take(&mut state.has_new_weights) {
            studio.log.publish(&job.topic, Event::Kept { games: state.games_kept() });
            job.show_soon(studio, state);
        }
    }

    fn changed(job: &Job<TrainingJob>, state: &JobState<TrainingJob>) -> Option<Event> {
        Some(Event::Experiment(line(job, state)))
    }

    fn deleted(id: String) -> Option<Event> {
        Some(Event::ExperimentDeleted(ExperimentDeleted { id }))
    }

    fn routes() -> Vec<Route> {
        super::routes()
    }
}

impl TrainingJob {
    pub fn new(kept: Kept) -> Result<TrainingJob, Problem> {
        let experiment = Source::new(&kept.toml, &[])?;
        let show = Show::new(experiment.experiment.games, kept.board.clone());
        Ok(TrainingJob {
            runs: vec![Run::default(); experiment.experiment.runs as usize],
            experiment,
            kept,
            has_new_weights: false,
            show,
            pace: VecDeque::new(),
            linked: Vec::new(),
        })
    }

    pub fn name(&self) -> String {
        self.experiment.experiment.name.clone()
    }

    /// The run with the highest score in its last games, by its number; the first of those that are equal, and of runs that
    /// play themselves, whose scores say nothing.
    pub fn best_run(&self) -> Option<u64> {
        let experiment = &self.experiment.experiment;
        let is_self_play = experiment.play.as_ref().is_some_and(|play| play.opponent == Opponent::Itself);
        let score = |run: &Run| run.last_point(self.window()).map(|point| point.share_last).filter(|_| !is_self_play);
        let begun = self.runs.iter().enumerate().filter(|(_, run)| run.kept > 0);
        let best =
            begun.rev().max_by(|(_, one), (_, other)| score(one).partial_cmp(&score(other)).unwrap_or(Ordering::Equal));
        best.map(|(index, _)| index as u64 + 1)
    }

    /// A run by its number, from 1.
    pub fn run(&mut self, number: u64) -> &mut Run {
        &mut self.runs[number as usize - 1]
    }

    fn games(&self) -> u64 {
        self.runs.iter().map(Run::games).sum()
    }

    /// Games of the first run.
    pub fn games_of_first_run(&self) -> u64 {
        self.runs.first().map_or(0, Run::games)
    }

    fn games_kept(&self) -> u64 {
        self.runs.iter().map(|run| run.kept).sum()
    }

    fn games_total(&self) -> u64 {
        let experiment = &self.experiment.experiment;
        experiment.games.saturating_mul(experiment.runs)
    }

    fn window(&self) -> u64 {
        self.experiment.experiment.measure.window
    }

    pub fn tally(&self) -> Tally {
        self.runs.iter().map(Run::tally).fold(Tally::default(), |sum, tally| Tally {
            won: sum.won + tally.won,
            drawn: sum.drawn + tally.drawn,
            lost: sum.lost + tally.lost,
        })
    }

    fn seconds_left(&self) -> Option<f64> {
        let (first, last) = (self.pace.front()?, self.pace.back()?);
        let seconds = last.0.duration_since(first.0).as_secs_f64();
        let speed = last.1.checked_sub(first.1).filter(|&games| games > 0)? as f64 / seconds.max(0.001);
        Some(self.games_total().saturating_sub(self.games()) as f64 / speed)
    }

    fn note_pace(&mut self) {
        let now = Instant::now();
        self.pace.push_back((now, self.games()));
        while self.pace.len() > 2 && self.pace.front().is_some_and(|(when, _)| now.duration_since(*when) > SPEED_OVER) {
            self.pace.pop_front();
        }
    }
}

fn report(job: &Job<TrainingJob>, studio: &Studio, state: &mut JobState<TrainingJob>) {
    let window = state.window();
    let mut runs = Vec::new();
    for (index, run) in state.runs.iter_mut().enumerate().filter(|(_, run)| run.is_news) {
        run.is_news = false;
        let Some(point) = run.last_point(window) else { continue };
        runs.push(RunProgress { run: index as u32 + 1, point, games_kept: run.kept, tally: run.tally() });
    }
    if runs.is_empty() {
        return;
    }
    let progress = ExperimentProgress {
        games: state.games(),
        games_kept: state.games_kept(),
        games_total: state.games_total(),
        seconds_left: seconds_left(state),
        tally: state.tally(),
        runs,
    };
    studio.log.publish(&job.topic, Event::Progress(progress));
}

pub fn line(job: &Job<TrainingJob>, state: &JobState<TrainingJob>) -> ExperimentLine {
    let (games, tally) = (state.games(), state.tally());
    let points = tally.won as f64 + tally.drawn as f64 / 2.0;
    ExperimentLine {
        id: job.id.to_string(),
        name: state.name(),
        state: wire_state(state.status(), state.kept.is_waiting),
        message: state.desired.failure(),
        variant: state.experiment.experiment.variant.uci_name().to_owned(),
        games,
        games_kept: state.games_kept(),
        games_total: state.games_total(),
        seconds_left: seconds_left(state),
        share: (games > 0).then(|| points / games as f64),
        created: job.created.clone(),
        preset: state.kept.preset.clone(),
        actions: state.actions(),
        waiting_games: state.linked.clone(),
        settings: crate::presets::settings(&state.kept.toml),
        trend: trend(&state.runs, state.experiment.experiment.games),
        notes: state.kept.notes.clone(),
        sweep: state.kept.sweep.clone(),
    }
}

pub fn view(studio: &Studio, job: &Job<TrainingJob>) -> Experiment {
    let state = job.lock();
    let window = state.window();
    let evaluation = &state.experiment.experiment.evaluation;
    let curve = |(index, run): (usize, &Run)| RunCurve {
        run: index as u32 + 1,
        games_kept: run.kept,
        points: run.points(window),
        tally: run.tally(),
    };
    Experiment {
        line: line(job, &state),
        toml: state.kept.toml.clone(),
        window: window as u32,
        runs: state.runs.iter().enumerate().map(curve).collect(),
        tally: state.tally(),
        published: state.kept.published.clone(),
        source: state.kept.source.clone(),
        features: evaluation.features.to_string(),
        model: state.experiment.experiment.architecture().description(),
        delay_ms: state.show.delay.as_millis() as u32,
        board: state.show.board.clone(),
        as_of: studio.log.position(),
    }
}

fn seconds_left(state: &JobState<TrainingJob>) -> Option<f64> {
    state.seconds_left().filter(|_| state.is_running())
}

fn wire_state(status: Status, is_waiting: bool) -> ExperimentState {
    match status {
        Status::New if is_waiting => ExperimentState::Waiting,
        Status::New => ExperimentState::New,
        Status::Running => ExperimentState::Running,
        Status::Ending => ExperimentState::Pausing,
        Status::Paused => ExperimentState::Paused,
        Status::Interrupted => ExperimentState::Interrupted,
        Status::Stopped => ExperimentState::Stopped,
        Status::Finished => ExperimentState::Finished,
        Status::Failed => ExperimentState::Failed,
    }
}
