//! What was tried besides: rows that have left the catalogue, and numbers that others have replaced. Nothing of it is
//! counted; the number of tries comes first, because of many tries some agree.

use std::collections::BTreeMap;

use super::table;
use crate::archive::{Archive, ArchivedLine, Record};
use crate::table::numbers;

const HEAD: &str = "# Exploration\n\n";
const INTRODUCTION: &str = "Nothing here is evidence for anything. These are settings that were tried after the numbers of \
    the works were known, rows that were dropped, and results that newer ones have replaced. Some of them agree with what \
    was printed: of many tries some always do. Most of the settings search otherwise than the declared rows; which search \
    the program of 2008 had is not known, and none of them fits all of its tables. Two of the search's options that were \
    tried (`patient`, `compulsory`) are described by no source and are gone from the program; the revision of a record \
    still has them.\n";

fn explored(archive: &Archive) -> impl Iterator<Item = &Record> {
    archive.records.iter().filter(|record| !record.counts())
}

pub fn page(archive: &Archive) -> String {
    let (tries, records) = (tries(archive), explored(archive).count());
    let heads = ["published score, %", "tries", "ours, %"];
    let row = |(published, found): (&String, &Vec<f64>)| {
        let found: Vec<String> = found.iter().map(|value| format!("{value:.1}")).collect();
        vec![published.clone(), found.len().to_string(), found.join(", ")]
    };
    let often = tries.iter().filter(|(_, found)| found.len() > 2);
    let texts = explored(archive).map(of_record);
    format!(
        "{HEAD}{records} results that count for nothing, and how often each printed score of a contest was tried altogether \
         (what counts included):\n\n{}\n\n{INTRODUCTION}{}",
        table(&heads, often.map(row)),
        texts.collect::<String>()
    )
}

/// For the first page.
pub fn summary(archive: &Archive) -> String {
    let tries = tries(archive);
    let most = tries.iter().max_by_key(|(_, found)| found.len());
    let most = most.map_or_else(String::new, |(published, found)| {
        format!("; the score printed as {published} was tried in {} settings", found.len())
    });
    format!("{} further results{most}", explored(archive).count())
}

/// What each printed score was compared with, in any setting.
fn tries(archive: &Archive) -> BTreeMap<String, Vec<f64>> {
    let mut tries: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let contests = archive.records.iter().filter(|record| record.source.contains("2008"));
    for line in contests
        .flat_map(|record| record.lines.first())
        .filter(|line| line.quantity == "score, %" && line.published.parse::<f64>().is_ok())
    {
        tries.entry(line.published.clone()).or_default().push(line.measured.value);
    }
    tries.values_mut().for_each(|found| found.sort_by(f64::total_cmp));
    tries
}

fn of_record(record: &Record) -> String {
    let cells = |line: &ArchivedLine| {
        let decimals =
            if line.quantity.ends_with('%') { 1 } else { 2 + 2 * usize::from(line.quantity.starts_with("rate")) };
        let [ours, interval] = numbers(Some(&line.measured), decimals);
        vec![line.quantity.clone(), line.published.clone(), ours, interval]
    };
    let why = record.superseded.as_deref().unwrap_or("tried");
    format!(
        "\n**{}** ({}): {}. {}; {why}.\n\n{}\n",
        record.row,
        record.source,
        record.what,
        record.played,
        table(&["", "published", "ours", "95 % interval"], record.lines.iter().map(cells))
    )
}
