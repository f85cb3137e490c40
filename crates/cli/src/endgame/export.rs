//! `hetman endgame export`: a tree or a list of rules as a source file of another program.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hetman_endgame::DecisionTree;
use hetman_endgame::export::{LANGUAGES, Language, RuleSource};
use hetman_endgame::strategy::Strategy;
use hetman_lab::place::Place;
use hetman_rules::Quote;
use hetman_rules::quote::passage;

#[derive(clap::Args)]
pub struct ExportArguments {
    /// The tree or the rules, as `hetman endgame induce` writes them
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The language: rust, c or python
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    language: &'static Language,
    /// The source file, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn language(name: &str) -> anyhow::Result<&'static Language> {
    let unknown =
        || format!("nothing is written in '{}': choose one of {}", Quote::from(name), LANGUAGES.names().join(", "));
    LANGUAGES.find(name).with_context(unknown)
}

pub fn run(arguments: &ExportArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let text = source(&arguments.file, arguments.language)?;
    match &arguments.out {
        Some(file) => Ok(Place::named(file)?.write(text.as_bytes())?),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}

/// What the file is, its first line says.
fn source(file: &Path, language: &Language) -> anyhow::Result<String> {
    let name = || passage(file.display());
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", name()))?;
    let text = String::from_utf8_lossy(&bytes);
    let unusable = || format!("{} cannot be used", name());
    if text.starts_with("hetman rules") {
        let strategy: Strategy = text.parse().with_context(unusable)?;
        return Ok(language.write_rules(&RuleSource::of(&strategy).with_context(unusable)?));
    }
    Ok(language.write(&text.parse::<DecisionTree>().with_context(unusable)?))
}
