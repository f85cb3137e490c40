//! `hetman endgame export`: a tree as a source file of another program.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use hetman_endgame::export::{LANGUAGES, Language};
use hetman_lab::place::Place;
use hetman_rules::Quote;

use super::explain::read_any_tree;

#[derive(clap::Args)]
pub struct ExportArguments {
    /// The tree, as `hetman endgame induce` writes it
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
        || format!("no tree is written in '{}': choose one of {}", Quote::from(name), LANGUAGES.names().join(", "));
    LANGUAGES.find(name).with_context(unknown)
}

pub fn run(arguments: &ExportArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let text = (arguments.language.write)(&read_any_tree(&arguments.file)?);
    match &arguments.out {
        Some(file) => Ok(Place::named(file)?.write(text.as_bytes())?),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}
