//! `hetman positions info`: what a file holds.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use hetman_positions::{PositionFile, ScoredPosition};
use hetman_rules::shakmaty::KnownOutcome;
use serde_json::json;

use super::{FilterArguments, open, progress_bar};

#[derive(clap::Args)]
pub struct InfoArguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    filters: FilterArguments,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// Games by result, and positions by what becomes of them.
#[derive(Default)]
struct Tally {
    /// White's wins, draws, Black's wins.
    results: [u64; 3],
    unknown: u64,
    positions: u64,
    of_use: u64,
    left_out: BTreeMap<&'static str, u64>,
    damaged: u64,
}

pub fn run(arguments: &InfoArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let file = open(&arguments.file)?;
    let tally = tally(&file, |here| arguments.filters.filters.reason_against(here));
    let Tally { results: [white, draws, black], unknown, positions, of_use, ref left_out, damaged } = tally;
    let head = file.head();
    if arguments.json {
        let answer = json!({
            "variant": head.variant, "program": head.program, "source": head.source,
            "games": file.games(), "half_moves": file.half_moves(), "blocks": file.blocks(),
            "white_wins": white, "draws": draws, "black_wins": black, "without_result": unknown,
            "positions": positions, "of_use": of_use, "left_out": left_out,
            "damaged_games": damaged, "damaged_places": file.damages().len(), "unfinished_bytes": file.unfinished_bytes(),
        });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    writeln!(output, "{} by {}: {}", head.variant, head.program, head.source)?;
    let games = file.games();
    writeln!(
        output,
        "{games} games: {white} won by White, {draws} drawn, {black} won by Black, {unknown} without result"
    )?;
    writeln!(output, "{positions} positions, {of_use} of use with the filters {}", arguments.filters.filters)?;
    for (rule, count) in left_out {
        writeln!(output, "{count} left out by {rule}")?;
    }
    if damaged > 0 || !file.damages().is_empty() {
        let places = file.damages().len();
        writeln!(
            output,
            "damaged: {damaged} games, and {places} places without a block; `hetman positions check` names them"
        )?;
    }
    match file.unfinished_bytes() {
        0 => Ok(()),
        bytes => Ok(writeln!(output, "the last {bytes} bytes belong to a block that is not finished")?),
    }
}

fn tally(file: &PositionFile, reason: impl Fn(&ScoredPosition) -> Option<&'static str>) -> Tally {
    let bar = progress_bar(file.games() as u64, "games");
    let mut tally = Tally::default();
    for game in bar.wrap_iter(file.iter()) {
        let Ok(game) = game else {
            tally.damaged += 1;
            continue;
        };
        match game.result() {
            None => tally.unknown += 1,
            Some(KnownOutcome::Draw) => tally.results[1] += 1,
            Some(KnownOutcome::Decisive { winner }) => tally.results[winner.fold_wb(0, 2)] += 1,
        }
        for here in game.positions().flatten() {
            tally.positions += 1;
            match reason(&here) {
                None => tally.of_use += 1,
                Some(rule) => *tally.left_out.entry(rule).or_default() += 1,
            }
        }
    }
    tally
}
