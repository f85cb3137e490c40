//! What `hetman match` and `hetman tournament` have in common: how games are played, kept and taken up again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hetman_arena::adjudication::{DrawRule, WinRule};
use hetman_arena::openings::{OpeningSettings, Order};
use hetman_arena::runner::{Played, unwatched};
use hetman_arena::schedule::{Colours, Format};
use hetman_arena::stats::Sprt;
use hetman_arena::{Finish, Local, Switches, notice};
use hetman_lab::tournaments::{self, Observer, Plan, Standing, TournamentError, TournamentOptions};
use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt::Interrupts;
use crate::today;

/// What Ctrl-C is answered with, the first time and the second.
const INTERRUPTED: [&str; 2] = [
    "the games that are being played are finished first; Ctrl-C again abandons them",
    "the games that are being played are abandoned; Ctrl-C again ends everything at once",
];

/// A standing is worked out again after this time.
const REDRAWN_AFTER: Duration = Duration::from_millis(250);

#[derive(clap::Args)]
pub struct ContestArguments {
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "VARIANT", default_value = "chess")]
    variant: String,
    /// Where games start: EPD or FEN lines, PGN, or a Polyglot book (.bin); each opening is played with both colours
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half-moves taken from each game of a PGN, or from a Polyglot book
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// Take the openings in the file's order or shuffled
    #[arg(long, value_name = "ORDER", value_parser = ["sequential", "random"], default_value = "sequential")]
    opening_order: String,
    /// Random half-moves at the start of every pair of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: usize,
    /// Draw these anew where a short search sees either side ahead by more than so much
    #[arg(long, value_name = "CENTIPAWNS", requires = "random_plies")]
    balanced: Option<u32>,
    /// What is left to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Clocks, like 60+0.6 or 40/60; otherwise each player has the limits that its word says
    #[arg(long = "tc", value_name = "CONTROL")]
    control: Option<String>,
    /// How late an answer may come before the game is lost on time
    #[arg(long, value_name = "MS", default_value_t = 200)]
    margin_ms: u64,
    /// Call a game a draw after so many half-moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: Option<u64>,
    /// Call a game won when both sides have seen a lead of CENTIPAWNS for so many moves each
    #[arg(long, value_name = "MOVES,CENTIPAWNS", value_parser = parse_win_rule)]
    adjudicate_win: Option<WinRule>,
    /// From move FROM on, call a game drawn when both sides have seen no more than CENTIPAWNS for so many moves each
    #[arg(long, value_name = "FROM,MOVES,CENTIPAWNS", value_parser = parse_draw_rule)]
    adjudicate_draw: Option<DrawRule>,
    /// Call games by the Syzygy tables in these folders
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Call games by the tables that `hetman endgame table` has put into this folder; those of three pieces need no file
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// Games at the same time, instead of one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// What the games' records call the event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Where everything is kept, instead of the next free folder in runs/
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Go on with the contest of a folder, which knows its players and settings
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "variant", "openings", "seed", "control", "random_plies"])]
    pub resume: Option<PathBuf>,
    /// The games' file, instead of games.pgn in the folder: games are added to what it holds, in order, and with --resume
    /// those that are missing; - is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Two or three whole numbers, separated by commas.
fn numbers<const N: usize>(text: &str, example: &str) -> Result<[i32; N], String> {
    let numbers: Option<Vec<i32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|number| *number >= 0));
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("write it like {example}"))
}

pub(crate) fn parse_win_rule(text: &str) -> Result<WinRule, String> {
    let [moves, centipawns] = numbers(text, "3,500")?;
    if moves == 0 || centipawns == 0 {
        Err("write it like 3,500".to_owned())
    } else {
        Ok(WinRule { moves: moves as usize, centipawns })
    }
}

pub(crate) fn parse_draw_rule(text: &str) -> Result<DrawRule, String> {
    let [from_move, moves, centipawns] = numbers(text, "40,8,10")?;
    match moves {
        0 => Err("write it like 40,8,10".to_owned()),
        _ => Ok(DrawRule { from_move: from_move as u32, moves: moves as usize, centipawns }),
    }
}

/// What a command adds to the common arguments.
pub struct ContestCommand<'a> {
    /// Of the command, and of the folders it makes.
    pub name: &'static str,
    pub players: &'a [String],
    pub format: Format,
    pub colours: Colours,
    pub games: Option<u64>,
    pub sprt: Option<Sprt>,
}

impl ContestArguments {
    fn plan(&self, kind: &ContestCommand) -> Plan {
        let order = if self.opening_order == "random" { Order::Random } else { Order::Sequential };
        Plan {
            event: self.event.clone().unwrap_or_else(|| format!("hetman {}", kind.name)),
            variant: self.variant.clone(),
            players: kind.players.to_vec(),
            names: tournaments::names(kind.players),
            format: kind.format,
            colours: kind.colours,
            games: kind.games,
            openings: OpeningSettings {
                file: self.openings.clone(),
                plies: self.opening_plies,
                order,
                random_plies: self.random_plies,
                balanced: self.balanced,
                seed: self.seed,
            },
            seed: self.seed,
            control: self.control.clone(),
            margin_ms: self.margin_ms,
            longest_plies: self.max_plies.map(|plies| plies as usize),
            win: self.adjudicate_win,
            draw: self.adjudicate_draw,
            tablebases: self.syzygy.clone(),
            endgames: self.endgames.clone(),
            sprt: kind.sprt,
            draws: Default::default(),
        }
    }

    /// Holds the contest, or what is left of it; returns where it stands and in which folder.
    pub fn hold(&self, kind: &ContestCommand, observer: &mut Observer) -> anyhow::Result<(Standing, PathBuf)> {
        if self.json && self.games_go_to_output() {
            bail!("--pgn - and --json both want standard output: give one of them a file");
        }
        let interrupts = Interrupts::count(&INTERRUPTED).context("Ctrl-C cannot be caught")?;
        let (close, abandon) = (|| interrupts.presses() >= 1, || interrupts.presses() >= 2);
        let switches = Switches { close: &close, abandon: &abandon };
        if let Some(folder) = self.resume.as_ref().or(self.out.as_ref()) {
            return Ok((self.hold_in(folder, kind, switches, observer)?, folder.clone()));
        }
        loop {
            let folder = next_free_folder(kind.name)?;
            match self.hold_in(&folder, kind, switches, observer) {
                // Somebody else has just found the same one.
                Err(TournamentError::InUse(_) | TournamentError::FolderTaken(_)) => {}
                held => return Ok((held?, folder)),
            }
        }
    }

    fn hold_in(
        &self,
        folder: &Path,
        kind: &ContestCommand,
        switches: Switches,
        observer: &mut Observer,
    ) -> Result<Standing, TournamentError> {
        let cores = available_parallelism().map_or(1, usize::from);
        let options = TournamentOptions {
            folder,
            pgn: self.pgn.as_deref(),
            date: &today(),
            executor: Local { threads: self.concurrency.map_or(cores, usize::from) },
            switches,
            observer: &unwatched,
        };
        match self.resume {
            Some(_) => tournaments::resume(&options, observer),
            None => tournaments::begin(&self.plan(kind), &options, observer),
        }
    }

    fn games_go_to_output(&self) -> bool {
        self.pgn.as_deref() == Some(Path::new("-"))
    }

    /// Where the report goes: games and report do not mix.
    pub fn report<'a>(&self, output: &'a mut dyn Write, other: &'a mut dyn Write) -> &'a mut dyn Write {
        if self.games_go_to_output() { other } else { output }
    }
}

/// A bar in a terminal, and nothing elsewhere; faults are told everywhere, at once.
pub struct Progress {
    bar: ProgressBar,
    /// When the standing was last worked out: a table of ratings is not for every one of a thousand games a second.
    shown: Option<Instant>,
}

/// A standing in words.
type Words<'a> = dyn Fn(&Standing) -> String + 'a;

impl Progress {
    pub fn new() -> Progress {
        let template = "{msg}\n{bar:40} {pos}/{len} games, {eta} left";
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        Progress { bar: ProgressBar::no_length().with_style(style), shown: None }
    }

    pub fn show(&mut self, standing: &Standing, played: Option<&Played>, words: &Words) {
        match played {
            None => self.begin(standing),
            Some(played) => self.note(standing, played),
        }
        self.bar.set_position(standing.games.len() as u64);
        if !self.bar.is_hidden() && self.shown.is_none_or(|shown| shown.elapsed() > REDRAWN_AFTER) {
            self.bar.set_message(words(standing));
            self.shown = Some(Instant::now());
        }
    }

    fn begin(&self, standing: &Standing) {
        if let Some(expected) = standing.expected {
            self.bar.set_length(expected);
        }
        self.bar.set_position(standing.games.len() as u64);
        if standing.latin_1_lines > 0 {
            let (lines, openings) = (standing.latin_1_lines, &standing.plan.openings);
            self.bar.suspend(|| notice(format!("{openings}: {lines} lines are not UTF-8 and were read as Latin-1")));
        }
        if let Some(caveat) = standing.plan.caveat() {
            self.bar.suspend(|| notice(caveat));
        }
        // Games of an earlier time say nothing about the speed of these.
        self.bar.reset_eta();
    }

    fn note(&self, standing: &Standing, played: &Played) {
        if let Finish::Fault { loser, fault } = &played.game.finish {
            let player = loser.fold_wb(played.pairing.white, played.pairing.black);
            let line = format!("game {}: {}: {fault}", played.pairing.number + 1, standing.plan.names[player]);
            self.bar.suspend(|| notice(line));
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How often each player lost by misbehaving.
pub fn note_faults(standing: &Standing, output: &mut dyn Write) -> io::Result<()> {
    let faults = standing.faults();
    faults.iter().try_for_each(|((player, fault), times)| writeln!(output, "Fault | {player}: {fault} ({times} games)"))
}

/// Where the games are, and how to go on.
pub fn say_where(standing: &Standing, folder: &Path, output: &mut dyn Write) -> anyhow::Result<()> {
    let folder = folder.display();
    match standing.is_over {
        true => writeln!(output, "finished: {folder}")?,
        false => writeln!(output, "stopped: {folder}; --resume {folder} goes on from here")?,
    }
    Ok(())
}

/// runs/match-1, runs/match-2, ...
fn next_free_folder(name: &str) -> anyhow::Result<PathBuf> {
    let folders = (1..=u32::MAX).map(|number| Path::new("runs").join(format!("{name}-{number}")));
    match folders.into_iter().find(|folder| !folder.exists()) {
        Some(folder) => Ok(folder),
        None => bail!("runs/ is full: choose a folder (--out)"),
    }
}
