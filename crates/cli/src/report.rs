//! `hetman report`: what came of a run, as a page with pictures, numbers and TensorBoard's files beside it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use hetman_report::{self as report, Written};
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct ReportArguments {
    /// Folders that train, fit, reproduce, match or tournament have made, like runs/material-chess
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// Where the page goes, instead of RUN/report; of several runs, into a folder for each
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArguments {
    /// Where each run's page goes.
    fn places(&self) -> anyhow::Result<Vec<(&Path, PathBuf)>> {
        let place = |run: &'_ Path| match &self.out {
            None => run.join("report"),
            Some(out) if self.runs.len() == 1 => out.clone(),
            Some(out) => out.join(name(run)),
        };
        let places: Vec<(&Path, PathBuf)> = self.runs.iter().map(|run| (run.as_path(), place(run))).collect();
        let different: BTreeSet<&PathBuf> = places.iter().map(|(_, place)| place).collect();
        if different.len() < places.len() {
            bail!("two of the runs would have the same page: give each once, and those of the same name one by one");
        }
        Ok(places)
    }
}

/// The folder's own name, however it was given.
fn name(run: &Path) -> OsString {
    let absolute = run.canonicalize().unwrap_or_else(|_| run.to_owned());
    absolute.file_name().unwrap_or(run.as_os_str()).to_owned()
}

pub fn run(arguments: &ReportArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut reports = Vec::new();
    for (run, place) in arguments.places()? {
        let written = report::write(run, &place)?;
        if !arguments.json {
            let unfinished = if written.is_finished { "" } else { " (of a run that is not finished)" };
            writeln!(output, "{}{unfinished}", written.page.display())?;
        }
        reports.push(as_json(run, &written));
    }
    if arguments.json {
        writeln!(output, "{}", json!({ "reports": reports }))?;
    }
    Ok(())
}

fn as_json(run: &Path, written: &Written) -> Value {
    // A folder's name need not be text; JSON is.
    let text = |path: &Path| path.display().to_string();
    let files: Vec<String> = written.files.iter().map(|file| text(file)).collect();
    json!({ "run": text(run), "page": text(&written.page), "finished": written.is_finished, "files": files })
}
