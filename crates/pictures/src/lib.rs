//! Charts, heat maps and pages: numbers in, SVG and HTML out.
//!
//! Nothing here knows what the numbers mean, and nothing is read or written: a [`Picture`] is text, drawn with the
//! colours of one style sheet, so that it follows the reader's light or dark screen inside a page and stands by itself
//! as a file. Lines are told apart by colour (Okabe and Ito's, which the colour-blind can tell apart too), and by dash
//! and marker as well; every picture says in words what it shows.

mod bars;
mod dots;
mod heat_map;
mod lines;
mod markup;
pub mod page;
mod picture;
mod shares;
mod style;

pub use bars::{Bar, Bars, Parts, Stack};
pub use dots::{Dot, Dots};
pub use heat_map::HeatMap;
pub use lines::{Line, LineChart, Point, Reference};
pub use markup::{escaped, wrapped};
pub use picture::Picture;
pub use shares::{Chart, RADAR_THEMES, Series, marker};
pub use style::STYLES;
