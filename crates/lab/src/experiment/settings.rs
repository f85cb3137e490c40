//! `--set learning.lambda=0.7`: changes to an experiment without another file.

use toml::{Table, Value};

use super::ExperimentError;

/// The text with the settings applied. Comments and order are lost, which only a record of the run will see.
pub fn apply(text: &str, settings: &[String]) -> Result<String, ExperimentError> {
    let mut table: Table = text.parse().map_err(|error| ExperimentError::of_toml(text, &error))?;
    for setting in settings {
        let wrong =
            |message: &str| ExperimentError::Setting { setting: setting.as_str().into(), message: message.to_owned() };
        let (key, value) = setting.split_once('=').ok_or_else(|| wrong("write key=value"))?;
        let path: Vec<&str> = key.trim().split('.').collect();
        let value = value_of(value.trim()).ok_or_else(|| wrong("write one value, on one line"))?;
        set(&mut table, &path, value).ok_or_else(|| wrong("there is no such table"))?;
    }
    toml::to_string(&table)
        .map_err(|error| ExperimentError::Setting { setting: settings.join(" ").into(), message: error.to_string() })
}

/// A number, a truth value or a list as TOML writes them, and a word without the quotation marks a shell eats; `None` where
/// more than a value is written.
fn value_of(text: &str) -> Option<Value> {
    let Ok(mut table) = format!("value = {text}").parse::<Table>() else {
        return (!text.contains(['\n', '\r'])).then(|| Value::String(text.to_owned()));
    };
    let value = table.remove("value");
    value.filter(|_| table.is_empty())
}

fn set(table: &mut Table, path: &[&str], value: Value) -> Option<()> {
    let (key, below) = path.split_first()?;
    if below.is_empty() {
        table.insert((*key).to_owned(), value);
        return Some(());
    }
    let next = table.entry((*key).to_owned()).or_insert_with(|| Value::Table(Table::new()));
    set(next.as_table_mut()?, below, value)
}
