//! All cases of the golden file, which lies beside the repository.

use serde_json::Value;

use super::super::tables::{CANDIDATE_ADVANCEMENT, PASSED_ADVANCEMENT, STACKING_IN_SIXTHS};
use super::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec/features45_golden.json");

fn golden() -> Option<Value> {
    let text = std::fs::read_to_string(FILE);
    if text.is_err() {
        eprintln!("SKIPPED: the golden cases of the 45 features, because {FILE} is not there");
    }
    Some(serde_json::from_str(&text.ok()?).unwrap())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

#[test]
fn names_are_the_golden_ids() {
    let Some(golden) = golden() else { return };
    let ids: Vec<&str> = list(&golden, "features").iter().map(|feature| feature["id"].as_str().unwrap()).collect();
    assert_eq!(ids, features().map(|feature| feature.id).collect::<Vec<_>>());
}

#[test]
fn positions() {
    let Some(golden) = golden() else { return };
    let positions = list(&golden, "positions");
    assert!(positions.len() >= 22);
    for case in positions {
        let expected: Vec<f64> = list(case, "expected").iter().map(|value| value.as_f64().unwrap()).collect();
        expect(&fen(case["fen"].as_str().unwrap()), &expected);
    }
}

#[test]
fn single_features() {
    let Some(golden) = golden() else { return };
    let cases = list(&golden, "unit_cases");
    assert!(cases.len() >= 68);
    for case in cases {
        let found = value(case["feature"].as_str().unwrap(), case["fen"].as_str().unwrap());
        assert!((found - case["expected"].as_f64().unwrap()).abs() < 1e-6, "{case}: {found}");
    }
}

#[test]
fn inferred_tables() {
    let Some(golden) = golden() else { return };
    let stacking = &golden["tables"]["heavy_piece_stacking_front_to_back"]["values"];
    for (order, sixths) in STACKING_IN_SIXTHS {
        let letters: String = order.iter().map(|role| role.upper_char()).collect();
        assert!((number(stacking[&letters].as_str().unwrap()) - f64::from(sixths) / 6.0).abs() < 1e-12, "{letters}");
    }
    let passed = &golden["tables"]["passed_advancement_by_relative_rank"];
    let candidates = &golden["tables"]["candidate_advancement_by_relative_rank"];
    for rank in 2..=6_usize {
        assert_eq!(passed[rank.to_string()], PASSED_ADVANCEMENT[rank - 1]);
        assert_eq!(candidates[rank.to_string()], CANDIDATE_ADVANCEMENT[rank - 1]);
    }
    assert_eq!(passed["7"], PASSED_ADVANCEMENT[6]);
}
