//! Test suites: files of the data folder's `suites`, and what players made of them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hetman_arena::Local;
use hetman_arena::suite::{self, Attempt, SuiteDescription, SuiteError, SuiteTask};
use hetman_lab::folder::{self, write_atomically};
use hetman_rules::{Ruleset, Variant, san, uci};
use serde::{Deserialize, Serialize};

use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Work};
use crate::players;
use crate::problem::Problem;
use crate::route::{Call, Route};
use crate::studio::Studio;
use crate::wire::{
    Event, NewSuite, SuiteFile, SuiteList, SuitePosition, SuitePositions, SuiteRun, SuiteRunState, SuiteTheme,
    SuiteWish, Topic,
};

/// A move in this time, where nothing else was chosen.
const MOVE_TIME_MS: u64 = 100;

const LONGEST_NAME: usize = 60;

/// A run as the studio keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    #[serde(flatten)]
    run: SuiteRun,
    /// What was answered, in the order of the suite, as far as it was asked.
    #[serde(default)]
    answers: Vec<SuitePosition>,
}

/// A player asked all positions of a suite: a job that cannot be resumed.
pub struct SuiteJob {
    run: SuiteRun,
    answers: Vec<SuitePosition>,
    /// What is to be asked, and who, until it runs.
    to_ask: Option<(Vec<SuiteTask>, SuiteDescription)>,
}

impl Work for SuiteJob {
    const NAME: &'static str = "suite run";
    const AT_ONCE: usize = 4;
    const CROWDED: &'static str = "suites are running already: stop one of them first";
    const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

    type Kept = Kept;

    fn kept(&self, desired: &DesiredState) -> Option<Kept> {
        let run = SuiteRun { state: wire_state(desired), message: desired.failure(), ..self.run.clone() };
        Some(Kept { run, answers: self.answers.clone() })
    }

    fn restore(Kept { run, answers }: Kept, _: &Path) -> Result<(SuiteJob, DesiredState), Problem> {
        let desired = match run.state {
            SuiteRunState::Running => DesiredState::Running,
            SuiteRunState::Stopped => DesiredState::Stopped,
            SuiteRunState::Finished => DesiredState::Finished,
            SuiteRunState::Failed => DesiredState::Failed(run.message.clone().unwrap_or_default()),
        };
        Ok((SuiteJob { run, answers, to_ask: None }, desired))
    }

    fn topic(_: u64) -> Topic {
        Topic("suites".to_owned())
    }

    fn actions(status: Status) -> &'static [Action] {
        match status {
            Status::New => &[Action::Start],
            Status::Running | Status::Ending => &[Action::Stop],
            _ => &[],
        }
    }

    fn run(job: &Arc<Job<SuiteJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        let Some((tasks, description)) = job.lock().to_ask.take() else { return Ok(End::Stopped) };
        let mut note = |number: usize, attempt: Attempt| {
            let mut state = job.lock();
            state.run.note(&tasks[number].theme, f64::from(attempt.points));
            state.answers.push(answered(&tasks[number], &attempt));
            job.show_soon(studio, &state);
        };
        let asked = suite::ask_all(&Local { threads: 1 }, &description, &tasks, &|| job.is_stopped(), &mut note);
        asked.map_err(|reason| reason.to_string())?;
        let state = job.lock();
        Ok(if state.run.done == state.run.positions { End::Finished } else { End::Stopped })
    }

    fn changed(job: &Job<SuiteJob>, state: &JobState<SuiteJob>) -> Option<Event> {
        Some(Event::Suite(line(job, state)))
    }

    fn routes() -> Vec<Route> {
        routes()
    }
}

/// What was answered in a position.
fn answered(task: &SuiteTask, attempt: &Attempt) -> SuitePosition {
    let (played, fault) = match &attempt.answer {
        Ok(m) => (Some(*m), None),
        Err(fault) => (None, Some(fault.to_string())),
    };
    SuitePosition {
        name: task.name.clone(),
        theme: task.theme.clone(),
        fen: task.position.fen(),
        best: task.merit.in_words(&task.position),
        uci: played.map(|m| uci(&task.position, m)),
        san: played.map(|m| san(&task.position, m)),
        fault,
        points: attempt.points,
        most_points: task.merit.maximum(),
        milliseconds: attempt.elapsed.as_millis() as u64,
    }
}

impl SuiteRun {
    /// One more position was answered.
    fn note(&mut self, theme: &str, points: f64) {
        self.done += 1;
        self.points += points;
        if let Some(theme) = self.themes.iter_mut().find(|known| known.theme == theme) {
            theme.points += points;
        }
    }
}

/// A run that should be running and is not was ended by a restart.
fn line(job: &Job<SuiteJob>, state: &JobState<SuiteJob>) -> SuiteRun {
    let shown = match &state.desired {
        DesiredState::Running if !state.is_running() => SuiteRunState::Stopped,
        desired => wire_state(desired),
    };
    let (id, created) = (job.id.to_string(), job.created.clone());
    SuiteRun { id, created, state: shown, message: state.desired.failure(), ..state.run.clone() }
}

fn wire_state(desired: &DesiredState) -> SuiteRunState {
    match desired {
        DesiredState::New | DesiredState::Running => SuiteRunState::Running,
        DesiredState::Paused | DesiredState::Stopped => SuiteRunState::Stopped,
        DesiredState::Finished => SuiteRunState::Finished,
        DesiredState::Failed(_) => SuiteRunState::Failed,
    }
}

/// What can be asked of suites.
fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/suites", "Test suites and what players made of them", list),
        Route::upload("/api/suites", "Adds a suite: positions with their best moves", add),
        Route::delete("/api/suites/{id}", "Deletes a suite", delete),
        Route::get("/api/suites/runs/{id}/positions", "What a player answered, position by position", positions),
        Route::delete("/api/suites/runs/{id}", "Deletes a run", delete_run),
        Route::post("/api/suites/runs", "Asks a player all positions of a suite", start).expensive(),
        Route::act("/api/suites/runs/{id}/stop", "Ends a run", stop),
    ]
}

/// The files by their names.
fn files(studio: &Studio) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(studio.data.suites()).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())).collect()
}

fn read(path: &PathBuf) -> Result<Vec<SuiteTask>, Problem> {
    let unreadable = |reason: std::io::Error| Problem::Unfit(format!("the suite cannot be read: {reason}"));
    read_tasks(File::open(path).map_err(unreadable)?)
}

fn read_tasks(input: impl Read + Send) -> Result<Vec<SuiteTask>, Problem> {
    let unusable = |reason: SuiteError| Problem::Unfit(format!("the suite cannot be used: {reason}"));
    suite::read(Ruleset::from(Variant::Chess), input).map_err(unusable)
}

/// POST /api/suites
pub fn add(studio: &Arc<Studio>, call: &Call, wish: NewSuite) -> Result<SuiteList, Problem> {
    read_tasks(wish.text.as_bytes())?;
    let path = studio.data.suites().join(file_name(&wish.name));
    if path.exists() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(Problem::Conflict(format!("there is a suite {name} already: choose another name")));
    }
    folder::make(&studio.data.suites()).and_then(|()| write_atomically(&path, wish.text.as_bytes()))?;
    list(studio, call)
}

/// A name that leads nowhere else.
fn file_name(wished: &str) -> String {
    let stem = wished.trim().trim_end_matches(".epd");
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    let stem: String = stem.chars().map(letter).take(LONGEST_NAME).collect();
    let stem = stem.trim_matches('-');
    format!("{}.epd", if stem.is_empty() { "suite" } else { stem })
}

/// DELETE /api/suites/ID: what players made of it stays.
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<SuiteList, Problem> {
    let path = files(studio).remove(&call.id).ok_or_else(|| Problem::unknown("suite", &call.id))?;
    fs::remove_file(&path).map_err(|reason| Problem::Internal(format!("the suite cannot be deleted: {reason}")))?;
    list(studio, call)
}

/// GET /api/suites/runs/ID/positions
pub fn positions(studio: &Arc<Studio>, call: &Call) -> Result<SuitePositions, Problem> {
    let job = studio.jobs.suites.find(&call.id)?;
    let positions = job.lock().answers.clone();
    Ok(SuitePositions { positions })
}

/// DELETE /api/suites/runs/ID
pub fn delete_run(studio: &Arc<Studio>, call: &Call) -> Result<SuiteList, Problem> {
    studio.jobs.suites.delete(studio, &call.id)?;
    list(studio, call)
}

/// GET /api/suites
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<SuiteList, Problem> {
    let as_of = studio.log.position();
    let file = |(name, path): (String, PathBuf)| {
        let positions = read(&path).ok()?.len() as u32;
        Some(SuiteFile { id: name.clone(), name, positions })
    };
    let files = files(studio).into_iter().filter_map(file).collect();
    let runs = studio.jobs.suites.all().iter().map(|job| line(job, &job.lock())).collect();
    Ok(SuiteList { files, runs, as_of })
}

/// POST /api/suites/runs
pub fn start(studio: &Arc<Studio>, _: &Call, wish: SuiteWish) -> Result<SuiteRun, Problem> {
    let path = files(studio).remove(&wish.suite).ok_or_else(|| Problem::unknown("suite", &wish.suite))?;
    let tasks = read(&path)?;
    let resolved = players::resolve(studio, &wish.player)?;
    let player = resolved.spec.limited_by("movetime", MOVE_TIME_MS)?;
    let description = SuiteDescription::new(player, Variant::Chess, 1)?;
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
    let job = studio
        .jobs
        .suites
        .add_and_start(studio, SuiteJob { run, answers: Vec::new(), to_ask: Some((tasks, description)) })?;
    Ok(line(&job, &job.lock()))
}

/// The themes of a suite, nothing asked yet.
fn themes(tasks: &[SuiteTask]) -> Vec<SuiteTheme> {
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

/// POST /api/suites/runs/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<SuiteList, Problem> {
    let running = studio.jobs.suites.find(&call.id).ok().filter(|job| job.lock().is_running());
    running.ok_or_else(|| Problem::unknown("running suite", &call.id))?.stop(studio)?;
    list(studio, call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        for (wished, name) in [
            ("STS 1.epd", "STS-1.epd"),
            ("../../x", "x.epd"),
            ("", "suite.epd"),
            ("...", "suite.epd"),
            ("a/b", "a-b.epd"),
        ] {
            assert_eq!(file_name(wished), name, "{wished:?}");
        }
    }

    #[test]
    fn runs_that_were_kept_before_positions_were_are_read() {
        let old = r#"{"id":"1","suite":"x","player":"y","state":"finished","message":null,"done":1,"positions":1,"points":1.0,
            "most_points":1.0,"themes":[],"created":""}"#;
        let kept: Kept = serde_json::from_str(old).unwrap();
        assert_eq!((kept.run.positions, kept.answers.len()), (1, 0));
    }
}
