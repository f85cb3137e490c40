//! `hetman positions export`: games or positions for other programs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hetman_lab::place::Place;
use hetman_positions::PositionFile;
use hetman_positions::export::{FORMATS, Format};

use super::{FilterArguments, open, progress_bar};

#[derive(clap::Args)]
pub struct ExportArguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where to write; - is standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// text: whole games, one a line; fens: one position a line, FEN | score | result; bullet: the trainer's 32 bytes a
    /// position, chess only
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format)]
    format: &'static Format,
    #[command(flatten)]
    filters: FilterArguments,
}

fn format(name: &str) -> Result<&'static Format, String> {
    let known = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
    FORMATS.iter().find(|format| format.name == name).copied().ok_or_else(|| format!("choose one of {}", known()))
}

pub fn run(arguments: &ExportArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let file = open(&arguments.file)?;
    let (format, variant) = (arguments.format, file.head().variant);
    if !format.takes(variant) {
        bail!("the format {} is for chess, and these are games of {variant}: choose text or fens", format.name);
    }
    match Place::named(&arguments.out)? {
        Place::StandardOutput => export(&file, arguments, output).map(drop),
        Place::Stream(path) => export(&file, arguments, &mut BufWriter::new(File::create(path)?)).map(drop),
        Place::File(path) => {
            let unfinished = path.with_added_extension("part");
            let written =
                to_file(&file, arguments, &unfinished).and_then(|count| Ok((count, fs::rename(&unfinished, &path)?)));
            if written.is_err() {
                // What is half done would only lie about.
                let _ = fs::remove_file(&unfinished);
            }
            let (count, ()) = written.with_context(|| path.display().to_string())?;
            Ok(writeln!(output, "{count} positions")?)
        }
    }
}

fn to_file(file: &PositionFile, arguments: &ExportArguments, path: &Path) -> anyhow::Result<u64> {
    let mut written = BufWriter::new(File::create(path)?);
    let count = export(file, arguments, &mut written)?;
    written.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(count)
}

fn export(file: &PositionFile, arguments: &ExportArguments, output: &mut dyn Write) -> anyhow::Result<u64> {
    let bar = progress_bar(file.games() as u64, "games");
    let mut count = 0;
    for (index, game) in bar.wrap_iter(file.iter()).enumerate() {
        let game = game?.decoded().map_err(|reason| file.bad_game(index, reason))?;
        count += (arguments.format.write)(&game, &arguments.filters.filters, output)?;
    }
    output.flush()?;
    Ok(count)
}
