//! Players by name: the one place where a word of the command line or of an experiment file becomes a player.
//!
//! A word is a name, and after a colon options that commas separate: `random`, `king`, `material:depth=3`,
//! `net:FILE,depth=3`, `hetman:movetime=100`, `uci:PROGRAM,movetime=100`.

mod catalogue;
mod external;
mod options;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use hetman_engines::{EngineSpec, Protocol};
use hetman_eval::{AnyEvaluator, Net};
use hetman_rules::quote::passage;
use hetman_rules::{Quote, Variant};
use hetman_search::exact::{ExactSearch, ExactSearcher, QUIESCENCE_PLIES, Terminals};
use hetman_search::{Limits, Searcher, Settings, Thinker};

use crate::Player;
use crate::players::{
    CentreDistance, ExternalPlayer, FleeingKing, MateInOne, Material, Noisy, RandomMover, ThinkingPlayer,
};
pub use catalogue::{DECLARED, Declared, ENGINE_PARAMETERS};
use options::Options;

/// Deeper than this nobody waits for a search that leaves nothing out.
const DEEPEST_PLAIN: u64 = 12;

const PLAYERS: &str = "random, king, material:depth=3, net:FILE,depth=3, hetman:movetime=100, \
    uci:PROGRAM,movetime=100, xboard:PROGRAM,depth=3, human";

/// What the engine judges by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// What it has learned and comes with.
    #[default]
    Shipped,
    /// Men at their classical worth, wherever they stand.
    Material,
    /// Tables or a net of somebody's own.
    File(PathBuf),
}

/// The word for [`Evaluation::Material`]; a file of this name is `./material`.
const MATERIAL: &str = "material";

impl Evaluation {
    fn of_word(word: Option<&str>) -> Evaluation {
        match word {
            None => Evaluation::Shipped,
            Some(MATERIAL) => Evaluation::Material,
            Some(file) => Evaluation::File(file.into()),
        }
    }

    fn option(&self) -> Option<String> {
        match self {
            Evaluation::Shipped => None,
            Evaluation::Material => Some(format!("eval={MATERIAL}")),
            Evaluation::File(file) => Some(format!("eval={}", file.display())),
        }
    }

    /// The evaluator for a variant.
    pub fn evaluator(&self, variant: Variant) -> Result<AnyEvaluator, PlayerProblem> {
        match self {
            Evaluation::Shipped => Ok(AnyEvaluator::shipped(variant)),
            Evaluation::Material => Ok(AnyEvaluator::material(variant)),
            Evaluation::File(file) => load_evaluator(file, variant),
        }
    }
}

/// A player as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerWord {
    Random {
        mate_in_one: bool,
    },
    King(CentreDistance),
    Material(Look),
    Net {
        file: PathBuf,
        look: Look,
        /// Whether finished games are worth what the net says of them (2007) and not what they are.
        evaluates_finished: bool,
        /// By how many millionths, at most, values are changed at random.
        noise_millionths: u32,
    },
    Hetman {
        limits: Limits,
        elo: Option<u32>,
        eval: Evaluation,
    },
    /// Another program.
    External(Box<EngineSpec>),
    /// Somebody at a keyboard, whom only `hetman play` can ask.
    Human,
}

/// How a player with the exact search looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Half-moves.
    pub depth: u32,
    /// How many half-moves captures are followed at most; none if they are not.
    pub quiescence: u32,
    /// In how many of these half-moves checks are tried too.
    pub checks: u32,
    /// Whether captures that must be made are followed too.
    pub compulsory: bool,
    /// Whether a position it has had before is a draw to it.
    pub repetitions: bool,
    /// Whether it captures only where nothing else is as good.
    pub patient: bool,
    pub mate_in_one: bool,
}

/// Why a word names no player, or one that cannot play here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerProblem {
    #[error("nobody here is called '{0}': choose one of {PLAYERS}")]
    Unknown(Quote),
    #[error("'{0}' needs a program: {0}:PROGRAM,movetime=100")]
    NoProgram(&'static str),
    #[error("{program} cannot play: {reason}")]
    External { program: Quote, reason: String },
    #[error("'{option}' is no option of {player}: it takes {allowed}")]
    Option { player: Quote, option: Quote, allowed: &'static str },
    #[error("'net' needs a file: net:FILE,depth=3")]
    NoFile,
    #[error("the net {file} cannot be used: {reason}", file = passage(file.display()))]
    Net { file: PathBuf, reason: String },
    #[error("a human can only play at a keyboard: `hetman play`")]
    Human,
    #[error("nobody can play, because the system starts no thread: {0}")]
    NoThread(String),
}

impl FromStr for PlayerWord {
    type Err = PlayerProblem;

    fn from_str(word: &str) -> Result<PlayerWord, PlayerProblem> {
        let (name, options) = word.split_once(':').map_or((word, None), |(name, options)| (name, Some(options)));
        match name {
            "random" => {
                let mut options = Options::read(name, options, "mate-in-one")?;
                let mate_in_one = options.flag("mate-in-one");
                options.finish(PlayerWord::Random { mate_in_one })
            }
            "king" => {
                let mut options = Options::read(name, options, "distance=steps or distance=king-moves")?;
                let distance = options.choice("distance", &DISTANCES)?;
                options.finish(PlayerWord::King(distance.unwrap_or_default()))
            }
            "material" => {
                let mut options = Options::read(
                    name,
                    options,
                    "depth=N (1 to 12), quiescence, quiescence-plies=N (1 to 32), checks=N (1 to 32), compulsory, repetitions, patient, mate-in-one",
                )?;
                let look = Look::read(&mut options)?;
                options.finish(PlayerWord::Material(look))
            }
            "net" => read_net(options),
            "hetman" => {
                let allowed = "movetime=MILLISECONDS, depth=N, nodes=N (each at least 1), elo=N (800 to 2000), eval=FILE or eval=material";
                let mut options = Options::read(name, options, allowed)?;
                let limits = read_limits(&mut options)?;
                let elo = options.number("elo", 800..=2000)?.map(|elo| elo as u32);
                let eval = Evaluation::of_word(options.text("eval")?);
                options.finish(PlayerWord::Hetman { limits, elo, eval })
            }
            "human" => Options::read(name, options, "no options")?.finish(PlayerWord::Human),
            "uci" => Ok(PlayerWord::External(external::read(Protocol::Uci, options)?.into())),
            "xboard" => Ok(PlayerWord::External(external::read(Protocol::Xboard, options)?.into())),
            _ => Err(PlayerProblem::Unknown(word.into())),
        }
    }
}

/// The first word after the colon is the file's name.
fn read_net(options: Option<&str>) -> Result<PlayerWord, PlayerProblem> {
    let (file, options) = options.map_or(("", None), |options| {
        options.split_once(',').map_or((options, None), |(file, options)| (file, Some(options)))
    });
    if file.is_empty() || file.starts_with("depth=") {
        return Err(PlayerProblem::NoFile);
    }
    let allowed = "a file, then depth=N (1 to 12), quiescence, quiescence-plies=N (1 to 32), checks=N (1 to 32), \
        compulsory, repetitions, patient, mate-in-one, finished=known or finished=evaluated, noise=SHARE (0 to 1)";
    let mut options = Options::read("net", options, allowed)?;
    let look = Look::read(&mut options)?;
    let evaluates_finished = options.choice("finished", &[("known", false), ("evaluated", true)])?.unwrap_or(false);
    let noise_millionths = options.share("noise")?.map_or(0, |share| (share * 1e6).round() as u32);
    options.finish(PlayerWord::Net { file: file.into(), look, evaluates_finished, noise_millionths })
}

const DISTANCES: [(&str, CentreDistance); 2] =
    [("steps", CentreDistance::Steps), ("king-moves", CentreDistance::KingMoves)];

impl Look {
    fn read(options: &mut Options) -> Result<Look, PlayerProblem> {
        Ok(Look {
            depth: options.number("depth", 1..=DEEPEST_PLAIN)?.unwrap_or(1) as u32,
            quiescence: read_quiescence(options)?,
            checks: options.number("checks", 1..=u64::from(QUIESCENCE_PLIES))?.unwrap_or(0) as u32,
            compulsory: options.flag("compulsory"),
            repetitions: options.flag("repetitions"),
            patient: options.flag("patient"),
            mate_in_one: options.flag("mate-in-one"),
        })
    }

    /// The search that looks so.
    pub fn exact(&self, terminals: Terminals) -> ExactSearch {
        let Look { depth, quiescence, checks, compulsory, repetitions, patient, .. } = *self;
        ExactSearch {
            depth,
            quiescence,
            check_plies: checks,
            terminals,
            forced_captures: compulsory,
            avoid_repetitions: repetitions,
            prefer_quiet: patient,
        }
    }
}

/// Captures are followed to their end, or for so many half-moves.
fn read_quiescence(options: &mut Options) -> Result<u32, PlayerProblem> {
    let to_the_end = if options.flag("quiescence") { QUIESCENCE_PLIES } else { 0 };
    let plies = options.number("quiescence-plies", 1..=u64::from(QUIESCENCE_PLIES))?;
    Ok(plies.map_or(to_the_end, |plies| plies as u32))
}

fn read_limits(options: &mut Options) -> Result<Limits, PlayerProblem> {
    let move_time = options.number("movetime", 1..=u64::MAX)?.map(Duration::from_millis);
    let depth = options.number("depth", 1..=u64::from(u32::MAX))?.map(|depth| depth as u32);
    let nodes = options.number("nodes", 1..=u64::MAX)?;
    Ok(Limits { move_time, depth, nodes, ..Limits::default() })
}

impl PlayerWord {
    /// The same player, its file counted from a folder.
    pub fn relative_to(&self, folder: &Path) -> PlayerWord {
        let mut word = self.clone();
        match &mut word {
            PlayerWord::Net { file, .. } | PlayerWord::Hetman { eval: Evaluation::File(file), .. } => {
                *file = folder.join(&*file)
            }
            PlayerWord::External(spec) if spec.program.command.contains('/') => {
                spec.program.command = folder.join(&spec.program.command).display().to_string();
            }
            _ => {}
        }
        word
    }

    /// Whether the player is a program of its own, which is kept running from game to game.
    pub fn is_external(&self) -> bool {
        matches!(self, PlayerWord::External(_))
    }

    /// The player, ready for games of the variant; `seed` varies an engine of limited strength. Another program is
    /// started here, and whatever keeps it from playing is said here.
    pub fn seat(&self, variant: Variant, seed: u64) -> Result<Box<dyn Player>, PlayerProblem> {
        Ok(match self {
            PlayerWord::Random { mate_in_one } => seated(RandomMover, *mate_in_one),
            PlayerWord::King(distance) => Box::new(FleeingKing { distance: *distance }),
            PlayerWord::Material(look) => {
                let search = look.exact(Terminals::TRAINER);
                thinking(ExactSearcher { evaluator: Material.into(), search }, look.mate_in_one)
            }
            PlayerWord::Net { file, look, evaluates_finished, noise_millionths } => {
                let net = load_net(file, variant)?;
                let terminals = if *evaluates_finished { Terminals::EVALUATED } else { Terminals::known(&net) };
                let search = look.exact(terminals);
                match *noise_millionths {
                    0 => thinking(ExactSearcher::of_net(net, search), look.mate_in_one),
                    millionths => {
                        let evaluator = Noisy { evaluator: AnyEvaluator::exact(net), millionths, seed };
                        thinking(ExactSearcher { evaluator: evaluator.into(), search }, look.mate_in_one)
                    }
                }
            }
            PlayerWord::Hetman { limits, elo, eval } => {
                let evaluator = eval.evaluator(variant)?;
                let settings = Settings { elo: *elo, seed, ..Settings::default() };
                Box::new(ThinkingPlayer::new(Searcher::new(settings, evaluator), limits.clone()))
            }
            PlayerWord::External(spec) => {
                let player = ExternalPlayer::start((**spec).clone(), variant);
                Box::new(player.map_err(|failure| PlayerProblem::External {
                    program: spec.program.command.as_str().into(),
                    reason: failure.to_string(),
                })?)
            }
            PlayerWord::Human => return Err(PlayerProblem::Human),
        })
    }
}

fn load_net(file: &Path, variant: Variant) -> Result<Net, PlayerProblem> {
    load(file, variant, |bytes| Net::from_bytes(bytes).map(|(net, _)| (net.variant(), net)))
}

/// Tables or a net.
fn load_evaluator(file: &Path, variant: Variant) -> Result<AnyEvaluator, PlayerProblem> {
    load(file, variant, AnyEvaluator::from_bytes)
}

fn load<T, E: fmt::Display>(
    file: &Path,
    variant: Variant,
    read: impl FnOnce(&[u8]) -> Result<(Variant, T), E>,
) -> Result<T, PlayerProblem> {
    let problem = |reason: String| PlayerProblem::Net { file: file.to_owned(), reason };
    let bytes = std::fs::read(file).map_err(|reason| problem(reason.to_string()))?;
    let (is_for, found) = read(&bytes).map_err(|reason| problem(reason.to_string()))?;
    if is_for == variant { Ok(found) } else { Err(problem(format!("it plays {is_for}, not {variant}"))) }
}

fn thinking(thinker: impl Thinker + 'static, mate_in_one: bool) -> Box<dyn Player> {
    seated(ThinkingPlayer::from(thinker), mate_in_one)
}

fn seated(player: impl Player + 'static, mate_in_one: bool) -> Box<dyn Player> {
    if mate_in_one { Box::new(MateInOne(player)) } else { Box::new(player) }
}

/// The word that names this player.
impl fmt::Display for PlayerWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, options) = match self {
            PlayerWord::Random { mate_in_one } => ("random", flags(&[("mate-in-one", *mate_in_one)])),
            PlayerWord::King(CentreDistance::Steps) => ("king", Vec::new()),
            PlayerWord::King(CentreDistance::KingMoves) => ("king", vec!["distance=king-moves".to_owned()]),
            PlayerWord::Material(look) => ("material", look.options()),
            PlayerWord::Net { file, look, evaluates_finished, noise_millionths } => {
                let mut options = vec![file.display().to_string()];
                options.extend(look.options());
                options.extend(flags(&[("finished=evaluated", *evaluates_finished)]));
                if *noise_millionths > 0 {
                    options.push(format!("noise={}", f64::from(*noise_millionths) / 1e6));
                }
                ("net", options)
            }
            PlayerWord::Hetman { limits, elo, eval } => ("hetman", engine_options(limits, *elo, eval)),
            PlayerWord::External(spec) => external::write(spec),
            PlayerWord::Human => ("human", Vec::new()),
        };
        f.write_str(name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

impl Look {
    fn options(&self) -> Vec<String> {
        let mut options = vec![format!("depth={}", self.depth)];
        match self.quiescence {
            0 => {}
            QUIESCENCE_PLIES => options.push("quiescence".to_owned()),
            plies => options.push(format!("quiescence-plies={plies}")),
        }
        if self.checks > 0 {
            options.push(format!("checks={}", self.checks));
        }
        options.extend(flags(&[
            ("compulsory", self.compulsory),
            ("repetitions", self.repetitions),
            ("patient", self.patient),
            ("mate-in-one", self.mate_in_one),
        ]));
        options
    }
}

fn flags(flags: &[(&str, bool)]) -> Vec<String> {
    flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (*name).to_owned()).collect()
}

fn engine_options(limits: &Limits, elo: Option<u32>, eval: &Evaluation) -> Vec<String> {
    let move_time = limits.move_time.map(|time| format!("movetime={}", time.as_millis()));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let elo = elo.map(|elo| format!("elo={elo}"));
    [move_time, depth, nodes, elo, eval.option()].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
