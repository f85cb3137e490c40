//! Where the source is silent or contradicts itself, the readings that can be chosen. What is set by default is what the
//! errata recommend.

use hetman_parameters::{Default as Declared, Kind, Parameter, Settings};

const KING_E1: Parameter = Parameter::new(
    "king-e1",
    "King on e1",
    Kind::Integer { min: -400, max: 0 },
    "What the king's initial square is worth; the table of 2005 leaves it out, which read literally is -400 (A2).",
)
.or(Declared::Integer(0));

const ALL: &str = "all";
const DOUBLED: Parameter = Parameter::new(
    "doubled",
    "Doubled pawns",
    Kind::Choice(&["extra", ALL]),
    "Which pawns of a doubled pair are doubled: those beyond the first, or all of them (A10).",
)
.or(Declared::Text("extra"));

const LATE_MATING: Parameter = Parameter::new(
    "late-mating",
    "Late mating",
    Kind::Flag,
    "Goes for mate only on an emptier board, with less than 4300 of material (A7).",
);

const NO_PAWN_BONUS: Parameter = Parameter::new(
    "no-pawn-bonus",
    "Without formula 1",
    Kind::Flag,
    "Leaves out what keeps the side ahead from exchanging pawns.",
);

const NO_TRADE_BONUS: Parameter = Parameter::new(
    "no-trade-bonus",
    "Without formula 2",
    Kind::Flag,
    "Leaves out what makes the side ahead exchange pieces.",
);

const NO_PROMOTION_BONUS: Parameter = Parameter::new(
    "no-promotion-bonus",
    "Without promotions",
    Kind::Flag,
    "Leaves out the bonus for promotions between the root and the leaf, so that they are put off.",
);

/// What can be chosen of the evaluation.
pub const CLASSIC_PARAMETERS: [Parameter; 6] =
    [KING_E1, DOUBLED, LATE_MATING, NO_PAWN_BONUS, NO_TRADE_BONUS, NO_PROMOTION_BONUS];

/// What was chosen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicSettings {
    pub king_e1: i32,
    pub counts_all_doubled: bool,
    pub is_mating_late: bool,
    /// Formula (1).
    pub has_pawn_bonus: bool,
    /// Formula (2).
    pub has_trade_bonus: bool,
    pub has_promotion_bonus: bool,
}

impl Default for ClassicSettings {
    fn default() -> ClassicSettings {
        ClassicSettings {
            king_e1: 0,
            counts_all_doubled: false,
            is_mating_late: false,
            has_pawn_bonus: true,
            has_trade_bonus: true,
            has_promotion_bonus: true,
        }
    }
}

impl From<&Settings> for ClassicSettings {
    fn from(settings: &Settings) -> ClassicSettings {
        ClassicSettings {
            king_e1: settings.integer(KING_E1.key).unwrap_or_default() as i32,
            counts_all_doubled: settings.text(DOUBLED.key).as_deref() == Some(ALL),
            is_mating_late: settings.flag(LATE_MATING.key),
            has_pawn_bonus: !settings.flag(NO_PAWN_BONUS.key),
            has_trade_bonus: !settings.flag(NO_TRADE_BONUS.key),
            has_promotion_bonus: !settings.flag(NO_PROMOTION_BONUS.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_defaults_are_the_recommended_readings() {
        assert_eq!(ClassicSettings::from(&Settings::none(&CLASSIC_PARAMETERS)), ClassicSettings::default());
        let others = "king-e1=-400,doubled=all,late-mating,no-pawn-bonus,no-trade-bonus,no-promotion-bonus";
        let chosen = ClassicSettings::from(&Settings::read(&CLASSIC_PARAMETERS, others).unwrap());
        let expected = ClassicSettings {
            king_e1: -400,
            counts_all_doubled: true,
            is_mating_late: true,
            has_pawn_bonus: false,
            has_trade_bonus: false,
            has_promotion_bonus: false,
        };
        assert_eq!(chosen, expected);
    }
}
