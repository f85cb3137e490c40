//! One training game: the learner against whomever the experiment names.

use std::ops::ControlFlow;
use std::sync::Arc;

use hetman_arena::players::{MateInOne, PlainSearcher, known_results};
use hetman_arena::{Finish, Game, GameRules, Player, PlayerProblem, game, generator};
use hetman_eval::Net;
use hetman_rules::shakmaty::{Color, KnownOutcome};
use hetman_rules::{AnyPosition, GameRecord, Reason};
use hetman_search::plain::{Plain, QUIESCENCE_PLIES, Terminals};

use crate::experiment::{ColorChoice, Experiment, Finished, Opponent, Play};
use crate::store::GameRow;

/// Plays a game of a run; `None` if it was stopped.
pub fn play(
    experiment: &Experiment,
    net: &Arc<Net>,
    run_seed: u64,
    number: u64,
    should_stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Played>, PlayerProblem> {
    let color = learner_color(experiment.play.color, number);
    let mut learner = learner(&experiment.play, net);
    let mut opponent = match &experiment.play.opponent {
        Opponent::Itself => self::learner(&experiment.play, net),
        Opponent::Player(word) => word.seat(experiment.variant, run_seed ^ number)?,
    };
    let (white, black) = match color {
        Color::White => (learner.as_mut(), opponent.as_mut()),
        Color::Black => (opponent.as_mut(), learner.as_mut()),
    };
    let draws = experiment.play.rules.draws();
    let rules = GameRules { draws, longest_plies: experiment.play.longest_plies.map(|plies| plies as usize) };
    let mut observer = |_: &GameRecord, _: Option<&_>| {
        if should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let start = AnyPosition::start(experiment.variant);
    let game = game::play(start, white, black, &rules, &mut generator(run_seed, number), &mut observer);
    Ok(game.finish.outcome().map(|outcome| Played { number, color, game, outcome }))
}

/// A game that has a result.
pub struct Played {
    pub number: u64,
    /// The learner's.
    pub color: Color,
    pub game: Game,
    pub outcome: KnownOutcome,
}

impl Played {
    pub fn row(&self) -> GameRow {
        let half_points = match self.outcome {
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner } if winner == self.color => 2,
            KnownOutcome::Decisive { .. } => 0,
        };
        GameRow {
            game: self.number,
            learner_is_white: self.color.is_white(),
            half_points,
            reason: reason(self.game.finish).to_owned(),
            plies: self.game.record.plies() as u32,
        }
    }
}

fn learner_color(choice: ColorChoice, number: u64) -> Color {
    match choice {
        ColorChoice::White => Color::White,
        ColorChoice::Black => Color::Black,
        ColorChoice::Alternate => Color::from_white(number.is_multiple_of(2)),
    }
}

fn learner(play: &Play, net: &Arc<Net>) -> Box<dyn Player> {
    let terminals = match play.finished {
        Finished::Evaluated => Terminals::EVALUATED,
        Finished::Known => known_results(net),
    };
    let quiescence = if play.quiescence { QUIESCENCE_PLIES } else { 0 };
    let plain = Plain { depth: play.depth, quiescence, terminals };
    let searcher = PlainSearcher { evaluator: Arc::clone(net), plain };
    if play.mate_in_one { Box::new(MateInOne(searcher)) } else { Box::new(searcher) }
}

fn reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Rules(ending) => match ending.reason {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::VariantEnd => "variant end",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::Repetition { .. } => "repetition",
            Reason::QuietMoves { .. } => "quiet moves",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::TimeForfeit => "time forfeit",
        },
        Finish::LengthLimit => "length limit",
        Finish::IllegalMove { .. } => "illegal move",
        Finish::Stopped => "stopped",
    }
}
