//! One game between two players, on one page.

mod data;

use std::time::{Duration, Instant};

use hetman_rules::data::{color, outcome};
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome};
use hetman_rules::{Clock, DrawRules, Ending, GameRecord, TimeControl, Variant};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::adjudication::{Adjudication, Judgement};
use crate::referee::{self, Ruling};
use crate::{Control, Fault, Player, Question, Remark, Stop, Thought};
use data::GameData;

/// Clocks tick in other programs too, and pipes take their time.
pub const MARGIN: Duration = Duration::from_millis(200);

/// What ends a game besides the players' moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameRules {
    pub draws: DrawRules,
    /// Half-moves after which a game is drawn; for ever if `None`.
    pub longest_plies: Option<usize>,
    /// The clocks; without them only players with a time for each move can lose on time.
    pub control: Option<TimeControl>,
    /// How late an answer may come before the game is lost on time.
    pub margin: Duration,
    pub adjudication: Adjudication,
}

impl From<DrawRules> for GameRules {
    fn from(draws: DrawRules) -> GameRules {
        let adjudication = Adjudication::default();
        GameRules { draws, longest_plies: None, control: None, margin: MARGIN, adjudication }
    }
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finish {
    Rules(Ending),
    /// Drawn because it had become too long.
    LengthLimit,
    /// Ended early because the result was clear.
    Adjudicated {
        #[serde(with = "outcome")]
        outcome: KnownOutcome,
        by: Judgement,
    },
    /// Lost by misbehaving.
    Fault {
        #[serde(with = "color")]
        loser: Color,
        fault: Fault,
    },
    /// Somebody had seen enough: no result.
    Stopped,
}

impl Finish {
    pub fn outcome(&self) -> Option<KnownOutcome> {
        match *self {
            Finish::Rules(ending) => Some(ending.outcome),
            Finish::LengthLimit => Some(KnownOutcome::Draw),
            Finish::Adjudicated { outcome, .. } => Some(outcome),
            Finish::Fault { loser, .. } => Some(KnownOutcome::Decisive { winner: !loser }),
            Finish::Stopped => None,
        }
    }

    /// How the game ended, in a sentence.
    pub fn describe(&self, variant: Variant) -> String {
        match self {
            Finish::Rules(ending) => ending.describe(variant),
            Finish::LengthLimit => "Draw by the limit of length".to_owned(),
            Finish::Adjudicated { outcome, by: Judgement::Scores } => format!("{outcome} by both players' scores"),
            Finish::Adjudicated { outcome, by: Judgement::Tables } => format!("{outcome} by the endgame tables"),
            Finish::Fault { loser, fault } => format!("{} loses: {fault}", loser.fold_wb("White", "Black")),
            Finish::Stopped => "Stopped".to_owned(),
        }
    }
}

/// What a move was played with.
#[derive(Clone, Debug)]
pub struct Turn {
    pub thought: Option<Thought>,
    pub remark: Remark,
    pub elapsed: Duration,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "GameData", try_from = "GameData")]
pub struct Game {
    pub record: GameRecord,
    /// Half-moves of the record that were given and not played.
    pub opening_plies: usize,
    /// One for every half-move after the opening.
    pub turns: Vec<Turn>,
    pub finish: Finish,
}

/// Hears of each move when it has been played.
pub type Observer<'a> = dyn FnMut(&GameRecord, &Turn) + 'a;

/// An observer who looks away.
pub fn unobserved(_: &GameRecord, _: &Turn) {}

/// A game that nobody will stop.
pub fn undisturbed() -> bool {
    false
}

/// Plays a game to its end.
pub fn play(
    opening: GameRecord,
    mut players: ByColor<&mut dyn Player>,
    rules: &GameRules,
    generator: &mut ChaCha8Rng,
    stop: &Stop,
    observer: &mut Observer,
) -> Game {
    for color in Color::ALL {
        players.get_mut(color).start_game(&opening, color, rules.control.as_ref());
    }
    let mut clocks = rules.control.map(|control| ByColor::new_with(|_| control.start()));
    let mut game = Game { opening_plies: opening.plies(), record: opening, turns: Vec::new(), finish: Finish::Stopped };
    game.finish = loop {
        if let Some(finish) = finish_by_rule(&game, rules) {
            break finish;
        }
        if stop() {
            break Finish::Stopped;
        }
        let turn = game.record.turn();
        let player = players.get_mut(turn);
        let allowed = allowed(clocks.map(|clocks| *clocks.get(turn)), *player, rules.margin);
        let asked = Instant::now();
        let control = &Control::watching(stop);
        let answer = player.choose(Question { record: &game.record, clocks, allowed, generator, control });
        let elapsed = asked.elapsed();
        match referee::rule(&game.record, &answer.reply, referee::overtime(elapsed, allowed)) {
            Ruling::Play(m) => game.record.play(m).expect("the referee has looked at the move"),
            Ruling::Over(finish) => break finish,
        }
        clocks = clocks.map(|clocks| tick(clocks, turn, elapsed, rules));
        game.turns.push(Turn { thought: answer.thought, remark: answer.remark, elapsed });
        observer(&game.record, &game.turns[game.turns.len() - 1]);
    };
    for color in Color::ALL {
        players.get_mut(color).end_game(&game.record, game.finish.outcome());
    }
    game
}

/// How long a player may take: what its clock shows, or else the time it was told to take for each move; and the margin.
pub fn allowed(clock: Option<Clock>, player: &dyn Player, margin: Duration) -> Option<Duration> {
    clock.map(|clock| clock.remaining).or(player.move_time()).map(|time| time + margin)
}

fn finish_by_rule(game: &Game, rules: &GameRules) -> Option<Finish> {
    let too_long = || rules.longest_plies.is_some_and(|longest| game.record.plies() >= longest);
    let ending = game.record.ending(&rules.draws).map(Finish::Rules);
    ending.or_else(|| rules.adjudication.judge(game)).or_else(|| too_long().then_some(Finish::LengthLimit))
}

/// The clocks after a move that came in time.
fn tick(mut clocks: ByColor<Clock>, turn: Color, elapsed: Duration, rules: &GameRules) -> ByColor<Clock> {
    let clock = clocks.get_mut(turn);
    *clock = rules.control.and_then(|control| control.after_move(*clock, elapsed, rules.margin)).unwrap_or(*clock);
    clocks
}

#[cfg(test)]
mod tests;
