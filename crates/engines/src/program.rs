//! A program of this machine, and how it is to be started.

use std::env;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hetman_rules::Quote;
use hetman_rules::quote::passage;

/// Where Debian keeps its games, which a plain path often leaves out.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// What to start, where, and with what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// A name to be looked up, or a path (anything with a slash).
    pub command: String,
    pub arguments: Vec<String>,
    /// The working folder; ours if `None`.
    pub folder: Option<PathBuf>,
    /// Variables added to our own environment.
    pub environment: Vec<(String, String)>,
    /// The file to which its standard error is appended.
    pub log: Option<PathBuf>,
}

/// Why a program cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    #[error("there is no program {0} in PATH or in /usr/games")]
    NotFound(Quote),
    #[error("{} is no program that can be started", passage(.0))]
    NotExecutable(String),
    #[error("the folder {} does not exist", passage(.0))]
    NoFolder(String),
    #[error("the log {log} cannot be written: {1}", log = passage(.0))]
    Log(String, String),
}

impl Program {
    pub fn named(command: impl Into<String>) -> Program {
        Program { command: command.into(), ..Program::default() }
    }

    /// The command without the folders before it.
    pub fn name(&self) -> &str {
        self.command.rsplit('/').next().unwrap_or_default()
    }

    /// The file that the name means: absolute, as the working folder may be another one.
    pub fn file(&self) -> Result<PathBuf, ProgramError> {
        if self.command.contains('/') {
            let path = Path::new(&self.command);
            let absolute = std::path::absolute(path).ok().filter(|path| is_executable(path));
            return absolute.ok_or_else(|| ProgramError::NotExecutable(self.command.clone()));
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders = env::split_paths(&path).chain(GAMES.map(PathBuf::from));
        let found = folders.find_map(|folder| Some(folder.join(&self.command)).filter(|path| is_executable(path)));
        found.ok_or_else(|| ProgramError::NotFound(self.command.as_str().into()))
    }

    /// The command, its pipes laid. It leads a process group of its own, so that its children can be ended with it.
    pub(crate) fn command(&self) -> Result<Command, ProgramError> {
        let mut command = Command::new(self.file()?);
        command.args(&self.arguments).envs(self.environment.iter().cloned());
        if let Some(folder) = &self.folder {
            let is_there = folder.is_dir();
            is_there.then_some(()).ok_or_else(|| ProgramError::NoFolder(folder.display().to_string()))?;
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(self.standard_error()?).process_group(0);
        Ok(command)
    }

    fn standard_error(&self) -> Result<Stdio, ProgramError> {
        let Some(log) = &self.log else { return Ok(Stdio::piped()) };
        let opened = File::options().append(true).create(true).open(log);
        opened.map(Stdio::from).map_err(|error| ProgramError::Log(log.display().to_string(), error.to_string()))
    }
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_looked_up_and_a_path_is_not() {
        assert!(Program::named("sh").file().unwrap().ends_with("sh"));
        assert!(Program::named("/bin/sh").file().unwrap().is_absolute());
        let said = |command: &str| Program::named(command).file().unwrap_err().to_string();
        assert_eq!(said("no-such-engine"), "there is no program no-such-engine in PATH or in /usr/games");
        assert_eq!(said("./no-such-engine"), "./no-such-engine is no program that can be started");
        assert_eq!(said("/tmp"), "/tmp is no program that can be started");
    }

    #[test]
    fn a_folder_must_be_there() {
        let program = Program { folder: Some("/no/such/folder".into()), ..Program::named("sh") };
        assert!(program.command().unwrap_err().to_string().contains("/no/such/folder"));
    }
}
