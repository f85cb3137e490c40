//! The manual of the attributes, `docs/endgame.md`, made from the entries of the catalogue.

use std::fmt::Write;

use super::{MEASURES, Measure, PUBLISHED, Words};

const OPENING: &str = "\
# Attributes of endgames

What learners are told of a position with few pieces: whole numbers from 0 on. A *measure* is something that can be said of
a piece or of several, an *attribute* is a measure of certain pieces: letters as in a FEN, capitals for White, and the
measure's name, as in `KMinDistanceFile` or `kRDistanceRank`; of several like pieces the letters are numbered, as in
`B1B2SameColour`. A side attacks a square that a piece of it would reach, pinned or not. This page is printed by
`hetman endgame attributes`; the texts stand beside the code in `crates/endgame/src/attributes/`.

Attributes whose names end in `File` or `Rank` keep the names of the data set of 2006, in which `MinDistanceFile` and
`DistanceFile` are measured *along* a file, so that they are differences of ranks, while `KkFile` means that both stand on the
same file.

";

/// The whole page.
pub fn manual() -> String {
    let mut page = OPENING.to_owned();
    MEASURES.iter().try_for_each(|measure| entry(&mut page, measure)).expect("a String takes any text");
    page.push_str("## The data set of 2006\n\nIts 24 attributes, in their order: ");
    page.push_str(&PUBLISHED.map(|name| format!("`{name}`")).join(", "));
    page.push_str(".\n");
    page
}

fn entry(page: &mut String, measure: &Measure) -> std::fmt::Result {
    let (pieces, attribute, value) = measure.example;
    writeln!(page, "## `{}` of {}\n", measure.name, subjects(measure))?;
    writeln!(page, "- **Measures**: {}", meaning(measure))?;
    writeln!(page, "- **Why it matters**: {}", measure.reason)?;
    writeln!(page, "- **Range**: 0 to {}", measure.domain - 1)?;
    writeln!(page, "- **Example**: {pieces}: `{attribute}` = {value}")?;
    writeln!(page, "- **Source**: {}\n", measure.source)
}

/// The pieces that may stand at each place.
fn subjects(measure: &Measure) -> String {
    let any = |letters: &&str| if letters.len() == 12 { "any".to_owned() } else { letters.to_string() };
    measure.pieces.iter().map(any).collect::<Vec<_>>().join(", ")
}

fn meaning(measure: &Measure) -> String {
    let names = ["a piece", "another", "a third"];
    let replace = |text: String, (place, name): (usize, &&str)| text.replace(&format!("{{{place}}}"), name);
    let text = match measure.words {
        Words::Number(noun) => noun.trim_end_matches(',').to_owned(),
        Words::Flag(yes, _) => format!("whether {yes}"),
    };
    names.iter().enumerate().fold(text, replace)
}
