//! `hetman positions`: files of games with scores. Each command is a file.

mod check;
mod export;
mod import;
mod info;

use std::io::Write;
use std::path::Path;

use hetman_positions::{Filters, PositionFile};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Subcommand)]
pub enum PositionsCommand {
    /// Make a position file of games in text or PGN
    Import(import::ImportArguments),
    /// Tell what a position file holds, and what filters leave of it
    Info(info::InfoArguments),
    /// Write games or positions for other programs
    Export(export::ExportArguments),
    /// Look at every block and play every move of a position file
    Check(check::CheckArguments),
}

pub fn run(command: &PositionsCommand, output: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        PositionsCommand::Import(arguments) => import::run(arguments, output),
        PositionsCommand::Info(arguments) => info::run(arguments, output),
        PositionsCommand::Export(arguments) => export::run(arguments, output),
        PositionsCommand::Check(arguments) => check::run(arguments, output),
    }
}

/// What every command takes that chooses positions.
#[derive(clap::Args)]
pub struct FilterArguments {
    /// Which positions to leave out: names between commas, early=16, large=2000 and draws=300 with their numbers; or none
    #[arg(long, value_name = "RULES", default_value_t)]
    filters: Filters,
}

/// How far something is, in a terminal and nowhere else.
fn progress_bar(length: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left");
    ProgressBar::new(length).with_style(ProgressStyle::with_template(&template).expect("the template is well formed"))
}

fn open(path: &Path) -> anyhow::Result<PositionFile> {
    Ok(PositionFile::open(path)?)
}
