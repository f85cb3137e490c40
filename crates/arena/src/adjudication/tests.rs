//! Games end early when both sides agree for long enough, or when the tables know.

use std::time::Duration;

use hetman_rules::shakmaty::{Rank, Role};
use hetman_rules::{AnyPosition, GameRecord, Variant};

use super::*;
use crate::Remark;

/// A game whose moves came with these scores, for the side to move each time. The moves shuffle knights.
fn game(scores: &[Option<Score>]) -> Game {
    let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
    for ply in 0..scores.len() {
        let text = ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4];
        record.play(hetman_rules::parse_move(record.position(), text).unwrap()).unwrap();
    }
    let turn = |&score| Turn { thought: None, remark: Remark { score, ..Remark::default() }, elapsed: Duration::ZERO };
    Game { record, opening_plies: 0, turns: scores.iter().map(turn).collect(), finish: Finish::Stopped }
}

fn centipawns(scores: &[i32]) -> Game {
    game(&scores.iter().map(|&score| Some(Score::Centipawns(score))).collect::<Vec<_>>())
}

fn outcome(adjudication: &Adjudication, game: &Game) -> Option<KnownOutcome> {
    adjudication.judge(game).and_then(|finish| finish.outcome())
}

const WHITE_WINS: Option<KnownOutcome> = Some(KnownOutcome::Decisive { winner: Color::White });
const BLACK_WINS: Option<KnownOutcome> = Some(KnownOutcome::Decisive { winner: Color::Black });

#[test]
fn nothing_is_adjudicated_unless_asked_for() {
    assert_eq!(Adjudication::default().judge(&centipawns(&[900, -900, 900, -900, 0, 0, 0, 0])), None);
}

#[test]
fn a_win_needs_both_sides_to_agree_for_all_the_moves() {
    let rule = Adjudication { win: Some(WinRule { moves: 2, centipawns: 500 }), ..Adjudication::default() };
    assert_eq!(outcome(&rule, &centipawns(&[600, -500, 700, -800])), WHITE_WINS);
    assert_eq!(outcome(&rule, &centipawns(&[-600, 500, -700, 800])), BLACK_WINS);
    assert_eq!(outcome(&rule, &centipawns(&[10, 600, -500, 700, -800])), BLACK_WINS, "an odd number of moves before");
    assert_eq!(outcome(&rule, &centipawns(&[600, -499, 700, -800])), None);
    assert_eq!(outcome(&rule, &centipawns(&[600, 600, 700, 800])), None, "each thinks that it wins");
    assert_eq!(outcome(&rule, &centipawns(&[-500, 700, -800])), None, "too short");
    let mate = [Some(Score::Mate(3)), Some(Score::Mate(-2)), Some(Score::Mate(2)), Some(Score::Mate(-1))];
    assert_eq!(outcome(&rule, &game(&mate)), WHITE_WINS);
    assert_eq!(outcome(&rule, &game(&[mate[0], None, mate[2], mate[3]])), None, "somebody said nothing");
}

#[test]
fn a_draw_needs_small_scores_late_in_the_game() {
    let draw = |from_move| {
        let rule = DrawRule { from_move, moves: 2, centipawns: 10 };
        Adjudication { draw: Some(rule), ..Adjudication::default() }
    };
    let level = centipawns(&[90, -90, 10, -10, 0, 5]);
    assert_eq!(outcome(&draw(4), &level), Some(KnownOutcome::Draw));
    assert_eq!(outcome(&draw(5), &level), None, "too early");
    assert_eq!(outcome(&draw(1), &centipawns(&[11, 0, 0, 0])), None);
}

/// The side to move has lost with its king in the first rank, and draws elsewhere.
#[derive(Debug)]
struct RankOracle;

impl Oracle for RankOracle {
    fn most_pieces(&self) -> usize {
        2
    }

    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        let king = position.our(Role::King).first()?;
        let is_small = position.board().occupied().count() <= self.most_pieces();
        is_small.then_some(if king.rank() == Rank::First { Wdl::Loss } else { Wdl::Draw })
    }
}

#[test]
fn an_oracle_knows_who_wins() {
    let rule = Adjudication { oracle: Some(Arc::new(RankOracle)), ..Adjudication::default() };
    let judge = |fen: &str| {
        let record = GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap());
        rule.judge(&Game { record, opening_plies: 0, turns: Vec::new(), finish: Finish::Stopped })
    };
    let by_tables =
        |outcome: Option<KnownOutcome>| outcome.map(|outcome| Finish::Adjudicated { outcome, by: Judgement::Tables });
    assert_eq!(judge("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), by_tables(BLACK_WINS));
    assert_eq!(judge("8/8/8/8/8/4K3/8/4k3 b - - 0 1"), by_tables(WHITE_WINS));
    assert_eq!(judge("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), by_tables(Some(KnownOutcome::Draw)));
    assert_eq!(judge("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), None, "it knows nothing of rooks");
}
