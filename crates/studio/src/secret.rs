//! Words that nobody guesses: the token, the secrets of seats.

use subtle::ConstantTimeEq;

/// Letters that read well and need no escaping in an address.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Five bits a letter.
const TOKEN_LETTERS: usize = 32;
const SEAT_LETTERS: usize = 20;

/// For a studio that others can reach.
pub fn new_token() -> String {
    letters(TOKEN_LETTERS)
}

/// For a seat at a board.
pub fn new_seat() -> String {
    letters(SEAT_LETTERS)
}

fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether a secret was given, compared in constant time: how long it takes does not tell how much was right.
pub fn is_same(given: &str, secret: &str) -> bool {
    given.as_bytes().ct_eq(secret.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_are_the_same() {
        assert_ne!(new_token(), new_token());
        assert_eq!((new_token().len(), new_seat().len()), (32, 20));
    }
}
