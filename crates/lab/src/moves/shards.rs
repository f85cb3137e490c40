//! Positions from inside searches with the moves that longer searches play, in files of which each is made by itself.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use hetman_arena::work::NoThread;
use hetman_arena::{Stop, crew, generator};
use hetman_eval::AnyEvaluator;
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Variant, uci};
use hetman_search::budget::{AnyAllocator, BudgetSearcher, BudgetSettings};
use hetman_search::{Control, Limits, SearchTask, Thinker};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::settings::MoveSettings;
use super::{MoveError, MoveProgress};
use crate::folder::{DiskError, write_atomically};

/// Positions of a file.
const SHARD: usize = 64;
/// Half-moves that games begin with at random, at most, and half-moves that they have at most.
const OPENING: usize = 12;
const LONGEST: usize = 120;

fn path(folder: &Path, shard: usize) -> PathBuf {
    folder.join(format!("positions-{shard:05}.txt"))
}

fn count(settings: &MoveSettings) -> usize {
    settings.positions().div_ceil(SHARD)
}

/// Makes the files that are missing.
pub fn make(
    folder: &Path,
    settings: &MoveSettings,
    threads: NonZeroUsize,
    stop: &Stop,
    tell: &(dyn Fn(MoveProgress) + Sync),
) -> Result<(), MoveError> {
    let missing: Vec<usize> = (0..count(settings)).filter(|&shard| !path(folder, shard).exists()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let evaluator = settings.evaluator()?;
    let (next, done, problem, begun) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None), Instant::now());
    let work = || {
        while let Some(&shard) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = Maker::new(settings, &evaluator, stop).shard(shard);
            let written = made.and_then(|text| Ok(write_atomically(&path(folder, shard), text.as_bytes())?));
            if let Err(error) = written {
                problem.lock().expect("nobody panics with it").get_or_insert(error);
                return;
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let left = begun.elapsed().div_f64(done as f64).mul_f64((missing.len() - done) as f64);
            let before = count(settings) - missing.len();
            tell(MoveProgress::Positions {
                done: (before + done) * SHARD,
                of: count(settings) * SHARD,
                left: Some(left),
            });
        }
    };
    let crew = threads.get().min(missing.len());
    thread::scope(|scope| crew::start(scope, (0..crew).map(|_| work)))
        .map_err(|reason| NoThread(reason.to_string()))?;
    problem.into_inner().expect("nobody panics with it").map_or(Ok(()), Err)
}

/// Makes one file.
struct Maker<'a> {
    settings: &'a MoveSettings,
    searcher: BudgetSearcher<AnyEvaluator, AnyAllocator>,
    control: Control<'a>,
}

impl<'a> Maker<'a> {
    fn new(settings: &'a MoveSettings, evaluator: &AnyEvaluator, stop: &'a Stop) -> Maker<'a> {
        let searcher = BudgetSearcher::new(BudgetSettings::default(), evaluator.clone(), AnyAllocator::HandMade);
        Maker { settings, searcher, control: Control::watching(stop) }
    }

    /// Its lines, a position and the best move each. Games begin with random moves, and go on with what the sampled
    /// searches play.
    fn shard(&mut self, shard: usize) -> Result<String, MoveError> {
        let generator = &mut generator(self.settings.seed(), shard as u64);
        let (mut text, mut lines) = (String::new(), 0);
        while lines < SHARD {
            let mut game = GameRecord::new(AnyPosition::start(Variant::Chess));
            let opening = generator.random_range(1..=OPENING);
            while game.plies() < LONGEST && lines < SHARD {
                let limits = nodes(self.settings.sample_nodes());
                let share = self.settings.sampled_share();
                self.searcher.start_game();
                let (decision, sampled) = self.searcher.sample(&game, &limits, &self.control, share, generator);
                if self.control.is_stopped() {
                    return Err(MoveError::Stopped);
                }
                for position in sampled.into_iter().take(SHARD - lines) {
                    if let Some(best) = self.best(&position)? {
                        text += &format!("{};{}\n", position.fen(), uci(&position, best));
                        lines += 1;
                    }
                }
                let moves = game.position().legal_moves();
                let random = moves.choose(generator).copied();
                let next = if game.plies() < opening { random } else { decision.best };
                let Some(m) = next else { break };
                game.play(m).expect("it is one of the legal moves");
            }
        }
        Ok(text)
    }

    /// What a longer search plays, where there is a choice.
    fn best(&mut self, position: &AnyPosition) -> Result<Option<Move>, MoveError> {
        if position.legal_moves().len() < 2 {
            return Ok(None);
        }
        self.searcher.start_game();
        let (game, limits) = (GameRecord::new(position.clone()), nodes(self.settings.label_nodes()));
        let task = SearchTask { game: &game, limits: &limits, control: &self.control };
        let decision = self.searcher.think(task, &mut generator(0, 0), &mut |_| {});
        if self.control.is_stopped() { Err(MoveError::Stopped) } else { Ok(decision.best) }
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A position and the best move.
pub type Labelled = (AnyPosition, Move);

/// All positions, in the order of the files.
pub fn read(folder: &Path, settings: &MoveSettings) -> Result<Vec<Labelled>, MoveError> {
    let mut all = Vec::new();
    for shard in 0..count(settings) {
        let file = path(folder, shard);
        let text = std::fs::read_to_string(&file).map_err(|reason| DiskError::new(&file, "read", reason))?;
        for (number, line) in text.lines().enumerate() {
            all.push(labelled(line).ok_or_else(|| MoveError::Shard { file: file.clone(), line: number + 1 })?);
        }
    }
    Ok(all)
}

fn labelled(line: &str) -> Option<Labelled> {
    let (fen, best) = line.split_once(';')?;
    let position = AnyPosition::from_fen(Variant::Chess, fen).ok()?;
    let best = position.legal_moves().into_iter().find(|&m| uci(&position, m) == best)?;
    Some((position, best))
}
