//! Courses of learning: the nets that ship, and those of experiments, as they were at several moments.
//!
//! A moment is a net like any other, with an id of its own. Its file is made when somebody asks for it first.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, LazyLock, PoisonError};

use hetman_eval::{Course, Net};
use hetman_lab::course::history;
use hetman_lab::folder::{self, write_atomically};
use hetman_lab::runs::results_file;
use hetman_lab::{DiskError, Store as Results};
use hetman_rules::Variant;

use crate::experiments::TrainingJob;
use crate::jobs::Job;
use crate::library::{EXTENSION, NetFile, Origin, piece_values};
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{self, CourseLine, CourseList, CourseMoment, PlayerChoice, Setting, Settings};

/// What ids of moments begin with: `moment-shipped-chess-500`, `moment-experiment-7-500`.
const MOMENT: &str = "moment-";
const SHIPPED: &str = "shipped-";
const EXPERIMENT: &str = "experiment-";

/// Moments of an experiment at the ends of windows, at most.
const WINDOWS: usize = 40;

/// What a moment looks ahead when it plays: enough not to lose pieces at once, the rest is what it has learned.
const DEPTH: f64 = 2.0;
const QUIESCENCE_PLIES: f64 = 4.0;

/// A course of `nets/courses/` by its variant's name.
macro_rules! course {
    ($name:literal) => {
        include_bytes!(concat!("../../../nets/courses/", $name, ".safetensors"))
    };
}

static COURSES: LazyLock<BTreeMap<&'static str, Course>> = LazyLock::new(|| {
    let read = |variant: Variant| {
        let course = Course::from_bytes(bytes(variant)).expect("a test reads all of them");
        (variant.uci_name(), course)
    };
    Variant::ALL.map(read).into()
});

fn bytes(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Chess => course!("chess"),
        Variant::Crazyhouse => course!("crazyhouse"),
        Variant::Atomic => course!("atomic"),
        Variant::Antichess => course!("antichess"),
        Variant::Suicide => course!("suicide"),
        Variant::KingOfTheHill => course!("kingofthehill"),
        Variant::ThreeCheck => course!("3check"),
        Variant::Horde => course!("horde"),
        Variant::RacingKings => course!("racingkings"),
    }
}

/// Where a course comes from.
enum Source {
    Shipped(&'static Course),
    Experiment(Arc<Job<TrainingJob>>),
}

fn source(studio: &Studio, id: &str) -> Result<Source, Problem> {
    let unknown = || Problem::unknown("course", id);
    if let Some(name) = id.strip_prefix(SHIPPED) {
        return COURSES.get(name).map(Source::Shipped).ok_or_else(unknown);
    }
    let number = id.strip_prefix(EXPERIMENT).ok_or_else(unknown)?;
    Ok(Source::Experiment(studio.jobs.experiments.find(number)?))
}

impl Source {
    fn line(&self) -> CourseLine {
        match self {
            Source::Shipped(course) => {
                let games = course.moments().last().map_or(0, |moment| moment.games);
                let variant = course.net(games).map_or(Variant::Chess, |net| net.variant());
                CourseLine {
                    id: format!("{SHIPPED}{}", variant.uci_name()),
                    name: "Hetman".to_owned(),
                    variant: variant.uci_name().to_owned(),
                    games,
                    is_shipped: true,
                    experiment: None,
                    is_running: false,
                }
            }
            Source::Experiment(job) => {
                let state = job.lock();
                CourseLine {
                    id: format!("{EXPERIMENT}{}", job.id),
                    name: state.name(),
                    variant: state.experiment.experiment.variant.uci_name().to_owned(),
                    games: state.games_of_first_run(),
                    is_shipped: false,
                    experiment: Some(job.id.to_string()),
                    is_running: state.is_running(),
                }
            }
        }
    }

    /// The nets with the games that they had learned from; of an experiment, those of its first run.
    fn nets(&self) -> Result<Vec<(u64, Net)>, Problem> {
        match self {
            Source::Shipped(course) => {
                let net = |moment: &hetman_eval::Moment| Some((moment.games, course.net(moment.games)?));
                Ok(course.moments().iter().filter_map(net).collect())
            }
            Source::Experiment(job) => match Results::read(&results_file(&job.folder))? {
                Some(store) => Ok(history(&store, 1, WINDOWS)?),
                None => Ok(Vec::new()),
            },
        }
    }

    fn ratings(&self) -> BTreeMap<u64, hetman_eval::Rating> {
        let Source::Shipped(course) = self else { return BTreeMap::new() };
        course.moments().iter().filter_map(|moment| Some((moment.games, moment.rating?))).collect()
    }
}

/// GET /api/courses
pub fn list(studio: &Arc<Studio>, call: &Call) -> Result<CourseList, Problem> {
    let variant = call.query.get("variant").map(|name| name.parse::<Variant>()).transpose()?;
    let shipped = Variant::ALL.into_iter().map(|variant| Source::Shipped(&COURSES[variant.uci_name()]));
    let jobs = studio.jobs.experiments.all().into_iter().map(Source::Experiment);
    let mut courses: Vec<CourseLine> = shipped.chain(jobs).map(|source| source.line()).collect();
    courses.retain(|line| variant.is_none_or(|variant| line.variant == variant.uci_name()));
    courses.retain(|line| line.games > 0 || line.is_running);
    Ok(CourseList { courses })
}

/// GET /api/courses/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<wire::Course, Problem> {
    let source = source(studio, &call.id)?;
    let (line, ratings) = (source.line(), source.ratings());
    let moment = |(games, net): (u64, Net)| CourseMoment {
        games,
        elo: ratings.get(&games).map(|rating| rating.elo),
        elo_error: ratings.get(&games).map(|rating| rating.error),
        player: PlayerChoice { player: format!("net:{MOMENT}{}-{games}", line.id), settings: search() },
        pieces: piece_values(&net),
    };
    let moments = source.nets()?.into_iter().map(moment).collect();
    Ok(wire::Course { line, moments })
}

fn search() -> Settings {
    let settings = [
        ("depth", Setting::Number(DEPTH)),
        ("quiescence-plies", Setting::Number(QUIESCENCE_PLIES)),
        ("repetitions", Setting::Flag(true)),
        ("mate-in-one", Setting::Flag(true)),
    ];
    Settings(settings.map(|(key, value)| (key.to_owned(), value)).into())
}

/// The file of a moment's net, made if there is none yet; `None` if the id is no moment's.
pub fn net_file(studio: &Studio, id: &str) -> Result<Option<NetFile>, Problem> {
    let Some((course, games)) = id.strip_prefix(MOMENT).and_then(|rest| rest.rsplit_once('-')) else { return Ok(None) };
    let unknown = || Problem::unknown("net", id);
    let number: u64 = games.parse().map_err(|_| unknown())?;
    let source = source(studio, course)?;
    let line = source.line();
    let path = studio.data.moments().join(format!("{}-{number}.{EXTENSION}", line.id));
    // A run never has another net after as many games; what ships may change with the program.
    if !path.exists() || line.is_shipped {
        let (_, net) = source.nets()?.into_iter().find(|(games, _)| *games == number).ok_or_else(unknown)?;
        keep(studio, &path, &net)?;
    }
    let name = format!("{} after {number} games", line.name);
    Ok(Some(NetFile { id: id.to_owned(), name, path, origin: Origin::Moment }))
}

fn keep(studio: &Studio, path: &std::path::Path, net: &Net) -> Result<(), DiskError> {
    let bytes = net.to_bytes(&Default::default());
    let _held = studio.moments.lock().unwrap_or_else(PoisonError::into_inner);
    if fs::read(path).ok().as_deref() == Some(bytes.as_slice()) {
        return Ok(());
    }
    folder::make(&studio.data.moments())?;
    write_atomically(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_course_begins_with_equal_pieces_and_ends_in_the_net_that_ships() {
        for variant in Variant::ALL {
            let course = &COURSES[variant.uci_name()];
            let games: Vec<u64> = course.moments().iter().map(|moment| moment.games).collect();
            let (first, last) = (course.net(games[0]).unwrap(), course.net(*games.last().unwrap()).unwrap());
            assert!(games.len() >= 8 && games[0] == 0, "{variant}: {games:?}");
            assert!(
                first.model().weights().unwrap().iter().all(|&weight| weight == 1.0),
                "{variant} begins with knowledge"
            );
            let shipped = Net::shipped(variant);
            assert!(last.is_like(&shipped) && last.provenance.games_seen == shipped.provenance.games_seen);
            for (ours, theirs) in last.model().parameters().iter().zip(shipped.model().parameters()) {
                assert!((ours - theirs).abs() < 1e-5, "{variant} ends elsewhere");
            }
        }
    }

    #[test]
    fn the_levels_of_chess_were_measured_and_grow() {
        let ratings: Vec<f64> =
            COURSES["chess"].moments().iter().map(|moment| moment.rating.expect("a tournament").elo).collect();
        assert!(ratings.last() > ratings.first(), "{ratings:?}");
    }
}
