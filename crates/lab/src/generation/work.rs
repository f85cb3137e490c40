//! Games of a player against itself, as work.

use hetman_arena::openings::{Judges, with_balanced_moves};
use hetman_arena::work::Files;
use hetman_arena::{Adjudication, Game, GameRules, Player, PlayerError, Seats, Stop, Work, game, generator};
use hetman_eval::AnyEvaluator;
use hetman_rules::shakmaty::{ByColor, Color};
use hetman_rules::{AnyPosition, DrawRules, GameRecord};
use serde::{Deserialize, Serialize};

use super::{GenerationError, GenerationSettings};

/// Chance has the low numbers for the games, and these for their openings.
const OPENINGS: u64 = 1 << 63;

#[derive(Debug, Serialize, Deserialize)]
pub struct SelfPlayDescription {
    pub settings: GenerationSettings,
    /// Which the player is made of.
    pub files: Files,
}

pub struct SelfPlay {
    description: SelfPlayDescription,
    rules: GameRules,
    judges: Judges,
}

impl SelfPlay {
    pub fn new(description: SelfPlayDescription) -> Result<SelfPlay, GenerationError> {
        let GenerationSettings { variant, player, balance_nodes, longest_plies, win, draw, .. } = &description.settings;
        let evaluator = player.evaluator(*variant)?.unwrap_or_else(|| AnyEvaluator::shipped(*variant));
        let judges = Judges::with(*variant, evaluator, *balance_nodes);
        let adjudication = Adjudication { win: *win, draw: *draw, oracle: None };
        let rules =
            GameRules { longest_plies: Some(*longest_plies), adjudication, ..GameRules::from(DrawRules::CLAIMED) };
        Ok(SelfPlay { description, rules, judges })
    }

    fn opening(&self, number: u64) -> GameRecord {
        let GenerationSettings { variant, random_plies, balanced, seed, .. } = self.description.settings;
        let generator = &mut generator(seed, OPENINGS | number);
        let start = GameRecord::new(AnyPosition::start(variant));
        with_balanced_moves(&start, random_plies, balanced, &self.judges, generator)
    }

    fn seat(&self, seats: &mut Seats, number: u64, color: Color) -> Result<Box<dyn Player>, PlayerError> {
        let GenerationSettings { variant, player, seed, .. } = &self.description.settings;
        let place = color as usize;
        seats.take(place, player, *variant, seed ^ (number << 1 | place as u64))
    }
}

impl Work for SelfPlay {
    type Description = SelfPlayDescription;
    /// A game's number.
    type Job = u64;
    type Answer = Game;
    type Error = PlayerError;

    fn description(&self) -> &SelfPlayDescription {
        &self.description
    }

    fn is_bound(&self) -> bool {
        self.description.settings.player.is_bound()
    }

    fn perform(&self, seats: &mut Seats, &number: &u64, stop: &Stop) -> Result<Option<Game>, PlayerError> {
        let mut white = self.seat(seats, number, Color::White)?;
        let mut black = self.seat(seats, number, Color::Black)?;
        let game = game::play(
            self.opening(number),
            ByColor { white: white.as_mut(), black: black.as_mut() },
            &self.rules,
            &mut generator(self.description.settings.seed, number),
            stop,
            &mut game::unobserved,
        );
        seats.give_back(Color::White as usize, white);
        seats.give_back(Color::Black as usize, black);
        Ok(game.finish.outcome().map(|_| game))
    }
}
