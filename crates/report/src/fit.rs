//! The page of a fit: how far each network's predictions are from their targets, batch by batch.

use std::path::Path;

use hetman_lab::fit::{FitPoint, FitSource, FitStore, Target, store_file};
use hetman_pictures::{Line, LineChart, Point, escaped};

use super::ReportError;
use super::page::PageBuilder;

const CURVES: &str = "curves.csv";

/// Whether a folder is one of a fit.
pub fn exists(folder: &Path) -> bool {
    store_file(folder).exists()
}

/// What is kept of a fit.
pub struct FitReport {
    source: FitSource,
    curves: Vec<(String, Vec<FitPoint>)>,
}

impl FitReport {
    pub fn read(folder: &Path) -> Result<FitReport, ReportError> {
        let not_begun = || ReportError::NotBegun(folder.to_owned());
        let store = FitStore::read(&store_file(folder))?.ok_or_else(not_begun)?;
        let source = FitSource::new(&store.text()?.ok_or_else(not_begun)?, &[])?;
        let names = source.experiment.networks.iter().map(|network| network.name.clone());
        let curves = names.map(|name| Ok((name.clone(), store.points(&name)?))).collect::<Result<_, ReportError>>()?;
        Ok(FitReport { source, curves })
    }

    pub fn title(&self) -> String {
        self.source.experiment.name.clone()
    }

    pub fn is_finished(&self) -> bool {
        let steps = self.source.experiment.learning.steps;
        self.curves.iter().all(|(_, points)| points.last().is_some_and(|point| point.step == steps))
    }

    pub fn page(&self) -> PageBuilder {
        let mut page = PageBuilder::default();
        page.markup(&format!("<h1>{}</h1>\n", escaped(&self.title())));
        page.markup(&format!("<p class=\"lead\">{}</p>\n", escaped(self.what())));
        if !self.is_finished() {
            page.notice("Unfinished: everything below is what it has come to so far.");
        }
        self.errors(&mut page);
        page.heading("The experiment");
        page.markup(&format!("<pre>{}</pre>\n", escaped(&self.source.text)));
        page
    }

    fn what(&self) -> &'static str {
        match self.source.experiment.target {
            Target::Material(_) => "Networks fitted to the material on the board.",
            Target::Teacher(_) => "Networks fitted to what a teacher says of positions.",
            Target::Leaf(_) => "A network taught by what its own searches say a few moves later (TDLeaf).",
        }
    }

    /// Whether there are positions that nobody learned from.
    fn is_held_out(&self) -> bool {
        self.curves.iter().flat_map(|(_, points)| points).any(|point| point.held_out.is_some())
    }

    fn errors(&self, page: &mut PageBuilder) {
        let is_held_out = self.is_held_out();
        page.heading("Errors");
        let of = if is_held_out {
            "positions of games that were not learned from"
        } else {
            "the batches, before each was learned from"
        };
        page.paragraph(&format!(
            "The root of the mean squared difference between prediction and target, on the scale from -1 (Black wins) to 1 \
             (White wins), of {of}."
        ));
        let drawn = |point: &FitPoint| error(if is_held_out { point.held_out } else { Some(point.training) });
        let lines = self.curves.iter().map(|(name, points)| Line {
            label: name.clone(),
            points: points
                .iter()
                // Nothing was learned from before the first point.
                .filter(|point| is_held_out || point.step > 0)
                .filter_map(|point| Some(Point { x: point.step as f64, y: drawn(point)?, deviation: None }))
                .collect(),
        });
        let chart = LineChart {
            title: "Error".to_owned(),
            x_label: "batches".to_owned(),
            y_label: "root of the mean square".to_owned(),
            y_range: None,
            lines: lines.collect(),
            references: Vec::new(),
        };
        self.csv(page);
        if chart.lines.iter().any(|line| !line.points.is_empty()) {
            page.figure(
                "errors",
                &chart.draw(),
                "The error of each network by the batches learned from.",
                Some(CURVES),
            );
        }
        let row = |(name, points): &(String, Vec<FitPoint>)| {
            let last = points.last();
            let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"));
            let batches = last.map_or_else(|| "0".to_owned(), |point| point.step.to_string());
            let training = number(last.and_then(|point| error(Some(point.training))));
            vec![name.clone(), batches, training, number(last.and_then(|point| error(point.held_out)))]
        };
        let rows = self.curves.iter().map(row).collect();
        page.table("Where each network stands", &["network", "batches", "error in batches", "error held out"], rows);
    }

    fn csv(&self, page: &mut PageBuilder) {
        let row = |name: &String, point: &FitPoint| {
            let held_out = point.held_out.map_or_else(String::new, |loss| loss.to_string());
            vec![name.clone(), point.step.to_string(), point.training.to_string(), held_out]
        };
        let rows = self.curves.iter().flat_map(|(name, points)| points.iter().map(move |point| row(name, point)));
        page.csv(CURVES, &["network", "batches", "training loss", "held-out loss"], rows);
    }
}

/// The root of the mean square, from the loss, which is half of it.
fn error(loss: Option<f64>) -> Option<f64> {
    loss.map(|loss| (2.0 * loss).sqrt())
}
