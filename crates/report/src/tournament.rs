//! The page of a match or tournament.

use hetman_arena::crosstable::{Anchor, CrossTable};
use hetman_arena::stats::{Results, Score};
use hetman_lab::tournaments::{GameLine, Standing};
use hetman_pictures::{Bar, Bars, Parts, Stack, escaped};
use hetman_rules::shakmaty::Color;

use super::head;
use super::moments::number;
use super::page::PageBuilder;
use super::results::{self, Tally};
use hetman_published::{Measured, Outcome, Quantity, RowRequest, of_tournament};

pub struct TournamentReport<'a> {
    pub name: String,
    pub standing: &'a Standing,
    pub seconds: Option<f64>,
    pub request: Option<&'a RowRequest>,
    pub outcome: Option<&'a Outcome>,
}

impl TournamentReport<'_> {
    pub fn page(&self) -> PageBuilder {
        let mut page = PageBuilder::default();
        self.head(&mut page);
        if let Some(outcome) = self.outcome {
            head::published(&mut page, outcome);
        }
        if self.standing.games.is_empty() {
            page.notice("No game is finished yet.");
            return page;
        }
        self.scores(&mut page);
        self.crosstable(&mut page);
        self.pairs(&mut page);
        self.games(&mut page);
        page
    }

    fn names(&self) -> &[String] {
        &self.standing.plan.names
    }

    fn head(&self, page: &mut PageBuilder) {
        let plan = &self.standing.plan;
        page.markup(&format!("<h1>{}</h1>\n", escaped(&self.name)));
        let (what, source, command) = match self.request {
            Some(request) => (request.row.what.clone(), request.row.source.clone(), request.command()),
            None => (plan.event.clone(), String::new(), plan.command()),
        };
        page.markup(&format!("<p class=\"lead\">{}</p>\n", escaped(&what)));
        let played = self.standing.games.len();
        let games = match self.standing.expected {
            Some(expected) => format!("{played} of {expected}"),
            None => played.to_string(),
        };
        if !self.standing.is_over {
            page.notice(&format!(
                "Unfinished: {games} games are played, and everything below is what they give so far."
            ));
        }
        let conditions = plan.conditions();
        head::facts(
            page,
            &[
                ("Source", source),
                ("Conditions", conditions),
                ("Games", games),
                ("Seed", plan.seed.to_string()),
                ("Wall time", head::time(self.seconds)),
            ],
        );
        let text = serde_json::to_string_pretty(plan).expect("a plan is plain data");
        head::recipe(page, &command, "The plan: everything the games depend on", &text);
    }

    /// A player's share of the points in per cent, with its interval.
    fn score(&self, player: usize) -> Option<Measured> {
        of_tournament(self.standing, Some(&self.names()[player]), &Quantity::Score)
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

    fn scores(&self, page: &mut PageBuilder) {
        page.heading("Scores");
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
        page.csv("scores.csv", &heads, rows.clone());
        let caption =
            "Each player's share of the points; whiskers are 95 % intervals, from pairs of games where there are any.";
        page.figure("scores", &picture.draw(), caption, Some("scores.csv"));
        page.table("", &heads, rows);
        let parts = players.flat_map(|player| {
            Color::ALL.map(|color| Parts {
                label: format!("{}, {}", self.names()[player], color.fold_wb("White", "Black")),
                parts: self.tally(player, color),
            })
        });
        let picture = Stack { title: format!("Games of {}", self.name), rows: parts.collect() }.draw();
        page.figure("results", &picture, "Games won, drawn and lost by player and colour.", None);
    }

    fn crosstable(&self, page: &mut PageBuilder) {
        let games = self.standing.games.iter().map(GameLine::as_played);
        // Only numbers of players can be wrong, and these come from the plan's own schedule.
        let Ok(table) = CrossTable::new(self.names(), games, Anchor::default()) else { return };
        page.heading("Cross-table");
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
        let places = places.iter().map(String::as_str);
        let heads: Vec<&str> = ["player", "rating", "points", "games"].into_iter().chain(places).collect();
        page.csv("crosstable.csv", &heads, rows.clone());
        let caption =
            "Points out of games against each. Ratings: maximum likelihood with 95 % intervals, the average at 0.";
        page.table(caption, &heads, rows);
    }

    fn pairs(&self, page: &mut PageBuilder) {
        page.heading("Pairs");
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
        page.csv("pairs.csv", &heads.map(|head| if head.is_empty() { "players" } else { head }), rows.clone());
        let caption = "For the first of two players. The last five columns count pairs of games, the same opening with both \
                       colours, by the points they brought.";
        page.table(caption, &heads, rows);
    }

    fn games(&self, page: &mut PageBuilder) {
        page.heading("Games");
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
        page.csv("games.csv", &heads, games.iter().map(row).collect::<Vec<_>>());
        let endings = results::endings(games.iter().map(|line| line.ending.as_str()));
        results::endings_table(page, &endings);
        if let Some(told) = results::lengths(games.iter().map(|line| line.plies)) {
            page.paragraph(&told);
        }
        for ((loser, fault), times) in self.standing.faults() {
            page.notice(&format!("{loser} lost {times} games by misbehaving: {fault}."));
        }
    }
}
