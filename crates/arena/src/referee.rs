//! The referee: what answers, claims, offers and fallen flags mean.
//!
//! Matches, training games, the studio and `hetman play` all ask here, so that what is a loss in one is a loss in all.

use std::time::Duration;

use hetman_rules::shakmaty::{Color, KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, DrawRules, Ending, GameRecord, Reason};
use hetman_search::Score;

use crate::{Fault, Finish, Reply};

/// Before this many half-moves nobody agrees to a draw who is not clearly worse, by this many hundredths of a pawn.
const EARLY_PLIES: usize = 60;
const EARLY_MARGIN: i32 = 100;

/// What an answer does to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The move is legal, and to be played.
    Play(Move),
    Over(Finish),
}

/// What the answer of the side to move means; `late` is its fault if it came too late.
pub fn rule(record: &GameRecord, reply: &Result<Reply, Fault>, late: Option<Fault>) -> Ruling {
    let side = record.turn();
    Ruling::Over(match (reply, late) {
        (Err(fault), _) => lost_by(side, fault.clone()),
        (Ok(Reply::Stopped), _) => Finish::Stopped,
        (Ok(_), Some(late)) => flag(record.position(), side, late),
        (Ok(Reply::Move(m)), None) if record.position().is_legal(*m) => return Ruling::Play(*m),
        (Ok(Reply::Move(m)), None) => lost_by(side, Fault::IllegalMove(m.to_string())),
        (Ok(Reply::Resign), None) => Finish::Rules(resignation(side)),
        (Ok(Reply::Claim(outcome)), None) => claim(record, side, *outcome),
    })
}

/// The fault of an answer that took longer than was allowed.
pub fn overtime(taken: Duration, allowed: Option<Duration>) -> Option<Fault> {
    allowed.filter(|allowed| taken > *allowed).map(|allowed| Fault::Overtime { taken, allowed })
}

/// The flag of `loser` has fallen: lost, or drawn where the opponent could never have won.
pub fn flag(position: &AnyPosition, loser: Color, fault: Fault) -> Finish {
    let ending = Ending::on_time(position, loser);
    if ending.outcome == KnownOutcome::Draw { Finish::Rules(ending) } else { lost_by(loser, fault) }
}

/// A side says that the game is over with this result. To say that the other side has won is to resign.
fn claim(record: &GameRecord, side: Color, outcome: KnownOutcome) -> Finish {
    if outcome.winner() == Some(!side) {
        return Finish::Rules(resignation(side));
    }
    // What may be claimed may go further than what ends the game by itself.
    match record.ending(&DrawRules::CLAIMED) {
        Some(ending) if ending.outcome == outcome => Finish::Rules(ending),
        _ => lost_by(side, Fault::FalseClaim(outcome.to_string())),
    }
}

fn lost_by(loser: Color, fault: Fault) -> Finish {
    Finish::Fault { loser, fault }
}

pub fn resignation(loser: Color) -> Ending {
    Ending::win(!loser, Reason::Resignation)
}

pub fn agreement() -> Ending {
    Ending::draw(Reason::Agreement)
}

/// A draw that either side may claim.
pub fn claimable_draw(record: &GameRecord) -> Option<Ending> {
    record.ending(&DrawRules::CLAIMED).filter(|ending| ending.outcome == KnownOutcome::Draw)
}

/// Whether a player who thinks so of its own side takes a draw that is offered: not while it thinks itself better, nor
/// early in a game while it is not clearly worse. A player that reports no score plays on.
pub fn accepts_draw(plies: usize, own: Option<Score>) -> bool {
    let most = if plies < EARLY_PLIES { -EARLY_MARGIN } else { 0 };
    own.is_some_and(|own| match own {
        Score::Centipawns(centipawns) => centipawns <= most,
        Score::Mate(moves) => moves < 0,
    })
}

#[cfg(test)]
mod tests {
    use hetman_rules::{Variant, parse_move};

    use super::*;

    fn record(fen: &str) -> GameRecord {
        GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap())
    }

    const QUEEN: &str = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";

    fn ruled(record: &GameRecord, reply: Reply) -> Ruling {
        rule(record, &Ok(reply), None)
    }

    fn lost(fault: Fault) -> Ruling {
        Ruling::Over(Finish::Fault { loser: Color::White, fault })
    }

    #[test]
    fn a_legal_move_is_played_and_any_other_loses() {
        let queen = record(QUEEN);
        let m = parse_move(queen.position(), "b1b8").unwrap();
        assert_eq!(ruled(&queen, Reply::Move(m)), Ruling::Play(m));
        let elsewhere = record("6k1/8/8/8/8/8/8/K6R w - - 0 1");
        assert_eq!(ruled(&elsewhere, Reply::Move(m)), lost(Fault::IllegalMove(m.to_string())));
        assert_eq!(rule(&queen, &Err(Fault::NoMove), None), lost(Fault::NoMove));
    }

    #[test]
    fn a_claim_must_be_true_and_one_against_oneself_gives_up() {
        let queen = record(QUEEN);
        let resigned = Ruling::Over(Finish::Rules(resignation(Color::White)));
        assert_eq!(ruled(&queen, Reply::Resign), resigned);
        let claim = |winner| ruled(&queen, Reply::Claim(KnownOutcome::Decisive { winner }));
        assert_eq!(claim(Color::Black), resigned);
        assert_eq!(claim(Color::White), lost(Fault::FalseClaim("1-0".to_owned())));
        assert_eq!(ruled(&queen, Reply::Claim(KnownOutcome::Draw)), lost(Fault::FalseClaim("1/2-1/2".to_owned())));
        let quiet = record("7k/8/8/8/8/8/8/KQ6 w - - 100 90");
        let ending = claimable_draw(&quiet).unwrap();
        assert_eq!(ruled(&quiet, Reply::Claim(KnownOutcome::Draw)), Ruling::Over(Finish::Rules(ending)));
        assert_eq!(claimable_draw(&queen), None);
    }

    #[test]
    fn a_late_answer_loses_unless_the_other_could_never_have_won() {
        let (taken, allowed) = (Duration::from_millis(3), Duration::from_millis(2));
        let late = overtime(taken, Some(allowed)).unwrap();
        assert_eq!((overtime(allowed, Some(allowed)), overtime(taken, None)), (None, None));
        let resign = &Ok(Reply::Resign);
        let drawn = Ruling::Over(Finish::Rules(Ending::draw(Reason::TimeForfeit)));
        assert_eq!(rule(&record(QUEEN), resign, Some(late.clone())), drawn);
        let bare = record("7k/8/8/8/8/8/8/K6q w - - 0 1");
        assert_eq!(rule(&bare, resign, Some(late.clone())), lost(late.clone()));
        assert_eq!(rule(&bare, &Ok(Reply::Stopped), Some(late)), Ruling::Over(Finish::Stopped));
    }

    #[test]
    fn who_thinks_itself_better_plays_on() {
        let accepts = |plies, centipawns| accepts_draw(plies, Some(Score::Centipawns(centipawns)));
        assert!(accepts(80, 0) && accepts(80, -50) && !accepts(80, 1));
        assert!(accepts(10, -150) && !accepts(10, -50));
        assert!(accepts_draw(10, Some(Score::Mate(-3))) && !accepts_draw(80, Some(Score::Mate(3))));
        assert!(!accepts_draw(80, None));
    }
}
