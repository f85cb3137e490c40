//! The absences that keep the workspace simple, checked: which crate may know which, and what some may not do.
//!
//! The graph comes from `cargo metadata`, the rest from a plain reading of the sources, with tests and comments left
//! out. Each check is a function from facts to violations, so that it can be shown a workspace that breaks the rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What each crate sits on. It may use that, and whatever lies below.
const SITS_ON: [(&str, &[&str]); 18] = [
    ("testing", &[]),
    ("pictures", &["testing"]),
    ("rules", &["testing"]),
    ("parameters", &["rules"]),
    ("positions", &["parameters"]),
    ("eval", &["parameters"]),
    ("engines", &["rules"]),
    ("search", &["eval"]),
    ("endgame", &["search"]),
    ("learn", &["eval"]),
    ("train", &["eval", "positions"]),
    ("arena", &["endgame", "engines"]),
    ("lab", &["arena", "learn", "positions", "train"]),
    ("published", &["lab", "pictures"]),
    ("cluster", &["lab"]),
    ("report", &["published"]),
    ("studio", &["report"]),
    ("cli", &["cluster", "studio"]),
];

/// Crates that are functions of their inputs: no I/O, no globals but registries.
const PURE: [&str; 5] = ["eval", "search", "learn", "endgame", "pictures"];

/// What a pure crate may not say.
const IMPURE: [&str; 16] = [
    "std::fs",
    "fs::",
    "File::",
    "std::net",
    "std::process",
    "std::env",
    "env::var",
    "std::io::",
    "stdin()",
    "stdout()",
    "print!",
    "println!",
    "dbg!",
    "thread_local!",
    "lazy_static!",
    "static mut",
];

/// Types that make a `static` a variable. A `Registry` is none of them: kinds are added when the program starts, never
/// change and are never taken away, so that nothing that is computed depends on when it is computed.
const GLOBAL_STATE: [&str; 8] =
    ["OnceLock", "LazyLock", "OnceCell", "LazyCell", "Mutex", "RwLock", "Atomic", "UnsafeCell"];

/// Opening Syzygy files is what that module is for; a caller asks for it by name.
const MAY_DO_IO: [&str; 1] = ["endgame/src/syzygy"];

/// How the tests at the end of a file begin, as rustfmt writes it.
const TESTS_BEGIN: &str = "#[cfg(test)]\nmod tests {";

/// The one place for vector instructions.
const MAY_BE_UNSAFE: [&str; 1] = ["eval/src/kernels"];

#[derive(Clone, Debug)]
struct Crate {
    name: String,
    /// Workspace crates it depends on, in tests and build scripts too.
    uses: BTreeSet<String>,
}

/// A source file, its path counted from `crates/`.
#[derive(Clone, Debug)]
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn crate_name(&self) -> &str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// Numbered lines of the program itself: without comments and without the tests at the end.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_test_file = self.path.ends_with("tests.rs") || self.path.contains("/tests/");
        let program = if is_test_file { "" } else { self.text.split(TESTS_BEGIN).next().unwrap_or_default() };
        let code = program.lines().map(|line| line.split("//").next().unwrap_or_default());
        code.enumerate().map(|(index, line)| (index + 1, line))
    }

    fn lies_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

/// Everything below a crate, or `None` for a crate that is not on the map.
fn below(name: &str) -> Option<BTreeSet<&'static str>> {
    let (_, seats) = SITS_ON.iter().find(|(known, _)| *known == name)?;
    let mut all: BTreeSet<&str> = seats.iter().copied().collect();
    all.extend(seats.iter().filter_map(|seat| below(seat)).flatten());
    Some(all)
}

fn forbidden_edges(graph: &[Crate]) -> Vec<String> {
    let mut violations = Vec::new();
    for member in graph {
        let Some(allowed) = below(&member.name) else {
            violations.push(format!("'{}' is not on the map: give it a place in SITS_ON", member.name));
            continue;
        };
        let strangers = member.uses.iter().filter(|used| !allowed.contains(used.as_str()));
        violations.extend(strangers.map(|used| format!("'{}' must not know '{used}'", member.name)));
    }
    violations
}

/// Lines of code for which `is_wrong` holds, as violations.
fn offending<'a>(
    source: &'a Source,
    rule: &'a str,
    is_wrong: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    let is_offence = move |(_, line): &(usize, &str)| is_wrong(line);
    let describe = move |(number, line): (usize, &str)| format!("{}:{number}: {rule}: {}", source.path, line.trim());
    source.code().filter(is_offence).map(describe)
}

fn is_impure(line: &str) -> bool {
    IMPURE.iter().any(|word| line.contains(word)) || is_global_state(line)
}

fn is_global_state(line: &str) -> bool {
    let is_static =
        line.trim_start().starts_with("static ") || line.contains("pub static ") || line.contains(") static ");
    is_static && GLOBAL_STATE.iter().any(|word| line.contains(word))
}

fn impurities(sources: &[Source]) -> Vec<String> {
    let pure = |source: &&Source| PURE.contains(&source.crate_name()) && !source.lies_in(&MAY_DO_IO);
    sources.iter().filter(pure).flat_map(|source| offending(source, "I/O or a global", is_impure)).collect()
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

fn unsafe_code(sources: &[Source]) -> Vec<String> {
    let checked = sources.iter().filter(|source| !source.lies_in(&MAY_BE_UNSAFE));
    // Policies for browsers have a word that only begins so.
    let is_unsafe = |line: &str| has_word(&line.replace("unsafe-inline", ""), "unsafe");
    checked.flat_map(|source| offending(source, "unsafe", is_unsafe)).collect()
}

fn evaluation_in_rules(sources: &[Source]) -> Vec<String> {
    let mentions = |line: &str| has_word(line, "Evaluator") || line.contains("evaluate(");
    let rules = sources.iter().filter(|source| source.crate_name() == "rules");
    rules.flat_map(|source| offending(source, "rules mention evaluation", mentions)).collect()
}

fn crates_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a crate lies in crates/").to_owned()
}

fn short_name(package: &str) -> String {
    if package == "hetman" { "cli".to_owned() } else { package.trim_start_matches("hetman-").to_owned() }
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(crates_folder())
        .output()
        .expect("cargo runs, as it runs this test");
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

fn workspace() -> Vec<Crate> {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("metadata lists packages");
    packages.iter().map(package_to_crate).collect()
}

fn package_to_crate(package: &Value) -> Crate {
    let name = |value: &Value| value["name"].as_str().expect("packages have names").to_owned();
    let dependencies = package["dependencies"].as_array().expect("packages list dependencies");
    let ours = dependencies.iter().filter(|dependency| dependency["path"].is_string());
    Crate { name: short_name(&name(package)), uses: ours.map(|dependency| short_name(&name(dependency))).collect() }
}

/// The sources of every crate, without its integration tests.
fn sources() -> Vec<Source> {
    let root = crates_folder();
    let mut found = Vec::new();
    for entry in fs::read_dir(&root).expect("crates/ is readable").flatten() {
        collect_sources(&root, &entry.path().join("src"), &mut found);
    }
    found
}

fn collect_sources(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect_sources(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(root).expect("found below the root");
            let text = fs::read_to_string(&path).expect("sources are readable");
            found.push(Source { path: relative.to_string_lossy().into_owned(), text });
        }
    }
}

#[test]
fn crates_know_only_what_lies_below_them() {
    let graph = workspace();
    assert!(graph.iter().any(|member| member.name == "rules"), "cargo metadata found no workspace: {graph:?}");
    assert_eq!(forbidden_edges(&graph), Vec::<String>::new());
}

/// Whatever a program needs does not lie in the crate of the tests.
#[test]
fn only_tests_know_the_crate_of_the_tests() {
    let kinds: Vec<Value> = metadata()["packages"]
        .as_array()
        .expect("metadata lists packages")
        .iter()
        .flat_map(|package| package["dependencies"].as_array().expect("packages list dependencies"))
        .filter(|dependency| dependency["name"] == "hetman-testing")
        .map(|dependency| dependency["kind"].clone())
        .collect();
    assert!(kinds.len() > 3 && kinds.iter().all(|kind| kind == "dev"), "{kinds:?}");
}

#[test]
fn pure_crates_do_no_io_and_hold_no_globals() {
    assert!(sources().len() > 5, "the sources were not found");
    assert_eq!(impurities(&sources()), Vec::<String>::new());
}

#[test]
fn unsafe_lives_in_the_kernels_only() {
    assert_eq!(unsafe_code(&sources()), Vec::<String>::new());
}

#[test]
fn rules_never_mention_evaluation() {
    assert_eq!(evaluation_in_rules(&sources()), Vec::<String>::new());
}

mod the_checks_can_fail {
    use super::*;

    fn member(name: &str, uses: &[&str]) -> Crate {
        Crate { name: name.to_owned(), uses: uses.iter().map(|&used| used.to_owned()).collect() }
    }

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn on_every_edge_that_points_up_or_sideways() {
        let wrong = [
            ("learn", "search"),
            ("search", "endgame"),
            ("learn", "arena"),
            ("rules", "eval"),
            ("search", "learn"),
            ("eval", "search"),
        ];
        for (from, to) in wrong {
            assert_eq!(forbidden_edges(&[member(from, &[to])]), [format!("'{from}' must not know '{to}'")]);
        }
        assert_eq!(forbidden_edges(&[member("cli", &["rules", "search", "lab"]), member("lab", &["eval"])]).len(), 0);
    }

    #[test]
    fn on_a_crate_without_a_place() {
        assert!(forbidden_edges(&[member("utils", &[])])[0].contains("not on the map"));
    }

    #[test]
    fn on_io_and_globals_in_pure_crates() {
        let wrong = [
            "use std::fs;",
            "let text = fs::read(path);",
            "use std::net::TcpStream;",
            "std::process::exit(1)",
            "println!(\"{depth}\");",
            "    eprintln!(\"{depth}\");",
            "static mut COUNT: u64 = 0;",
            "thread_local! {",
            "pub static TABLE: OnceLock<Table> = OnceLock::new();",
            "#[cfg(test)]\nmod tests;\nuse std::env;",
            "pub(crate) static NODES: AtomicU64 = AtomicU64::new(0);",
        ];
        for text in wrong {
            for name in PURE {
                assert_eq!(impurities(&[source(&format!("{name}/src/lib.rs"), text)]).len(), 1, "{name}: {text}");
            }
            assert_eq!(impurities(&[source("cli/src/main.rs", text)]).len(), 0, "the cli may: {text}");
        }
    }

    #[test]
    fn but_not_on_tests_comments_constants_or_the_tablebases() {
        let right = [
            ("endgame/src/syzygy.rs", "use std::fs;"),
            ("search/src/tests.rs", "eprintln!(\"skipped\");"),
            ("search/src/node.rs", "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { println!(); } }"),
            ("search/src/node.rs", "// never println! here"),
            ("search/src/node.rs", "static SQUARES: [u8; 2] = [1, 2];"),
            ("learn/src/optimiser.rs", "static REGISTRY: Registry<dyn OptimiserKind> = Registry::new(&[]);"),
            ("search/src/node.rs", "fn name() -> &'static str { \"OnceLock\" }"),
        ];
        for (path, text) in right {
            assert_eq!(impurities(&[source(path, text)]), Vec::<String>::new(), "{path}: {text}");
        }
    }

    #[test]
    fn on_unsafe_outside_the_kernels() {
        let text = "let x = unsafe { *pointer };";
        assert_eq!(unsafe_code(&[source("search/src/table.rs", text)]).len(), 1);
        assert_eq!(unsafe_code(&[source("eval/src/kernels/dense.rs", text)]).len(), 0);
        assert_eq!(unsafe_code(&[source("eval/src/lib.rs", "#![deny(unsafe_code)]")]).len(), 0);
        assert_eq!(unsafe_code(&[source("studio/src/route.rs", "\"style-src 'unsafe-inline'\"")]).len(), 0);
    }

    #[test]
    fn on_rules_that_mention_evaluation() {
        assert_eq!(evaluation_in_rules(&[source("rules/src/lib.rs", "fn best(judge: &dyn Evaluator) {}")]).len(), 1);
        assert_eq!(evaluation_in_rules(&[source("rules/src/lib.rs", "position.evaluate(1)")]).len(), 1);
        assert_eq!(evaluation_in_rules(&[source("search/src/lib.rs", "position.evaluate(1)")]).len(), 0);
    }
}
