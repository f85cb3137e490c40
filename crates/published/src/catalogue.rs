//! Every published row, by name. The files are part of the program, so that it can repeat them anywhere.

use std::sync::LazyLock;

use hetman_rules::Quote;

use crate::Row;
use crate::series;

/// A file of `experiments/published/` by its name.
macro_rules! series {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../experiments/published/", $name, ".toml")))),+]
    };
}

/// In the order of the works.
const SERIES: &[(&str, &str)] = series![
    "region2005",
    "td2006",
    "td2006-krk",
    "neuralchess-5.1",
    "neuralchess-5.2",
    "neuralchess-5.3",
    "neuralchess-5.4",
    "neuralchess-5.5",
    "variants-small",
    "variants-large",
    "variants-6.2",
    "variants-6.4",
    "variants-6.6",
    "variants-6.7",
    "alterego",
    "special14",
    "beal-smith",
    "giraffe-search",
    "giraffe-strength",
    "shipped",
];

/// For all there are.
const ALL: &str = "all";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no published experiment is called '{name}': {hint}`hetman reproduce list` names them")]
pub struct UnknownName {
    pub name: Quote,
    hint: String,
}

pub struct Catalogue {
    pub rows: Vec<Row>,
}

impl Catalogue {
    /// Read when it is asked for first.
    pub fn built_in() -> &'static Catalogue {
        static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
            let rows = SERIES.iter().flat_map(|(name, text)| {
                series::read(name, text)
                    .unwrap_or_else(|problem| unreachable!("the series {name}: {problem}; a test reads all of them"))
            });
            Catalogue { rows: rows.collect() }
        });
        &BUILT_IN
    }

    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// The place of a row in the order of the works.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    /// The rows that a name means: one, those of a series, or all.
    pub fn find(&self, name: &str) -> Result<Vec<&Row>, UnknownName> {
        let is_meant = |row: &&Row| {
            name.eq_ignore_ascii_case(ALL)
                || row.series.eq_ignore_ascii_case(name)
                || row.name.eq_ignore_ascii_case(name)
        };
        let rows: Vec<&Row> = self.rows.iter().filter(is_meant).collect();
        if rows.is_empty() { Err(self.unknown(name)) } else { Ok(rows) }
    }

    /// Half a name is answered with what it may have been.
    fn unknown(&self, name: &str) -> UnknownName {
        let lower = name.to_ascii_lowercase();
        let likely = |row: &&Row| !lower.is_empty() && row.name.to_ascii_lowercase().contains(&lower);
        let hint = self.rows.iter().find(likely).map_or_else(String::new, |row| format!("{} is one, and ", row.name));
        UnknownName { name: name.into(), hint }
    }
}
