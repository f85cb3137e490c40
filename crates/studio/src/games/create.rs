//! New games: from a wish, or from a text.

use std::sync::Arc;

use hetman_rules::shakmaty::{CastlingMode, Color, Outcome as PgnOutcome, Position};
use hetman_rules::{AnyPosition, GameRecord, Ruleset, Variant, pgn, random};
use rand::{Rng, RngExt};

use super::kept::{Imported, Kept, KeptSeat};
use super::table::GameTable;
use super::{list_topic, sheet};
use crate::problem::Problem;
use crate::secret::new_seat;
use crate::store::RecordKind;
use crate::studio::Studio;
use crate::wire::{Clock, ColorWish, Event, GameCreated, GameImport, GameLinks, LinkedGame, NewGame, SeatWish, Start};
use crate::{board, players};

/// What clocks and delays may be: a day, and a minute.
const LONGEST_CLOCK_MS: u32 = 86_400_000;
const LONGEST_DELAY_MS: u32 = 60_000;

const LONGEST_NAME: usize = 60;

pub fn new(studio: &Arc<Studio>, wish: &NewGame) -> Result<GameCreated, Problem> {
    let start = start(studio, wish)?;
    if board_is_over(&start) {
        return Err(Problem::Unfit("the game is over in this position: choose another to start from".to_owned()));
    }
    check_clock(wish.clock)?;
    check_delay(wish.delay_ms)?;
    let [first, second] = &wish.seats;
    let first_color = match wish.color {
        ColorWish::White => Color::White,
        ColorWish::Black => Color::Black,
        ColorWish::Random => Color::from_white(studio.chance().random()),
    };
    let (white, black) = first_color.fold_wb((first, second), (second, first));
    let kept = Kept {
        white: seat(studio, white, "White")?,
        black: seat(studio, black, "Black")?,
        clock: wish.clock,
        delay_ms: wish.delay_ms,
        ..bare(studio, &start)
    };
    check_players(studio, &kept, start.variant())?;
    if kept.has_players() {
        studio.games.must_have_room()?;
    }
    add(studio, kept)
}

/// A game without moves, both seats empty.
fn bare(studio: &Studio, start: &AnyPosition) -> Kept {
    let nobody =
        |name: &str| KeptSeat { name: name.to_owned(), choice: None, experiment: None, secret: Some(new_seat()) };
    Kept {
        variant: start.variant().uci_name().to_owned(),
        is_chess960: start.castles().mode() == CastlingMode::Chess960,
        start_fen: start.fen(),
        white: nobody("White"),
        black: nobody("Black"),
        clock: None,
        delay_ms: 0,
        moves: Vec::new(),
        cursor: 0,
        declared: None,
        is_paused: false,
        offer: None,
        spent_ms: 0,
        version: 1,
        seed: studio.chance().next_u64(),
        imported: None,
    }
}

fn board_is_over(position: &AnyPosition) -> bool {
    hetman_rules::Ending::of_position(position, true).is_some()
}

pub fn check_delay(delay_ms: u32) -> Result<(), Problem> {
    let sentence = || Problem::Unfit(format!("the delay may be at most {LONGEST_DELAY_MS} ms"));
    if delay_ms > LONGEST_DELAY_MS { Err(sentence()) } else { Ok(()) }
}

fn check_clock(clock: Option<Clock>) -> Result<(), Problem> {
    let is_right = clock.is_none_or(|clock| {
        (1000..=LONGEST_CLOCK_MS).contains(&clock.initial_ms) && clock.increment_ms <= LONGEST_CLOCK_MS
    });
    let sentence = "a clock begins with a second to a day, and adds at most a day";
    if is_right { Ok(()) } else { Err(Problem::Unfit(sentence.to_owned())) }
}

/// Players of this program are asked whether they can play at all; programs say so when they are seated.
fn check_players(studio: &Studio, kept: &Kept, variant: Variant) -> Result<(), Problem> {
    for choice in [&kept.white, &kept.black].into_iter().filter_map(|seat| seat.choice.as_ref()) {
        let spec = players::resolve(studio, choice)?.spec;
        if !spec.is_external() {
            spec.build(variant, 0)?;
        }
    }
    Ok(())
}

fn start(studio: &Studio, wish: &NewGame) -> Result<AnyPosition, Problem> {
    let ruleset: Ruleset = wish.variant.parse()?;
    let variant = ruleset.variant;
    let generator = &mut studio.chance();
    let only_chess = |position: AnyPosition| match variant {
        Variant::Chess => Ok(position),
        _ => Err(Problem::Unfit("such positions are made for chess only: choose chess, or another start".to_owned())),
    };
    match &wish.start {
        Start::Standard if ruleset.castling == CastlingMode::Chess960 => Ok(random::random_chess960_start(generator)),
        Start::Standard => Ok(AnyPosition::start(variant)),
        Start::Shuffled { number: None } => only_chess(random::random_chess960_start(generator)),
        Start::Shuffled { number: Some(number) } => only_chess(random::chess960_start(*number)?),
        Start::Random { pieces } => only_chess(playable(|| random::position_with_pieces(*pieces as usize, generator))?),
        Start::Krk => only_chess(random::krk(generator).into()),
        Start::Fen { fen } => crate::position::read(&wish.variant, fen),
    }
}

/// One that is not over before it begins; with two kings there is none.
fn playable<E: Into<Problem>>(
    mut draw: impl FnMut() -> Result<hetman_rules::shakmaty::Chess, E>,
) -> Result<AnyPosition, Problem> {
    const ATTEMPTS: usize = 1000;
    for _ in 0..ATTEMPTS {
        let position = AnyPosition::from(draw().map_err(Into::into)?);
        if !board_is_over(&position) {
            return Ok(position);
        }
    }
    Err(Problem::Unfit("with so few pieces no game can be won: choose at least 3".to_owned()))
}

fn seat(studio: &Studio, wish: &SeatWish, usual: &str) -> Result<KeptSeat, Problem> {
    Ok(match wish {
        SeatWish::Human { name } => {
            let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual);
            let name = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
            KeptSeat { name, choice: None, experiment: None, secret: Some(new_seat()) }
        }
        SeatWish::Player(choice) => {
            let name = players::resolve(studio, choice)?.name;
            KeptSeat { name, choice: Some(choice.clone()), experiment: None, secret: None }
        }
    })
}

/// A game between a person and the learner of an experiment.
pub fn against_learner(
    studio: &Arc<Studio>,
    start: &AnyPosition,
    person: Color,
    (experiment, name): (u64, &str),
) -> Result<(Arc<GameTable>, LinkedGame), Problem> {
    let mut kept = bare(studio, start);
    let learner = KeptSeat { name: name.to_owned(), choice: None, experiment: Some(experiment), secret: None };
    match person {
        Color::White => kept.black = learner,
        Color::Black => kept.white = learner,
    }
    let created = add(studio, kept)?;
    let seat = created.links.white_secret.or(created.links.black_secret).unwrap_or_default();
    let table = studio.games.find(studio, &created.game.id)?;
    Ok((table, LinkedGame { game: created.game.id, seat }))
}

/// POST /api/games/import
pub fn import(studio: &Arc<Studio>, wish: &GameImport) -> Result<GameCreated, Problem> {
    let variant = wish.variant.as_deref().unwrap_or("chess");
    let text = wish.text.trim();
    if let Ok(position) = crate::position::read(variant, text) {
        return add(studio, bare(studio, &position));
    }
    let unreadable = |reason: String| Problem::Unfit(format!("this is neither a FEN nor a game in PGN: {reason}"));
    let mut games = pgn::read(text.as_bytes()).map_err(|reason| unreadable(reason.to_string()))?;
    let game = games.next().ok_or_else(|| unreadable("it holds no game".to_owned()))?;
    let game = game.map_err(|reason| unreadable(reason.to_string()))?;
    add(studio, of_pgn(studio, &game))
}

fn of_pgn(studio: &Studio, game: &pgn::Game) -> Kept {
    let record: &GameRecord = &game.record;
    let mut kept = bare(studio, record.start());
    kept.moves = sheet::moves_of(record);
    kept.cursor = kept.moves.len();
    kept.imported = Some(Imported {
        tags: game.tags.clone(),
        comments: game.comments.clone(),
        variations: game.variations.clone(),
        plies: kept.moves.len(),
    });
    let name = |tag: &str, usual: &str| {
        let name = game.tag(tag).filter(|name| !matches!(*name, "" | "?")).unwrap_or(usual);
        name.chars().take(LONGEST_NAME).collect::<String>()
    };
    (kept.white.name, kept.black.name) = (name("White", "White"), name("Black", "Black"));
    if let PgnOutcome::Known(known) = game.result
        && record.ending(&kept.draws()).is_none()
    {
        kept.declared = Some(board::outcome(known, format!("{known} in the imported game")));
    }
    kept
}

fn add(studio: &Arc<Studio>, kept: Kept) -> Result<GameCreated, Problem> {
    let data = serde_json::to_string(&kept).expect("a game is plain data");
    let item = studio.store.add(RecordKind::GAME, &data)?;
    let secrets: Vec<String> = [&kept.white, &kept.black].into_iter().filter_map(|seat| seat.secret.clone()).collect();
    let links = links(studio, item.id, &kept);
    let table = Arc::new(GameTable::new(&item, kept)?);
    studio.games.add(&table);
    let line = table.line(&table.lock());
    studio.log.publish(&list_topic(), Event::GameListed(line));
    table.wake(studio);
    Ok(GameCreated { game: table.view(studio, &secrets), links })
}

/// Where others can reach the studio, a seat's link lets its reader in, and to this game only.
fn links(studio: &Studio, id: u64, kept: &Kept) -> GameLinks {
    let watch = format!("/#/play/{id}");
    let link = |seat: &KeptSeat| {
        let secret = seat.secret.as_ref()?;
        let introduction = studio.auth.token().map(|_| format!("?game={id}&seat={secret}")).unwrap_or_default();
        Some(format!("/{introduction}#/play/{id}?seat={secret}"))
    };
    GameLinks {
        white: link(&kept.white),
        black: link(&kept.black),
        white_secret: kept.white.secret.clone(),
        black_secret: kept.black.secret.clone(),
        watch,
    }
}
