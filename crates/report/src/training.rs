//! The page of a run that learned.

mod score;
mod values;

use hetman_lab::experiment::{Games, Opponent};
use hetman_pictures::{Point, escaped};

use super::curve::scores;
use super::events::Events;
use super::learned::{Learned, LearnedRun};
use super::moments::Moments;
use super::page::PageBuilder;
use super::values::{Scale, Values};
use super::{head, results, tensorboard_file};
use hetman_published::{Outcome, RowRequest};

/// Of the strongest weights, those that TensorBoard gets.
const STRONGEST_FOLLOWED: usize = 10;

/// Everything that is known of a run.
pub struct TrainingReport<'a> {
    pub learned: &'a Learned,
    /// The published row that it repeats.
    pub request: Option<&'a RowRequest>,
    pub outcome: Option<&'a Outcome>,
}

impl TrainingReport<'_> {
    pub fn page(&self) -> PageBuilder {
        let mut page = PageBuilder::default();
        self.head(&mut page);
        if let Some(outcome) = self.outcome {
            head::published(&mut page, outcome);
        }
        self.score(&mut page);
        self.results(&mut page);
        let values = Values::of(self.learned, self.request);
        self.values(&mut page, &values);
        self.boards(&mut page, &values);
        let strongest = self.strongest();
        self.weights(&mut page, &strongest);
        self.runs(&mut page);
        self.events(&mut page, &values, &strongest);
        page
    }

    pub fn title(&self) -> String {
        self.learned.source.experiment.name.clone()
    }

    fn head(&self, page: &mut PageBuilder) {
        let experiment = &self.learned.source.experiment;
        let title = escaped(&self.title());
        page.markup(&format!("<h1>{title}</h1>\n"));
        let (what, source) = match self.request {
            Some(request) => {
                let row = request.row;
                (format!("{}: {}", row.title, row.what), row.source.clone())
            }
            None => (format!("What was learned in {}", experiment.variant), String::new()),
        };
        page.markup(&format!("<p class=\"lead\">{}</p>\n", escaped(&sentence(&what))));
        self.notices(page);
        let played = self.learned.games().count();
        let games = match experiment.runs {
            1 => format!("1 run of {} games, {played} played", experiment.games),
            runs => format!("{runs} runs of {} games each, {played} played", experiment.games),
        };
        let features = experiment.evaluation.features;
        let model = experiment.architecture().description();
        let [program, machine] = head::makers(&self.learned.sessions);
        head::facts(
            page,
            &[
                ("Source", source),
                ("Variant", experiment.variant.to_string()),
                ("Games", games),
                ("Opponent", self.opponent()),
                ("Learner", format!("{model} over {features} ({} inputs)", self.learned.names.len())),
                ("Seed", experiment.seed.to_string()),
                ("Wall time", head::time(self.learned.seconds)),
                program,
                machine,
            ],
        );
        let command = match self.request {
            Some(request) => request.command(),
            None => "hetman train experiment.toml".to_owned(),
        };
        head::recipe(page, &command, "experiment.toml: everything the run depends on", &self.learned.source.text);
        page.file("experiment.toml", self.learned.source.text.clone().into_bytes());
    }

    fn opponent(&self) -> String {
        match self.learned.source.experiment.games_from() {
            Games::Play(play) => match &play.opponent {
                Opponent::Itself => "itself".to_owned(),
                Opponent::Human => "a person".to_owned(),
                Opponent::Player(spec) => spec.to_string(),
            },
            Games::Recorded(_) => "none: it watches recorded games, in which White counts as the learner".to_owned(),
        }
    }

    fn notices(&self, page: &mut PageBuilder) {
        let experiment = &self.learned.source.experiment;
        let played = self.learned.games().count() as u64;
        if played == 0 {
            page.notice("Nothing is kept of it yet: no run has come to its first checkpoint.");
        } else if !self.learned.is_finished() {
            let all = experiment.runs * experiment.games;
            page.notice(&format!(
                "Unfinished: {played} of {all} games are played, and everything below is what they give so far."
            ));
        }
        let today = self.request.and_then(RowRequest::experiment);
        if today.is_some_and(|today| today != *experiment) {
            page.notice(
                "This run was made with other settings than those of the published row today; experiment.toml has its own.",
            );
        }
    }

    fn runs(&self, page: &mut PageBuilder) {
        if self.learned.runs.len() < 2 {
            return;
        }
        page.heading("Runs");
        let row = |run: &LearnedRun| {
            let count = |half_points| run.games.iter().filter(|game| game.half_points == half_points).count() as u64;
            [vec![format!("run {}", run.number)], results::cells([count(2), count(1), count(0)])].concat()
        };
        let caption = "Independent runs, which differ only in what is left to chance.";
        page.table(caption, &results::HEADS, self.learned.runs.iter().map(row).collect());
    }

    /// The same for TensorBoard, a file for each run.
    fn events(&self, page: &mut PageBuilder, values: &Values, strongest: &[(usize, Moments)]) {
        let window = self.learned.source.experiment.measure.window;
        let followed = &strongest[..strongest.len().min(STRONGEST_FOLLOWED)];
        let weights: Vec<(String, usize)> =
            followed.iter().map(|&(input, _)| (format!("weights/{}", self.learned.names[input]), input)).collect();
        let tags: Vec<String> = values.tracked.iter().map(|tracked| format!("values/{}", tracked.name())).collect();
        let last = format!("score/last-{window}");
        for run in &self.learned.runs {
            let mut events = Events::new();
            for snapshot in &run.snapshots {
                let scores = scores(run, snapshot.games).into_iter();
                let scores = scores.flat_map(|[all, of_window]| [("score/all", all), (last.as_str(), of_window)]);
                let learned = values.of_snapshot(snapshot);
                let learned = tags.iter().zip(&learned).filter_map(|(tag, value)| Some((tag.as_str(), (*value)?)));
                let weights = weights.iter().map(|(tag, input)| (tag.as_str(), snapshot.inputs.influences[*input]));
                events.scalars(snapshot.games, scores.chain(learned).chain(weights));
            }
            page.file(&tensorboard_file(run.number), events.into_bytes());
        }
        if !self.learned.runs.is_empty() {
            page.markup(
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
