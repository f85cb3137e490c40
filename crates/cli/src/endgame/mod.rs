//! `hetman endgame`: what is known of small endings, what can be learned of it, and how well it plays. Each command is a
//! file.

mod attributes;
mod dataset;
mod explain;
mod export;
mod induce;
mod lesson;
mod play;
mod probe;
mod prove;
mod rules;
mod table;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use hetman_arena::endgames;
use hetman_endgame::{Material, Progress, Tables};
use hetman_lab::endgames::{EndgameObserver, Obtained, obtain};
use hetman_rules::shakmaty::Color;
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Subcommand)]
pub enum EndgameCommand {
    /// Work out the table of an ending, and of all that it leads to
    Table(table::TableArguments),
    /// Tell what becomes of a position with best play
    Probe(probe::ProbeArguments),
    /// Print the manual of the attributes
    Attributes,
    /// Write the positions of an ending with their attributes and their distance to mate
    Dataset(dataset::DatasetArguments),
    /// Learn an ending from its table, and tell how large and how exact that is
    Induce(induce::InduceArguments),
    /// Play an ending out many times and tell how well
    Play(play::PlayArguments),
    /// Prove by playing everything out that rules win an ending, or show where they do not
    Prove(prove::ProveArguments),
    /// Tell why a tree classifies a position as it does, or which rules speak there; or what all rules say and do
    Explain(explain::ExplainArguments),
    /// Write a tree as a source file that depends on nothing
    Export(export::ExportArguments),
}

pub fn run(command: &EndgameCommand, output: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        EndgameCommand::Table(arguments) => table::run(arguments, output),
        EndgameCommand::Probe(arguments) => probe::run(arguments, output),
        EndgameCommand::Attributes => attributes::run(output),
        EndgameCommand::Dataset(arguments) => dataset::run(arguments, output),
        EndgameCommand::Induce(arguments) => induce::run(arguments, output),
        EndgameCommand::Play(arguments) => play::run(arguments, output),
        EndgameCommand::Prove(arguments) => prove::run(arguments, output),
        EndgameCommand::Explain(arguments) => explain::run(arguments, output),
        EndgameCommand::Export(arguments) => export::run(arguments, output),
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// What every command takes that needs tables.
#[derive(clap::Args)]
pub struct TableSource {
    /// Where tables are kept, and put when they are not there yet
    #[arg(long, value_name = "DIR", default_value = endgames::FOLDER)]
    pub data: PathBuf,
    /// Threads, instead of one for each core; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl TableSource {
    /// The tables of an ending and of all that it leads to, and how they came to be there.
    pub fn tables(&self, material: Material) -> anyhow::Result<(Tables, Vec<Obtained>)> {
        let bar = BuildBar::default();
        let obtained = obtain(&self.data, material, self.threads(), &bar);
        bar.bar.finish_and_clear();
        Ok(obtained?)
    }

    fn threads(&self) -> NonZeroUsize {
        let chosen = self.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
        chosen.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// How far a table is, in a terminal and nowhere else.
struct BuildBar {
    bar: ProgressBar,
}

impl Default for BuildBar {
    fn default() -> BuildBar {
        let style = ProgressStyle::with_template("{msg} {bar:40} {percent} %, at most {eta} left");
        BuildBar { bar: ProgressBar::new(1).with_style(style.expect("the template is well formed")) }
    }
}

impl EndgameObserver for BuildBar {
    fn begin(&self, material: Material) -> &dyn Progress {
        self.bar.reset();
        self.bar.set_message(material.to_string());
        self
    }
}

impl Progress for BuildBar {
    fn advance(&self, done: u64, of: u64) {
        self.bar.set_length(of);
        self.bar.set_position(done);
    }
}
