//! `hetman endgame induce`: what can be learned of an ending, how large it is and how exact.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use hetman_endgame::dataset::{Extent, samples};
use hetman_endgame::decision_tree::Exactness;
use hetman_endgame::induction::{GrowTree, Learner, Lesson, METHODS, Method, cross_validation};
use hetman_endgame::{Dataset, DecisionTree, Material, Table};
use hetman_lab::folder::write_atomically;
use hetman_rules::Quote;
use hetman_rules::shakmaty::Color;
use serde_json::{Value, json};

use super::lesson::{Bar, LessonArguments, STOPPED, tables};
use super::rules;
use crate::interrupt::stop_on_interrupt;

#[derive(clap::Args)]
pub struct InduceArguments {
    /// The ending, like KRK or KBNK
    #[arg(value_name = "MATERIAL")]
    material: Material,
    /// How to learn
    #[arg(long, value_name = "METHOD", value_parser = method, default_value = "id3", help = help())]
    method: &'static Method,
    /// Where to write what was learned
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Folds of the cross-validation; 0 leaves it out
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = folds)]
    folds: usize,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lesson: LessonArguments,
    #[command(flatten)]
    search: rules::SearchArguments,
}

fn help() -> String {
    let line = |method: &&Method| format!("{}: {}", method.name, method.help);
    format!("How to learn. {}", METHODS.all().iter().map(line).collect::<Vec<_>>().join(" "))
}

fn method(name: &str) -> anyhow::Result<&'static Method> {
    let unknown =
        || format!("there is no method '{}': choose one of {}", Quote::from(name), METHODS.names().join(", "));
    METHODS.find(name).with_context(unknown)
}

fn folds(text: &str) -> Result<usize, String> {
    let folds = text.parse().ok().filter(|folds| (0..=100).contains(folds) && *folds != 1);
    folds.ok_or_else(|| "choose 2 to 100, or 0 for none".to_owned())
}

pub fn run(arguments: &InduceArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let lesson = arguments.lesson.lesson(arguments.material)?;
    let stop = stop_on_interrupt()?;
    match arguments.method.learner {
        Learner::Tree(grow) => tree(arguments, &lesson, grow, &stop, output),
        Learner::Rules => {
            let (material, seed) = (arguments.material, arguments.lesson.seed);
            let strategy = arguments.search.induce(material, seed, &stop)?;
            rules::keep(&strategy, arguments.out.as_deref(), output)
        }
        Learner::Shipped => {
            rules::keep(&rules::read_rules(None, arguments.material)?, arguments.out.as_deref(), output)
        }
    }
}

fn tree(
    arguments: &InduceArguments,
    lesson: &Lesson,
    grow: GrowTree,
    stop: &Arc<AtomicBool>,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let tables = tables(arguments.material)?;
    let table = tables.get(arguments.material).expect("it was built");
    let learned = lesson.tree(table, arguments.method.name, grow, &Bar::until("tree", stop));
    let (tree, dataset) = learned.context(STOPPED)?;
    let validated = if arguments.folds == 0 { None } else { Some(validated(arguments, lesson, grow, &dataset, stop)?) };
    if let Some(file) = &arguments.out {
        write_atomically(file, tree.to_text().as_bytes())?;
    }
    let report = report(arguments, lesson, table, &tree, &dataset, validated);
    if arguments.json {
        return Ok(writeln!(output, "{report}")?);
    }
    show(&report, output)?;
    match &arguments.out {
        Some(file) => Ok(writeln!(output, "{}", file.display())?),
        None => Ok(()),
    }
}

fn report(
    arguments: &InduceArguments,
    lesson: &Lesson,
    table: &Table,
    tree: &DecisionTree,
    dataset: &Dataset,
    validated: Option<Exactness>,
) -> Value {
    let size = tree.root.size();
    let on = |extent: Extent, is_mapped: bool| {
        exactness(tree.exactness(samples(table, Color::Black, extent, lesson.target), is_mapped))
    };
    json!({
        "material": arguments.material.to_string(),
        "method": arguments.method.name,
        "positions": dataset.rows(),
        "extent": lesson.extent.to_string(),
        "attributes": tree.attributes.len(),
        "classes": tree.classes.len(),
        "nodes": size.nodes(),
        "questions": size.inner,
        "leaves": size.leaves,
        "missing": size.nulls,
        "depth": size.depth,
        "unused": tree.unused().map(|attribute| attribute.name.as_str()).collect::<Vec<_>>(),
        "training": on(lesson.extent, false),
        "full": on(Extent::Full, false),
        "mapped": on(Extent::Full, true),
        "folds": arguments.folds,
        "cross_validation": validated.map(exactness),
    })
}

fn validated(
    arguments: &InduceArguments,
    lesson: &Lesson,
    grow: GrowTree,
    dataset: &Dataset,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Exactness> {
    let bar = Bar::until("cross-validation", stop);
    cross_validation(dataset, grow, arguments.folds, lesson.seed, &bar).context(STOPPED)
}

fn exactness(found: Exactness) -> Value {
    json!({ "right": found.right, "wrong": found.wrong, "unknown": found.unknown, "share": found.share() })
}

fn show(report: &Value, output: &mut dyn Write) -> anyhow::Result<()> {
    let word = |key: &str| report[key].as_str().map_or_else(|| report[key].to_string(), str::to_owned);
    writeln!(
        output,
        "{} by {}, from {} positions ({}) with {} attributes in {} classes",
        word("material"),
        word("method"),
        word("positions"),
        word("extent"),
        word("attributes"),
        word("classes"),
    )?;
    writeln!(
        output,
        "size              {} nodes: {} questions and {} leaves, {} branches missing, depth {}",
        word("nodes"),
        word("questions"),
        word("leaves"),
        word("missing"),
        word("depth"),
    )?;
    let unused: Vec<&str> = report["unused"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    writeln!(output, "never asked       {}", if unused.is_empty() { "none".to_owned() } else { unused.join(" ") })?;
    for (key, label) in [
        ("training", "training set"),
        ("full", "all, as they are"),
        ("mapped", "all, mapped"),
        ("cross_validation", "cross-validation"),
    ] {
        let found = &report[key];
        if let Some(share) = found["share"].as_f64() {
            let all: u64 = ["right", "wrong", "unknown"].iter().filter_map(|key| found[key].as_u64()).sum();
            let (right, wrong, unknown) = (&found["right"], &found["wrong"], &found["unknown"]);
            let percent = 100.0 * share;
            writeln!(output, "{label:<18}{right} of {all} right ({percent:.2} %), {wrong} wrong, {unknown} unknown")?;
        }
    }
    Ok(())
}
