//! `hetman bench`: how many positions a second the search sees, and a number that changes when the search does.
//!
//! Each position is searched to a fixed depth with an empty table, so that with one thread the count of nodes is a
//! fingerprint of the search: the same on every machine. The positions come from games that Hetman played against itself
//! after a few random moves.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use hetman_arena::{Player, PlayerError, PlayerSpec, Question, generator};
use hetman_eval::AnyEvaluator;
use hetman_rules::{AnyPosition, GameRecord, Variant};
use hetman_search::{Control, Limits, Searcher, Settings};
use serde::Serialize;

/// A line per position: the variant, a colon, the FEN.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// Deep enough to use every rule of the search, shallow enough for a few seconds.
const DEPTH: u32 = 11;

#[derive(clap::Args)]
pub struct BenchArguments {
    /// Threads that search together; with more than one the count of nodes is no longer repeatable
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Plies to search each position
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Ask a player for its moves in the positions of the games it plays, instead of the engine
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["threads", "depth"])]
    player: Option<PlayerSpec>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What to measure.
pub struct Bench {
    pub depth: u32,
    pub threads: usize,
}

/// The search of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Searched {
    pub variant: &'static str,
    pub fen: String,
    pub best: String,
    pub nodes: u64,
}

/// All positions together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub nodes: u64,
    pub milliseconds: u64,
    pub nps: u64,
    pub depth: u32,
    pub threads: usize,
    pub positions: Vec<Searched>,
}

pub fn run(arguments: &BenchArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let bench = Bench { depth: arguments.depth, threads: arguments.threads as usize };
    let mut written = Ok(());
    let mut tell = |searched: &Searched| {
        if !arguments.json && written.is_ok() {
            written = writeln!(output, "{searched}");
        }
    };
    let outcome = match &arguments.player {
        None => bench.run(&Control::default(), &mut tell),
        Some(player) => ask_player(player, &mut tell)?,
    };
    written?;
    match arguments.json {
        true => writeln!(output, "{}", serde_json::to_string(&outcome).context("writing the answer as JSON")?)?,
        false => writeln!(output, "{outcome}")?,
    }
    Ok(())
}

impl Default for Bench {
    fn default() -> Bench {
        Bench { depth: DEPTH, threads: 1 }
    }
}

impl Bench {
    /// Searches every position in turn and tells of each; ends early when stopped.
    pub fn run(&self, control: &Control, on_position: &mut dyn FnMut(&Searched)) -> Outcome {
        let settings = Settings { threads: self.threads, ..Settings::default() };
        let mut searcher = Searcher::new(settings, AnyEvaluator::shipped(Variant::Chess));
        let mut positions = Vec::new();
        let mut time = Duration::ZERO;
        for position in bench_positions().take_while(|_| !control.is_stopped()) {
            // Every position is met with an empty table. Forgetting is not searching: its time does not count.
            searcher.set_evaluator(AnyEvaluator::shipped(position.variant()));
            let started = Instant::now();
            let searched = self.search(&mut searcher, position, control);
            time += started.elapsed();
            on_position(&searched);
            positions.push(searched);
        }
        Outcome::of(positions, time, self.depth, self.threads)
    }

    fn search(&self, searcher: &mut Searcher, position: AnyPosition, control: &Control) -> Searched {
        let variant = position.variant();
        let fen = position.fen();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let record = GameRecord::new(position);
        let decision = searcher.search(&record, &limits, control, &mut |_| ());
        let best = decision.best.map_or_else(|| "(none)".to_owned(), |m| hetman_rules::uci(record.position(), m));
        Searched { variant: variant.uci_name(), fen, best, nodes: decision.nodes }
    }
}

/// How many nodes a player counts in a second, in the positions of the games that it plays.
fn ask_player(player: &PlayerSpec, on_position: &mut dyn FnMut(&Searched)) -> anyhow::Result<Outcome> {
    let mut played: BTreeMap<&str, Result<Box<dyn Player>, PlayerError>> = BTreeMap::new();
    let (mut positions, mut time, mut deepest) = (Vec::new(), Duration::ZERO, 0);
    for position in bench_positions() {
        let variant = position.variant();
        let built = played.entry(variant.uci_name()).or_insert_with(|| player.build(variant, 0));
        let Ok(asked) = built else { continue };
        let (record, generator) = (GameRecord::new(position), &mut generator(0, 0));
        let question =
            Question { record: &record, clocks: None, allowed: None, generator, control: &Control::default() };
        let started = Instant::now();
        let answer = asked.choose(question);
        time += started.elapsed();
        let nodes = answer.remark.nodes.with_context(|| format!("{player} does not say how many nodes it looks at"))?;
        deepest = deepest.max(answer.remark.depth.unwrap_or_default());
        let best = answer.chosen().map_or_else(|| "(none)".to_owned(), |m| hetman_rules::uci(record.position(), m));
        positions.push(Searched { variant: variant.uci_name(), fen: record.position().fen(), best, nodes });
        on_position(positions.last().expect("it has just been added"));
    }
    match played.into_values().find_map(Result::err) {
        Some(error) if positions.is_empty() => Err(error.into()),
        _ => Ok(Outcome::of(positions, time, deepest, 1)),
    }
}

impl Outcome {
    fn of(positions: Vec<Searched>, time: Duration, depth: u32, threads: usize) -> Outcome {
        let nodes = positions.iter().map(|searched| searched.nodes).sum();
        let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        Outcome { nodes, milliseconds: time.as_millis() as u64, nps, depth, threads, positions }
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10} nodes {:<6} {} {}", self.nodes, self.best, self.variant, self.fen)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps)
    }
}

fn bench_positions() -> impl Iterator<Item = AnyPosition> {
    POSITIONS.lines().map(|line| {
        let (variant, fen) = line.split_once(": ").expect("every line names its variant");
        let variant: Variant = variant.parse().expect("every variant of the list exists");
        AnyPosition::from_fen(variant, fen).expect("every position of the list is legal")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hetman_rules::shakmaty::Position;

    #[test]
    fn the_positions_cover_every_variant_and_have_something_to_decide() {
        for variant in Variant::ALL {
            let count = bench_positions().filter(|position| position.variant() == variant).count();
            assert!(count >= 3, "{variant}: {count}");
        }
        for position in bench_positions() {
            assert!(position.legal_moves().len() > 1 && !position.is_game_over(), "{}", position.fen());
        }
    }

    #[test]
    fn one_thread_always_counts_the_same() {
        let count = || Bench { depth: 3, threads: 1 }.run(&Control::default(), &mut |_| ());
        let (first, second) = (count(), count());
        assert_eq!(first.positions, second.positions);
        assert_eq!(first.positions.len(), bench_positions().count());
        assert_eq!(first.nodes, first.positions.iter().map(|searched| searched.nodes).sum::<u64>());
    }

    /// The signature of the search, which commits that change it name: `Bench: N`.
    #[test]
    fn the_search_is_the_one_that_was_committed() {
        assert_eq!(Bench::default().run(&Control::default(), &mut |_| ()).nodes, 2_202_374);
    }

    #[test]
    fn a_player_is_asked_in_the_games_it_plays() {
        let asked = |player: &str| ask_player(&player.parse().unwrap(), &mut |_| ());
        let (once, again) = (asked("classic:depth=2").unwrap(), asked("classic:depth=2").unwrap());
        let count = bench_positions().filter(|position| position.variant() == Variant::Chess).count();
        assert_eq!((once.positions.len(), once.depth), (count, 2));
        assert_eq!(once.positions, again.positions);
        assert!(asked("random").unwrap_err().to_string().contains("does not say how many nodes"));
        assert!(asked("human").unwrap_err().to_string().contains("at a keyboard"));
    }

    #[test]
    fn a_stopped_bench_ends_at_once() {
        let control = Control::default();
        control.stop();
        assert_eq!(Bench::default().run(&control, &mut |_| ()).positions, []);
    }
}
