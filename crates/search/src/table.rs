//! The transposition table: what was found out about positions, shared by all threads without locks.
//!
//! Each slot is two words, the key combined with the data by exclusive or, and the data. A torn write, half from one
//! thread and half from another, no longer matches its key and is simply not found (Hyatt and Mann, "A lockless
//! transposition table for parallel chess", 2002). Four slots fill a cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use hetman_rules::shakmaty::{Move, Role, Square};
#[cfg(target_os = "linux")]
use memmap2::Advice;
use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::FromBytes;

use crate::{Bound, Tunables};

/// A move in two bytes: enough to recognise it among the legal moves of its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    pub const NONE: PackedMove = PackedMove(0);

    pub fn is_some(self) -> bool {
        self != PackedMove::NONE
    }

    pub fn target(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    /// None for a drop.
    pub fn origin(self) -> Option<Square> {
        (self.0 >> 15 == 0).then(|| Square::new(u32::from(self.0 >> 6 & 63)))
    }

    pub fn promotion(self) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| role as u16 == self.0 >> 12)
    }
}

impl From<Move> for PackedMove {
    fn from(m: Move) -> PackedMove {
        let to = u16::from(u8::from(m.to()));
        PackedMove(match m {
            // A drop has no origin; the bit above the promotion roles keeps it apart from every other move.
            Move::Put { role, .. } => to | (8 + role as u16) << 12,
            _ => {
                let from = m.from().map_or(0, |square| u16::from(u8::from(square)));
                to | from << 6 | m.promotion().map_or(0, |role| role as u16) << 12
            }
        })
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    pub best: PackedMove,
    /// As by [`score::value_to_tt`](crate::score::value_to_tt).
    pub value: i32,
    /// The evaluator's word on the position, or [`NO_EVALUATION`].
    pub evaluation: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// Stands for "not evaluated", as in check.
pub const NO_EVALUATION: i32 = i16::MIN as i32;

/// The key combined with the data, and the data.
type Slot = [AtomicU64; 2];

/// A cache line, where the memory begins at a page.
type Bucket = [Slot; 4];

const AGES: u8 = 64;

/// The table's memory, which outlives a search.
pub struct Storage {
    bytes: MmapMut,
    /// Counts searches, so that old entries make room for new ones.
    age: u8,
}

impl Storage {
    pub fn new(mebibytes: usize) -> Storage {
        let mut bytes = MmapMut::map_anon(mebibytes.max(1) << 20).expect("the system has the memory asked for");
        // Looking up where a page lies takes as long as fetching what is on it: few large pages are found faster.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(Advice::HugePage);
        bytes.fill(0);
        Storage { bytes, age: 0 }
    }

    pub fn clear(&mut self) {
        self.bytes.fill(0);
        self.age = 0;
    }

    /// A new search begins.
    pub fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    pub fn open(&mut self, tunables: &Tunables) -> TranspositionTable<'_> {
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.bytes).expect("memory is whole pages, a page whole buckets");
        TranspositionTable {
            buckets,
            age: self.age,
            age_weight: tunables.tt_age_weight,
            keep_depth: tunables.tt_keep_depth,
        }
    }
}

/// The table as the threads of one search share it.
pub struct TranspositionTable<'a> {
    buckets: &'a [Bucket],
    age: u8,
    age_weight: i32,
    keep_depth: i32,
}

impl TranspositionTable<'_> {
    fn index(&self, key: u64) -> usize {
        // The key's high bits spread evenly over any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Has a position's bucket brought near while other work is done: a third of the search's time was spent waiting.
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets, self.index(key));
    }

    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry in place of the position's own, or of the shallowest and oldest of its bucket.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot[1].load(Ordering::Relaxed);
            if data != 0 && slot[0].load(Ordering::Relaxed) ^ data == key {
                return self.replace(slot, key, unpack(data), entry);
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - self.age_weight * searches_ago(age_of(data), self.age)
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        write(victim, key, pack(entry, self.age));
    }

    /// Keeps a much deeper result, which is as good as new, and the best move when the new one has none.
    fn replace(&self, slot: &Slot, key: u64, old: TableEntry, new: TableEntry) {
        if new.bound != Bound::Exact && new.depth + self.keep_depth < old.depth {
            return write(slot, key, pack(old, self.age));
        }
        let best = if new.best.is_some() { new.best } else { old.best };
        write(slot, key, pack(TableEntry { best, ..new }, self.age));
    }

    /// Thousandths of the table filled by the present search.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flatten().filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == self.age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

fn write([check, word]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    word.store(data, Ordering::Relaxed);
}

/// Move, value and evaluation in 16 bits each, then depth, age and bound. Never zero: the bound is at least one.
fn pack(entry: TableEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best.0)
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.evaluation as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | u64::from(age) << 56
        | bound << 62
}

fn unpack(data: u64) -> TableEntry {
    TableEntry {
        best: PackedMove(data as u16),
        value: i32::from((data >> 16) as i16),
        evaluation: i32::from((data >> 32) as i16),
        depth: depth_of(data),
        bound: match data >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

fn searches_ago(then: u8, now: u8) -> i32 {
    i32::from((now + AGES - then) % AGES)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hetman_rules::shakmaty::Position;
    use hetman_rules::{AnyPosition, Variant};

    use super::*;

    fn entry(depth: i32) -> TableEntry {
        TableEntry { best: PackedMove(77), value: -31_990, evaluation: 45, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let mut storage = Storage::new(1);
        let table = storage.open(&Tunables::default());
        table.store(u64::MAX / 3, entry(7));
        assert_eq!(table.probe(u64::MAX / 3), Some(entry(7)));
        assert_eq!(table.probe(u64::MAX / 3 + 1), None);
        assert_eq!(storage.open(&Tunables::default()).probe(u64::MAX / 3), Some(entry(7)));
        storage.clear();
        assert_eq!(storage.open(&Tunables::default()).probe(u64::MAX / 3), None);
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_and_oldest() {
        let mut storage = Storage::new(1);
        let table = storage.open(&Tunables::default());
        for key in 1..=4 {
            table.store(key, entry(key as i32 + 10));
        }
        table.store(5, entry(3));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(2), Some(entry(12)));
        for _ in 0..5 {
            storage.new_search();
        }
        let table = storage.open(&Tunables::default());
        table.store(5, entry(3));
        table.store(6, entry(1));
        assert_eq!(table.probe(2), None, "old although deep");
        assert_eq!(table.probe(5), Some(entry(3)));
    }

    #[test]
    fn a_deeper_entry_that_is_kept_is_as_good_as_new() {
        let mut storage = Storage::new(1);
        storage.open(&Tunables::default()).store(1, entry(20));
        for _ in 0..5 {
            storage.new_search();
        }
        let table = storage.open(&Tunables::default());
        table.store(1, entry(3));
        for key in 2..=5 {
            table.store(key, entry(4));
        }
        assert_eq!(table.probe(1), Some(entry(20)), "the deepest of its bucket, and looked up in this search");
    }

    #[test]
    fn a_torn_write_is_not_found() {
        let mut storage = Storage::new(1);
        let table = storage.open(&Tunables::default());
        table.store(9, entry(4));
        let [_, data] = table.bucket(9).iter().find(|[_, data]| data.load(Ordering::Relaxed) != 0).unwrap();
        data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn packed_moves_tell_the_moves_of_a_position_apart() {
        let crowded = "r1b1k2r/pPppqppp/2n2n2/4p3/4P3/2N2N2/1PPP1PpP/R1BQK2R[QNRPbp] w KQkq - 0 1";
        for variant in [Variant::Crazyhouse, Variant::Chess, Variant::Antichess] {
            let fen = if variant == Variant::Crazyhouse { crowded.to_owned() } else { crowded.replace("[QNRPbp]", "") };
            let moves = AnyPosition::from_fen(variant, &fen).unwrap().legal_moves();
            let packed: HashSet<u16> = moves.iter().map(|&m| PackedMove::from(m).0).collect();
            assert_eq!(packed.len(), moves.len());
            assert!(!packed.contains(&0));
        }
    }
}
