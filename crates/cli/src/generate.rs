//! `hetman generate`: self-play into a position file.

use std::cell::Cell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::Instant;

use hetman_arena::adjudication::{DrawRule, WinRule};
use hetman_arena::{Local, PlayerSpec};
use hetman_lab::generation::{Generated, GenerationObserver, GenerationSettings, generate};
use hetman_positions::ScoredGame;
use hetman_rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::contest::{parse_draw_rule, parse_win_rule};
use crate::interrupt::stop_on_interrupt;
use crate::train::REVISION;

/// A search whose last iteration does not end is cut off after so many times the nodes it should have taken.
const MOST_TIMES: u64 = 10;

#[derive(clap::Args)]
pub struct GenerateArguments {
    /// The position file; one that was left unfinished is gone on with
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The game: chess, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "VARIANT", default_value_t)]
    variant: Variant,
    /// Games that the file shall hold
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes a move: no deeper iteration is begun after so many
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What the player judges by: a net's file, or a name that `hetman players` tells
    #[arg(long, value_name = "EVAL")]
    eval: Option<String>,
    /// Random half-moves at the start of every game; no two games have the same
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    random_plies: u16,
    /// Draw these anew where a search as long as a move's sees either side ahead by more than so much
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 200)]
    balanced: u32,
    /// Call a game a draw after so many half-moves
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Call a game won when both sides have seen a lead of CENTIPAWNS for so many moves each
    #[arg(long, value_name = "MOVES,CENTIPAWNS", value_parser = parse_win_rule, default_value = "4,1500")]
    adjudicate_win: WinRule,
    /// From move FROM on, call a game drawn when both sides have seen no more than CENTIPAWNS for so many moves each
    #[arg(long, value_name = "FROM,MOVES,CENTIPAWNS", value_parser = parse_draw_rule)]
    adjudicate_draw: Option<DrawRule>,
    /// What is left to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads, instead of one for each core; the file does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl GenerateArguments {
    fn settings(&self) -> anyhow::Result<GenerationSettings> {
        let eval = self.eval.as_ref().map_or(String::new(), |eval| format!(",eval={eval}"));
        let most = self.nodes.saturating_mul(MOST_TIMES);
        let player: PlayerSpec = format!("hetman:soft-nodes={},nodes={most}{eval}", self.nodes).parse()?;
        Ok(GenerationSettings {
            variant: self.variant,
            player,
            random_plies: self.random_plies.into(),
            balanced: Some(self.balanced),
            balance_nodes: self.nodes,
            longest_plies: self.max_plies as usize,
            win: Some(self.adjudicate_win),
            draw: self.adjudicate_draw,
            seed: self.seed,
        })
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}

pub fn run(arguments: &GenerateArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let settings = arguments.settings()?;
    let stop = stop_on_interrupt()?;
    let bar = Bar::new(arguments.games);
    let executor = Local { threads: arguments.threads() };
    let stopped = || stop.load(Ordering::Relaxed);
    let (path, program) = (&arguments.out, format!("hetman {REVISION}"));
    let generated = generate(&settings, path, arguments.games, &program, &executor, &stopped, &bar);
    bar.progress.finish_and_clear();
    let Generated { games, half_moves, is_complete } = generated?;
    let speed = bar.nodes.get() as f64 / bar.begun.elapsed().as_secs_f64();
    if arguments.json {
        let answer = json!({
            "file": path.display().to_string(), "games": games, "half_moves": half_moves, "finished": is_complete,
            "added_games": bar.games.get(), "added_positions": bar.positions.get(), "nodes": bar.nodes.get(),
            "seconds": bar.begun.elapsed().as_secs_f64(), "nodes_per_second": speed,
        });
        return Ok(writeln!(output, "{answer}")?);
    }
    writeln!(output, "{games} games and {half_moves} half-moves in {}; {speed:.0} nodes/s", path.display())?;
    match is_complete {
        true => Ok(()),
        false => Ok(writeln!(output, "stopped: the same command goes on from here")?),
    }
}

/// Games in a terminal and nowhere else; and what was done since it began.
struct Bar {
    progress: ProgressBar,
    begun: Instant,
    games: Cell<u64>,
    positions: Cell<u64>,
    nodes: Cell<u64>,
}

impl Bar {
    fn new(games: u64) -> Bar {
        let begun = Instant::now();
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg} positions/s, {eta} left");
        let style = style.expect("the template is well formed");
        Bar {
            progress: ProgressBar::new(games).with_style(style),
            begun,
            games: Cell::new(0),
            positions: Cell::new(0),
            nodes: Cell::new(0),
        }
    }
}

impl GenerationObserver for Bar {
    fn begun(&self, games: u64, _: u64) {
        self.progress.inc(games);
        // Games of an earlier session say nothing about the speed of this one.
        self.progress.reset_eta();
    }

    fn added(&self, game: &ScoredGame, _: u64, nodes: u64) {
        self.games.set(self.games.get() + 1);
        self.positions
            .set(self.positions.get() + game.moves.iter().filter(|half_move| half_move.score.is_some()).count() as u64);
        self.nodes.set(self.nodes.get() + nodes);
        let speed = self.positions.get() as f64 / self.begun.elapsed().as_secs_f64();
        self.progress.set_message(format!("{speed:.0}"));
        self.progress.inc(1);
    }
}
