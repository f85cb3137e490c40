//! A series as its file describes it, and the rows that come of it.

use serde::Deserialize;
use toml::{Table, Value};

use crate::claim::Published;
use crate::tournament::TournamentSettings;
use crate::training::TrainingSettings;

/// One row of a published table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The series and its own name.
    pub name: String,
    pub series: String,
    /// What the series is about.
    pub title: String,
    /// The work and the place of the series in it.
    pub work: String,
    /// The same and the row.
    pub source: String,
    pub what: String,
    pub task: RowTask,
    pub published: Vec<Published>,
    /// Runs behind each printed value.
    pub printed_runs: u64,
    /// Declared before it was repeated.
    pub seed: u64,
    pub normalisation: Option<Normalisation>,
    /// What is repeated where nobody says otherwise.
    pub repeat: Scale,
    /// Measured on two cores.
    pub games_per_second: Option<f64>,
    /// What is known about a difference between the printed numbers and ours.
    pub explanation: Option<String>,
}

impl Row {
    /// What repeats it, as it has it.
    pub fn command(&self) -> String {
        format!("hetman reproduce {}", self.name)
    }
}

/// What is done for a row.
#[derive(Clone, Debug)]
pub enum RowTask {
    Training(TrainingSettings),
    Tournament(TournamentSettings),
}

/// How much of a row is repeated where nobody says otherwise: all of it, unless that takes days.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Games, as a share of those published.
    pub scale: f64,
    /// Independent runs, if not as many as were published.
    pub runs: Option<u64>,
}

impl Scale {
    const ALL: Scale = Scale { scale: 1.0, runs: None };
}

/// How a work makes the values of different runs comparable: one piece is worth so much, whatever was learned.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Normalisation {
    #[serde(rename = "man")]
    pub piece: String,
    pub value: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SeriesFile {
    title: String,
    source: String,
    games_per_second: Option<f64>,
    #[serde(default = "one")]
    printed_runs: u64,
    #[serde(default = "one")]
    seed: u64,
    repeat: Option<Scale>,
    #[serde(default)]
    experiment: Table,
    #[serde(default)]
    contest: Table,
    row: Vec<RowFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RowFile {
    name: String,
    what: String,
    games_per_second: Option<f64>,
    experiment: Option<Table>,
    contest: Option<Table>,
    normalise: Option<Normalisation>,
    printed_runs: Option<u64>,
    seed: Option<u64>,
    repeat: Option<Scale>,
    explanation: Option<String>,
    #[serde(default)]
    published: Vec<Published>,
}

fn one() -> u64 {
    1
}

/// The rows of a series' file, or what is wrong with it.
pub fn read(series: &str, text: &str) -> Result<Vec<Row>, String> {
    let mut file: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    complete(&mut file)?;
    let file: SeriesFile = file.try_into().map_err(|error| error.to_string())?;
    file.row.iter().map(|row| file.row(series, row)).collect()
}

/// A row that is `like` an earlier one says only where it differs. An explanation belongs to its own row alone.
fn complete(file: &mut Table) -> Result<(), String> {
    let Some(Value::Array(rows)) = file.get_mut("row") else { return Ok(()) };
    for at in 0..rows.len() {
        let (earlier, rest) = rows.split_at_mut(at);
        let Value::Table(row) = &mut rest[0] else { continue };
        let Some(like) = row.remove("like") else { continue };
        let named = |row: &&Table| row.get("name") == Some(&like);
        let Some(model) = earlier.iter().filter_map(Value::as_table).find(named) else {
            return Err(format!("a row is like {like}, but no earlier row is called that"));
        };
        let mut model = model.clone();
        model.remove("explanation");
        *row = merged(&model, row);
    }
    Ok(())
}

impl SeriesFile {
    fn row(&self, series: &str, row: &RowFile) -> Result<Row, String> {
        let name = format!("{series}-{}", row.name);
        let task = match (&row.experiment, &row.contest) {
            (Some(own), None) => TrainingSettings::new(&name, merged(&self.experiment, own))
                .map(RowTask::Training)
                .map_err(|error| format!("row {name}: {error}")),
            (None, Some(own)) => Value::Table(merged(&self.contest, own))
                .try_into()
                .map(RowTask::Tournament)
                .map_err(|error| format!("row {name}: {error}")),
            _ => Err(format!("row {name} needs either an experiment or a contest")),
        }?;
        Ok(Row {
            name,
            series: series.to_owned(),
            title: self.title.clone(),
            work: self.source.clone(),
            source: format!("{}, {}", self.source, row.name),
            what: row.what.clone(),
            task,
            published: row.published.clone(),
            printed_runs: row.printed_runs.unwrap_or(self.printed_runs),
            seed: row.seed.unwrap_or(self.seed),
            normalisation: row.normalise.clone(),
            repeat: row.repeat.as_ref().or(self.repeat.as_ref()).unwrap_or(&Scale::ALL).clone(),
            games_per_second: row.games_per_second.or(self.games_per_second),
            explanation: row.explanation.clone(),
        })
    }
}

/// What a row says goes before what its series, or the row it is like, says, down to single values.
fn merged(common: &Table, own: &Table) -> Table {
    let mut merged = common.clone();
    for (key, value) in own {
        let value = match (merged.get(key), value) {
            (Some(Value::Table(below)), Value::Table(own)) => Value::Table(self::merged(below, own)),
            _ => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERIES: &str = r#"
        title = "A series"
        source = "a work"
        contest = { variant = "chess", games = 2 }
        [[row]]
        name = "first"
        what = "as it was"
        explanation = "Why it differs"
        games-per-second = 5
        contest.look = "depth=2"
        contest.players = [{ name = "a", values = [1.0] }, { name = "b", values = [2.0] }]
        published = [{ quantity = "score", value = 60.0 }]
        [[row]]
        name = "second"
        what = "looking further"
        like = "first"
        contest.look = "depth=3"
    "#;

    #[test]
    fn a_row_like_another_says_only_where_it_differs() {
        let rows = read("series", SERIES).unwrap();
        let [first, second] = &rows[..] else { panic!("two rows, not {}", rows.len()) };
        assert_eq!((second.name.as_str(), second.what.as_str()), ("series-second", "looking further"));
        assert_eq!((second.games_per_second, second.published.len()), (Some(5.0), 1));
        let settings = |row: &Row| match &row.task {
            RowTask::Tournament(settings) => format!("{settings:?}"),
            RowTask::Training(_) => panic!("{} is a tournament", row.name),
        };
        assert_eq!(settings(second), settings(first).replace("depth=2", "depth=3"));
        assert_ne!(settings(second), settings(first));
        assert_eq!(second.explanation, None, "what explains one row need not explain another");
    }

    #[test]
    fn a_row_like_none_before_it_is_refused() {
        for other in ["third", "second"] {
            let text = SERIES.replace(r#"like = "first""#, &format!(r#"like = "{other}""#));
            let problem = read("series", &text).unwrap_err();
            assert!(problem.to_string().contains("no earlier row is called that"), "{problem}");
        }
    }
}
