//! Games at the board: people, players, clocks, offers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Outcome, PlayerChoice, Side};

/// POST /api/games
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub variant: String,
    #[serde(default)]
    pub start: Start,
    /// The first seat's; the other one has the other colour.
    #[serde(default)]
    pub color: ColorWish,
    /// Who sits at the first seat and who at the second.
    pub seats: [SeatWish; 2],
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The least time between two moves of players that are no people, to be able to follow.
    #[serde(default)]
    pub delay_ms: u32,
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Start {
    #[default]
    Standard,
    /// One of the 960 shuffled positions; any of them if no number is given.
    Shuffled {
        #[serde(default)]
        number: Option<u32>,
    },
    /// A random legal position with so many pieces (2 to 64); chess only.
    Random {
        pieces: u32,
    },
    /// A random position of king and rook against king, White to move.
    Krk,
    Fen {
        fen: String,
    },
}

/// Who is to sit at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatWish {
    Human {
        #[serde(default)]
        name: Option<String>,
    },
    Player(PlayerChoice),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColorWish {
    #[default]
    White,
    Black,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    pub initial_ms: u32,
    #[serde(default)]
    pub increment_ms: u32,
}

/// The answer to POST /api/games: only the maker of a game is told its secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameCreated {
    pub game: Game,
    pub links: GameLinks,
}

/// Addresses of the page, beginning with `/`. A human seat's link holds its secret: requests that act for the seat send it
/// in the header `Hetman-Seat` (several, with commas, from a browser at which both sides sit). Where the studio needs a
/// token, a seat's link lets its reader in without, and to that game only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameLinks {
    pub white: Option<String>,
    pub black: Option<String>,
    pub watch: String,
    pub white_secret: Option<String>,
    pub black_secret: Option<String>,
}

/// GET /api/games/ID. With secrets in `Hetman-Seat`, `yours` lists the sides they open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Game {
    pub id: String,
    pub variant: String,
    pub is_chess960: bool,
    pub start_fen: String,
    /// Every move, those taken back included: the first `cursor` of them stand on the board.
    pub moves: Vec<PlayedMove>,
    #[serde(flatten)]
    pub head: GameHead,
    /// Whose moves this request could make.
    pub yours: Vec<Side>,
    pub created: String,
    pub as_of: String,
}

/// Everything about a game except its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameHead {
    /// Grows with each change. A request that changes the game names the version it saw and is refused (409) if the game
    /// has gone on.
    pub version: u64,
    /// Half-moves on the board; moves beyond it can be played again by `redo`.
    pub cursor: u32,
    pub fen: String,
    pub turn: Side,
    /// The squares of kings in check.
    pub check: Vec<String>,
    /// Empty when the game is over or paused.
    pub legal: Legal,
    pub pockets: Option<Pockets>,
    /// Checks each side has yet to give, in three-check.
    pub checks_left: Option<[u32; 2]>,
    pub white: Seat,
    pub black: Seat,
    /// `null` without clocks. They run from the first move of each side on.
    pub clocks: Option<Clocks>,
    pub is_paused: bool,
    /// The least time between two moves of players that are no people.
    pub delay_ms: u32,
    /// Whether a player is thinking right now.
    pub is_thinking: bool,
    pub outcome: Option<Outcome>,
    /// What somebody has offered and the other side has not answered.
    pub offer: Option<Offer>,
    /// Whether a draw could be claimed now: the position has occurred three times, or fifty moves were quiet.
    pub can_claim_draw: bool,
    /// Half-moves since the last capture.
    pub plies_since_capture: u32,
}

/// `game:ID`: the first `keep` moves stay, `added` follow them, everything else is the new head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameChanged {
    pub keep: u32,
    pub added: Vec<PlayedMove>,
    pub head: GameHead,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PlayedMove {
    pub uci: String,
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Whether it gave check.
    pub is_check: bool,
    /// What its player thought of the position, if it said so; White's view.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    /// How long it took.
    pub elapsed_ms: u32,
    /// The mover's clock after it.
    pub clock_ms: Option<u32>,
}

/// White's view: hundredths of a pawn, or full moves to the end (positive: White wins).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
pub enum Score {
    Centipawns(i32),
    Mate(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    Human,
    Player,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Seat {
    pub kind: SeatKind,
    /// The name of the player who sits there.
    pub name: String,
    /// The player as it was chosen.
    pub choice: Option<PlayerChoice>,
}

/// What may be played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Legal {
    pub moves: Vec<Destinations>,
    pub drops: Vec<Drop>,
}

/// Where the piece of one square may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Destinations {
    pub from: String,
    /// Squares; castling is the king's two steps, and also the rook's square.
    pub to: Vec<String>,
    /// Squares of `to` that need a letter more: what may be promoted to, as in UCI (`qrbn`, and `k` where allowed).
    pub promotions: Vec<String>,
    pub promotion_roles: String,
}

/// Where a piece of the pocket may be dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Drop {
    /// `P`, `N`, `B`, `R` or `Q`; played as `N@f3`.
    pub role: String,
    pub to: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Pockets {
    pub white: Pocket,
    pub black: Pocket,
}

/// How many of each are in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Pocket {
    pub pawns: u32,
    pub knights: u32,
    pub bishops: u32,
    pub rooks: u32,
    pub queens: u32,
}

/// What the clocks showed when this was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Clocks {
    pub white_ms: u32,
    pub black_ms: u32,
    /// Whose runs.
    pub running: Option<Side>,
    pub increment_ms: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    Draw,
    TakeBack,
}

/// An offer to the other person, or what became of one to a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Offer {
    pub kind: OfferKind,
    pub by: Side,
    /// Half-moves to take back.
    pub plies: u32,
    /// It was refused; shown until the next move.
    pub is_declined: bool,
}

/// GET /api/games: one line of the list, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameLine {
    pub id: String,
    pub variant: String,
    pub white: String,
    pub black: String,
    pub plies: u32,
    pub fen: String,
    pub last_move: Option<String>,
    pub outcome: Option<Outcome>,
    pub is_paused: bool,
    /// `null` without clocks.
    pub clocks: Option<Clocks>,
    pub created: String,
    pub is_deleted: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GameList {
    pub games: Vec<GameLine>,
    pub as_of: String,
}

/// POST /api/games/ID/move
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveWish {
    /// UCI or SAN.
    pub uci: String,
    /// The version the move was meant for; anything if left out.
    #[serde(default)]
    pub version: Option<u64>,
}

/// POST /api/games/ID/undo and /redo: at once for the holder of all human seats. A person who plays another offers it
/// instead (/offer).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoWish {
    /// As many as needed for a human to be to move again, if left out.
    #[serde(default)]
    pub plies: Option<u32>,
}

/// POST /api/games/ID/offer. A player answers at once; a person by /answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferWish {
    pub kind: OfferKind,
    /// For taking back; as many as needed for the one who offers to be to move again, if left out.
    #[serde(default)]
    pub plies: Option<u32>,
}

/// POST /api/games/ID/answer
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub accept: bool,
}

/// POST /api/games/import: a game or a position to go on from, with both seats human.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameImport {
    /// PGN (its first game), or a FEN.
    pub text: String,
    /// For a FEN, and for PGN without a tag `Variant`.
    #[serde(default)]
    pub variant: Option<String>,
}

/// Something to copy: PGN, TOML.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Text {
    pub text: String,
}
