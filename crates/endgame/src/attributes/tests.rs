use super::*;
use hetman_rules::shakmaty::{Chess, Color, Position, Square};
use std::collections::BTreeSet;

/// Letters and squares of a list like `Kc1 Ra3 ka1`, kings first.
fn listed(list: &str) -> (Vec<u8>, Vec<u8>) {
    let mut pieces: Vec<(u8, u8)> = list
        .split(' ')
        .map(|word| (word.as_bytes()[0], word[1..].parse::<Square>().expect("a square") as u8))
        .collect();
    pieces.sort_by_key(|(piece, _)| *piece != b'K' && *piece != b'k');
    pieces.into_iter().unzip()
}

fn value(list: &str, name: &str, white_to_move: bool) -> u8 {
    let (pieces, squares) = listed(list);
    let at = Placement { pieces: &pieces, squares: &squares, white_to_move };
    Attribute::named(&pieces, [name]).unwrap()[0].value(&at)
}

#[test]
fn figure_11_has_its_printed_values() {
    let printed = [0, 2, 2, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 2, 2, 2, 0, 2, 1, 1, 1, 0, 1];
    let values = PUBLISHED.map(|name| value("Kc1 Ra3 ka1", name, false));
    assert_eq!(values, printed);
}

#[test]
fn every_example_is_so() {
    for measure in MEASURES {
        let (list, name, expected) = measure.example;
        assert!(name.ends_with(measure.name), "{name} is an example of {}", measure.name);
        assert_eq!(value(list, name, false), expected, "{list}: {name}");
        assert!(!measure.reason.is_empty() && !measure.source.is_empty());
    }
}

#[test]
fn names_are_of_one_attribute_each() {
    for pieces in ["KkR", "KkBB", "KkBN", "KkPp", "KkRn", "KkQr"] {
        let all = Attribute::all(pieces.as_bytes());
        let names: BTreeSet<&str> = all.iter().map(|attribute| attribute.name.as_str()).collect();
        assert_eq!(names.len(), all.len(), "{pieces}");
    }
    let raw: Vec<String> = Attribute::raw(b"KkR").into_iter().map(|attribute| attribute.name).collect();
    assert_eq!(raw, ["KFile", "KRank", "RFile", "RRank", "kFile", "kRank"]);
    let error = Attribute::named(b"KkR", ["KBFile"]).unwrap_err().to_string();
    assert!(error.contains("no attribute 'KBFile'"), "{error}");
}

#[test]
fn values_are_said_in_words() {
    let attributes = Attribute::named(b"KkBB", ["kMinDistanceFile", "B2kFile", "B1B2SameColour"]);
    assert!(attributes.is_err(), "the black king comes before the bishop");
    let attributes = Attribute::named(b"KkBB", ["kMinDistanceFile", "kB2File", "B1B2SameColour"]).unwrap();
    let sentences: Vec<String> = attributes.iter().map(|attribute| attribute.sentence(0)).collect();
    assert_eq!(
        sentences,
        [
            "the distance of the black king from the nearer of the first and the last rank is 0",
            "the black king and the second white bishop stand on different files",
            "the first white bishop and the second white bishop stand on squares of different colours",
        ]
    );
    assert_eq!(attributes[2].phrase(), attributes[2].sentence(1));
}

/// A source of positions: every placement of the pieces on some of the squares.
fn some_placements(pieces: &[u8], mut hear: impl FnMut(&[u8])) {
    let squares: Vec<u8> = (0..pieces.len() as u32).map(|index| (index * 7) as u8).collect();
    let mut squares = squares;
    for number in 0..40_000_u64 {
        let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for square in &mut squares {
            bits = bits.wrapping_mul(0xd129_0a6e_3d3f_2c47).rotate_left(23) ^ number;
            *square = (bits >> 40) as u8 % 64;
        }
        let distinct: BTreeSet<u8> = squares.iter().copied().collect();
        if distinct.len() == squares.len() {
            hear(&squares);
        }
    }
}

/// What a rules library says of attacks, checks and moves, where its rules know the position.
#[test]
fn attacks_and_moves_agree_with_the_rules() {
    for letters in ["KkR", "KkQ", "KkBN", "KkRn", "KkQr", "KkPp", "KkBb"] {
        let pieces = letters.as_bytes();
        let attributes = Attribute::all(pieces);
        let mut seen = 0;
        some_placements(pieces, |squares| {
            let at = Placement { pieces, squares, white_to_move: false };
            let Some(position) = position(pieces, squares) else { return };
            seen += 1;
            for attribute in &attributes {
                let value = attribute.value(&at);
                assert!(value < attribute.domain(), "{letters} {squares:?}: {} is {value}", attribute.name);
                if let Some(expected) = by_the_rules(attribute, &position, squares) {
                    assert_eq!(value, expected, "{letters} {squares:?}: {}", attribute.name);
                }
            }
        });
        assert!(seen > 5000, "{letters}: {seen}");
    }
}

fn position(pieces: &[u8], squares: &[u8]) -> Option<Chess> {
    use hetman_rules::shakmaty::{CastlingMode, FromSetup, Piece, Setup};
    let mut setup = Setup::empty();
    for (&piece, &square) in pieces.iter().zip(squares) {
        setup.board.set_piece_at(Square::new(u32::from(square)), Piece::from_char(char::from(piece))?);
    }
    setup.turn = Color::Black;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn by_the_rules(attribute: &Attribute, position: &Chess, squares: &[u8]) -> Option<u8> {
    use hetman_rules::shakmaty::{Role, attacks};
    let at = |place: usize| Square::new(u32::from(squares[attribute.of[place]]));
    let (board, occupied) = (position.board(), position.board().occupied());
    let piece = board.piece_at(at(0)).expect("it stands there");
    let king_moves = || position.legal_moves().iter().filter(|m| m.role() == Role::King).count() as u8;
    let is_attacked = |color| u8::from(!board.attacks_to(at(0), color, occupied).is_empty());
    match attribute.measure.function {
        "in_check" | "attacked" => Some(is_attacked(!piece.color)),
        "defended" => Some(is_attacked(piece.color)),
        "can_move" if piece.color == Color::Black => Some(u8::from(king_moves() > 0)),
        "king_mobility" if piece.color == Color::Black => Some(king_moves()),
        "attacks" => Some(u8::from(attacks::attacks(at(0), piece, occupied).contains(at(1)))),
        "mobility" => Some((attacks::attacks(at(0), piece, occupied) & !board.by_color(piece.color)).count() as u8),
        "distance" => Some(at(0).distance(at(1)) as u8),
        _ => None,
    }
}

/// Everything but files and ranks themselves is the same in a mirror.
#[test]
fn general_attributes_do_not_see_in_which_mirror_the_board_stands() {
    for letters in ["KkR", "KkBN", "KkP"] {
        let pieces = letters.as_bytes();
        let general = Attribute::general(pieces);
        some_placements(pieces, |squares| {
            let mirrored: Vec<u8> = squares.iter().map(|square| square ^ 7).collect();
            for attribute in &general {
                let [one, other] = [squares, &mirrored]
                    .map(|squares| attribute.value(&Placement { pieces, squares, white_to_move: false }));
                assert_eq!(one, other, "{squares:?}: {}", attribute.name);
            }
        });
    }
}

/// The square of a pawn, against a race that is played out.
#[test]
fn the_rule_of_the_square_is_the_race_it_stands_for() {
    for (list, white_to_move, expected) in [
        ("Kh1 Pa4 kf4", false, 1),
        ("Kh1 Pa4 kf4", true, 0),
        ("Kh1 Pa4 ke4", true, 1),
        ("Kh1 Pa2 kg3", false, 1),
        ("Kh1 Pa2 kf3", true, 1),
        ("Kh1 Pa2 kg3", true, 0),
    ] {
        assert_eq!(value(list, "kPInSquare", white_to_move), expected, "{list}, White to move: {white_to_move}");
    }
}

#[test]
fn the_page_is_not_stale() {
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/endgame.md");
    let page = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(page == manual(), "docs/endgame.md is stale: run `hetman endgame attributes > docs/endgame.md`");
}
