//! Lines over a common axis, with bands of deviation around them and what others have found beside them.

use std::fmt::Write;

use crate::shares::marker;
use crate::style::STYLES;
use crate::{Picture, escaped};

/// A value and how far it lies from it on either side, if that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub deviation: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub label: String,
    /// In the order of x.
    pub points: Vec<Point>,
}

/// A level that somebody else has found, for the line of this number.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    pub label: String,
    pub line: usize,
    /// From where to where it holds.
    pub span: [f64; 2],
    pub y: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    /// The axis, instead of one that fits.
    pub y_range: Option<[f64; 2]>,
    pub lines: Vec<Line>,
    pub references: Vec<Reference>,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 26.0;
/// Room for ticks and the label of the axis.
const BELOW: f64 = 48.0;
const LEGEND_LINE: f64 = 19.0;
const LETTER_WIDTH: f64 = 7.4;
/// Labels closer than this cannot be read.
const LABEL_GAP: f64 = 16.0;
/// Markers on a line; more would hide it.
const MOST_MARKERS: usize = 10;

/// From values to places.
struct Scale {
    x: [f64; 2],
    y: [f64; 2],
}

impl Scale {
    fn x(&self, x: f64) -> f64 {
        LEFT + WIDTH * (x - self.x[0]) / (self.x[1] - self.x[0])
    }

    fn y(&self, y: f64) -> f64 {
        TOP + HEIGHT * (1.0 - (y - self.y[0]) / (self.y[1] - self.y[0]))
    }
}

impl LineChart {
    pub fn draw(&self) -> Picture {
        let (x_ticks, y_ticks) = (self.x_ticks(), self.y_ticks());
        let ends = |ticks: &[f64]| [ticks[0], ticks[ticks.len() - 1]];
        let [_, last] = ends(&x_ticks);
        let scale = Scale { x: [x_ticks[0].min(self.least_x()), last.max(self.most_x())], y: ends(&y_ticks) };
        let mut body = self.axes(&scale, &x_ticks, &y_ticks);
        for (number, line) in self.lines.iter().enumerate() {
            body += &band(&scale, line, number % STYLES);
        }
        for (number, line) in self.lines.iter().enumerate() {
            body += &drawn(&scale, line, number % STYLES);
        }
        for reference in &self.references {
            body += &level(&scale, reference);
        }
        body += &self.labels(&scale);
        body += &self.legend();
        let height = TOP + HEIGHT + BELOW + LEGEND_LINE * self.legend_lines().len() as f64 + 4.0;
        Picture { title: self.title.clone(), description: self.description(), width: self.width(), height, body }
    }

    fn width(&self) -> f64 {
        let longest = self.lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
        LEFT + WIDTH + longest as f64 * LETTER_WIDTH + 24.0
    }

    fn xs(&self) -> impl Iterator<Item = f64> + '_ {
        let points = self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.x));
        points.chain(self.references.iter().flat_map(|reference| reference.span))
    }

    fn least_x(&self) -> f64 {
        self.xs().fold(0.0, f64::min)
    }

    fn most_x(&self) -> f64 {
        self.xs().fold(1.0, f64::max)
    }

    /// The last tick may lie before the last point: an axis need not go beyond what is known.
    fn x_ticks(&self) -> Vec<f64> {
        let most = self.most_x();
        ticks(self.least_x(), most).into_iter().filter(|&tick| tick <= most).collect()
    }

    fn y_ticks(&self) -> Vec<f64> {
        let of_points = self.lines.iter().flat_map(|line| &line.points).flat_map(|point| {
            let deviation = point.deviation.unwrap_or(0.0);
            [point.y - deviation, point.y + deviation]
        });
        let all = of_points.chain(self.references.iter().map(|reference| reference.y)).filter(|y| y.is_finite());
        let [low, high] =
            self.y_range.unwrap_or_else(|| all.fold([f64::MAX, f64::MIN], |[low, high], y| [low.min(y), high.max(y)]));
        if low > high { vec![0.0, 1.0] } else { ticks(low, high) }
    }

    fn axes(&self, scale: &Scale, x_ticks: &[f64], y_ticks: &[f64]) -> String {
        let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
        let mut svg = String::new();
        for &tick in y_ticks {
            let y = scale.y(tick);
            let class = if tick == 0.0 { "zero" } else { "grid" };
            let _ = write!(
                svg,
                r#"<path class="{class}" d="M{LEFT} {y:.1}H{right}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 8.0,
                y + 4.0,
                tick_text(tick, y_ticks)
            );
        }
        for &tick in x_ticks {
            let x = scale.x(tick);
            let _ = write!(
                svg,
                r#"<path class="grid" d="M{x:.1} {bottom}v5"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                bottom + 19.0,
                tick_text(tick, x_ticks)
            );
        }
        let _ = write!(
            svg,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text><text class="tick" x="{:.1}" y="14">{}</text>"#,
            LEFT + WIDTH / 2.0,
            bottom + 38.0,
            escaped(&self.x_label),
            LEFT - 40.0,
            escaped(&self.y_label)
        );
        svg
    }

    /// Each line's name at its end; where they crowd, they are pushed apart.
    fn labels(&self, scale: &Scale) -> String {
        let end = |(number, line): (usize, &Line)| Some((number, scale.y(line.points.last()?.y)));
        let mut places: Vec<(usize, f64)> = self.lines.iter().enumerate().filter_map(end).collect();
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        push_apart(&mut places);
        let x = LEFT + WIDTH + 10.0;
        let text = |&(number, y): &(usize, f64)| {
            format!(
                r#"<text class="label" x="{x:.1}" y="{:.1}">{}</text>"#,
                y + 4.0,
                escaped(&self.lines[number].label)
            )
        };
        places.iter().map(text).collect()
    }

    /// References by name, as many to a line as fit.
    fn legend_lines(&self) -> Vec<Vec<(&Reference, f64)>> {
        let mut lines: Vec<Vec<(&Reference, f64)>> = Vec::new();
        let mut x = f64::MAX;
        for reference in &self.references {
            let width = 34.0 + reference.label.chars().count() as f64 * LETTER_WIDTH + 14.0;
            if x + width > self.width() {
                lines.push(Vec::new());
                x = LEFT;
            }
            lines.last_mut().expect("the first one has begun a line").push((reference, x));
            x += width;
        }
        lines
    }

    fn legend(&self) -> String {
        let mut svg = String::new();
        for (row, line) in self.legend_lines().into_iter().enumerate() {
            let y = TOP + HEIGHT + BELOW + LEGEND_LINE * row as f64 + 8.0;
            for (reference, x) in line {
                let _ = write!(
                    svg,
                    r#"<g class="p{}"><path class="reference" d="M{x:.1} {y:.1}h26"/>{}</g><text class="tick" x="{:.1}" y="{:.1}">{}</text>"#,
                    reference.line % STYLES,
                    diamond(x + 13.0, y),
                    x + 32.0,
                    y + 4.0,
                    escaped(&reference.label)
                );
            }
        }
        svg
    }

    fn description(&self) -> String {
        let line = |line: &Line| match (line.points.first(), line.points.last()) {
            (Some(first), Some(last)) => format!("{}: from {:.2} to {:.2}.", line.label, first.y, last.y),
            _ => format!("{}: nothing yet.", line.label),
        };
        let lines = self.lines.iter().map(line);
        let references = self.references.iter().map(|reference| format!("{}.", reference.label));
        lines.chain(references).collect::<Vec<_>>().join(" ")
    }
}

fn place(scale: &Scale, x: f64, y: f64) -> String {
    format!("{:.1} {:.1}", scale.x(x), scale.y(y))
}

fn band(scale: &Scale, line: &Line, style: usize) -> String {
    let bounds: Option<Vec<(f64, f64, f64)>> =
        line.points.iter().map(|point| Some((point.x, point.y, point.deviation?))).collect();
    let Some(bounds) = bounds.filter(|bounds| bounds.len() > 1) else { return String::new() };
    let upper = bounds.iter().map(|(x, y, deviation)| place(scale, *x, (y + deviation).min(scale.y[1])));
    let lower = bounds.iter().rev().map(|(x, y, deviation)| place(scale, *x, (y - deviation).max(scale.y[0])));
    let outline = upper.chain(lower).collect::<Vec<_>>().join("L");
    format!(r#"<g class="p{style}"><path class="band" d="M{outline}Z"/></g>"#)
}

fn drawn(scale: &Scale, line: &Line, style: usize) -> String {
    let path = line.points.iter().map(|point| place(scale, point.x, point.y)).collect::<Vec<_>>().join("L");
    if path.is_empty() {
        return String::new();
    }
    let step = line.points.len().div_ceil(MOST_MARKERS).max(1);
    let mut svg = format!(r#"<g class="p{style}"><path class="line" d="M{path}"/>"#);
    for point in line.points.iter().rev().step_by(step) {
        let told = format!("{}, {}: {:.2}", escaped(&line.label), point.x, point.y);
        let (x, y) = (scale.x(point.x), scale.y(point.y));
        let _ = write!(svg, r#"<g transform="translate({x:.1} {y:.1})"><title>{told}</title>{}</g>"#, marker(style));
    }
    svg + "</g>"
}

fn diamond(x: f64, y: f64) -> String {
    format!(r#"<path class="marker" d="M{x:.1} {:.1}l5 5-5 5-5-5Z"/>"#, y - 5.0)
}

fn level(scale: &Scale, reference: &Reference) -> String {
    let [from, to] = reference.span.map(|x| scale.x(x));
    let y = scale.y(reference.y.clamp(scale.y[0], scale.y[1]));
    let style = reference.line % STYLES;
    format!(
        r#"<g class="p{style}"><title>{}</title><path class="reference" d="M{from:.1} {y:.1}H{to:.1}"/>{}</g>"#,
        escaped(&reference.label),
        diamond(to, y)
    )
}

/// Moves places downwards until they have room, and all of them up again if they leave the picture.
fn push_apart(places: &mut [(usize, f64)]) {
    for next in 1..places.len() {
        places[next].1 = places[next].1.max(places[next - 1].1 + LABEL_GAP);
    }
    let mut bottom = TOP + HEIGHT + LABEL_GAP / 2.0;
    for place in places.iter_mut().rev() {
        place.1 = place.1.min(bottom);
        bottom = place.1 - LABEL_GAP;
    }
}

/// Round numbers from at most `low` to at least `high`, about five of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = if high - low > 1e-9 * high.abs().max(1e-9) { high - low } else { high.abs().max(1.0) };
    let raw = span / 5.0;
    let power = 10f64.powf(raw.log10().floor());
    let step = power * [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|step| step * power >= raw * 0.999).unwrap_or(10.0);
    let first = (low / step + 1e-9).floor() as i64;
    let last = ((high / step - 1e-9).ceil() as i64).max(first + 1);
    (first..=last).map(|number| number as f64 * step).collect()
}

fn tick_text(tick: f64, all: &[f64]) -> String {
    let step = all.get(1).map_or(1.0, |second| second - all[0]);
    let decimals = (0..6).find(|&decimals| {
        let scaled = step * 10f64.powi(decimals);
        (scaled - scaled.round()).abs() < 1e-6
    });
    format!("{tick:.0$}", decimals.unwrap_or(6) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> LineChart {
        let point = |x, y| Point { x, y, deviation: Some(5.0) };
        LineChart {
            title: "score".to_owned(),
            x_label: "games".to_owned(),
            y_label: "%".to_owned(),
            y_range: Some([0.0, 100.0]),
            lines: vec![
                Line { label: "all".to_owned(), points: vec![point(100.0, 0.0), point(200.0, 50.0)] },
                Line { label: "last".to_owned(), points: vec![point(100.0, 20.0), point(200.0, 50.0)] },
            ],
            references: vec![Reference { label: "published 71".to_owned(), line: 0, span: [0.0, 200.0], y: 71.0 }],
        }
    }

    #[test]
    fn values_are_drawn_to_scale() {
        let body = chart().draw().body;
        let middle = TOP + HEIGHT / 2.0;
        assert!(body.contains(&format!("L{:.1} {middle:.1}", LEFT + WIDTH)), "{body}");
        assert!(body.contains(&format!("d=\"M{LEFT:.1} {:.1}H{:.1}\"", TOP + HEIGHT * 0.29, LEFT + WIDTH)), "{body}");
    }

    #[test]
    fn it_is_said_in_words() {
        let picture = chart().draw();
        assert!(
            picture.description.contains("all: from 0.00 to 50.00.") && picture.description.contains("published 71")
        );
        let empty = LineChart { lines: Vec::new(), references: Vec::new(), y_range: None, ..chart() };
        assert!(empty.draw().body.contains("games"), "a chart without lines has axes");
    }

    #[test]
    fn labels_that_crowd_are_pushed_apart() {
        let mut places = vec![(0, 355.0), (1, 356.0), (2, 356.0)];
        push_apart(&mut places);
        assert!(places.windows(2).all(|pair| pair[1].1 - pair[0].1 >= LABEL_GAP), "{places:?}");
        assert!(places[2].1 <= TOP + HEIGHT + LABEL_GAP / 2.0);
    }

    #[test]
    fn ticks_are_round_and_cover_everything() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0, 1000.0).last(), Some(&1000.0));
        for (low, high) in [(-3.2, 24.77), (0.5, 0.5), (0.0, 0.0), (-5.0, -0.1), (1e6, 1e6 + 1.0)] {
            let ticks = ticks(low, high);
            assert!(ticks[0] <= low + 1e-9 && *ticks.last().unwrap() >= high - 1e-9, "{low} {high}: {ticks:?}");
            assert!((2..=9).contains(&ticks.len()), "{low} {high}: {ticks:?}");
        }
        assert_eq!(tick_text(0.25, &[0.0, 0.25]), "0.25");
    }
}
