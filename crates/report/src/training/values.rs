//! What was learned: values over time and in the end, boards, and the inputs that matter most.

use hetman_pictures::page::file_link;
use hetman_pictures::{Bar, Bars, HeatMap};
use hetman_rules::shakmaty::Square;

use super::super::moments::{Moments, number};
use super::super::page::PageBuilder;
use super::super::pieces::PieceInputs;
use super::super::values::{Tracked, Values};
use super::{TrainingReport, over_runs, sentence, whiskers};

/// More would not be the strongest.
const STRONGEST: usize = 20;

impl TrainingReport<'_> {
    pub(super) fn values(&self, page: &mut PageBuilder, values: &Values) {
        if values.tracked.is_empty() || self.learned.runs.is_empty() {
            return;
        }
        page.heading("Learned values");
        page.paragraph(&values.explanation());
        let rows = self.learned.runs.iter().flat_map(|run| {
            run.snapshots.iter().map(move |snapshot| {
                let values = values.of_snapshot(snapshot);
                let values = values.into_iter().map(|value| value.map_or_else(String::new, |value| value.to_string()));
                [run.number, snapshot.games].map(|count| count.to_string()).into_iter().chain(values).collect()
            })
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let names: Vec<String> = values.tracked.iter().map(Tracked::name).collect();
        let heads: Vec<&str> = ["run", "games"].into_iter().chain(names.iter().map(String::as_str)).collect();
        page.csv("values.csv", &heads, rows);
        for (group, places) in values.groups() {
            let picture = values.chart(self.learned, &self.title(), &group, &places).draw();
            let name =
                if group.is_empty() { "values".to_owned() } else { format!("values-{}", group.replace(' ', "-")) };
            let title =
                if group.is_empty() { String::new() } else { format!("Men that count \u{201c}{group}\u{201d}. ") };
            let caption = format!(
                "{title}Values at the end of each window of {} games{}, on the scale of the table below.{}",
                self.learned.source.experiment.measure.window,
                over_runs(self.learned.runs.len()),
                if values.published.iter().any(Option::is_some) {
                    " Dotted, with a diamond: as published."
                } else {
                    ""
                }
            );
            page.figure(&name, &picture, &caption, Some("values.csv"));
        }
        self.final_values(page, values);
    }

    /// Columns that would say nothing are left out of the table, not of the file.
    fn final_values(&self, page: &mut PageBuilder, values: &Values) {
        let finals = values.finals(self.learned);
        let (is_scaled, is_published) = (values.scale.factor != 1.0, values.published.iter().any(Option::is_some));
        let mut heads = vec!["", "value", "deviation"];
        heads.extend(["as learned", "deviation"].into_iter().filter(|_| is_scaled));
        heads.extend(is_published.then_some("published"));
        let (mut rows, mut exact) = (Vec::new(), Vec::new());
        for (place, tracked) in values.tracked.iter().enumerate() {
            let Some(value) = finals[place] else { continue };
            let (name, scaled, published) = (tracked.name(), value.times(values.scale.factor), values.published[place]);
            let mut row: Vec<String> = [name.clone()].into_iter().chain(scaled.cells(2)).collect();
            row.extend(value.cells(4).into_iter().filter(|_| is_scaled));
            row.extend(is_published.then(|| published.map_or_else(|| "–".to_owned(), |value| number(value, 2))));
            rows.push(row);
            let published = published.map_or_else(String::new, |value| value.to_string());
            exact.push([name].into_iter().chain(scaled.exact()).chain(value.exact()).chain([published]).collect());
        }
        let runs = match self.learned.runs.len() {
            1 => "Values in the end.".to_owned(),
            runs => format!("Values in the end: the mean of {runs} runs and the standard deviation of single runs."),
        };
        page.table(&format!("{runs} {}", values.scale.words), &heads, rows);
        let heads = ["man", "value", "deviation", "learned", "learned_deviation", "published"];
        page.csv("final-values.csv", &heads, exact);
    }

    /// Heat maps of everybody whose squares are told apart.
    pub(super) fn boards(&self, page: &mut PageBuilder, values: &Values) {
        let pieces: Vec<&PieceInputs> = values.pieces.iter().filter(|piece| piece.has_board()).collect();
        if pieces.is_empty() || self.learned.runs.is_empty() {
            return;
        }
        page.heading("Squares");
        page.paragraph(&values.boards_explanation());
        let mut rows = Vec::new();
        page.markup("<div class=\"boards\">\n");
        for piece in pieces {
            let board = values.board(self.learned, piece);
            let squares = Square::ALL.into_iter().zip(board);
            rows.extend(squares.map(|(square, value)| {
                let value = value.map_or_else(String::new, |value: f64| value.to_string());
                vec![piece.who.clone(), piece.when.clone(), square.to_string(), value]
            }));
            let name = format!("squares-{}", piece.name().replace(' ', "-"));
            let picture =
                HeatMap { title: sentence(&piece.name()).trim_end_matches('.').to_owned(), cells: board }.draw();
            page.figure(&name, &picture, "", None);
        }
        page.markup(&format!("</div>\n<p>All squares as numbers:{}</p>\n", file_link("squares.csv")));
        page.csv("squares.csv", &["man", "when", "square", "value"], rows);
    }

    /// Inputs by how much they move the output in the mean over runs, most first.
    pub(super) fn strongest(&self) -> Vec<(usize, Moments)> {
        let inputs = 0..self.learned.names.len();
        let moments = |input: usize| {
            let influences: Vec<f64> = self.learned.finals().map(|last| last.inputs.influences[input]).collect();
            Some((input, Moments::of(&influences)?))
        };
        let mut all: Vec<(usize, Moments)> = inputs.filter_map(moments).collect();
        all.sort_by(|a, b| b.1.mean.abs().total_cmp(&a.1.mean.abs()).then(a.0.cmp(&b.0)));
        all
    }

    pub(super) fn weights(&self, page: &mut PageBuilder, strongest: &[(usize, Moments)]) {
        if strongest.is_empty() {
            return;
        }
        let name = |input: usize| self.learned.names[input].clone();
        let rows =
            strongest.iter().map(|&(input, influence)| [name(input)].into_iter().chain(influence.exact()).collect());
        page.csv("weights.csv", &["input", "influence", "deviation"], rows.collect::<Vec<_>>());
        page.heading(if self.learned.is_linear { "Strongest weights" } else { "Strongest inputs" });
        let shown = &strongest[..strongest.len().min(STRONGEST)];
        let bar = |&(input, influence): &(usize, Moments)| Bar {
            label: name(input),
            value: influence.mean,
            whisker: influence.deviation.map(|deviation| [influence.mean - deviation, influence.mean + deviation]),
        };
        let axis = if self.learned.is_linear { "weight" } else { "connection weight" };
        let bars = shown.iter().map(bar).collect();
        let picture = Bars {
            title: format!("Strongest inputs of {}", self.title()),
            axis: axis.to_owned(),
            decimals: 3,
            range: None,
            bars,
        };
        let how = if self.learned.is_linear {
            "Weights of the linear model as learned"
        } else {
            "How much an input moves the network's output: the products of the weights along each path from the input \
             to the output, added up (Olden and Jackson 2002). That is the slope of the prediction at rest, but for a \
             common factor, and does not know how large an input usually is"
        };
        let caption =
            format!("The {} largest of {}. {how}{}.", shown.len(), strongest.len(), whiskers(self.learned.runs.len()));
        page.figure("weights", &picture.draw(), &caption, Some("weights.csv"));
    }
}
