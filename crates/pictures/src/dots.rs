//! Dots with intervals, and what others have found beside them: whether a number lies where it should is seen at once.

use std::fmt::Write;

use crate::{Picture, escaped};

#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    pub label: String,
    pub value: f64,
    pub interval: Option<[f64; 2]>,
    /// What somebody else has found.
    pub published: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Dots {
    pub title: String,
    /// What the values are, below the dots.
    pub axis: String,
    pub decimals: usize,
    pub dots: Vec<Dot>,
}

const ROW: f64 = 24.0;
const WIDTH: f64 = 460.0;
const LETTER_WIDTH: f64 = 7.2;
const NUMBERS_WIDTH: f64 = 150.0;
const BELOW: f64 = 30.0;

impl Dots {
    pub fn draw(&self) -> Picture {
        let longest = self.dots.iter().map(|dot| dot.label.chars().count()).max().unwrap_or(0);
        let left = longest as f64 * LETTER_WIDTH + 16.0;
        let height = ROW * self.dots.len() as f64;
        let [low, high] = self.reach();
        let place = |value: f64| left + WIDTH * (value.clamp(low, high) - low) / (high - low);
        let mut body = format!(r#"<path class="zero" d="M{:.1} 0V{height:.1}"/>"#, place(0.0));
        for (row, dot) in self.dots.iter().enumerate() {
            let middle = ROW * (row as f64 + 0.5);
            let _ = write!(
                body,
                r#"<text class="label" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>{}<text class="value" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                left - 8.0,
                middle + 4.5,
                escaped(&dot.label),
                drawn(dot, middle, &place),
                left + WIDTH + NUMBERS_WIDTH - 4.0,
                middle + 4.5,
                escaped(&self.numbers(dot))
            );
        }
        let axis = format!("{}; the dot and its bar are ours, the diamond is published", self.axis);
        let _ = write!(
            body,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            left + WIDTH / 2.0,
            height + 20.0,
            escaped(&axis)
        );
        let told = self.dots.iter().map(|dot| format!("{} {}", dot.label, self.numbers(dot)));
        let description = told.collect::<Vec<_>>().join(", ") + ".";
        let (width, height) = (left + WIDTH + NUMBERS_WIDTH, height + BELOW);
        Picture { title: self.title.clone(), description, width, height, body }
    }

    fn numbers(&self, dot: &Dot) -> String {
        let published = dot.published.map(|value| format!(" (published {value})")).unwrap_or_default();
        format!("{:.*}{published}", self.decimals, dot.value)
    }

    /// Zero and everything that is drawn.
    fn reach(&self) -> [f64; 2] {
        let of_dot = |dot: &Dot| {
            [Some(dot.value), dot.published].into_iter().flatten().chain(dot.interval.into_iter().flatten())
        };
        let all = self.dots.iter().flat_map(of_dot).filter(|value| value.is_finite());
        let [low, high] = all.fold([0.0_f64, 0.0_f64], |[low, high], value| [low.min(value), high.max(value)]);
        if high > low { [low, high] } else { [0.0, 1.0] }
    }
}

fn drawn(dot: &Dot, middle: f64, place: &dyn Fn(f64) -> f64) -> String {
    let mut mark = String::new();
    if let Some(bounds) = dot.interval {
        let [low, high] = bounds.map(place);
        let _ = write!(mark, r#"<path class="zero" d="M{low:.1} {:.1}v8m0-4H{high:.1}m0-4v8"/>"#, middle - 4.0);
    }
    if let Some(published) = dot.published {
        let _ =
            write!(mark, r#"<path class="bar p1" d="M{:.1} {:.1}l6 6l-6 6l-6-6z"/>"#, place(published), middle - 6.0);
    }
    let _ = write!(mark, r#"<circle class="bar p0" cx="{:.1}" cy="{middle:.1}" r="3.5"/>"#, place(dot.value));
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dots(published: Option<f64>) -> Dots {
        let dot = Dot { label: "queen & king".to_owned(), value: -9.0, interval: Some([-10.0, -8.0]), published };
        Dots { title: "Values".to_owned(), axis: "rook -5".to_owned(), decimals: 2, dots: vec![dot] }
    }

    #[test]
    fn everything_drawn_lies_inside_the_picture() {
        let picture = dots(Some(-12.0)).draw();
        let left = 12.0 * LETTER_WIDTH + 16.0;
        assert!(picture.body.contains(&format!(r#"<path class="bar p1" d="M{left:.1} "#)), "the lowest is at the edge");
        assert!(picture.description.contains("queen & king -9.00 (published -12)"), "{}", picture.description);
        assert!(picture.body.contains("queen &amp; king"), "{}", picture.body);
    }

    #[test]
    fn what_is_not_published_has_no_diamond() {
        assert!(!dots(None).draw().body.contains("p1") && dots(Some(1.0)).draw().body.contains("p1"));
    }
}
