//! A series as its file describes it, and the rows that come of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::claim::Published;
use crate::numbers::NumbersSettings;
use crate::tournament::TournamentSettings;
use crate::training::TrainingSettings;

/// What a row is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Repeats what was published, as the one row that does: only its claims are counted.
    #[default]
    Repetition,
    /// Another row with one thing changed.
    Control,
    /// Was tried, after results were known; it is kept in the archive and counts for nothing.
    Exploration,
    /// Says how strong what ships is, by bars of our own.
    Strength,
}

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
    /// The page of the details.
    pub page: String,
    /// The same and the row.
    pub source: String,
    pub what: String,
    pub role: Role,
    /// The row that a control changes.
    pub base: Option<String>,
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
    /// What numbers of the archive, named in braces, say about the difference.
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
    Numbers(NumbersSettings),
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
    page: String,
    #[serde(default)]
    role: Role,
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
    #[serde(default)]
    numbers: Table,
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
    numbers: Option<Table>,
    normalise: Option<Normalisation>,
    repeat: Option<Scale>,
    explanation: Option<String>,
    #[serde(default)]
    published: Vec<Published>,
    #[serde(default)]
    vary: Vec<Axis>,
}

/// What a row is about: of these three it has one.
#[derive(PartialEq)]
struct TaskTables {
    experiment: Option<Table>,
    contest: Option<Table>,
    numbers: Option<Table>,
}

/// One thing changed: a key of the row's own table, and the value it gets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Axis {
    name: String,
    what: String,
    key: String,
    value: Value,
    repeat: Option<Scale>,
}

fn one() -> u64 {
    1
}

/// The rows of a series' file, each followed by its controls, or what is wrong with it.
pub fn read(series: &str, text: &str) -> Result<Vec<Row>, String> {
    let file: SeriesFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for row in &file.row {
        rows.push(file.row(series, row)?);
        for axis in &row.vary {
            rows.push(file.control(series, row, axis)?);
        }
    }
    Ok(rows)
}

impl SeriesFile {
    fn row(&self, series: &str, row: &RowFile) -> Result<Row, String> {
        let name = format!("{series}-{}", row.name);
        let task = self.task(&name, &row.tables())?;
        Ok(Row {
            name,
            series: series.to_owned(),
            title: self.title.clone(),
            work: self.source.clone(),
            page: self.page.clone(),
            source: format!("{}, {}", self.source, row.name),
            what: row.what.clone(),
            role: self.role,
            base: None,
            task,
            published: row.published.clone(),
            printed_runs: self.printed_runs,
            seed: self.seed,
            normalisation: row.normalise.clone(),
            repeat: row.repeat.as_ref().or(self.repeat.as_ref()).unwrap_or(&Scale::ALL).clone(),
            games_per_second: row.games_per_second.or(self.games_per_second),
            explanation: row.explanation.clone(),
        })
    }

    fn control(&self, series: &str, row: &RowFile, axis: &Axis) -> Result<Row, String> {
        let model = self.row(series, row)?;
        let name = format!("{}-{}", model.name, axis.name);
        let change = axis
            .key
            .rsplit('.')
            .fold(axis.value.clone(), |value, key| Value::Table(Table::from_iter([(key.to_owned(), value)])));
        let changed = |kind: &str, own: &Option<Table>| {
            Some(merged(own.as_ref()?, change.get(kind).and_then(Value::as_table).unwrap_or(&Table::new())))
        };
        let own = row.tables();
        let tables = TaskTables {
            experiment: changed("experiment", &own.experiment),
            contest: changed("contest", &own.contest),
            numbers: changed("numbers", &own.numbers),
        };
        if tables == own {
            return Err(format!("control {name} changes nothing: {} is no other value of that row", axis.key));
        }
        Ok(Row {
            task: self.task(&name, &tables)?,
            source: format!("{}-{}", model.source, axis.name),
            what: format!("{}: {}", row.what, axis.what),
            role: Role::Control,
            base: Some(model.name.clone()),
            repeat: axis.repeat.clone().unwrap_or(model.repeat.clone()),
            explanation: None,
            name,
            ..model
        })
    }

    fn task(&self, name: &str, tables: &TaskTables) -> Result<RowTask, String> {
        let problem = |error: &dyn std::fmt::Display| format!("row {name}: {error}");
        match (&tables.experiment, &tables.contest, &tables.numbers) {
            (Some(own), None, None) => TrainingSettings::new(name, merged(&self.experiment, own))
                .map(RowTask::Training)
                .map_err(|error| problem(&error)),
            (None, Some(own), None) => Value::Table(merged(&self.contest, own))
                .try_into()
                .map(RowTask::Tournament)
                .map_err(|error| problem(&error)),
            (None, None, Some(own)) => {
                NumbersSettings::read(merged(&self.numbers, own)).map(RowTask::Numbers).map_err(|error| problem(&error))
            }
            _ => Err(problem(&"needs either an experiment, a contest or numbers")),
        }
    }
}

impl RowFile {
    fn tables(&self) -> TaskTables {
        let RowFile { experiment, contest, numbers, .. } = self;
        TaskTables { experiment: experiment.clone(), contest: contest.clone(), numbers: numbers.clone() }
    }
}

/// What a row says goes before what its series says, down to single values.
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
        page = "2008"
        contest = { variant = "chess", games = 2 }
        [[row]]
        name = "first"
        what = "as it was"
        explanation = "Why it differs"
        games-per-second = 5
        contest.look = "depth=2"
        contest.players = [{ name = "a", values = [1.0] }, { name = "b", values = [2.0] }]
        published = [{ quantity = "score", value = 60.0 }]
        vary = [{ name = "deep", key = "contest.look", value = "depth=3", what = "looking further" }]
    "#;

    #[test]
    fn a_control_is_its_row_with_one_thing_changed() {
        let rows = read("series", SERIES).unwrap();
        let [first, second] = &rows[..] else { panic!("two rows, not {}", rows.len()) };
        assert_eq!((second.name.as_str(), second.what.as_str()), ("series-first-deep", "as it was: looking further"));
        assert_eq!((second.role, second.base.as_deref()), (Role::Control, Some("series-first")));
        assert_eq!((second.games_per_second, second.published.len()), (Some(5.0), 1));
        let settings = |row: &Row| match &row.task {
            RowTask::Tournament(settings) => format!("{settings:?}"),
            _ => panic!("{} is a tournament", row.name),
        };
        assert_eq!(settings(second), settings(first).replace("depth=2", "depth=3"));
        assert_ne!(settings(second), settings(first));
        assert_eq!(second.explanation, None, "what explains one row need not explain another");
    }

    #[test]
    fn a_control_that_changes_nothing_is_refused() {
        for same in [r#"value = "depth=2""#, r#"value = "depth=3", key = "experiment.look""#] {
            let key = if same.contains("experiment") { "" } else { r#"key = "contest.look", "# };
            let text = SERIES.replace(r#"key = "contest.look", value = "depth=3""#, &format!("{key}{same}"));
            let problem = read("series", &text).unwrap_err();
            assert!(problem.contains("changes nothing"), "{problem}");
        }
    }
}
