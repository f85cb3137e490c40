//! What players read from files: nets and tables.

use std::fmt;
use std::path::Path;

use hetman_eval::{AnyEvaluator, EVALUATORS};
use hetman_parameters::Parameter;
use hetman_rules::Variant;

use crate::{PlayerError, PlayerSpec};

/// What a player judges by where a parameter says so: a name, or tables or a net in a file.
pub fn evaluator(spec: &PlayerSpec, parameter: Parameter, variant: Variant) -> Result<AnyEvaluator, PlayerError> {
    let chosen = spec.settings().text(parameter.key).unwrap_or_default();
    match EVALUATORS.find(&chosen) {
        Some(kind) => Ok((kind.build)(variant)),
        None => load(&chosen, variant, AnyEvaluator::from_bytes),
    }
}

/// What `read` makes of a file, if it is for this variant.
pub fn load<T, E: fmt::Display>(
    file: &str,
    variant: Variant,
    read: impl FnOnce(&[u8]) -> Result<(Variant, T), E>,
) -> Result<T, PlayerError> {
    let file = Path::new(file);
    let error = |reason: String| PlayerError::Net { file: file.to_owned(), reason };
    let bytes = std::fs::read(file).map_err(|reason| error(reason.to_string()))?;
    let (is_for, found) = read(&bytes).map_err(|reason| error(reason.to_string()))?;
    if is_for == variant { Ok(found) } else { Err(error(format!("it plays {is_for}, not {variant}"))) }
}
