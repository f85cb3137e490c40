//! What a row has left behind, and the table that it gives.

use std::path::Path;

use hetman_lab::tournaments::{self, Standing};

use crate::claim::Published;
use crate::measure::{self, RunResult, Runs};
use crate::numbers::{self, Numbers};
use crate::request::RowRequest;
use crate::runner::ReproduceError;
use crate::series::RowTask;
use crate::spread::Measured;
use crate::table::{Line, Outcome};

enum RowData {
    Runs(Vec<RunResult>),
    /// One for each round.
    Tournament(Vec<Standing>),
    Numbers(Numbers),
}

impl RowData {
    fn of(request: &RowRequest, folder: &Path) -> Result<RowData, ReproduceError> {
        Ok(match &request.row.task {
            RowTask::Training(training) => RowData::Runs(measure::runs(folder, training.runs(request))?),
            RowTask::Tournament(tournament) => {
                let folders =
                    (0..tournament.rounds(request)).map(|round| tournament.round_folder(request, folder, round));
                let standings = folders.map(|folder| tournaments::standing(&folder)).collect::<Result<_, _>>()?;
                RowData::Tournament(standings)
            }
            RowTask::Numbers(_) => RowData::Numbers(numbers::kept(folder).unwrap_or_default()),
        })
    }

    /// How often each player lost by misbehaving.
    fn faults(&self) -> Vec<String> {
        let RowData::Tournament(standings) = self else { return Vec::new() };
        let note = |((player, fault), times): ((&str, &str), u64)| format!("{player} lost {times} games by: {fault}");
        standings.iter().flat_map(Standing::faults).map(note).collect()
    }

    fn measure(&self, request: &RowRequest, published: &Published) -> Option<Measured> {
        let (player, quantity) = (published.player.as_deref(), &published.quantity);
        match self {
            RowData::Runs(results) => Runs { results, request }.measure(quantity),
            RowData::Tournament(standings) => measure::of_rounds(standings, player, quantity),
            RowData::Numbers(numbers) => numbers.get(&quantity.to_string()).cloned(),
        }
    }
}

/// The table of a row, finished or not, whatever its folder is called.
pub fn table(request: &RowRequest, folder: &Path) -> Result<Outcome, ReproduceError> {
    let data = RowData::of(request, folder)?;
    let evidence = request.evidence();
    let line = |published: &Published| Line::new(published, data.measure(request, published), evidence);
    let lines = request.row.published.iter().map(line).collect();
    Ok(Outcome::new(request, played_in_words(request), lines, data.faults()))
}

/// How much was played, with which nets, and what it stands for.
fn played_in_words(request: &RowRequest) -> String {
    let (games, published) = (request.games_in_words(), request.in_full().games_in_words());
    let published = if games == published { String::new() } else { format!(" (in full: {published})") };
    let nets = match &request.row.task {
        RowTask::Tournament(tournament) => tournament.nets_in_words(request),
        RowTask::Training(_) | RowTask::Numbers(_) => None,
    };
    let nets = nets.map_or_else(String::new, |nets| format!("; {nets}"));
    format!("{games}{published}, seed {}{nets}", request.seed())
}
