//! The transposition table: what was found out about positions, shared by all threads without locks.
//!
//! Each slot is two words, the key combined with the data by exclusive or, and the data. A torn write, half from one
//! thread and half from another, no longer matches its key and is simply not found (Hyatt and Mann, "A lockless
//! transposition table for parallel chess", 2002). Four slots fill a cache line.
//!
//! The key's high bits are known from where it is looked for. In their place a slot has the number of the game that it
//! was written in, so that a new game forgets the last one without touching the memory.

use std::sync::atomic::{AtomicU64, Ordering};

use hetman_rules::shakmaty::{Move, Role, Square};
#[cfg(target_os = "linux")]
use memmap2::Advice;
use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::FromBytes;

use crate::score::value_from_tt;
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

impl TableEntry {
    /// The stored value where it settles the window.
    pub fn settles(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let value = value_from_tt(self.value, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }
}

/// Stands for "not evaluated", as in check.
pub const NO_EVALUATION: i32 = i16::MIN as i32;

/// The key combined with the data, and the data.
type Slot = [AtomicU64; 2];

/// A cache line, where the memory begins at a page.
type Bucket = [Slot; 4];

const AGES: u8 = 64;

/// The key's bits that a slot holds. The others say which bucket it is, of the smallest table too.
const KEY_BITS: u32 = 50;

/// Games are counted from 1, since fresh memory holds zeros.
const GAMES: u64 = 1 << (u64::BITS - KEY_BITS);

/// The table's memory, which outlives a search.
pub struct Storage {
    bytes: MmapMut,
    /// Counts searches, so that old entries make room for new ones.
    age: u8,
    /// What was written in another game is not there any more.
    game: u64,
}

impl Storage {
    pub fn new(mebibytes: usize) -> Storage {
        let mut bytes = MmapMut::map_anon(mebibytes.max(1) << 20).expect("the system has the memory asked for");
        // Looking up where a page lies takes as long as fetching what is on it: few large pages are found faster.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(Advice::HugePage);
        bytes.fill(0);
        Storage { bytes, age: 0, game: 1 }
    }

    pub fn clear(&mut self) {
        self.age = 0;
        self.game += 1;
        if self.game == GAMES {
            self.bytes.fill(0);
            self.game = 1;
        }
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
            game: self.game << KEY_BITS,
            age_weight: tunables.tt_age_weight,
            keep_depth: tunables.tt_keep_depth,
        }
    }
}

/// The table as the threads of one search share it.
pub struct TranspositionTable<'a> {
    buckets: &'a [Bucket],
    age: u8,
    /// In the bits where slots have it.
    game: u64,
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

    /// What a slot of this game has of a key.
    fn signature(&self, key: u64) -> u64 {
        key & (u64::MAX >> (u64::BITS - KEY_BITS)) | self.game
    }

    fn is_of_this_game(&self, signature: u64) -> bool {
        (signature ^ self.game) >> KEY_BITS == 0
    }

    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let signature = self.signature(key);
        self.bucket(key).iter().map(read).find(|&(found, _)| found == signature).map(|(_, data)| unpack(data))
    }

    /// Stores an entry in place of the position's own, or of the shallowest and oldest of its bucket.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let (bucket, signature) = (self.bucket(key), self.signature(key));
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let (found, data) = read(slot);
            if found == signature {
                return self.replace(slot, signature, unpack(data), entry);
            }
            let worth = if self.is_of_this_game(found) {
                depth_of(data) - self.age_weight * searches_ago(age_of(data), self.age)
            } else {
                i32::MIN
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        write(victim, signature, pack(entry, self.age));
    }

    /// Keeps a much deeper result, which is as good as new, and the best move when the new one has none.
    fn replace(&self, slot: &Slot, signature: u64, old: TableEntry, new: TableEntry) {
        if new.bound != Bound::Exact && new.depth + self.keep_depth < old.depth {
            return write(slot, signature, pack(old, self.age));
        }
        let best = if new.best.is_some() { new.best } else { old.best };
        write(slot, signature, pack(TableEntry { best, ..new }, self.age));
    }

    /// Thousandths of the table filled by the present search.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .map(read)
            .filter(|&(signature, data)| self.is_of_this_game(signature) && age_of(data) == self.age);
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

/// Signature and data.
fn read([check, word]: &Slot) -> (u64, u64) {
    let data = word.load(Ordering::Relaxed);
    (check.load(Ordering::Relaxed) ^ data, data)
}

fn write([check, word]: &Slot, signature: u64, data: u64) {
    check.store(signature ^ data, Ordering::Relaxed);
    word.store(data, Ordering::Relaxed);
}

/// Move, value and evaluation in 16 bits each, then depth, age and bound.
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
    fn a_cleared_table_is_as_good_as_new() {
        let keys: Vec<u64> = (0..4000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 5).collect();
        let fill = |storage: &mut Storage, keys: &[u64]| {
            for (number, &key) in keys.iter().enumerate() {
                storage.new_search();
                storage.open(&Tunables::default()).store(key, entry(number as i32 % 13));
            }
        };
        let all = |storage: &mut Storage| {
            let table = storage.open(&Tunables::default());
            (keys.iter().map(|&key| table.probe(key)).collect::<Vec<_>>(), table.hashfull())
        };
        let (mut used, mut fresh) = (Storage::new(1), Storage::new(1));
        fill(&mut used, &keys);
        // Games are counted up to a number, and from 1 again.
        for _ in 0..GAMES {
            used.clear();
            assert_eq!(used.open(&Tunables::default()).probe(keys[0]), None);
        }
        for storage in [&mut used, &mut fresh] {
            fill(storage, &keys[1000..]);
        }
        assert_eq!(all(&mut used), all(&mut fresh));
        used.clear();
        let nothing = all(&mut used);
        assert!(nothing.0.iter().all(Option::is_none) && nothing.1 == 0);
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
