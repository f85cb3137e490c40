//! Retrograde analysis: from the mates backwards, one ply at a time.
//!
//! First every position is looked at once: is it mate, stalemate, and what is the best that a capture or promotion
//! makes of it, by the tables of the endings it leads to? From then on only positions with a value are looked at: those
//! from which a move leads to a loss of the other side are won one ply later, and those from which every move leads to
//! a win of the other side are lost one ply after the last of them. What is left over is drawn.
//!
//! All positions of one ply get their value before any of the next: values do not depend on who was quicker.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use hetman_rules::shakmaty::Color;

use super::crew::share;
use super::layout::Layout;
use super::{Table, Tables, Value, column};
use crate::material::Material;
use crate::small::{SmallPosition, Step};

/// Hears how far a table is.
pub trait Progress: Sync {
    /// So many of so many steps are done; the last ones may be skipped.
    fn advance(&self, done: u64, of: u64);

    /// Whether the table is not wanted any more.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody does.
impl Progress for () {
    fn advance(&self, _: u64, _: u64) {}
}

/// A table in the making: of each side to move a byte for each number.
struct Workshop<'a> {
    layout: Layout,
    values: [Vec<AtomicU8>; 2],
    /// The best that a capture or a promotion makes of it, or a stalemate; [`Value::UNKNOWN`] where there is neither.
    conversions: [Vec<AtomicU8>; 2],
    tables: &'a Tables,
    threads: usize,
    progress: &'a dyn Progress,
    done: AtomicUsize,
    legal: AtomicUsize,
}

/// Works the table out; `tables` has those of [`Material::conversions`].
/// `None` if that was stopped.
pub(super) fn build(
    material: Material,
    tables: &Tables,
    threads: NonZeroUsize,
    progress: &dyn Progress,
) -> Option<Table> {
    let layout = Layout::new(material);
    let bytes = |value: Value| {
        let of_one_side = || (0..layout.len()).map(|_| AtomicU8::new(value.0)).collect();
        [of_one_side(), of_one_side()]
    };
    let (values, conversions) = (bytes(Value::NONE), bytes(Value::UNKNOWN));
    let threads = threads.get();
    let (done, legal) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workshop = Workshop { layout, values, conversions, tables, threads, progress, done, legal };
    workshop.look_at_all();
    workshop.go_back();
    (!progress.is_stopped()).then(|| workshop.finish(material))
}

impl Workshop<'_> {
    fn value(&self, turn: Color, index: usize) -> Value {
        Value(self.values[column(turn)][index].load(Ordering::Relaxed))
    }

    fn conversion(&self, turn: Color, index: usize) -> Value {
        Value(self.conversions[column(turn)][index].load(Ordering::Relaxed))
    }

    /// Has something done with every number of both sides.
    fn for_each(&self, work: impl Fn(Color, usize) + Sync) {
        for turn in Color::ALL {
            let work_on = |range: Range<usize>| {
                // What is not wanted any more is left as it is.
                let range = if self.progress.is_stopped() { 0..0 } else { range };
                range.for_each(|index| work(turn, index));
            };
            share(self.threads, self.layout.len(), work_on, &|| self.tell());
        }
    }

    fn tell(&self) {
        let all = 2 * self.layout.len() + self.legal.load(Ordering::Relaxed);
        self.progress.advance(self.done.load(Ordering::Relaxed) as u64, all as u64);
    }

    fn look_at_all(&self) {
        self.for_each(|turn, index| {
            self.done.fetch_add(1, Ordering::Relaxed);
            if let Some(position) = self.layout.position(index, turn) {
                self.legal.fetch_add(1, Ordering::Relaxed);
                let (value, conversion) = self.look_at(&position);
                self.values[column(turn)][index].store(value.0, Ordering::Relaxed);
                self.conversions[column(turn)][index].store(conversion.0, Ordering::Relaxed);
            }
        });
    }

    fn look_at(&self, position: &SmallPosition) -> (Value, Value) {
        let (mut can_move, mut best) = (false, Value::UNKNOWN);
        position.any_successor(|next, step| {
            can_move = true;
            if step == Step::Conversion {
                let value = self.tables.value(next).expect("the tables of all endings that it leads to are there");
                best = best.better(value.one_ply_before());
            }
            false
        });
        match (can_move, position.is_check()) {
            (true, _) => (Value::UNKNOWN, best),
            (false, true) => (Value::MATED, Value::UNKNOWN),
            (false, false) => (Value::UNKNOWN, Value::DRAW),
        }
    }

    fn go_back(&self) {
        let last_conversion = self.conversions.iter().flatten().map(|value| Value(value.load(Ordering::Relaxed)));
        let last_conversion = last_conversion.filter(Value::is_decided).max().unwrap_or(Value::MATED);
        let mut value = Value::MATED;
        while !self.progress.is_stopped() {
            let next = value.one_ply_before();
            if !self.go_back_one_ply(value, next) && next >= last_conversion {
                return;
            }
            value = next;
        }
    }

    /// Finds all positions of a value from those of the value before it, and says whether there are any.
    fn go_back_one_ply(&self, value: Value, next: Value) -> bool {
        let found = AtomicBool::new(false);
        self.for_each(|turn, index| {
            if self.value(turn, index) == value {
                let position = self.layout.placement(index, turn).expect("only positions have values");
                position.for_each_predecessor(|before| self.settle(before, next, &found));
            } else if self.conversion(turn, index) == next && self.value(turn, index) == Value::UNKNOWN {
                let position = self.layout.placement(index, turn).expect("only positions have conversions");
                self.settle(&position, next, &found);
            }
        });
        found.into_inner()
    }

    /// Gives a position its value if it has none yet: a win that some move reaches, a loss if no move avoids it.
    fn settle(&self, position: &SmallPosition, value: Value, found: &AtomicBool) {
        if position.kings_touch() {
            return;
        }
        let (turn, index) = (position.turn(), self.layout.index(position));
        if self.value(turn, index) == Value::UNKNOWN && (value.is_win() || self.is_lost(position, index, value)) {
            let before = self.values[column(turn)][index].swap(value.0, Ordering::Relaxed);
            self.done.fetch_add(usize::from(before != value.0), Ordering::Relaxed);
            found.store(true, Ordering::Relaxed);
        }
    }

    fn is_lost(&self, position: &SmallPosition, index: usize, value: Value) -> bool {
        let conversion = self.conversion(position.turn(), index);
        let is_forced = conversion == Value::UNKNOWN || (conversion.is_loss() && conversion <= value);
        is_forced
            && !position.any_successor(|next, step| {
                step == Step::Quiet && {
                    let reply = self.value(next.turn(), self.layout.index(next));
                    !(reply.is_win() && reply < value)
                }
            })
    }

    fn finish(self, material: Material) -> Table {
        let all = 2 * self.layout.len() as u64 + self.legal.load(Ordering::Relaxed) as u64;
        self.progress.advance(all, all);
        let sides = if material.is_symmetric() { 1 } else { 2 };
        let values = self.values.into_iter().take(sides).map(settled).collect();
        Table { material, layout: self.layout, values }
    }
}

/// What has no value in the end is drawn. Nobody asks for numbers without a legal position: they repeat the value before
/// them, which takes the least room in a file.
fn settled(values: Vec<AtomicU8>) -> Vec<Value> {
    let mut last = Value::DRAW;
    let settle = |value: AtomicU8| {
        last = match Value(value.into_inner()) {
            Value::NONE => last,
            Value::UNKNOWN => Value::DRAW,
            value => value,
        };
        last
    };
    values.into_iter().map(settle).collect()
}
