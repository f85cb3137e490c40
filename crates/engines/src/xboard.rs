//! XBoard
use hetman_rules::{GameRecord, TimeControl, Variant};

use crate::process::Process;
use crate::session::{Asked, Opinion, Said, Session};
use crate::{EngineSpec, Failure};

pub struct Xboard;

impl Xboard {
    pub fn greet(_: &mut Process, _: &EngineSpec) -> Result<Xboard, Failure> {
        Err(Failure::Start("XBoard is not spoken yet".to_owned()))
    }
}

impl Session for Xboard {
    fn name(&self) -> Option<&str> {
        None
    }
    fn check_variant(&self, _: Variant) -> Result<(), Failure> {
        Ok(())
    }
    fn start_game(&mut self, _: &mut Process, _: &GameRecord, _: Option<&TimeControl>) -> Result<(), Failure> {
        Ok(())
    }
    fn ask(&mut self, _: &mut Process, _: &Asked, _: &mut Opinion) -> Result<Said, Failure> {
        Err(Failure::NoMove)
    }
}
