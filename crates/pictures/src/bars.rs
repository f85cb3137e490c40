//! Bars to either side of zero, with whiskers for how far they may be off; and bars cut into parts.

use std::fmt::Write;

use crate::{Picture, escaped};

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// From where to where the whisker reaches.
    pub whisker: Option<[f64; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    pub title: String,
    /// What the values are, below the bars.
    pub axis: String,
    pub decimals: usize,
    pub bars: Vec<Bar>,
}

/// Games won, drawn and lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    pub label: String,
    pub parts: [u64; 3],
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    pub title: String,
    pub rows: Vec<Parts>,
}

const ROW: f64 = 22.0;
const BAR: f64 = 13.0;
const STACKED_ROW: f64 = 32.0;
const STACKED_BAR: f64 = 24.0;
const WIDTH: f64 = 400.0;
const VALUES_WIDTH: f64 = 76.0;
const LETTER_WIDTH: f64 = 7.2;
const AXIS_HEIGHT: f64 = 26.0;
/// A part narrower than this has no room for its number.
const NARROWEST: f64 = 44.0;
const PARTS: [&str; 3] = ["won", "drawn", "lost"];

fn labels_width<'a>(labels: impl Iterator<Item = &'a String>) -> f64 {
    labels.map(|label| label.chars().count()).max().unwrap_or(0) as f64 * LETTER_WIDTH + 16.0
}

impl Bars {
    pub fn draw(&self) -> Picture {
        let left = labels_width(self.bars.iter().map(|bar| &bar.label));
        let height = ROW * self.bars.len() as f64;
        let [low, high] = self.reach();
        let place = |value: f64| left + WIDTH * (value - low) / (high - low);
        let zero = place(0.0);
        let mut body = format!(r#"<path class="zero" d="M{zero:.1} 0V{height:.1}"/>"#);
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = ROW * (row as f64 + 0.5);
            body += &self.bar(bar, [left, zero, place(bar.value)], middle, &place);
        }
        let _ = write!(
            body,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            left + WIDTH / 2.0,
            height + 18.0,
            escaped(&self.axis)
        );
        let told = self.bars.iter().map(|bar| format!("{} {:.*}", bar.label, self.decimals, bar.value));
        let description = told.collect::<Vec<_>>().join(", ") + ".";
        let (width, height) = (left + WIDTH + VALUES_WIDTH, height + AXIS_HEIGHT);
        Picture { title: self.title.clone(), description, width, height, body }
    }

    fn bar(&self, bar: &Bar, [left, zero, end]: [f64; 3], middle: f64, place: &dyn Fn(f64) -> f64) -> String {
        let style = usize::from(bar.value < 0.0);
        let whisker = bar.whisker.map_or_else(String::new, |bounds| {
            let [low, high] = bounds.map(place);
            format!(r#"<path class="zero" d="M{low:.1} {0:.1}v6m0-3H{high:.1}m0-3v6"/>"#, middle - 3.0)
        });
        format!(
            r#"<text class="label" x="{:.1}" y="{:.1}" text-anchor="end">{}</text><rect class="bar p{style}" x="{:.1}" y="{:.1}" width="{:.1}" height="{BAR}"/>{whisker}<text class="value" x="{:.1}" y="{:.1}" text-anchor="end">{:.*}</text>"#,
            left - 8.0,
            middle + 4.5,
            escaped(&bar.label),
            zero.min(end),
            middle - BAR / 2.0,
            (end - zero).abs(),
            left + WIDTH + VALUES_WIDTH - 4.0,
            middle + 4.5,
            self.decimals,
            bar.value
        )
    }

    /// Zero and everything drawn.
    fn reach(&self) -> [f64; 2] {
        let of_bar =
            |bar: &Bar| bar.whisker.unwrap_or([bar.value; 2]).into_iter().chain([bar.value]).collect::<Vec<_>>();
        let all = self.bars.iter().flat_map(of_bar).filter(|value| value.is_finite());
        let [low, high] = all.fold([0.0_f64, 0.0_f64], |[low, high], value| [low.min(value), high.max(value)]);
        if high > low { [low, high] } else { [0.0, 1.0] }
    }
}

impl Stack {
    pub fn draw(&self) -> Picture {
        let left = labels_width(self.rows.iter().map(|row| &row.label));
        let mut body = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            body += &stacked(row, left, STACKED_ROW * number as f64);
        }
        let y = STACKED_ROW * self.rows.len() as f64 + 14.0;
        for (number, part) in PARTS.into_iter().enumerate() {
            let x = left + 80.0 * number as f64;
            let _ = write!(
                body,
                r#"<rect class="{part}" x="{x:.1}" y="{:.1}" width="12" height="12"/><text class="tick" x="{:.1}" y="{y:.1}">{part}</text>"#,
                y - 10.0,
                x + 18.0
            );
        }
        let told = self.rows.iter().map(|row| {
            let [won, drawn, lost] = row.parts;
            format!("{}: {won} won, {drawn} drawn, {lost} lost.", row.label)
        });
        let description = told.collect::<Vec<_>>().join(" ");
        Picture { title: self.title.clone(), description, width: left + WIDTH + 8.0, height: y + 8.0, body }
    }
}

fn stacked(row: &Parts, left: f64, top: f64) -> String {
    let all = row.parts.iter().sum::<u64>().max(1) as f64;
    let baseline = top + STACKED_BAR / 2.0 + 4.5;
    let mut svg = format!(
        r#"<text class="label" x="{:.1}" y="{baseline:.1}" text-anchor="end">{}</text>"#,
        left - 8.0,
        escaped(&row.label)
    );
    let mut x = left;
    for (count, part) in row.parts.into_iter().zip(PARTS) {
        let share = count as f64 / all;
        let width = WIDTH * share;
        let _ = write!(
            svg,
            r#"<g><title>{count} {part}</title><rect class="{part}" x="{x:.1}" y="{top:.1}" width="{:.1}" height="{STACKED_BAR}" fill-opacity=".55"/>"#,
            (width - 1.0).max(0.0)
        );
        if width >= NARROWEST {
            let _ = write!(
                svg,
                r#"<text class="on-bar" x="{:.1}" y="{baseline:.1}" text-anchor="middle">{:.1} %</text>"#,
                x + width / 2.0,
                100.0 * share
            );
        }
        svg.push_str("</g>");
        x += width;
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_lie_on_their_side_of_zero() {
        let bar = |label: &str, value| Bar { label: label.to_owned(), value, whisker: None };
        let bars = vec![bar("a", 3.0), bar("b", -1.0)];
        let picture = Bars { title: "weights".to_owned(), axis: "weight".to_owned(), decimals: 2, bars }.draw();
        let left = LETTER_WIDTH + 16.0;
        let zero = left + WIDTH / 4.0;
        assert!(picture.body.contains(&format!(r#"class="bar p0" x="{zero:.1}""#)), "{}", picture.body);
        assert!(picture.body.contains(&format!(r#"class="bar p1" x="{left:.1}""#)), "{}", picture.body);
        assert_eq!(picture.description, "a 3.00, b -1.00.");
    }

    #[test]
    fn parts_fill_the_bar() {
        let rows = vec![Parts { label: "White".to_owned(), parts: [1, 1, 2] }];
        let picture = Stack { title: "games".to_owned(), rows }.draw();
        assert!(picture.body.contains(&format!("width=\"{:.1}\"", WIDTH / 2.0 - 1.0)), "{}", picture.body);
        assert!(picture.body.contains("50.0 %") && picture.description.contains("White: 1 won, 1 drawn, 2 lost."));
    }
}
