//! What is told beside the results, on standard error: the one place of the libraries and commands that writes there.

use std::fmt::Display;
use std::io::{self, Write};

/// Tells somebody who watches, in a line. An end that is closed or full must not keep anybody from playing on: the
/// one who left it so does not want to know.
pub fn notice(line: impl Display) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
