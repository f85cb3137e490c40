//! `hetman positions import`: games in text or PGN become a position file.

use std::fs::{self, File};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hetman_arena::notice;
use hetman_lab::position_store::PositionStore;
use hetman_positions::import::{ImportError, PgnGames, TextGames};
use hetman_positions::{Head, ScoredGame};
use hetman_rules::Variant;
use hetman_rules::pgn::decompressed;
use serde_json::json;

use super::progress_bar;
use crate::train::REVISION;

/// Nobody looks for one game among them, and the fewer blocks the better.
const GAMES_PER_BLOCK: usize = 256;

#[derive(clap::Args)]
pub struct ImportArguments {
    /// The file to make
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// PGN with evaluations (`.pgn`), or lines `FEN | result | move score move score ... | ending`; packed with gzip,
    /// Zstandard or xz, or plain
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The game: chess, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "VARIANT", default_value_t)]
    variant: Variant,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Default)]
struct Imported {
    games: u64,
    half_moves: u64,
    left_out: u64,
}

pub fn run(arguments: &ImportArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.out.exists() {
        bail!("{} is there already: choose another name", arguments.out.display());
    }
    let names: Vec<String> = arguments.files.iter().map(|file| file.display().to_string()).collect();
    let program = format!("hetman {REVISION}");
    let head = Head { variant: arguments.variant, program, source: json!({ "imported": names }) };
    let unfinished = arguments.out.with_added_extension("part");
    let made = import(arguments, &head, &unfinished);
    if made.is_err() {
        // What is half done would only lie about.
        let _ = fs::remove_file(&unfinished);
    }
    let Imported { games, half_moves, left_out } = made?;
    let bytes = fs::metadata(&arguments.out)?.len();
    if arguments.json {
        let answer = json!({ "games": games, "half_moves": half_moves, "left_out": left_out, "bytes": bytes });
        writeln!(output, "{answer}")?;
    } else {
        writeln!(output, "{games} games, {half_moves} half-moves, {bytes} bytes; {left_out} games could not be read")?;
    }
    Ok(())
}

fn import(arguments: &ImportArguments, head: &Head, unfinished: &Path) -> anyhow::Result<Imported> {
    let mut store = PositionStore::begin(unfinished, head, GAMES_PER_BLOCK)?;
    let mut imported = Imported::default();
    for file in &arguments.files {
        add(file, arguments.variant, &mut store, &mut imported).with_context(|| file.display().to_string())?;
    }
    store.finish_as(&arguments.out)?;
    Ok(imported)
}

fn add(path: &Path, variant: Variant, store: &mut PositionStore, imported: &mut Imported) -> anyhow::Result<()> {
    let file = File::open(path)?;
    let bar = progress_bar(file.metadata()?.len(), "bytes");
    let text = decompressed(bar.wrap_read(file))?;
    for game in games(path, text, variant) {
        match game {
            Ok(game) => {
                imported.games += 1;
                imported.half_moves += game.moves.len() as u64;
                store.push(&game, imported.games)?;
            }
            Err(ImportError::Unreadable(reason)) => bail!(reason),
            Err(problem) => {
                if imported.left_out == 0 {
                    bar.suspend(|| notice(format!("left out: {}, {problem}", path.display())));
                }
                imported.left_out += 1;
            }
        }
    }
    Ok(())
}

fn games<'a>(
    path: &Path,
    text: impl BufRead + 'a,
    variant: Variant,
) -> Box<dyn Iterator<Item = Result<ScoredGame, ImportError>> + 'a> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    match name.split('.').any(|part| part == "pgn") {
        true => Box::new(PgnGames::new(text, variant)),
        false => Box::new(TextGames::new(text, variant)),
    }
}
