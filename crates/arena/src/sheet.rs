//! A played game as it is written down in PGN.
//!
//! Comments are those that programs which show matches understand: `{+0.34/12 0.52s}`, the score for the side that
//! moved, the depth and the time. `Termination` says how the game ended: "normal", "adjudication", or the name of the
//! fault by which somebody lost it, which a last comment tells in full.

use hetman_rules::shakmaty::Outcome;
use hetman_rules::{TimeControl, pgn};
use hetman_search::Score;

use crate::{Finish, Game, Turn};

/// What is known of a game besides itself.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    pub event: &'a str,
    pub date: &'a str,
    pub round: &'a str,
    pub white: &'a str,
    pub black: &'a str,
    pub control: Option<TimeControl>,
}

pub fn write(heading: &Heading, game: &Game) -> pgn::Game {
    let mut sheet = pgn::Game::new(game.record.clone());
    let tags = [
        ("Event", heading.event),
        ("Date", heading.date),
        ("Round", heading.round),
        ("White", heading.white),
        ("Black", heading.black),
        ("Termination", termination(&game.finish)),
    ];
    for (name, value) in tags {
        sheet.set_tag(name, value);
    }
    if let Some(control) = heading.control {
        sheet.set_tag("TimeControl", control.to_string());
    }
    sheet.set_tag("PlyCount", game.record.plies().to_string());
    for (number, turn) in game.turns.iter().enumerate() {
        sheet.add_comment(game.opening_plies + number + 1, &comment(turn));
    }
    sheet.add_comment(game.record.plies(), &game.finish.describe(game.record.variant()));
    sheet.result = game.finish.outcome().map_or(Outcome::Unknown, Outcome::Known);
    sheet
}

/// How a game ended, in the words of the tag.
pub fn termination(finish: &Finish) -> &'static str {
    match finish {
        Finish::Rules(_) => "normal",
        Finish::LengthLimit | Finish::Adjudicated { .. } => "adjudication",
        Finish::Fault { fault, .. } => fault.name(),
        Finish::Stopped => "unterminated",
    }
}

fn comment(turn: &Turn) -> String {
    let remark = &turn.remark;
    let score = remark.score.map(score);
    let depth = remark.depth.map(|depth| format!("/{depth}"));
    let judgement = score.map(|score| score + &depth.unwrap_or_default());
    let time = format!("{:.3}s", turn.elapsed.as_secs_f64());
    judgement.into_iter().chain([time]).collect::<Vec<_>>().join(" ")
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", -moves),
    }
}

#[cfg(test)]
mod tests;
