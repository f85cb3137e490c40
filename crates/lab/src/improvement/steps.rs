//! The three steps of a generation. Each goes on where it was left.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use hetman_arena::openings::OpeningSettings;
use hetman_arena::runner::unwatched;
use hetman_arena::schedule::{Colours, Format};
use hetman_arena::stats::{Estimate, Results};
use hetman_arena::{Executor, Switches};
use hetman_eval::Provenance;
use hetman_eval::nnue::Network;
use hetman_positions::ScoredGame;
use hetman_train::{Course, CurvePoint, Plan, Trainer};

use super::lineage::{learning_folder, match_folder, network_file, positions_file};
use super::settings::NOTHING;
use super::{Child, Improvement, ImprovementError, ImprovementEvent, Lineage, MatchCounts, Step};
use crate::folder::{DiskError, make, write_atomically};
use crate::generation::{Generated, GenerationObserver, GenerationSettings, generate};
use crate::networks::{NETWORK, NetworkObserver, NetworkTraining, is_begun, learn_network};
use crate::tournaments::{self, Standing, TournamentOptions};

/// A search whose last iteration does not end is cut off after so many times the nodes it should have taken.
const MOST_TIMES: u64 = 10;
/// Openings that give either side more are drawn again.
const BALANCED: u32 = 200;

/// A generation on its way.
pub struct Steps<'a, X> {
    improvement: &'a Improvement<'a, X>,
    lineage: &'a Lineage,
    generation: u64,
    /// Who plays the games, and whom the child has to beat.
    parent: String,
}

impl<'a, X: Executor + Clone> Steps<'a, X> {
    pub fn new(improvement: &'a Improvement<'a, X>, lineage: &'a Lineage) -> Result<Steps<'a, X>, ImprovementError> {
        let generation = lineage.children.len() as u64 + 1;
        let mut steps = Steps { improvement, lineage, generation, parent: lineage.settings.start() };
        match lineage.champion() {
            Some(champion) => steps.parent = text(&steps.net(champion.generation))?,
            None if steps.parent == NOTHING => steps.parent = steps.random_network()?,
            None => {}
        }
        Ok(steps)
    }

    /// Takes what is left of the steps; `None` if they were stopped.
    pub fn take(&self) -> Result<Option<Child>, ImprovementError> {
        let generated = self.play()?;
        if !generated.is_complete || self.is_stopped() {
            return Ok(None);
        }
        let Some(learned) = self.learn()? else { return Ok(None) };
        let Some(results) = self.play_match()? else { return Ok(None) };
        self.child(generated, &learned, results).map(Some)
    }

    fn is_stopped(&self) -> bool {
        self.improvement.stop.load(Ordering::Relaxed)
    }

    fn net(&self, generation: u64) -> PathBuf {
        network_file(self.improvement.folder, generation)
    }

    /// Without the folder: what is in a network's file does not depend on where it lies.
    fn parent_name(&self) -> String {
        let name = Path::new(&self.parent).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| self.parent.clone())
    }

    fn integer(&self, key: &str) -> u64 {
        self.lineage.settings.integer(key)
    }

    /// Different for each generation, in each of which everything else is the same.
    fn seed(&self) -> u64 {
        self.integer("seed").wrapping_add(self.generation << 32)
    }

    fn tell(&self, event: ImprovementEvent) {
        self.improvement.observer.hear(&event);
    }

    fn begin(&self, step: Step, done: u64, of: u64) {
        self.tell(ImprovementEvent::Step { generation: self.generation, step, done, of });
    }

    /// The network of random weights that everything begins with.
    fn random_network(&self) -> Result<String, ImprovementError> {
        let path = self.net(0);
        if !path.exists() {
            let plan = self.plan()?;
            let recipe = "random weights".to_owned();
            let provenance = Provenance { recipe, parent: None, games_seen: 0, notes: Default::default() };
            let weights = Trainer::new(plan.shape, plan.seed).weights().quantised();
            make(path.parent().unwrap_or(Path::new("")))?;
            write_atomically(&path, &Network::new(weights, plan.scale, provenance).to_bytes())?;
        }
        text(&path)
    }

    fn play(&self) -> Result<Generated, ImprovementError> {
        let nodes = self.integer("nodes");
        let player = format!("hetman:soft-nodes={nodes},nodes={},eval={}", nodes * MOST_TIMES, self.parent);
        let settings = GenerationSettings {
            variant: self.lineage.settings.variant(),
            player: player.parse()?,
            random_plies: self.integer("random-plies") as usize,
            balanced: Some(BALANCED),
            balance_nodes: nodes,
            longest_plies: self.integer("max-plies") as usize,
            win: None,
            draw: None,
            seed: self.seed(),
        };
        let path = positions_file(self.improvement.folder, self.generation);
        make(path.parent().unwrap_or(Path::new("")))?;
        let Improvement { program, executor, stop, .. } = self.improvement;
        let stop = || stop.load(Ordering::Relaxed);
        Ok(generate(&settings, &path, self.integer("games"), program, executor, &stop, &Games(self))?)
    }

    /// What the child learns from, and how.
    fn plan(&self) -> Result<Plan, ImprovementError> {
        let settings = &self.lineage.settings;
        let first = self.generation.saturating_sub(self.integer("window")) + 1;
        let files =
            (first.max(1)..=self.generation).map(|generation| positions_file(self.improvement.folder, generation));
        let mut table = toml::Table::new();
        table.insert("name".to_owned(), format!("generation-{}", self.generation).into());
        table.insert("positions".to_owned(), files.map(|file| text(&file)).collect::<Result<Vec<_>, _>>()?.into());
        table.insert("seed".to_owned(), (self.seed() as i64).into());
        for key in ["hidden", "outputs", "epochs", "batch"] {
            table.insert(key.to_owned(), (settings.integer(key) as i64).into());
        }
        for key in ["variant", "kings"] {
            table.insert(key.to_owned(), settings.text(key).into());
        }
        table.insert("rate".to_owned(), settings.number("rate").into());
        let share = settings.number("result-share").max(1.0 / self.generation as f64);
        table.insert("result-share".to_owned(), share.into());
        Ok(Plan::read(&table.to_string(), &[])?)
    }

    /// The child, put where it stays; `None` if it was stopped.
    fn learn(&self) -> Result<Option<Network>, ImprovementError> {
        let (folder, path) = (learning_folder(self.improvement.folder, self.generation), self.net(self.generation));
        if !path.exists() {
            let plan = self.plan()?;
            let Improvement { threads, stop, .. } = *self.improvement;
            let observer = &Learning { steps: self, done: AtomicU64::new(0) };
            make(&folder)?;
            let resume = is_begun(&folder);
            let training =
                NetworkTraining { plan: &plan, folder: &folder, resume, threads: Some(threads), observer, stop };
            if !learn_network(&training)?.is_over() {
                return Ok(None);
            }
            let mut network = network(&folder.join(NETWORK))?;
            network.provenance.parent = Some(self.parent_name());
            make(path.parent().unwrap_or(Path::new("")))?;
            write_atomically(&path, &network.to_bytes())?;
        }
        network(&path).map(Some)
    }

    /// The match against the parent; `None` if it was stopped.
    fn play_match(&self) -> Result<Option<Results>, ImprovementError> {
        let folder = match_folder(self.improvement.folder, self.generation);
        make(folder.parent().unwrap_or(Path::new("")))?;
        let stopped = || self.is_stopped();
        let options = TournamentOptions {
            folder: &folder,
            pgn: None,
            date: self.improvement.date,
            executor: self.improvement.executor.clone(),
            switches: Switches { close: &stopped, abandon: &stopped },
            observer: &unwatched,
        };
        let plan = self.match_plan()?;
        let most = plan.games.unwrap_or_default();
        let standing = tournaments::begin_or_resume(&plan, &options, &mut |standing: &Standing, played| {
            let done = standing.games.len() as u64;
            match played {
                None => self.begin(Step::Matching, done, most),
                Some(played) => {
                    self.tell(ImprovementEvent::Advanced { done, positions: played.game.turns.len() as u64 })
                }
            }
        })?;
        Ok(standing.is_over.then(|| standing.between(0, 1)))
    }

    fn match_plan(&self) -> Result<tournaments::Plan, ImprovementError> {
        let (settings, nodes) = (&self.lineage.settings, self.integer("match-nodes"));
        let child = text(&self.net(self.generation))?;
        let player = |eval: &str| format!("hetman:nodes={nodes},eval={eval}");
        Ok(tournaments::Plan {
            event: format!("generation {} against its parent", self.generation),
            variant: settings.text("variant"),
            players: vec![player(&child), player(&self.parent)],
            names: vec!["child".to_owned(), "parent".to_owned()],
            format: Format::RoundRobin { cycles: self.integer("match-games").div_ceil(2) },
            colours: Colours::default(),
            games: Some(self.integer("match-games")),
            openings: OpeningSettings {
                random_plies: self.integer("random-plies") as usize,
                seed: self.seed(),
                ..OpeningSettings::default()
            },
            seed: self.seed(),
            control: None,
            margin_ms: 0,
            longest_plies: Some(self.integer("max-plies") as usize),
            win: None,
            draw: None,
            tablebases: None,
            endgames: None,
            sprt: Some(settings.sprt()?),
            draws: Default::default(),
        })
    }

    fn child(&self, generated: Generated, learned: &Network, results: Results) -> Result<Child, ImprovementError> {
        let note = |key: &str| learned.provenance.notes.get(key);
        let elo = Estimate::of(&results).elo;
        let score = results.score;
        Ok(Child {
            generation: self.generation,
            parent: self.lineage.champion().map(|champion| champion.generation),
            games: generated.games,
            half_moves: generated.half_moves,
            positions: note("positions").and_then(|count| count.parse().ok()).unwrap_or_default(),
            training_error: note("training-error").and_then(|error| error.parse().ok()),
            held_out_error: note("held-out-error").and_then(|error| error.parse().ok()),
            counts: MatchCounts { wins: score.wins, draws: score.draws, losses: score.losses },
            elo: elo.value,
            elo_low: elo.low,
            elo_high: elo.high,
            // Where the test has come to no verdict, the likelier side has it.
            is_kept: self.lineage.settings.sprt()?.log_likelihood_ratio(&results) > 0.0,
        })
    }
}

/// Games of a generation, as the loop tells them.
struct Games<'a, 'b, X>(&'a Steps<'b, X>);

impl<X: Executor + Clone> GenerationObserver for Games<'_, '_, X> {
    fn begun(&self, games: u64, _: u64) {
        self.0.begin(Step::Playing, games, self.0.integer("games"));
    }

    fn added(&self, game: &ScoredGame, done: u64, _: u64) {
        self.0.tell(ImprovementEvent::Advanced { done, positions: game.moves.len() as u64 });
    }
}

/// Steps of learning, as the loop tells them.
struct Learning<'a, 'b, X> {
    steps: &'a Steps<'b, X>,
    done: AtomicU64,
}

impl<X: Executor + Clone> NetworkObserver for Learning<'_, '_, X> {
    fn read(&self, _: u64) {}

    fn begun(&self, course: &Course) {
        self.done.store(course.steps_done(), Ordering::Relaxed);
        self.steps.begin(Step::Learning, course.steps_done(), course.steps());
    }

    fn stepped(&self, course: &Course, positions: usize) {
        let (done, positions) = (course.steps_done(), positions as u64);
        self.steps.tell(ImprovementEvent::Advanced { done, positions });
    }

    fn curve(&self, _: &CurvePoint) {}
}

fn network(path: &Path) -> Result<Network, ImprovementError> {
    let unreadable = |reason| DiskError::new(path, "read", reason);
    let bytes = fs::read(path).map_err(unreadable)?;
    Ok(Network::from_bytes(&bytes).map_err(|reason| unreadable(io::Error::other(reason)))?)
}

/// A path as a player's spec and a plan have it.
fn text(path: &Path) -> Result<String, ImprovementError> {
    let text = path.to_str().ok_or_else(|| ImprovementError::FolderName(path.display().to_string()))?;
    Ok(text.to_owned())
}
