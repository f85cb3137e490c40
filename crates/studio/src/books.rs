//! Opening books: those that ship, files of the data folder's `books`, and of the folders that were named when the studio was started.
//!
//! A request names a book by an id out of the list. The name of a file that is added is made here, of letters and digits.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hetman_arena::openings::{OpeningBook, OpeningSettings, Order, read_bytes};
use hetman_lab::folder::{self, write_atomically};
use hetman_rules::{Ruleset, Variant};

use crate::problem::Problem;
use crate::route::Call;
use crate::shipped;
use crate::studio::Studio;
use crate::wire::{self, BookAdded, BookList, Done, NewBook};

const POSITIONS: &str = "epd";
const GAMES: &str = "pgn";

/// What books are called at their ends, packings aside.
const EXTENSIONS: [&str; 5] = [POSITIONS, GAMES, "fen", "txt", "bin"];
const PACKINGS: [&str; 2] = [".gz", ".zst"];

/// Folders in folders that are looked into.
const DEEPEST: usize = 3;

const LONGEST_NAME: usize = 60;
const MOST_PLIES: u32 = 200;

/// A book's file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BookFile {
    id: String,
    name: String,
    path: PathBuf,
    is_own: bool,
    /// The only one it is for, where that is known.
    variant: Option<Variant>,
}

pub struct Books {
    /// Those that were found at the start.
    given: Vec<BookFile>,
    /// Held while the folder is changed.
    changing: Mutex<()>,
}

impl Books {
    pub fn find_in(folders: &[PathBuf]) -> Books {
        let numbered = folders.iter().enumerate();
        let given = numbered.flat_map(|(number, folder)| {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            files_in(&folder, DEEPEST).into_iter().map(move |(name, path)| {
                let id = format!("given-{}-{name}", number + 1);
                BookFile { id, name, path, is_own: false, variant: None }
            })
        });
        Books { given: given.collect(), changing: Mutex::default() }
    }
}

/// Books by their paths from the folder, in order.
fn files_in(folder: &Path, depth: usize) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && depth > 1 {
            found.extend(files_in(&path, depth - 1).into_iter().map(|(below, path)| (format!("{name}/{below}"), path)));
        } else if path.is_file() && is_book(&name) {
            found.push((name, path));
        }
    }
    found.sort();
    found
}

fn is_book(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let unpacked = PACKINGS.iter().find_map(|packing| name.strip_suffix(packing)).unwrap_or(&name);
    unpacked.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

fn all(studio: &Studio) -> Vec<BookFile> {
    let own = files_in(&studio.data.books(), 1);
    let own = own.into_iter().map(|(name, path)| {
        let id = format!("own-{name}");
        BookFile { id, name, path, is_own: true, variant: None }
    });
    let shipped = Variant::ALL.map(|variant| BookFile {
        id: format!("shipped-{}", variant.uci_name()),
        name: format!("Balanced openings of {variant}"),
        path: shipped::openings_file(&studio.data.openings(), variant),
        is_own: false,
        variant: Some(variant),
    });
    shipped.into_iter().chain(own).chain(studio.books.given.iter().cloned()).collect()
}

fn find(studio: &Studio, id: &str) -> Result<BookFile, Problem> {
    all(studio).into_iter().find(|book| book.id == id).ok_or_else(|| Problem::unknown("opening book", id))
}

fn wire(book: &BookFile) -> wire::Book {
    let variant = book.variant.map(|variant| variant.uci_name().to_owned());
    wire::Book { id: book.id.clone(), name: book.name.clone(), is_own: book.is_own, variant }
}

/// GET /api/books
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<BookList, Problem> {
    Ok(BookList { books: all(studio).iter().map(wire).collect() })
}

/// POST /api/books
pub fn add(studio: &Arc<Studio>, _: &Call, wish: NewBook) -> Result<BookAdded, Problem> {
    let ruleset: Ruleset = wish.variant.parse()?;
    let name = file_name(&wish.name, &wish.text);
    let settings = OpeningSettings { file: Some(PathBuf::from(&name)), ..OpeningSettings::default() };
    let openings = OpeningBook::of_content(ruleset, &settings, wish.text.as_bytes())?;
    let _changing = studio.books.changing.lock().unwrap_or_else(PoisonError::into_inner);
    let path = studio.data.books().join(&name);
    if path.exists() {
        return Err(Problem::Conflict(format!("there is a book {name} already: choose another name")));
    }
    folder::make(&studio.data.books()).and_then(|()| write_atomically(&path, wish.text.as_bytes()))?;
    let book = find(studio, &format!("own-{name}"))?;
    Ok(BookAdded { book: wire(&book), openings: openings.count().unwrap_or_default() as u64 })
}

/// A name that leads nowhere else, its ending told by what is in the file: a position's first word has eight ranks.
fn file_name(wished: &str, text: &str) -> String {
    let stem = wished.rsplit_once('.').filter(|(_, end)| EXTENSIONS.contains(end)).map_or(wished, |(stem, _)| stem);
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    let stem: String = stem.trim().chars().map(letter).take(LONGEST_NAME).collect();
    let stem = stem.trim_matches('-');
    let first = text.split_whitespace().next().unwrap_or_default();
    let extension = if first.matches('/').count() >= 7 { POSITIONS } else { GAMES };
    format!("{}.{extension}", if stem.is_empty() { "openings" } else { stem })
}

/// DELETE /api/books/ID
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let _changing = studio.books.changing.lock().unwrap_or_else(PoisonError::into_inner);
    let book = find(studio, &call.id)?;
    if !book.is_own {
        return Err(Problem::Conflict("this book was not added here: delete its file yourself".to_owned()));
    }
    let is_used = |file: Option<&Path>| file == Some(book.path.as_path());
    if let Some(job) =
        studio.jobs.tournaments.all().iter().find(|job| is_used(job.lock().kept.plan.openings.file.as_deref()))
    {
        let name = &job.lock().kept.name;
        return Err(Problem::Conflict(format!("the tournament '{name}' begins its games from it: delete that first")));
    }
    fs::remove_file(&book.path)
        .map_err(|reason| Problem::Internal(format!("{} cannot be deleted: {reason}", book.name)))?;
    Ok(Done {})
}

/// The settings for games that begin from a book, all of which is checked.
pub fn settings(
    studio: &Studio,
    ruleset: Ruleset,
    (id, shuffled, plies): (&str, bool, Option<u32>),
    seed: u64,
) -> Result<OpeningSettings, Problem> {
    if plies.is_some_and(|plies| !(1..=MOST_PLIES).contains(&plies)) {
        return Err(Problem::Unfit(format!("1 to {MOST_PLIES} half-moves can be taken from a book's games")));
    }
    let book = find(studio, id)?;
    let order = if shuffled { Order::Random } else { Order::Sequential };
    let plies = plies.map(|plies| plies as usize);
    let settings =
        OpeningSettings { file: Some(book.path.clone()), plies, order, random_plies: 0, balanced: None, seed };
    // What is wrong is said of the book's name: where it lies is nobody's business.
    let bytes = read_bytes(&book.path).map_err(|_| Problem::Unfit(format!("{} cannot be read", book.name)))?;
    let file_name = book.path.file_name().map(PathBuf::from);
    let by_name = OpeningSettings { file: file_name, ..settings.clone() };
    OpeningBook::of_content(ruleset, &by_name, &bytes)?;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (wished, text, name) in [
            ("three moves.epd", fen, "three-moves.epd"),
            ("my book.pgn", fen, "my-book.epd"),
            ("lines", "1. e4 e5 *", "lines.pgn"),
            ("../../etc/passwd", fen, "etc-passwd.epd"),
            ("", "[Event \"x\"]", "openings.pgn"),
            ("...", fen, "openings.epd"),
            ("nul\0\n", fen, "nul.epd"),
        ] {
            assert_eq!(file_name(wished, text), name, "{wished:?}");
        }
        assert!(file_name(&"x".repeat(1000), fen).len() < 80);
    }

    #[test]
    fn books_are_told_by_their_endings() {
        for name in ["a.epd", "a.PGN", "a.pgn.gz", "book.bin", "a.fen.zst"] {
            assert!(is_book(name), "{name}");
        }
        for name in ["epd", "a.sqlite", "a.gz", "README.md", "a.epd.part"] {
            assert!(!is_book(name), "{name}");
        }
    }
}
