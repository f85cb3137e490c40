//! In which order the exact search tries moves. The order decides how soon alpha-beta cuts and nothing else.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Move, Role};

use crate::Searchable;
use crate::moves::GenType;

const CAPTURE: u32 = 1 << 28;
const KILLER: u32 = 1 << 27;
/// History never reaches the killers, nor the next better capture.
const MOST_HISTORY: u32 = (1 << 18) - 1;
const VICTIM: u32 = MOST_HISTORY + 1;

/// Quiet moves that cut before: two for each depth, and every move's tally.
pub struct QuietHistories {
    killers: Vec<[Option<Move>; 2]>,
    history: Box<[[[u32; 64]; 6]; 2]>,
}

impl QuietHistories {
    pub fn new(depth: u32) -> QuietHistories {
        QuietHistories { killers: vec![[None; 2]; depth as usize + 1], history: Box::new([[[0; 64]; 6]; 2]) }
    }

    /// A move was good enough at this depth.
    pub fn update(&mut self, color: Color, m: Move, depth: u32) {
        let tally = &mut self.history[color as usize][usize::from(m.role()) - 1][usize::from(m.to())];
        *tally = (*tally + depth * depth).min(MOST_HISTORY);
        let killers = &mut self.killers[depth as usize];
        if !m.is_capture() && killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }

    fn score<P: Playable>(&self, color: Color, m: Move, depth: u32) -> u32 {
        let history = self.history[color as usize][usize::from(m.role()) - 1][usize::from(m.to())];
        // Where pieces are a burden, taking a great one is nothing to begin with.
        if !P::VARIANT.is_losing_game() && (m.is_capture() || m.is_promotion()) {
            return CAPTURE + VICTIM * exchange(m) + history;
        }
        match self.killers[depth as usize].iter().position(|&killer| killer == Some(m)) {
            Some(rank) => KILLER - rank as u32,
            None => history,
        }
    }
}

/// Most valuable victim first, taken by the least valuable piece.
fn exchange(m: Move) -> u32 {
    let gain = m.capture().map_or(0, u32::from) + m.promotion().map_or(0, u32::from);
    8 * gain + 6 - u32::from(m.role())
}

/// A node that so many of the most promising moves did not cut will try all of that kind: in whatever order.
const SORTED: usize = 8;

/// A move and how promising it is.
pub struct Scored {
    m: Move,
    score: u32,
}

/// Which moves a node tries.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// Every move, at this depth above the leaves.
    All {
        depth: u32,
    },
    /// Every move, below the leaves: a way out of check.
    Evasions,
    Captures,
    /// Captures and moves that give check.
    Forcing,
}

/// Hands out moves, the most promising first, and generates them no sooner than needed: the likely one, captures, the
/// rest. Moves of all nodes of a line lie in one list, those of a deeper node behind those of a shallower one: lists by
/// value would have to be copied about.
pub struct Picker {
    wanted: Wanted,
    likely: Option<Move>,
    is_likely_due: bool,
    to_come: &'static [GenType],
    start: usize,
    next: usize,
    /// How many of the present stage were picked by their promise.
    sorted: usize,
}

impl Picker {
    /// The likely move must be a legal one.
    pub fn new<P: Searchable>(position: &P, wanted: Wanted, likely: Option<Move>, list: &[Scored]) -> Picker {
        let to_come: &[GenType] = match wanted {
            _ if position.is_variant_end() => &[],
            Wanted::Captures => &[GenType::Noisy],
            Wanted::All { .. } | Wanted::Evasions | Wanted::Forcing => &[GenType::Noisy, GenType::Quiet],
        };
        let start = list.len();
        Picker { wanted, likely, is_likely_due: likely.is_some(), to_come, start, next: start, sorted: 0 }
    }

    /// Where the node's part of the list begins: what lies behind is nobody's once the node is left.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The next move. Of those that are generated for it the ones that `leaves_out` names are forgotten at once.
    pub fn next<P: Searchable>(
        &mut self,
        position: &P,
        histories: &QuietHistories,
        list: &mut Vec<Scored>,
        mut leaves_out: impl FnMut(Move) -> bool,
    ) -> Option<Move> {
        if std::mem::take(&mut self.is_likely_due) {
            return self.likely;
        }
        while self.next == list.len() {
            self.generate(position, histories, list, &mut leaves_out)?;
        }
        if self.sorted < SORTED {
            let rest = list[self.next..].iter().enumerate().rev();
            let (place, _) = rest.max_by_key(|(_, scored)| scored.score)?;
            list.swap(self.next, self.next + place);
            self.sorted += 1;
        }
        self.next += 1;
        Some(list[self.next - 1].m)
    }

    /// The moves of the next kind, or all moves at once where the variant has them only so.
    fn generate<P: Searchable>(
        &mut self,
        position: &P,
        histories: &QuietHistories,
        list: &mut Vec<Scored>,
        leaves_out: &mut impl FnMut(Move) -> bool,
    ) -> Option<()> {
        let (&gen_type, rest) = self.to_come.split_first()?;
        self.sorted = 0;
        let (wanted, likely, color) = (self.wanted, self.likely, position.turn());
        let checks = matches!(wanted, Wanted::Forcing).then(|| position.checks());
        let is_quiet = |m| checks.as_ref().is_none_or(|checks| !checks.contain(position, m));
        let mut add = |m: Move| {
            let score = match wanted {
                _ if likely == Some(m) || leaves_out(m) => return,
                Wanted::All { depth } => histories.score::<P>(color, m, depth),
                Wanted::Evasions => peaceful_last(m),
                Wanted::Captures | Wanted::Forcing if m.is_capture() => VICTIM + exchange(m),
                Wanted::Captures => return,
                Wanted::Forcing if is_quiet(m) => return,
                Wanted::Forcing => 0,
            };
            list.push(Scored { m, score });
        };
        if P::STAGED_GENERATION {
            self.to_come = rest;
            position.moves(gen_type, &mut add);
        } else {
            self.to_come = &[];
            position.legal_moves().into_iter().for_each(add);
        }
        Some(())
    }
}

/// Captures by what they gain, before whatever else gets out of check: first the king's steps, which do so more often
/// than anything that can be put in between.
fn peaceful_last(m: Move) -> u32 {
    if m.is_capture() || m.is_promotion() { VICTIM + exchange(m) } else { u32::from(m.role() == Role::King) }
}
