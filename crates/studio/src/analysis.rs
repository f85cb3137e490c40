//! Analyses: searches that go on and tell their best lines as events.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use hetman_eval::Judge;
use hetman_rules::shakmaty::{Color, Position};
use hetman_rules::{AnyPosition, Ending, GameRecord};
use hetman_search::{Control, Info, Limits, Searcher, Settings};

use crate::log::Log;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::thinkers::{Chair, Thinkers};
use crate::wire::{Analysis, AnalysisEnded, AnalysisLine, AnalysisStarted, AnalysisWish, Done, Event, Topic};
use crate::{board, position};

/// Analyses at the same time.
const AT_ONCE: usize = 3;

/// Finished ones that can still be looked at.
const REMEMBERED: usize = 32;

/// Nobody looks longer.
const LONGEST: Duration = Duration::from_secs(600);

const HASH_MIB: usize = 32;

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
    position: AnyPosition,
    control: Control,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lines: BTreeMap<u32, AnalysisLine>,
    is_over: bool,
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
        let mut over: Vec<u64> = running.values().filter(|analysis| analysis.lock().is_over).map(|a| a.id).collect();
        over.sort_unstable();
        let too_many = running.len().saturating_sub(REMEMBERED);
        over.iter().take(too_many).for_each(|id| drop(running.remove(id)));
    }

    /// Ends all of them.
    pub fn stop(&self) {
        self.lock().values().for_each(|analysis| analysis.control.stop());
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, log: &Log, info: &Info) {
        let line = line(&self.position, info);
        let mut state = self.lock();
        log.publish_soon(&self.topic, &line.rank.to_string(), Event::Line(line.clone()));
        state.lines.insert(line.rank, line);
    }

    fn end(&self, log: &Log, reason: &str) {
        let mut state = self.lock();
        state.is_over = true;
        log.publish(&self.topic, Event::AnalysisEnded(AnalysisEnded { reason: reason.to_owned() }));
    }
}

fn line(position: &AnyPosition, info: &Info) -> AnalysisLine {
    let turn: Color = position.turn();
    let (uci, san) = board::line(position, &info.line);
    AnalysisLine {
        rank: info.multi_pv,
        depth: info.depth,
        selective_depth: info.selective_depth,
        score: board::white_score(info.score, turn),
        nodes: info.nodes,
        nodes_per_second: info.nodes_per_second(),
        time_ms: info.time.as_millis() as u64,
        uci,
        san,
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
    let judge = position::judge(studio, &wish.player, position.variant())?;
    let time = wish.move_time_ms.map_or(LONGEST, |ms| Duration::from_millis(ms.max(1).into()).min(LONGEST));
    let limits = Limits { depth: wish.depth.map(|depth| depth.max(1)), move_time: Some(time), ..Limits::default() };
    let chair = studio.analyses.chairs.sit_down_now()?;
    let id = studio.analyses.last.fetch_add(1, Ordering::Relaxed) + 1;
    let (topic, control) = (Topic(format!("analysis:{id}")), Control::new(&limits));
    let analysis = Arc::new(Running { id, topic, position, control, state: Mutex::default() });
    studio.analyses.add(&analysis);
    let as_of = studio.log.position();
    let settings = Settings { hash_mib: HASH_MIB, multi_pv: wish.multi_pv as usize, ..Settings::default() };
    let log = Arc::clone(&studio.log);
    thread::spawn(move || run(&analysis, &log, &judge, &limits, settings, chair));
    Ok(AnalysisStarted { id: id.to_string(), as_of })
}

fn run(analysis: &Running, log: &Log, judge: &Judge, limits: &Limits, settings: Settings, _chair: Chair) {
    let record = GameRecord::new(analysis.position.clone());
    let mut listen = |info: &Info| analysis.hear(log, info);
    Searcher::new(settings).search(&record, judge, limits, &analysis.control, &mut listen);
    analysis.end(log, if analysis.control.is_stopped() { "stopped" } else { "done" });
}

/// GET /api/analysis/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Analysis, Problem> {
    let analysis = studio.analyses.find(&call.id)?;
    let state = analysis.lock();
    Ok(Analysis {
        id: analysis.id.to_string(),
        variant: analysis.position.variant().uci_name().to_owned(),
        fen: analysis.position.fen(),
        lines: state.lines.values().cloned().collect(),
        is_running: !state.is_over,
        as_of: studio.log.position(),
    })
}

/// DELETE /api/analysis/ID
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    studio.analyses.find(&call.id)?.control.stop();
    Ok(Done {})
}
