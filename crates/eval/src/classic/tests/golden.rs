//! Twelve positions worked out by hand, at least two of each phase. The numbers of squares are 7 less the steps from the
//! middle: those of the first two ranks are a1 0, b1 1, c1 2, d1 3 and a2 1, b2 2, c2 3, d2 4, and so mirrored.

use super::*;

/// Phase, material, and the terms that are not zero for both sides.
fn expect(fen: &str, phase: &str, material: i32, terms: &[(&str, i32, i32)]) {
    let (explanation, breakdown) = told(&Classic::default(), fen);
    let found: Vec<(&str, i32, i32)> = breakdown.terms.iter().map(|term| (term.name, term.white, term.black)).collect();
    let mut expected: Vec<(&str, i32, i32)> = entries().map(|entry| (entry.id, 0, 0)).collect();
    for term in terms {
        *expected.iter_mut().find(|(name, ..)| *name == term.0).unwrap() = *term;
    }
    assert_eq!(found, expected, "{fen}");
    let positional: i32 = terms.iter().map(|(_, white, black)| white - black).sum();
    assert_eq!((breakdown.phase, breakdown.material, breakdown.positional), (phase, material, positional), "{fen}");
    assert_eq!(explanation.value.0, f64::from(material + positional));
}

/// The king's pawn on e4. At home are 29. The pawns of a second rank are worth 1+2+3+4+4+3+2+1 = 20; e4 is 6+15 and
/// not 4. Black's d7 and e7 are both there. Knights b1 and g1: 4*(1+1). Queen: -2*3. Rooks attack a2, b1, h2, g1. The shield of
/// Ke1 is d2 and f2; that of Ke8 is whole and costs what it brings. White 37+8-6+8+30 = 77, Black -50+20+8-6+8 = -20.
#[test]
fn opening_after_the_first_move() {
    expect(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "opening",
        0,
        &[
            ("centre_pawns_undeveloped", 0, -50),
            ("pawn_centralisation", 37, 20),
            ("knight_centralisation", 8, 8),
            ("queen_centralisation", -6, -6),
            ("rook_mobility", 8, 8),
            ("pawn_shield", 30, 0),
        ],
    );
}

/// At home are 11 and 12. Pawns 20-4+21 on both sides. Knights b1 4*1, f3 4*4; c6 and f6 4*4 each. Kg1 25. Rooks: a1 attacks
/// a2, b1, and f1 attacks f2, g1, e1, d1; a8 attacks a7, b8, c8 and h8 attacks h7, g8, f8: 6 squares each side. Kg1 has its
/// whole shield, 45-45; Ke8 has d7 and f7.
#[test]
fn opening_castled_on_one_side() {
    expect(
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
        "opening",
        0,
        &[
            ("pawn_centralisation", 37, 37),
            ("knight_centralisation", 20, 32),
            ("queen_centralisation", -6, -6),
            ("king_safety", 25, 0),
            ("rook_mobility", 12, 12),
            ("pawn_shield", 0, 30),
        ],
    );
}

/// Eight pawns, rook, knight and bishop at home, and three black pawns: exactly 14, so that it is an opening in spite of
/// the lead. 1900-300 = 1600, M = 2200; (1) 8*30000/(9*2200) = 12, (2) 1600*590/2200 = 429.
#[test]
fn opening_before_anything_else() {
    expect(
        "4k3/ppp5/8/8/8/8/PPPPPPPP/RNB1K3 w - - 0 1",
        "opening",
        1600 + 12 + 429,
        &[
            ("centre_pawns_undeveloped", -50, 0),
            ("pawn_centralisation", 20, 1 + 2 + 3),
            ("knight_centralisation", 4, 0),
            // a2 and b1.
            ("rook_mobility", 4, 0),
        ],
    );
}

/// At home are 5 and 4. 3130 against 3250, M = 6380: (1) for Black's seven pawns 7*30000/(8*6380) = 4, (2) 120*590/6380 = 11.
/// d4 is isolated. Pawns: a3 2, b2 2, d4 21, f2 3, g2 2, h2 1; a6 2, b6 3, c5 15, e6 15, f7 3, g7 2, h7 1. Bb7: the knight on
/// f3 3, the own rook on a8 2, nine squares less 7, a6 in front on its own half -5: 3*2. Rooks to the enemy king: -6-1 both.
/// Each attacks 7. Queens: d3 to g8 and e7 to g1 are eight steps.
#[test]
fn middlegame_with_a_bishop() {
    expect(
        "r4rk1/1b1nqppp/pp2p3/2p5/3P4/P1NQ1N2/1P3PPP/R4RK1 w - - 0 1",
        "middlegame",
        -120 - 4 - 11,
        &[
            ("isolated_pawns", -20, 0),
            ("pawn_centralisation", 31, 41),
            ("knight_centralisation", 32, 16),
            ("king_safety", 25, 25),
            ("bishop_diagonals", 0, 6),
            ("rook_nearness", -14, -14),
            ("rook_mobility", 28, 28),
            ("connected_rooks", 20, 20),
            ("queen_nearness", -3, -3),
        ],
    );
}

/// 2760 on both sides. Isolated: a2, d4 and a7, h7; f6 and f7 are doubled. Bb3: queen 9, king 10, nine squares less 7, a2
/// behind 1: 3*22. Bb7: queen 9, rook 5, own rooks 2+2, own queen 3, nine squares less 7: 3*23. Rc7 and Rc8 are on the open
/// file. To the kings: Rc7 2, Rh1 -1; Ra8 -4, Rc8 -2. Rc7 attacks 11 squares and Rh1 4; Ra8 3 and Rc8 7. Qf3 is six steps from
/// g8, Qd5 five from e1. In front of e1 stands f2, in front of g8 f7 and h7.
#[test]
fn middlegame_with_open_files() {
    expect(
        "r1r3k1/pbR2p1p/4pp2/3q4/3P4/1B3Q2/P4PPP/4K2R w K - 0 1",
        "middlegame",
        0,
        &[
            ("isolated_pawns", -40, -40),
            ("doubled_pawns", 0, -10),
            ("pawn_centralisation", 1 + 21 + 3 + 2 + 1, 1 + 15 + 4 + 3 + 1),
            ("king_safety", 0, 25),
            ("bishop_diagonals", 66, 69),
            ("rooks_on_open_files", 10, 10),
            ("rook_nearness", 2, -12),
            ("rook_mobility", 30, 20),
            ("connected_rooks", 0, 20),
            ("rooks_on_seventh", 27 + 13, 0),
            ("queen_nearness", 3, 6),
            ("pawn_shield", 15, 30),
        ],
    );
}

/// 2040 against 2060, M = 4100: (1) 3*30000/(4*4100) = 5, (2) 20*590/4100 = 2. h6 has gone one rank: 2*1. Be6: eleven squares
/// less 7, f7 behind it 1, nobody else. Rd1 attacks 9 squares, Rd8 10; both are ten steps from the king. Queens: d4 2*6 and
/// b6 2*3; seven steps from g8, ten from g1. Kings 3*1.
#[test]
fn early_endgame_with_queens() {
    expect(
        "3r2k1/5pp1/1q2b2p/8/3Q4/2N5/5PPP/3R2K1 w - - 0 1",
        "early_endgame",
        -20 - 5 - 2,
        &[
            ("pawn_advance", 0, 2),
            ("knight_centralisation", 16, 0),
            ("queen_centralisation", 12, 6),
            ("king_centralisation", 3, 3),
            ("bishop_diagonals", 0, 5),
            ("rook_nearness", -6, -6),
            ("rook_mobility", 18, 20),
            ("queen_nearness", 0, -9),
        ],
    );
}

/// 1710 against 1590, M = 3300: (1) 4*30000/(5*3300) = 7, (2) 120*590/3300 = 21. c4 and c5 are isolated and doubled, e6 is
/// isolated. Advance: 2*(4+9+1+1) and 2*(1+1+1). Bd3: own rook on b1 2, eleven squares less 7, c4 in front -5. To the kings:
/// Ra7 1, Rb1 -2; Rd8 -2, Rd4 2. Squares: 14+14 and 11+10. Ra7 is on the seventh, the king is not on the eighth.
#[test]
fn early_endgame_with_rooks() {
    expect(
        "3r4/R7/4pkpp/2P1n3/2Pr4/3B2PP/6K1/1R6 w - - 0 1",
        "early_endgame",
        120 + 7 + 21,
        &[
            ("isolated_pawns", -40, -20),
            ("doubled_pawns", -10, 0),
            ("pawn_advance", 30, 6),
            ("knight_centralisation", 0, 24),
            ("king_centralisation", 3 * 2, 3 * 4),
            ("bishop_diagonals", 1, 0),
            ("rook_nearness", -2, 0),
            ("rook_mobility", 56, 42),
            ("connected_rooks", 0, 20),
            ("rooks_on_seventh", 27, 0),
        ],
    );
}

/// 600 against 700, M = 1300: (1) 2*30000/(3*1300) = 15, (2) 100*590/1300 = 45. Advance: 4*4 and 4*1. Kings: e3 8*5, g7 8*2.
/// Rb2 is ten steps from g7, Rf1 three from e3; they attack 10 and 13 squares.
#[test]
fn endgame_with_rooks() {
    expect(
        "8/5pk1/6p1/8/1P6/4K3/1R6/5r2 w - - 0 1",
        "endgame",
        -100 - 15 - 45,
        &[
            ("isolated_pawns", -20, 0),
            ("pawn_advance", 16, 4),
            ("king_centralisation", 40, 16),
            ("rook_nearness", -6, 8),
            ("rook_mobility", 20, 26),
        ],
    );
}

/// A lead of 700, but with minor pieces and a pawn one promotes first. M = 700: (1) 30000/(2*700) = 21, (2) 590. a5: 4*9.
/// The knight on e2 is worth 4*4, the bishop nothing. Kings: d4 8*6, f6 8*4.
#[test]
fn endgame_with_minor_pieces() {
    expect(
        "8/8/5k2/P2B4/3K4/8/4N3/8 w - - 0 1",
        "endgame",
        700 + 21 + 590,
        &[
            ("isolated_pawns", -20, 0),
            ("pawn_advance", 36, 0),
            ("knight_centralisation", 16, 0),
            ("king_centralisation", 48, 32),
        ],
    );
}

/// A lead of 100, M = 2000: (1) 30000/(2*2000) = 7, (2) 100*590/2000 = 29. Queens: d4 4*6, e6 4*5; four steps from g3, nine
/// from a1. Kings: a1 0, g3 8*3.
#[test]
fn endgame_with_queens() {
    expect(
        "8/8/4q3/8/3Q4/6k1/1P6/K7 w - - 0 1",
        "endgame",
        100 + 7 + 29,
        &[
            ("isolated_pawns", -20, 0),
            ("queen_centralisation", 24, 20),
            ("king_centralisation", 0, 24),
            ("queen_nearness", 9, -6),
        ],
    );
}

/// Bishop and knight against a pawn: a lead of 500 without any pawn. (1) 0, (2) 500*590/700 = 421. Kd5 stands in the middle;
/// Ke1 is five steps away: 4*2. Nothing else counts.
#[test]
fn mating_with_minor_pieces() {
    expect("8/8/8/3k4/8/p7/8/B1N1K3 w - - 0 1", "mating", 921, &[("mating_approach", 8, 0)]);
}

/// Queen against rook is a lead of exactly 450. M = 1450: (2) 450*590/1450 = 183. Black drives the king on h1: 10*6; the kings
/// stand corner to corner: 4*(-7).
#[test]
fn mating_with_the_queen() {
    expect(
        "k7/8/8/8/8/1q6/8/5R1K b - - 0 1",
        "mating",
        -450 - 183,
        &[("mating_edge", 0, 60), ("mating_approach", 0, -28)],
    );
}
