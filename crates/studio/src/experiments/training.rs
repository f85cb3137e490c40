//! One experiment: what is wished for it, what it does, what it has told.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hetman_arena::notice;
use hetman_lab::runs::results_file;
use hetman_lab::{Source, Store as Results, Training, Verdict, train};
use serde::{Deserialize, Serialize};

use super::curve::Run;
use super::list_topic;
use super::show::Show;
use super::sink::Notes;
use crate::problem::{Problem, in_full};
use crate::store::{Item, Kind};
use crate::studio::{Data, Studio};
use crate::thinkers::Chair;
use crate::threads;
use crate::wire::{
    Event, Experiment, ExperimentLine, ExperimentProgress, ExperimentState, LinkedGame, Number, RunCurve, RunProgress,
    ShownBoard, Tally, Topic,
};

/// Beats between two reports of progress, and between two of new weights.
const PROGRESS_BEATS: u64 = 4;
const WEIGHTS_BEATS: u64 = 20;

/// How long the speed is measured over.
const SPEED_OVER: Duration = Duration::from_secs(20);

/// Training gives way to whoever plays, watches or asks.
const NICENESS: i32 = 10;

/// An experiment as the studio keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub toml: String,
    pub preset: Option<String>,
    pub source: Option<String>,
    pub published: Vec<Number>,
    pub wish: Wish,
    /// The last board that was shown, from the last time it ran.
    #[serde(default)]
    pub board: Option<ShownBoard>,
}

/// What was last wished for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    New,
    Running,
    Paused,
    Stopped,
    /// Not a wish: it is done.
    Finished,
    Failed(String),
}

pub struct Bench {
    pub id: u64,
    pub created: String,
    pub topic: Topic,
    pub folder: PathBuf,
    /// Where the paths of its file begin.
    base: PathBuf,
    stop: AtomicBool,
    state: Mutex<State>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

pub struct State {
    pub kept: Kept,
    pub experiment: Source,
    runs: Vec<Run>,
    /// Whether it is being run now.
    is_running: bool,
    /// What becomes of it when it stops running before its end.
    after: Wish,
    pub has_new_weights: bool,
    pub show: Show,
    /// When how many games had been played, lately.
    pace: VecDeque<(Instant, u64)>,
    is_deleted: bool,
    /// Games in which a person is waited for.
    pub linked: Vec<LinkedGame>,
}

impl State {
    /// A run by its number, from 1.
    pub fn run(&mut self, number: u64) -> &mut Run {
        &mut self.runs[number as usize - 1]
    }

    fn games(&self) -> u64 {
        self.runs.iter().map(Run::games).sum()
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

    pub fn state(&self) -> ExperimentState {
        match (&self.kept.wish, self.is_running, &self.after) {
            (Wish::Running, true, Wish::Running) => ExperimentState::Running,
            (_, true, _) => ExperimentState::Pausing,
            (Wish::Running, false, _) => ExperimentState::Interrupted,
            (Wish::New, false, _) => ExperimentState::New,
            (Wish::Paused, false, _) => ExperimentState::Paused,
            (Wish::Stopped, false, _) => ExperimentState::Stopped,
            (Wish::Finished, false, _) => ExperimentState::Finished,
            (Wish::Failed(_), false, _) => ExperimentState::Failed,
        }
    }

    fn actions(&self) -> Vec<String> {
        let own: &[&str] = match self.state() {
            ExperimentState::New => &["start"],
            ExperimentState::Running => &["pause", "stop"],
            ExperimentState::Pausing => &["stop"],
            ExperimentState::Paused | ExperimentState::Interrupted | ExperimentState::Failed => &["resume", "stop"],
            ExperimentState::Stopped | ExperimentState::Finished => &[],
        };
        own.iter().chain(&["clone", "delete"]).map(|&action| action.to_owned()).collect()
    }

    fn seconds_left(&self) -> Option<f64> {
        let (first, last) = (self.pace.front()?, self.pace.back()?);
        let seconds = last.0.duration_since(first.0).as_secs_f64();
        let speed = last.1.checked_sub(first.1).filter(|&games| games > 0)? as f64 / seconds.max(0.001);
        self.is_running.then(|| self.games_total().saturating_sub(self.games()) as f64 / speed)
    }

    fn note_pace(&mut self) {
        let now = Instant::now();
        self.pace.push_back((now, self.games()));
        while self.pace.len() > 2 && self.pace.front().is_some_and(|(when, _)| now.duration_since(*when) > SPEED_OVER) {
            self.pace.pop_front();
        }
    }
}

impl Bench {
    pub fn restore(item: &Item, data: &Data) -> Result<Bench, Problem> {
        let unreadable = |reason: String| Problem::Internal(format!("experiment {} cannot be read: {reason}", item.id));
        let kept: Kept = serde_json::from_str(&item.data).map_err(|reason| unreadable(reason.to_string()))?;
        let bench = Bench::new(item, kept, data)?;
        if let Some(store) = Results::read(&results_file(&bench.folder))? {
            let mut state = bench.lock();
            for number in 1..=state.experiment.experiment.runs {
                *state.run(number) = Run::of_rows(&store.games(number, 0)?);
            }
        }
        Ok(bench)
    }

    pub fn new(item: &Item, kept: Kept, data: &Data) -> Result<Bench, Problem> {
        let experiment = Source::new(&kept.toml, &[])?;
        let (games, board) = (experiment.experiment.games, kept.board.clone());
        let state = State {
            runs: vec![Run::default(); experiment.experiment.runs as usize],
            experiment,
            kept,
            is_running: false,
            after: Wish::Running,
            has_new_weights: false,
            show: Show::new(games, board),
            pace: VecDeque::new(),
            is_deleted: false,
            linked: Vec::new(),
        };
        Ok(Bench {
            id: item.id,
            created: item.created.clone(),
            topic: Topic(format!("experiment:{}", item.id)),
            folder: data.experiment(item.id),
            base: data.root().to_owned(),
            stop: AtomicBool::new(false),
            state: Mutex::new(state),
            worker: Mutex::new(None),
        })
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn name(&self) -> String {
        self.lock().experiment.experiment.name.clone()
    }

    /// Keeps a wish, and shows it.
    fn wish(&self, studio: &Studio, state: &mut State, wish: Wish) -> Result<(), Problem> {
        let kept = Kept { wish, ..state.kept.clone() };
        let data = serde_json::to_string(&kept).expect("an experiment is plain data");
        studio.store.update(Kind::Experiment, self.id, &data)?;
        state.kept = kept;
        self.show(studio, state);
        Ok(())
    }

    pub fn show(&self, studio: &Studio, state: &State) {
        let line = self.line(state);
        studio.log.publish(&self.topic, Event::Experiment(line.clone()));
        studio.log.publish(&list_topic(), Event::Experiment(line));
    }

    /// Starts it, or goes on with it.
    pub fn start(self: &Arc<Bench>, studio: &Arc<Studio>) -> Result<(), Problem> {
        let mut state = self.lock();
        let is_possible = matches!(
            state.state(),
            ExperimentState::New | ExperimentState::Paused | ExperimentState::Interrupted | ExperimentState::Failed
        );
        if !is_possible {
            return Err(self.not_now(&state, "started"));
        }
        let chair = studio.experiments.sit_down()?;
        self.stop.store(false, Ordering::Relaxed);
        state.after = Wish::Running;
        state.is_running = true;
        state.pace.clear();
        state.show.clear();
        if let Err(problem) = self.wish(studio, &mut state, Wish::Running) {
            state.is_running = false;
            return Err(problem);
        }
        let (bench, studio) = (Arc::clone(self), Arc::clone(studio));
        let worker = threads::start(move || bench.work(&studio, chair)).inspect_err(|_| state.is_running = false)?;
        *self.worker.lock().unwrap_or_else(PoisonError::into_inner) = Some(worker);
        Ok(())
    }

    fn not_now(&self, state: &State, what: &str) -> Problem {
        let now = format!("{:?}", state.state()).to_lowercase();
        Problem::Conflict(format!("the experiment is {now} and cannot be {what}"))
    }

    fn work(self: Arc<Bench>, studio: &Arc<Studio>, _chair: Chair) {
        // Threads that are started from here are as modest as this one. Without the right to be so, it does without.
        let _ = rustix::process::nice(NICENESS);
        let source = self.lock().experiment.clone();
        let sink = Notes { bench: Arc::clone(&self), studio: Arc::clone(studio) };
        let verdict = train(&Training {
            source: &source,
            base: &self.base,
            folder: &self.folder,
            resume: results_file(&self.folder).exists(),
            threads: None,
            revision: &studio.revision,
            sink: &sink,
            stop: &self.stop,
        });
        let mut state = self.lock();
        self.report(studio, &mut state);
        state.is_running = false;
        if let Some(board) = state.show.finish() {
            studio.log.publish(&self.topic, Event::Board(board));
        }
        state.kept.board = state.show.board.clone();
        state.linked.clear();
        let wish = match verdict {
            Ok(Verdict::Finished) => Wish::Finished,
            Ok(Verdict::Stopped) => state.after.clone(),
            Err(problem) => Wish::Failed(in_full(&problem)),
        };
        if let Err(problem) = self.wish(studio, &mut state, wish) {
            notice(format!("experiment {}: {problem}", self.id));
            self.show(studio, &state);
        }
    }

    pub fn pause(&self, studio: &Studio) -> Result<(), Problem> {
        let mut state = self.lock();
        if state.state() != ExperimentState::Running {
            return Err(self.not_now(&state, "paused"));
        }
        self.end(studio, &mut state, Wish::Paused);
        Ok(())
    }

    /// Ends it for good.
    pub fn stop(&self, studio: &Studio) -> Result<(), Problem> {
        let mut state = self.lock();
        match state.state() {
            ExperimentState::Running | ExperimentState::Pausing => {
                self.end(studio, &mut state, Wish::Stopped);
                Ok(())
            }
            ExperimentState::Paused | ExperimentState::Interrupted | ExperimentState::Failed => {
                self.wish(studio, &mut state, Wish::Stopped)
            }
            _ => Err(self.not_now(&state, "stopped")),
        }
    }

    fn end(&self, studio: &Studio, state: &mut State, after: Wish) {
        state.after = after;
        self.stop.store(true, Ordering::Relaxed);
        self.show(studio, state);
    }

    /// Ends it at its last checkpoint because the studio ends; the wish stays.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns when it is not running any more.
    pub fn wait(&self) {
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker
            && worker.join().is_err()
        {
            notice(format!("experiment {} ended in a panic", self.id));
        }
    }

    /// Marks it as deleted; nothing more is told of it.
    pub fn forget(&self) {
        self.lock().is_deleted = true;
        self.interrupt();
        self.wait();
    }

    /// Tells what is new, as often as it is worth telling.
    pub fn beat(&self, studio: &Studio, beat: u64) {
        let mut state = self.lock();
        if !state.is_running || state.is_deleted {
            return;
        }
        if let Some(board) = state.show.next() {
            studio.log.publish(&self.topic, Event::Board(board));
        }
        if beat.is_multiple_of(PROGRESS_BEATS) {
            state.note_pace();
            self.report(studio, &mut state);
        }
        if beat.is_multiple_of(WEIGHTS_BEATS) && std::mem::take(&mut state.has_new_weights) {
            studio.log.publish(&self.topic, Event::Kept { games: state.games_kept() });
            studio.log.publish_soon(&list_topic(), &self.id.to_string(), Event::Experiment(self.line(&state)));
        }
    }

    fn report(&self, studio: &Studio, state: &mut State) {
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
            seconds_left: state.seconds_left(),
            tally: state.tally(),
            runs,
        };
        studio.log.publish(&self.topic, Event::Progress(progress));
    }

    pub fn line(&self, state: &State) -> ExperimentLine {
        let (games, tally) = (state.games(), state.tally());
        let points = tally.won as f64 + tally.drawn as f64 / 2.0;
        ExperimentLine {
            id: self.id.to_string(),
            name: state.experiment.experiment.name.clone(),
            state: state.state(),
            message: match &state.kept.wish {
                Wish::Failed(message) => Some(message.clone()),
                _ => None,
            },
            variant: state.experiment.experiment.variant.uci_name().to_owned(),
            games,
            games_kept: state.games_kept(),
            games_total: state.games_total(),
            seconds_left: state.seconds_left(),
            share: (games > 0).then(|| points / games as f64),
            created: self.created.clone(),
            preset: state.kept.preset.clone(),
            actions: state.actions(),
            waiting_games: state.linked.clone(),
        }
    }

    pub fn view(&self, studio: &Studio) -> Experiment {
        let state = self.lock();
        let window = state.window();
        let evaluation = &state.experiment.experiment.evaluation;
        let curve = |(index, run): (usize, &Run)| RunCurve {
            run: index as u32 + 1,
            games_kept: run.kept,
            points: run.points(window),
            tally: run.tally(),
        };
        Experiment {
            line: self.line(&state),
            toml: state.kept.toml.clone(),
            settings: crate::presets::settings(&state.kept.toml),
            window: window as u32,
            runs: state.runs.iter().enumerate().map(curve).collect(),
            tally: state.tally(),
            published: state.kept.published.clone(),
            source: state.kept.source.clone(),
            features: evaluation.features.to_string(),
            model: super::check::model_words(&evaluation.model),
            delay_ms: state.show.delay.as_millis() as u32,
            board: state.show.board.clone(),
            as_of: studio.log.position(),
        }
    }
}
