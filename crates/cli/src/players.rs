//! `hetman players`: everybody who can be named, and what they are set to.

use std::io::Write;

use anyhow::Context;
use hetman_arena::{Needs, PLAYERS, PlayerError, PlayerKind, Repeatable};
use hetman_parameters::Parameter;
use serde_json::json;

#[derive(clap::Args)]
pub struct PlayersArguments {
    /// Tell of this kind only
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Answer with a JSON array
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &PlayersArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let kinds = match &arguments.kind {
        None => PLAYERS.all(),
        Some(name) => {
            let unknown = || PlayerError::Unknown(name.as_str().into());
            vec![PLAYERS.find(name).with_context(unknown)?]
        }
    };
    if arguments.json {
        let list: Vec<_> = kinds.iter().map(|kind| in_json(kind)).collect();
        writeln!(output, "{}", serde_json::Value::from(list))?;
        return Ok(());
    }
    for (number, kind) in kinds.iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        writeln!(output, "{gap}{}  {}. {}", kind.beginning(), kind.title, kind.help)?;
        for parameter in kind.parameters {
            let default = parameter.default.map(|value| format!(" [{}]", hetman_parameters::Value::from(value)));
            writeln!(output, "    {:<34}{}{}", parameter.usage(), parameter.help, default.unwrap_or_default())?;
        }
    }
    Ok(())
}

fn in_json(kind: &PlayerKind) -> serde_json::Value {
    json!({
        "name": kind.name,
        "title": kind.title,
        "help": kind.help,
        "usage": kind.usage(),
        "needs": match kind.needs {
            Needs::Nothing => None,
            Needs::File | Needs::Knowledge => Some("file"),
            Needs::Program => Some("program"),
            Needs::Person => Some("person"),
        },
        "repeatable": match kind.repeatable {
            Repeatable::Always => "always",
            Repeatable::WithoutClock => "without a clock",
            Repeatable::Never => "never",
        },
        "evaluates": kind.evaluator.is_some(),
        "parameters": kind.parameters.iter().map(parameter_in_json).collect::<Vec<_>>(),
    })
}

fn parameter_in_json(parameter: &Parameter) -> serde_json::Value {
    json!({
        "key": parameter.key,
        "title": parameter.title,
        "help": parameter.help,
        "unit": parameter.unit,
        "values": parameter.values(),
        "usage": parameter.usage(),
        "default": parameter.default.map(|value| hetman_parameters::Value::from(value).to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(kind: Option<&str>, json: bool) -> anyhow::Result<String> {
        let mut output = Vec::new();
        run(&PlayersArguments { kind: kind.map(str::to_owned), json }, &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn every_kind_is_listed_with_its_parameters() {
        let text = answer(None, false).unwrap();
        let list: serde_json::Value = serde_json::from_str(&answer(None, true).unwrap()).unwrap();
        for (kind, told) in PLAYERS.all().into_iter().zip(list.as_array().unwrap()) {
            assert_eq!(told["name"], kind.name);
            assert_eq!(told["parameters"].as_array().unwrap().len(), kind.parameters.len());
            assert!(text.contains(&kind.beginning()) && text.contains(kind.help), "{}", kind.name);
            for parameter in kind.parameters {
                assert!(text.contains(&parameter.usage()), "{} {}", kind.name, parameter.key);
            }
        }
    }

    #[test]
    fn one_kind_is_told_of_alone_and_an_unknown_one_is_refused() {
        let king = answer(Some("king"), false).unwrap();
        assert!(king.starts_with("king  Fleeing king.") && !king.contains("random"), "{king}");
        let error = answer(Some("stockfish"), false).unwrap_err().to_string();
        assert!(error.contains("choose one of hetman"), "{error}");
    }
}
