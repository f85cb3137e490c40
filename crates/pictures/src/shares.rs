//! Who has which share of each theme's points: grouped bars, and a radar.
//!
//! Players differ by colour, and also by letter, line and marker, for those who do not see the colours.

use std::f64::consts::TAU;
use std::fmt::Write;

use crate::style::STYLES;
use crate::{Picture, escaped, wrapped};

/// A player's shares of the points, in per cent, one for each theme.
pub struct Series {
    pub letter: String,
    pub shares: Vec<f64>,
}

pub struct Chart<'a> {
    pub title: String,
    pub themes: &'a [&'a str],
    pub series: &'a [Series],
}

/// Fewer axes make no shape, more no readable one.
pub const RADAR_THEMES: std::ops::RangeInclusive<usize> = 3..=24;

const BAR_HEIGHT: f64 = 15.0;
const GROUP_GAP: f64 = 11.0;
/// More than a letter of the labels takes.
const LETTER_WIDTH: f64 = 7.2;
const BARS_WIDTH: f64 = 500.0;
const VALUES_WIDTH: f64 = 80.0;
const AXIS_HEIGHT: f64 = 46.0;

const RADIUS: f64 = 210.0;
const RADAR_WIDTH: f64 = 760.0;
const RADAR_HEIGHT: f64 = 560.0;
const LINE_HEIGHT: f64 = 15.0;
const LABEL_COLUMNS: usize = 17;

impl Chart<'_> {
    /// Horizontal bars, a group for each theme.
    pub fn bars(&self) -> Picture {
        let left = self.labels_width();
        let group = self.series.len() as f64 * BAR_HEIGHT + GROUP_GAP;
        let height = self.themes.len() as f64 * group;
        let width = left + BARS_WIDTH + VALUES_WIDTH;
        let mut svg = String::new();
        for tick in 0..=10 {
            let x = left + BARS_WIDTH * f64::from(tick) / 10.0;
            let _ = write!(svg, r#"<line class="grid" x1="{x:.1}" y1="0" x2="{x:.1}" y2="{height:.1}"/>"#);
            if tick % 2 == 0 {
                let y = height + 16.0;
                let _ = write!(
                    svg,
                    r#"<text class="tick" x="{x:.1}" y="{y:.1}" text-anchor="middle">{}</text>"#,
                    tick * 10
                );
            }
        }
        for (row, theme) in self.themes.iter().enumerate() {
            let top = row as f64 * group + GROUP_GAP / 2.0;
            let middle = top + (group - GROUP_GAP) / 2.0;
            let x = left - 10.0;
            let _ = write!(
                svg,
                r#"<text class="label" x="{x:.1}" y="{middle:.1}" text-anchor="end" dominant-baseline="central">{}</text>"#,
                escaped(theme)
            );
            for (number, series) in self.series.iter().enumerate() {
                let top = top + number as f64 * BAR_HEIGHT;
                svg.push_str(&bar(series, series.shares[row], left, top, number % STYLES));
            }
        }
        let (x, y) = (left + BARS_WIDTH / 2.0, height + 36.0);
        let _ = write!(svg, r#"<text class="tick" x="{x:.1}" y="{y:.1}" text-anchor="middle">% of the points</text>"#);
        self.picture(width, height + AXIS_HEIGHT, svg)
    }

    /// A shape for each player, an axis for each theme.
    pub fn radar(&self) -> Picture {
        let mut svg = String::new();
        for ring in [25.0, 50.0, 75.0, 100.0] {
            let _ = write!(svg, r#"<polygon class="grid" points="{}"/>"#, self.outline(|_| ring));
        }
        for (axis, theme) in self.themes.iter().enumerate() {
            let (x, y) = self.point(axis, 100.0);
            let (centre_x, centre_y) = self.point(axis, 0.0);
            let _ =
                write!(svg, r#"<line class="grid" x1="{centre_x:.1}" y1="{centre_y:.1}" x2="{x:.1}" y2="{y:.1}"/>"#);
            svg.push_str(&self.axis_label(axis, theme));
        }
        for (number, series) in self.series.iter().enumerate() {
            svg.push_str(&self.shape(series, number % STYLES));
        }
        for ring in [25.0, 50.0, 75.0, 100.0] {
            let (x, y) = self.point(0, ring);
            let _ = write!(svg, r#"<text class="tick ring" x="{:.1}" y="{:.1}">{ring} %</text>"#, x + 4.0, y + 4.0);
        }
        self.picture(RADAR_WIDTH, RADAR_HEIGHT, svg)
    }

    fn labels_width(&self) -> f64 {
        let longest = self.themes.iter().map(|theme| theme.chars().count()).max().unwrap_or(0);
        longest as f64 * LETTER_WIDTH + 20.0
    }

    fn picture(&self, width: f64, height: f64, body: String) -> Picture {
        let values = self.series.iter().map(|series| {
            let shares: Vec<String> =
                self.themes.iter().zip(&series.shares).map(|(theme, share)| format!("{theme} {share:.1} %")).collect();
            format!("{}: {}.", series.letter, shares.join(", "))
        });
        let description = values.collect::<Vec<String>>().join(" ");
        Picture { title: self.title.clone(), description, width, height, body }
    }

    /// Where a share lies on an axis; the first axis points up, the others follow clockwise.
    fn point(&self, axis: usize, share: f64) -> (f64, f64) {
        let angle = TAU * axis as f64 / self.themes.len() as f64;
        let distance = RADIUS * share / 100.0;
        (RADAR_WIDTH / 2.0 + distance * angle.sin(), RADAR_HEIGHT / 2.0 - distance * angle.cos())
    }

    fn outline(&self, share: impl Fn(usize) -> f64) -> String {
        let points = (0..self.themes.len()).map(|axis| self.point(axis, share(axis)));
        points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<String>>().join(" ")
    }

    fn axis_label(&self, axis: usize, theme: &str) -> String {
        let (x, y) = self.point(axis, 107.0);
        let sideways = (x - RADAR_WIDTH / 2.0) / RADIUS;
        let anchor = match sideways {
            _ if sideways > 0.15 => "start",
            _ if sideways < -0.15 => "end",
            _ => "middle",
        };
        let lines = wrapped(theme, LABEL_COLUMNS);
        // The block of lines hangs below the top axis's end no more than it stands above the bottom one's.
        let upwards = (RADAR_HEIGHT / 2.0 - y) / RADIUS;
        let first = y + 4.0 - (lines.len() - 1) as f64 * LINE_HEIGHT * (0.5 + upwards.clamp(-1.0, 1.0) / 2.0);
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            let y = first + number as f64 * LINE_HEIGHT;
            let _ = write!(
                text,
                r#"<text class="label" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#,
                escaped(line)
            );
        }
        text
    }

    fn shape(&self, series: &Series, style: usize) -> String {
        let outline = self.outline(|axis| series.shares[axis]);
        let mut shape = format!(r#"<g class="player p{style}"><polygon class="shape" points="{outline}"/>"#);
        for (axis, theme) in self.themes.iter().enumerate() {
            let share = series.shares[axis];
            let (x, y) = self.point(axis, share);
            let told = format!("{} {}: {share:.1} %", series.letter, escaped(theme));
            let _ =
                write!(shape, r#"<g transform="translate({x:.1} {y:.1})"><title>{told}</title>{}</g>"#, marker(style));
        }
        shape.push_str("</g>");
        shape
    }
}

fn bar(series: &Series, share: f64, left: f64, top: f64, style: usize) -> String {
    let width = BARS_WIDTH * share / 100.0;
    let (height, middle) = (BAR_HEIGHT - 3.0, top + BAR_HEIGHT / 2.0);
    let x = left + width + 6.0;
    format!(
        r#"<rect class="bar p{style}" x="{left:.1}" y="{:.1}" width="{width:.1}" height="{height:.1}"/><text class="value" x="{x:.1}" y="{middle:.1}" dominant-baseline="central">{} {share:.1}</text>"#,
        top + 1.5,
        series.letter
    )
}

/// Each style has a shape of its own, drawn around the origin.
pub fn marker(style: usize) -> &'static str {
    match style {
        0 => r#"<circle class="marker" r="4.5"/>"#,
        1 => r#"<rect class="marker" x="-4" y="-4" width="8" height="8"/>"#,
        2 => r#"<path class="marker" d="M0-5.5 5 4H-5Z"/>"#,
        3 => r#"<path class="marker" d="M0-6 6 0 0 6-6 0Z"/>"#,
        4 => r#"<path class="marker" d="M0 5.5 5-4H-5Z"/>"#,
        5 => r#"<path class="marker" d="M-5-1.6h3.4V-5h3.2v3.4H5v3.2H1.6V5h-3.2V1.6H-5Z"/>"#,
        6 => r#"<rect class="marker" x="-6" y="-2.5" width="12" height="5"/>"#,
        _ => r#"<rect class="marker" x="-2.5" y="-6" width="5" height="12"/>"#,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [&str; 4] = ["north", "east & more", "south", "west"];

    fn chart(series: &[Series]) -> Chart<'_> {
        Chart { title: "a <suite>".to_owned(), themes: &THEMES, series }
    }

    #[test]
    fn shares_are_drawn_to_scale() {
        let series = [Series { letter: "A".to_owned(), shares: vec![100.0, 50.0, 0.0, 25.0] }];
        let chart = chart(&series);
        assert!(chart.bars().body.contains(&format!("width=\"{:.1}\"", BARS_WIDTH / 2.0)));
        let (x, y) = chart.point(1, 50.0);
        assert!((x - RADAR_WIDTH / 2.0 - RADIUS / 2.0).abs() < 1e-9 && (y - RADAR_HEIGHT / 2.0).abs() < 1e-9);
        assert_eq!(chart.radar().body.matches(r#"class="marker""#).count(), 4);
    }

    #[test]
    fn charts_can_be_read_aloud() {
        let series = [Series { letter: "A".to_owned(), shares: vec![100.0, 50.0, 0.0, 25.0] }];
        for picture in [chart(&series).bars(), chart(&series).radar()] {
            let svg = picture.inline("chart");
            assert!(svg.contains("a &lt;suite&gt;</title>") && svg.contains("east &amp; more 50.0 %"), "{svg}");
        }
    }
}
