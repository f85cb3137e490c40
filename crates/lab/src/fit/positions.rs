//! Positions to learn from: out of the games of a collection, or of games of random moves.

use std::fs::File;
use std::path::Path;

use hetman_arena::generator;
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, Variant, pgn, random};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::FitError;
use super::experiment::{FitSource, PositionChoice};

/// The stream that positions are drawn from; those after it belong to the steps.
const POSITION_STREAM: u64 = 1 << 62;
/// As long as a game that has come out of the opening and not yet into an ending of kings.
const LONGEST_RANDOM_GAME: usize = 80;

/// Positions that are learned from, and others that are measured with; no game has given some of both.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    pub training: Vec<AnyPosition>,
    pub held_out: Vec<AnyPosition>,
}

impl Positions {
    /// All of them; those that are held out come last.
    pub fn all(&self) -> impl Iterator<Item = &AnyPosition> {
        self.training.iter().chain(&self.held_out)
    }

    /// Draws as many as are wanted, the same for the same seed.
    pub fn draw(source: &FitSource, base: &Path) -> Result<Positions, FitError> {
        let experiment = &source.experiment;
        let PositionChoice { pgn, count, held_out, random_move } = &experiment.positions;
        let chance = &mut generator(experiment.seed, POSITION_STREAM);
        let mut games = match pgn {
            Some(file) => Games::read(&base.join(file), experiment.variant).map_err(|reason| {
                source.about("pgn", &format!("{}: {reason}", hetman_rules::quote::passage(file.display())))
            })?,
            None => Games::Random(experiment.variant),
        };
        games.shuffle(chance);
        let mut positions = Positions::default();
        let held_out = (*count as f64 * held_out).round() as u64;
        for number in 0..*count {
            // The first games in turn, then the others: a game gives positions of one kind alone.
            let is_held_out = number < held_out;
            let position = games.draw(number, if is_held_out { 0..held_out } else { held_out..*count }, *count, chance);
            let position = if *random_move { after_random_move(position, chance) } else { position };
            if is_held_out { &mut positions.held_out } else { &mut positions.training }.push(position);
        }
        Ok(positions)
    }
}

/// Where positions are drawn from.
enum Games {
    Recorded(Vec<(AnyPosition, Vec<Move>)>),
    Random(Variant),
}

impl Games {
    /// Reads a collection; a broken game costs only itself.
    fn read(path: &Path, variant: Variant) -> Result<Games, String> {
        let file = File::open(path).map_err(|reason| format!("cannot be read: {reason}"))?;
        let mut games = Vec::new();
        for game in pgn::read(file).map_err(|reason| format!("cannot be read: {reason}"))? {
            match game {
                Err(pgn::PgnError { what: pgn::Mistake::Unreadable(reason), .. }) => {
                    return Err(format!("cannot be read: {reason}"));
                }
                Err(_) => {}
                Ok(game) if game.record.variant() == variant && game.record.plies() > 0 => {
                    games.push((game.record.start().clone(), game.record.moves().collect()));
                }
                Ok(_) => {}
            }
        }
        if games.len() < 2 {
            Err(format!("holds fewer than two games of {variant}"))
        } else {
            Ok(Games::Recorded(games))
        }
    }

    fn shuffle(&mut self, chance: &mut impl Rng) {
        if let Games::Recorded(games) = self {
            games.shuffle(chance);
        }
    }

    /// A position in which somebody can move. Numbers of one range are drawn out of games that no other range has.
    fn draw(&self, number: u64, range: std::ops::Range<u64>, count: u64, chance: &mut impl Rng) -> AnyPosition {
        loop {
            let position = match self {
                Games::Random(variant) => {
                    let plies = chance.random_range(0..LONGEST_RANDOM_GAME);
                    random::playout(AnyPosition::start(*variant), plies, chance).position().clone()
                }
                Games::Recorded(games) => {
                    let share = |number: u64| (number * games.len() as u64).div_ceil(count);
                    let (first, end) = (share(range.start), share(range.end).max(share(range.start) + 1));
                    let game = first + (number - range.start) % (end - first);
                    let (start, moves) = &games[(game as usize).min(games.len() - 1)];
                    let plies = chance.random_range(0..=moves.len());
                    moves[..plies].iter().fold(start.clone(), |position, &m| position.after(m))
                }
            };
            if !position.is_game_over() {
                return position;
            }
        }
    }
}

/// A move that ends the game is not made if there is another.
fn after_random_move(position: AnyPosition, chance: &mut impl Rng) -> AnyPosition {
    let mut moves = position.legal_moves().to_vec();
    moves.shuffle(chance);
    let after = moves.into_iter().map(|m| position.after(m)).find(|after| !after.is_game_over());
    after.unwrap_or(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Result \"*\"]\n\n1. d4 d5 2. c4 e6 *\n\n";

    fn source(positions: &str) -> FitSource {
        let text = format!(
            "name = \"test\"\ntarget.material = {{}}\nlearning = {{ batch = 1, steps = 1, step.plain = {{ rate = 0.1 }} }}\n\
             [positions]\n{positions}\n[[network]]\nname = \"net\"\nfeatures = \"material\"\n\
             model.grouped = {{ first = [4], hidden = [4], squashing = \"bipolar\" }}\n"
        );
        FitSource::new(&text, &[]).unwrap()
    }

    #[test]
    fn no_game_is_both_learned_from_and_measured_with() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
        let source = source("pgn = \"games.pgn\"\ncount = 40\nheld-out = 0.5\nrandom-move = false");
        let positions = Positions::draw(&source, folder.path()).unwrap();
        assert_eq!((positions.training.len(), positions.held_out.len()), (20, 20));
        let is_open = |position: &AnyPosition| position.fen().contains("4P3");
        let begun = |positions: &[AnyPosition]| -> Vec<bool> {
            let begun = positions.iter().filter(|position| position.fen() != AnyPosition::start(Variant::Chess).fen());
            begun.map(is_open).collect()
        };
        let (training, held_out) = (begun(&positions.training), begun(&positions.held_out));
        assert!(training.windows(2).all(|pair| pair[0] == pair[1]), "one game for all");
        assert!(training[0] != held_out[0], "another one to measure with");
    }

    #[test]
    fn a_seed_draws_the_same_positions_again() {
        for random_move in [true, false] {
            let source = source(&format!("count = 30\nrandom-move = {random_move}"));
            let fens = || -> Vec<String> {
                let positions = Positions::draw(&source, Path::new("")).unwrap();
                positions.all().map(AnyPosition::fen).collect()
            };
            assert_eq!(fens(), fens());
            assert_eq!(fens().len(), 30);
        }
    }

    #[test]
    fn a_collection_that_cannot_be_used_is_named_with_its_line() {
        let problem = Positions::draw(&source("pgn = \"nowhere.pgn\"\ncount = 5"), Path::new("")).unwrap_err();
        assert!(problem.to_string().contains("line 5: nowhere.pgn: cannot be read"), "{problem}");
    }
}
