//! A program as a player, whatever it speaks, from the first game to the last.

use hetman_rules::{GameRecord, TimeControl, Variant};

use crate::options::Offer;
use crate::process::Process;
use crate::session::{Reply, Request, SearchInfo, Session};
use crate::uci::Uci;
use crate::xboard::Xboard;
use crate::{EngineSpec, Failure, Protocol};

/// An external player. Its process lives as long as it does, and is replaced when it fails.
pub struct External {
    spec: EngineSpec,
    name: String,
    running: Option<Running>,
    /// What prevented the present game from starting.
    trouble: Option<Failure>,
    /// The clocks of the present game.
    control: Option<TimeControl>,
}

/// What a program says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduction {
    pub name: Option<String>,
    pub options: Vec<Offer>,
}

/// Starts the program, hears what it says of itself, and ends it.
pub fn introduce(spec: &EngineSpec) -> Result<Introduction, Failure> {
    let Running { process, session, .. } = Running::start(spec)?;
    let introduction = Introduction { name: session.name().map(str::to_owned), options: session.offers().to_vec() };
    process.quit();
    Ok(introduction)
}

struct Running {
    process: Process,
    session: Box<dyn Session>,
    /// Whether it has been told about the present game.
    is_in_game: bool,
}

impl External {
    /// Starts the program, for games of the variant. Whatever prevents it from playing them is said here.
    pub fn start(spec: EngineSpec, variant: Variant) -> Result<External, Failure> {
        let running = Running::start(&spec)?;
        running.session.check_variant(variant)?;
        let own_name = running.session.name().map(str::to_owned);
        let name = spec.name.clone().or(own_name).unwrap_or_else(|| spec.program.name().to_owned());
        Ok(External { spec, name, running: Some(running), trouble: None, control: None })
    }

    /// What it is called in a game's record.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Prepares for a game, with another process if the last one failed. A failure is the answer to the first
    /// question.
    pub fn start_game(&mut self, opening: &GameRecord, control: Option<&TimeControl>) {
        self.control = control.copied();
        let can_play = |running: &Running| !running.is_in_game || running.session.is_reusable();
        self.running = self.running.take().filter(can_play);
        let was_running = self.running.as_mut().map(|running| running.is_in_game = false).is_some();
        self.trouble = match self.enter_game(opening) {
            // Who dies between two games has lost neither.
            Err(failure) if failure.is_fatal() && was_running => self.enter_game(opening).err(),
            entered => entered.err(),
        };
    }

    /// A running program that has been told about the game.
    fn enter_game(&mut self, opening: &GameRecord) -> Result<&mut Running, Failure> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.spec)?,
        };
        if !running.is_in_game {
            running.session.check_variant(opening.variant())?;
            running.process.begin_question();
            running.session.start_game(&mut running.process, opening, self.control.as_ref())?;
            running.is_in_game = true;
        }
        Ok(self.running.insert(running))
    }

    pub fn ask(&mut self, request: &Request) -> (Result<Reply, Failure>, SearchInfo) {
        let mut info = SearchInfo::default();
        let answer = match self.trouble.take() {
            Some(trouble) => Err(trouble),
            None => self.enter_game(request.record).and_then(|running| {
                running.process.begin_question();
                running.session.ask(&mut running.process, request, &mut info)
            }),
        };
        if answer.as_ref().is_err_and(Failure::is_fatal) {
            self.running = None;
            // The question was withdrawn: how the program takes it does not matter.
            if (request.stop)() {
                return (Ok(Reply::Stopped), info);
            }
        }
        (answer, info)
    }
}

impl Running {
    fn start(spec: &EngineSpec) -> Result<Running, Failure> {
        let mut process = Process::start(&spec.program)?;
        let session: Box<dyn Session> = match spec.protocol {
            Protocol::Uci => Box::new(Uci::handshake(&mut process, spec)?),
            Protocol::Xboard => Box::new(Xboard::handshake(&mut process, spec)?),
        };
        Ok(Running { process, session, is_in_game: false })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.quit();
        }
    }
}
