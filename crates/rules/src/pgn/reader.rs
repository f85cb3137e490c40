//! Reading a collection game by game.

use std::io::{self, BufRead, Read};

use shakmaty::{CastlingMode, KnownOutcome, Outcome};

use super::tokens::{Misread, Next, Token, Tokens};
use super::{Game, LONGEST_PLIES, Mistake, PgnError, decompressed};
use crate::{AnyPosition, GameRecord, Ruleset, parse_move};

/// Reads a collection, packed or plain.
pub fn read<'a>(input: impl Read + Send + 'a) -> io::Result<Games<Box<dyn BufRead + Send + 'a>>> {
    decompressed(input).map(Games::new)
}

/// The games of a plain text, one after the other.
pub struct Games<R> {
    tokens: Tokens<R>,
    game: u64,
    /// Where the present game is: the way on after a mistake depends on it.
    in_movetext: bool,
    variation_depth: u32,
    variation_line: u64,
    is_over: bool,
}

impl<R: BufRead> Games<R> {
    pub fn new(text: R) -> Games<R> {
        Games {
            tokens: Tokens::new(text),
            game: 0,
            in_movetext: false,
            variation_depth: 0,
            variation_line: 0,
            is_over: false,
        }
    }

    fn next_game(&mut self) -> Result<Option<Game>, Misread> {
        self.tokens.begin_game();
        if self.tokens.upcoming()? == Next::End {
            return Ok(None);
        }
        self.game += 1;
        (self.in_movetext, self.variation_depth) = (false, 0);
        let game = self.tags().and_then(|mut game| {
            self.in_movetext = true;
            self.movetext(&mut game)?;
            Ok(game)
        });
        if game.is_err() {
            self.skip_rest()?;
        }
        game.map(Some)
    }

    /// Lines up to here that were no UTF-8 and were read as Latin-1, which the standard prescribes and old programs wrote.
    pub fn latin_1_lines(&self) -> u64 {
        self.tokens.latin_1_lines()
    }

    /// Reads the tags and sets up the start position they describe.
    fn tags(&mut self) -> Result<Game, Misread> {
        let mut tags = Vec::new();
        let mut ruleset = Ruleset::default();
        let mut fen = None;
        while self.tokens.upcoming()? == Next::Tag {
            let line = self.tokens.line_number();
            let (name, value) = self.tokens.tag()?;
            match name.as_str() {
                "Variant" => ruleset = value.parse().map_err(|problem| (line, Mistake::Variant(problem)))?,
                "FEN" => fen = Some((line, value.clone())),
                _ => {}
            }
            tags.push((name, value));
        }
        let start = start_position(ruleset, fen)?;
        let mut game = Game::new(GameRecord::new(start));
        game.tags = tags;
        game.result = game.tag("Result").and_then(parse_result).unwrap_or(Outcome::Unknown);
        Ok(game)
    }

    /// Reads up to the result, or to the tags of the next game where the result is missing.
    fn movetext(&mut self, game: &mut Game) -> Result<(), Misread> {
        let mut variation = String::new();
        while self.tokens.upcoming()? == Next::Text {
            let line = self.tokens.line_number();
            match self.tokens.text()? {
                Token::Open => {
                    if self.variation_depth == 0 {
                        self.variation_line = line;
                        variation.clear();
                    } else {
                        add_word(&mut variation, "(");
                    }
                    self.variation_depth += 1;
                }
                Token::Close => {
                    self.variation_depth = self.variation_depth.checked_sub(1).ok_or((line, Mistake::StrayClose))?;
                    match self.variation_depth {
                        0 => game.variations.push((game.record.plies(), std::mem::take(&mut variation))),
                        _ => add_word(&mut variation, ")"),
                    }
                }
                Token::Comment(text) if self.variation_depth > 0 => add_comment(&mut variation, &text),
                Token::Word(text) | Token::Glyph(text) if self.variation_depth > 0 => add_word(&mut variation, text),
                Token::Glyph(_) => {}
                Token::Comment(text) => game.add_comment(game.record.plies(), &text),
                Token::Word(word) => {
                    if let Some(result) = parse_result(word) {
                        game.result = result;
                        return Ok(());
                    }
                    if is_null_move(word) {
                        // Nobody may pass in a game. What was played stands, as the beginning of a game that has no end.
                        game.result = Outcome::Unknown;
                        return self.skip_rest();
                    }
                    play(&mut game.record, word).map_err(|mistake| (line, mistake))?;
                }
            }
        }
        if self.variation_depth > 0 {
            return Err((self.variation_line, Mistake::UnclosedVariation));
        }
        Ok(())
    }

    /// After a mistake: on to the end of the game, which is its result or the tags of the next.
    fn skip_rest(&mut self) -> Result<(), Misread> {
        while !self.in_movetext && self.tokens.upcoming()? == Next::Tag {
            // Its other mistakes do not matter any more.
            let _ = self.tokens.tag();
        }
        while self.tokens.upcoming()? == Next::Text {
            match self.tokens.text() {
                Ok(Token::Open) => self.variation_depth += 1,
                Ok(Token::Close) => self.variation_depth = self.variation_depth.saturating_sub(1),
                Ok(Token::Word(word)) if self.variation_depth == 0 && parse_result(word).is_some() => break,
                Err((_, Mistake::UnclosedComment)) => break,
                Ok(_) => {}
                Err(misread) => return Err(misread),
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        if self.is_over {
            return None;
        }
        let game = self.next_game();
        self.is_over = matches!(game, Ok(None) | Err((_, Mistake::Unreadable(_))));
        game.map_err(|(line, what)| PgnError { game: self.game, line, what }).transpose()
    }
}

fn start_position(ruleset: Ruleset, fen: Option<(u64, String)>) -> Result<AnyPosition, Misread> {
    let line = fen.as_ref().map_or(0, |(line, _)| *line);
    let position = match fen {
        Some((_, fen)) => AnyPosition::from_fen(ruleset.variant, &fen),
        None => Ok(AnyPosition::start(ruleset.variant)),
    };
    let position = match ruleset.castling {
        CastlingMode::Standard => position,
        CastlingMode::Chess960 => position.and_then(|position| position.with_castling(CastlingMode::Chess960)),
    };
    position.map_err(|problem| (line, Mistake::Position(problem)))
}

fn parse_result(word: &str) -> Option<Outcome> {
    Some(match word {
        "1-0" => Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White }),
        "0-1" => Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::Black }),
        "1/2-1/2" | "1/2" | "½-½" => Outcome::Known(KnownOutcome::Draw),
        "*" => Outcome::Unknown,
        _ => return None,
    })
}

/// Words of a variation stand apart, but for parentheses and what is said of a move.
fn add_word(variation: &mut String, word: &str) {
    let is_close = word == ")" || word.starts_with(['!', '?']);
    if !variation.is_empty() && !variation.ends_with('(') && !is_close {
        variation.push(' ');
    }
    variation.push_str(word);
}

fn add_comment(variation: &mut String, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !words.is_empty() {
        add_word(variation, &format!("{{{}}}", words.join(" ").replace('}', ")")));
    }
}

/// How analyses write that a side passes.
fn is_null_move(word: &str) -> bool {
    matches!(without_number(word), "--" | "Z0")
}

fn play(record: &mut GameRecord, word: &str) -> Result<(), Mistake> {
    let word = without_number(word);
    if !word.is_empty() {
        if record.plies() == LONGEST_PLIES {
            return Err(Mistake::TooLong);
        }
        let m = parse_move(record.position(), word)?;
        record.play(m).expect("a move that was read is legal");
    }
    Ok(())
}

/// Cuts `12.` or `12...` off the front; `0-0` stays.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(['.', '…']) { rest.trim_start_matches(['.', '…']) } else { word }
}
