//! How often the learner scored: over time, and altogether.

use hetman_lab::store::GameRow;
use hetman_pictures::{Line, LineChart, Parts, Reference, Stack};

use super::super::curve::{CurvePoint, curve, scores};
use super::super::moments::Moments;
use super::super::page::PageBuilder;
use super::super::results::{self, Tally};
use super::{TrainingReport, moment, over_runs};
use hetman_published::{Published, Quantity};

impl TrainingReport<'_> {
    /// How often the learner scored.
    pub(super) fn score(&self, page: &mut PageBuilder) {
        let curve = curve(self.learned);
        let window = self.learned.source.experiment.measure.window;
        page.heading("Score");
        let rows = self.learned.runs.iter().flat_map(|run| {
            run.windows.iter().filter_map(move |row| {
                let [all, last] = scores(run, row.games)?;
                let counts = [run.number, row.games, row.won.into(), row.drawn.into(), row.lost.into()];
                Some(
                    counts
                        .map(|count: u64| count.to_string())
                        .into_iter()
                        .chain([all, last].map(|s| s.to_string()))
                        .collect(),
                )
            })
        });
        let rows: Vec<Vec<String>> = rows.collect();
        page.csv("curve-runs.csv", &["run", "games", "won", "drawn", "lost", "score_all", "score_last"], rows);
        let rows = curve.iter().map(|point| {
            let counts = [point.games.to_string(), point.runs.to_string()];
            counts.into_iter().chain(point.all.exact()).chain(point.last.exact()).collect()
        });
        let heads = ["games", "runs", "score_all", "score_all_deviation", "score_last", "score_last_deviation"];
        page.csv("curve.csv", &heads, rows.collect::<Vec<_>>());
        if curve.is_empty() {
            page.paragraph(&format!("No window of {window} games is full yet, so there is no curve."));
            return;
        }
        let line = |label: String, of: &dyn Fn(&CurvePoint) -> Moments| Line {
            label,
            points: curve.iter().map(|point| moment(point.games, of(point))).collect(),
        };
        let lines =
            vec![line("all games".to_owned(), &|point| point.all), line(format!("last {window}"), &|point| point.last)];
        let picture = LineChart {
            title: format!("Score of {}", self.title()),
            x_label: "games played".to_owned(),
            y_label: "% of the points".to_owned(),
            y_range: Some([0.0, 100.0]),
            lines,
            references: self.published_scores(),
        }
        .draw();
        let caption = format!(
            "The learner's share of the points over all games so far, and over the last {window}{}.{}",
            over_runs(self.learned.runs.len()),
            if self.published_scores().is_empty() {
                ""
            } else {
                " Dotted, with a diamond: as published, over the games it is about."
            }
        );
        page.figure("curve", &picture, &caption, Some("curve.csv"));
    }

    /// The printed scores as levels: of all games on the first line, of some of them on the second.
    fn published_scores(&self) -> Vec<Reference> {
        let Some(request) = self.request else { return Vec::new() };
        let all = self.learned.source.experiment.games as f64;
        let scaled = |games: u64| (games as f64 * request.scale()).round().clamp(1.0, all);
        let level = |published: &Published| {
            let y = published.value()?;
            let (line, span) = match published.quantity {
                Quantity::Score => (0, [0.0, all]),
                Quantity::First(games) => (1, [0.0, scaled(games)]),
                Quantity::Last(games) => (1, [all - scaled(games), all]),
                Quantity::Best(_) => (1, [0.0, all]),
                Quantity::Between([from, to]) => (1, [from as f64 * request.scale(), scaled(to)]),
                _ => return None,
            };
            let label =
                format!("published {}: {}", published.quantity.to_string().trim_end_matches(", %"), published.text());
            Some(Reference { label, line, span, y })
        };
        request.row.published.iter().filter_map(level).collect()
    }

    pub(super) fn results(&self, page: &mut PageBuilder) {
        page.heading("Games");
        let row = |(run, game): (u64, &GameRow)| {
            let colour = if game.learner_is_white { "white" } else { "black" };
            let score = f64::from(game.half_points) / 2.0;
            vec![
                run.to_string(),
                (game.game + 1).to_string(),
                colour.to_owned(),
                score.to_string(),
                game.reason.clone(),
                game.plies.to_string(),
            ]
        };
        let games = self.learned.runs.iter().flat_map(|run| run.games.iter().map(move |game| (run.number, game)));
        let rows: Vec<Vec<String>> = games.map(row).collect();
        page.csv("games.csv", &["run", "game", "learner", "points", "ended_by", "half_moves"], rows);
        let tally = |is_meant: &dyn Fn(&GameRow) -> bool| {
            let count = |half_points| {
                self.learned.games().filter(|game| is_meant(game) && game.half_points == half_points).count() as u64
            };
            [count(2), count(1), count(0)]
        };
        let rows: [(&str, Tally); 3] = [
            ("all games", tally(&|_| true)),
            ("with White", tally(&|game| game.learner_is_white)),
            ("with Black", tally(&|game| !game.learner_is_white)),
        ];
        let rows: Vec<(&str, Tally)> = rows.into_iter().filter(|(_, tally)| tally.iter().sum::<u64>() > 0).collect();
        if rows.is_empty() {
            page.paragraph("No game is finished yet.");
            return;
        }
        let parts = rows.iter().map(|&(label, parts)| Parts { label: label.to_owned(), parts }).collect();
        let picture = Stack { title: format!("Games of {}", self.title()), rows: parts }.draw();
        let caption = "Games the learner won, drew and lost, overall and by its colour.";
        page.figure("results", &picture, caption, Some("games.csv"));
        let cells = |&(label, tally): &(&str, Tally)| [vec![label.to_owned()], results::cells(tally)].concat();
        page.table("", &results::HEADS, rows.iter().map(cells).collect());
        let endings = results::endings(self.learned.games().map(|game| game.reason.as_str()));
        page.csv(
            "endings.csv",
            &["ended_by", "games"],
            endings.iter().map(|(name, count)| vec![name.clone(), count.to_string()]).collect::<Vec<_>>(),
        );
        results::endings_table(page, &endings);
        if let Some(told) = results::lengths(self.learned.games().map(|game| game.plies)) {
            page.paragraph(&told);
        }
    }
}
