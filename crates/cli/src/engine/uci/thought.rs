//! UCI's `info` lines.

use std::fmt::Write;

use hetman_rules::shakmaty::CastlingMode;
use hetman_search::{Bound, Info, Score, WdlPermille};

/// One line of thought.
pub fn write(info: &Info, castling: CastlingMode, show_wdl: bool) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", info.depth, info.selective_depth, info.multi_pv);
    let _ = match info.score {
        Score::Centipawns(centipawns) => write!(line, " score cp {centipawns}"),
        Score::Mate(moves) => write!(line, " score mate {moves}"),
    };
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if show_wdl {
        let WdlPermille { win, draw, loss } = WdlPermille::from(info.score);
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        info.nodes_per_second(),
        info.hash_full,
        info.tablebase_hits,
        info.time.as_millis(),
    );
    for (index, m) in info.line.iter().enumerate() {
        line.push_str(if index == 0 { " pv " } else { " " });
        let _ = write!(line, "{}", m.to_uci(castling));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use hetman_rules::shakmaty::{Move, Role, Square};
    use std::time::Duration;

    #[test]
    fn a_thought_has_every_field_gui_authors_look_for() {
        let info = Info {
            depth: 9,
            selective_depth: 14,
            multi_pv: 2,
            score: Score::Centipawns(-31),
            bound: Bound::Lower,
            nodes: 4000,
            time: Duration::from_millis(20),
            hash_full: 3,
            tablebase_hits: 1,
            line: vec![
                Move::Castle { king: Square::E1, rook: Square::H1 },
                Move::Put { role: Role::Pawn, to: Square::E4 },
            ],
        };
        let head = "info depth 9 seldepth 14 multipv 2 score";
        let tail = "nodes 4000 nps 200000 hashfull 3 tbhits 1 time 20 pv";
        assert_eq!(write(&info, CastlingMode::Standard, false), format!("{head} cp -31 lowerbound {tail} e1g1 P@e4"));
        let mated = Info { score: Score::Mate(-2), bound: Bound::Exact, ..info };
        assert_eq!(
            write(&mated, CastlingMode::Chess960, true),
            format!("{head} mate -2 wdl 0 0 1000 {tail} e1h1 P@e4")
        );
    }
}
