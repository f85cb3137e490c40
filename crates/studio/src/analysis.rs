//! Analyses: searches that go on and tell their best lines as events, for as long as somebody watches.

mod mind;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hetman_rules::{Ending, GameRecord};
use hetman_search::Control;

use crate::log::Log;
use crate::position;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::thinkers::{Chair, Thinkers};
use crate::threads;
use crate::wire::{Analysis, AnalysisEnded, AnalysisLine, AnalysisStarted, AnalysisWish, Done, Event, Topic};
use mind::{Mind, Task};

/// Analyses at the same time.
const AT_ONCE: usize = 3;

/// Finished ones that can still be looked at.
const REMEMBERED: usize = 32;

/// Nobody looks longer.
const LONGEST: Duration = Duration::from_secs(600);

/// An analysis that nobody has followed or asked for in this time ends: long enough for a page to reconnect.
const UNWATCHED: Duration = Duration::from_secs(5);

/// How long a program may take to end when the studio does.
const FAREWELL: Duration = Duration::from_secs(3);

const MOST_LINES: u32 = 10;

pub struct Analyses {
    chairs: Thinkers,
    last: AtomicU64,
    running: Mutex<HashMap<u64, Arc<Running>>>,
}

/// One analysis.
struct Running {
    id: u64,
    topic: Topic,
    mind: Mind,
    task: Task,
    control: Control<'static>,
    state: Mutex<State>,
}

struct State {
    lines: BTreeMap<u32, AnalysisLine>,
    ended: Option<AnalysisEnded>,
    /// When somebody was last seen to watch.
    watched: Instant,
}

impl Analyses {
    pub fn new() -> Analyses {
        Analyses { chairs: Thinkers::new(AT_ONCE), last: AtomicU64::new(0), running: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Running>, Problem> {
        let number = id.parse().ok();
        number.and_then(|number: u64| self.lock().get(&number).cloned()).ok_or_else(|| Problem::unknown("analysis", id))
    }

    fn add(&self, analysis: &Arc<Running>) {
        let mut running = self.lock();
        running.insert(analysis.id, Arc::clone(analysis));
        let is_over = |analysis: &&Arc<Running>| analysis.lock().ended.is_some();
        let mut over: Vec<u64> = running.values().filter(is_over).map(|analysis| analysis.id).collect();
        over.sort_unstable();
        let too_many = running.len().saturating_sub(REMEMBERED);
        over.iter().take(too_many).for_each(|id| drop(running.remove(id)));
    }

    /// Ends those that nobody watches any more.
    pub fn beat(&self, log: &Log) {
        self.lock().values().for_each(|analysis| analysis.look_for_watchers(log));
    }

    /// Ends all of them; programs that were started for them end with them.
    pub fn close(&self) {
        let begun = Instant::now();
        let running: Vec<Arc<Running>> = self.lock().values().cloned().collect();
        running.iter().for_each(|analysis| analysis.control.stop());
        while running.iter().any(|analysis| analysis.lock().ended.is_none()) && begun.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_for_watchers(&self, log: &Log) {
        let mut state = self.lock();
        if log.is_followed(&self.topic) {
            state.watched = Instant::now();
        } else if state.watched.elapsed() >= UNWATCHED {
            self.control.stop();
        }
    }

    fn hear(&self, log: &Log, line: AnalysisLine) {
        let mut state = self.lock();
        log.publish_soon(&self.topic, &line.rank.to_string(), Event::Line(line.clone()));
        state.lines.insert(line.rank, line);
    }

    fn end(&self, log: &Log, looked: Result<(), String>) {
        let mut state = self.lock();
        let is_unwatched = state.watched.elapsed() >= UNWATCHED;
        let ended = match looked {
            Err(sentence) => AnalysisEnded { reason: sentence, is_failure: true },
            Ok(()) => {
                let reason = match self.control.is_stopped() {
                    true if is_unwatched => "Nobody was watching.",
                    true => "Stopped.",
                    false => "Finished.",
                };
                AnalysisEnded { reason: reason.to_owned(), is_failure: false }
            }
        };
        state.ended = Some(ended.clone());
        log.publish(&self.topic, Event::AnalysisEnded(ended));
    }
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
    let mind = Mind::of(studio, &wish.player, position.variant())?;
    let chair = studio.analyses.chairs.sit_down_now().ok_or_else(crowded)?;
    let time = wish.move_time_ms.map_or(LONGEST, |ms| Duration::from_millis(ms.max(1).into()).min(LONGEST));
    let depth = wish.depth.map(|depth| depth.max(1));
    let task = Task { record: GameRecord::new(position), lines: wish.multi_pv, depth, time };
    let id = studio.analyses.last.fetch_add(1, Ordering::Relaxed) + 1;
    let (topic, control) = (Topic(format!("analysis:{id}")), Control::new(&task.limits()));
    let state = Mutex::new(State { lines: BTreeMap::new(), ended: None, watched: Instant::now() });
    let analysis = Arc::new(Running { id, topic, mind, task, control, state });
    let as_of = studio.log.position();
    let (running, log) = (Arc::clone(&analysis), Arc::clone(&studio.log));
    threads::start(move || run(&running, &log, chair))?;
    studio.analyses.add(&analysis);
    Ok(AnalysisStarted { id: id.to_string(), as_of })
}

fn crowded() -> Problem {
    let sentence = format!("{AT_ONCE} analyses are running already: stop one of them, or close the page that shows it");
    Problem::Crowded(sentence)
}

fn run(analysis: &Running, log: &Log, _chair: Chair) {
    let mut hear = |line| analysis.hear(log, line);
    let looked = analysis.mind.look(&analysis.task, &analysis.control, &mut hear);
    analysis.end(log, looked);
}

/// GET /api/analysis/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Analysis, Problem> {
    let analysis = studio.analyses.find(&call.id)?;
    let position = analysis.task.record.position();
    let mut state = analysis.lock();
    state.watched = Instant::now();
    Ok(Analysis {
        id: analysis.id.to_string(),
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
    studio.analyses.find(&call.id)?.control.stop();
    Ok(Done {})
}
