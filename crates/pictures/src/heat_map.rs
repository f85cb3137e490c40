//! A number for each square of the board, as a colour and as a number: blue above zero, orange below, nothing where
//! nothing is known. Both colours grow with the distance from zero, so that what stands out is what matters.

use std::fmt::Write;

use crate::{Picture, escaped};

#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    pub title: String,
    /// a1, b1, ..., h8, as White sees them: a1 is at the lower left.
    pub cells: [Option<f64>; 64],
}

const CELL: f64 = 42.0;
const LEFT: f64 = 20.0;
const TOP: f64 = 28.0;
const BOARD: f64 = 8.0 * CELL;
/// Colours at the ends are not quite full, so that numbers stay readable.
const STRONGEST: f64 = 0.95;
const FILES: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/// Steps of the scale below the board, on either side of zero.
const STEPS: i32 = 4;

impl HeatMap {
    pub fn draw(&self) -> Picture {
        let limit = self.limit();
        let mut body = format!(r#"<text class="heading" x="{LEFT}" y="17">{}</text>"#, escaped(&self.title));
        for (square, value) in self.cells.iter().enumerate() {
            body += &cell(square, *value, limit);
        }
        for (line, file) in FILES.into_iter().enumerate() {
            let middle = CELL * (line as f64 + 0.5);
            let _ = write!(
                body,
                r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{file}</text><text class="tick" x="4" y="{:.1}">{}</text>"#,
                LEFT + middle,
                TOP + BOARD + 16.0,
                TOP + BOARD - middle + 4.0,
                line + 1
            );
        }
        body += &scale(limit);
        let (width, height) = (LEFT + BOARD + 4.0, TOP + BOARD + 44.0);
        Picture { title: self.title.clone(), description: self.description(), width, height, body }
    }

    /// The value with the full colour.
    fn limit(&self) -> f64 {
        self.cells.iter().flatten().fold(0.0_f64, |limit, value| limit.max(value.abs()))
    }

    fn description(&self) -> String {
        let mut known: Vec<(usize, f64)> =
            self.cells.iter().enumerate().filter_map(|(square, value)| Some((square, (*value)?))).collect();
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let told = |squares: &[(usize, f64)]| {
            let words = squares.iter().map(|(square, value)| format!("{} {}", name(*square), signed(*value)));
            words.collect::<Vec<_>>().join(", ")
        };
        let few = known.len().min(3);
        match few {
            0 => "Nothing is known of any square.".to_owned(),
            _ => {
                let lowest: Vec<_> = known.iter().rev().take(few).copied().collect();
                format!("Highest: {}. Lowest: {}.", told(&known[..few]), told(&lowest))
            }
        }
    }
}

fn name(square: usize) -> String {
    format!("{}{}", FILES[square % 8], square / 8 + 1)
}

/// With a real minus and without a sign at zero.
fn signed(value: f64) -> String {
    let text = format!(
        "{:.*}",
        if value.abs() >= 99.95 {
            0
        } else if value.abs() >= 9.995 {
            1
        } else {
            2
        },
        value.abs()
    );
    match value {
        _ if text.chars().all(|letter| "0.".contains(letter)) => text,
        negative if negative < 0.0 => format!("\u{2212}{text}"),
        _ => format!("+{text}"),
    }
}

fn fill(value: f64, limit: f64) -> (&'static str, f64) {
    let share = if limit > 0.0 { STRONGEST * value.abs() / limit } else { 0.0 };
    (if value < 0.0 { "warm" } else { "cold" }, share)
}

fn cell(square: usize, value: Option<f64>, limit: f64) -> String {
    let (x, y) = (LEFT + CELL * (square % 8) as f64, TOP + CELL * (7 - square / 8) as f64);
    let side = CELL - 1.0;
    let place = format!(r#"x="{x:.1}" y="{y:.1}" width="{side}" height="{side}""#);
    let Some(value) = value else { return format!(r#"<rect class="none" {place}/>"#) };
    let (class, opacity) = fill(value, limit);
    format!(
        r#"<g><title>{}: {1}</title><rect class="{class}" {place} fill-opacity="{opacity:.3}"/><text class="cell" x="{2:.1}" y="{3:.1}" text-anchor="middle">{1}</text></g>"#,
        name(square),
        signed(value),
        x + side / 2.0,
        y + side / 2.0 + 4.0
    )
}

/// Which colour is which number.
fn scale(limit: f64) -> String {
    let (width, y) = (18.0, TOP + BOARD + 26.0);
    let left = LEFT + (BOARD - width * f64::from(2 * STEPS + 1)) / 2.0;
    let mut svg = String::new();
    for step in -STEPS..=STEPS {
        let (class, opacity) = fill(f64::from(step), f64::from(STEPS));
        let x = left + width * f64::from(step + STEPS);
        let _ = write!(
            svg,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width}" height="10" fill-opacity="{opacity:.3}"/>"#
        );
    }
    let right = left + width * f64::from(2 * STEPS + 1);
    let _ = write!(
        svg,
        r#"<text class="tick" x="{:.1}" y="{2:.1}" text-anchor="end">{3}</text><text class="tick" x="{1:.1}" y="{2:.1}">{4}</text>"#,
        left - 6.0,
        right + 6.0,
        y + 9.0,
        signed(-limit),
        signed(limit)
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f3_is_where_f3_is() {
        let mut cells = [Some(0.5); 64];
        cells[2 * 8 + 5] = Some(-1.25);
        cells[0] = None;
        let picture = HeatMap { title: "Knight".to_owned(), cells }.draw();
        let (x, y) = (LEFT + 5.0 * CELL, TOP + 5.0 * CELL);
        let expected = format!(r#"<title>f3: −1.25</title><rect class="warm" x="{x:.1}" y="{y:.1}""#);
        assert!(picture.body.contains(&expected), "{}", picture.body);
        let corner = format!(r#"<rect class="none" x="{LEFT:.1}" y="{:.1}""#, TOP + 7.0 * CELL);
        assert!(picture.body.contains(&corner), "a1 is at the lower left: {}", picture.body);
        assert!(picture.description.contains("Lowest: f3 −1.25"), "{}", picture.description);
    }

    #[test]
    fn colours_grow_with_the_distance_from_zero() {
        assert_eq!(fill(0.0, 2.0).1, 0.0);
        assert_eq!(fill(-2.0, 2.0), ("warm", STRONGEST));
        assert!(fill(1.0, 2.0).1 < fill(1.5, 2.0).1);
        assert_eq!(fill(0.0, 0.0).1, 0.0, "a board of zeros has no colour");
    }

    #[test]
    fn numbers_have_signs_but_zero() {
        assert_eq!(
            ["+0.12", "−0.12", "0.00", "+12.3", "+123"],
            [0.12, -0.12, 0.001, 12.34, 123.4].map(signed).each_ref().map(String::as_str)
        );
    }
}
