//! `hetman reproduce td2006-krk`: the numbers of the work's tree and of ours, side by side.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use hetman_published::{ENDING_SERIES, EndingSeries, ending_text};
use serde_json::json;

use super::lesson::progress_bar;
use crate::interrupt::stop_on_interrupt;

pub fn run(folder: &Path, threads: usize, seed: u64, is_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let series = EndingSeries::built_in();
    let stop = stop_on_interrupt()?;
    let bar = progress_bar("rows", series.rows.len() as u64);
    let told = |_: &str| bar.inc(1);
    let lines = series.repeat(&folder.join(ENDING_SERIES), threads, seed, &|| stop.load(Ordering::Relaxed), &told);
    bar.finish_and_clear();
    let lines = lines?;
    if is_json {
        return Ok(writeln!(output, "{}", json!({ "name": ENDING_SERIES, "seed": seed, "lines": lines }))?);
    }
    Ok(output.write_all(ending_text(&series, &lines, seed).as_bytes())?)
}
