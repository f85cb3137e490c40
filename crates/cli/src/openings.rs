//! `hetman openings`: makes balanced openings for matches, by chance and a short search.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use hetman_arena::openings::{OpeningBook, OpeningSettings};
use hetman_lab::folder::write_atomically;
use hetman_rules::Ruleset;
use indicatif::{ProgressBar, ProgressStyle};

/// Numbers that are tried for each opening that is wanted.
const TRIES: u64 = 20;

#[derive(clap::Args)]
pub struct OpeningsArguments {
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "VARIANT", default_value = "chess")]
    variant: Ruleset,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// Random half-moves from the start
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=40))]
    plies: u16,
    /// How far either side may be ahead, as a short search with what ships for the variant sees it
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 40)]
    balanced: u32,
    /// What is left to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write them into this file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &OpeningsArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let OpeningsArguments { variant, count, plies, balanced, seed, .. } = arguments;
    let text = openings(arguments)?;
    let recipe = format!(
        "# hetman openings --variant {variant} --count {count} --plies {plies} --balanced {balanced} --seed {seed}\n"
    );
    match &arguments.out {
        Some(file) => write_atomically(file, (recipe + &text).as_bytes())?,
        None => output.write_all((recipe + &text).as_bytes())?,
    }
    Ok(())
}

/// The positions, one to a line, all different.
fn openings(arguments: &OpeningsArguments) -> anyhow::Result<String> {
    let settings = OpeningSettings {
        random_plies: arguments.plies.into(),
        balanced: Some(arguments.balanced),
        seed: arguments.seed,
        ..OpeningSettings::default()
    };
    let book = OpeningBook::load(arguments.variant, &settings)?;
    let style =
        ProgressStyle::with_template("{bar:40} {pos} of {len}, {eta} left").expect("the template is well formed");
    let bar = ProgressBar::new(arguments.count).with_style(style);
    let (mut text, mut seen) = (String::new(), BTreeSet::new());
    for number in 0..arguments.count.saturating_mul(TRIES) {
        let fen = book.balanced_opening(number).map(|opening| opening.position().fen());
        if let Some(fen) = fen.filter(|fen| seen.insert(fen.clone())) {
            writeln!(text, "{fen}")?;
            bar.inc(1);
        }
        if seen.len() as u64 == arguments.count {
            bar.finish_and_clear();
            return Ok(text);
        }
    }
    bar.finish_and_clear();
    bail!(
        "only {} such openings were found: allow a larger lead (--balanced), or more half-moves (--plies)",
        seen.len()
    )
}
