//! The documents are what the archive says, every claim is counted once, and the check can fail.

use super::references::filled;
use super::*;

fn documents() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn archive() -> Archive {
    Archive::read(&documents().join("results.json")).unwrap()
}

#[test]
fn the_documents_are_what_the_archive_says() {
    assert_eq!(problems(&archive(), &documents()), Vec::<String>::new(), "`hetman reproduce results` writes them anew");
}

#[test]
fn the_first_page_can_be_read() {
    let page = front(&archive()).unwrap();
    assert!(page.lines().count() <= 120, "{} lines", page.lines().count());
    assert!(!page.contains("{{"), "every place is filled");
    let first_screen: Vec<&str> = page.lines().take(40).collect();
    assert!(first_screen.iter().any(|line| line.starts_with("| **all** |")), "{first_screen:?}");
    assert!(first_screen.contains(&"## Comes out again"), "{first_screen:?}");
}

#[test]
fn every_claim_is_counted_once() {
    let archive = archive();
    let all = claims(&archive);
    let published = |row: &&Row| row.role == Role::Repetition;
    let claimed = |row: &Row| row.published.iter().filter(|published| !published.specified).count();
    let expected: usize = Catalogue::built_in().rows.iter().filter(published).map(claimed).sum();
    let counts: Vec<usize> = tally(all.iter()).iter().map(|count| count.parse().unwrap()).collect();
    assert_eq!((counts[0], counts[1..].iter().sum::<usize>()), (expected, expected));
    let of_works = WORKS.map(|work| all.iter().filter(|claim| claim.row.page == work.page).count());
    assert_eq!(of_works.iter().sum::<usize>(), expected, "each claim belongs to a work");
    assert_eq!(counted_twice(), Vec::<String>::new());
}

/// A sentence about a difference stands on a number that anybody can look up.
#[test]
fn every_sentence_of_an_explanation_has_its_number() {
    for row in &Catalogue::built_in().rows {
        let Some(explanation) = &row.explanation else { continue };
        for sentence in explanation.split(". ").filter(|sentence| !sentence.trim().is_empty()) {
            assert!(sentence.contains('{'), "{}: {sentence}", row.name);
        }
    }
}

#[test]
fn a_row_that_is_named_has_a_result() {
    let archive = archive();
    assert_eq!(filled("nothing named", &archive).as_deref(), Ok("nothing named"));
    let named = filled("it is {variants-small-chess: queen} here", &archive).unwrap();
    assert_eq!(named, "it is 9.65 (8.23 to 11.06) here");
    for unknown in ["no-such-row: score, %", "variants-small-chess: no such quantity", "variants-small-chess"] {
        let problem = filled(&format!("it is {{{unknown}}}"), &archive).unwrap_err();
        assert!(problem.to_string().contains(unknown), "{problem}");
    }
    let empty = problems(&Archive::default(), &documents());
    assert!(empty[0].contains("has no result in the archive"), "{empty:?}");
}

#[test]
fn what_is_wrong_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mut archive, place) = (archive(), folder.path());
    write(&files(&archive).unwrap(), place).unwrap();
    assert_eq!(problems(&archive, place), Vec::<String>::new());
    fs::write(place.join("results/2008.md"), "All pieces are worth what is printed.").unwrap();
    assert_eq!(problems(&archive, place).len(), 1);
    write(&files(&archive).unwrap(), place).unwrap();

    let place_of = |archive: &Archive, row: &str| archive.records.iter().position(|record| record.row == row).unwrap();
    let exp2 = place_of(&archive, "td2006-exp2");
    archive.records[exp2].lines[0].verdict = Some(Verdict::Differs);
    let found = problems(&archive, place);
    assert!(found.iter().any(|problem| problem.contains("the rule says")), "{found:?}");
    archive.judge();
    assert_eq!(problems(&archive, place), Vec::<String>::new());
    archive.records[exp2].superseded = Some("in doubt".to_owned());
    let found = problems(&archive, place);
    assert!(found.iter().any(|problem| problem.contains("counts for nothing and has a verdict")), "{found:?}");
}
