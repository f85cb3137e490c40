//! How strong what is here is: bars of our own, ladders, and what each part of a program brings. No claims of anybody's.

use super::references::{UnknownNumber, filled};
use super::table;
use crate::archive::Archive;
use crate::catalogue::Catalogue;
use crate::claim::Published;
use crate::series::{Role, Row};
use crate::table::Line;
use crate::verdict::Verdict;

/// What these rows call their page.
pub const PAGE: &str = "ours";

const HEAD: &str = "# How strong what is here is\n\nBars of this project's own, no claims of anybody's; a bar is reached when the \
    whole interval lies above it. Written by `hetman reproduce results`; `hetman reproduce SERIES-ROW` plays a row, for which the \
    programs it names must be installed.\n";

fn rows() -> impl Iterator<Item = &'static Row> {
    Catalogue::built_in().rows.iter().filter(|row| row.role == Role::Strength)
}

/// A row's quantities with what counts of ours.
fn lines(archive: &Archive, row: &'static Row) -> impl Iterator<Item = (&'static Published, Line)> {
    row.published.iter().zip(archive.lines(row))
}

pub fn page(archive: &Archive) -> Result<String, UnknownNumber> {
    let mut text = HEAD.to_owned();
    let mut series: Vec<&str> = rows().map(|row| row.series.as_str()).collect();
    series.dedup();
    for series in series {
        text += &of_series(archive, series)?;
    }
    Ok(text)
}

/// The rows of a series as one table, and what is said of them.
fn of_series(archive: &Archive, series: &str) -> Result<String, UnknownNumber> {
    let measured = || rows().filter(|row| row.series == series && !row.published.is_empty());
    let Some(first) = measured().next() else { return Ok(String::new()) };
    let cells = measured()
        .flat_map(|row| lines(archive, row).map(move |(published, line)| cells(archive, row, published, &line)));
    let heads = ["row", "what", "asked", "ours (95 %)", "", "played", "measured"];
    let mut text = format!("\n## {} ({})\n\n{}\n", first.title, first.work, table(&heads, cells));
    for explanation in measured().filter_map(|row| row.explanation.as_ref()) {
        text += &format!("\n{}\n", filled(explanation, archive)?);
    }
    Ok(text)
}

fn cells(archive: &Archive, row: &Row, published: &Published, line: &Line) -> Vec<String> {
    let [_, asked, ours, interval, _] = line.cells();
    let record = archive.current(&row.name);
    let of_record = |give: fn(&crate::Record) -> &str| record.map_or("-", give).to_owned();
    let player = published.player.as_ref().map_or_else(String::new, |player| format!(": {player}"));
    vec![
        row.name.clone(),
        format!("{}{player}, {}", row.what, published.quantity),
        asked.trim_start_matches("bar: ").to_owned(),
        format!("{ours} ({interval})"),
        said(published, line).to_owned(),
        of_record(|record| &record.played),
        of_record(|record| &record.origin.date),
    ]
}

/// A bar is reached or missed; where nothing was asked, nothing is said.
fn said(published: &Published, line: &Line) -> &'static str {
    match (published.bar, line.verdict) {
        (Some(_), Verdict::Agrees) => "reached",
        (Some(_), Verdict::Differs) => "missed",
        (_, Verdict::NotComparable) => "",
        (_, verdict) => verdict.words(),
    }
}

/// For the first page.
pub fn summary(archive: &Archive) -> String {
    let bars: Vec<Verdict> = rows()
        .flat_map(|row| lines(archive, row))
        .filter(|(published, _)| published.bar.is_some())
        .map(|(_, line)| line.verdict)
        .collect();
    let of = |verdict: Verdict| bars.iter().filter(|found| **found == verdict).count();
    format!(
        "Of {} bars {} are reached, {} missed; of {} it cannot be told, and {} are not measured",
        bars.len(),
        of(Verdict::Agrees),
        of(Verdict::Differs),
        of(Verdict::CannotTell),
        of(Verdict::NotRepeated)
    )
}
