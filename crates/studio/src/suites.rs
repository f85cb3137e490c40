//! Test suites: files of the data folder's `suites`, and what players made of them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_arena::Player;
use hetman_arena::suite::{self, Attempt, Task};
use hetman_rules::{Ruleset, Variant};

use crate::players;
use crate::problem::Problem;
use crate::route::Call;
use crate::store::Kind;
use crate::studio::Studio;
use crate::threads;
use crate::wire::{Event, SuiteFile, SuiteList, SuiteRun, SuiteRunState, SuiteTheme, SuiteWish, Topic};

/// A move in this time, where nothing else was chosen.
const MOVE_TIME_MS: u64 = 100;

/// Runs at the same time.
const AT_ONCE: usize = 4;

/// Runs that are going on, each with its switch.
#[derive(Default)]
pub struct Suites(Mutex<BTreeMap<u64, Arc<AtomicBool>>>);

impl Suites {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn close(&self) {
        self.lock().values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

fn topic() -> Topic {
    Topic("suites".to_owned())
}

/// The files by their names.
fn files(studio: &Studio) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(studio.data.suites()).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())).collect()
}

fn read(path: &PathBuf) -> Result<Vec<Task>, Problem> {
    let unreadable = |reason: String| Problem::Unfit(format!("the suite cannot be used: {reason}"));
    let file = File::open(path).map_err(|reason| unreadable(reason.to_string()))?;
    suite::read(Ruleset::from(Variant::Chess), file).map_err(|reason| unreadable(reason.to_string()))
}

/// GET /api/suites
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<SuiteList, Problem> {
    let as_of = studio.log.position();
    let file = |(name, path): (String, PathBuf)| {
        let positions = read(&path).ok()?.len() as u32;
        Some(SuiteFile { id: name.clone(), name, positions })
    };
    let files = files(studio).into_iter().filter_map(file).collect();
    Ok(SuiteList { files, runs: runs(studio)?, as_of })
}

/// All runs, the newest first; those that are marked as running and are not were ended by a restart.
fn runs(studio: &Studio) -> Result<Vec<SuiteRun>, Problem> {
    let running = studio.suites.lock();
    let items = studio.store.all(Kind::Suite)?;
    let run = |item: &crate::store::Item| {
        let mut run: SuiteRun = serde_json::from_str(&item.data).ok()?;
        (run.id, run.created) = (item.id.to_string(), item.created.clone());
        if run.state == SuiteRunState::Running && !running.contains_key(&item.id) {
            run.state = SuiteRunState::Stopped;
        }
        Some(run)
    };
    Ok(items.iter().filter_map(run).collect())
}

/// POST /api/suites/runs
pub fn start(studio: &Arc<Studio>, _: &Call, wish: SuiteWish) -> Result<SuiteRun, Problem> {
    let path = files(studio).remove(&wish.suite).ok_or_else(|| Problem::unknown("suite", &wish.suite))?;
    let tasks = read(&path)?;
    let resolved = players::resolve(studio, &wish.player)?;
    let player = resolved.spec.limited_by("movetime", MOVE_TIME_MS)?.build(Variant::Chess, 1)?;
    let run = SuiteRun {
        id: String::new(),
        suite: wish.suite,
        player: resolved.name,
        state: SuiteRunState::Running,
        message: None,
        done: 0,
        positions: tasks.len() as u32,
        points: 0.0,
        most_points: tasks.iter().map(|task| f64::from(task.merit.maximum())).sum(),
        themes: themes(&tasks),
        created: String::new(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut running = studio.suites.lock();
    if running.len() >= AT_ONCE {
        return Err(Problem::Crowded(format!("{AT_ONCE} suites are running already: stop one of them first")));
    }
    let item = studio.store.add(Kind::Suite, &serde_json::to_string(&run).expect("a run is plain data"))?;
    let run = SuiteRun { id: item.id.to_string(), created: item.created, ..run };
    running.insert(item.id, Arc::clone(&stop));
    drop(running);
    studio.log.publish(&topic(), Event::Suite(run.clone()));
    let (worker, begun) = (Arc::clone(studio), run.clone());
    let started = threads::start(move || work(&worker, item.id, begun, &tasks, player, &stop));
    started.inspect_err(|problem| end(studio, item.id, failed(run.clone(), problem)))?;
    Ok(run)
}

/// The themes of a suite, nothing asked yet.
fn themes(tasks: &[Task]) -> Vec<SuiteTheme> {
    let mut themes: Vec<SuiteTheme> = Vec::new();
    for task in tasks {
        let place = themes.iter().position(|theme| theme.theme == task.theme);
        let place = place.unwrap_or_else(|| {
            themes.push(SuiteTheme { theme: task.theme.clone(), positions: 0, points: 0.0, most_points: 0.0 });
            themes.len() - 1
        });
        themes[place].positions += 1;
        themes[place].most_points += f64::from(task.merit.maximum());
    }
    themes
}

fn work(studio: &Studio, id: u64, mut run: SuiteRun, tasks: &[Task], player: Box<dyn Player>, stop: &AtomicBool) {
    let mut note = |number: usize, attempt: Attempt| {
        let points = f64::from(attempt.points);
        run.done += 1;
        run.points += points;
        if let Some(theme) = run.themes.iter_mut().find(|theme| theme.theme == tasks[number].theme) {
            theme.points += points;
        }
        studio.log.publish_soon(&topic(), &run.id, Event::Suite(run.clone()));
    };
    let asked = suite::ask_all(tasks, &mut [player], 1, &|| stop.load(Ordering::Relaxed), &mut note);
    run.state = if run.done == run.positions { SuiteRunState::Finished } else { SuiteRunState::Stopped };
    end(studio, id, asked.map_or_else(|reason| failed(run.clone(), &reason), |()| run.clone()));
}

fn failed(run: SuiteRun, reason: &dyn std::fmt::Display) -> SuiteRun {
    SuiteRun { state: SuiteRunState::Failed, message: Some(reason.to_string()), ..run }
}

/// Keeps and tells what became of a run.
fn end(studio: &Studio, id: u64, run: SuiteRun) {
    let data = serde_json::to_string(&run).expect("a run is plain data");
    let run = match studio.store.update(Kind::Suite, id, &data) {
        Ok(()) => run,
        Err(problem) => failed(run, &problem),
    };
    studio.suites.lock().remove(&id);
    studio.log.publish(&topic(), Event::Suite(run));
}

/// POST /api/suites/runs/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<SuiteList, Problem> {
    let stop = call.id.parse().ok().and_then(|id: u64| studio.suites.lock().get(&id).cloned());
    stop.ok_or_else(|| Problem::unknown("running suite", &call.id))?.store(true, Ordering::Relaxed);
    list(studio, call)
}
