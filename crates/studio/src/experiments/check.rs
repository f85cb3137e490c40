//! From a wish to an experiment, with every file in it one of the library's.

use std::collections::BTreeMap;

use hetman_lab::Source;
use hetman_lab::experiment::Opponent;
use hetman_lab::folder::{self, write_atomically};
use hetman_rules::Quote;

use crate::presets::FAMILIES;
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::{NewExperiment, Number, Preset, Setting};
use crate::{library, presets};

/// What a wish comes to.
pub struct Planned {
    pub source: Source,
    pub preset: Option<String>,
    pub work: Option<String>,
    pub published: Vec<Number>,
}

pub fn plan(studio: &Studio, wish: &NewExperiment) -> Result<Planned, Problem> {
    let preset: Option<Preset> = wish.preset.as_deref().map(presets::find).transpose()?;
    let text = wish.toml.as_deref().or(preset.as_ref().map(|preset| preset.toml.as_str()));
    let source = match text {
        Some(text) if wish.settings.0.is_empty() => Source::new(text, &[])?,
        text => Source::of_settings(&merged(text.unwrap_or_default(), &wish.settings.0))?,
    };
    let source = with_files_of_the_library(studio, source)?;
    // Only an unchanged preset can be compared with what was printed.
    let is_the_printed_one =
        wish.toml.is_none() && wish.settings.0.keys().all(|key| matches!(key.as_str(), "name" | "seed"));
    let published = preset.as_ref().filter(|_| is_the_printed_one).map(|preset| preset.published.clone());
    Ok(Planned {
        source,
        work: preset.as_ref().and_then(|preset| preset.source.clone()),
        preset: preset.map(|preset| preset.name),
        published: published.unwrap_or_default(),
    })
}

/// The values of a text and those wished for, as `key=value`.
fn merged(text: &str, wished: &BTreeMap<String, Setting>) -> Vec<String> {
    let mut values = presets::settings(text).0;
    for key in wished.keys() {
        // Choosing another member drops the first.
        let family = FAMILIES.iter().find(|family| key.starts_with(**family));
        if let Some((family, member)) = family.and_then(|family| Some((family, member(family, key)?))) {
            values.retain(|other, _| self::member(family, other).is_none_or(|found| found == member));
        }
        let twin = match key.as_str() {
            "evaluation.net" => "evaluation.initial",
            "evaluation.initial" => "evaluation.net",
            _ => continue,
        };
        values.remove(twin);
    }
    values.extend(wished.clone());
    values.iter().map(|(key, value)| format!("{key}={}", in_toml(value))).collect()
}

/// `evaluation.model.` and `evaluation.model.linear.omega` make `linear`.
fn member<'a>(family: &str, key: &'a str) -> Option<&'a str> {
    key.strip_prefix(family)?.split('.').next()
}

fn in_toml(value: &Setting) -> String {
    match value {
        Setting::Flag(is_set) => is_set.to_string(),
        Setting::Number(number) => number.to_string(),
        // A list stays a list, a table a table; everything else is a word.
        Setting::Text(text) if text.trim_start().starts_with(['[', '{']) => text.clone(),
        Setting::Text(text) => format!("{text:?}"),
    }
}

/// Nets are named by their ids in the library, or by the paths that this makes of them.
fn with_files_of_the_library(studio: &Studio, source: Source) -> Result<Source, Problem> {
    let mut changes = Vec::new();
    if let Some(net) = &source.experiment.evaluation.net {
        let path = net_path(studio, &net.get_ref().display().to_string())?;
        changes.push(format!("evaluation.net={path:?}"));
    }
    if let Some(recorded) = &source.experiment.recorded {
        let path = collection_path(studio, &recorded.pgn.get_ref().display().to_string())?;
        changes.push(format!("recorded.pgn={path:?}"));
    }
    if let Some(Opponent::Player(spec)) = source.experiment.play.as_ref().map(|play| &play.opponent) {
        let of_library = spec.with_files(|file| net_path(studio, file))?;
        if of_library != *spec {
            changes.push(format!("play.opponent={:?}", of_library.to_string()));
        }
    }
    if changes.is_empty() { Ok(source) } else { Ok(Source::new(&source.text, &changes)?) }
}

/// A net's path from the data folder.
fn net_path(studio: &Studio, name: &str) -> Result<String, Problem> {
    let relative = |file: &library::NetFile| file.relative(&studio.data);
    let files = library::net_files(studio)?;
    let found = files.iter().find(|file| file.id == name || relative(file).as_deref() == Some(name));
    let unknown =
        || Problem::Unfit(format!("there is no net '{}' in the library: name one by its id", Quote::from(name)));
    found.and_then(relative).ok_or_else(unknown)
}

/// A collection's path from the data folder: only imported ones, and files of its folder `collections`, can be named. What
/// was imported is laid into that folder, so that the experiment can go on when the library forgets it.
fn collection_path(studio: &Studio, name: &str) -> Result<String, Problem> {
    let folder = studio.data.root().join("collections");
    let wanted = name.trim_start_matches("collections/");
    let mut files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    if files.any(|file| file == wanted) {
        return Ok(format!("collections/{wanted}"));
    }
    let Some((id, games)) = studio.collections.text(name)? else {
        let name = Quote::from(name.rsplit('/').next().unwrap_or_default());
        return Err(Problem::Unfit(format!(
            "there is no collection '{name}': import the games in the library, or put the file into the folder \
             'collections' of the data folder, and set recorded.pgn to its name"
        )));
    };
    let file = format!("imported-{id}.pgn");
    folder::make(&folder)?;
    write_atomically(&folder.join(&file), games.as_bytes())?;
    Ok(format!("collections/{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_member_of_a_family_replaces_the_first() {
        let text = include_str!("../../../../experiments/material-chess.toml");
        let wished = BTreeMap::from([
            ("learning.step.plain.rate".to_owned(), Setting::Number(0.1)),
            ("evaluation.model.network.hidden".to_owned(), Setting::Text("[3]".to_owned())),
            ("evaluation.model.network.squashing".to_owned(), Setting::Text("bipolar".to_owned())),
            ("evaluation.initial".to_owned(), Setting::Text("uniform_0.1".to_owned())),
            ("games".to_owned(), Setting::Number(7.0)),
        ]);
        let source = Source::of_settings(&merged(text, &wished)).unwrap();
        assert_eq!(source.experiment.games, 7);
        assert!(!source.text.contains("temporal") && !source.text.contains("omega"), "{}", source.text);
        assert!(source.text.contains("td-leaf"), "what was not wished otherwise stays");
    }
}
