//! Games to learn from, played: the learner against whomever the experiment names.

use std::sync::Arc;

use hetman_arena::players::{MateInOne, ThinkingPlayer};
use hetman_arena::{Finish, GameRules, Player, PlayerError, Seats, Stop, Turn, game, generator};
use hetman_eval::Net;
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, GameRecord, Reason, Variant, random};
use hetman_search::exact::{ExactSearch, ExactSearcher, Terminals};
use rand::Rng;

use super::work::{TrainingGame, TrainingGames, TrainingJob};
use super::{TrainError, run_seed};
use crate::experiment::{ColorChoice, Finished, Opponent, Play};
use crate::occupancy::{Occupancy, tells_squares_apart};
use crate::store::GameRow;
use crate::trace::Selection;

/// Where the opponent waits for the next game.
const OPPONENT: usize = 0;

/// Plays a game of a run; `None` if it was stopped.
pub fn play(
    games: &TrainingGames,
    play: &Play,
    seats: &mut Seats,
    job: &TrainingJob,
    net: &Arc<Net>,
    stop: &Stop,
) -> Result<Option<TrainingGame>, TrainError> {
    let (experiment, number) = (games.description.experiment(), job.game);
    let seed = run_seed(experiment.seed, job.run);
    let color = learner_color(play.color, number);
    let mut learner = learner(play, net);
    let named = games.description.opponent();
    let mut opponent = match (&named, &play.opponent) {
        (Some(spec), _) => seats.take(OPPONENT, spec, experiment.variant, seed ^ number)?,
        (None, Opponent::Human) => games.observer.person(job.run, number).ok_or(PlayerError::Person)?,
        (None, _) => self::learner(play, net),
    };
    let (white, black) = match color {
        Color::White => (learner.as_mut(), opponent.as_mut()),
        Color::Black => (opponent.as_mut(), learner.as_mut()),
    };
    let longest_plies = play.longest_plies.map(|plies| plies as usize);
    let rules = GameRules { longest_plies, ..play.rules.draws().into() };
    let chance = &mut generator(seed, number);
    let start = opening(experiment.variant, play.random_plies as usize, chance);
    let mut observe = |record: &GameRecord, _: &Turn| games.observer.watch(job.run, number, color, record);
    let game = game::play(start, ByColor { white, black }, &rules, chance, stop, &mut observe);
    if named.is_some() {
        seats.give_back(OPPONENT, opponent);
    }
    let Some(outcome) = game.finish.outcome() else { return Ok(None) };
    let selection =
        Selection { method: experiment.learning.method, finished: play.finished, sides: experiment.learning.sides };
    let row = GameRow {
        game: number,
        learner_is_white: color.is_white(),
        half_points: half_points(outcome, color),
        reason: reason(&game.finish).to_owned(),
        plies: game.record.plies() as u32,
    };
    let occupancy = tells_squares_apart(net).then(|| Occupancy::of_game(&game));
    Ok(Some(TrainingGame { row, occupancy, traces: selection.traces(&game, outcome, color, net) }))
}

/// A game that has just begun: random moves, drawn again where they end it.
fn opening(variant: Variant, plies: usize, chance: &mut impl Rng) -> GameRecord {
    loop {
        let record = random::playout(AnyPosition::start(variant), plies, chance);
        if !record.position().is_game_over() {
            return record;
        }
    }
}

/// What the result is worth to one side.
pub fn half_points(outcome: KnownOutcome, side: Color) -> u32 {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } if winner == side => 2,
        KnownOutcome::Decisive { .. } => 0,
    }
}

/// What the learner's search makes of finished games.
pub fn terminals(net: &Net, finished: Finished) -> Terminals {
    match finished {
        Finished::Evaluated => Terminals::EVALUATED,
        Finished::Known => Terminals::known(net),
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
    let exact = ExactSearch {
        depth: play.depth,
        quiescence: play.captures(),
        check_plies: play.checks,
        terminals: terminals(net, play.finished),
        avoid_repetitions: play.repetitions,
    };
    let searcher = ThinkingPlayer::from(ExactSearcher::of_net(Arc::clone(net), exact));
    if play.mate_in_one { Box::new(MateInOne(searcher)) } else { Box::new(searcher) }
}

fn reason(finish: &Finish) -> &'static str {
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
            Reason::Forfeit => "forfeit",
        },
        Finish::LengthLimit => "length limit",
        Finish::Adjudicated { .. } => "adjudication",
        Finish::Fault { fault, .. } => fault.name(),
        Finish::Stopped => "stopped",
    }
}
