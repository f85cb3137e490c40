//! The fields of the form of an experiment. What a file says in a small language (`const_0.5`, `[23]`, `net:ID,depth=2`) is
//! chosen in a form, from what there is here and now.

use std::sync::Arc;

use hetman_parameters::Parameter as Declared;

use crate::library;
use crate::players::parameter;
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::{Bounds, Parameter, ParameterKind, Pattern, Pick};

/// What stands opposite besides players.
const OPPONENTS: [(&str, &str); 2] = [("self", "Itself"), ("human", "You, at a board that the experiment shows")];

/// Weights to begin with: the word, what it means, and the number behind it with what a form offers first.
const INITIAL: [(&str, &str, Option<Bounds>); 7] = [
    ("ones", "All 1", None),
    ("const_", "All equal to", Some(Bounds { min: -100.0, max: 100.0, usual: 0.01 })),
    ("uniform_", "Drawn evenly, up to", Some(Bounds { min: 0.000_001, max: 100.0, usual: 0.1 })),
    ("uniform", "Drawn evenly, up to 0.01", None),
    ("normal", "Drawn from a small normal distribution", None),
    ("material", "Material known (45 features)", None),
    ("material_noise", "Material known, with noise (45 features)", None),
];

/// A field as a form shows it.
pub fn field(studio: &Arc<Studio>, declared: &Declared) -> Result<Parameter, Problem> {
    let (kind, help) = match declared.key {
        "evaluation.initial" => (
            ParameterKind::Pattern { patterns: INITIAL.map(pattern).into() },
            "Weights to begin with, where it does not go on from a net.",
        ),
        "evaluation.model.network.hidden" => {
            (ParameterKind::Numbers { min: 1.0, max: 4096.0, most: 8 }, "Units of each hidden layer: 23, or 32, 16.")
        }
        "evaluation.net" => {
            (ParameterKind::Pick { options: nets(studio)? }, "What was learned before, instead of initial weights.")
        }
        "recorded.pgn" => (
            ParameterKind::Pick { options: collections(studio)? },
            "Imported games that others have played, learned from instead of games of its own.",
        ),
        "play.opponent" => (
            ParameterKind::Player { options: OPPONENTS.map(|(value, title)| pick(value, title)).into() },
            "Who sits opposite.",
        ),
        _ => return Ok(parameter(declared)),
    };
    Ok(Parameter { kind, help: help.to_owned(), ..parameter(declared) })
}

fn pattern((word, title, number): (&str, &str, Option<Bounds>)) -> Pattern {
    Pattern { word: word.to_owned(), title: title.to_owned(), number }
}

fn pick(value: &str, title: &str) -> Pick {
    Pick { value: value.to_owned(), title: title.to_owned() }
}

fn nets(studio: &Studio) -> Result<Vec<Pick>, Problem> {
    Ok(library::net_files(studio)?.into_iter().map(|file| pick(&file.id, &file.name)).collect())
}

fn collections(studio: &Studio) -> Result<Vec<Pick>, Problem> {
    Ok(studio.collections.all()?.iter().map(|collection| pick(&collection.name, &collection.name)).collect())
}

#[cfg(test)]
mod tests {
    use hetman_lab::Source;

    use super::*;

    #[test]
    fn every_pattern_is_read() {
        let text = include_str!("../../../../experiments/thesis-2007-depth-3.toml");
        for (word, _, number) in INITIAL {
            let written = number.map_or_else(|| word.to_owned(), |number| format!("{word}{}", number.usual));
            let source = Source::new(text, &[format!("evaluation.initial={written:?}")]);
            assert!(source.is_ok(), "{written}: {:?}", source.err());
            for edge in number.iter().flat_map(|number| [number.min, number.max]) {
                assert!(Source::new(text, &[format!("evaluation.initial=\"{word}{edge}\"")]).is_ok(), "{word}{edge}");
            }
        }
    }
}
