//! `hetman endgame table`: works out a table, and tells what is in it.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use hetman_endgame::{Counts, Material, Outcome, Table};
use hetman_lab::endgames::Obtained;
use hetman_rules::shakmaty::Color;
use serde_json::{Value, json};

use super::{TableSource, name};

#[derive(clap::Args)]
pub struct TableArguments {
    /// The pieces of one side after its king, then those of the other: KRK, KBNK, KQKR, KRKP
    #[arg(value_name = "MATERIAL")]
    material: Material,
    #[command(flatten)]
    source: TableSource,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &TableArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, obtained) = arguments.source.tables(arguments.material)?;
    let table = tables.get(arguments.material).context("the table was made, and is not there")?;
    let (last, before) = obtained.split_last().context("an ending is one of those that it leads to")?;
    let summary = Summary::of(table);
    if arguments.json {
        writeln!(output, "{}", summary.as_json(table, last))?;
        return Ok(());
    }
    for other in before.iter().filter(|other| other.built_in.is_some()) {
        writeln!(output, "{}: {}, {} bytes", other.material, made(other), other.file_bytes)?;
    }
    for (color, counts) in [(Color::White, &summary.white), (Color::Black, &summary.black)] {
        writeln!(output, "{}, {} to move: {}", table.material(), name(color), in_words(counts))?;
    }
    writeln!(
        output,
        "{}: {}; {} bytes of file, {} of memory; {} positions of {} bits are {} bytes",
        table.material(),
        made(last),
        last.file_bytes,
        table.size(),
        summary.positions(),
        summary.bits(),
        summary.packed_bytes(),
    )?;
    Ok(())
}

/// What is in a table, with either side to move.
struct Summary {
    white: Counts,
    black: Counts,
}

impl Summary {
    fn of(table: &Table) -> Summary {
        Summary { white: table.counts(Color::White), black: table.counts(Color::Black) }
    }

    fn positions(&self) -> u64 {
        self.white.positions() + self.black.positions()
    }

    /// Enough to tell all that positions come to from each other.
    fn bits(&self) -> u32 {
        let outcomes: BTreeSet<&Outcome> = self.white.0.keys().chain(self.black.0.keys()).collect();
        outcomes.len().next_power_of_two().trailing_zeros()
    }

    /// What a file would have that holds every position in equally many bits.
    fn packed_bytes(&self) -> u64 {
        (self.positions() * u64::from(self.bits())).div_ceil(8)
    }

    fn as_json(&self, table: &Table, obtained: &Obtained) -> Value {
        json!({
            "material": table.material().to_string(),
            "white_to_move": counts_as_json(&self.white),
            "black_to_move": counts_as_json(&self.black),
            "seconds": obtained.built_in.as_ref().map(Duration::as_secs_f64),
            "file_bytes": obtained.file_bytes,
            "memory_bytes": table.size(),
            "packed_bytes": self.packed_bytes(),
        })
    }
}

fn in_words(counts: &Counts) -> String {
    let within = |moves: Option<u32>| moves.map_or_else(String::new, |moves| format!(" (mate in {moves} at most)"));
    format!(
        "{} positions, {} won{}, {} drawn, {} lost{}",
        counts.positions(),
        counts.wins(),
        within(counts.longest_win()),
        counts.draws(),
        counts.losses(),
        within(counts.longest_loss()),
    )
}

fn made(obtained: &Obtained) -> String {
    match obtained.built_in {
        Some(time) => format!("worked out in {:.2} s", time.as_secs_f64()),
        None => "read".to_owned(),
    }
}

fn counts_as_json(counts: &Counts) -> Value {
    json!({
        "positions": counts.positions(),
        "wins": counts.wins(),
        "draws": counts.draws(),
        "losses": counts.losses(),
        "longest_win": counts.longest_win(),
        "longest_loss": counts.longest_loss(),
    })
}
