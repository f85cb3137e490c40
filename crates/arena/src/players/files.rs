//! What players read from files: nets and tables.

use std::fmt;
use std::path::Path;

use hetman_rules::Variant;

use crate::PlayerError;

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
