use std::num::NonZeroUsize;

use hetman_rules::shakmaty::Color;

use super::*;
use crate::attributes::Standing;
use crate::export::LANGUAGES;
use crate::export::tests::run;
use crate::small::SmallPosition;
use crate::table::Tables;

/// Rules of every kind, whatever they are good for.
const RULES: &str = "\
hetman rules 1
material MATERIAL

prefer kInCheck = 1 and kCanMove = 0
prefer kMoves >= 1
when kEdgeDistance >= 1 and KkDistance <= 4: prefer kRoom falls
prefer KkDistance falls and kRoom stays
when KkOpposition = 0: prefer least KkAside
prefer KkDistance rises and kEdgeDistance <= 2
prefer most kNearRoom
prefer least KCornerDistance
";

/// Reads positions, and writes for each how many moves are left, and which.
const RUST: &str = "
fn main() {
    use std::io::{Read, Write};
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).unwrap();
    let mut output = Vec::new();
    for squares in input.chunks(PIECES.len()) {
        let moves = choose(squares.try_into().unwrap());
        output.push(moves.len() as u8);
        output.extend(moves.iter().flat_map(|m| [m.piece as u8, m.to]));
    }
    std::io::stdout().write_all(&output).unwrap();
}
";
const C: &str = "
#include <stdio.h>
int main(void) {
    unsigned char squares[COUNT];
    struct move moves[MOST_MOVES];
    while (fread(squares, 1, COUNT, stdin) == COUNT) {
        int count = choose(squares, moves);
        putchar(count);
        for (int i = 0; i < count; i++) {
            putchar(moves[i].piece);
            putchar(moves[i].to);
        }
    }
    return 0;
}
";
const PYTHON: &str = "
import sys
data = sys.stdin.buffer.read()
for i in range(0, len(data), len(PIECES)):
    moves = choose(data[i:i + len(PIECES)])
    sys.stdout.buffer.write(bytes([len(moves)] + [number for move in moves for number in move]))
";

fn strategy(material: &str) -> Strategy {
    RULES.replace("MATERIAL", material).parse().unwrap()
}

/// What this program leaves of the moves, in order of pieces and squares.
fn expected(strategy: &Strategy, position: &SmallPosition) -> Vec<u8> {
    let before = Standing::from(position);
    let played = |after: &SmallPosition| {
        let after = Standing::from(after);
        let moved = (0..before.squares().len()).find(|&piece| before.squares()[piece] != after.squares()[piece]);
        let piece = moved.expect("a move moves a piece");
        [piece as u8, after.squares()[piece]]
    };
    let mut moves: Vec<[u8; 2]> = strategy.choose(position).moves.iter().map(played).collect();
    moves.sort_unstable();
    std::iter::once(moves.len() as u8).chain(moves.into_iter().flatten()).collect()
}

/// Every position of the ending, or one of so many, in every language.
fn compare(material: &str, every: usize, languages: &[(&str, &str)]) {
    let strategy = strategy(material);
    let tables = Tables::build(strategy.material, NonZeroUsize::MIN, &());
    let table = tables.get(strategy.material).unwrap();
    let positions: Vec<SmallPosition> = table.positions(Color::White).step_by(every).map(|(one, _)| one).collect();
    let input: Vec<u8> = positions.iter().flat_map(|position| Standing::from(position).squares().to_vec()).collect();
    let expected: Vec<u8> = positions.iter().flat_map(|position| expected(&strategy, position)).collect();
    let source = RuleSource::of(&strategy).unwrap();
    for (language, driver) in languages {
        let text = LANGUAGES.find(language).unwrap().write_rules(&source) + driver;
        let Some(output) = run(language, &text, &input) else { continue };
        assert!(output == expected, "{material}: {language} differs");
    }
}

#[test]
fn rules_leave_the_same_moves_in_every_language() {
    compare("KRK", 7, &[("rust", RUST), ("c", C)]);
    compare("KRK", 97, &[("python", PYTHON)]);
}

#[test]
fn like_pieces_are_added_up() {
    compare("KBBK", 19_997, &[("rust", RUST), ("c", C), ("python", PYTHON)]);
}

#[test]
fn what_is_not_exported_is_said() {
    for material in ["KPK", "KRKN"] {
        let text = format!("hetman rules 1\nmaterial {material}\n\nprefer least KkDistance\n");
        let error = RuleSource::of(&text.parse().unwrap()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("rules for {material} are not written")), "{error}");
    }
}
