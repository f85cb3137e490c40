//! How an XBoard engine is told about its time.

use std::time::Duration;

use hetman_rules::TimeControl;

use crate::session::Request;
use crate::{EngineSpec, Failure, Limits, MoveTimePolicy};

/// The clock of a program that is limited in depth only: more than it will use.
const PLENTY: Duration = Duration::from_secs(3600);

/// What is said at the beginning of a game and before each move.
#[derive(Debug, Default)]
pub struct Timing {
    pub commands: Vec<String>,
    /// The clock that is announced before each move, where the game has none.
    announced: Option<Duration>,
}

impl Timing {
    /// Before the first move; `counts_nodes` says whether the program can count nodes as if they were seconds.
    pub fn new(spec: &EngineSpec, control: Option<&TimeControl>, counts_nodes: bool) -> Result<Timing, Failure> {
        let Limits { depth, nodes, move_time } = spec.limits;
        let move_time = move_time.or(spec.limits.is_none().then_some(Limits::MOVE_TIME));
        let mut timing = match (control, nodes, move_time) {
            (Some(control), None, _) => Timing { commands: vec![level(control)], announced: None },
            (None, None, Some(time)) => Timing::of_move(time, spec.hold()),
            (None, None, None) => Timing::of_clock(PLENTY),
            (None, Some(nodes), None) if counts_nodes => {
                Timing { commands: vec!["nps 1".to_owned(), format!("st {nodes}")], announced: None }
            }
            (_, Some(_), _) if counts_nodes => return refuse("both nodes and time"),
            (_, Some(_), _) => return refuse("nodes"),
        };
        timing.commands.extend(depth.map(|depth| format!("sd {depth}")));
        Ok(timing)
    }

    fn of_move(time: Duration, hold: MoveTimePolicy) -> Timing {
        let seconds = match hold {
            MoveTimePolicy::Told => time.as_secs_f64(),
            MoveTimePolicy::Stopped => time.as_secs_f64().ceil(),
            MoveTimePolicy::Clock(clock) => return Timing::of_clock(clock),
        };
        Timing { commands: vec![format!("st {seconds}")], announced: None }
    }

    fn of_clock(clock: Duration) -> Timing {
        let base = Duration::from_secs(clock.as_secs_f64().ceil() as u64);
        let control = TimeControl { base, increment: Duration::ZERO, moves: None };
        Timing { commands: vec![level(&control)], announced: Some(clock) }
    }

    /// Its own clock and the opponent's, in hundredths of a second.
    pub fn clock_commands(&self, request: &Request) -> Vec<String> {
        let turn = request.record.turn();
        let clocks = request.clocks.map(|clocks| (clocks.get(turn).remaining, clocks.get(!turn).remaining));
        let Some((own, other)) = clocks.or(self.announced.map(|clock| (clock, clock))) else { return Vec::new() };
        let hundredths = |time: Duration| (time.as_millis() / 10).max(1);
        vec![format!("time {}", hundredths(own)), format!("otim {}", hundredths(other))]
    }
}

fn refuse(what: &str) -> Result<Timing, Failure> {
    Err(Failure::Start(format!("it cannot be limited by {what}")))
}

/// `level 40 5:30 0.5`: moves of a period, its minutes and seconds, seconds added for each move.
fn level(control: &TimeControl) -> String {
    let seconds = control.base.as_secs().max(1);
    let base = match (seconds / 60, seconds % 60) {
        (minutes, 0) => minutes.to_string(),
        (minutes, seconds) => format!("{minutes}:{seconds:02}"),
    };
    format!("level {} {base} {}", control.moves.unwrap_or(0), control.increment.as_secs_f64())
}
