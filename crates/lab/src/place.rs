//! Where a file goes that somebody has named: links are followed, devices and pipes are written to and never replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::faults;
use crate::folder::{DiskError, sync_folder};

/// What the user writes for standard output.
const STANDARD_OUTPUT: &str = "-";

/// As many as the system follows.
const MOST_LINKS: usize = 40;

/// Files that are open already go by these names. They are written to as they are, whatever they lead to.
const OPEN_FILES: [&str; 4] = ["/proc", "/dev/fd", "/dev/stdout", "/dev/stderr"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    StandardOutput,
    /// A file, or what will be one, at the end of all links.
    File(PathBuf),
    /// A device or a pipe.
    Stream(PathBuf),
}

impl Place {
    /// The place that a user names; `-` is standard output.
    pub fn named(name: &Path) -> Result<Place, DiskError> {
        if name == Path::new(STANDARD_OUTPUT) { Ok(Place::StandardOutput) } else { Place::at(name) }
    }

    /// The place that a path leads to. Where no file could be, that is said now.
    pub fn at(path: &Path) -> Result<Place, DiskError> {
        let problem = |reason| DiskError::new(path, "written", reason);
        let end = followed(path).map_err(problem)?;
        match fs::metadata(&end) {
            Ok(found) if found.is_dir() => Err(problem(io::ErrorKind::IsADirectory.into())),
            Ok(found) if found.is_file() && !is_open_file(&end) => Ok(Place::File(end)),
            Ok(_) => Ok(Place::Stream(end)),
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => match fs::metadata(folder_of(&end)) {
                Ok(folder) if folder.is_dir() => Ok(Place::File(end)),
                Ok(_) => Err(problem(io::ErrorKind::NotADirectory.into())),
                Err(reason) => Err(problem(reason)),
            },
            Err(reason) => Err(problem(reason)),
        }
    }

    /// Whether it can be written to, as far as that can be known without writing.
    pub fn check(&self) -> Result<(), DiskError> {
        let Place::File(path) = self else { return Ok(()) };
        let temporary = temporary_name(path);
        let tried = File::create(&temporary).and_then(|_| fs::remove_file(&temporary));
        tried.map_err(|reason| DiskError::new(path, "written", reason))
    }

    /// Writes these bytes and nothing else: a file has its old content or the new one, whatever happens.
    pub fn write(&self, bytes: &[u8]) -> Result<(), DiskError> {
        match self {
            Place::File(path) => replace(path, bytes),
            Place::StandardOutput | Place::Stream(_) => self.append(bytes),
        }
    }

    /// Adds bytes to what is there.
    pub fn append(&self, bytes: &[u8]) -> Result<(), DiskError> {
        let appended = faults::point("open").and_then(|()| match self {
            Place::StandardOutput => {
                let mut output = io::stdout().lock();
                write_all(&mut output, bytes).and_then(|()| output.flush())
            }
            // A device is not made where there is none.
            Place::Stream(path) => write_all(&mut OpenOptions::new().append(true).open(path)?, bytes),
            Place::File(path) => write_all(&mut OpenOptions::new().append(true).create(true).open(path)?, bytes),
        });
        appended.map_err(|reason| DiskError::new(self.path(), "written", reason))
    }

    /// For messages.
    pub fn path(&self) -> &Path {
        match self {
            Place::StandardOutput => Path::new("standard output"),
            Place::File(path) | Place::Stream(path) => path,
        }
    }
}

/// Writes a file by way of a temporary one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    let temporary = temporary_name(path);
    let written = write_and_sync(&temporary, bytes).and_then(|()| rename(&temporary, path));
    written.map_err(|reason| {
        // What remains of a failed attempt is of no use, and may be what fills the disk.
        let _ = faults::point("unlink").and_then(|()| fs::remove_file(&temporary));
        DiskError::new(path, "written", reason)
    })
}

/// Gives a file that is safe its name.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::point("rename")?;
    fs::rename(from, to)?;
    sync_folder(folder_of(to))
}

fn write_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    faults::point("create")?;
    let mut file = File::create(path)?;
    write_all(&mut file, bytes)?;
    faults::point("sync")?;
    file.sync_all()
}

fn write_all(file: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    faults::parts(bytes).try_for_each(|part| {
        faults::point("write")?;
        file.write_all(part)
    })
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_open_file(path: &Path) -> bool {
    OPEN_FILES.iter().any(|open| path.starts_with(open))
}

/// What is at the end of all links, also where nothing is there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) if !is_open_file(&path) => path = folder_of(&path).join(target),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many links lead on to each other"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::process::Command;
    use std::thread;

    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.safetensors");
        for text in ["first", "second"] {
            Place::at(&path).unwrap().write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary is left");
    }

    #[test]
    fn a_failure_names_the_file_and_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.safetensors");
        fs::write(&path, b"good").unwrap();
        // A folder in the temporary file's place makes writing it impossible, for root too.
        fs::create_dir(temporary_name(&path)).unwrap();
        let place = Place::at(&path).unwrap();
        for problem in [place.write(b"bad"), place.check()] {
            let problem = problem.unwrap_err().to_string();
            assert!(problem.contains("net.safetensors cannot be written"), "{problem}");
        }
        assert_eq!(fs::read(&path).unwrap(), b"good");
    }

    #[test]
    fn links_are_followed_also_to_what_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let [file, near, far] = ["file", "near", "far"].map(|name| folder.path().join(name));
        symlink("file", &near).unwrap();
        symlink(&near, &far).unwrap();
        for text in ["made", "replaced"] {
            Place::at(&far).unwrap().write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(fs::symlink_metadata(&far).unwrap().is_symlink() && fs::symlink_metadata(&near).unwrap().is_symlink());
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(Place::at(&circle).unwrap_err().to_string().contains("too many links"));
    }

    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        let place = Place::at(&pipe).unwrap();
        assert_eq!(place, Place::Stream(pipe.clone()));
        place.write(b"through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn devices_and_open_files_are_streams_and_a_dash_is_standard_output() {
        for name in ["/dev/null", "/dev/stdout", "/proc/self/fd/1"] {
            assert_eq!(Place::named(Path::new(name)).unwrap(), Place::Stream(name.into()));
        }
        Place::at(Path::new("/dev/null")).unwrap().write(b"nowhere").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert_eq!(Place::named(Path::new("-")).unwrap(), Place::StandardOutput);
        assert_eq!(Place::at(Path::new("-")).unwrap(), Place::File("-".into()));
    }

    #[test]
    fn where_no_file_can_be_is_said_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing/games.pgn");
        assert!(Place::named(&missing).unwrap_err().to_string().contains("missing/games.pgn cannot be written"));
        assert!(Place::named(folder.path()).unwrap_err().to_string().contains("directory"));
    }
}
