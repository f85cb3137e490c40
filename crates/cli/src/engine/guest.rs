//! A registered player in the engine's place: any of them plays in every program that speaks UCI or XBoard.
//!
//! A player knows no protocol. What a protocol asks of it is translated as far as it goes: a depth, a time or a number of
//! nodes for the move become the settings of that name, if the player has them; a clock is told as in any game. A player
//! that is stopped has no answer, and a protocol wants one: it is asked once more, with as little to think about as it
//! takes. It says nothing while it thinks, and what it thought when it has.

use hetman_arena::{Answer, Player, PlayerError, PlayerSpec, Question, Reply, generator};
use hetman_eval::SideValue;
use hetman_parameters::{Kind, Value};
use hetman_rules::shakmaty::ByColor;
use hetman_rules::{GameRecord, Variant};
use hetman_search::{Bound, Control, Decision, Info, Limits, Searcher};
use rand_chacha::ChaCha8Rng;

use super::session::SearchEvent;

/// The settings that limit a player, by whatever kinds call them.
const TIME: &str = "movetime";
const DEPTH: &str = "depth";
const NODES: &str = "nodes";

/// A player that is offered to another program.
pub struct Guest {
    spec: PlayerSpec,
    seat: Option<Seat>,
    generator: ChaCha8Rng,
    seed: u64,
}

/// The player as it is set for the present moves.
struct Seat {
    spec: PlayerSpec,
    variant: Variant,
    player: Box<dyn Player>,
    /// Half-moves of the game when it was asked last; none before its first move.
    plies: Option<usize>,
}

impl Guest {
    pub fn new(spec: PlayerSpec, seed: u64) -> Guest {
        Guest { spec, seat: None, generator: generator(seed, 0), seed }
    }

    /// The variants that it plays; why it plays none, otherwise.
    pub fn variants(&self) -> Result<Vec<Variant>, PlayerError> {
        let (able, unable): (Vec<_>, Vec<_>) =
            Variant::ALL.into_iter().map(|variant| self.check(variant).map(|()| variant)).partition(Result::is_ok);
        match unable.into_iter().next() {
            Some(Err(error)) if able.is_empty() => Err(error),
            _ => Ok(able.into_iter().flatten().collect()),
        }
    }

    /// Whether it plays a variant, found by making it.
    fn check(&self, variant: Variant) -> Result<(), PlayerError> {
        self.spec.build(variant, self.seed).map(drop)
    }

    /// Another game begins.
    pub fn start_game(&mut self, seed: u64) {
        self.seed = seed;
        self.generator = generator(seed, 0);
        if let Some(seat) = &mut self.seat {
            seat.plies = None;
        }
        self.seat.take_if(|seat| !seat.player.reseed(seed));
    }

    /// Its move; an error says what kept it from one.
    pub fn think(&mut self, record: &GameRecord, limits: &Limits, control: &Control) -> Result<Decision, String> {
        let answer = self.answer(record, limits, control).map_err(|error| error.to_string());
        answer.and_then(decision).map_err(|reason| format!("{} has no move: {reason}", self.spec))
    }

    /// Its answer, and if it was stopped the one it gives in a hurry.
    fn answer(&mut self, record: &GameRecord, limits: &Limits, control: &Control) -> Result<Answer, PlayerError> {
        let answer = self.ask(self.spec_limited_by(limits), record, limits, control)?;
        if !matches!(answer.reply, Ok(Reply::Stopped)) {
            return Ok(answer);
        }
        self.ask(self.spec_in_a_hurry(), record, &Limits::default(), &Control::default())
    }

    fn ask(
        &mut self,
        spec: PlayerSpec,
        record: &GameRecord,
        limits: &Limits,
        control: &Control,
    ) -> Result<Answer, PlayerError> {
        let variant = record.variant();
        self.seat.take_if(|seat| seat.spec != spec || seat.variant != variant);
        if self.seat.is_none() {
            let player = spec.build(variant, self.seed)?;
            self.seat = Some(Seat { spec, variant, player, plies: None });
        }
        let seat = self.seat.as_mut().expect("somebody has just been seated");
        if seat.plies.is_none_or(|plies| record.plies() < plies) {
            let opening = GameRecord::new(record.start().clone());
            seat.player.start_game(&opening, record.turn(), None);
        }
        seat.plies = Some(record.plies());
        let clocks = limits.clock.map(|clock| ByColor { black: clock, white: clock });
        Ok(seat.player.choose(Question { record, clocks, allowed: None, generator: &mut self.generator, control }))
    }

    /// The player, limited besides as it is asked to be, where it can be.
    fn spec_limited_by(&self, limits: &Limits) -> PlayerSpec {
        let milliseconds = limits.move_time.map(|time| time.as_millis() as u64);
        let wishes = [(TIME, milliseconds), (DEPTH, limits.depth.map(u64::from)), (NODES, limits.nodes)];
        let wishes = wishes.into_iter().filter_map(|(key, wish)| Some((key, wish?)));
        wishes.fold(self.spec.clone(), |spec, (key, wish)| set_near(spec, key, wish))
    }

    /// The player with the narrowest limits that it takes.
    fn spec_in_a_hurry(&self) -> PlayerSpec {
        [TIME, DEPTH, NODES].into_iter().fold(self.spec.clone(), |spec, key| set_near(spec, key, 0))
    }
}

/// Sets what the player calls so as nearly to a wish as it can be set.
fn set_near(spec: PlayerSpec, key: &'static str, wish: u64) -> PlayerSpec {
    let parameter = spec.kind().parameters.iter().find(|parameter| parameter.key == key);
    let Some(Kind::Integer { min, max }) = parameter.map(|parameter| parameter.kind) else { return spec };
    let value = i64::try_from(wish).unwrap_or(i64::MAX).clamp(min, max);
    spec.with(key, Value::Integer(value)).expect("the value is in the parameter's range")
}

/// An answer as a search's.
fn decision(answer: Answer) -> Result<Decision, String> {
    let best = match answer.reply.map_err(|fault| fault.to_string())? {
        Reply::Move(best) => best,
        Reply::Resign => return Err("it resigns".to_owned()),
        Reply::Claim(outcome) => return Err(format!("it says that the game is over, {outcome}")),
        Reply::Stopped => return Err("it was stopped".to_owned()),
    };
    let thought = answer.thought.filter(|thought| thought.line.first() == Some(&best));
    let (line, value) = thought.map_or((vec![best], SideValue::default()), |thought| (thought.line, thought.value));
    Ok(Decision {
        best: Some(best),
        ponder: line.get(1).copied(),
        value,
        score: answer.remark.score,
        depth: answer.remark.depth.unwrap_or_default(),
        nodes: answer.remark.nodes.unwrap_or_default(),
        line,
        is_repetition: false,
    })
}

/// What can be told of a decision, if its value can.
fn told(decision: &Decision, control: &Control) -> Option<Info> {
    Some(Info {
        depth: decision.depth,
        selective_depth: decision.depth,
        multi_pv: 1,
        score: decision.score?,
        bound: Bound::Exact,
        nodes: decision.nodes,
        time: control.elapsed(),
        hash_full: 0,
        tablebase_hits: 0,
        line: decision.line.clone(),
    })
}

/// Who thinks.
pub enum Mind {
    Engine(Box<Searcher>),
    Guest(Box<Guest>),
}

impl Mind {
    pub fn think(
        &mut self,
        record: &GameRecord,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> Decision {
        match self {
            Mind::Engine(searcher) => {
                let decision =
                    searcher.search(record, limits, control, &mut |info| report(SearchEvent::Thought(info.clone())));
                let (used, wanted) = (searcher.threads_used(), searcher.settings().threads);
                if (1..wanted).contains(&used) {
                    let remark = format!("only {used} of {wanted} threads could be started and have searched");
                    report(SearchEvent::Remark(remark));
                }
                decision
            }
            Mind::Guest(guest) => match guest.think(record, limits, control) {
                Ok(decision) => {
                    told(&decision, control).into_iter().for_each(|info| report(SearchEvent::Thought(info)));
                    decision
                }
                Err(problem) => {
                    report(SearchEvent::Remark(problem));
                    Decision::default()
                }
            },
        }
    }
}
