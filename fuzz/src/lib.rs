//! A whole conversation with the engine, from bytes.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::thread;
use std::time::Duration;

/// Commands that work as asked and would still end the experiment: gigabytes, many threads, foreign files, minutes.
const TOO_MUCH: [&str; 8] = ["hash", "threads", "memory", "cores", "evalfile", "syzygypath", "egtpath", "bench"];

/// Time for a search to get somewhere before the next line arrives.
const PAUSE: Duration = Duration::from_millis(1);

/// Opens a conversation with `greeting`, says the lines that are harmless, and hangs up.
pub fn converse(greeting: &str, bytes: &[u8]) {
    let said = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| is_harmless(line)).map(<[u8]>::to_vec);
    let lines = [format!("{greeting}\n").into_bytes()].into_iter().chain(said).collect();
    let mut output = Vec::new();
    hetman::engine::run(Paced { lines, used: 0, is_searching: false }, &mut output)
        .expect("the system starts two threads");
    let output = String::from_utf8(output).expect("an engine speaks UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'), "an engine speaks in whole lines: {output}");
}

fn is_harmless(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    !TOO_MUCH.iter().any(|word| line.contains(word))
}

/// Input that comes line by line, with a pause after each that starts a search.
struct Paced {
    lines: VecDeque<Vec<u8>>,
    /// Bytes of the first line that were read.
    used: usize,
    /// The line read last may have started a search.
    is_searching: bool,
}

impl BufRead for Paced {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if std::mem::take(&mut self.is_searching) {
            thread::sleep(PAUSE);
        }
        Ok(self.lines.front().map_or(&[], |line| &line[self.used..]))
    }

    fn consume(&mut self, amount: usize) {
        self.used += amount;
        let Some(line) = self.lines.pop_front_if(|line| line.len() == self.used) else { return };
        self.used = 0;
        self.is_searching = line.starts_with(b"go") || line.starts_with(b"analyze");
    }
}

impl Read for Paced {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let amount = self.fill_buf()?.read(buffer)?;
        self.consume(amount);
        Ok(amount)
    }
}

/// A refusal is printed on a terminal: one line, without what the terminal would act on, and no longer than anybody reads.
pub fn check_sentence(refusal: &dyn std::fmt::Display) {
    let sentence = refusal.to_string();
    assert!(sentence.len() < 1000, "a refusal of {} bytes", sentence.len());
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}

/// The game that the first byte chooses, and the text after it.
pub fn ruleset(input: &[u8]) -> (hetman_rules::Ruleset, &[u8]) {
    let (choice, text) = input.split_first().unwrap_or((&0, &[]));
    let variant = hetman_rules::Variant::ALL[usize::from(*choice) % hetman_rules::Variant::ALL.len()];
    (variant.into(), text)
}
