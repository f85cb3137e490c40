//! Every number of the search, declared in one table.
//!
//! The numbers were chosen by hand. Each has a range and a step for a tuner, a build made for tuning (`--features tune`)
//! offers them over UCI, and a variant may have values of its own.

use std::collections::BTreeMap;

use hetman_parameters::{Default as Declared, Kind, Parameter};
use hetman_rules::Variant;

macro_rules! tunables {
    ($($(#[doc = $help:literal])+ $name:ident: $default:literal in $min:literal..=$max:literal step $step:literal;)*) => {
        /// The numbers of one search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[doc = $help])+ pub $name: i32,)*
        }

        impl Default for Tunables {
            fn default() -> Tunables {
                Tunables { $($name: $default,)* }
            }
        }

        impl Tunables {
            /// All of them, with their ranges.
            pub const DECLARED: &[Parameter] = &[
                $(Parameter::new(
                    stringify!($name),
                    stringify!($name),
                    Kind::Integer { min: $min, max: $max },
                    concat!($($help),+),
                )
                .or(Declared::Integer($default)),)*
            ];

            /// How far a tuner goes at a time, in the order of [`Tunables::DECLARED`].
            pub const STEPS: &[i32] = &[$($step,)*];

            /// The number of that name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// Reverse futility pruning: at most at this depth.
    rfp_depth: 8 in 0..=16 step 1;
    /// Reverse futility pruning: centipawns above beta for each ply.
    rfp_margin: 80 in 20..=200 step 10;
    /// Razoring: at most at this depth.
    razor_depth: 3 in 0..=8 step 1;
    /// Razoring: centipawns below alpha at depth 0.
    razor_base: 150 in 0..=500 step 25;
    /// Razoring: centipawns more for each ply.
    razor_margin: 200 in 50..=500 step 25;
    /// Null move pruning: at least at this depth.
    nmp_depth: 3 in 1..=8 step 1;
    /// Null move pruning: reduction at depth 0.
    nmp_base: 3 in 1..=6 step 1;
    /// Null move pruning: depth that adds a ply to the reduction.
    nmp_depth_divisor: 4 in 2..=8 step 1;
    /// Null move pruning: centipawns above beta that add a ply to the reduction.
    nmp_eval_divisor: 200 in 50..=500 step 25;
    /// Null move pruning: plies that the evaluation adds at most.
    nmp_eval_max: 3 in 0..=6 step 1;
    /// Internal iterative reduction: at least at this depth.
    iir_depth: 4 in 2..=10 step 1;
    /// Late move pruning: at most at this depth.
    lmp_depth: 8 in 0..=16 step 1;
    /// Late move pruning: quiet moves that are always tried, before the square of the depth is added.
    lmp_base: 4 in 1..=12 step 1;
    /// Futility pruning: at most at this reduced depth.
    futility_depth: 7 in 0..=16 step 1;
    /// Futility pruning: centipawns below alpha at depth 0.
    futility_base: 100 in 0..=400 step 20;
    /// Futility pruning: centipawns more for each ply.
    futility_margin: 90 in 20..=250 step 10;
    /// History pruning: at most at this reduced depth.
    history_pruning_depth: 4 in 0..=10 step 1;
    /// History pruning: how bad a history must be for each ply.
    history_pruning_margin: 3000 in 500..=10000 step 250;
    /// Pruning by exchanges: at most at this depth.
    see_depth: 8 in 0..=16 step 1;
    /// Pruning by exchanges: centipawns a quiet move may lose for each ply.
    see_quiet_margin: 50 in 10..=200 step 10;
    /// Pruning by exchanges: centipawns a noisy move may lose for each ply.
    see_noisy_margin: 90 in 10..=300 step 10;
    /// Singular extension: at least at this depth.
    se_depth: 7 in 4..=12 step 1;
    /// Singular extension: how much shallower the table's entry may be.
    se_tt_depth: 3 in 1..=6 step 1;
    /// Singular extension: centipawns below the table's value for each ply.
    se_margin: 2 in 1..=8 step 1;
    /// Singular extension: centipawns below that for a second ply.
    se_double_margin: 20 in 0..=100 step 5;
    /// Late move reduction: at least at this depth.
    lmr_depth: 2 in 1..=6 step 1;
    /// Late move reduction: its constant, in hundredths of a ply.
    lmr_base: 80 in 0..=200 step 10;
    /// Late move reduction: what the logarithms' product is divided by, in hundredths.
    lmr_divisor: 230 in 100..=500 step 10;
    /// Late move reduction: plies more at cut nodes.
    lmr_cut: 1 in 0..=3 step 1;
    /// Late move reduction: plies more where the position does not improve.
    lmr_not_improving: 1 in 0..=3 step 1;
    /// Late move reduction: plies less on the principal variation.
    lmr_principal: 1 in 0..=3 step 1;
    /// Late move reduction: plies less for moves that give check.
    lmr_check: 2 in 0..=4 step 1;
    /// Late move reduction: history that is worth a ply.
    lmr_history_divisor: 8192 in 2048..=32768 step 1024;
    /// Late move reduction: plies that history changes at most.
    lmr_history_max: 2 in 0..=5 step 1;
    /// History: bonus for each ply of depth.
    history_bonus_factor: 160 in 20..=500 step 20;
    /// History: what is taken off the bonus.
    history_bonus_offset: 100 in 0..=500 step 20;
    /// History: the largest bonus.
    history_bonus_max: 2000 in 500..=6000 step 100;
    /// Delta pruning in quiescence: centipawns that a capture may win beside the captured piece.
    delta_margin: 200 in 50..=500 step 25;
    /// Quiescence: longer chains of captures are cut.
    qs_plies: 10 in 4..=32 step 2;
    /// Transposition table cutoffs: none from this count of half-moves without progress on.
    tt_rule50: 90 in 50..=100 step 5;
    /// Transposition table: depth that an entry loses with each search since it was stored.
    tt_age_weight: 8 in 1..=32 step 1;
    /// Transposition table: how much deeper an old entry must be to stay.
    tt_keep_depth: 4 in 0..=12 step 1;
    /// Aspiration windows: from this depth on.
    asp_depth: 5 in 2..=12 step 1;
    /// Aspiration windows: the first half-width in centipawns.
    asp_width: 20 in 4..=100 step 4;
    /// Aspiration windows: wider ones are opened wholly.
    asp_max_width: 500 in 100..=2000 step 50;
    /// Time: moves that the rest of a game is planned for when the clock does not say.
    time_moves: 30 in 15..=60 step 2;
    /// Time: the soft limit, in hundredths of a move's share.
    time_soft: 70 in 30..=150 step 5;
    /// Time: the hard limit, in hundredths of a move's share.
    time_hard: 400 in 150..=800 step 25;
    /// Time: hundredths of the increment that are planned for a move.
    time_increment: 75 in 40..=100 step 5;
    /// Time: hundredths of the clock that one move may use at most.
    time_most: 50 in 20..=80 step 5;
    /// Time: hundredths of the clock for the last move before a time control.
    time_last: 90 in 50..=95 step 5;
    /// Time: factor when the best move has just changed, in hundredths.
    time_stability_0: 200 in 100..=300 step 10;
    /// Time: factor after one iteration with the same best move, in hundredths.
    time_stability_1: 140 in 80..=250 step 10;
    /// Time: factor after two iterations with the same best move, in hundredths.
    time_stability_2: 115 in 60..=200 step 5;
    /// Time: factor after three or more iterations with the same best move, in hundredths.
    time_stability_3: 100 in 40..=150 step 5;
    /// Time: hundredths from which the best move's share of the nodes is taken off.
    time_nodes_base: 160 in 100..=250 step 10;
    /// Time: the least factor by nodes, in hundredths.
    time_nodes_min: 60 in 20..=100 step 5;
    /// Time: the largest factor by nodes, in hundredths.
    time_nodes_max: 130 in 100..=200 step 5;
}

/// Values that a variant has of its own. None has been measured yet.
const OF_VARIANTS: &[(Variant, &str, i32)] = &[];

impl Tunables {
    /// The numbers for a variant, some of them changed.
    pub fn of(variant: Variant, changed: &BTreeMap<String, i32>) -> Tunables {
        let mut tunables = Tunables::default();
        let own = OF_VARIANTS.iter().filter(|(of, ..)| *of == variant).map(|(_, name, value)| (*name, *value));
        for (name, value) in own.chain(changed.iter().map(|(name, value)| (name.as_str(), *value))) {
            if let Some(number) = tunables.get_mut(name) {
                *number = value;
            }
        }
        tunables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_every_name_can_be_set() {
        for (parameter, &step) in Tunables::DECLARED.iter().zip(Tunables::STEPS) {
            let (Kind::Integer { min, max }, Some(Declared::Integer(default))) = (parameter.kind, parameter.default)
            else {
                panic!("{} is a whole number with a default", parameter.key)
            };
            assert!((min..=max).contains(&default), "{}", parameter.key);
            assert!(step > 0 && i64::from(step) <= max - min, "{}", parameter.key);
            let changed = BTreeMap::from([(parameter.key.to_owned(), min as i32)]);
            let mut tunables = Tunables::of(Variant::Atomic, &changed);
            assert_eq!(tunables.get_mut(parameter.key), Some(&mut (min as i32)));
        }
        assert_eq!(Tunables::DECLARED.len(), Tunables::STEPS.len());
        assert_eq!(Tunables::of(Variant::Chess, &BTreeMap::new()), Tunables::default());
        assert_eq!(Tunables::default().get_mut("nonsense"), None);
    }

    #[test]
    fn variants_have_only_values_that_exist() {
        for (variant, name, value) in OF_VARIANTS {
            let parameter = Tunables::DECLARED.iter().find(|parameter| parameter.key == *name);
            let value = hetman_parameters::Value::Integer(i64::from(*value));
            assert!(parameter.is_some_and(|parameter| parameter.takes(&value)), "{variant} {name}");
        }
    }
}
