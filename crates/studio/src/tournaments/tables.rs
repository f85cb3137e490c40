//! A standing in tables.

use hetman_arena::crosstable::{Anchor, CrossTable, Row};
use hetman_arena::stats::{Estimate, Score, SprtState, SprtVerdict};
use hetman_lab::tournaments::{GameLine, Standing};

use crate::board;
use crate::wire::{CrossCell, CrossRow, Hypothesis, RatioPoint, SprtProgress, Tally, TournamentGame, TournamentGames};

/// Games of a page.
const PER_PAGE: usize = 50;

/// Points of the course of a sequential test.
const COURSE: usize = 60;

pub fn cross_table(standing: &Standing) -> (Vec<CrossRow>, Vec<String>) {
    let names = &standing.plan.names;
    let games = standing.games.iter().map(GameLine::as_played);
    let Ok(table) = CrossTable::new(names, games, Anchor::default()) else { return (Vec::new(), Vec::new()) };
    let mut remarks = vec!["Ratings are maximum likelihood, the average of all is 0; errors are for 95 %.".to_owned()];
    if !table.groups_with_virtual_draws.is_empty() {
        remarks
            .push("Somebody never took half a point: one virtual draw for each pair keeps ratings finite.".to_owned());
    }
    if table.groups.len() > 1 {
        remarks.push("Players who have not met, directly or through others, cannot be compared.".to_owned());
    }
    (table.rows.iter().map(row).collect(), remarks)
}

fn row(row: &Row) -> CrossRow {
    let cell = |(player, score): (usize, &Score)| {
        (player != row.player).then(|| CrossCell { points: score.points(), games: score.games() })
    };
    CrossRow {
        rank: row.rank as u32,
        player: row.player as u32,
        name: row.name.clone(),
        points: row.points,
        games: row.games,
        tally: Tally { won: row.score.wins, drawn: row.score.draws, lost: row.score.losses },
        sonneborn_berger: row.sonneborn_berger,
        rating: row.rating.map(|rating| rating.value),
        rating_error: row.rating.map(|rating| rating.error),
        against: row.against.iter().enumerate().map(cell).collect(),
    }
}

pub fn sprt(standing: &Standing) -> Option<SprtProgress> {
    let results = standing.between(0, 1);
    let state = SprtState::of(standing.plan.sprt?, &results);
    let [elo0, elo1] = state.test.elo_bounds();
    let [lower, upper] = state.ratio_bounds;
    let first = &standing.plan.names[0];
    // A test only tells on which side of its bounds the difference lies: how large it is was measured.
    let measured = Estimate::of(&results).elo_words();
    let (accepted, verdict) = match state.verdict {
        SprtVerdict::Continue => (None, None),
        SprtVerdict::AcceptNull => (
            Some(Hypothesis::AtMost),
            Some(format!("{first} is at most {elo0} Elo stronger (H0 accepted); measured: {measured}")),
        ),
        SprtVerdict::AcceptAlternative => (
            Some(Hypothesis::AtLeast),
            Some(format!("{first} is at least {elo1} Elo stronger (H1 accepted); measured: {measured}")),
        ),
    };
    let ratio = state.log_likelihood_ratio;
    Some(SprtProgress { elo0, elo1, ratio, lower, upper, accepted, verdict, course: course(standing) })
}

/// The ratio as it was after so many games, evenly over them.
fn course(standing: &Standing) -> Vec<RatioPoint> {
    let Some(test) = standing.plan.sprt else { return Vec::new() };
    let all = standing.games.len();
    let points = COURSE.min(all);
    let point = |number: usize| {
        let games = number * all / points;
        let ratio = test.log_likelihood_ratio(&Standing::between_players(&standing.games[..games], 0, 1));
        RatioPoint { games: games as u64, ratio }
    };
    (1..=points).map(point).collect()
}

/// A page of games, the newest first; those of two players, if they are named.
pub fn games(standing: &Standing, id: u64, page: usize, between: Option<[usize; 2]>) -> TournamentGames {
    let names = &standing.plan.names;
    let is_meant = |line: &&GameLine| {
        let players = [line.pairing.white, line.pairing.black];
        between.is_none_or(|[first, second]| players == [first, second] || players == [second, first])
    };
    let game = |line: &GameLine| TournamentGame {
        number: line.pairing.number + 1,
        record: format!("tournament-{id}-{}", line.pairing.number),
        white: names[line.pairing.white].clone(),
        black: names[line.pairing.black].clone(),
        outcome: board::outcome(line.outcome, line.ending.clone()),
        plies: line.plies,
    };
    let meant: Vec<&GameLine> = standing.games.iter().rev().filter(is_meant).collect();
    let shown = meant.iter().skip(page.saturating_mul(PER_PAGE)).take(PER_PAGE);
    TournamentGames {
        games: shown.map(|line| game(line)).collect(),
        page: page as u32,
        total: meant.len() as u64,
        per_page: PER_PAGE as u32,
    }
}
