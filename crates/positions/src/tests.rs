//! Laws of the files: what was written is read again, in every variant; damage costs a block and is named.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use hetman_rules::random::{playout, random_chess960_start};
use hetman_rules::shakmaty::{Color, KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, Variant, uci};
use hetman_testing::shared;
use proptest::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::import::TextGames;
use crate::packed_move::{pack, unpack};
use crate::{
    BlockWriter, Filters, GameEnd, Head, PositionFile, PositionFileError, ScoredGame, ScoredMove, WhiteScore, export,
};

const PER_BLOCK: usize = 4;

fn head(variant: Variant) -> Head {
    Head { variant, program: "a test".to_owned(), source: serde_json::json!({ "seed": 7 }) }
}

/// A random game with whatever scores.
fn game(start: AnyPosition, generator: &mut ChaCha8Rng) -> ScoredGame {
    let plies = generator.random_range(0..120);
    let record = playout(start.clone(), plies, generator);
    let moves = record.moves().enumerate().map(|(ply, m)| {
        let score = match generator.random_range(0..4) {
            _ if ply < 4 => None,
            0 => Some(WhiteScore::Mate(generator.random_range(1..60) * if generator.random() { 1 } else { -1 })),
            _ => Some(WhiteScore::Centipawns(generator.random_range(-3000..3000))),
        };
        ScoredMove { m, score }
    });
    let moves = moves.collect();
    let results = [
        None,
        Some(KnownOutcome::Draw),
        Some(KnownOutcome::Decisive { winner: Color::White }),
        Some(KnownOutcome::Decisive { winner: Color::Black }),
    ];
    let ends = [GameEnd::Rules, GameEnd::Scores, GameEnd::Length, GameEnd::Unknown];
    let [result, end] = [0; 2].map(|_: i32| generator.random_range(0..4));
    ScoredGame { start, moves, result: results[result], end: ends[end] }
}

fn games(variant: Variant, count: usize, seed: u64) -> Vec<ScoredGame> {
    let generator = &mut ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| game(AnyPosition::start(variant), generator)).collect()
}

fn written(head: &Head, games: &[ScoredGame]) -> Vec<u8> {
    let mut writer = BlockWriter::new(PER_BLOCK);
    let mut bytes = head.to_bytes();
    for (number, game) in games.iter().enumerate() {
        bytes.extend(writer.push(game, number as u64 + 1).into_iter().flatten());
    }
    bytes.extend(writer.finish().into_iter().flatten());
    bytes
}

fn opened(bytes: &[u8]) -> PositionFile {
    PositionFile::of_bytes(Path::new("test.positions"), bytes.to_vec()).unwrap()
}

fn read(file: &PositionFile) -> Vec<ScoredGame> {
    file.iter().map(|game| game.unwrap().decoded().unwrap()).collect()
}

#[test]
fn what_was_written_is_read_again_in_every_variant() {
    for variant in Variant::ALL {
        let written_games = games(variant, 30, 1);
        let file = opened(&written(&head(variant), &written_games));
        assert_eq!(read(&file), written_games, "{variant}");
        assert_eq!((file.head(), file.unfinished_bytes(), file.damages().len()), (&head(variant), 0, 0));
        assert_eq!(file.half_moves(), written_games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
        assert_eq!((file.next_game(), file.source_at(), file.blocks()), (30, 30, 8));
        for (stored, made) in file.iter().zip(&written_games) {
            for (stored, made) in stored.unwrap().positions().zip(made.positions()) {
                let stored = stored.unwrap();
                assert_eq!(stored.position, made.position);
                assert_eq!((stored.ply, stored.score, stored.result), (made.ply, made.score, made.result));
            }
        }
    }
}

#[test]
fn games_may_start_anywhere() {
    let generator = &mut ChaCha8Rng::seed_from_u64(2);
    let made: Vec<ScoredGame> = (0..20)
        .map(|_| {
            let start = random_chess960_start(generator);
            let start = playout(start, 10, generator).position().clone();
            game(start, generator)
        })
        .collect();
    assert_eq!(read(&opened(&written(&head(Variant::Chess), &made))), made);
}

#[test]
fn a_half_move_takes_about_four_bytes() {
    let made = games(Variant::Chess, 200, 3);
    let half_moves: usize = made.iter().map(|game| game.moves.len()).sum();
    let bytes = written(&head(Variant::Chess), &made).len();
    assert!(bytes < 5 * half_moves, "{bytes} bytes for {half_moves} half-moves");
}

/// Of all that sixteen bits can say, exactly the legal moves are understood.
#[test]
fn sixteen_bits_are_a_legal_move_or_nothing() {
    for variant in Variant::ALL {
        let generator = &mut ChaCha8Rng::seed_from_u64(4);
        for plies in [0, 5, 20, 40, 60] {
            let record = playout(AnyPosition::start(variant), plies, generator);
            let position = record.position();
            let names =
                |moves: &mut dyn Iterator<Item = Move>| moves.map(|m| uci(position, m)).collect::<BTreeSet<_>>();
            let understood = names(&mut (0..=u16::MAX).filter_map(|bits| unpack(position, bits)));
            assert_eq!(understood, names(&mut position.legal_moves().into_iter()), "{variant}: {}", position.fen());
            for m in position.legal_moves() {
                assert_eq!(unpack(position, pack(m)), Some(m));
            }
        }
    }
}

proptest! {
    #[test]
    fn a_score_survives_its_sixteen_bits(centipawns in -29_999..=29_999, moves in 1..=1999_i32, is_black: bool) {
        let mate = if is_black { -moves } else { moves };
        for score in [None, Some(WhiteScore::Centipawns(centipawns)), Some(WhiteScore::Mate(mate))] {
            prop_assert_eq!(WhiteScore::from_bits(WhiteScore::to_bits(score)), score);
        }
    }

    #[test]
    fn larger_scores_are_kept_as_the_largest(score: i32) {
        let kept = |score| WhiteScore::from_bits(WhiteScore::to_bits(Some(score))).unwrap();
        prop_assert_eq!(kept(WhiteScore::Centipawns(score)), WhiteScore::Centipawns(score.clamp(-29_999, 29_999)));
        prop_assert!(kept(WhiteScore::Mate(score)).is_mate());
    }

    /// Whatever is there: no panic, and games that are read can be played.
    #[test]
    fn random_content_never_breaks_the_reader(content: Vec<u8>, variant in 0..Variant::ALL.len()) {
        let variant = Variant::ALL[variant];
        let file = opened(&[head(variant).to_bytes(), crate::block_of(&content)].concat());
        for game in file.iter().flatten() {
            game.positions().for_each(drop);
        }
    }
}

#[test]
fn any_altered_byte_is_noticed_and_costs_its_block_alone() {
    let made = games(Variant::Crazyhouse, 5 * PER_BLOCK, 5);
    let intact = written(&head(Variant::Crazyhouse), &made);
    let head_bytes = head(Variant::Crazyhouse).to_bytes().len();
    for at in (head_bytes..intact.len()).step_by(7) {
        let mut bytes = intact.clone();
        bytes[at] ^= 0x10;
        let file = opened(&bytes);
        let good: Vec<ScoredGame> = file.iter().flatten().map(|game| game.decoded().unwrap()).collect();
        let is_noticed = file.iter().any(|game| matches!(game, Err(PositionFileError::Damaged { .. })))
            || !file.damages().is_empty()
            || file.unfinished_bytes() > 0;
        assert!(is_noticed, "byte {at}");
        assert_eq!(good.len(), 4 * PER_BLOCK, "byte {at}");
        assert!(good.iter().all(|game| made.contains(game)), "byte {at}");
    }
}

#[test]
fn damage_is_told_in_a_sentence_that_names_the_block() {
    let made = games(Variant::Atomic, 3 * PER_BLOCK, 6);
    let mut bytes = written(&head(Variant::Atomic), &made);
    let last = bytes.len() - 10;
    bytes[last] ^= 1;
    let problem = opened(&bytes).game(2 * PER_BLOCK).unwrap_err().to_string();
    assert!(problem.starts_with("test.positions: block 3 (bytes "), "{problem}");
    assert!(problem.ends_with("is damaged, and with it games 9 to 12; the others can be read"), "{problem}");
}

#[test]
fn a_file_that_was_cut_short_has_its_whole_blocks() {
    let made = games(Variant::Horde, 12, 7);
    let intact = written(&head(Variant::Horde), &made);
    let head_bytes = head(Variant::Horde).to_bytes().len();
    let mut counts = BTreeSet::new();
    for length in (head_bytes..=intact.len()).rev().step_by(11) {
        let file = opened(&intact[..length]);
        let there = read(&file);
        assert_eq!(there, made[..there.len()]);
        assert_eq!(file.end() + file.unfinished_bytes(), length);
        counts.insert(there.len());
    }
    assert_eq!(counts, BTreeSet::from([0, 4, 8, 12]));
    for length in (0..head_bytes).step_by(3) {
        assert!(PositionFile::of_bytes(Path::new("x"), intact[..length].to_vec()).is_err());
    }
}

#[test]
fn a_file_is_read_while_it_grows_and_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.positions");
    let made = games(Variant::Antichess, 20, 8);
    let whole = written(&head(Variant::Antichess), &made);
    let first = written(&head(Variant::Antichess), &made[..2 * PER_BLOCK]);
    fs::write(&path, &whole[..first.len() + 50]).unwrap();
    let begun = PositionFile::open(&path).unwrap();
    assert_eq!((read(&begun), begun.unfinished_bytes()), (made[..2 * PER_BLOCK].to_vec(), 50));
    let mut writer = BlockWriter::after(&begun, PER_BLOCK);
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(begun.end() as u64).unwrap();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    for (number, game) in made.iter().enumerate().skip(2 * PER_BLOCK) {
        if let Some(block) = writer.push(game, number as u64 + 1) {
            file.write_all(&block).unwrap();
        }
    }
    assert_eq!(read(&begun).len(), 2 * PER_BLOCK, "what was opened stays as it was");
    assert_eq!(read(&PositionFile::open(&path).unwrap()), made);
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn what_is_no_position_file_is_said() {
    let told = |bytes: &[u8]| PositionFile::of_bytes(Path::new("x"), bytes.to_vec()).map(drop).unwrap_err().to_string();
    assert_eq!(told(b""), "x: this is no position file");
    assert_eq!(told(b"[Event \"?\"]"), "x: this is no position file");
    assert_eq!(
        told(b"hetman positions 2\nxyz"),
        "x: it is of a version that this program cannot read: take a newer one"
    );
    let mut bytes = head(Variant::Chess).to_bytes();
    bytes[40] ^= 4;
    assert_eq!(told(&bytes), "x: its head is damaged: no game of it can be read");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    fs::write(&path, head(Variant::Chess).to_bytes()).unwrap();
    let problem = PositionFile::open_variant(&path, Variant::Atomic).map(drop).unwrap_err().to_string();
    assert!(problem.ends_with("games holds games of chess, not of atomic"), "{problem}");
    let problem = PositionFile::open(&folder.path().join("none")).map(drop).unwrap_err().to_string();
    assert!(problem.contains("cannot read"), "{problem}");
}

#[test]
fn text_is_written_as_it_is_read() {
    for variant in Variant::ALL {
        for game in games(variant, 10, 9) {
            let mut text = Vec::new();
            let format = export::FORMATS.iter().find(|format| format.name == "text").unwrap();
            (format.write)(&game, &Filters::none(), &mut text).unwrap();
            let again: Vec<ScoredGame> = TextGames::new(&text[..], variant).map(Result::unwrap).collect();
            assert_eq!(again, [game]);
        }
    }
}

/// The text files of self-play that lie beside the repository.
#[test]
fn the_text_files_of_the_first_generation_are_read() {
    let Some(folder) = shared("data/selfplay", "reading the games of the first generation") else { return };
    for (name, variant) in [("chess-gen0-1", Variant::Chess), ("crazyhouse-gen0-2", Variant::Crazyhouse)] {
        let packed = fs::File::open(folder.join(format!("{name}.txt.xz"))).unwrap();
        let text = hetman_rules::pgn::decompressed(packed).unwrap();
        let made: Vec<ScoredGame> = TextGames::new(text, variant).take(200).map(Result::unwrap).collect();
        assert_eq!(made.len(), 200);
        assert!(made.iter().all(|game| game.result.is_some() && game.end != GameEnd::Unknown));
        let unscored = |game: &ScoredGame| game.moves.iter().take_while(|half_move| half_move.score.is_none()).count();
        assert!(made.iter().all(|game| unscored(game) == 8));
        assert_eq!(read(&opened(&written(&head(variant), &made))), made);
    }
}
