//! Numbers of an ending: of its data set, of the tree that ID3 learns from it, and of that tree's play.
//!
//! Everything is worked out anew from the exact table, which takes seconds; a tree that has played is kept in the row's
//! folder, so that anybody can look into it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hetman_arena::conversion::{Conversion, ConversionDescription, ConversionReport, Participant, won_positions};
use hetman_arena::stats::Score;
use hetman_arena::{Local, Switches};
use hetman_endgame::attributes::{Attribute, PUBLISHED};
use hetman_endgame::dataset::{Extent, Target, dataset, samples};
use hetman_endgame::decision_tree::letters;
use hetman_endgame::induction::Lesson;
use hetman_endgame::{DecisionTree, Material, Table, Tables};
use hetman_lab::folder::write_atomically;
use hetman_rules::shakmaty::Color;
use serde::{Deserialize, Deserializer};
use toml::Value;

use super::{Numbered, Numbers, NumbersKind, Workplace};
use crate::runner::ReproduceError;
use crate::spread::Measured;

pub static SET: NumbersKind =
    NumbersKind { name: "ending-set", read: |table| Ok(Arc::new(Value::Table(table).try_into::<SetSettings>()?)) };
pub static TREE: NumbersKind =
    NumbersKind { name: "ending-tree", read: |table| Ok(Arc::new(Value::Table(table).try_into::<TreeSettings>()?)) };
pub static PLAY: NumbersKind =
    NumbersKind { name: "ending-play", read: |table| Ok(Arc::new(Value::Table(table).try_into::<PlaySettings>()?)) };

/// The positions of an ending with Black to move, as learners see them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetSettings {
    #[serde(deserialize_with = "parsed")]
    material: Material,
    attributes: TreeAttributes,
}

/// What ID3 learns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeSettings {
    #[serde(deserialize_with = "parsed")]
    material: Material,
    attributes: TreeAttributes,
    #[serde(deserialize_with = "parsed")]
    extent: Extent,
}

/// How such a tree plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaySettings {
    tree: TreeSettings,
    /// Whether it is asked about the canonical one of a position's mirror images.
    #[serde(default)]
    mapped: bool,
    against: String,
    positions: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TreeAttributes {
    /// Those of 2006.
    Published,
    /// Files and ranks.
    Raw,
}

fn parsed<'de, T: std::str::FromStr<Err: std::fmt::Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

fn tables(material: Material, at: &Workplace) -> Tables {
    Tables::build(material, NonZeroUsize::new(at.threads).unwrap_or(NonZeroUsize::MIN), &())
}

fn table(tables: &Tables, material: Material) -> &Table {
    tables.get(material).expect("it was built")
}

impl TreeAttributes {
    fn of(self, material: Material) -> Vec<Attribute> {
        match self {
            TreeAttributes::Published => {
                Attribute::named(&letters(material), PUBLISHED).expect("they are attributes of king and rook")
            }
            TreeAttributes::Raw => Attribute::raw(&letters(material)),
        }
    }
}

impl Numbered for SetSettings {
    fn measure(&self, at: &Workplace) -> Result<Numbers, ReproduceError> {
        let tables = tables(self.material, at);
        let table = table(&tables, self.material);
        let of = |attributes: &[Attribute], extent| {
            let set = dataset(table, Color::Black, attributes, extent, Target::Distance, &());
            set.expect("nobody stops it").0
        };
        let (full, canonical) = (of(&self.attributes.of(self.material), Extent::Full), of(&[], Extent::Canonical));
        let vectors: BTreeSet<Vec<u8>> = (0..full.rows()).map(|row| full.row(row).collect()).collect();
        Ok(numbers([
            ("placements", placements(self.material)),
            ("positions", full.rows()),
            ("canonical positions", canonical.rows()),
            ("canonical draws", canonical.class_counts()[0]),
            ("different vectors", vectors.len()),
            ("won positions, White to move", won_positions(table, None, at.seed).len()),
        ]))
    }
}

/// Ways to put the pieces on different squares.
fn placements(material: Material) -> usize {
    (0..material.men()).map(|before| 64 - before).product()
}

impl TreeSettings {
    /// The same for every row that asks.
    fn tree(&self, table: &Table, seed: u64) -> DecisionTree {
        let (attributes, extent) = (self.attributes.of(self.material), self.extent);
        Lesson { attributes, extent, target: Target::Distance, seed }.by_heart(table).0
    }
}

impl Numbered for TreeSettings {
    fn measure(&self, at: &Workplace) -> Result<Numbers, ReproduceError> {
        let tables = tables(self.material, at);
        let table = table(&tables, self.material);
        let tree = self.tree(table, at.seed);
        let size = tree.root.size();
        let on = |extent: Extent, is_mapped: bool| {
            tree.exactness(samples(table, Color::Black, extent, Target::Distance), is_mapped)
        };
        let as_they_stand = on(Extent::Full, false);
        let mut numbers = numbers([
            ("questions", size.inner),
            ("leaves", size.leaves),
            ("null leaves", size.nulls),
            ("depth", size.depth),
            ("nodes without null leaves", size.nodes()),
            // Every question has eight branches then, and every branch but the root is a node.
            ("nodes with null leaves, all domains 0 to 7", 8 * size.inner + 1),
            ("attributes never asked for", tree.unused().count()),
            ("positions right", as_they_stand.right),
        ]);
        let shares = [
            ("right of the training set, %", on(tree.extent, false)),
            ("right of all positions as they stand, %", as_they_stand),
            ("right of all positions mapped, %", on(Extent::Full, true)),
        ];
        numbers.extend(shares.map(|(name, found)| (name.to_owned(), Measured::exact(100.0 * found.share()))));
        Ok(numbers)
    }
}

impl Numbered for PlaySettings {
    fn measure(&self, at: &Workplace) -> Result<Numbers, ReproduceError> {
        let material = self.tree.material;
        let tables = Arc::new(tables(material, at));
        let tree = self.tree.tree(table(&tables, material), at.seed);
        let file = at.folder.join(format!("{}.tree", at.name));
        write_atomically(&file, tree.to_text().as_bytes())?;
        let mapped = if self.mapped { ",canonical" } else { "" };
        let word = |word: &str| word.parse::<Participant>().map_err(hetman_arena::conversion::ConversionError::from);
        let player = word(&format!("tree:{}{mapped}", file.display()))?;
        let description = ConversionDescription { player, against: word(&self.against)?, seed: at.seed };
        let conversion = Conversion { description: &description, tables: &tables };
        let positions = won_positions(table(&tables, material), Some(self.positions), at.seed);
        let (wanted, stop) = (positions.len(), || at.stop.load(Ordering::Relaxed));
        let (switches, executor) = (Switches { close: &stop, abandon: &stop }, Local { threads: at.threads });
        let games = conversion.play(positions, &executor, switches, |_| (at.played)(1))?;
        if games.len() < wanted {
            return Err(ReproduceError::Stopped);
        }
        let report = ConversionReport::of(&games);
        let share = |count: usize| {
            Measured::of_games(Score { wins: count as u64, draws: 0, losses: (report.positions - count) as u64 })
        };
        let shares = [("won, %", share(report.won)), ("in the shortest way, %", share(report.shortest))];
        Ok(shares.into_iter().filter_map(|(name, share)| Some((name.to_owned(), share?))).collect())
    }

    fn games(&self) -> u64 {
        self.positions as u64
    }
}

fn numbers<const N: usize>(counts: [(&str, usize); N]) -> Numbers {
    counts.into_iter().map(|(name, count)| (name.to_owned(), Measured::exact(count as f64))).collect()
}
