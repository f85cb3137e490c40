//! What people read of the results: one page that says which published claims hold, the details of each work, what was
//! explored besides, and pictures. All of it is made from the archive and the catalogue; [`problems`] says where what lies
//! in the folder of documents is something else.

mod details;
mod exploration;
mod pictures;
mod references;
mod strength;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use hetman_lab::folder::{self, DiskError, write_atomically};

use crate::archive::{Archive, Record};
use crate::catalogue::Catalogue;
use crate::claim::Published;
use crate::series::{Role, Row};
use crate::table::Line;
use crate::verdict::{RULE, Verdict, verdict};
use crate::works::{WORKS, Work};
pub use references::UnknownNumber;

/// What a person wrote, with places for what is counted.
const FRONT: &str = include_str!("../../../experiments/published/page.md");

/// A published claim, what counts of ours beside it, and the row that repeats it.
struct Claim {
    row: &'static Row,
    published: &'static Published,
    line: Line,
}

/// Every claim, once: those of the rows that repeat something.
fn claims(archive: &Archive) -> Vec<Claim> {
    let rows = Catalogue::built_in().rows.iter().filter(|row| row.role == Role::Repetition);
    let of_row = |row: &'static Row| {
        let lines = archive.lines(row);
        let all = row.published.iter().zip(lines).filter(|(published, _)| !published.specified);
        all.map(move |(published, line)| Claim { row, published, line })
    };
    rows.flat_map(of_row).collect()
}

/// All files by their place below the folder of documents.
pub fn files(archive: &Archive) -> Result<BTreeMap<String, String>, UnknownNumber> {
    let mut files = pictures::files(archive);
    files.insert("results.schema.json".to_owned(), Archive::schema());
    files.insert("results.md".to_owned(), front(archive)?);
    files.insert("exploration.md".to_owned(), exploration::page(archive));
    for Work { page, title, .. } in WORKS {
        files.insert(format!("results/{page}.md"), details::page(archive, page, title)?);
    }
    files.insert(format!("results/{}.md", strength::PAGE), strength::page(archive)?);
    Ok(files)
}

/// Writes all files.
pub fn write(files: &BTreeMap<String, String>, documents: &Path) -> Result<(), DiskError> {
    folder::make(&documents.join("results"))?;
    files.iter().try_for_each(|(name, text)| write_atomically(&documents.join(name), text.as_bytes()))
}

/// Everything that is wrong with a folder of documents and its archive: nothing, if they are as they should be.
pub fn problems(archive: &Archive, documents: &Path) -> Vec<String> {
    let files = match files(archive) {
        Ok(files) => files,
        Err(unknown) => return vec![unknown.to_string()],
    };
    let is_old =
        |(name, text): &(&String, &String)| fs::read_to_string(documents.join(name)).ok().as_ref() != Some(text);
    let old =
        files.iter().filter(is_old).map(|(name, _)| format!("{name} is not what the archive says: write it anew"));
    old.chain(archive.records.iter().flat_map(wrong_with)).chain(counted_twice()).collect()
}

/// A record that counts has a row, and the verdicts that the rule gives it today.
fn wrong_with(record: &Record) -> Vec<String> {
    if !record.counts() {
        let judged = record.lines.iter().any(|line| line.verdict.is_some());
        return judged.then(|| format!("{} counts for nothing and has a verdict", record.row)).into_iter().collect();
    }
    let Some(request) = record.request() else { return vec![format!("{} is no row, and counts", record.row)] };
    let rule = |published: &Published| {
        let kept = record.lines.iter().find(|line| line.quantity == published.label())?;
        let (today, _) = verdict(published, Some(&kept.measured), record.evidence);
        (kept.verdict != Some(today)).then(|| format!("{}, {}: the rule says {today}", record.row, kept.quantity))
    };
    request.row.published.iter().filter_map(rule).collect()
}

/// A claim is one place in one work: a row and a quantity.
fn counted_twice() -> Vec<String> {
    let mut seen = BTreeSet::new();
    let rows = Catalogue::built_in().rows.iter().filter(|row| row.role == Role::Repetition);
    let places =
        rows.flat_map(|row| row.published.iter().map(|published| format!("{}, {}", row.name, published.label())));
    places.filter(|place| !seen.insert(place.clone())).map(|place| format!("{place} is counted twice")).collect()
}

fn front(archive: &Archive) -> Result<String, UnknownNumber> {
    let claims = claims(archive);
    let told = |verdict: Verdict| headlines(&claims, &|claim| claim.line.verdict == verdict);
    let places = [
        ("{{rule}}", sentence(RULE)),
        ("{{counts}}", counts(&claims)),
        ("{{agrees}}", told(Verdict::Agrees)),
        ("{{differs}}", told(Verdict::Differs)),
        ("{{cannot tell}}", told(Verdict::CannotTell)),
        ("{{not repeated}}", told(Verdict::NotRepeated)),
        ("{{strength}}", strength::summary(archive)),
        ("{{explored}}", exploration::summary(archive)),
    ];
    let filled = places.iter().fold(FRONT.to_owned(), |page, (place, text)| page.replace(place, text));
    references::filled(&filled, archive)
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}{}.", text[..1].to_uppercase(), &text[1..])
}

fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    let rule = vec!["---".to_owned(); heads.len()];
    let rows = [heads, rule].into_iter().chain(rows).map(row);
    rows.collect::<Vec<_>>().join("\n")
}

fn tally<'a>(claims: impl Iterator<Item = &'a Claim> + Clone) -> Vec<String> {
    let of = |verdict: Verdict| claims.clone().filter(|claim| claim.line.verdict == verdict).count();
    let all = claims.clone().count();
    [all].into_iter().chain(Verdict::ALL.map(of)).map(|count| count.to_string()).collect()
}

const TALLY: [&str; 6] = ["claims", "agree", "differ", "cannot tell", "not comparable", "not repeated"];

fn counts(claims: &[Claim]) -> String {
    let of_work = |Work { page, title, .. }: Work| {
        let of_page = claims.iter().filter(|claim| claim.row.page == page);
        [vec![format!("[{title}](results/{page}.md)")], tally(of_page)].concat()
    };
    let all = [vec!["**all**".to_owned()], tally(claims.iter())].concat();
    table(&[&["work"], &TALLY[..]].concat(), WORKS.map(of_work).into_iter().chain([all]))
}

/// The claims that a reader asks for first.
fn headlines(claims: &[Claim], is_meant: &dyn Fn(&Claim) -> bool) -> String {
    let row = |claim: &Claim| {
        let headline = claim.published.headline.clone()?;
        let [_, published, ours, interval, _] = claim.line.cells();
        let ours = if interval == "-" { ours } else { format!("{ours} ({interval})") };
        let reason = claim.line.reason.clone().unwrap_or_default();
        Some([vec![headline, published, ours], vec![reason; usize::from(claim.line.reason.is_some())]].concat())
    };
    let rows: Vec<Vec<String>> = claims.iter().filter(|claim| is_meant(claim)).filter_map(row).collect();
    let has_reasons = rows.iter().any(|row| row.len() > 3);
    let heads = ["claim", "published", "ours (95 %)", "why not"];
    table(&heads[..if has_reasons { 4 } else { 3 }], rows)
}

#[cfg(test)]
mod tests;
