//! Bars to either side of zero, with whiskers for how far they may be off; and bars cut into parts.
//!
//! One bar that would make all others invisible is broken off; its number says how long it is.

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
    /// The axis, instead of one that fits.
    pub range: Option<[f64; 2]>,
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
const WIDTH: f64 = 500.0;
const VALUES_WIDTH: f64 = 76.0;
const LETTER_WIDTH: f64 = 7.2;
const AXIS_HEIGHT: f64 = 26.0;
/// A part narrower than this has no room for its number.
const NARROWEST: f64 = 44.0;
/// A bar so many times as long as the next is broken off,
const FAR_LONGER: f64 = 4.0;
/// at so many times the next one's length.
const BROKEN_AT: f64 = 1.5;
const PARTS: [&str; 3] = ["won", "drawn", "lost"];

fn labels_width<'a>(labels: impl Iterator<Item = &'a String>) -> f64 {
    labels.map(|label| label.chars().count()).max().unwrap_or(0) as f64 * LETTER_WIDTH + 16.0
}

impl Bars {
    pub fn draw(&self) -> Picture {
        let left = labels_width(self.bars.iter().map(|bar| &bar.label));
        let height = ROW * self.bars.len() as f64;
        let [low, high] = self.reach();
        let place = |value: f64| left + WIDTH * (value.clamp(low, high) - low) / (high - low);
        let mut body = format!(r#"<path class="zero" d="M{:.1} 0V{height:.1}"/>"#, place(0.0));
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = ROW * (row as f64 + 0.5);
            let baseline = middle + 4.5;
            let _ = write!(
                body,
                r#"<text class="label" x="{:.1}" y="{baseline:.1}" text-anchor="end">{}</text>{}<text class="value" x="{:.1}" y="{baseline:.1}" text-anchor="end">{:.*}</text>"#,
                left - 8.0,
                escaped(&bar.label),
                drawn(bar, middle, [low, high], &place),
                left + WIDTH + VALUES_WIDTH - 4.0,
                self.decimals,
                bar.value
            );
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

    /// Zero and everything drawn, but for what is broken off.
    fn reach(&self) -> [f64; 2] {
        if let Some(range) = self.range {
            return range;
        }
        let limit = self.limit();
        let of_bar = |bar: &Bar| bar.whisker.into_iter().flatten().chain([bar.value]).collect::<Vec<_>>();
        let all = self.bars.iter().flat_map(of_bar).filter(|value| value.is_finite());
        let all = all.map(|value| value.clamp(-limit, limit));
        let [low, high] = all.fold([0.0_f64, 0.0_f64], |[low, high], value| [low.min(value), high.max(value)]);
        if high > low { [low, high] } else { [0.0, 1.0] }
    }

    fn limit(&self) -> f64 {
        let mut lengths: Vec<f64> = self.bars.iter().map(|bar| bar.value.abs()).collect();
        lengths.sort_by(|a, b| b.total_cmp(a));
        match lengths[..] {
            [first, second, ..] if second > 0.0 && first > FAR_LONGER * second => BROKEN_AT * second,
            _ => f64::INFINITY,
        }
    }
}

/// A bar and its whisker, or where it is broken off.
fn drawn(bar: &Bar, middle: f64, [low, high]: [f64; 2], place: &dyn Fn(f64) -> f64) -> String {
    let (zero, end) = (place(0.0), place(bar.value));
    let is_broken = !(low..=high).contains(&bar.value);
    let top = middle - BAR / 2.0;
    let mark = match bar.whisker {
        _ if is_broken => {
            format!(
                r#"<path class="break" d="M{:.1} {:.1}l8-{2}m-14 {2}l8-{2}"/>"#,
                end + (zero - end) * 0.08,
                top + BAR + 3.0,
                BAR + 6.0
            )
        }
        Some(bounds) => {
            let [low, high] = bounds.map(place);
            format!(r#"<path class="zero" d="M{low:.1} {:.1}v6m0-3H{high:.1}m0-3v6"/>"#, middle - 3.0)
        }
        None => String::new(),
    };
    format!(
        r#"<rect class="bar p{}" x="{:.1}" y="{top:.1}" width="{:.1}" height="{BAR}"/>{mark}"#,
        usize::from(bar.value < 0.0),
        zero.min(end),
        (end - zero).abs()
    )
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
            r#"<g><title>{count} {part}</title><rect class="{part}" x="{x:.1}" y="{top:.1}" width="{:.1}" height="{STACKED_BAR}"/>"#,
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
        let picture =
            Bars { title: "weights".to_owned(), axis: "weight".to_owned(), decimals: 2, range: None, bars }.draw();
        let left = LETTER_WIDTH + 16.0;
        let zero = left + WIDTH / 4.0;
        assert!(picture.body.contains(&format!(r#"class="bar p0" x="{zero:.1}""#)), "{}", picture.body);
        assert!(picture.body.contains(&format!(r#"class="bar p1" x="{left:.1}""#)), "{}", picture.body);
        assert_eq!(picture.description, "a 3.00, b -1.00.");
    }

    #[test]
    fn a_bar_far_longer_than_the_others_is_broken_off() {
        let bar = |value| Bar { label: "a".to_owned(), value, whisker: None };
        let bars = |values: [f64; 3]| Bars {
            title: "weights".to_owned(),
            axis: "weight".to_owned(),
            decimals: 1,
            range: None,
            bars: values.map(bar).to_vec(),
        };
        assert_eq!(bars([100.0, 10.0, -2.0]).reach(), [-2.0, 15.0]);
        assert_eq!(bars([30.0, 10.0, -2.0]).reach(), [-2.0, 30.0]);
        let whole = Bars { range: Some([0.0, 100.0]), ..bars([90.0, 10.0, 2.0]) };
        assert!(!whole.draw().body.contains("break"), "an axis that is given holds everything");
        let body = bars([100.0, 10.0, -2.0]).draw().body;
        assert!(body.contains(r#"class="break""#) && body.contains(">100.0</text>"), "{body}");
    }

    #[test]
    fn parts_fill_the_bar() {
        let rows = vec![Parts { label: "White".to_owned(), parts: [1, 1, 2] }];
        let picture = Stack { title: "games".to_owned(), rows }.draw();
        assert!(picture.body.contains(&format!("width=\"{:.1}\"", WIDTH / 2.0 - 1.0)), "{}", picture.body);
        assert!(picture.body.contains("50.0 %") && picture.description.contains("White: 1 won, 1 drawn, 2 lost."));
    }
}
