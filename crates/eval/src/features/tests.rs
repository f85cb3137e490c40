//! Laws of every feature set: sizes, names, colour symmetry, and that no position of any variant is too strange.

use hetman_rules::shakmaty::{CastlingMode, EnPassantMode, Position};
use hetman_rules::{AnyPosition, Variant, with_position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

fn read(set: FeatureSet, position: &AnyPosition) -> FeatureVector {
    let mut vector = FeatureVector::default();
    with_position!(position, position => set.read(position, &mut vector));
    vector
}

fn dense(set: FeatureSet, position: &AnyPosition) -> Vec<f64> {
    read(set, position).to_dense(set.len(position.variant()))
}

fn fen(variant: Variant, text: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, text).unwrap()
}

/// Calls `visit` with this many positions of random games.
fn random_positions(variant: Variant, count: usize, seed: u64, mut visit: impl FnMut(&AnyPosition)) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut position = AnyPosition::start(variant);
    let mut plies = 0;
    for _ in 0..count {
        visit(&position);
        let moves = position.legal_moves();
        let over = moves.is_empty() || plies == 200;
        plies = if over { 0 } else { plies + 1 };
        position = match over {
            true => AnyPosition::start(variant),
            false => position.after(moves[generator.random_range(0..moves.len())]),
        };
    }
}

/// The position with colours exchanged and the board turned. Racing kings and horde give the sides different roles:
/// there it may be no position of the game.
fn mirrored(position: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.mirror();
    AnyPosition::from_setup(position.variant(), setup, CastlingMode::Standard).ok()
}

/// What exchanging colours makes of a feature vector.
fn exchanged(set: FeatureSet, values: &[f64]) -> Vec<f64> {
    if set != FeatureSet::ONE_HOT_768 {
        return values.iter().map(|value| -value).collect();
    }
    let turned = |index: usize| ((index / 12) ^ 56) * 12 + (index % 12 + 6) % 12;
    (0..values.len()).map(|index| values[turned(index)]).collect()
}

fn is_symmetric(set: FeatureSet) -> bool {
    // Squares that share an input do not share it with their mirror images; Giraffe's inputs belong to one colour each.
    ![FeatureSet::ONE_HOT_768_PRINTED, FeatureSet::GIRAFFE_363, FeatureSet::GIRAFFE_MOVES].contains(&set)
}

#[test]
fn exchanging_colours_negates_every_set() {
    let symmetric: Vec<FeatureSet> = FeatureSet::all().filter(|&set| is_symmetric(set)).collect();
    let mut compared = 0;
    let mut check = |position: &AnyPosition| {
        let Some(turned) = mirrored(position) else { return };
        for &set in &symmetric {
            let (here, there) = (dense(set, position), dense(set, &turned));
            for (index, (value, expected)) in there.iter().zip(exchanged(set, &here)).enumerate() {
                assert!((value - expected).abs() < 1e-12, "{set} {index}: {}", position.fen());
            }
        }
        compared += 1;
    };
    random_positions(Variant::Chess, 100_000, 1, &mut check);
    for variant in [Variant::Crazyhouse, Variant::Atomic, Variant::Suicide, Variant::ThreeCheck] {
        random_positions(variant, 5_000, 2, &mut check);
    }
    assert!(compared > 110_000, "{compared}");
}

/// Neither side is ahead before the first move, wherever the two stand.
#[test]
fn pieces_face_each_other_at_the_start() {
    for set in [FeatureSet::PIECE_SQUARE, FeatureSet::TAPERED_PIECE_SQUARE] {
        for variant in Variant::ALL.into_iter().filter(|&variant| variant != Variant::Horde) {
            assert_eq!(read(set, &AnyPosition::start(variant)).iter().len(), 0, "{variant} {set}");
        }
    }
}

#[test]
fn the_printed_inputs_are_sums_of_the_intended_ones() {
    random_positions(Variant::Chess, 2_000, 3, |position| {
        let mut expected = vec![0.0; 768];
        for (index, value) in read(FeatureSet::ONE_HOT_768, position).iter() {
            expected[index / 12 + index % 12] += value;
        }
        assert_eq!(dense(FeatureSet::ONE_HOT_768_PRINTED, position), expected);
    });
}

#[test]
fn no_position_of_any_variant_is_too_strange() {
    for variant in Variant::ALL {
        let mut seen = 0;
        random_positions(variant, 3_000, 4, |position| {
            for set in FeatureSet::all() {
                let vector = read(set, position);
                let mut indices: Vec<usize> = vector.iter().map(|(index, _)| index).collect();
                indices.sort_unstable();
                indices.dedup();
                assert_eq!(indices.len(), vector.iter().len(), "{set}: an index twice in {}", position.fen());
                assert!(indices.iter().all(|&index| index < set.len(variant)), "{set}: {}", position.fen());
                assert!(vector.iter().all(|(_, value)| value.is_finite()), "{set}: {}", position.fen());
            }
            seen += 1;
        });
        assert_eq!(seen, 3_000);
    }
}

#[test]
fn sets_have_the_published_sizes() {
    let games = [Variant::Chess, Variant::Crazyhouse, Variant::Suicide, Variant::Atomic];
    let sizes = |set: FeatureSet| games.map(|variant| set.len(variant));
    assert_eq!(sizes(FeatureSet::MATERIAL), [5, 10, 6, 5]);
    assert_eq!(sizes(FeatureSet::PIECE_SQUARE), [389, 394, 390, 389]);
    assert_eq!(FeatureSet::HALF_PIECE_SQUARE.len(Variant::Chess), 5 + 6 * 32);
    assert_eq!(FeatureSet::RANKS_AND_RINGS.len(Variant::Chess), 27);
    assert_eq!(FeatureSet::ONE_HOT_768.len(Variant::Chess), 768);
}

#[test]
fn every_feature_has_a_name_of_its_own() {
    for set in FeatureSet::all() {
        assert_eq!(set.to_string().parse(), Ok(set));
        for variant in Variant::ALL {
            let mut names = set.names(variant);
            assert_eq!(names.len(), set.len(variant), "{set} {variant}");
            assert!(names.iter().all(|name| !name.is_empty()), "{set} {variant}");
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), set.len(variant), "{set} {variant}");
        }
    }
    let error = "kings".parse::<FeatureSet>().unwrap_err().to_string();
    assert!(error.contains("'kings'") && error.contains("half-piece-square"), "{error}");
}

/// The values of chess as it is usually played lie in the ranges that the manual declares.
#[test]
fn declared_ranges_hold() {
    let set = FeatureSet::THESIS_45;
    let entries: Vec<&ManualEntry> = set.manual().iter().flat_map(|group| group.entries).collect();
    assert_eq!(set.names(Variant::Chess), entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
    let may_exceed =
        |entry: &ManualEntry| ["exceed", "promotions"].iter().any(|words| entry.section("Range").contains(words));
    let mut seen = vec![(0.0_f64, 0.0_f64); entries.len()];
    random_positions(Variant::Chess, 20_000, 5, |position| {
        for (index, value) in read(set, position).iter() {
            seen[index] = (seen[index].0.min(value), seen[index].1.max(value));
        }
    });
    for (entry, (least, largest)) in entries.iter().zip(seen) {
        let is_within = entry.range.0 <= least && largest <= entry.range.1;
        assert!(is_within || may_exceed(entry), "{}: {least} to {largest}", entry.id);
    }
}

/// Named values of a position, zeros left out, in order.
fn named(set: FeatureSet, position: &AnyPosition) -> Vec<(String, f64)> {
    let names = set.names(position.variant());
    let mut entries: Vec<(usize, f64)> = read(set, position).iter().collect();
    entries.sort_by_key(|&(index, _)| index);
    entries.into_iter().map(|(index, value)| (names[index].clone(), value)).collect()
}

fn expect(set: FeatureSet, position: &AnyPosition, expected: &[(&str, f64)]) {
    let found = named(set, position);
    let found: Vec<(&str, f64)> = found.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(found, expected, "{set}: {}", position.fen());
}

#[test]
fn pieces_are_counted_where_they_stand() {
    let position = fen(Variant::Chess, "4k3/8/2n5/8/8/2N2N2/P6p/4K3 w - - 0 1");
    expect(FeatureSet::MATERIAL, &position, &[("knight", 1.0)]);
    // Kings and the knights on c3 and c6 cancel; Black's pawn on h2 is one step from promotion, as on h7.
    expect(
        FeatureSet::PIECE_SQUARE,
        &position,
        &[("knight", 1.0), ("pawn a2", 1.0), ("pawn h7", -1.0), ("knight f3", 1.0)],
    );
    expect(
        FeatureSet::HALF_PIECE_SQUARE,
        &position,
        &[("knight", 1.0), ("pawn a2/h2", 1.0), ("pawn a7/h7", -1.0), ("knight c3/f3", 1.0)],
    );
    expect(
        FeatureSet::RANKS_AND_RINGS,
        &position,
        &[("knight", 1.0), ("pawn rank 2", 1.0), ("pawn rank 7", -1.0), ("knight ring 3", 1.0)],
    );
    let bare = fen(Variant::Chess, "4k3/8/8/8/8/8/8/K7 w - - 0 1");
    expect(FeatureSet::ONE_HOT_768, &bare, &[("white king a1", 1.0), ("black king e8", 1.0)]);
    expect(FeatureSet::ONE_HOT_768_PRINTED, &bare, &[("printed input 5", 1.0), ("printed input 71", 1.0)]);
}

#[test]
fn colliding_pieces_add_up() {
    // Rook on b1 and knight on a1 share input 2; five squares further a king would.
    let position = fen(Variant::Chess, "4k3/8/8/8/8/8/8/NR5K w - - 0 1");
    let values = dense(FeatureSet::ONE_HOT_768_PRINTED, &position);
    assert_eq!((values[2], values.iter().sum::<f64>()), (2.0, 4.0));
}

#[test]
fn two_pieces_of_a_cell_count_double() {
    let position = fen(Variant::Chess, "4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1");
    let expected = [("knight", 2.0), ("rook", 2.0), ("knight b1/g1", 2.0), ("rook a1/h1", 2.0)];
    expect(FeatureSet::HALF_PIECE_SQUARE, &position, &expected);
}
