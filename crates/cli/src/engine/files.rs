//! What an option can name that may not be there: files, memory.

use hetman_eval::{AnyEvaluator, EVALUATORS};
use hetman_rules::Variant;
use hetman_rules::quote::passage;

use super::options::OptionError;

/// Why an option could not be put into effect.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("{player} does not play {variant}: choose one of {}", names(.played))]
    NotPlayed { player: String, variant: Variant, played: Vec<Variant> },
    #[error("there is no memory for a hash table of {mib} MiB: the old one stays")]
    NoMemory { mib: usize },
    #[error(transparent)]
    Tablebases(#[from] hetman_endgame::SyzygyError),
    #[error("cannot read the evaluation '{}': {reason}", passage(.file))]
    EvalFileUnreadable { file: String, reason: std::io::Error },
    #[error("cannot use the evaluation '{}': {reason}", passage(.file))]
    EvalFileUnusable { file: String, reason: hetman_eval::NetError },
    #[error("the evaluation '{}' is one of {variant}: choose that variant first", passage(.file))]
    EvalFileOfAnotherGame { file: String, variant: Variant },
}

fn names(variants: &[Variant]) -> String {
    variants.iter().map(|variant| variant.uci_name()).collect::<Vec<_>>().join(", ")
}

/// The evaluation of a name or in a file; none if neither is given.
pub fn read_evaluator(file: &str, variant: Variant) -> Result<Option<AnyEvaluator>, SessionError> {
    if file.is_empty() {
        return Ok(None);
    }
    if let Some(kind) = EVALUATORS.find(file) {
        return Ok(Some((kind.build)(variant)));
    }
    let file = file.to_owned();
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(reason) => return Err(SessionError::EvalFileUnreadable { file, reason }),
    };
    match AnyEvaluator::from_bytes(&bytes) {
        Ok((of, evaluator)) if of == variant => Ok(Some(evaluator)),
        Ok((of, _)) => Err(SessionError::EvalFileOfAnotherGame { file, variant: of }),
        Err(reason) => Err(SessionError::EvalFileUnusable { file, reason }),
    }
}

/// Whether the system would hand out so much memory. A table that asks for more ends the process.
pub fn is_memory_for(mib: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(mib << 20).is_ok();
    // An allocation that nobody looks at may be optimised away.
    std::hint::black_box(memory);
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_any_machine_has_is_refused() {
        assert!(is_memory_for(1));
        assert!(!is_memory_for(1 << 40));
    }
}
