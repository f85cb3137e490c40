//! What an experiment leaves, exported as files.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use hetman_lab::Store as Results;
use hetman_lab::runs::{net_file, results_file};
use hetman_report::{self as report, ReportError};

use crate::problem::{Problem, in_full};
use crate::route::{Call, Download};
use crate::studio::Studio;

/// GET /api/experiments/ID/net?run=N
pub fn net(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let run = call.query.get("run").map_or(Ok(1), |run| run.parse::<u64>());
    let run = run.map_err(|_| Problem::Malformed("the run must be a number, from 1".to_owned()))?;
    let bytes = fs::read(net_file(&job.folder, run))
        .map_err(|_| Problem::Unknown(format!("run {run} has no net yet: it is written at the first checkpoint")))?;
    let name = format!("{}-{}-run-{run}.safetensors", job.lock().name(), job.id);
    Ok(Download::saved(name, "application/octet-stream", bytes))
}

/// GET /api/experiments/ID/toml
pub fn toml(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let bytes = job.lock().kept.toml.clone().into_bytes();
    Ok(Download::saved(format!("{}.toml", job.lock().name()), "application/toml", bytes))
}

/// GET /api/experiments/ID/csv: every game that was kept.
pub fn csv(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let runs = job.lock().experiment.experiment.runs;
    let mut text = "run,game,learner,points,reason,plies\n".to_owned();
    if let Some(store) = Results::read(&results_file(&job.folder))? {
        for run in 1..=runs {
            for row in store.games(run, 0)? {
                let learner = if row.learner_is_white { "white" } else { "black" };
                let points = f64::from(row.half_points) / 2.0;
                writeln!(text, "{run},{},{learner},{points},{},{}", row.game + 1, row.reason, row.plies)
                    .expect("strings take whatever is written");
            }
        }
    }
    Ok(Download::saved(format!("{}-{}.csv", job.lock().name(), job.id), "text/csv", text.into_bytes()))
}

/// GET /api/experiments/ID/report/FILE: the page `index.html`, and what lies beside it. Made anew for each request from
/// what is kept, and found by its name in what was made: nothing is written, and no path comes from a request.
pub fn report(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let job = studio.jobs.experiments.find(&call.id)?;
    let mut report = report::make(&job.folder).map_err(|problem| match problem {
        ReportError::NoRun(_) | ReportError::NotBegun(_) => {
            Problem::Conflict("there is nothing to report yet: start it and wait for the first checkpoint".to_owned())
        }
        problem => Problem::Internal(format!("the report cannot be made: {}", in_full(&problem))),
    })?;
    let bytes = match call.file.as_str() {
        report::PAGE => report.page.into_bytes(),
        name => report.files.remove(name).ok_or_else(|| Problem::unknown("file of the report", name))?,
    };
    let file = call.file.rsplit('/').next().unwrap_or_default();
    let name = format!("{}-{}-{}", job.lock().name(), job.id, call.file);
    Ok(match file.rsplit('.').next().unwrap_or_default() {
        "html" => Download::shown(name, "text/html; charset=utf-8", bytes),
        "svg" => Download::shown(name, "image/svg+xml", bytes),
        "csv" => Download::saved(name, "text/csv", bytes),
        _ => Download::saved(name, "application/octet-stream", bytes),
    })
}
