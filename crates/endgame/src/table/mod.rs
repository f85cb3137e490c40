//! Tables of endings: of every position the result with best play, and how many moves a mate takes.

mod build;
mod counts;
mod crew;
mod file;
mod layout;
pub mod oracle;
mod value;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use hetman_rules::shakmaty::{Chess, Color, Piece, Square};

pub use build::Progress;
pub use counts::Counts;
pub(crate) use crew::share;
pub use file::TableFileError;
use layout::Layout;
pub use value::Outcome;
use value::Value;

use crate::material::Material;
use crate::small::SmallPosition;

/// The table of one ending.
pub struct Table {
    material: Material,
    layout: Layout,
    /// By number, for White to move and for Black to move; the latter only where both sides do not have the same.
    values: Vec<Vec<Value>>,
}

impl Table {
    /// Works the table out by retrograde analysis. `tables` has those of all endings of [`Material::conversions`].
    pub fn build(material: Material, tables: &Tables, threads: NonZeroUsize, progress: &dyn Progress) -> Table {
        Table::build_unless_stopped(material, tables, threads, progress).expect("nobody stops it")
    }

    /// The same for a caller that may lose interest: `None` once `progress` has said so.
    pub fn build_unless_stopped(
        material: Material,
        tables: &Tables,
        threads: NonZeroUsize,
        progress: &dyn Progress,
    ) -> Option<Table> {
        build::build(material, tables, threads, progress)
    }

    pub fn material(&self) -> Material {
        self.material
    }

    /// What becomes of a position for the side to move; `None` if it is of another ending.
    pub fn probe(&self, position: &Chess) -> Option<Outcome> {
        self.outcome(&SmallPosition::of(position)?)
    }

    /// The same for a position that is there as squares.
    pub fn outcome(&self, position: &SmallPosition) -> Option<Outcome> {
        self.value(position).map(Value::outcome)
    }

    fn value(&self, position: &SmallPosition) -> Option<Value> {
        match position.material() {
            (material, _) if material != self.material => None,
            (_, true) => Some(self.value_of_ours(&position.with_colors_exchanged())),
            (_, false) => Some(self.value_of_ours(position)),
        }
    }

    /// The value of a position of this ending, White being the stronger side.
    fn value_of_ours(&self, position: &SmallPosition) -> Value {
        match self.values.get(column(position.turn())) {
            Some(values) => values[self.layout.index(position)],
            None => self.value_of_ours(&position.with_colors_exchanged()),
        }
    }

    /// One position for all that symmetry makes the same, with what becomes of it, for one side to move. With two pawns
    /// those in which one can be taken in passing are among them.
    pub fn canonical(&self, turn: Color) -> impl Iterator<Item = (SmallPosition, Outcome)> + '_ {
        let positions = (0..self.layout.len()).filter_map(move |index| self.layout.position(index, turn));
        positions.map(|position| self.with_outcome(position))
    }

    /// Every legal position, White being the stronger side, with what becomes of it, for one side to move. Like pieces
    /// that change places make no other position. Those in which a pawn can be taken in passing are not among them.
    pub fn positions(&self, turn: Color) -> impl Iterator<Item = (SmallPosition, Outcome)> + '_ {
        let pieces: Vec<Piece> = self.material.pieces().collect();
        let has_like_pieces = pieces.len() == 4 && pieces[2] == pieces[3];
        let placements = 64_u64.pow(pieces.len() as u32);
        (0..placements).filter_map(move |placement| {
            let square = |place: usize| Square::new((placement >> (6 * (pieces.len() - 1 - place)) & 63) as u32);
            let is_repeated = has_like_pieces && square(2) > square(3);
            let placed = pieces.iter().enumerate().map(|(place, &piece)| (piece, square(place)));
            let position = (!is_repeated).then(|| SmallPosition::new(placed, turn))??;
            Some(self.with_outcome(position))
        })
    }

    fn with_outcome(&self, position: SmallPosition) -> (SmallPosition, Outcome) {
        let outcome = self.value_of_ours(&position).outcome();
        (position, outcome)
    }

    /// What becomes of all canonical positions with one side to move.
    pub fn counts(&self, turn: Color) -> Counts {
        self.canonical(turn).map(|(_, outcome)| outcome).collect()
    }

    /// Bytes of memory that it takes, or a little more.
    pub fn size(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }
}

/// Where the values with one side to move are.
fn column(turn: Color) -> usize {
    turn.fold_wb(0, 1)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({})", self.material)
    }
}

/// Tables of several endings, and what they know together.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    tables: BTreeMap<Material, Arc<Table>>,
}

impl Tables {
    /// The tables of an ending and of all that it leads to, worked out one after the other.
    pub fn build(material: Material, threads: NonZeroUsize, progress: &dyn Progress) -> Tables {
        let mut tables = Tables::default();
        for material in material.family() {
            tables.insert(Table::build(material, &tables, threads, progress));
        }
        tables
    }

    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material, Arc::new(table));
    }

    pub fn remove(&mut self, material: Material) {
        self.tables.remove(&material);
    }

    pub fn get(&self, material: Material) -> Option<&Table> {
        self.tables.get(&material).map(Arc::as_ref)
    }

    /// What becomes of a position for the side to move, if the table of its ending is there.
    pub fn probe(&self, position: &Chess) -> Option<Outcome> {
        self.outcome(&SmallPosition::of(position)?)
    }

    /// The same for a position that is there as squares.
    pub fn outcome(&self, position: &SmallPosition) -> Option<Outcome> {
        self.value(position).map(Value::outcome)
    }

    fn value(&self, position: &SmallPosition) -> Option<Value> {
        self.get(position.material().0)?.value(position)
    }
}

#[cfg(test)]
mod all_endings_tests;
#[cfg(test)]
mod tests;
