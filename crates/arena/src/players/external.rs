//! Another program as a player, over UCI or XBoard.

use std::time::Duration;

use hetman_engines::{EngineSpec, External, Failure, Limits, Request, SearchInfo};
use hetman_rules::shakmaty::Color;
use hetman_rules::{GameRecord, TimeControl, Variant};
use hetman_search::Score;

use crate::{Answer, Fault, Player, Question, Remark};

pub struct ExternalPlayer(External);

impl ExternalPlayer {
    /// Starts the program; what keeps it from playing the variant is said at once.
    pub fn start(spec: EngineSpec, variant: Variant) -> Result<ExternalPlayer, Failure> {
        External::start(spec, variant).map(ExternalPlayer)
    }
}

impl Player for ExternalPlayer {
    fn name(&self) -> Option<&str> {
        Some(self.0.name())
    }

    fn choose(&mut self, question: Question) -> Answer {
        let Question { record, clocks, allowed, control, .. } = question;
        let (reply, info) = self.0.ask(&Request { record, clocks, allowed, stop: &|| control.is_stopped() });
        Answer { reply: reply.map_err(fault), thought: None, remark: remark(info) }
    }

    fn start_game(&mut self, opening: &GameRecord, _: Color, control: Option<&TimeControl>) {
        self.0.start_game(opening, control);
    }

    /// Programs take their time to start, and nobody tells them what to leave to chance.
    fn reseed(&mut self, _seed: u64) -> bool {
        true
    }

    fn move_time(&self) -> Option<Duration> {
        let limits = self.0.spec().limits;
        if limits.is_none() { Some(Limits::MOVE_TIME) } else { limits.move_time }
    }
}

fn fault(failure: Failure) -> Fault {
    match failure {
        Failure::NoMove => Fault::NoMove,
        Failure::IllegalMove(m) => Fault::IllegalMove(m),
        Failure::FalseClaim(claim) => Fault::FalseClaim(claim),
        Failure::Stall(limit) => Fault::Stall(limit),
        Failure::Crash(how) => Fault::Crash(how),
        Failure::Flood(how) => Fault::Flood(how),
        Failure::Start(why) => Fault::Start(why),
    }
}

fn remark(opinion: SearchInfo) -> Remark {
    let score = opinion.score.map(|score| match score {
        hetman_engines::Score::Centipawns(centipawns) => Score::Centipawns(centipawns),
        hetman_engines::Score::Mate(moves) => Score::Mate(moves),
    });
    Remark { score, depth: opinion.depth, nodes: opinion.nodes }
}
