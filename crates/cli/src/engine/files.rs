//! The files an option can name, and what may be wrong with them.

use hetman_eval::PieceSquare;
use hetman_rules::Variant;

use super::options::OptionProblem;

/// Why an option could not be put into effect.
#[derive(Debug, thiserror::Error)]
pub enum SessionProblem {
    #[error(transparent)]
    Option(#[from] OptionProblem),
    #[error(transparent)]
    Tablebases(#[from] hetman_search::TablebaseProblem),
    #[error("cannot read the evaluation '{file}': {reason}")]
    EvalFileUnreadable { file: String, reason: std::io::Error },
    #[error("cannot use the evaluation '{file}': {reason}")]
    EvalFileUnusable { file: String, reason: hetman_eval::EvalFileProblem },
    #[error("the evaluation '{file}' is one of {variant}: choose that variant first")]
    EvalFileOfAnotherGame { file: String, variant: Variant },
}

/// The evaluation in a file; none if no file is named.
pub fn read_evaluator(file: &str, variant: Variant) -> Result<Option<PieceSquare>, SessionProblem> {
    if file.is_empty() {
        return Ok(None);
    }
    let file = file.to_owned();
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(reason) => return Err(SessionProblem::EvalFileUnreadable { file, reason }),
    };
    match PieceSquare::from_bytes(&bytes) {
        Ok(evaluator) if evaluator.variant() == variant => Ok(Some(evaluator)),
        Ok(other) => Err(SessionProblem::EvalFileOfAnotherGame { file, variant: other.variant() }),
        Err(reason) => Err(SessionProblem::EvalFileUnusable { file, reason }),
    }
}
