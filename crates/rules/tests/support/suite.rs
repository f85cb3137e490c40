//! Collections of published perft counts, and checking ours against them.
//!
//! Two formats are read: EPD lines `FEN ;D1 20 ;D2 400`, and blocks of `id NAME`, `epd POSITION` and `perft DEPTH
//! COUNT` with `#` comments. A line `variant NAME` says which game the entries below it are of.

use std::sync::atomic::{AtomicUsize, Ordering};

use hetman_rules::perft::perft_any;
use hetman_rules::{AnyPosition, InvalidPositionError, Quote, UnknownVariant, Variant};

/// Why a text is not a suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct SuiteError {
    pub line: usize,
    pub what: SuiteMistake,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteMistake {
    #[error("'{0}' is neither an EPD with counts nor one of variant, id, epd, perft")]
    Unknown(Quote),
    #[error("'{0}' is not a depth and a count")]
    Count(Quote),
    #[error("a count before any position")]
    NoPosition,
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
}

/// One published count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub name: String,
    pub position: AnyPosition,
    pub depth: u32,
    pub leaves: u64,
}

/// A count that was found to be different.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} depth {depth}: published {published}, counted {counted}, position {fen}")]
pub struct Mismatch {
    pub name: String,
    pub fen: String,
    pub depth: u32,
    pub published: u64,
    pub counted: u64,
}

/// Reads a suite whose entries are of `variant` unless it says otherwise.
pub fn parse(text: &str, variant: Variant) -> Result<Vec<Count>, SuiteError> {
    let mut reader = Reader { variant, name: String::new(), position: None, counts: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            reader.line(line).map_err(|what| SuiteError { line: index + 1, what })?;
        }
    }
    Ok(reader.counts)
}

struct Reader {
    variant: Variant,
    name: String,
    position: Option<AnyPosition>,
    counts: Vec<Count>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), SuiteMistake> {
        if let Some((position, counts)) = line.split_once(';') {
            return self.epd_line(position, counts);
        }
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "variant" => self.variant = rest.parse()?,
            "id" => self.name = rest.to_owned(),
            "epd" => self.position = Some(AnyPosition::from_fen(self.variant, rest)?),
            "perft" => self.count(rest)?,
            _ => return Err(SuiteMistake::Unknown(line.into())),
        }
        Ok(())
    }

    fn epd_line(&mut self, position: &str, counts: &str) -> Result<(), SuiteMistake> {
        self.name = position.trim().to_owned();
        self.position = Some(AnyPosition::from_fen(self.variant, position)?);
        for count in counts.split(';') {
            let count = count.trim();
            self.count(count.strip_prefix('D').ok_or_else(|| SuiteMistake::Count(count.into()))?)?;
        }
        Ok(())
    }

    fn count(&mut self, text: &str) -> Result<(), SuiteMistake> {
        let numbers = || {
            let (depth, leaves) = text.split_once(' ')?;
            Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
        };
        let (depth, leaves) = numbers().ok_or_else(|| SuiteMistake::Count(text.into()))?;
        let position = self.position.clone().ok_or(SuiteMistake::NoPosition)?;
        self.counts.push(Count { name: self.name.clone(), position, depth, leaves });
        Ok(())
    }
}

impl Count {
    /// Counts for ourselves.
    pub fn check(&self) -> Result<(), Mismatch> {
        let counted = perft_any(&self.position, self.depth);
        if counted == self.leaves {
            return Ok(());
        }
        Err(Mismatch {
            name: self.name.clone(),
            fen: self.position.fen(),
            depth: self.depth,
            published: self.leaves,
            counted,
        })
    }
}

/// Checks all counts on several threads, the caller's own and as many more as the system starts, telling after each how it went. Returns whether all were right.
pub fn check_all(counts: &[Count], threads: usize, on_checked: impl Fn(&Count, &Result<(), Mismatch>) + Sync) -> bool {
    let (next, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(count) = counts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = count.check();
            wrong.fetch_add(usize::from(result.is_err()), Ordering::Relaxed);
            on_checked(count, &result);
        }
    };
    std::thread::scope(|scope| {
        let is_started = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
        (1..threads).take_while(is_started).for_each(drop);
        work();
    });
    wrong.into_inner() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_read() {
        let epd = parse("8/8/8/8/8/8/P6k/K7 w - - 0 1 ;D1 4 ;D2 12\n", Variant::Chess).unwrap();
        assert_eq!(epd.iter().map(|count| (count.depth, count.leaves)).collect::<Vec<_>>(), [(1, 4), (2, 12)]);
        let text = "# remark\nvariant horde\nid start\nepd 4k3/8/8/8/8/8/P7/8 w - -\nperft 1 2\n\n";
        let blocks = parse(text, Variant::Chess).unwrap();
        assert_eq!((blocks[0].name.as_str(), blocks[0].position.variant()), ("start", Variant::Horde));
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        for (text, said) in [
            ("\nhello", "line 2: 'hello' is neither"),
            ("perft 1 20", "line 1: a count before any position"),
            ("epd 8/8", "line 1: '8/8' is not a FEN"),
            ("variant shogi", "line 1: unknown variant"),
            ("8/8/8/8/8/8/P6k/K7 w - - ;D1 x", "line 1: '1 x' is not a depth"),
        ] {
            let problem = parse(text, Variant::Chess).unwrap_err().to_string();
            assert!(problem.starts_with(said), "{problem}");
        }
    }

    #[test]
    fn a_wrong_count_is_found() {
        let counts = parse("8/8/8/8/8/8/P6k/K7 w - - ;D1 4 ;D1 5", Variant::Chess).unwrap();
        let said = std::sync::Mutex::new(Vec::new());
        let is_right = check_all(&counts, 2, |_, result| {
            if let Err(mismatch) = result {
                said.lock().unwrap().push(mismatch.to_string());
            }
        });
        assert!(!is_right);
        let said = said.into_inner().unwrap();
        assert_eq!(said.len(), 1);
        assert!(said[0].contains("published 5, counted 4"), "{}", said[0]);
    }
}
