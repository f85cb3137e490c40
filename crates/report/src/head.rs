//! The top of a page: what it is about, and everything it takes to make it again.

use hetman_lab::store::Session;
use hetman_pictures::escaped;
use hetman_pictures::page::ReportTable;

use super::page::PageBuilder;
use hetman_published::{HEADINGS, Outcome, RULE};

/// Names and what is said to them; empty ones are left out.
pub fn facts(page: &mut PageBuilder, facts: &[(&str, String)]) {
    let fact = |(name, text): &(&str, String)| format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(text));
    let known = facts.iter().filter(|(_, text)| !text.is_empty());
    page.markup(&format!("<dl>\n{}</dl>\n", known.map(fact).collect::<String>()));
}

/// What repeats it, to be copied; and the text that says everything, folded.
pub fn recipe(page: &mut PageBuilder, command: &str, name: &str, text: &str) {
    page.markup(&format!(
        "<p>Repeated by <code>{}</code></p>\n<details><summary>{}</summary>\n<pre>{}</pre></details>\n",
        escaped(command),
        escaped(name),
        escaped(text.trim_end())
    ));
}

/// A row's table as `hetman reproduce` prints it.
pub fn published(page: &mut PageBuilder, outcome: &Outcome) {
    page.heading("Published and ours");
    let rows: Vec<[String; 5]> = outcome.lines.iter().map(|line| line.cells()).collect();
    page.csv(
        "published.csv",
        &HEADINGS.map(|head| if head.is_empty() { "quantity" } else { head }),
        rows.iter().map(|row| row.to_vec()),
    );
    let typeset = |cell: &String| cell.replace('-', "\u{2212}");
    let row = |row: &[String; 5]| {
        let [quantity, published, ours, interval, met] = row;
        let blank = |cell: &String| if cell == "-" { "–".to_owned() } else { typeset(cell) };
        vec![
            quantity.clone(),
            published.replace(" -", " \u{2212}"),
            blank(ours),
            blank(interval),
            met.replace('-', "–"),
        ]
    };
    let table = ReportTable {
        caption: format!("{}. {RULE}.", outcome.source),
        heads: HEADINGS.map(str::to_owned).to_vec(),
        words: vec![4],
        rows: rows.iter().map(row).collect(),
    };
    page.markup(&table.html());
    page.markup(&format!(
        "<p class=\"muted\">{}{}</p>\n",
        escaped(&outcome.played),
        hetman_pictures::page::file_link("published.csv")
    ));
    for note in &outcome.faults {
        page.paragraph(&format!("{note}."));
    }
}

/// Each program, and each machine, once.
pub fn makers(sessions: &[Session]) -> [(&'static str, String); 2] {
    let each = |of: &dyn Fn(&Session) -> String| {
        let mut all: Vec<String> = Vec::new();
        for said in sessions.iter().map(of) {
            if !all.contains(&said) {
                all.push(said);
            }
        }
        all.join("; ")
    };
    let machine = |session: &Session| {
        let machine = &session.machine;
        format!("{}, {} cores, {}", machine.processor, machine.cores, machine.system)
    };
    [("Program", each(&|session| format!("hetman {}", session.revision))), ("Machine", each(&machine))]
}

/// Wall time in words.
pub fn time_in_words(seconds: f64) -> String {
    match seconds {
        short if short < 120.0 => format!("{short:.1} s"),
        long if long < 7200.0 => format!("{:.1} minutes", long / 60.0),
        longer => format!("{:.1} hours", longer / 3600.0),
    }
}

/// The same where it was noted.
pub fn time(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "not noted".to_owned(), time_in_words)
}
