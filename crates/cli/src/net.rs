//! `hetman net`: what is in a net's file, the mean of a run's nets, and its course of learning.

mod course;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hetman_eval::nnue::Shape;
use hetman_eval::{AnyEvaluator, Net, Network};
use hetman_lab::averaging::average;
use hetman_lab::folder::write_atomically;
use hetman_rules::quote::passage;
use serde_json::json;

#[derive(clap::Args)]
pub struct NetArguments {
    #[command(subcommand)]
    task: NetCommand,
}

#[derive(clap::Subcommand)]
enum NetCommand {
    /// Tell what a net plays, what it sees, and where it comes from
    Info {
        file: PathBuf,
        /// Answer with one JSON object, the weights included
        #[arg(long)]
        json: bool,
    },
    /// Average the weights at the ends of a run's last windows
    Average {
        /// The folder that `hetman train` has made
        run: PathBuf,
        /// Which of its runs
        #[arg(long, value_name = "K", default_value_t = 1)]
        number: u64,
        /// Windows to average, instead of the later half
        #[arg(long, value_name = "N")]
        last: Option<usize>,
        /// The net's new file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Keep a run's net as it was at a dozen moments, and how strong it was then
    Course {
        #[command(subcommand)]
        task: course::CourseCommand,
    },
}

pub fn run(arguments: &NetArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    match &arguments.task {
        NetCommand::Course { task } => course::run(task, output),
        NetCommand::Info { file, json } => info(file, *json, output),
        NetCommand::Average { run, number, last, out } => {
            let net = average(run, *number, *last)?;
            write_atomically(out, &net.to_bytes(&Default::default()))?;
            Ok(writeln!(output, "{}: {}", out.display(), in_words(&net))?)
        }
    }
}

fn info(file: &Path, as_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let bytes = bytes_of(file)?;
    if let (_, AnyEvaluator::Network(network)) = AnyEvaluator::from_bytes(&bytes).with_context(|| unusable(file))? {
        return network_info(&network, as_json, output);
    }
    let net = net_of(&bytes, file)?;
    if as_json {
        let weights: serde_json::Map<_, _> = net
            .parameter_names()
            .into_iter()
            .zip(net.model().parameters())
            .map(|(name, &w)| (name, json!(w)))
            .collect();
        let answer = json!({
            "variant": net.variant().to_string(),
            "features": net.features().to_string(),
            "games_seen": net.provenance.games_seen,
            "parent": net.provenance.parent,
            "recipe": net.provenance.recipe,
            "weights": weights,
        });
        return Ok(writeln!(output, "{answer}")?);
    }
    writeln!(output, "{}", in_words(&net))?;
    if let Some(parent) = &net.provenance.parent {
        writeln!(output, "learned on from {parent}")?;
    }
    Ok(writeln!(output, "{}", net.provenance.recipe)?)
}

fn read(file: &Path) -> anyhow::Result<Net> {
    net_of(&bytes_of(file)?, file)
}

fn net_of(bytes: &[u8], file: &Path) -> anyhow::Result<Net> {
    let (net, _) = Net::from_bytes(bytes).with_context(|| unusable(file))?;
    Ok(net)
}

fn bytes_of(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("{} cannot be read", passage(file.display())))
}

fn unusable(file: &Path) -> String {
    format!("{} cannot be used", passage(file.display()))
}

/// Of an efficiently updatable network; its weights are too many to tell.
fn network_info(network: &Network, as_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let Shape { variant, kings, hidden, outputs } = network.shape();
    let (inputs, provenance) = (network.shape().inputs(), &network.provenance);
    if as_json {
        let answer = json!({
            "variant": variant.to_string(),
            "inputs": inputs,
            "kings": kings.name(),
            "hidden": hidden,
            "outputs": outputs,
            "centipawns_per_log_odds": network.scale(),
            "games_seen": provenance.games_seen,
            "parent": provenance.parent,
            "recipe": provenance.recipe,
            "notes": provenance.notes,
        });
        return Ok(writeln!(output, "{answer}")?);
    }
    let games = provenance.games_seen;
    writeln!(
        output,
        "{variant}, ({inputs}-{hidden})x2-1, {outputs} output buckets, kings {}, learned from {games} games",
        kings.name()
    )?;
    if let Some(parent) = &provenance.parent {
        writeln!(output, "learned on from {parent}")?;
    }
    for (key, value) in &provenance.notes {
        writeln!(output, "{key}: {value}")?;
    }
    Ok(writeln!(output, "{}", provenance.recipe)?)
}

fn in_words(net: &Net) -> String {
    let (variant, features, games) = (net.variant(), net.features(), net.provenance.games_seen);
    let averaged = net.provenance.notes.get("averaged-windows");
    let averaged = averaged.map(|windows| format!(", the mean of {windows} windows")).unwrap_or_default();
    format!(
        "{variant}, {features}, {} parameters, learned from {games} games{averaged}",
        net.model().parameters().len()
    )
}
