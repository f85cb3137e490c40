//! External programs as players: processes, UCI and XBoard from the other side.
//!
//! [`External`] is the door: it starts a program, plays games with it and starts it again after a crash; [`analysis`]
//! lets one look at a position. What a program does wrong is a [`Failure`] of that program, worded for a game's record,
//! and never an error of ours. The two protocols are two implementations of one small trait ([`session::Session`]);
//! [`process::Process`] is the pipe between us and the program, and the only place that waits; [`keeper`]
//! sees to it that nothing of a program outlives us.

pub mod analysis;
mod external;
mod failure;
pub mod keeper;
mod options;
mod process;
mod program;
mod session;
mod spec;
mod uci;
mod xboard;

pub use external::{External, Introduction, introduce};
pub use failure::Failure;
pub use options::{Offer, OptionKind};
pub use program::{Program, ProgramError};
pub use session::{Reply, Request, Score, SearchInfo};
pub use spec::{EngineSpec, Limits, MoveTimePolicy, Protocol};
