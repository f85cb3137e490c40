//! What is wrong with an experiment's file, and where.

use std::io;
use std::path::{Path, PathBuf};

use hetman_rules::Quote;
use hetman_rules::quote::passage;

/// A mistake in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    #[error("line {line}: {message}")]
    InText { line: usize, message: String },
    #[error("{setting} cannot be: {message}")]
    Setting { setting: Quote, message: String },
}

/// A file that is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("{path} cannot be read: {reason}", path = passage(path.display()))]
    Unreadable { path: PathBuf, reason: String },
    #[error("{path}, {problem}", path = passage(path.display()))]
    Wrong { path: PathBuf, problem: ExperimentError },
}

impl FileError {
    pub(crate) fn unreadable(path: &Path, reason: &io::Error) -> FileError {
        FileError::Unreadable { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(crate) fn in_file(path: &Path, problem: ExperimentError) -> FileError {
        FileError::Wrong { path: path.to_owned(), problem }
    }
}

impl ExperimentError {
    /// The reader's own words, with the line it stopped at and what stands there.
    pub(crate) fn of_toml(text: &str, error: &toml::de::Error) -> ExperimentError {
        let start = error.span().map_or(0, |span| span.start);
        let line = line_of(text, start);
        let written = text.lines().nth(line - 1).unwrap_or_default().trim();
        let message = passage(error.message().replace('`', "'").replace('\n', ", "));
        let message = match written.is_empty() {
            true => message,
            false => format!("{message} (in \"{}\")", Quote::from(written)),
        };
        ExperimentError::InText { line, message }
    }

    /// A problem with the value that begins where `key` first stands in the text.
    pub(crate) fn about(text: &str, key: &str, message: &str) -> ExperimentError {
        let place = text.lines().position(|line| line.trim_start().starts_with(key));
        ExperimentError::InText { line: place.map_or(1, |place| place + 1), message: message.to_owned() }
    }

    /// The same problem when the file itself was right and the settings made it wrong.
    pub(crate) fn after_settings(self, settings: &[String]) -> ExperimentError {
        let message = match self {
            ExperimentError::InText { message, .. } | ExperimentError::Setting { message, .. } => message,
        };
        ExperimentError::Setting { setting: settings.join(" ").into(), message }
    }
}

/// Lines are counted from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}
