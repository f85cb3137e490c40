//! Which input is which.

use std::ops::Range;

use hetman_rules::shakmaty::{Color, Role, Square};

use super::{COUNTED, slots};

/// Inputs that speak of the same kind of thing. The network keeps them apart in its first layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: &'static str,
    pub inputs: Range<usize>,
}

pub const POSITION: Range<usize> = 0..19;
pub const PIECES: Range<usize> = 19..235;
pub const SQUARES: Range<usize> = 235..363;

pub const GROUPS: [Group; 3] = [
    Group { name: "position", inputs: POSITION },
    Group { name: "pieces", inputs: PIECES },
    Group { name: "squares", inputs: SQUARES },
];

/// The inputs' names, in order.
pub fn names() -> impl Iterator<Item = String> {
    position().chain(pieces()).chain(Square::ALL.into_iter().flat_map(|square| controls(&square.to_string())))
}

fn position() -> impl Iterator<Item = String> {
    let counts = both(|color| COUNTED.map(|(role, _)| format!("{color} {}s", word(role))).into());
    let kings = both(|color| [vec![format!("{color} king x"), format!("{color} king y")], rights(color, "")].concat());
    counts.chain(["white to move".to_owned()]).chain(kings)
}

fn pieces() -> impl Iterator<Item = String> {
    let pawns = both(|color| ('a'..='h').flat_map(|file| plain(&format!("{color} pawn {file}"))).collect());
    let queens = both(|color| piece(&format!("{color} queen"), &[slots::STRAIGHT, slots::DIAGONAL]));
    let rooks = both(|color| [pair(color, Role::Rook, &[slots::STRAIGHT]), rights(color, " with rooks")].concat());
    let bishops = both(|color| pair(color, Role::Bishop, &[slots::DIAGONAL]));
    let knights = both(|color| pair(color, Role::Knight, &[]));
    pawns.chain(queens).chain(rooks).chain(bishops).chain(knights)
}

fn both(names: impl Fn(Color) -> Vec<String>) -> impl Iterator<Item = String> {
    Color::ALL.into_iter().flat_map(names)
}

pub fn word(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

/// The rights stand twice among the inputs: with the king, and with the rooks.
fn rights(color: Color, whose: &str) -> Vec<String> {
    ["short", "long"].map(|side| format!("{color} may castle {side}{whose}")).into()
}

fn pair(color: Color, role: Role, directions: &[[(i32, i32); 4]]) -> Vec<String> {
    [1, 2].into_iter().flat_map(|slot| piece(&format!("{color} {} {slot}", word(role)), directions)).collect()
}

fn piece(name: &str, directions: &[[(i32, i32); 4]]) -> Vec<String> {
    let reaches = directions.as_flattened().iter().map(|&direction| format!("{name} reach {}", arrow(direction)));
    let mut names = coordinates(name);
    names.extend(reaches);
    names.push(format!("{name} safe"));
    names.extend(controls(name));
    names
}

fn plain(name: &str) -> Vec<String> {
    [coordinates(name), controls(name).into()].concat()
}

fn coordinates(name: &str) -> Vec<String> {
    ["present", "x", "y"].map(|what| format!("{name} {what}")).into()
}

fn controls(name: &str) -> [String; 2] {
    ["white", "black"].map(|side| format!("{name} control {side}"))
}

/// A direction as signs, the file's first.
fn arrow((files, ranks): (i32, i32)) -> String {
    let sign = |step: i32, line: &str| match step {
        1 => format!("+{line}"),
        -1 => format!("-{line}"),
        _ => String::new(),
    };
    sign(files, "file") + &sign(ranks, "rank")
}
