//! Learning a network: a plan gone through in a folder, where it can be stopped and killed at any moment.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hetman_rules::quote::passage;
use hetman_train::{Course, CurvePoint, KeptError, Plan, Reading, SamplesError, load};

use crate::folder::{self, DiskError};

/// The network as it is: after every epoch, and in the end.
pub const NETWORK: &str = "network.safetensors";
/// Training and held-out error, epoch after epoch.
pub const CURVE: &str = "curve.csv";
/// What the next session goes on from.
const COURSE: &str = "course.safetensors";
const PLAN: &str = "plan.txt";

/// At most so much work is lost when a session is killed.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(30);

/// Why no network was learned.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Samples(#[from] SamplesError),
    #[error("{folder}: {reason}", folder = passage(.folder.display()))]
    Kept { folder: PathBuf, reason: KeptError },
    #[error("{0} holds a network that was begun: go on with --resume, or choose another folder")]
    Begun(String),
    #[error("{0} holds no network to go on with: begin one there without --resume")]
    NotBegun(String),
    #[error("somebody else is at work in {0}")]
    Busy(String),
    #[error("the system starts no {threads} threads: {reason}")]
    Threads { threads: usize, reason: rayon::ThreadPoolBuildError },
}

/// What can be heard of the work.
pub trait NetworkObserver: Sync {
    /// So many games of the position files have been read.
    fn read(&self, games: u64);

    /// The steps begin, or go on.
    fn begun(&self, course: &Course);

    /// A step was taken, over so many positions.
    fn stepped(&self, course: &Course, positions: usize);

    /// An epoch ended.
    fn curve(&self, point: &CurvePoint);
}

/// What is to be done.
pub struct NetworkTraining<'a> {
    pub plan: &'a Plan,
    pub folder: &'a Path,
    pub resume: bool,
    /// One for each core if none is given; the network does not depend on it.
    pub threads: Option<usize>,
    pub observer: &'a dyn NetworkObserver,
    pub stop: &'a AtomicBool,
}

/// Learns, or goes on learning, until the plan is done or somebody says stop; the course as it was left.
pub fn learn_network(training: &NetworkTraining) -> Result<Course, NetworkError> {
    let NetworkTraining { folder, threads, .. } = *training;
    let name = || passage(folder.display());
    let _lock = folder::lock(folder)?.ok_or_else(|| NetworkError::Busy(name()))?;
    let kept = read_kept(&folder.join(COURSE))?;
    match (&kept, training.resume) {
        (Some(_), false) => return Err(NetworkError::Begun(name())),
        (None, true) => return Err(NetworkError::NotBegun(name())),
        _ => {}
    }
    let threads = threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|reason| NetworkError::Threads { threads, reason })?;
    pool.install(|| go_on(training, kept.as_deref()))
}

/// Whether a folder holds a network that was begun.
pub fn is_begun(folder: &Path) -> bool {
    folder.join(COURSE).exists()
}

fn read_kept(file: &Path) -> Result<Option<Vec<u8>>, DiskError> {
    match std::fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(reason) => Err(DiskError::new(file, "read", reason)),
    }
}

fn go_on(training: &NetworkTraining, kept: Option<&[u8]>) -> Result<Course, NetworkError> {
    let NetworkTraining { plan, folder, observer, stop, .. } = *training;
    let split = read_samples(plan, observer)?;
    let mut course = match kept {
        Some(bytes) => Course::from_bytes(plan.clone(), split, bytes)
            .map_err(|reason| NetworkError::Kept { folder: folder.to_owned(), reason })?,
        None => Course::new(plan.clone(), split),
    };
    folder::write_atomically(&folder.join(PLAN), format!("{}\n", plan.text).as_bytes())?;
    observer.begun(&course);
    let mut saved = Instant::now();
    while !course.is_over() && !stop.load(Ordering::Relaxed) {
        let points = course.curve().len();
        let positions = course.step();
        observer.stepped(&course, positions);
        if let Some(point) = course.curve().get(points) {
            observer.curve(point);
        }
        if saved.elapsed() > BETWEEN_CHECKPOINTS {
            keep(&course, folder)?;
            saved = Instant::now();
        }
    }
    keep(&course, folder)?;
    Ok(course)
}

fn read_samples(plan: &Plan, observer: &dyn NetworkObserver) -> Result<hetman_train::Split, SamplesError> {
    let Plan { shape, filters, scale, held_out, seed, .. } = plan;
    let reading = Reading { shape, filters, scale: *scale, held_out: *held_out, seed: *seed };
    let read = AtomicU64::new(0);
    load(&plan.positions, &reading, &|games| observer.read(read.fetch_add(games, Ordering::Relaxed) + games))
}

/// The network first: whoever finds the course finds a network no older.
fn keep(course: &Course, folder: &Path) -> Result<(), DiskError> {
    folder::write_atomically(&folder.join(NETWORK), &course.network().to_bytes())?;
    let row = |point: &CurvePoint| format!("{},{},{}\n", point.epoch, point.training, point.held_out);
    let rows: String = course.curve().iter().map(row).collect();
    folder::write_atomically(&folder.join(CURVE), format!("epoch,training,held_out\n{rows}").as_bytes())?;
    folder::write_atomically(&folder.join(COURSE), &course.to_bytes())
}

#[cfg(test)]
mod tests;
