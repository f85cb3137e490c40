//! What a row has left behind, and the table that it gives.

use std::path::Path;

use hetman_lab::tournaments::{self, Standing};

use crate::catalogue::Catalogue;
use crate::claim::Published;
use crate::measure::{self, RunResult, Runs};
use crate::request::{RowRequest, RowState};
use crate::runner::ReproduceError;
use crate::series::RowTask;
use crate::spread::Measured;
use crate::table::{Line, Outcome};

enum RowData {
    Runs(Vec<RunResult>),
    Tournament(Box<Standing>),
}

impl RowData {
    fn of(request: &RowRequest, folder: &Path) -> Result<RowData, ReproduceError> {
        Ok(match &request.row.task {
            RowTask::Training(training) => RowData::Runs(measure::runs(folder, training.runs(request))?),
            RowTask::Tournament(_) => RowData::Tournament(tournaments::standing(folder)?.into()),
        })
    }

    /// How often each player lost by misbehaving.
    fn faults(&self) -> Vec<String> {
        let RowData::Tournament(standing) = self else { return Vec::new() };
        let note = |((player, fault), times): (&(&str, &str), &u64)| format!("{player} lost {times} games by: {fault}");
        standing.faults().iter().map(note).collect()
    }

    fn measure(&self, request: &RowRequest, published: &Published) -> Option<Measured> {
        let (player, quantity) = (published.player.as_deref(), &published.quantity);
        match self {
            RowData::Runs(results) => Runs { results, request }.measure(quantity),
            RowData::Tournament(standing) => measure::of_tournament(standing, player, quantity),
        }
    }
}

/// The table of a row, finished or not, whatever its folder is called. Numbers that are relative to a row which is not
/// finished beside it are left open.
pub fn table(request: &RowRequest, folder: &Path) -> Result<Outcome, ReproduceError> {
    let data = RowData::of(request, folder)?;
    let base = folder.parent().unwrap_or(folder);
    let mut lines = Vec::new();
    for published in &request.row.published {
        let mut ours = data.measure(request, published);
        if let Some(other) = published.relative_to.as_deref().and_then(|name| Catalogue::built_in().row(name)) {
            let other = &RowRequest::new(other, &request.overrides);
            let is_done = other.state(base) == RowState::Done;
            let theirs = is_done.then(|| RowData::of(other, &other.folder(base))).transpose()?;
            let theirs = theirs.and_then(|theirs| theirs.measure(other, published));
            ours = ours.zip(theirs).map(|(ours, theirs)| Measured::exact(ours.value / theirs.value));
        }
        lines.push(Line::new(published, ours));
    }
    Ok(Outcome::new(request, played_in_words(request), lines, data.faults()))
}

/// How much was played, and what it stands for.
fn played_in_words(request: &RowRequest) -> String {
    let (games, published) = (request.games_in_words(), request.in_full().games_in_words());
    let published = if games == published { String::new() } else { format!(" (in full: {published})") };
    format!("{games}{published}, seed {}", request.seed())
}
