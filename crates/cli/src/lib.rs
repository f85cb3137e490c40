//! What the binary `hetman` can do: an engine when it is spoken to, and a file per command.

pub mod bench;
mod contest;
pub mod engine;
pub mod explain;
pub mod features;
mod interrupt;
pub mod match_command;
pub mod net;
pub mod perft;
pub mod play;
pub mod players;
pub mod report;
pub mod reproduce;
pub mod studio;
pub mod suite;
pub mod tournament;
pub mod train;

use std::time::{SystemTime, UNIX_EPOCH};

use hetman_rules::shakmaty::CastlingMode;
use hetman_rules::{AnyPosition, Ruleset};

/// The position that `--variant` and `--fen` name together.
fn position(ruleset: Ruleset, fen: Option<&str>) -> anyhow::Result<AnyPosition> {
    let position = match fen {
        Some(fen) => AnyPosition::from_fen(ruleset.variant, fen)?,
        None => AnyPosition::start(ruleset.variant),
    };
    match ruleset.castling {
        CastlingMode::Standard => Ok(position),
        CastlingMode::Chess960 => Ok(position.with_castling(CastlingMode::Chess960)?),
    }
}

/// Today in Greenwich, as PGN writes dates.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs() / 86_400);
    let (year, month, day) = civil_date(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date so many days after 1 January 1970. Years are counted from March, so that the leap day is the last one.
fn civil_date(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    // From 1 March of the year 0.
    let days = days + 719_468;
    let era = days / DAYS_IN_400_YEARS;
    let day_of_era = days % DAYS_IN_400_YEARS;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_from_march + 2) / 5 + 1;
    let month = if months_from_march < 10 { months_from_march + 3 } else { months_from_march - 9 };
    (400 * era + year_of_era + u64::from(month <= 2), month, day)
}

/// For games that nobody asked to repeat.
fn seed_from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(11_017), (2000, 3, 1));
        assert_eq!(civil_date(19_782), (2024, 2, 29));
        assert_eq!(civil_date(20_772), (2026, 11, 15));
    }
}
