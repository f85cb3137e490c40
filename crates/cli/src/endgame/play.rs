//! `hetman endgame play`: how well somebody plays an ending, from many positions or from all, measured by its table.

use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::bail;
use hetman_arena::conversion::{Conversion, ConversionDescription, ConversionReport, Participant, won_positions};
use hetman_arena::{Local, Switches, notice};
use hetman_endgame::Material;
use serde_json::json;

use super::lesson::{progress_bar, tables, threads};
use crate::interrupt::stop_on_interrupt;

#[derive(clap::Args)]
pub struct PlayArguments {
    /// The ending, like KRK or KBNK
    #[arg(value_name = "MATERIAL")]
    material: Material,
    /// Who has the stronger side, like tree:FILE, tree:FILE,canonical, hetman:depth=1, or best (by the exact table)
    #[arg(long, value_name = "PLAYER")]
    player: Participant,
    /// Who defends: best, random, king (king:distance=king-moves in the work of 2006), or any other player
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    against: Participant,
    /// How many won positions with White to move, drawn by chance and none twice, or all
    #[arg(long, value_name = "N", default_value = "1000")]
    positions: Wanted,
    /// What is left to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug)]
struct Wanted(Option<usize>);

impl FromStr for Wanted {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Wanted, &'static str> {
        match word.parse() {
            _ if word == "all" => Ok(Wanted(None)),
            Ok(count) if count > 0 => Ok(Wanted(Some(count))),
            _ => Err("choose a number of positions, or all"),
        }
    }
}

pub fn run(arguments: &PlayArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let PlayArguments { material, player, against, positions, seed, json } = arguments;
    let tables = Arc::new(tables(*material)?);
    let description = ConversionDescription { player: player.clone(), against: against.clone(), seed: *seed };
    let conversion = Conversion { description: &description, tables: &tables };
    conversion.check_players()?;
    let positions = won_positions(tables.get(*material).expect("it was built"), positions.0, *seed);
    if positions.is_empty() {
        bail!("White wins no position of {material}: there is nothing to play for");
    }
    let wanted = positions.len();
    let bar = progress_bar("games", wanted as u64);
    let stop = stop_on_interrupt()?;
    let stop = || stop.load(Ordering::Relaxed);
    let switches = Switches { close: &stop, abandon: &stop };
    let executor = Local { threads: threads().get() };
    let games = conversion.play(positions, &executor, switches, |played| bar.set_position(played as u64));
    bar.finish_and_clear();
    let games = games?;
    if games.len() < wanted {
        notice(format!("stopped after {} of {wanted} positions", games.len()));
    }
    let report = ConversionReport::of(&games);
    if *json {
        let answer = json!({
            "material": material.to_string(),
            "player": player.to_string(),
            "against": against.to_string(),
            "seed": seed,
            "report": report,
        });
        return Ok(writeln!(output, "{answer}")?);
    }
    writeln!(
        output,
        "{material}: {player} against {against}, {} won positions with White to move, seed {seed}",
        games.len()
    )?;
    Ok(write!(output, "{report}")?)
}
