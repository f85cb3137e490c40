//! Somebody at a keyboard or a browser, whom only those can ask.

use crate::{Needs, PlayerError, PlayerKind, Repeatable};

pub static HUMAN: PlayerKind = PlayerKind {
    needs: Needs::Person,
    repeatable: Repeatable::Never,
    ..PlayerKind::new("human", "Human", "Somebody at the keyboard: `hetman play`.", |_, _, _| Err(PlayerError::Person))
};
