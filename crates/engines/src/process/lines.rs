//! Lines out of a stream of bytes, as they become complete.

/// No line of either protocol comes near this many bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Bytes that have been read and not yet taken as lines.
#[derive(Debug, Default)]
pub struct Lines {
    bytes: Vec<u8>,
    /// Where the next line begins.
    next: usize,
    /// From here on nobody has looked for the end of a line.
    unseen: usize,
}

impl Lines {
    pub fn add(&mut self, bytes: &[u8]) {
        if self.next > 0 {
            self.bytes.drain(..self.next);
            self.unseen -= self.next;
            self.next = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next line, without its end; letters that are not UTF-8 are replaced.
    pub fn take(&mut self) -> Option<String> {
        let Some(length) = self.bytes[self.unseen..].iter().position(|&byte| byte == b'\n') else {
            self.unseen = self.bytes.len();
            return None;
        };
        let end = self.unseen + length;
        let line = String::from_utf8_lossy(&self.bytes[self.next..end]);
        let line = line.trim_end_matches('\r').to_owned();
        (self.next, self.unseen) = (end + 1, end + 1);
        Some(line)
    }

    /// Whether a line has been begun that is longer than any line should be.
    pub fn is_too_long(&self) -> bool {
        self.unseen - self.next > LONGEST_LINE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_in_order() {
        let mut lines = Lines::default();
        assert_eq!(lines.take(), None);
        lines.add(b"one\r\ntw");
        assert_eq!(lines.take().as_deref(), Some("one"));
        assert_eq!(lines.take(), None);
        lines.add(b"o\n\nfour\xff\n");
        assert_eq!(lines.take().as_deref(), Some("two"));
        assert_eq!(lines.take().as_deref(), Some(""));
        assert_eq!(lines.take().as_deref(), Some("four\u{fffd}"));
        assert_eq!(lines.take(), None);
    }

    #[test]
    fn a_line_without_end_is_noticed() {
        let mut lines = Lines::default();
        lines.add(&vec![b'x'; LONGEST_LINE]);
        assert!(lines.take().is_none() && !lines.is_too_long());
        lines.add(b"xx");
        assert!(lines.take().is_none() && lines.is_too_long());
    }
}
