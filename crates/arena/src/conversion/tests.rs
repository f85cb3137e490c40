use std::num::NonZeroUsize;

use super::*;
use crate::{Local, Stop};

fn tables(material: &str) -> Arc<Tables> {
    Arc::new(Tables::build(material.parse().unwrap(), NonZeroUsize::MIN, &()))
}

fn convert(
    material: &str,
    [player, against]: [&str; 2],
    wanted: usize,
    threads: usize,
) -> Result<Vec<(WonPosition, Converted)>, ConversionError> {
    let tables = tables(material);
    let table = tables.get(material.parse().unwrap()).unwrap();
    let positions = won_positions(table, Some(wanted), 7);
    assert_eq!(positions.len(), wanted);
    let description = ConversionDescription { player: player.parse()?, against: against.parse()?, seed: 7 };
    let conversion = Conversion { description: &description, tables: &tables };
    conversion.check_players()?;
    let never: &Stop = &|| false;
    let mut heard = 0;
    let games =
        conversion
            .play(positions, &Local { threads }, Switches { close: never, abandon: never }, |played| heard = played)?;
    assert_eq!(heard, wanted);
    Ok(games)
}

#[test]
fn best_play_mates_in_as_few_moves_as_the_table_says() {
    for material in ["KRK", "KQK"] {
        for against in ["best", "random", "king"] {
            let games = convert(material, ["best", against], 100, 2).unwrap();
            let report = ConversionReport::of(&games);
            assert_eq!((report.positions, report.won, report.drawn, report.lost), (100, 100, 0, 0));
            for (position, game) in &games {
                assert!(game.moves <= Some(position.mate_in), "{position:?} {game:?}");
                assert!(against != "best" || game.moves == Some(position.mate_in));
            }
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let games = |threads| convert("KRK", ["random", "king"], 20, threads).unwrap();
    assert_eq!(games(1), games(3));
}

#[test]
fn random_moves_mate_hardly_ever_and_the_worst_are_told() {
    let games = convert("KRK", ["random", "best"], 50, 2).unwrap();
    let report = ConversionReport::of(&games);
    assert!(report.drawn > 40 && report.worst.len() == 5, "{report}");
    assert!(report.worst.is_sorted_by_key(|worst| worst.mate_in));
    assert!(report.worst[0].end.starts_with("Draw by"), "{report}");
}

#[test]
fn the_same_seed_draws_the_same_positions_and_all_are_all() {
    let tables = tables("KRK");
    let table = tables.get("KRK".parse().unwrap()).unwrap();
    assert_eq!(won_positions(table, Some(10), 3), won_positions(table, Some(10), 3));
    assert_ne!(won_positions(table, Some(10), 3), won_positions(table, Some(10), 4));
    assert_eq!(won_positions(table, None, 3).len(), 175_168);
}

#[test]
fn who_cannot_play_is_told_before_the_first_game() {
    let error = convert("KRK", ["tree:/nonexistent", "best"], 1, 1).unwrap_err().to_string();
    assert!(error.starts_with("the tree /nonexistent cannot be used"), "{error}");
    assert!(convert("KRK", ["nobody", "best"], 1, 1).is_err());
}
