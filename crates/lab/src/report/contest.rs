//! The page of a match or tournament.

use hetman_arena::crosstable::{Anchor, CrossTable};
use hetman_arena::stats::{Results, Score};
use hetman_pictures::page::Table;
use hetman_pictures::{Bar, Bars, Parts, Stack, escaped};
use hetman_rules::shakmaty::Color;

use super::dossier::Dossier;
use super::head;
use super::moments::number;
use super::results::{self, Tally};
use crate::contests::{GameLine, Standing};
use crate::reproduce::{Measured, Order, Outcome, Quantity, of_contest};

pub struct ContestReport<'a> {
    pub name: String,
    pub standing: &'a Standing,
    pub seconds: Option<f64>,
    pub order: Option<&'a Order<'a>>,
    pub outcome: Option<&'a Outcome>,
}

impl ContestReport<'_> {
    pub fn dossier(&self) -> Dossier {
        let mut dossier = Dossier::default();
        self.head(&mut dossier);
        if let Some(outcome) = self.outcome {
            head::published(&mut dossier, outcome);
        }
        if self.standing.games.is_empty() {
            dossier.notice("No game is finished yet.");
            return dossier;
        }
        self.scores(&mut dossier);
        self.crosstable(&mut dossier);
        self.pairs(&mut dossier);
        self.games(&mut dossier);
        dossier
    }

    fn names(&self) -> &[String] {
        &self.standing.plan.names
    }

    fn head(&self, dossier: &mut Dossier) {
        let plan = &self.standing.plan;
        dossier.markup(&format!("<h1>{}</h1>\n", escaped(&self.name)));
        let (what, source, command) = match self.order {
            Some(order) => (order.row.what.clone(), order.row.source.clone(), order.command()),
            None => (plan.event.clone(), String::new(), plan.command()),
        };
        dossier.markup(&format!("<p class=\"lead\">{}</p>\n", escaped(&what)));
        let played = self.standing.games.len();
        let games = match self.standing.expected {
            Some(expected) => format!("{played} of {expected}"),
            None => played.to_string(),
        };
        if !self.standing.is_over {
            dossier.notice(&format!(
                "Unfinished: {games} games are played, and everything below is what they give so far."
            ));
        }
        let conditions = plan.conditions();
        head::facts(
            dossier,
            &[
                ("Source", source),
                ("Conditions", conditions),
                ("Games", games),
                ("Seed", plan.seed.to_string()),
                ("Wall time", head::time(self.seconds)),
            ],
        );
        let text = serde_json::to_string_pretty(plan).expect("a plan is plain data");
        head::recipe(dossier, &command, "The plan: everything the games depend on", &text);
    }

    /// A player's share of the points in per cent, with its interval.
    fn score(&self, player: usize) -> Option<Measured> {
        of_contest(self.standing, Some(&self.names()[player]), &Quantity::Score)
    }

    fn tally(&self, player: usize, color: Color) -> Tally {
        let mut tally = [0; 3];
        for line in self.standing.games.iter().filter(|line| line.players(color).0 == player) {
            let place = match line.outcome.winner() {
                Some(winner) if winner == color => 0,
                None => 1,
                Some(_) => 2,
            };
            tally[place] += 1;
        }
        tally
    }

    fn scores(&self, dossier: &mut Dossier) {
        dossier.heading("Scores");
        let players = 0..self.names().len();
        let bar = |player: usize| {
            let score = self.score(player)?;
            Some(Bar { label: self.names()[player].clone(), value: score.value, whisker: score.interval })
        };
        let bars: Vec<Bar> = players.clone().filter_map(bar).collect();
        let picture = Bars {
            title: format!("Scores of {}", self.name),
            axis: "% of the points".to_owned(),
            decimals: 1,
            range: Some([0.0, 100.0]),
            bars,
        };
        let row = |player: usize| {
            let [white, black] = Color::ALL.map(|color| self.tally(player, color));
            let all = std::array::from_fn(|place| white[place] + black[place]);
            let interval = self.score(player).and_then(|score| score.interval);
            let interval = interval.map_or_else(|| "–".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"));
            let colours = [white, black].map(|tally| results::percent(results::share(tally)));
            [vec![self.names()[player].clone()], results::cells(all), vec![interval], colours.to_vec()].concat()
        };
        let rows: Vec<Vec<String>> = players.clone().map(row).collect();
        let heads =
            ["player", "games", "won", "drawn", "lost", "score, %", "95 % interval", "with White, %", "with Black, %"];
        dossier.csv("scores.csv", &heads, rows.clone());
        let caption =
            "Each player's share of the points; whiskers are 95 % intervals, from pairs of games where there are any.";
        dossier.figure("scores", &picture.draw(), caption, Some("scores.csv"));
        dossier.table(&Table {
            caption: String::new(),
            heads: heads.map(str::to_owned).to_vec(),
            words: Vec::new(),
            rows,
        });
        let parts = players.flat_map(|player| {
            Color::ALL.map(|color| Parts {
                label: format!("{}, {}", self.names()[player], color.fold_wb("White", "Black")),
                parts: self.tally(player, color),
            })
        });
        let picture = Stack { title: format!("Games of {}", self.name), rows: parts.collect() }.draw();
        dossier.figure("results", &picture, "Games won, drawn and lost by player and colour.", None);
    }

    fn crosstable(&self, dossier: &mut Dossier) {
        let games = self.standing.games.iter().map(GameLine::as_played);
        // Only numbers of players can be wrong, and these come from the plan's own schedule.
        let Ok(table) = CrossTable::new(self.names(), games, Anchor::default()) else { return };
        dossier.heading("Cross-table");
        let meeting = |score: Score| match score.games() {
            0 => "–".to_owned(),
            games => format!("{} / {games}", score.points()),
        };
        let row = |row: &hetman_arena::crosstable::Row| {
            let rating = row
                .rating
                .map_or_else(|| "–".to_owned(), |rating| format!("{} ± {:.0}", number(rating.value, 0), rating.error));
            let against = table.rows.iter().map(|other| meeting(row.against[other.player]));
            let fixed = [format!("{}  {}", row.rank, row.name), rating, row.points.to_string(), row.games.to_string()];
            fixed.into_iter().chain(against).collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> = table.rows.iter().map(row).collect();
        let places: Vec<String> = (1..=rows.len()).map(|place| format!("against {place}")).collect();
        let heads: Vec<String> =
            ["player", "rating", "points", "games"].into_iter().map(str::to_owned).chain(places).collect();
        dossier.csv("crosstable.csv", &heads.iter().map(String::as_str).collect::<Vec<_>>(), rows.clone());
        let caption =
            "Points out of games against each. Ratings: maximum likelihood with 95 % intervals, the average at 0.";
        dossier.table(&Table { caption: caption.to_owned(), heads, words: Vec::new(), rows });
    }

    fn pairs(&self, dossier: &mut Dossier) {
        dossier.heading("Pairs");
        let players = self.names().len();
        let meetings = (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
        let met = meetings.map(|(first, second)| (first, second, self.standing.between(first, second)));
        let met: Vec<(usize, usize, Results)> = met.filter(|(.., results)| results.score.games() > 0).collect();
        let row = |(first, second, results): &(usize, usize, Results)| {
            let Score { wins, draws, losses } = results.score;
            let measured = Measured::of_results(results);
            let interval = measured.and_then(|measured| measured.interval);
            let interval = interval.map_or_else(|| "–".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"));
            let name = format!("{} : {}", self.names()[*first], self.names()[*second]);
            let score = results::cells([wins, draws, losses]);
            let pairs = results.pentanomial.0.map(|count| count.to_string());
            [vec![name], score, vec![interval], pairs.to_vec()].concat()
        };
        let heads = ["", "games", "won", "drawn", "lost", "score, %", "95 % interval", "0", "½", "1", "1½", "2"];
        let rows: Vec<Vec<String>> = met.iter().map(row).collect();
        dossier.csv("pairs.csv", &heads.map(|head| if head.is_empty() { "players" } else { head }), rows.clone());
        let caption = "For the first of two players. The last five columns count pairs of games, the same opening with both \
                       colours, by the points they brought.";
        dossier.table(&Table {
            caption: caption.to_owned(),
            heads: heads.map(str::to_owned).to_vec(),
            words: Vec::new(),
            rows,
        });
    }

    fn games(&self, dossier: &mut Dossier) {
        dossier.heading("Games");
        let games = &self.standing.games;
        let row = |line: &GameLine| {
            let pairing = &line.pairing;
            let [white, black] = [pairing.white, pairing.black].map(|player| self.names()[player].clone());
            let numbers = [pairing.number + 1, pairing.pair + 1].map(|number| number.to_string());
            let rest = [
                white,
                black,
                line.outcome.to_string(),
                line.plies.to_string(),
                line.termination.clone(),
                line.ending.clone(),
            ];
            numbers.into_iter().chain(rest).collect::<Vec<String>>()
        };
        let heads = ["game", "pair", "white", "black", "result", "half_moves", "termination", "ending"];
        dossier.csv("games.csv", &heads, games.iter().map(row).collect::<Vec<_>>());
        let endings = results::endings(games.iter().map(|line| line.ending.as_str()));
        dossier.table(&results::endings_table(&endings));
        if let Some(told) = results::lengths(games.iter().map(|line| line.plies)) {
            dossier.paragraph(&told);
        }
        for ((loser, fault), times) in self.standing.faults() {
            dossier.notice(&format!("{loser} lost {times} games by misbehaving: {fault}."));
        }
    }
}
