//! `hetman explain`: a position's evaluation, split into what it is made of.

use std::io::Write;

use anyhow::Context;
use hetman_arena::PlayerSpec;
use hetman_eval::Evaluator;
use hetman_eval::classic;
use hetman_eval::explain::{Breakdown, Explanation, Method, Outputs};
use hetman_rules::{AnyPosition, Ruleset, with_position};
use serde_json::json;

#[derive(clap::Args)]
pub struct ExplainArguments {
    /// The position; the variant's own start position if none is given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: Ruleset,
    /// Whose evaluation: hetman, hetman:eval=material, classic, or net:FILE
    #[arg(long, value_name = "PLAYER", default_value = "hetman")]
    player: PlayerSpec,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
    /// Print the manual of the evaluation of 2005 instead
    #[arg(long, conflicts_with_all = ["fen", "variant", "player", "json"])]
    manual: bool,
}

pub fn run(arguments: &ExplainArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.manual {
        output.write_all(classic::manual().as_bytes())?;
        return Ok(());
    }
    let position = crate::position(arguments.variant, arguments.fen.as_deref())?;
    let mut explanation = explain(&position, &arguments.player)?;
    if let Some(breakdown) = &explanation.breakdown {
        return side_by_side(&position, breakdown, arguments.json, output);
    }
    explanation.terms.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    if arguments.json {
        let terms: Vec<_> =
            explanation.terms.iter().map(|term| json!({ "name": term.name, "value": term.value })).collect();
        let answer = json!({
            "fen": position.fen(),
            "value": explanation.value.0,
            "exact": explanation.method == Method::Exact,
            "terms": terms,
            "outputs": explanation.outputs.as_ref().map(|outputs| json!({ "chosen": outputs.chosen, "values": outputs.values })),
        });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    writeln!(output, "{:+.3} for White, {}", explanation.value.0, in_words(explanation.method))?;
    for term in &explanation.terms {
        writeln!(output, "{:>+10.3}  {}", term.value, term.name)?;
    }
    if let Some(Outputs { chosen, values }) = &explanation.outputs {
        writeln!(
            output,
            "What each set of output weights would say; how many pieces there are chooses number {}:",
            chosen + 1
        )?;
        for (number, value) in (1..).zip(values) {
            writeln!(output, "{value:>+10.3}  number {number}")?;
        }
    }
    Ok(())
}

/// Terms of both sides, each from its own point of view; what they come to is White's view.
fn side_by_side(
    position: &AnyPosition,
    breakdown: &Breakdown,
    as_json: bool,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let Breakdown { phase, terms, positional, material } = breakdown;
    let sum = positional + material;
    if as_json {
        let terms: Vec<_> =
            terms.iter().map(|term| json!({ "name": term.name, "white": term.white, "black": term.black })).collect();
        let answer = json!({
            "fen": position.fen(),
            "phase": phase,
            "terms": terms,
            "positional": positional,
            "material_total": material,
            "sum": sum,
        });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    writeln!(output, "{sum:+} for White, in hundredths of a pawn; the phase is: {}", phase.replace('_', " "))?;
    writeln!(output, "{:<28}{:>7}{:>7}{:>12}", "", "White", "Black", "difference")?;
    for term in terms.iter().filter(|term| (term.white, term.black) != (0, 0)) {
        writeln!(output, "{:<28}{:>7}{:>7}{:>+12}", term.name, term.white, term.black, term.white - term.black)?;
    }
    writeln!(output, "{:<42}{positional:>+12}", "positional")?;
    writeln!(output, "{:<42}{material:>+12}", "material, with what the lead adds")?;
    Ok(())
}

fn in_words(method: Method) -> &'static str {
    match method {
        Method::Exact => "the sum of these terms:",
        Method::GradientTimesInput => {
            "by a network, whose value is no sum; each input's part by gradient times input, which need not add up:"
        }
        Method::Removal => {
            "by a network, whose value is no sum; each piece's part is the value less that of the board without it:"
        }
    }
}

fn explain(position: &AnyPosition, player: &PlayerSpec) -> anyhow::Result<Explanation> {
    let evaluator = player.evaluator(position.variant())?;
    let explanation = evaluator.and_then(|evaluator| with_position!(position, position => evaluator.explain(position)));
    explanation.context("only a player with an evaluation can explain one: choose hetman, classic or net:FILE")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: ExplainArguments,
    }

    fn answer(words: &[&str]) -> anyhow::Result<String> {
        let line = Line::try_parse_from(std::iter::once("explain").chain(words.iter().copied()))?;
        let mut output = Vec::new();
        run(&line.arguments, &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn every_man_has_its_term_and_they_add_up() {
        let fen = "4k2q/8/8/8/8/2N5/8/4K3 b - - 0 1";
        let text = answer(&["--fen", fen]).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with("black queen h8"), "{text}");
        let json: serde_json::Value = serde_json::from_str(&answer(&["--fen", fen, "--json"]).unwrap()).unwrap();
        let terms = json["terms"].as_array().unwrap();
        let sum: f64 = terms.iter().map(|term| term["value"].as_f64().unwrap()).sum();
        assert_eq!((terms.len(), json["exact"].as_bool()), (4, Some(true)));
        assert!((sum - json["value"].as_f64().unwrap()).abs() < 0.001);
    }

    #[test]
    fn the_evaluation_of_2005_is_told_side_by_side() {
        let words = ["--player", "classic", "--fen", "8/5pk1/6p1/8/1P6/4K3/1R6/5r2 w - - 0 1"];
        let json: serde_json::Value =
            serde_json::from_str(&answer(&[&words[..], &["--json"]].concat()).unwrap()).unwrap();
        assert_eq!(json["phase"], "endgame");
        let terms = json["terms"].as_array().unwrap();
        let sum = |side: &str| terms.iter().map(|term| term[side].as_i64().unwrap()).sum::<i64>();
        let number = |key: &str| json[key].as_i64().unwrap();
        assert_eq!((sum("white"), sum("black"), number("positional")), (50, 54, -4));
        assert_eq!((number("material_total"), number("sum")), (-160, -164));
        let text = answer(&words).unwrap();
        assert!(text.starts_with("-164 for White") && text.contains("king_centralisation"), "{text}");
        assert!(answer(&["--manual"]).unwrap().contains("#### `king_centralisation`"));
        let problem = format!("{:#}", answer(&["--player", "classic", "--variant", "atomic"]).unwrap_err());
        assert!(problem.contains("classic plays chess, not atomic"), "{problem}");
    }

    #[test]
    fn what_cannot_be_explained_is_said() {
        let problem = |words: &[&str]| format!("{:#}", answer(words).unwrap_err());
        assert!(problem(&["--player", "random"]).contains("hetman, classic or net:FILE"));
        assert!(problem(&["--player", "net:/nonexistent.safetensors"]).contains("/nonexistent.safetensors"));
        assert!(problem(&["--fen", "nonsense"]).contains("nonsense"));
    }
}
