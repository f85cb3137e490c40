//! Lessons: a method of induction learns an ending from its table. What it learned is a file in the lesson's folder.

mod learn;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hetman_endgame::Material;
use hetman_endgame::induction::{Learner, METHODS, Method};
use hetman_endgame::strategy::RuleSettings;
use hetman_rules::Quote;
use hetman_rules::shakmaty::Color;
use serde::{Deserialize, Serialize};

use super::actions;
use super::learned::Learned;
use super::pace::{Pace, Paced};
use super::table_job::material;
use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Stored, Work};
use crate::problem::Problem;
use crate::route::{Call, Download, Route};
use crate::studio::Studio;
use crate::wire::{
    Done, Event, InductionMethod, Lesson, LessonDeleted, LessonFacts, LessonKind, LessonList, LessonNode, LessonTarget,
    LessonWish, Topic,
};

/// Lists of rules that are tried at most: an hour or more.
const MOST_STEPS: u32 = 1_000_000;

/// What is stored of a lesson besides its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    material: String,
    method: String,
    target: LessonTarget,
    #[serde(default)]
    steps: Option<u32>,
    facts: Option<LessonFacts>,
}

pub struct LessonJob {
    material: Material,
    method: String,
    target: LessonTarget,
    steps: Option<u32>,
    facts: Option<LessonFacts>,
    /// Once somebody has asked for it.
    learned: Option<Arc<Learned>>,
    pace: Pace,
}

impl Paced for LessonJob {
    fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }
}

impl Work for LessonJob {
    const NAME: &'static str = "lesson";
    const AT_ONCE: usize = 1;
    const CROWDED: &'static str = "lesson is being learned already: wait for it, or stop it first";
    /// What a method would have learned that is still measuring is learned again.
    const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
    const NICENESS: i32 = 5;

    type Kept = Stored<Kept>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Kept>> {
        let (material, method) = (self.material.to_string(), self.method.clone());
        let kept = Kept { material, method, target: self.target, steps: self.steps, facts: self.facts.clone() };
        Some(Stored { kept, desired: desired.clone() })
    }

    fn restore(Stored { kept, desired }: Stored<Kept>, _: &Path) -> Result<(LessonJob, DesiredState), Problem> {
        let Kept { material, method, target, steps, facts } = kept;
        let material = material.parse()?;
        Ok((LessonJob { material, method, target, steps, facts, learned: None, pace: Pace::new("") }, desired))
    }

    fn topic(_: u64) -> Topic {
        Topic("lessons".to_owned())
    }

    fn actions(status: Status) -> &'static [Action] {
        actions(status)
    }

    fn begin(&mut self) {
        (self.facts, self.learned) = (None, None);
        self.pace = Pace::new("Learning");
    }

    fn run(job: &Arc<Job<LessonJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        learn::learn(job, studio).map_err(|problem| problem.to_string())
    }

    fn changed(job: &Job<LessonJob>, state: &JobState<LessonJob>) -> Option<Event> {
        Some(Event::Lesson(line(job, state)))
    }

    fn deleted(id: String) -> Option<Event> {
        Some(Event::LessonDeleted(LessonDeleted { id }))
    }

    fn routes() -> Vec<Route> {
        vec![
            Route::get("/api/lessons", "What was learned of endings, and the methods there are", list),
            Route::post("/api/lessons", "Learns an ending from its table", begin).expensive(),
            Route::act("/api/lessons/{id}/start", "Learns again what was interrupted", start).expensive(),
            Route::act("/api/lessons/{id}/stop", "Ends a lesson", stop),
            Route::delete("/api/lessons/{id}", "Deletes a lesson with what was learned", delete),
            Route::get("/api/lessons/{id}/tree", "A node of a tree that was learned", node),
            Route::file("/api/lessons/{id}/file", "What was learned, as a file", download),
        ]
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("learned.txt")
}

fn method(name: &str) -> Result<&'static Method, Problem> {
    let unknown = || {
        Problem::Unfit(format!(
            "there is no method '{}': choose one of {}",
            Quote::from(name),
            METHODS.names().join(", ")
        ))
    };
    METHODS.find(name).ok_or_else(unknown)
}

fn kind(method: &Method) -> LessonKind {
    match method.learner {
        Learner::Tree(_) => LessonKind::Tree,
        Learner::Rules | Learner::Shipped => LessonKind::Rules,
    }
}

/// Whether rules can be looked for, and that often.
fn must_have_rules(material: Material, steps: Option<u32>) -> Result<(), Problem> {
    if material.pieces().filter(|piece| piece.color == Color::Black).count() > 1 {
        let sentence = format!("rules are learned where one side has nothing but its king, and not for {material}");
        return Err(Problem::Unfit(sentence));
    }
    match steps {
        Some(steps) if !(1..=MOST_STEPS).contains(&steps) => {
            Err(Problem::Unfit(format!("1 to {MOST_STEPS} lists of rules can be tried")))
        }
        _ => Ok(()),
    }
}

/// What a finished lesson has learned.
pub fn learned(studio: &Studio, id: &str) -> Result<Arc<Learned>, Problem> {
    let job = studio.jobs.lessons.find(id)?;
    let mut state = job.lock();
    if state.facts.is_none() {
        return Err(Problem::Conflict("this lesson is not finished: nothing was learned yet".to_owned()));
    }
    if let Some(learned) = &state.learned {
        return Ok(Arc::clone(learned));
    }
    let unreadable = |reason| Problem::Conflict(format!("what was learned cannot be read: {reason}; learn it again"));
    let text = fs::read_to_string(file(&job.folder)).map_err(unreadable)?;
    let learned = Arc::new(Learned::read(&text)?);
    state.learned = Some(Arc::clone(&learned));
    Ok(learned)
}

fn line(job: &Job<LessonJob>, state: &JobState<LessonJob>) -> Lesson {
    Lesson {
        id: job.id.to_string(),
        material: state.material.to_string(),
        method: state.method.clone(),
        makes: method(&state.method).map_or(LessonKind::Tree, kind),
        target: state.target,
        state: state.status().into(),
        message: state.desired.failure(),
        progress: state.is_running().then(|| state.pace.progress()),
        facts: state.facts.clone(),
        created: job.created.clone(),
        actions: state.actions(),
    }
}

/// GET /api/lessons
fn list(studio: &Arc<Studio>, _: &Call) -> Result<LessonList, Problem> {
    let as_of = studio.log.position();
    let lessons = studio.jobs.lessons.all().iter().map(|job| line(job, &job.lock())).collect();
    let told = |&method: &&'static Method| InductionMethod {
        name: method.name.to_owned(),
        help: method.help.to_owned(),
        kind: kind(method),
        steps: matches!(method.learner, Learner::Rules).then(|| RuleSettings::default().steps),
    };
    Ok(LessonList { lessons, methods: METHODS.all().iter().map(told).collect(), as_of })
}

/// POST /api/lessons
fn begin(studio: &Arc<Studio>, _: &Call, wish: LessonWish) -> Result<Lesson, Problem> {
    let (material, method) = (material(&wish.material)?, method(&wish.method)?);
    if studio.endgames.with(material)?.is_none() {
        return Err(Problem::Conflict(format!("there is no table of {material} to learn from: build it first")));
    }
    match method.learner {
        Learner::Tree(_) => {}
        Learner::Rules => must_have_rules(material, wish.steps)?,
        Learner::Shipped => drop(learn::shipped_rules(material)?),
    }
    let (method, target, steps) = (method.name.to_owned(), wish.target, wish.steps);
    let work = LessonJob { material, method, target, steps, facts: None, learned: None, pace: Pace::new("") };
    let job = studio.jobs.lessons.add_and_start(studio, work)?;
    Ok(line(&job, &job.lock()))
}

/// POST /api/lessons/ID/start
fn start(studio: &Arc<Studio>, call: &Call) -> Result<Lesson, Problem> {
    let job = studio.jobs.lessons.find(&call.id)?;
    studio.jobs.lessons.start(studio, &job)?;
    Ok(line(&job, &job.lock()))
}

/// POST /api/lessons/ID/stop
fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Lesson, Problem> {
    let job = studio.jobs.lessons.find(&call.id)?;
    job.stop(studio)?;
    Ok(line(&job, &job.lock()))
}

/// DELETE /api/lessons/ID
fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    studio.jobs.lessons.delete(studio, &call.id)?;
    Ok(Done {})
}

/// GET /api/lessons/ID/tree
fn node(studio: &Arc<Studio>, call: &Call) -> Result<LessonNode, Problem> {
    let answers = call.query.get("answers").map(String::as_str).unwrap_or_default();
    learned(studio, &call.id)?.node(answers)
}

/// GET /api/lessons/ID/file
fn download(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let learned = learned(studio, &call.id)?;
    let name = format!("{}-{}.txt", learned.material().to_string().to_lowercase(), call.id);
    Ok(Download::saved(name, "text/plain; charset=utf-8", learned.to_text().into_bytes()))
}
