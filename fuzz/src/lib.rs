//! A whole conversation with the engine, from bytes.

use std::io::Cursor;

/// Commands that work as asked and would still end the experiment: gigabytes, many threads, foreign files, minutes.
const TOO_MUCH: [&str; 8] = ["hash", "threads", "memory", "cores", "evalfile", "syzygypath", "egtpath", "bench"];

/// Opens a conversation with `greeting`, says the lines that are harmless, and hangs up.
pub fn converse(greeting: &str, bytes: &[u8]) {
    let mut input = format!("{greeting}\n").into_bytes();
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| is_harmless(line)) {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let mut output = Vec::new();
    hetman::engine::run(Cursor::new(input), &mut output);
    let output = String::from_utf8(output).expect("an engine speaks UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'), "an engine speaks in whole lines: {output}");
}

fn is_harmless(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    !TOO_MUCH.iter().any(|word| line.contains(word))
}
