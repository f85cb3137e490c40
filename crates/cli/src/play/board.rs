//! The board drawn in text.

use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::{Color, File, Move, Piece, Position, Rank, Role, Square};

/// How much the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Coloured,
}

// Colours of the 256-colour palette: squares, the squares of the last move, pieces.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const LIGHT_MARKED: u8 = 186;
const DARK_MARKED: u8 = 143;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

impl Style {
    pub fn choose(is_terminal: bool, is_colour_unwanted: bool) -> Style {
        if is_terminal && !is_colour_unwanted { Style::Coloured } else { Style::Plain }
    }
}

/// The board seen from `bottom`, the last move marked, with pockets and checks still to be given.
pub fn draw(position: &AnyPosition, last: Option<Move>, bottom: Color, style: Style) -> String {
    let mut lines = vec![file_letters(bottom)];
    lines.extend(in_view(Rank::ALL, !bottom).into_iter().map(|rank| {
        let cells: String = in_view(File::ALL, bottom)
            .into_iter()
            .map(|file| Square::from_coords(file, rank))
            .map(|square| cell(position.board().piece_at(square), square, is_part_of(last, square), style))
            .collect();
        format!("{rank} {cells} {rank}")
    }));
    lines.push(file_letters(bottom));
    lines.extend(pockets(position));
    lines.extend(remaining_checks(position));
    lines.join("\n")
}

/// Files from left to right, or ranks from the bottom up, as this side sees them.
fn in_view<T>(mut lines: [T; 8], view: Color) -> [T; 8] {
    if view.is_black() {
        lines.reverse();
    }
    lines
}

fn file_letters(bottom: Color) -> String {
    let letters: String = in_view(File::ALL, bottom).iter().map(|file| format!(" {file} ")).collect();
    format!("  {}", letters.trim_end())
}

fn is_part_of(last: Option<Move>, square: Square) -> bool {
    last.is_some_and(|m| m.from() == Some(square) || m.to() == square)
}

fn cell(piece: Option<Piece>, square: Square, is_marked: bool, style: Style) -> String {
    match style {
        Style::Plain => {
            let shown = piece.map_or('·', |piece| glyph(piece.role, piece.color));
            if is_marked { format!("[{shown}]") } else { format!(" {shown} ") }
        }
        Style::Coloured => {
            // Filled pieces in two colours: outlined ones vanish on a coloured square.
            let shown = piece.map_or(' ', |piece| glyph(piece.role, Color::Black));
            let foreground = piece.map_or(BLACK_PIECE, |piece| piece.color.fold_wb(WHITE_PIECE, BLACK_PIECE));
            let background = match (square.is_light(), is_marked) {
                (true, false) => LIGHT,
                (false, false) => DARK,
                (true, true) => LIGHT_MARKED,
                (false, true) => DARK_MARKED,
            };
            format!("\x1b[38;5;{foreground};48;5;{background}m {shown} \x1b[0m")
        }
    }
}

fn glyph(role: Role, color: Color) -> char {
    let (white, black) = match role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    color.fold_wb(white, black)
}

fn pockets(position: &AnyPosition) -> Vec<String> {
    let Some(pockets) = position.pockets() else {
        return Vec::new();
    };
    let line = |color: Color| {
        let pocket = pockets.get(color);
        let pieces: String = Role::ALL
            .iter()
            .rev()
            .flat_map(|&role| std::iter::repeat_n(glyph(role, color), usize::from(*pocket.get(role))))
            .collect();
        format!("{color:?} holds {}", if pieces.is_empty() { "nothing" } else { &pieces })
    };
    Color::ALL.iter().map(|&color| line(color)).collect()
}

fn remaining_checks(position: &AnyPosition) -> Vec<String> {
    let Some(checks) = position.remaining_checks() else {
        return Vec::new();
    };
    Color::ALL
        .iter()
        .map(|&color| format!("{color:?} still has to give {} check(s)", u32::from(*checks.get(color))))
        .collect()
}
