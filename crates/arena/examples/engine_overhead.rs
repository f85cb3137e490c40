//! What the arena costs: the same games of a UCI engine against itself at depth 1, once through `arena::game::play` and
//! once through a bare loop over the same kind of pipe, and how many games a second a player of our own gets through:
//! `cargo run --release -p hetman-arena --example engine_overhead [PROGRAM]`.
//!
//! The two take turns game by game, and each speed is that of the median move, so that whatever else the machine does
//! counts little. The bare loop knows no rules, clocks or limits: it writes the moves, reads until `bestmove`, and
//! stops where the arena's game had ended.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use hetman_arena::game::{self, Game, Observer, undisturbed, unobserved};
use hetman_arena::{Finish, GameRules, Player, PlayerSpec, generator};
use hetman_engines::Program;
use hetman_rules::shakmaty::ByColor;
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant, random, uci};

const MEASURED: Duration = Duration::from_secs(6);
const OPENING_PLIES: usize = 8;
const OWN: &str = "material:depth=1";

fn main() {
    let program = std::env::args().nth(1).unwrap_or_else(|| "stockfish".to_owned());
    match Program::named(&program).file() {
        Ok(file) => compare(&program, &file.display().to_string()),
        Err(problem) => println!("arena and bare loop not compared: {problem}"),
    }
    println!("{OWN} against itself: {:.1} games a second on one core", games_a_second());
}

fn compare(name: &str, file: &str) {
    let word = format!("uci:{file},depth=1,option.Hash=1");
    let mut players = [seat(&word), seat(&word)];
    let mut bare = [Bare::start(file), Bare::start(file)];
    let (mut in_arena, mut in_loop) = (Times::default(), Times::default());
    let mut differing = 0;
    let began = Instant::now();
    for number in 0.. {
        if began.elapsed() > MEASURED {
            break;
        }
        in_arena.begin();
        let game = play(&mut players, number, &mut |_, _| in_arena.stamp());
        assert!(!matches!(game.finish, Finish::Fault { .. }), "{name}: {:?}", game.finish);
        let moves = written(&game.record);
        let (opening, played) = moves.split_at(game.opening_plies);
        in_loop.begin();
        differing += usize::from(play_bare(&mut bare, opening, played.len(), &mut in_loop) != moves.join(" "));
    }
    let (arena, bare) = (in_arena.moves_a_second(), in_loop.moves_a_second());
    println!("{name} at depth 1: {arena:.0} moves a second in the arena, {bare:.0} in a bare loop");
    println!("games that came out differently: {differing}");
    println!("ratio {:.3}", arena / bare);
}

/// How long moves took, from one to the next.
#[derive(Default)]
struct Times {
    last: Option<Instant>,
    taken: Vec<Duration>,
}

impl Times {
    /// A game begins, whose first move will not count: it also has to wait for the engines to get ready.
    fn begin(&mut self) {
        self.last = None;
    }

    fn stamp(&mut self) {
        let now = Instant::now();
        self.taken.extend(self.last.replace(now).map(|last| now - last));
    }

    fn moves_a_second(mut self) -> f64 {
        self.taken.sort_unstable();
        1.0 / self.taken[self.taken.len() / 2].as_secs_f64()
    }
}

fn seat(word: &str) -> Box<dyn Player> {
    let word: PlayerSpec = word.parse().expect("the word names a player");
    word.build(Variant::Chess, 0).expect("the player can play")
}

fn play(players: &mut [Box<dyn Player>; 2], number: u64, observer: &mut Observer) -> Game {
    let mut chance = generator(1, number);
    let opening = random::playout(AnyPosition::start(Variant::Chess), OPENING_PLIES, &mut chance);
    let [white, black] = players;
    let players = ByColor::<&mut dyn Player> { white: white.as_mut(), black: black.as_mut() };
    let rules = GameRules { longest_plies: Some(300), ..DrawRules::CLAIMED.into() };
    game::play(opening, players, &rules, &mut chance, &undisturbed, observer)
}

fn games_a_second() -> f64 {
    let mut players = [seat(OWN), seat(OWN)];
    let began = Instant::now();
    let play = |number| play(&mut players, number, &mut unobserved);
    let games = (0..).map(play).take_while(|_| began.elapsed() < MEASURED / 2).count();
    games as f64 / began.elapsed().as_secs_f64()
}

fn written(record: &GameRecord) -> Vec<String> {
    let position = |plies| record.position_after(plies).expect("the move was played there");
    record.moves().enumerate().map(|(plies, m)| uci(position(plies), m)).collect()
}

/// A process and its pipes, and nothing else.
struct Bare {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Bare {
    fn start(file: &str) -> Bare {
        let started = Command::new(file).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.expect("the arena could start it");
        let input = process.stdin.take().expect("its input was asked for");
        let output = BufReader::new(process.stdout.take().expect("its output was asked for"));
        let mut bare = Bare { process, input, output, line: String::new() };
        bare.ask("uci\n", "uciok");
        bare.ask("setoption name Hash value 1\nisready\n", "readyok");
        bare
    }

    /// Writes, and reads up to a line that begins with the word.
    fn ask(&mut self, text: &str, word: &str) -> &str {
        self.input.write_all(text.as_bytes()).expect("the engine reads");
        loop {
            self.line.clear();
            self.output.read_line(&mut self.line).expect("the engine writes");
            assert!(!self.line.is_empty(), "the engine has ended");
            if self.line.starts_with(word) {
                return &self.line;
            }
        }
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        let _ = self.process.wait();
    }
}

/// The moves of a game of this many half-moves after the opening.
fn play_bare(engines: &mut [Bare; 2], opening: &[String], plies: usize, times: &mut Times) -> String {
    for engine in engines.iter_mut() {
        engine.ask("ucinewgame\nisready\n", "readyok");
    }
    let mut moves = opening.join(" ");
    for ply in opening.len()..opening.len() + plies {
        let question = format!("position startpos moves {moves}\ngo depth 1\n");
        let answer = engines[ply % 2].ask(&question, "bestmove");
        let best = answer.split_ascii_whitespace().nth(1).expect("a move follows");
        moves = format!("{moves} {best}");
        times.stamp();
    }
    moves
}
