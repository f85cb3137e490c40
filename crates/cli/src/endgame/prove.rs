//! `hetman endgame prove`: a strategy against every defence, from every position.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use hetman_endgame::strategy::{
    Comparison, FIFTY_MOVES, Failure, Line, Proof, Strategy, Summary, proofs_of_promotions,
};
use hetman_endgame::{Material, Outcome, SmallPosition};
use serde_json::json;

use super::lesson::{Bar, tables, threads};
use super::rules::{fen, grouped, read_rules};

#[derive(clap::Args)]
pub struct ProveArguments {
    /// The ending, like KRK or KBBK
    #[arg(value_name = "MATERIAL")]
    material: Material,
    /// The rules, as `hetman endgame induce --method rules` writes them; those of the program if none are given
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &ProveArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let strategy = read_rules(arguments.rules.as_deref(), arguments.material)?;
    let others = proofs_of_promotions(arguments.material, threads());
    let others: Vec<&Proof> = others.iter().collect();
    let bar = Bar::new("proof");
    let proof = Proof::of(&strategy, &others, threads(), &bar);
    drop(bar);
    let tables = tables(arguments.material)?;
    let (summary, comparison) = (proof.summary(), proof.compare(tables.get(arguments.material).expect("it was built")));
    let is_won = |position: &SmallPosition| matches!(tables.outcome(position), Some(Outcome::Win(_)));
    let line = proof.counter_example(&strategy, &others, is_won);
    if arguments.json {
        writeln!(output, "{}", report(&strategy, &summary, &comparison, line.as_ref()))?;
    } else {
        tell(&strategy, &summary, &comparison, line.as_ref(), output)?;
    }
    if summary.won < comparison.winnable {
        let lost = grouped(comparison.winnable - summary.won);
        bail!(
            "these rules are not proved: {lost} of {} won positions are not won by them",
            grouped(comparison.winnable)
        );
    }
    Ok(())
}

fn tell(
    strategy: &Strategy,
    summary: &Summary,
    comparison: &Comparison,
    line: Option<&Line>,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let (rules, conditions) = (strategy.rules.len(), strategy.conditions());
    let (won, winnable, positions) = (grouped(summary.won), grouped(comparison.winnable), grouped(summary.positions));
    writeln!(output, "{}: {rules} rules with {conditions} conditions", strategy.material)?;
    match (summary.won == comparison.winnable, winnable == positions) {
        (true, true) => writeln!(output, "wins all {positions} positions within {} moves", summary.longest)?,
        (true, false) => writeln!(
            output,
            "wins all {winnable} of {positions} positions that can be won, within {} moves",
            summary.longest
        )?,
        (false, _) => writeln!(
            output,
            "wins {won} of {winnable} positions that can be won ({:.2} %), within {} moves",
            100.0 * summary.won as f64 / comparison.winnable as f64,
            summary.longest
        )?,
    }
    writeln!(output, "whichever of the moves that the rules leave is played, against every defence")?;
    writeln!(output, "{:.3} moves longer than the shortest mate on average", comparison.mean_excess)?;
    if summary.longest > FIFTY_MOVES {
        writeln!(output, "some of these mates come after the fiftieth move, when a draw can be claimed")?;
    }
    match line {
        Some(line) => show(line, output),
        None => Ok(()),
    }
}

fn show(line: &Line, output: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(output, "the shortest line on which they fail: {}", fen(&line.positions[0]))?;
    let moves = line.moves();
    let pairs = moves.chunks(2).enumerate();
    let numbered = pairs.map(|(index, pair)| format!("{}. {}", index + 1, pair.join(" ")));
    writeln!(output, "{}: {}", numbered.collect::<Vec<_>>().join(" "), reason(line.failure))?;
    Ok(())
}

fn reason(failure: Failure) -> &'static str {
    match failure {
        Failure::Stalemate => "Black is stalemated",
        Failure::NoMove => "White has no move",
        Failure::Conversion => "another ending, which is not known to be won",
        Failure::Repetition => "this position has been there before",
    }
}

fn report(strategy: &Strategy, summary: &Summary, comparison: &Comparison, line: Option<&Line>) -> serde_json::Value {
    let counter_example = line
        .map(|line| json!({ "fen": fen(&line.positions[0]), "moves": line.moves(), "reason": reason(line.failure) }));
    json!({
        "material": strategy.material.to_string(),
        "rules": strategy.rules.len(),
        "conditions": strategy.conditions(),
        "positions": summary.positions,
        "winnable": comparison.winnable,
        "won": summary.won,
        "longest": summary.longest,
        "mean_excess": comparison.mean_excess,
        "proved": summary.won == comparison.winnable,
        "counter_example": counter_example,
    })
}
