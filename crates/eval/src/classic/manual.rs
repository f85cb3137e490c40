//! The manual of the evaluation, `docs/classic.md`, made from the texts that stand beside the code.

use std::fmt::Write;

use super::terms::TERM_GROUPS;
use super::{CLASSIC_PARAMETERS, PIECE_VALUES};
use crate::features::{HEADINGS, ManualEntry};

const OPENING: &str = "\
# The evaluation of 2005

A hand-made evaluation, from a course project of summer 2005 (\"Computer chess\"): `classic` is the player that judges by
it. Everything is counted in hundredths of a pawn and in whole numbers; divisions cut off the fraction. The numbers below
are a side's own: White's less Black's are the evaluation, so that exchanging the colours changes its sign and
nothing else. This page is printed by `hetman explain --manual`; the texts stand beside the code in
`crates/eval/src/classic/`. `hetman explain --player classic --fen FEN` prints the terms of a position; the examples
below, White's less Black's, are checked by the tests. The sections and errata (A1 to A26) that sources name are those
of the specification.

";

const PHASES: &str = "\
## Phases

A position is classified once, where a search begins; its leaves are judged by that phase, however little they
resemble the root. What is asked first comes first.

| phase | condition |
|---|---|
| opening | 14 pieces and pawns or more, kings not counted, stand where such a piece begins, wherever they have been |
| mating | a side leads by 450 or more, and has a rook or a queen, or no pawn |
| middlegame | 4300 of material or more, both sides together, kings not counted |
| early endgame | 2800 or more |
| endgame | less |

The last clause of mating says that with minor pieces and pawns it is easier to promote first. `late-mating` asks for less
than 4300 besides.

";

const FORMULAS: &str = "
To that comes, for the side that is ahead, with LP its pawns, MA its lead and M what both sides have together:

1. LP * 30000 / ((LP + 1) * M): it had better not exchange pawns, which are queens to be (`no-pawn-bonus` leaves it
   out). Eight pawns on a full board (M = 7900) make 3, one pawn with M = 500 makes 30.
2. MA * 590 / M: it had better exchange pieces (`no-trade-bonus` leaves it out). King, bishop and knight against king
   and pawn are worth 500 + 421, and bishop against nothing, 310 + 590, is less: the knight is not given for the pawn.

Both belong to the material and not to the positional terms, since those are judged where a search's base region ends,
while material is what the exchanges beyond it decide.

";

const EFFECTS: &str = "
## Known effects

- *Threats are put off.* Position counts where the base region ends, material beyond it. What wins material can therefore
  wait as long as it stays within reach of the captures, and a move that improves the position is played first. In a race
  of pawns that is wrong. The bonus for promotions, and the formulas (1) and (2) being material, make it rarer.
- *The phase is stale.* Only the root is classified: leaves after a change of character, such as the exchange of the
  queens, are judged by terms that no longer fit.
- The authors report of their own program that it was unfinished and had bugs, that it could not save a game, and that it
  hung when memory was short.
";

/// The whole page.
pub fn manual() -> String {
    let mut page = OPENING.to_owned();
    page.push_str(PHASES);
    material(&mut page)
        .and_then(|()| readings(&mut page))
        .and_then(|()| terms(&mut page))
        .expect("a String takes any text");
    page.push_str(EFFECTS);
    page
}

fn material(page: &mut String) -> std::fmt::Result {
    let [pawn, knight, bishop, rook, queen] = PIECE_VALUES;
    writeln!(page, "## Material\n")?;
    writeln!(page, "Pawn {pawn}, knight {knight}, bishop {bishop}, rook {rook}, queen {queen}.")?;
    page.push_str(FORMULAS);
    Ok(())
}

fn readings(page: &mut String) -> std::fmt::Result {
    writeln!(
        page,
        "## Readings\n\nWhere the source is silent or contradicts itself, settings of the player choose.\n"
    )?;
    for parameter in CLASSIC_PARAMETERS {
        writeln!(page, "- `{}`: {}", parameter.usage(), parameter.help)?;
    }
    Ok(())
}

fn terms(page: &mut String) -> std::fmt::Result {
    writeln!(page, "\n## The positional terms")?;
    for group in &TERM_GROUPS {
        writeln!(page, "\n### {}", group.title)?;
        group.entries.iter().try_for_each(|term| entry(page, term))?;
    }
    Ok(())
}

fn entry(page: &mut String, term: &ManualEntry) -> std::fmt::Result {
    writeln!(page, "\n#### `{}`\n", term.id)?;
    HEADINGS.iter().try_for_each(|heading| writeln!(page, "- **{heading}**: {}", term.section(heading)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::terms::TERMS;

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/classic.md");

    #[test]
    fn the_page_is_not_stale() {
        let page = std::fs::read_to_string(PAGE).unwrap_or_default();
        assert!(page == manual(), "docs/classic.md is stale: run `hetman explain --manual > docs/classic.md`");
    }

    #[test]
    fn the_page_has_every_term_and_setting() {
        let page = manual();
        assert_eq!(page.matches("\n#### ").count(), TERMS);
        assert_eq!(page.matches("\n- **").count(), TERMS * HEADINGS.len());
        assert!(CLASSIC_PARAMETERS.iter().all(|parameter| page.contains(parameter.help)));
    }
}
