//! Attributes of positions with few pieces: small whole numbers that a person would name, for learners to ask about.
//!
//! A [`Measure`] is what can be said of a piece, of two or of three (`MinDistanceFile`, `DistanceRank`, `Between`); an
//! [`Attribute`] is a measure of certain pieces (`KMinDistanceFile`, `kRDistanceRank`). An addition is a function in
//! `measures.rs`, its translations beside it for the files that are exported, and its entry in [`MEASURES`]; the manual,
//! `docs/endgame.md`, and the names of attributes follow from that.

mod catalogue;
mod manual;
mod measures;
mod standing;
#[cfg(test)]
mod tests;

pub use catalogue::MEASURES;
pub use manual::manual;
pub use measures::Placement;
pub use standing::Standing;

use hetman_rules::Quote;

/// The attributes of the data set of king and rook against king of 2006, in their order.
pub const PUBLISHED: [&str; 24] = [
    "KMinDistanceFile",
    "KMinDistanceRank",
    "RMinDistanceFile",
    "RMinDistanceRank",
    "kMinDistanceFile",
    "kMinDistanceRank",
    "KkFile",
    "KkRank",
    "KRFile",
    "KRRank",
    "kRFile",
    "kRRank",
    "KkDistanceFile",
    "KkDistanceRank",
    "KRDistanceFile",
    "KRDistanceRank",
    "kRDistanceFile",
    "kRDistanceRank",
    "KkOppositionDistance",
    "kOnEdge",
    "kInCorner",
    "kInCheck",
    "kCanMove",
    "ROnEdge",
];

/// Something that can be said of a piece, or of several.
#[derive(Debug)]
pub struct Measure {
    /// What stands behind the letters of the pieces in an attribute's name.
    pub name: &'static str,
    /// Whose letters there are: for each place those that may stand there.
    pub pieces: &'static [&'static str],
    /// Whether the first two may change places, so that they are named in one order only.
    pub is_symmetric: bool,
    /// Whether it tells squares apart that the symmetries of the board make alike: no general knowledge.
    pub is_raw: bool,
    /// Values are below this.
    pub domain: u8,
    pub words: Words,
    pub reason: &'static str,
    /// Pieces and squares, the attribute and its value; a test looks at it.
    pub example: (&'static str, &'static str, u8),
    pub source: &'static str,
    pub of: fn(&Placement, &[usize]) -> u8,
    /// What the function is called.
    pub function: &'static str,
}

/// How a value is said. `{0}`, `{1}` and `{2}` stand for the pieces.
#[derive(Clone, Copy, Debug)]
pub enum Words {
    /// What is counted, a noun.
    Number(&'static str),
    /// Sentences for 1 and for 0.
    Flag(&'static str, &'static str),
}

/// No such attribute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no attribute '{name}' of {pieces}: letters of its pieces and one of the measures of docs/endgame.md make its name"
)]
pub struct UnknownAttribute {
    name: Quote,
    pieces: String,
}

/// A measure of certain pieces of a material.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: String,
    pub measure: &'static Measure,
    /// Where they stand in the placement's list.
    pub of: Vec<usize>,
    /// What they are called.
    words: Vec<String>,
}

impl PartialEq for Attribute {
    fn eq(&self, other: &Attribute) -> bool {
        self.name == other.name && self.of == other.of
    }
}

impl Attribute {
    /// Every measure of all pieces that it fits. Pieces are listed in the order of [`Placement`].
    pub fn all(pieces: &[u8]) -> Vec<Attribute> {
        MEASURES.iter().flat_map(|measure| measure.attributes(pieces)).collect()
    }

    /// What there is to learn from: everything that does not depend on how the board lies.
    pub fn general(pieces: &[u8]) -> Vec<Attribute> {
        Attribute::all(pieces).into_iter().filter(|attribute| !attribute.measure.is_raw).collect()
    }

    /// Files and ranks.
    pub fn raw(pieces: &[u8]) -> Vec<Attribute> {
        let all = Attribute::all(pieces);
        let mut raw: Vec<_> = all.into_iter().filter(|attribute| attribute.measure.is_raw).collect();
        raw.sort_by_key(|attribute| (pieces[attribute.of[0]].is_ascii_lowercase(), attribute.of[0]));
        raw
    }

    /// The attributes of these names.
    pub fn named<'a>(
        pieces: &[u8],
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Attribute>, UnknownAttribute> {
        let all = Attribute::all(pieces);
        let find = |name: &str| all.iter().find(|attribute| attribute.name == name).cloned();
        names.into_iter().map(|name| find(name).ok_or_else(|| UnknownAttribute::new(name, pieces))).collect()
    }

    pub fn value(&self, at: &Placement) -> u8 {
        (self.measure.of)(at, &self.of)
    }

    /// Values are below this.
    pub fn domain(&self) -> u8 {
        self.measure.domain
    }

    /// That it has this value, as a sentence without its full stop.
    pub fn sentence(&self, value: u8) -> String {
        match self.measure.words {
            Words::Number(noun) => format!("{} is {value}", self.with_pieces(noun)),
            Words::Flag(yes, no) => self.with_pieces(if value == 1 { yes } else { no }),
        }
    }

    /// What is counted, or the sentence that is true or not.
    pub fn phrase(&self) -> String {
        match self.measure.words {
            Words::Number(text) | Words::Flag(text, _) => self.with_pieces(text),
        }
    }

    fn with_pieces(&self, text: &str) -> String {
        let replace = |text: String, (place, words): (usize, &String)| text.replace(&format!("{{{place}}}"), words);
        self.words.iter().enumerate().fold(text.to_owned(), replace)
    }
}

impl UnknownAttribute {
    pub(crate) fn new(name: &str, pieces: &[u8]) -> UnknownAttribute {
        UnknownAttribute { name: name.into(), pieces: String::from_utf8_lossy(pieces).into_owned() }
    }
}

impl Measure {
    /// Whether it tells files from ranks, as the attributes of 2006 do: another one where the board is turned. All others are
    /// the same in every mirror image of a position.
    pub fn is_oriented(&self) -> bool {
        self.name.ends_with("File") || self.name.ends_with("Rank")
    }

    /// The measure of all pieces that it fits.
    pub fn attributes(&'static self, pieces: &[u8]) -> Vec<Attribute> {
        self.choices(pieces).into_iter().map(|of| self.attribute(pieces, of)).collect()
    }

    /// Every choice of different pieces for its places.
    fn choices(&self, pieces: &[u8]) -> Vec<Vec<usize>> {
        let mut choices = vec![Vec::new()];
        for letters in self.pieces {
            let fits = |chosen: &[usize], index: usize| {
                letters.as_bytes().contains(&pieces[index]) && !chosen.contains(&index)
            };
            let extend = |chosen: &Vec<usize>| {
                let next = (0..pieces.len()).filter(|&index| fits(chosen, index));
                next.map(|index| [chosen.as_slice(), &[index]].concat()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(extend).collect();
        }
        choices.retain(|of| self.is_named(pieces, of));
        choices
    }

    /// Of pieces that may change places the kings come first, Black's before the other pieces, as in `kR`.
    fn is_named(&self, pieces: &[u8], of: &[usize]) -> bool {
        let place = |index: usize| (!pieces[index].eq_ignore_ascii_case(&b'k'), index);
        !self.is_symmetric || place(of[0]) < place(of[1])
    }

    fn attribute(&'static self, pieces: &[u8], of: Vec<usize>) -> Attribute {
        let letters: String = of.iter().map(|&index| letter(pieces, index)).collect();
        let words = of.iter().map(|&index| in_words(pieces, index)).collect();
        Attribute { name: letters + self.name, measure: self, of, words }
    }
}

/// The piece's letter, with a number where there are several of it.
fn letter(pieces: &[u8], index: usize) -> String {
    let same = |range: &[u8]| range.iter().filter(|&&piece| piece == pieces[index]).count();
    let letter = char::from(pieces[index]);
    if same(pieces) > 1 { format!("{letter}{}", same(&pieces[..=index])) } else { letter.to_string() }
}

/// "the white king", or "the second white bishop" where there are several.
fn in_words(pieces: &[u8], index: usize) -> String {
    const ORDINALS: [&str; 4] = ["first ", "second ", "third ", "fourth "];
    let same = |range: &[u8]| range.iter().filter(|&&piece| piece == pieces[index]).count();
    let ordinal = if same(pieces) > 1 { ORDINALS[(same(&pieces[..=index]) - 1).min(3)] } else { "" };
    let color = if pieces[index].is_ascii_uppercase() { "white" } else { "black" };
    let role = match pieces[index].to_ascii_lowercase() {
        b'k' => "king",
        b'q' => "queen",
        b'r' => "rook",
        b'b' => "bishop",
        b'n' => "knight",
        _ => "pawn",
    };
    format!("the {ordinal}{color} {role}")
}
