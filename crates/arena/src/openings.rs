//! Where games start: openings out of books and collections, or by chance.
//!
//! An opening is a game record: a position and the moves that are played before anybody is asked. [`OpeningBook::opening`]
//! is a pure function of the book, its settings and a number, so that a match which was interrupted goes on with the
//! same openings.

mod balance;
mod list;
mod polyglot;
pub mod shipped;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hetman_rules::pgn::decompressed;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{CastlingMode, Position};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Ruleset, UnknownVariant, Variant, epd, pgn};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::Chance;
use crate::work::content_hash;
pub use balance::Judges;
use list::OpeningLine;
use polyglot::Polyglot;

/// How far a Polyglot book is followed where nobody says so: eight moves of each side.
const POLYGLOT_PLIES: usize = 16;

/// Random games that end too early are drawn again this often.
const ATTEMPTS: usize = 1000;

/// And those that give too much away this often: each costs a short search.
const BALANCING_ATTEMPTS: usize = 100;

/// The order in which openings are taken from a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    #[default]
    Sequential,
    /// Shuffled once; each is taken before any is taken again.
    Random,
}

/// What to start games from. Without a file: from the variant's start position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSettings {
    /// EPD or FEN lines, PGN (`.pgn`) or a Polyglot book (`.bin`), packed with gzip or Zstandard or plain.
    pub file: Option<PathBuf>,
    /// Half-moves taken from a game of a PGN (all of them if not given) or from a Polyglot book (sixteen).
    pub plies: Option<usize>,
    pub order: Order,
    /// Random half-moves played after all that.
    pub random_plies: usize,
    /// They are drawn again if they give either side more than so many hundredths of a pawn ([`balance`]).
    #[serde(default)]
    pub balanced: Option<u32>,
    pub seed: u64,
}

impl OpeningSettings {
    /// How far from level openings may be, where that is asked for and chance makes them.
    fn balance(&self) -> Option<u32> {
        self.balanced.filter(|_| self.random_plies > 0)
    }
}

impl fmt::Display for OpeningSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file.as_deref().and_then(Path::file_name) {
            Some(name) => write!(f, "{}", name.display())?,
            None => f.write_str("starting position")?,
        }
        match self.random_plies {
            0 => {}
            plies => write!(f, " and {plies} random plies")?,
        }
        match self.balance() {
            Some(centipawns) => write!(f, ", balanced to {centipawns} centipawns"),
            None => Ok(()),
        }
    }
}

/// A book is held in memory; this one has millions of games.
const LARGEST_BOOK: u64 = 1 << 30;

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("cannot read the openings {file}: {reason}", file = passage(file.display()))]
    Unreadable { file: PathBuf, reason: io::Error },
    #[error("{file} has more than {} MiB: choose a smaller book", LARGEST_BOOK >> 20, file = passage(file.display()))]
    TooLarge { file: PathBuf },
    #[error("{file}, {problem}", file = passage(file.display()))]
    Epd { file: PathBuf, problem: epd::EpdError },
    #[error("{file}, {problem}", file = passage(file.display()))]
    Pgn { file: PathBuf, problem: pgn::PgnError },
    #[error("{file}, {place}: {what}", file = passage(file.display()))]
    Unusable { file: PathBuf, place: String, what: Unusable },
    #[error("{file} holds no opening", file = passage(file.display()))]
    Empty { file: PathBuf },
    #[error("{file} is no Polyglot book: its {bytes} bytes are no multiple of {}", polyglot::ENTRY_BYTES, file = passage(file.display()))]
    Damaged { file: PathBuf, bytes: usize },
    #[error("{file} is a Polyglot book, and those are for chess, not for {variant}", file = passage(file.display()))]
    PolyglotVariant { file: PathBuf, variant: Variant },
    #[error("these are not the openings that were meant: {0}")]
    Changed(OpeningSettings),
    #[error(transparent)]
    Ruleset(#[from] UnknownVariant),
    #[error("the Polyglot book {file} has no move in the start position", file = passage(file.display()))]
    NoFirstMove { file: PathBuf },
}

/// Why an opening cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("the game is over in this position")]
    Over,
    #[error("it is {is}, not {wanted}")]
    Variant { is: Variant, wanted: Variant },
    #[error(
        "the king or a rook of this position can only castle in Chess960: choose that variant (--variant chess960)"
    )]
    Castling,
}

/// Walks through a book of moves that tell it from another.
const SAMPLE: u64 = 64;

/// Openings by number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "BookData", try_from = "BookData")]
pub struct OpeningBook {
    ruleset: Ruleset,
    settings: OpeningSettings,
    source: Source,
    judges: Arc<Judges>,
    digest: String,
    latin_1_lines: u64,
}

/// A book as data: where it comes from, and what it has to be.
#[derive(Serialize, Deserialize)]
struct BookData {
    ruleset: String,
    settings: OpeningSettings,
    digest: String,
}

impl From<OpeningBook> for BookData {
    fn from(book: OpeningBook) -> BookData {
        BookData { ruleset: book.ruleset.to_string(), settings: book.settings, digest: book.digest }
    }
}

impl TryFrom<BookData> for OpeningBook {
    type Error = OpeningError;

    fn try_from(data: BookData) -> Result<OpeningBook, OpeningError> {
        let book = OpeningBook::load(data.ruleset.parse()?, &data.settings)?;
        if book.digest == data.digest { Ok(book) } else { Err(OpeningError::Changed(data.settings)) }
    }
}

#[derive(Clone, Debug)]
enum Source {
    Start(AnyPosition),
    /// Never empty.
    List(Vec<OpeningLine>),
    Polyglot {
        book: Polyglot,
        start: AnyPosition,
        plies: usize,
    },
}

impl OpeningBook {
    /// Reads the file, if there is one, and checks all of it.
    pub fn load(ruleset: Ruleset, settings: &OpeningSettings) -> Result<OpeningBook, OpeningError> {
        let bytes = settings.file.as_deref().map(read_bytes).transpose()?;
        OpeningBook::of_content(ruleset, settings, &bytes.unwrap_or_default())
    }

    /// The same for a file that was already read and unpacked: its name says of what kind it is.
    pub fn of_content(ruleset: Ruleset, settings: &OpeningSettings, bytes: &[u8]) -> Result<OpeningBook, OpeningError> {
        let mut latin_1_lines = 0;
        let mut source = match &settings.file {
            None => Source::Start(start(ruleset)),
            Some(file) if has_extension(file, "bin") => {
                let plies = settings.plies.unwrap_or(POLYGLOT_PLIES);
                Source::Polyglot { book: Polyglot::read(file, ruleset.variant, bytes)?, start: start(ruleset), plies }
            }
            Some(file) => {
                let lines;
                (lines, latin_1_lines) = list::read(file, ruleset, settings.plies, bytes)?;
                Source::List(lines)
            }
        };
        if let (Source::List(lines), Order::Random) = (&mut source, settings.order) {
            lines.shuffle(&mut Chance::OpeningOrder.generator(settings.seed, 0));
        }
        let judges = Arc::new(Judges::new(ruleset.variant));
        let digest = digest(ruleset.variant, settings, bytes);
        Ok(OpeningBook { ruleset, settings: settings.clone(), source, judges, digest, latin_1_lines })
    }

    /// How many different openings there are; `None` if chance decides.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            _ if self.settings.random_plies > 0 => None,
            Source::Start(_) => Some(1),
            Source::List(lines) => Some(lines.len()),
            Source::Polyglot { .. } => None,
        }
    }

    /// Lines of the book that are no UTF-8 and were read as Latin-1.
    pub fn latin_1_lines(&self) -> u64 {
        self.latin_1_lines
    }

    /// The opening of this number. A list starts again when it is used up.
    pub fn opening(&self, index: u64) -> GameRecord {
        let mut generator = Chance::OpeningMoves.generator(self.settings.seed, index);
        let record = self.source.opening(index, &mut generator);
        self.with_random_moves(&record, &mut generator)
    }

    /// The same, if one of the attempts was balanced.
    pub fn balanced_opening(&self, index: u64) -> Option<GameRecord> {
        let mut generator = Chance::OpeningMoves.generator(self.settings.seed, index);
        let record = self.source.opening(index, &mut generator);
        let (opening, is_balanced) = self.attempt(&record, &mut generator);
        is_balanced.then_some(opening)
    }

    /// What tells books of the same settings apart: everything else that decides which openings they have.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// What earlier versions told them apart by, before random moves are added: their openings, or the first of those
    /// that chance picks from a book of moves.
    pub fn sample(&self) -> impl Iterator<Item = GameRecord> {
        let count = match &self.source {
            Source::Start(_) => 1,
            Source::List(lines) => lines.len() as u64,
            Source::Polyglot { .. } => SAMPLE,
        };
        (0..count)
            .map(|index| self.source.opening(index, &mut Chance::OpeningMoves.generator(self.settings.seed, index)))
    }

    fn with_random_moves(&self, record: &GameRecord, generator: &mut ChaCha8Rng) -> GameRecord {
        self.attempt(record, generator).0
    }

    /// The first attempt that is balanced, or else the last; and whether it is.
    fn attempt(&self, record: &GameRecord, generator: &mut ChaCha8Rng) -> (GameRecord, bool) {
        first_balanced(record, self.settings.random_plies, self.settings.balance(), &self.judges, generator)
    }
}

/// Adds random moves that give neither side more than so much, if that is asked for. The last of the attempts is taken
/// where none does.
pub fn with_balanced_moves(
    record: &GameRecord,
    plies: usize,
    centipawns: Option<u32>,
    judges: &Judges,
    generator: &mut ChaCha8Rng,
) -> GameRecord {
    first_balanced(record, plies, centipawns, judges, generator).0
}

/// The first of the attempts that is balanced, or else the last; and whether it is.
fn first_balanced(
    record: &GameRecord,
    plies: usize,
    centipawns: Option<u32>,
    judges: &Judges,
    generator: &mut ChaCha8Rng,
) -> (GameRecord, bool) {
    let mut opening = with_random_moves(record.clone(), plies, generator);
    let Some(centipawns) = centipawns else { return (opening, true) };
    for _ in 0..BALANCING_ATTEMPTS {
        if judges.is_balanced(&opening, centipawns) {
            return (opening, true);
        }
        opening = with_random_moves(record.clone(), plies, generator);
    }
    (opening, false)
}

impl Source {
    fn opening(&self, index: u64, generator: &mut ChaCha8Rng) -> GameRecord {
        match self {
            Source::Start(start) => GameRecord::new(start.clone()),
            Source::List(lines) => lines[(index % lines.len() as u64) as usize].record(),
            Source::Polyglot { book, start, plies } => book.walk(start, *plies, generator),
        }
    }
}

/// Of the file, and of what openings are judged by.
fn digest(variant: Variant, settings: &OpeningSettings, bytes: &[u8]) -> String {
    let judge = settings.balance().map_or(&[][..], |_| hetman_eval::shipped::bytes(variant));
    format!("sha256:{}", content_hash(&[bytes, judge]))
}

fn start(ruleset: Ruleset) -> AnyPosition {
    let start = AnyPosition::start(ruleset.variant);
    start.with_castling(ruleset.castling).expect("a start position can be castled in either way")
}

/// The name's ending, the packing's ending aside.
fn has_extension(file: &Path, wanted: &str) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let unpacked = [".gz", ".zst"].iter().find_map(|packing| name.strip_suffix(packing)).unwrap_or(&name);
    unpacked.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('.'))
}

/// The file's content, unpacked.
pub fn read_bytes(file: &Path) -> Result<Vec<u8>, OpeningError> {
    let unreadable = |reason| OpeningError::Unreadable { file: file.to_owned(), reason };
    let mut bytes = Vec::new();
    let text = File::open(file).and_then(decompressed).map_err(unreadable)?;
    text.take(LARGEST_BOOK + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_BOOK { Err(OpeningError::TooLarge { file: file.to_owned() }) } else { Ok(bytes) }
}

/// Nobody can be asked in a game that is over.
pub(crate) fn is_over(record: &GameRecord) -> bool {
    record.ending(&DrawRules::CLAIMED).is_some()
}

/// Adds random legal moves that do not end the game: as many as asked for, fewer where no such game was found.
fn with_random_moves(opening: GameRecord, plies: usize, generator: &mut ChaCha8Rng) -> GameRecord {
    let mut longest = opening.clone();
    let wanted = opening.plies().saturating_add(plies);
    for _ in 0..ATTEMPTS {
        let mut record = opening.clone();
        while record.plies() < wanted && !is_over(&record) {
            let moves = record.position().legal_moves();
            let Some(&m) = moves.choose(generator) else { break };
            record.play(m).expect("a generated move is legal");
        }
        if is_over(&record) {
            record.undo();
        }
        if record.plies() > longest.plies() {
            longest = record;
        }
        if longest.plies() == wanted {
            break;
        }
    }
    longest
}

/// Whether the position follows the rules of castling that the game is played by.
fn check_castling(position: &AnyPosition, ruleset: Ruleset) -> Result<(), Unusable> {
    let is_shuffled = position.castles().mode() == CastlingMode::Chess960;
    if is_shuffled && ruleset.castling == CastlingMode::Standard { Err(Unusable::Castling) } else { Ok(()) }
}
