//! The tables. Rows lie in the order of their keys, whenever they were written.

use crate::database::Schema;

pub const SCHEMA: Schema = Schema {
    format: 1,
    tables: "
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL
);
CREATE TABLE games (
    run INTEGER NOT NULL,
    game INTEGER NOT NULL,
    learner_is_white INTEGER NOT NULL,
    half_points INTEGER NOT NULL,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    PRIMARY KEY (run, game)
) WITHOUT ROWID;
CREATE TABLE windows (
    run INTEGER NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    net BLOB NOT NULL,
    PRIMARY KEY (run, games)
) WITHOUT ROWID;
CREATE TABLE states (
    run INTEGER PRIMARY KEY,
    games INTEGER NOT NULL,
    net BLOB NOT NULL
);
",
};

/// Nets from before the end of the first window, to be looked at; nothing is computed from them, and no run goes on from
/// them. Files that were made before they were noted have none.
pub const EARLY: &str = "
CREATE TABLE IF NOT EXISTS early (
    run INTEGER NOT NULL,
    games INTEGER NOT NULL,
    net BLOB NOT NULL,
    PRIMARY KEY (run, games)
) WITHOUT ROWID;
";

/// Added to files that were made before sessions were noted.
pub const SESSIONS: &str = "
CREATE TABLE IF NOT EXISTS sessions (
    session INTEGER PRIMARY KEY,
    revision TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    system TEXT NOT NULL
);
";
