//! The details of a work: each row's table, what it rests on, and its controls below it.

use super::references::{UnknownNumber, filled};
use super::{sentence, table};
use crate::archive::{Archive, Record};
use crate::catalogue::Catalogue;
use crate::request::{Overrides, RowRequest};
use crate::series::{Role, Row};
use crate::table::{HEADINGS, Line};
use crate::verdict::RULE;

pub fn page(archive: &Archive, page: &str, title: &str) -> Result<String, UnknownNumber> {
    let rows = || Catalogue::built_in().rows.iter().filter(|row| row.page == page && row.role == Role::Repetition);
    let mut text = format!(
        "# {title}\n\nEvery row of it that is repeated: what was printed, ours and how sure it is. Written by `hetman \
         reproduce results`; what counts of it is on [the page of results](../results.md). Values that runs differ in have a \
         prediction interval: where the mean of as many runs as were printed lies with a probability of 95 %.\n"
    );
    let mut series = "";
    for row in rows() {
        if series != row.series {
            series = &row.series;
            text += &format!("\n## {}: {}\n", row.work, row.title);
            text += &super::pictures::of_series(archive, series);
        }
        text += &of_row(archive, row)?;
    }
    Ok(text)
}

fn of_row(archive: &Archive, row: &'static Row) -> Result<String, UnknownNumber> {
    let mut text = format!("\n### {}\n\n{} ({}).\n", row.name, sentence(&row.what).trim_end_matches('.'), row.source);
    text += &format!("{}\n\n", sentence(RULE));
    text += &table(&HEADINGS, archive.lines(row).iter().map(|line| line.cells().map(escaped).to_vec()));
    text += "\n\n";
    if let Some(explanation) = &row.explanation {
        text += &format!("{}\n\n", filled(explanation, archive)?);
    }
    text += &match archive.current(&row.name) {
        Some(record) => rests_on(record),
        None => format!("Not repeated; `{}` does it, {}.\n", row.command(), asked(row)),
    };
    Ok(text + &controls(archive, row))
}

/// How much would be played.
fn asked(row: &'static Row) -> String {
    RowRequest::new(row, &Overrides::default()).games_in_words()
}

fn rests_on(record: &Record) -> String {
    let faults: String = record.faults.iter().map(|fault| format!(" {fault}.")).collect();
    let request = record.request().map(|request| request.command()).unwrap_or_default();
    format!(
        "Played: {}.{faults} {} on {}, {}: `{request}`\n",
        record.played, record.origin.revision, record.origin.date, record.origin.machine
    )
}

/// What changes with one thing changed: no claims are counted here.
fn controls(archive: &Archive, row: &Row) -> String {
    let controls = Catalogue::built_in().rows.iter().filter(|other| other.base.as_ref() == Some(&row.name));
    let lines = controls.flat_map(|control| {
        let changed = control.what.rsplit(": ").next().unwrap_or_default().to_owned();
        archive.lines(control).into_iter().map(move |line| (changed.clone(), line))
    });
    let cells = |(changed, line): (String, Line)| {
        let [quantity, published, ours, interval, _] = line.cells().map(escaped);
        vec![changed, quantity, published, ours, interval]
    };
    let rows: Vec<Vec<String>> = lines.filter(|(_, line)| line.ours.is_some()).map(cells).collect();
    if rows.is_empty() {
        return String::new();
    }
    let heads = ["one thing changed", "", "published", "ours", "95 % interval"];
    format!("\nSensitivity, which is no verdict on anything:\n\n{}\n", table(&heads, rows))
}

fn escaped(cell: String) -> String {
    cell.replace('|', "\\|")
}
