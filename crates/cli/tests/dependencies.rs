//! What the crates of others allow, and that none is there in two versions without a reason: `deny.toml`, read without
//! `cargo deny`, which is not installed everywhere.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::Table;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap()
}

fn policy() -> Table {
    std::fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap()
}

/// The packages that are built here.
fn packages() -> Vec<Value> {
    let platform = Command::new("rustc").args(["--version", "--verbose"]).output().unwrap();
    let platform = String::from_utf8(platform.stdout).unwrap();
    let platform = platform.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", platform])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let built = metadata["resolve"]["nodes"].as_array().unwrap().iter().map(|node| &node["id"]);
    let built: Vec<&Value> = built.collect();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages.filter(|package| built.contains(&&package["id"])).cloned().collect()
}

/// Whether a licence can be chosen out of the expression for each of its parts. Parentheses are passed over, which makes
/// demands out of some choices and never a choice out of a demand.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|licence| allowed.contains(&licence.trim())))
}

#[test]
fn every_licence_is_allowed() {
    let policy = policy();
    let allowed: Vec<&str> =
        policy["licenses"]["allow"].as_array().unwrap().iter().map(|licence| licence.as_str().unwrap()).collect();
    let packages = packages();
    assert!(packages.len() > 100, "cargo names {} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{} is under '{licence}'", package["name"]);
    }
}

#[test]
fn no_crate_is_there_twice_without_a_reason() {
    let policy = policy();
    let skipped: Vec<&str> =
        policy["bans"]["skip"].as_array().unwrap().iter().map(|skip| skip["crate"].as_str().unwrap()).collect();
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages() {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap().to_owned());
        let is_skipped = skipped.iter().any(|skip| {
            let (skipped, of) = skip.split_once('@').unwrap();
            name == skipped && version.starts_with(&format!("{of}."))
        });
        versions.entry(name).or_default().extend((!is_skipped).then_some(version));
    }
    for (name, versions) in versions {
        assert!(versions.len() <= 1, "{name} is there as {}: give a reason in deny.toml", versions.join(" and "));
    }
}

#[test]
fn an_expression_is_read_as_it_is_meant() {
    let allowed = ["MIT", "Unicode-3.0"];
    for expression in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_allowed(expression, &allowed), "{expression}");
    }
    for expression in ["", "Apache-2.0", "MIT AND BSD-3-Clause", "Unicode-3.0 AND (GPL-2.0-only OR Apache-2.0)"] {
        assert!(!is_allowed(expression, &allowed), "{expression}");
    }
}
