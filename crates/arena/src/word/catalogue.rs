//! Everybody who can be named, with what can be chosen about them. A player added here appears in every form.

use crate::parameter::{Kind, Parameter, Value};

/// A player of this program, or a way to seat another one.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The word before the colon.
    pub word: &'static str,
    pub title: &'static str,
    pub help: &'static str,
    /// After the colon, before its parameters, stands a file.
    pub needs_file: bool,
    pub parameters: &'static [Parameter],
    /// Whether it plays the same game again from the same seed, whatever is chosen.
    pub is_repeatable: bool,
    /// Whether it judges positions in a way that can be told.
    pub has_evaluation: bool,
}

const DEPTH: Parameter =
    Parameter::new("depth", "Depth", Kind::Integer { min: 1, max: 12 }, "Half-moves it looks ahead.")
        .in_unit("plies")
        .or(Value::Integer(1));
const QUIESCENCE: Parameter =
    Parameter::new("quiescence", "Quiescence", Kind::Flag, "Follows captures to their end before it judges.");
const QUIESCENCE_AT_MOST: Parameter = Parameter::new(
    "quiescence-plies",
    "Quiescence, at most",
    Kind::Integer { min: 1, max: 32 },
    "Half-moves captures are followed at most; in crazyhouse a few are enough, and all are very many.",
)
.in_unit("plies");
const CHECKS: Parameter = Parameter::new(
    "checks",
    "Checks",
    Kind::Integer { min: 1, max: 32 },
    "In how many half-moves beyond the depth it tries moves that give check, beside captures.",
)
.in_unit("plies");
const COMPULSORY: Parameter = Parameter::new(
    "compulsory",
    "Compulsory captures",
    Kind::Flag,
    "Judges no position in which a capture must be made, but follows it.",
);
const REPETITIONS: Parameter = Parameter::new(
    "repetitions",
    "Repetitions",
    Kind::Flag,
    "Takes a position it has had before in the game for a draw.",
);
const PATIENT: Parameter = Parameter::new(
    "patient",
    "Patient",
    Kind::Flag,
    "Of moves that are equally good it takes one that captures nothing.",
);
const MATE_IN_ONE: Parameter =
    Parameter::new("mate-in-one", "Mate in one", Kind::Flag, "Wins at once whenever it can.");
const FINISHED: Parameter = Parameter::new(
    "finished",
    "Finished games",
    Kind::Choice(&["known", "evaluated"]),
    "Whether finished games count as what they are, or as what the net says of them (2007).",
)
.or(Value::Word("known"));
const NOISE: Parameter = Parameter::new(
    "noise",
    "Noise",
    Kind::Number { min: 0.0, max: 1.0, step: 0.001 },
    "By how much values are changed at random, at most.",
)
.or(Value::Number(0.0));
const MOVE_TIME: Parameter = Parameter::new(
    "movetime",
    "Time a move",
    Kind::Integer { min: 1, max: 3_600_000 },
    "How long it thinks about a move; a second if nothing limits it.",
)
.in_unit("ms");
const ENGINE_DEPTH: Parameter =
    Parameter::new("depth", "Depth", Kind::Integer { min: 1, max: 100 }, "Half-moves it looks ahead at most.")
        .in_unit("plies");
const NODES: Parameter = Parameter::new(
    "nodes",
    "Nodes",
    Kind::Integer { min: 1, max: 1_000_000_000 },
    "Positions it looks at for a move, at most.",
);
const ELO: Parameter = Parameter::new(
    "elo",
    "Strength",
    Kind::Integer { min: 800, max: 2000 },
    "Plays at about this rating instead of as well as it can.",
)
.in_unit("Elo");

/// Of programs that speak UCI or XBoard.
pub const ENGINE_PARAMETERS: &[Parameter] = &[MOVE_TIME, ENGINE_DEPTH, NODES];

pub const DECLARED: &[Declared] = &[
    Declared {
        word: "hetman",
        title: "Hetman",
        help: "The engine of this program, as strong as it can or as weak as you like.",
        needs_file: false,
        parameters: &[MOVE_TIME, ENGINE_DEPTH, NODES, ELO],
        is_repeatable: false,
        has_evaluation: true,
    },
    Declared {
        word: "net",
        title: "A net",
        help: "The plain search of the earlier works with a learned evaluation.",
        needs_file: true,
        parameters: &[
            DEPTH,
            QUIESCENCE,
            QUIESCENCE_AT_MOST,
            CHECKS,
            COMPULSORY,
            REPETITIONS,
            PATIENT,
            MATE_IN_ONE,
            FINISHED,
            NOISE,
        ],
        is_repeatable: true,
        has_evaluation: true,
    },
    Declared {
        word: "material",
        title: "Trainer",
        help: "Counts men and sees nothing else; the trainer of the 2007 thesis.",
        needs_file: false,
        parameters: &[DEPTH, QUIESCENCE, QUIESCENCE_AT_MOST, CHECKS, COMPULSORY, REPETITIONS, PATIENT, MATE_IN_ONE],
        is_repeatable: true,
        has_evaluation: false,
    },
    Declared {
        word: "king",
        title: "Fleeing king",
        help: "Runs for the centre with its king; the defender of the works of 2006 and 2007.",
        needs_file: false,
        parameters: &[Parameter::new(
            "distance",
            "Distance",
            Kind::Choice(&["steps", "king-moves"]),
            "How far from the centre is measured.",
        )
        .or(Value::Word("steps"))],
        is_repeatable: true,
        has_evaluation: false,
    },
    Declared {
        word: "random",
        title: "Random mover",
        help: "Plays any legal move.",
        needs_file: false,
        parameters: &[MATE_IN_ONE],
        is_repeatable: true,
        has_evaluation: false,
    },
];

#[cfg(test)]
mod tests {
    use crate::PlayerWord;

    use super::*;

    fn word(declared: &Declared, option: &str) -> String {
        let file = if declared.needs_file { "FILE," } else { "" };
        format!("{}:{file}{option}", declared.word)
    }

    fn options(parameter: &Parameter) -> (Vec<String>, Vec<String>) {
        let key = parameter.key;
        let with = |value: String| format!("{key}={value}");
        match parameter.kind {
            Kind::Integer { min, max } => {
                (vec![with(min.to_string()), with(max.to_string())], vec![with((min - 1).to_string())])
            }
            Kind::Number { min, max, .. } => {
                (vec![with(min.to_string()), with(max.to_string())], vec![with((max + 1.0).to_string())])
            }
            Kind::Choice(choices) => {
                (choices.iter().map(|choice| with((*choice).to_owned())).collect(), vec![with("x".to_owned())])
            }
            Kind::Flag => (vec![key.to_owned()], Vec::new()),
            Kind::Text => (vec![with("x".to_owned())], Vec::new()),
        }
    }

    #[test]
    fn what_is_declared_can_be_said() {
        for declared in DECLARED {
            for parameter in declared.parameters {
                let (right, wrong) = options(parameter);
                for option in right {
                    let word = word(declared, &option);
                    assert!(word.parse::<PlayerWord>().is_ok(), "{word}");
                }
                for option in wrong {
                    let word = word(declared, &option);
                    assert!(word.parse::<PlayerWord>().is_err(), "{word}");
                }
            }
        }
    }
}
