//! The results of a suite as one HTML page.

use std::fmt::Write;

use hetman_arena::suite::{Attempt, SuiteTask};
use hetman_pictures::page::{document, figure};
use hetman_pictures::{Chart, RADAR_THEMES, STYLES, Series, escaped, marker};
use hetman_rules::san;

use super::report::{Sheet, SuiteReport, Tally, letters};

const STYLE: &str = include_str!("page.css");

/// A short table is shown at once, a long one when asked for.
const SHOWN_AT_ONCE: usize = 60;

pub fn page(report: &SuiteReport) -> String {
    let mut body = format!("<h1>{}</h1>\n<p class=\"muted\">{}</p>\n", escaped(&report.suite), introduction(report));
    body.push_str(&players(report));
    body.push_str(&figures(report));
    body.push_str(&themes(report));
    body.push_str(&positions(report));
    document(&report.suite, STYLE, &body)
}

fn introduction(report: &SuiteReport) -> String {
    let themes = match report.themes().len() {
        1 => String::new(),
        themes => format!(" in {themes} themes"),
    };
    let stopped =
        if report.is_finished() { "" } else { " Stopped early: only the positions asked so far are counted." };
    format!(
        "{} positions of {}{themes}, asked on {}.{stopped}",
        report.tasks.len(),
        report.ruleset,
        crate::today().replace('.', "-")
    )
}

/// A letter, unless there is nobody to be told apart from.
fn letter(report: &SuiteReport, letter: String) -> String {
    if report.sheets.len() > 1 { letter } else { String::new() }
}

fn players(report: &SuiteReport) -> String {
    let mut list = String::from("<ul class=\"players\">\n");
    for (number, (sheet, name)) in report.sheets.iter().zip(letters()).enumerate() {
        let total = report.total(sheet);
        let style = number % STYLES;
        let _ = writeln!(
            list,
            "<li class=\"p{style}\"><div class=\"name\"><svg viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">{}</svg>\
             <span>{}</span><span>{}</span></div><div class=\"points\">{} <small>of {} points, {:.1} %</small></div>\
             <div class=\"muted\">{} of {} solved, {}, {:.3} s each</div></li>",
            marker(style),
            letter(report, name),
            escaped(&sheet.player),
            total.points,
            total.maximum,
            total.per_cent(),
            total.solved,
            total.positions,
            in_words(total.faults),
            total.seconds_per_position()
        );
    }
    list.push_str("</ul>\n");
    list
}

fn in_words(faults: usize) -> String {
    match faults {
        0 => "no fault".to_owned(),
        1 => "1 fault".to_owned(),
        faults => format!("{faults} faults"),
    }
}

fn figures(report: &SuiteReport) -> String {
    let names = report.themes();
    let of_sheet = |(sheet, name): (&Sheet, String)| Series {
        letter: letter(report, name),
        shares: names.iter().map(|theme| report.tally(sheet, theme).per_cent()).collect(),
    };
    let series: Vec<Series> = report.sheets.iter().zip(letters()).map(of_sheet).collect();
    let chart = Chart { title: format!("Points in {} by theme", report.suite), themes: &names, series: &series };
    let mut figures = String::from("<h2>Points by theme</h2>\n");
    let caption = "Points of each theme, in per cent of those its best moves get";
    figures.push_str(&figure("bars", &chart.bars(), caption, &[]));
    if RADAR_THEMES.contains(&names.len()) {
        figures.push_str("<h2>Profile</h2>\n");
        let caption = "The same shares, 0 % in the middle and 100 % on the rim";
        figures.push_str(&figure("radar", &chart.radar(), caption, &[]));
    }
    figures
}

fn themes(report: &SuiteReport) -> String {
    let mut table = String::from(
        "<h2>Themes</h2>\n<div class=\"scroll\"><table>\n<caption>A position is solved by a move that gets the most \
         points.</caption>\n<thead>",
    );
    table.push_str(&player_heads(report, 3, 3));
    table.push_str(
        "<tr><th scope=\"col\">Theme</th><th scope=\"col\" class=\"number\">Positions</th>\
         <th scope=\"col\" class=\"number\">Maximum</th>",
    );
    for _ in &report.sheets {
        table.push_str(
            "<th scope=\"col\" class=\"number first\">points</th><th scope=\"col\" class=\"number\">%</th>\
             <th scope=\"col\" class=\"number\">solved</th>",
        );
    }
    table.push_str("</tr></thead>\n<tbody>\n");
    for theme in report.themes() {
        let tallies: Vec<Tally> = report.sheets.iter().map(|sheet| report.tally(sheet, theme)).collect();
        table.push_str(&theme_row(theme, report.tasks.iter().filter(|task| task.theme == theme), &tallies));
    }
    let totals: Vec<Tally> = report.sheets.iter().map(|sheet| report.total(sheet)).collect();
    let _ = write!(
        table,
        "</tbody>\n<tfoot>{}</tfoot>\n</table></div>\n",
        theme_row("Total", report.tasks.iter(), &totals)
    );
    table
}

fn theme_row<'a>(theme: &str, tasks: impl Iterator<Item = &'a SuiteTask>, tallies: &[Tally]) -> String {
    let (positions, maximum) =
        tasks.fold((0, 0), |(positions, maximum), task| (positions + 1, maximum + task.merit.maximum()));
    let mut row = format!(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{positions}</td><td class=\"number\">{maximum}</td>",
        escaped(theme)
    );
    for tally in tallies {
        let _ = write!(
            row,
            "<td class=\"number first\">{}</td><td class=\"number\">{:.1}</td><td class=\"number\">{}</td>",
            tally.points,
            tally.per_cent(),
            tally.solved
        );
    }
    row.push_str("</tr>\n");
    row
}

/// A row above the heads that says whose columns they are, where there are several players.
fn player_heads(report: &SuiteReport, before: usize, columns: usize) -> String {
    if report.sheets.len() == 1 {
        return String::new();
    }
    let mut row = format!("<tr><td colspan=\"{before}\"></td>");
    for (name, sheet) in letters().zip(&report.sheets) {
        let word = escaped(&sheet.player);
        let _ =
            write!(row, "<th scope=\"colgroup\" colspan=\"{columns}\" class=\"first\" title=\"{word}\">{name}</th>");
    }
    row.push_str("</tr>\n");
    row
}

fn positions(report: &SuiteReport) -> String {
    let open = if report.tasks.len() <= SHOWN_AT_ONCE { " open" } else { "" };
    let mut table = format!(
        "<details{open}><summary>All {} positions</summary>\n<div class=\"scroll\"><table class=\"positions\">\n<thead>",
        report.tasks.len()
    );
    table.push_str(&player_heads(report, 3, 2));
    table.push_str(
        "<tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"fen\">Position</th><th scope=\"col\">Expected</th>",
    );
    for _ in &report.sheets {
        table.push_str("<th scope=\"col\" class=\"first\">played</th><th scope=\"col\" class=\"number\">points</th>");
    }
    table.push_str("</tr></thead>\n<tbody>\n");
    for (number, task) in report.tasks.iter().enumerate() {
        table.push_str(&position_row(task, report.sheets.iter().map(|sheet| sheet.attempts[number].as_ref())));
    }
    table.push_str("</tbody>\n</table></div>\n</details>\n");
    table
}

fn position_row<'a>(task: &SuiteTask, attempts: impl Iterator<Item = Option<&'a Attempt>>) -> String {
    let mut row = format!(
        "<tr><td>{}</td><td class=\"fen\"><code>{}</code></td><td>{}</td>",
        escaped(&task.name),
        escaped(&task.position.fen()),
        escaped(&task.merit.in_words(&task.position))
    );
    for attempt in attempts {
        row.push_str(&attempt_cells(task, attempt));
    }
    row.push_str("</tr>\n");
    row
}

fn attempt_cells(task: &SuiteTask, attempt: Option<&Attempt>) -> String {
    let Some(attempt) = attempt else {
        return "<td class=\"first muted\">not asked</td><td class=\"number\"></td>".to_owned();
    };
    let (class, played) = match &attempt.answer {
        Ok(m) if attempt.points == task.merit.maximum() => (" good", format!("{} ✓", san(&task.position, *m))),
        Ok(m) => ("", san(&task.position, *m)),
        Err(fault) => (" bad", fault.to_string()),
    };
    format!(
        "<td class=\"first{class}\">{}</td><td class=\"number\">{} of {}</td>",
        escaped(&played),
        attempt.points,
        task.merit.maximum()
    )
}
