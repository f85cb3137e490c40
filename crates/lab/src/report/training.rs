//! The page of a run that learned.

use std::path::Path;

use hetman_pictures::page::{Table, file_link};
use hetman_pictures::{Bar, Bars, HeatMap, Line, LineChart, Parts, Point, Reference, Stack};

use super::curve::{CurvePoint, curve, scores};
use super::dossier::Dossier;
use super::events::{self, Events};
use super::learned::Learned;
use super::men::Man;
use super::moments::{Moments, number};
use super::results::{self, Tally};
use super::values::{Scale, Values};
use super::{head, values};
use crate::experiment::{Games, ModelChoice, Opponent};
use crate::reproduce::{Order, Outcome, Quantity};
use crate::store::GameRow;

/// More would not be the strongest.
const STRONGEST: usize = 20;
/// Those of them that TensorBoard gets.
const STRONGEST_FOLLOWED: usize = 10;

/// Everything that is known of a run.
pub struct TrainingReport<'a> {
    pub learned: &'a Learned,
    /// The published row that it repeats.
    pub order: Option<&'a Order<'a>>,
    pub outcome: Option<&'a Outcome>,
}

impl TrainingReport<'_> {
    pub fn dossier(&self) -> Dossier {
        let mut dossier = Dossier::default();
        self.head(&mut dossier);
        if let Some(outcome) = self.outcome {
            head::published(&mut dossier, outcome);
        }
        let curve = curve(self.learned);
        self.score(&mut dossier, &curve);
        self.results(&mut dossier);
        let values = Values::of(self.learned, self.order);
        self.values(&mut dossier, &values);
        self.boards(&mut dossier, &values);
        let strongest = self.strongest();
        self.weights(&mut dossier, &strongest);
        self.runs(&mut dossier);
        self.events(&mut dossier, &values, &strongest);
        dossier
    }

    pub fn title(&self) -> String {
        self.learned.source.experiment.name.clone()
    }

    fn head(&self, dossier: &mut Dossier) {
        let experiment = &self.learned.source.experiment;
        let title = hetman_pictures::escaped(&self.title());
        dossier.markup(&format!("<h1>{title}</h1>\n"));
        let (what, source) = match self.order {
            Some(order) => {
                let row = order.row;
                (format!("{}: {}", row.title, row.what), row.source.clone())
            }
            None => (format!("What was learned in {}", experiment.variant), String::new()),
        };
        dossier.markup(&format!("<p class=\"lead\">{}</p>\n", hetman_pictures::escaped(&sentence(&what))));
        self.notices(dossier);
        let played = self.learned.games().count();
        let games = match experiment.runs {
            1 => format!("1 run of {} games, {played} played", experiment.games),
            runs => format!("{runs} runs of {} games each, {played} played", experiment.games),
        };
        let evaluation = &experiment.evaluation;
        let model = match &evaluation.model {
            ModelChoice::Linear { .. } => "a linear model".to_owned(),
            ModelChoice::Network { hidden, .. } => {
                let sizes = [self.learned.names.len()].into_iter().chain(hidden.iter().copied()).chain([1]);
                format!("a network of {} units", sizes.map(|size| size.to_string()).collect::<Vec<_>>().join("-"))
            }
        };
        let [program, machine] = head::makers(&self.learned.sessions);
        head::facts(
            dossier,
            &[
                ("Source", source),
                ("Variant", experiment.variant.to_string()),
                ("Games", games),
                ("Opponent", self.opponent()),
                ("Learner", format!("{model} over {} ({} inputs)", evaluation.features, self.learned.names.len())),
                ("Seed", experiment.seed.to_string()),
                ("Wall time", head::time(self.learned.seconds)),
                program,
                machine,
            ],
        );
        let command = match self.order {
            Some(order) => order.command(),
            None => "hetman train experiment.toml".to_owned(),
        };
        head::recipe(dossier, &command, "experiment.toml: everything the run depends on", &self.learned.source.text);
        dossier.file("experiment.toml", self.learned.source.text.clone().into_bytes());
    }

    fn opponent(&self) -> String {
        match self.learned.source.experiment.games_from() {
            Games::Play(play) => match &play.opponent {
                Opponent::Itself => "itself".to_owned(),
                Opponent::Player(word) => word.to_string(),
            },
            Games::Recorded(_) => "none: it watches recorded games, in which White counts as the learner".to_owned(),
        }
    }

    fn notices(&self, dossier: &mut Dossier) {
        let experiment = &self.learned.source.experiment;
        let played = self.learned.games().count() as u64;
        if played == 0 {
            dossier.notice("Nothing is kept of it yet: no run has come to its first checkpoint.");
        } else if !self.learned.is_finished() {
            let all = experiment.runs * experiment.games;
            dossier.notice(&format!(
                "Unfinished: {played} of {all} games are played, and everything below is what they give so far."
            ));
        }
        let is_changed = |order: &&Order| order.source().is_ok_and(|source| source.experiment != *experiment);
        if self.order.is_some_and(|order| is_changed(&order)) {
            dossier.notice(
                "This run was made with other settings than those of the published row today; experiment.toml has its own.",
            );
        }
    }

    /// How often the learner scored.
    fn score(&self, dossier: &mut Dossier, curve: &[CurvePoint]) {
        let window = self.learned.source.experiment.measure.window;
        dossier.heading("Score");
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
        dossier.csv("curve-runs.csv", &["run", "games", "won", "drawn", "lost", "score_all", "score_last"], rows);
        let rows = curve.iter().map(|point| {
            let counts = [point.games.to_string(), point.runs.to_string()];
            counts.into_iter().chain(point.all.exact()).chain(point.last.exact()).collect()
        });
        let heads = ["games", "runs", "score_all", "score_all_deviation", "score_last", "score_last_deviation"];
        dossier.csv("curve.csv", &heads, rows.collect::<Vec<_>>());
        if curve.is_empty() {
            dossier.paragraph(&format!("No window of {window} games is full yet, so there is no curve."));
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
        dossier.figure("curve", &picture, &caption, Some("curve.csv"));
    }

    /// The printed scores as levels: of all games on the first line, of some of them on the second.
    fn published_scores(&self) -> Vec<Reference> {
        let Some(order) = self.order else { return Vec::new() };
        let all = self.learned.source.experiment.games as f64;
        let scaled = |games: u64| (games as f64 * order.choices.scale).round().clamp(1.0, all);
        let level = |published: &crate::reproduce::Published| {
            let y = published.value.filter(|_| published.relative_to.is_none())?;
            let (line, span) = match published.quantity {
                Quantity::Score => (0, [0.0, all]),
                Quantity::First(games) => (1, [0.0, scaled(games)]),
                Quantity::Last(games) => (1, [all - scaled(games), all]),
                Quantity::Best(_) => (1, [0.0, all]),
                Quantity::Between([from, to]) => (1, [from as f64 * order.choices.scale, scaled(to)]),
                _ => return None,
            };
            let label =
                format!("published {}: {}", published.quantity.to_string().trim_end_matches(", %"), published.text());
            Some(Reference { label, line, span, y })
        };
        order.row.published.iter().filter_map(level).collect()
    }

    fn results(&self, dossier: &mut Dossier) {
        dossier.heading("Games");
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
        dossier.csv("games.csv", &["run", "game", "learner", "points", "ended_by", "half_moves"], rows);
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
            dossier.paragraph("No game is finished yet.");
            return;
        }
        let parts = rows.iter().map(|&(label, parts)| Parts { label: label.to_owned(), parts }).collect();
        let picture = Stack { title: format!("Games of {}", self.title()), rows: parts }.draw();
        let caption = "Games the learner won, drew and lost, overall and by its colour.";
        dossier.figure("results", &picture, caption, Some("games.csv"));
        let cells = |&(label, tally): &(&str, Tally)| [vec![label.to_owned()], results::cells(tally)].concat();
        dossier.table(&Table {
            caption: String::new(),
            heads: ["", "games", "won", "drawn", "lost", "score, %"].map(str::to_owned).to_vec(),
            words: Vec::new(),
            rows: rows.iter().map(cells).collect(),
        });
        let endings = results::endings(self.learned.games().map(|game| game.reason.as_str()));
        dossier.csv(
            "endings.csv",
            &["ended_by", "games"],
            endings.iter().map(|(name, count)| vec![name.clone(), count.to_string()]).collect::<Vec<_>>(),
        );
        dossier.table(&results::endings_table(&endings));
        if let Some(told) = results::lengths(self.learned.games().map(|game| game.plies)) {
            dossier.paragraph(&told);
        }
    }

    fn values(&self, dossier: &mut Dossier, values: &Values) {
        if values.tracked.is_empty() || self.learned.runs.is_empty() {
            return;
        }
        dossier.heading("Learned values");
        dossier.paragraph(&values.explanation());
        let rows = self.learned.runs.iter().flat_map(|run| {
            run.snapshots.iter().map(move |snapshot| {
                let values = values.of_snapshot(snapshot);
                let values = values.into_iter().map(|value| value.map_or_else(String::new, |value| value.to_string()));
                [run.number, snapshot.games].map(|count| count.to_string()).into_iter().chain(values).collect()
            })
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let names: Vec<String> = values.tracked.iter().map(values::Tracked::name).collect();
        let heads: Vec<&str> = ["run", "games"].into_iter().chain(names.iter().map(String::as_str)).collect();
        dossier.csv("values.csv", &heads, rows);
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
            dossier.figure(&name, &picture, &caption, Some("values.csv"));
        }
        self.final_values(dossier, values);
    }

    /// Columns that would say nothing are left out of the table, not of the file.
    fn final_values(&self, dossier: &mut Dossier, values: &Values) {
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
        dossier.table(&Table {
            caption: format!("{runs} {}", values.scale.words),
            heads: heads.into_iter().map(str::to_owned).collect(),
            words: Vec::new(),
            rows,
        });
        let heads = ["man", "value", "deviation", "learned", "learned_deviation", "published"];
        dossier.csv("final-values.csv", &heads, exact);
    }

    /// Heat maps of everybody whose squares are told apart.
    fn boards(&self, dossier: &mut Dossier, values: &Values) {
        let men: Vec<&Man> = values.men.iter().filter(|man| man.has_board()).collect();
        if men.is_empty() || self.learned.runs.is_empty() {
            return;
        }
        dossier.heading("Squares");
        dossier.paragraph(&values.boards_explanation());
        let mut rows = Vec::new();
        dossier.markup("<div class=\"boards\">\n");
        for man in men {
            let board = values.board(self.learned, man);
            let squares = hetman_rules::shakmaty::Square::ALL.into_iter().zip(board);
            rows.extend(squares.map(|(square, value)| {
                let value = value.map_or_else(String::new, |value: f64| value.to_string());
                vec![man.who.clone(), man.when.clone(), square.to_string(), value]
            }));
            let name = format!("squares-{}", man.name().replace(' ', "-"));
            let picture =
                HeatMap { title: sentence(&man.name()).trim_end_matches('.').to_owned(), cells: board }.draw();
            dossier.figure(&name, &picture, "", None);
        }
        dossier.markup(&format!("</div>\n<p>All squares as numbers:{}</p>\n", file_link("squares.csv")));
        dossier.csv("squares.csv", &["man", "when", "square", "value"], rows);
    }

    /// Inputs by how much they move the output in the mean over runs, most first.
    fn strongest(&self) -> Vec<(usize, Moments)> {
        let inputs = 0..self.learned.names.len();
        let moments = |input: usize| {
            let influences: Vec<f64> = self.learned.finals().map(|last| last.inputs.influences[input]).collect();
            Some((input, Moments::of(&influences)?))
        };
        let mut all: Vec<(usize, Moments)> = inputs.filter_map(moments).collect();
        all.sort_by(|a, b| b.1.mean.abs().total_cmp(&a.1.mean.abs()).then(a.0.cmp(&b.0)));
        all
    }

    fn weights(&self, dossier: &mut Dossier, strongest: &[(usize, Moments)]) {
        if strongest.is_empty() {
            return;
        }
        let name = |input: usize| self.learned.names[input].clone();
        let rows =
            strongest.iter().map(|&(input, influence)| [name(input)].into_iter().chain(influence.exact()).collect());
        dossier.csv("weights.csv", &["input", "influence", "deviation"], rows.collect::<Vec<_>>());
        dossier.heading(if self.learned.is_linear { "Strongest weights" } else { "Strongest inputs" });
        let shown = &strongest[..strongest.len().min(STRONGEST)];
        let bar = |&(input, influence): &(usize, Moments)| Bar {
            label: name(input),
            value: influence.mean,
            whisker: influence.deviation.map(|deviation| [influence.mean - deviation, influence.mean + deviation]),
        };
        let axis = if self.learned.is_linear { "weight" } else { "connection weight" };
        let bars = shown.iter().map(bar).collect();
        let picture =
            Bars { title: format!("Strongest inputs of {}", self.title()), axis: axis.to_owned(), decimals: 3, bars };
        let how = if self.learned.is_linear {
            "Weights of the linear model as learned"
        } else {
            "How much an input moves the network's output: the products of the weights along each path from the input \
             to the output, added up (Olden and Jackson 2002). That is the slope of the prediction at rest, but for a \
             common factor, and does not know how large an input usually is"
        };
        let caption =
            format!("The {} largest of {}. {how}{}.", shown.len(), strongest.len(), whiskers(self.learned.runs.len()));
        dossier.figure("weights", &picture.draw(), &caption, Some("weights.csv"));
    }

    fn runs(&self, dossier: &mut Dossier) {
        if self.learned.runs.len() < 2 {
            return;
        }
        dossier.heading("Runs");
        let row = |run: &super::learned::LearnedRun| {
            let count = |half_points| run.games.iter().filter(|game| game.half_points == half_points).count() as u64;
            [vec![format!("run {}", run.number)], results::cells([count(2), count(1), count(0)])].concat()
        };
        dossier.table(&Table {
            caption: "Independent runs, which differ only in what is left to chance.".to_owned(),
            heads: ["", "games", "won", "drawn", "lost", "score, %"].map(str::to_owned).to_vec(),
            words: Vec::new(),
            rows: self.learned.runs.iter().map(row).collect(),
        });
    }

    /// The same for TensorBoard, a file for each run.
    fn events(&self, dossier: &mut Dossier, values: &Values, strongest: &[(usize, Moments)]) {
        let window = self.learned.source.experiment.measure.window;
        let followed = &strongest[..strongest.len().min(STRONGEST_FOLLOWED)];
        let weights: Vec<(String, usize)> =
            followed.iter().map(|&(input, _)| (format!("weights/{}", self.learned.names[input]), input)).collect();
        let men: Vec<String> = values.tracked.iter().map(|man| format!("values/{}", man.name())).collect();
        let last = format!("score/last-{window}");
        for run in &self.learned.runs {
            let mut events = Events::new();
            for snapshot in &run.snapshots {
                let scores = scores(run, snapshot.games).into_iter();
                let scores = scores.flat_map(|[all, of_window]| [("score/all", all), (last.as_str(), of_window)]);
                let worth = values.of_snapshot(snapshot);
                let worth = men.iter().zip(&worth).filter_map(|(tag, value)| Some((tag.as_str(), (*value)?)));
                let weights = weights.iter().map(|(tag, input)| (tag.as_str(), snapshot.inputs.influences[*input]));
                events.scalars(snapshot.games, scores.chain(worth).chain(weights));
            }
            let path = Path::new("tensorboard").join(format!("run-{}", run.number)).join(events::FILE);
            dossier.file(&path.to_string_lossy(), events.into_bytes());
        }
        if !self.learned.runs.is_empty() {
            dossier.markup(
                "<footer>Beside this page: every picture as SVG, every number as CSV, and for <code>tensorboard --logdir \
                 tensorboard</code> the score, the values and the strongest weights of each run.</footer>\n",
            );
        }
    }
}

fn moment(games: u64, moments: Moments) -> Point {
    Point { x: games as f64, y: moments.mean, deviation: moments.deviation }
}

impl Scale {
    pub fn point(&self, games: u64, moments: Moments) -> Point {
        moment(games, moments.times(self.factor))
    }
}

fn over_runs(runs: usize) -> String {
    if runs > 1 {
        format!(": the mean of {runs} runs; the band is one standard deviation of single runs")
    } else {
        String::new()
    }
}

fn whiskers(runs: usize) -> String {
    if runs > 1 {
        format!(": the mean of {runs} runs; whiskers are one standard deviation of single runs")
    } else {
        String::new()
    }
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
