//! All cases of the golden file.

use hetman_testing::THESIS_2007;
use serde_json::Value;

use super::super::tables::{CANDIDATE_ADVANCEMENT, PASSED_ADVANCEMENT, STACKING_IN_SIXTHS};
use super::*;

fn golden() -> Value {
    serde_json::from_str(THESIS_2007).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

#[test]
fn names_are_the_golden_ids() {
    let golden = golden();
    let ids: Vec<&str> = list(&golden, "features").iter().map(|feature| feature.as_str().unwrap()).collect();
    assert_eq!(ids, features().map(|feature| feature.id).collect::<Vec<_>>());
}

#[test]
fn positions() {
    let golden = golden();
    let positions = list(&golden, "positions");
    assert!(positions.len() >= 22);
    for case in positions {
        let expected: Vec<f64> = list(case, "expected").iter().map(|value| value.as_f64().unwrap()).collect();
        expect(&fen(case["fen"].as_str().unwrap()), &expected);
    }
}

#[test]
fn single_features() {
    let golden = golden();
    let cases = list(&golden, "cases");
    assert!(cases.len() >= 68);
    for case in cases {
        let found = value(case["feature"].as_str().unwrap(), case["fen"].as_str().unwrap());
        assert!((found - case["expected"].as_f64().unwrap()).abs() < 1e-6, "{case}: {found}");
    }
}

#[test]
fn inferred_tables() {
    let golden = golden();
    let stacking = &golden["heavy_piece_stacking"];
    for (order, sixths) in STACKING_IN_SIXTHS {
        let letters: String = order.iter().map(|role| role.upper_char()).collect();
        assert!((number(stacking[&letters].as_str().unwrap()) - f64::from(sixths) / 6.0).abs() < 1e-12, "{letters}");
    }
    let passed = &golden["passed_advancement"];
    let candidates = &golden["candidate_advancement"];
    for rank in 2..=6_usize {
        assert_eq!(passed[rank.to_string()], PASSED_ADVANCEMENT[rank - 1]);
        assert_eq!(candidates[rank.to_string()], CANDIDATE_ADVANCEMENT[rank - 1]);
    }
    assert_eq!(passed["7"], PASSED_ADVANCEMENT[6]);
}
