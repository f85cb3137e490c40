//! `hetman positions check`: every sum, and every move.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use hetman_rules::quote::passage;

use super::{open, progress_bar};

#[derive(clap::Args)]
pub struct CheckArguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(arguments: &CheckArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let file = open(&arguments.file)?;
    let bar = progress_bar(file.blocks() as u64, "blocks");
    let mut problems = Vec::new();
    for damage in file.damages() {
        let (begin, end) = (damage.bytes.start, damage.bytes.end);
        problems.push(format!("no block can be found from byte {begin} to byte {end}"));
    }
    for number in bar.wrap_iter(0..file.blocks()) {
        problems.extend(file.check_block(number).err().map(|problem| problem.to_string()));
    }
    for problem in &problems {
        writeln!(output, "{problem}")?;
    }
    if file.unfinished_bytes() > 0 {
        let bytes = file.unfinished_bytes();
        writeln!(
            output,
            "the last {bytes} bytes belong to a block that is not finished: the games before it can be read"
        )?;
    }
    if !problems.is_empty() {
        bail!("{} is damaged in {} places", passage(arguments.file.display()), problems.len());
    }
    writeln!(output, "{} games and {} half-moves, all of them good", file.games(), file.half_moves())?;
    Ok(())
}
