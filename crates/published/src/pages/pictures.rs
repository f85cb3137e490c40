//! Pictures of what people would rather look at than read: piece values with their intervals, and scores over time, with
//! what was printed beside both.

use std::collections::BTreeMap;

use hetman_pictures::{Dot, Dots, Line as Curve, LineChart, Point, Reference};

use crate::archive::{Archive, Record};
use crate::catalogue::Catalogue;
use crate::claim::{Published, Quantity};
use crate::series::Row;

/// Pictures by their place below the folder of documents.
pub fn files(archive: &Archive) -> BTreeMap<String, String> {
    let names: Vec<&str> = Catalogue::built_in().rows.iter().map(|row| row.series.as_str()).collect();
    let mut files = BTreeMap::new();
    for series in names.chunk_by(|a, b| a == b).map(|group| group[0]) {
        for (row, picture) in of_rows(archive, series) {
            files.insert(format!("results/{}.svg", row.name), picture);
        }
    }
    files
}

/// The pictures of a series, for the page of its work.
pub fn of_series(archive: &Archive, series: &str) -> String {
    let show = |(row, _): (&Row, String)| format!("\n![{}]({}.svg)\n", row.what, row.name);
    of_rows(archive, series).into_iter().map(show).collect()
}

fn of_rows(archive: &Archive, series: &str) -> Vec<(&'static Row, String)> {
    let rows = Catalogue::built_in().rows.iter().filter(|row| row.series == series && row.base.is_none());
    let picture = |row: &'static Row| {
        let record = archive.current(&row.name)?;
        Some((row, values(archive, row).or_else(|| curve(row, record))?))
    };
    rows.filter_map(picture).collect()
}

/// What pieces are worth, where two or more were printed.
fn values(archive: &Archive, row: &Row) -> Option<String> {
    let dot = |published: &Published| {
        let Quantity::Value(piece) = &published.quantity else { return None };
        let measured = archive.measured(&row.name, &published.label())?;
        let (value, interval) = (measured.value, measured.interval);
        Some(Dot { label: piece.clone(), value, interval, published: published.value() })
    };
    let dots: Vec<Dot> = row.published.iter().filter_map(dot).collect();
    let scale = row.normalisation.as_ref()?;
    let axis = format!("{} = {}", scale.piece, scale.value);
    let title = format!("{}: {}", row.work, row.what);
    (dots.len() > 1).then(|| Dots { title, axis, decimals: 2, dots }.draw().file())
}

/// The score in each window, and the printed levels over the games that they are about.
fn curve(row: &Row, record: &Record) -> Option<String> {
    let [.., [all, ..]] = record.curve[..] else { return None };
    let points = record.curve.iter().map(|&[x, y, deviation]| Point { x, y, deviation: Some(deviation) }).collect();
    let label = "ours".to_owned();
    let title = format!("{}, {}", row.source, row.what);
    let chart = LineChart {
        title,
        x_label: "games played".to_owned(),
        y_label: "% of the points in each window, mean and standard deviation of the runs".to_owned(),
        y_range: Some([0.0, 100.0]),
        lines: vec![Curve { label, points }],
        references: row.published.iter().filter_map(|published| level(published, all)).collect(),
    };
    Some(chart.draw().file())
}

fn level(published: &Published, all: f64) -> Option<Reference> {
    let (y, share) = (published.value()?, |games: u64| games as f64);
    let span = match published.quantity {
        Quantity::Score => [0.0, all],
        Quantity::First(games) => [0.0, share(games)],
        Quantity::Last(games) => [all - share(games), all],
        Quantity::Between([from, to]) => [share(from), share(to)],
        _ => return None,
    };
    Some(Reference { label: format!("published, {}: {}", published.label(), published.text()), line: 0, span, y })
}
