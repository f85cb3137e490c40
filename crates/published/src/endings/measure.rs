//! Numbers of the data set, of trees and of their play.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use hetman_arena::conversion::{Conversion, ConversionDescription, ConversionReport, Participant, won_positions};
use hetman_arena::stats::Score;
use hetman_arena::{Local, Switches};
use hetman_endgame::attributes::{Attribute, PUBLISHED};
use hetman_endgame::dataset::{Extent, Target, dataset, samples};
use hetman_endgame::induction::{Criterion, Lesson, grow};
use hetman_endgame::{DecisionTree, Material, Table, Tables};
use hetman_lab::folder::{make, write_atomically};
use hetman_rules::shakmaty::Color;

use super::{EndingError, EndingRow, Measure, TreeAttributes, TreeExtent, TreeSettings};
use crate::spread::Measured;

/// Quantities by name.
type Numbers = BTreeMap<&'static str, Measured>;

pub struct Measures<'a> {
    folder: &'a Path,
    threads: usize,
    seed: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    material: Material,
    tables: Arc<Tables>,
    /// Learned once, whoever asks.
    trees: Vec<(TreeSettings, Arc<DecisionTree>)>,
}

impl<'a> Measures<'a> {
    pub fn new(folder: &'a Path, threads: usize, seed: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Measures<'a> {
        let material: Material = "KRK".parse().expect("it is an ending");
        let tables = Tables::build(material, NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN), &());
        Measures { folder, threads, seed, stop, material, tables: Arc::new(tables), trees: Vec::new() }
    }

    pub fn of(&mut self, row: &EndingRow) -> Result<Numbers, EndingError> {
        let tree = row.tree.as_ref().map(|settings| (settings.clone(), self.tree(settings)));
        match (&row.measure, tree) {
            (Measure::Set, _) => Ok(self.of_set()),
            (Measure::Tree, Some((_, tree))) => Ok(self.of_tree(&tree)),
            (Measure::Play { against, positions }, Some((settings, tree))) => {
                self.of_play(&row.name, &settings, &tree, against, *positions)
            }
            (_, None) => Ok(Numbers::new()),
        }
    }

    fn table(&self) -> &Table {
        self.tables.get(self.material).expect("it was built")
    }

    fn attributes(&self, which: TreeAttributes) -> Vec<Attribute> {
        let pieces = hetman_endgame::decision_tree::letters(self.material);
        match which {
            TreeAttributes::Published => Attribute::named(&pieces, PUBLISHED).expect("they are attributes"),
            TreeAttributes::Raw => Attribute::raw(&pieces),
        }
    }

    /// The tree is the same whether or not it will be asked about canonical positions.
    fn tree(&mut self, settings: &TreeSettings) -> Arc<DecisionTree> {
        let is_same = |(known, _): &&(TreeSettings, Arc<DecisionTree>)| {
            (known.attributes, known.extent) == (settings.attributes, settings.extent)
        };
        if let Some((_, tree)) = self.trees.iter().find(is_same) {
            return Arc::clone(tree);
        }
        let extent = match settings.extent {
            TreeExtent::Canonical => Extent::Canonical,
            TreeExtent::Full => Extent::Full,
        };
        let attributes = self.attributes(settings.attributes);
        let lesson = Lesson { attributes, extent, target: Target::Distance, seed: self.seed };
        let (tree, _) = lesson.tree(self.table(), "id3", |dataset, rows| grow(dataset, rows, Criterion::Gain));
        let tree = Arc::new(tree);
        self.trees.push((settings.clone(), Arc::clone(&tree)));
        tree
    }

    fn of_set(&self) -> Numbers {
        let (table, target) = (self.table(), Target::Distance);
        let attributes = self.attributes(TreeAttributes::Published);
        let (full, _) = dataset(table, Color::Black, &attributes, Extent::Full, target);
        let (canonical, _) = dataset(table, Color::Black, &[], Extent::Canonical, target);
        let vectors: BTreeSet<Vec<u8>> = (0..full.rows()).map(|row| full.row(row).collect()).collect();
        let won = won_positions(table, None, self.seed).len();
        numbers([
            ("placements", 64 * 63 * 62),
            ("positions", full.rows()),
            ("canonical positions", canonical.rows()),
            ("canonical draws", canonical.class_counts()[0]),
            ("different vectors", vectors.len()),
            ("won positions, White to move", won),
        ])
    }

    fn of_tree(&self, tree: &DecisionTree) -> Numbers {
        let size = tree.root.size();
        let on = |extent: Extent, is_mapped: bool| {
            tree.exactness(samples(self.table(), Color::Black, extent, Target::Distance), is_mapped)
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
        numbers.extend([
            ("right of the training set, %", exact(100.0 * on(tree.extent, false).share())),
            ("right of all positions as they stand, %", exact(100.0 * as_they_stand.share())),
            ("right of all positions mapped, %", exact(100.0 * on(Extent::Full, true).share())),
        ]);
        numbers
    }

    fn of_play(
        &self,
        name: &str,
        settings: &TreeSettings,
        tree: &DecisionTree,
        against: &str,
        positions: usize,
    ) -> Result<Numbers, EndingError> {
        make(self.folder)?;
        let file = self.folder.join(format!("{name}.tree"));
        write_atomically(&file, tree.to_text().as_bytes())?;
        let mapped = if settings.mapped { ",canonical" } else { "" };
        let word = |word: &str| word.parse::<Participant>().map_err(hetman_arena::conversion::ConversionError::from);
        let player = word(&format!("tree:{}{mapped}", file.display()))?;
        let description = ConversionDescription { player, against: word(against)?, seed: self.seed };
        let conversion = Conversion { description: &description, tables: &self.tables };
        let positions = won_positions(self.table(), Some(positions), self.seed);
        let (wanted, switches) = (positions.len(), Switches { close: &self.stop, abandon: &self.stop });
        let games = conversion.play(positions, &Local { threads: self.threads }, switches, |_| {})?;
        if games.len() < wanted {
            return Err(EndingError::Stopped);
        }
        let report = ConversionReport::of(&games);
        let share = |count: usize| {
            Measured::of_games(Score { wins: count as u64, draws: 0, losses: (report.positions - count) as u64 })
        };
        let shares = [("won, %", share(report.won)), ("in the shortest way, %", share(report.shortest))];
        Ok(shares.into_iter().filter_map(|(name, share)| Some((name, share?))).collect())
    }
}

fn numbers<const N: usize>(counts: [(&'static str, usize); N]) -> Numbers {
    counts.into_iter().map(|(name, count)| (name, exact(count as f64))).collect()
}

/// A number that is worked out and not drawn by chance.
pub fn exact(value: f64) -> Measured {
    Measured { value, ..Measured::default() }
}
