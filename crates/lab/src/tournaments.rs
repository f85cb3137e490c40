//! Matches and tournaments, kept so that they can be taken up again.
//!
//! [`begin`] and [`resume`] are the whole of it: a plan, a folder, an observer, two switches. Each finished
//! game goes into the store before the next report, so that a tournament killed at any moment loses only the games that
//! were being played; the schedule, the openings and the colours of the rest follow from the plan.

mod games_file;
mod plan;
mod store;
mod trial;

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use hetman_arena::runner::{MatchDescription, MatchGames, MoveObserver, Played, Tournament};
use hetman_arena::schedule::{Bracket, Finished, Schedule};
use hetman_arena::sheet::{self, Heading};
use hetman_arena::stats::{GameScore, MatchReport, Results};
use hetman_arena::work::Files;
use hetman_arena::{Executor, Local, PlayerError, Switches};
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::Color;

use crate::folder::{self, DiskError};
use crate::store::StoreError;
use games_file::{GamesFile, NamedFile};
pub use plan::{Plan, PlanError, names};
pub use store::{GameLine, TournamentStore};
use trial::Trial;

/// The files of a tournament's folder.
const STORE: &str = "contest.sqlite";
const GAMES: &str = "games.pgn";

/// Why a tournament cannot be held, or could not be held to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("what was played before is kept, and --resume will go on from there")]
    Interrupted(#[source] Box<TournamentError>),
    #[error("{folder} already holds a match or tournament: go on with it (--resume) or choose another folder (--out)", folder = passage(.0.display()))]
    FolderTaken(PathBuf),
    #[error("{folder} holds no match or tournament to go on with: leave --resume away, and begin one there (--out)", folder = passage(.0.display()))]
    NothingToResume(PathBuf),
    #[error("another hetman is playing in {folder}", folder = passage(.0.display()))]
    InUse(PathBuf),
    #[error("the openings are not those that {folder} was begun with: put {file} back as it was", folder = passage(folder.display()))]
    OpeningsChanged { folder: PathBuf, file: String },
}

impl TournamentError {
    /// Of a tournament that has begun: trouble with the disk ends a session and not the tournament.
    fn interrupting(self) -> TournamentError {
        match self {
            TournamentError::Disk(_) => TournamentError::Interrupted(self.into()),
            TournamentError::Store(ref problem) if problem.may_pass() => TournamentError::Interrupted(self.into()),
            other => other,
        }
    }
}

/// Where and how a tournament is held. What is played is the [`Plan`].
pub struct TournamentOptions<'a, X = Local> {
    pub folder: &'a Path,
    /// The games' file, instead of the folder's own. What it holds stays, and `-` is standard output.
    pub pgn: Option<&'a Path>,
    /// For the games' records.
    pub date: &'a str,
    /// Who has the games played.
    pub executor: X,
    pub switches: Switches<'a>,
    /// Sees every move.
    pub observer: &'a MoveObserver<'a>,
}

/// Hears how the tournament stands when it begins, and after each game.
pub type Observer<'a> = dyn FnMut(&Standing, Option<&Played>) + 'a;

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Standing {
    pub plan: Plan,
    /// By number.
    pub games: Vec<GameLine>,
    /// How many there will be; a knock-out does not know before its end.
    pub expected: Option<u64>,
    pub bracket: Option<Bracket>,
    /// The sequential test has come to a verdict, or everything is played.
    pub is_over: bool,
    /// Lines of the openings' file that are no UTF-8 and were read as Latin-1.
    pub latin_1_lines: u64,
}

impl Standing {
    /// The games of two players, for the first of them.
    pub fn between(&self, first: usize, second: usize) -> Results {
        Standing::between_players(&self.games, first, second)
    }

    /// The same of some games: the first, for how it stood then.
    pub fn between_players(games: &[GameLine], first: usize, second: usize) -> Results {
        let score = |line: &GameLine| {
            let color = Color::ALL.into_iter().find(|&color| line.players(color) == (first, second))?;
            Some((line.pairing.pair, GameScore::of(line.outcome, color)))
        };
        Results::from_games(games.iter().filter_map(score))
    }

    /// The report of a match, for its first player.
    pub fn match_report(&self) -> MatchReport {
        let [first, second] = [0, 1].map(|player| self.plan.names[player].as_str());
        MatchReport::new(first, second, &self.plan.conditions(), self.between(0, 1), self.plan.sprt)
    }

    /// How often each player lost by misbehaving, by the player's name and what it did.
    pub fn faults(&self) -> BTreeMap<(&str, &str), u64> {
        let mut faults = BTreeMap::new();
        for line in self.games.iter().filter(|line| line.is_fault()) {
            let loser = line.loser().map_or("", |player| self.plan.names[player].as_str());
            *faults.entry((loser, line.termination.as_str())).or_default() += 1;
        }
        faults
    }
}

/// The store of a tournament's folder.
pub fn store_file(folder: &Path) -> PathBuf {
    folder.join(STORE)
}

/// Begins a tournament in a folder of its own.
pub fn begin<X: Executor>(
    plan: &Plan,
    options: &TournamentOptions<X>,
    observer: &mut Observer,
) -> Result<Standing, TournamentError> {
    // Everything that can be wrong is found before anything is written.
    let mut prepared = Prepared::new(plan)?;
    prepared.check_players()?;
    let own = options.folder.join(GAMES);
    let file = prepared.games_file(options, &own)?;
    let taken = || TournamentError::FolderTaken(options.folder.to_owned());
    if kept(options.folder)?.is_some() {
        return Err(taken());
    }
    let _lock = lock(options.folder)?;
    if let GamesFile::Named(file) = &file {
        file.make()?;
    }
    let store = TournamentStore::begin(&store_file(options.folder), plan, prepared.games.openings.digest())?;
    prepared.hold(&mut store.ok_or_else(taken)?, options, file, observer)
}

/// Goes on with the tournament of a folder.
pub fn resume<X: Executor>(
    options: &TournamentOptions<X>,
    observer: &mut Observer,
) -> Result<Standing, TournamentError> {
    let mut prepared = Prepared::of_folder(options.folder)?.1;
    let own = options.folder.join(GAMES);
    let file = prepared.games_file(options, &own)?;
    let _lock = lock(options.folder)?;
    prepared.check_players()?;
    if let GamesFile::Named(file) = &file {
        file.make()?;
    }
    prepared.hold(&mut TournamentStore::open(&store_file(options.folder))?, options, file, observer)
}

/// Goes on with the tournament of a folder, or begins it there.
pub fn begin_or_resume<X: Executor>(
    plan: &Plan,
    options: &TournamentOptions<X>,
    observer: &mut Observer,
) -> Result<Standing, TournamentError> {
    if kept(options.folder)?.is_some() { resume(options, observer) } else { begin(plan, options, observer) }
}

/// Whether a folder has the store of a tournament, begun or not.
pub fn exists(folder: &Path) -> bool {
    store_file(folder).exists()
}

/// The plan of a folder's tournament, if one was begun there.
pub fn plan(folder: &Path) -> Result<Option<Plan>, StoreError> {
    Ok(kept(folder)?.map(|(_, plan, _)| plan))
}

/// How the tournament of a folder stands, without playing.
pub fn standing(folder: &Path) -> Result<Standing, TournamentError> {
    let (store, prepared) = Prepared::of_folder(folder)?;
    Ok(prepared.standing(store.games()?))
}

/// The store of a tournament that was begun, to be read, its plan and its openings' digest.
fn kept(folder: &Path) -> Result<Option<(TournamentStore, Plan, String)>, StoreError> {
    let Some(store) = TournamentStore::read(&store_file(folder))? else { return Ok(None) };
    Ok(store.plan()?.map(|(plan, digest)| (store, plan, digest)))
}

fn lock(folder: &Path) -> Result<File, TournamentError> {
    folder::lock(folder)?.ok_or_else(|| TournamentError::InUse(folder.to_owned()))
}

/// A plan with everything it names.
struct Prepared {
    plan: Plan,
    games: MatchDescription,
    schedule: Schedule,
}

impl Prepared {
    fn new(plan: &Plan) -> Result<Prepared, PlanError> {
        let games = MatchDescription {
            players: plan.player_words()?,
            variant: plan.ruleset()?.variant,
            rules: plan.rules()?,
            openings: plan.book()?,
            seed: plan.seed,
            files: Files::default(),
        };
        Ok(Prepared { games, schedule: plan.schedule()?, plan: plan.clone() })
    }

    /// Whether everybody can play, and with which files.
    fn check_players(&mut self) -> Result<(), PlayerError> {
        self.games.check_players()?;
        self.games.files = Files::of_players(&self.games.players)?;
        Ok(())
    }

    fn of_folder(folder: &Path) -> Result<(TournamentStore, Prepared), TournamentError> {
        let nothing = || TournamentError::NothingToResume(folder.to_owned());
        let (store, plan, digest) = kept(folder)?.ok_or_else(nothing)?;
        let prepared = Prepared::new(&plan)?;
        if !plan::is_digest_of(&digest, &prepared.games.openings) {
            let file = plan.openings.to_string();
            return Err(TournamentError::OpeningsChanged { folder: folder.to_owned(), file });
        }
        Ok((store, prepared))
    }

    /// In a knock-out only the results tell which game comes next.
    fn games_file<'a, X>(&self, options: &TournamentOptions<X>, own: &'a Path) -> Result<GamesFile<'a>, DiskError> {
        let is_in_order = self.schedule.games().is_some();
        Ok(match options.pgn {
            Some(name) => GamesFile::Named(NamedFile::new(name, is_in_order)?),
            None => GamesFile::Own(own),
        })
    }

    fn tournament<'a, X>(&'a self, options: &TournamentOptions<'a, X>) -> Tournament<'a> {
        Tournament {
            games: MatchGames { description: &self.games, observer: options.observer },
            schedule: &self.schedule,
            most_games: self.plan.games.unwrap_or(u64::MAX),
            switches: options.switches,
        }
    }

    fn standing(&self, mut games: Vec<GameLine>) -> Standing {
        let mut trial = Trial::new(self.plan.sprt);
        let decided = games.iter().find_map(|line| trial.hear(line));
        if let Some(count) = decided {
            games.retain(|line| line.pairing.number < count);
        }
        let finished: Finished = games.iter().map(|line| (line.pairing.number, line.outcome)).collect();
        let expected = self.schedule.games().map(|games| games.min(self.plan.games.unwrap_or(u64::MAX)));
        let is_all_played = match expected {
            Some(expected) => games.len() as u64 == expected,
            None => self.schedule.ready(&finished).next().is_none(),
        };
        let bracket = self.schedule.bracket(&finished);
        Standing {
            plan: self.plan.clone(),
            games,
            expected,
            bracket,
            is_over: is_all_played || decided.is_some(),
            latin_1_lines: self.games.openings.latin_1_lines(),
        }
    }

    fn hold<X: Executor>(
        &self,
        store: &mut TournamentStore,
        options: &TournamentOptions<X>,
        mut file: GamesFile,
        observer: &mut Observer,
    ) -> Result<Standing, TournamentError> {
        let mut standing = self.standing(store.games()?);
        let shown = self.show(&standing, store, &mut file);
        shown.map_err(TournamentError::interrupting)?;
        observer(&standing, None);
        if !standing.is_over {
            let begun = Instant::now();
            let played = self.play(&mut standing, store, &mut file, options, observer);
            let noted = folder::add_seconds(options.folder, begun.elapsed()).map_err(TournamentError::from);
            played.and(noted).and_then(|()| file.finish(store)).map_err(TournamentError::interrupting)?;
        }
        Ok(self.standing(standing.games))
    }

    /// Brings the store and the games' file up to where the tournament stands.
    fn show(
        &self,
        standing: &Standing,
        store: &mut TournamentStore,
        file: &mut GamesFile,
    ) -> Result<(), TournamentError> {
        if self.plan.sprt.is_some() && standing.is_over {
            // A process killed at the verdict may have kept games that do not count.
            store.forget_from(standing.games.len() as u64)?;
        }
        file.begin(store)
    }

    fn play<X: Executor>(
        &self,
        standing: &mut Standing,
        store: &mut TournamentStore,
        file: &mut GamesFile,
        options: &TournamentOptions<X>,
        observer: &mut Observer,
    ) -> Result<(), TournamentError> {
        let finished = standing.games.iter().map(|line| (line.pairing.number, line.outcome)).collect();
        let mut trial = Trial::new(self.plan.sprt);
        for line in &standing.games {
            trial.hear(line);
        }
        let mut keep = |finished: &Finished, played: Played| {
            let (line, text) = (GameLine::of(&played), self.write(&played, options.date));
            store.keep(&line, &text)?;
            let verdict = trial.hear(&line);
            let number = line.pairing.number;
            standing.games.push(line);
            if let Some(games) = verdict {
                store.forget_from(games)?;
                file.forget_from(games);
                standing.games.retain(|line| line.pairing.number < games);
            }
            if verdict.is_none_or(|games| number < games) {
                file.add(number, &text)?;
            }
            standing.bracket = self.schedule.bracket(finished);
            observer(standing, Some(&played));
            Ok::<_, TournamentError>(if verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        self.tournament(options).play(&options.executor, finished, &mut keep)?;
        standing.games.sort_by_key(|line| line.pairing.number);
        Ok(())
    }

    fn write(&self, played: &Played, date: &str) -> String {
        let pairing = &played.pairing;
        let heading = Heading {
            event: &self.plan.event,
            date,
            round: &format!("{}.{}", pairing.pair + 1, pairing.number % 2 + 1),
            white: &self.plan.names[pairing.white],
            black: &self.plan.names[pairing.black],
            control: self.games.rules.control,
        };
        format!("{}\n", sheet::write(&heading, &played.game))
    }
}

#[cfg(test)]
mod tests;
