//! The manual of the feature sets, `docs/features.md`, made from the texts that stand beside the code.

use std::fmt::Write;

use hetman_rules::Variant;

use super::FeatureSet;

const OPENING: &str = "\
# Feature sets

What a model sees of a position. Every value is White's view, whichever side is to move: White minus Black, or a mark for
a piece of either colour. This page is printed by `hetman features --manual`; the texts stand beside the code in
`crates/eval/src/features/`.

";

const THE_45: &str = "\
## The 45 features

The inputs of the network of the 2007 thesis, numbered from 0. A *piece* is any of the six types, pawns and
kings included. Shares and means of nothing are 0, and no value is clamped. A piece *attacks* what it would reach on the
board, pinned or not. *Legal moves* are looked at for both sides, for the waiting side as if it were to move, but
without en passant; the enemy king's square counts as a target. `hetman features --fen FEN` prints the values of a
position; the examples below are checked by the tests.

";

/// The headings under which a feature is explained, in order.
pub const HEADINGS: [&str; 6] = ["Measures", "Why it matters", "Formula", "Range", "Example", "Source"];

/// A feature as the manual knows it.
#[derive(Clone, Copy, Debug)]
pub struct ManualEntry {
    /// Its name in files and answers.
    pub id: &'static str,
    /// The least and the largest value of ordinary games, before promotions.
    pub range: (f64, f64),
    /// The lines of its comment: headings as `- Measures: ...`, each with what belongs to it.
    pub lines: &'static [&'static str],
}

/// Features that belong together.
#[derive(Clone, Copy, Debug)]
pub struct ManualGroup {
    pub title: &'static str,
    pub entries: &'static [ManualEntry],
}

impl ManualEntry {
    /// The text under a heading, on one line; empty if the comment lacks it.
    pub fn section(&self, heading: &str) -> String {
        let begin = format!("- {heading}: ");
        let from_heading = self.lines.iter().map(|line| line.trim()).skip_while(|line| !line.starts_with(&begin));
        let section: Vec<&str> = from_heading
            .enumerate()
            .take_while(|(index, line)| *index == 0 || !line.starts_with("- "))
            .map(|(_, line)| line.trim_start_matches(&begin))
            .collect();
        section.join(" ")
    }
}

/// The whole page.
pub fn manual() -> String {
    let mut page = OPENING.to_owned();
    sets(&mut page).and_then(|()| the_45(&mut page)).expect("a String takes any text");
    page
}

fn sets(page: &mut String) -> std::fmt::Result {
    for set in FeatureSet::all() {
        writeln!(page, "## {set}\n\n{}\n\nFeatures: {}.\n", set.description(), sizes(set))?;
    }
    Ok(())
}

/// The number of features, by variant where they differ.
fn sizes(set: FeatureSet) -> String {
    let usual = set.len(Variant::Chess);
    let others: Vec<String> = Variant::ALL
        .into_iter()
        .filter(|&variant| set.len(variant) != usual)
        .map(|variant| format!("{} in {variant}", set.len(variant)))
        .collect();
    if others.is_empty() { usual.to_string() } else { format!("{usual}; {}", others.join(", ")) }
}

fn the_45(page: &mut String) -> std::fmt::Result {
    page.push_str(THE_45);
    let mut number = 0;
    for group in FeatureSet::THESIS_45.manual() {
        writeln!(page, "### {}\n", group.title)?;
        for feature in group.entries {
            entry(page, number, feature)?;
            number += 1;
        }
    }
    page.truncate(page.trim_end().len());
    writeln!(page)
}

fn entry(page: &mut String, number: usize, feature: &ManualEntry) -> std::fmt::Result {
    writeln!(page, "#### {number} `{}`\n", feature.id)?;
    for heading in HEADINGS {
        writeln!(page, "- **{heading}**: {}", feature.section(heading))?;
    }
    writeln!(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/features.md");

    #[test]
    fn the_page_is_not_stale() {
        let page = std::fs::read_to_string(PAGE).unwrap_or_default();
        assert!(page == manual(), "docs/features.md is stale: run `hetman features --manual > docs/features.md`");
    }

    #[test]
    fn the_page_has_everything() {
        let page = manual();
        assert_eq!(page.matches("\n#### ").count(), 45);
        assert_eq!(page.matches("\n- **").count(), 45 * HEADINGS.len());
        assert!(page.contains("Features: 389; 394 in crazyhouse, 390 in antichess, 390 in suicide."));
        assert!(page.contains("#### 44 `king_blocks_passed_pawn`\n\n- **Measures**: whose king"));
    }
}
