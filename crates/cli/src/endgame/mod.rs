//! `hetman endgame`: what is known of endings with few pieces, what can be learned of it, and how well it plays.

mod attributes;
mod dataset;
mod explain;
mod export;
mod induce;
mod lesson;
mod play;
mod prove;
pub mod reproduce;
mod rules;

use std::io::Write;

#[derive(clap::Subcommand)]
pub enum EndgameCommand {
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
        EndgameCommand::Attributes => attributes::run(output),
        EndgameCommand::Dataset(arguments) => dataset::run(arguments, output),
        EndgameCommand::Induce(arguments) => induce::run(arguments, output),
        EndgameCommand::Play(arguments) => play::run(arguments, output),
        EndgameCommand::Prove(arguments) => prove::run(arguments, output),
        EndgameCommand::Explain(arguments) => explain::run(arguments, output),
        EndgameCommand::Export(arguments) => export::run(arguments, output),
    }
}
