//! What is said over XBoard beside the game: who we are, what we can, what we think.

use std::fmt::Write;

use hetman_rules::Variant;
use hetman_rules::shakmaty::{CastlingMode, Position};
use hetman_search::{Bound, Info, Score};

use super::{Xboard, write_move};

/// Mate in N is written as this plus N.
const MATE: i32 = 100_000;

impl Xboard<'_> {
    /// Only programs of version 2 and later know features.
    pub fn introduce(&mut self, version: &str) {
        if version.parse::<u32>().is_ok_and(|version| version >= 2) {
            let offer = self.session.offer();
            // What is there for our own search to use.
            let resources = match offer.player() {
                None => "memory=1 smp=1 egt=\"syzygy\"",
                Some(_) => "memory=0 smp=0",
            };
            let introduction = format!(
                "feature done=0 ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
                 reuse=1 analyze=1 myname=\"{}\" variants=\"{}\" colors=0 ics=1 name=1 pause=0 nps=0 \
                 exclude=0 setscore=0 {resources}",
                offer.name().replace('"', "'"),
                variants(offer.variants())
            );
            // One to a line: XBoard reads no more than 512 characters of each.
            let options: Vec<String> =
                offer.options().filter(|option| option.in_xboard).map(|option| option.xboard()).collect();
            self.session.say(introduction);
            options.iter().for_each(|option| self.session.say(format!("feature {option}")));
            self.session.say("feature done=1");
        }
    }

    pub fn hint(&mut self) {
        let thought = self.last_thought.as_ref().and_then(|info| info.line.first().copied());
        let expected = self.expected.or(thought).filter(|&m| self.session.record().position().is_legal(m));
        if let Some(expected) = expected {
            let castling = self.session.castling();
            self.session.say(format!("Hint: {}", write_move(expected, castling)));
        }
    }

    /// The answer to `.`: time, nodes, depth, moves still to search, moves in all, and the best one so far.
    pub fn tell_progress(&mut self) {
        let moves = self.session.record().position().legal_moves().len();
        let line = match &self.last_thought {
            None if !self.session.is_busy() => return,
            None => format!("stat01: 0 0 0 {moves} {moves}"),
            Some(info) => {
                let best = info.line.first().map_or_else(String::new, |&m| write_move(m, self.castling));
                let hundredths = info.time.as_millis() / 10;
                format!("stat01: {hundredths} {} {} 0 {moves} {best}", info.nodes, info.depth)
            }
        };
        self.session.say(line);
    }
}

fn variants(played: &[Variant]) -> String {
    let chess = [Variant::Chess.xboard_name(), "fischerandom"];
    let of_chess = if played.contains(&Variant::Chess) { &chess[..] } else { &[] };
    let others = played.iter().filter(|&&variant| variant != Variant::Chess).map(|variant| variant.xboard_name());
    of_chess.iter().copied().chain(others).collect::<Vec<_>>().join(",")
}

/// `ply score time nodes pv`, time in hundredths of a second. A line that failed low ends in `?`, one that failed
/// high in `!`.
pub fn write_thought(info: &Info, castling: CastlingMode) -> String {
    let score = match info.score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    };
    let mut line = format!("{} {score} {} {}", info.depth, info.time.as_millis() / 10, info.nodes);
    for &m in &info.line {
        let _ = write!(line, " {}", write_move(m, castling));
    }
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    });
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use hetman_rules::shakmaty::{Move, Square};
    use std::time::Duration;

    #[test]
    fn thoughts_are_numbers_and_a_line() {
        let info = Info {
            depth: 7,
            selective_depth: 12,
            multi_pv: 1,
            score: Score::Centipawns(25),
            bound: Bound::Exact,
            nodes: 12345,
            time: Duration::from_millis(1239),
            hash_full: 0,
            tablebase_hits: 0,
            line: vec![Move::Castle { king: Square::E1, rook: Square::A1 }],
        };
        assert_eq!(write_thought(&info, CastlingMode::Standard), "7 25 123 12345 e1c1");
        assert_eq!(write_thought(&info, CastlingMode::Chess960), "7 25 123 12345 O-O-O");
        let mate = |moves| {
            write_thought(&Info { score: Score::Mate(moves), line: Vec::new(), ..info.clone() }, CastlingMode::Standard)
        };
        assert_eq!(mate(3), "7 100003 123 12345");
        assert_eq!(mate(-2), "7 -100002 123 12345");
    }

    #[test]
    fn every_variant_is_announced() {
        assert_eq!(
            variants(&Variant::ALL),
            "normal,fischerandom,crazyhouse,atomic,giveaway,suicide,kingofthehill,3check,horde,racingkings"
        );
    }
}
