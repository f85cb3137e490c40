//! What a match between two players proves: score, Elo, likelihood of superiority, sequential test.
//!
//! The two games of an opening, one with each colour, are not independent: who has the better side of it profits
//! twice. So the unit of all statistics here is the *pair* of games and its five possible scores, the pentanomial
//! distribution (M. Van den Bergh's notes at <https://www.cantate.be/Fishtest/>), as in the tools fishtest and fastchess. Games without a partner are the
//! trinomial special case: the same formulas over three scores.
//!
//! Everything is a function of counts. Nothing is ever NaN; what has no finite value is `None`.

mod elo;
mod likelihood;
mod normal;
mod report;
mod results;
mod sprt;

pub use elo::{Estimate, Method, Spread, elo_to_score, score_to_elo};
pub(crate) use normal::QUANTILE_975;
pub use report::{MatchReport, SprtState};
pub use results::{GameScore, Pentanomial, Results, Score, Unit};
pub use sprt::{Sprt, SprtError, SprtModel, SprtVerdict};

#[cfg(test)]
mod simulation_tests;
#[cfg(test)]
mod tests;
