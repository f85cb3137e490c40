// Made from crates/studio/src/wire by `make wire`; a test fails when it is stale. Do not edit.

/**
 * Every refusal: the status says whose fault it is, the sentence what to do.
 */
export type Refusal = { error: string, };

/**
 * An answer that says nothing but that it was done.
 */
export type Done = Record<symbol, never>;

/**
 * The side of a piece, a seat or a player.
 */
export type Side = "white" | "black";

/**
 * A result.
 */
export type Winner = "white" | "black" | "draw";

/**
 * How a finished game ended.
 */
export type Outcome = { winner: Winner, 
/**
 * As PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
 */
result: string, 
/**
 * In a sentence: "White wins by checkmate".
 */
words: string, };

/**
 * Something that can be chosen. Forms are made from it; its checks are made where it is declared.
 */
export type Parameter = { 
/**
 * In settings, in player words and, with dots between tables, in experiment files.
 */
key: string, title: string, 
/**
 * What it does, in a sentence.
 */
help: string, unit: string | null, 
/**
 * Parameters with the same group stand together.
 */
group: string, kind: ParameterKind, 
/**
 * What it is when nothing is set; `null` where leaving it out means something of its own.
 */
default: Setting | null, 
/**
 * Whether it must be given.
 */
required: boolean, 
/**
 * Of what may be written, some that make sense here and now.
 */
suggestions: Array<string>, };

export type ParameterKind = { "kind": "integer", min: number, max: number, } | { "kind": "number", min: number, max: number, step: number, } | { "kind": "choice", choices: Array<string>, } | { "kind": "flag" } | { "kind": "text" };

/**
 * The value of a parameter.
 */
export type Setting = boolean | number | string;

/**
 * Values by key. What is left out has its default.
 */
export type Settings = { [key in string]: Setting };

/**
 * GET /api/about
 */
export type About = { version: string, revision: string, machine: Machine, variants: Array<VariantInfo>, 
/**
 * The name of the data folder, without the folders before it.
 */
data: string, 
/**
 * Whether nobody gets in without the link that was printed at the start: the studio can be reached from elsewhere.
 */
needs_token: boolean, 
/**
 * Whom a newcomer is seated against.
 */
first_opponent: PlayerChoice, 
/**
 * Whether nothing was done here yet: no game, no experiment, no tournament.
 */
is_empty: boolean, 
/**
 * Whether the caller came by a seat's link: only that game is open then, and machine and data are not told.
 */
is_guest: boolean, };

/**
 * A game that can be played.
 */
export type VariantInfo = { 
/**
 * As requests name it: `chess`, `crazyhouse`, `3check`, ...
 */
name: string, 
/**
 * As people write it.
 */
title: string, 
/**
 * The rules in a sentence.
 */
rules: string, start_fen: string, 
/**
 * Whether pieces are taken into a pocket and dropped.
 */
has_pockets: boolean, 
/**
 * Whether each side's checks are counted.
 */
counts_checks: boolean, 
/**
 * Whether losing one's pieces is the aim.
 */
is_losing_game: boolean, 
/**
 * Whether start positions may be shuffled (Chess960).
 */
has_shuffled_starts: boolean, };

export type Machine = { processor: string, cores: number, system: string, };

/**
 * GET /api/players: somebody who can be seated. A human is a seat of its own kind and not in this list.
 */
export type Player = { 
/**
 * As [`PlayerChoice`] names it.
 */
id: string, kind: PlayerKind, title: string, help: string, 
/**
 * What can be chosen about it.
 */
parameters: Array<Parameter>, 
/**
 * The variants it plays, as far as is known; an engine may refuse others when it is seated.
 */
variants: Array<string>, 
/**
 * Whether it has an evaluation to explain.
 */
can_explain: boolean, 
/**
 * Whether it can tell the best lines of a position.
 */
can_analyse: boolean, 
/**
 * Whether it plays the same game again from the same seed, which learning against it needs.
 */
is_repeatable: boolean, };

export type PlayerKind = "built-in" | "net" | "engine";

/**
 * A player and its settings.
 */
export type PlayerChoice = { 
/**
 * From GET /api/players.
 */
player: string, settings: Settings, };

/**
 * An experiment to start from.
 */
export type Preset = { 
/**
 * As requests name it.
 */
name: string, kind: PresetKind, title: string, 
/**
 * The work and the place in it, for published ones.
 */
source: string | null, variant: string, 
/**
 * Games of all runs together.
 */
games: number, 
/**
 * How long all of it takes on two cores, where that was measured.
 */
seconds: number | null, published: Array<Number>, 
/**
 * Whether it watches recorded games: without the collection in the library it cannot start.
 */
needs_games: boolean, toml: string, 
/**
 * The keys of its file with the values it gives them, for the form.
 */
settings: Settings, };

export type PresetKind = "shipped" | "published";

/**
 * A printed number.
 */
export type Number = { 
/**
 * What was measured: "score %", "wins %", ...
 */
quantity: string, value: number | null, 
/**
 * The work's own words, where it printed no number or said more.
 */
words: string | null, };

/**
 * One message of the stream.
 */
export type Envelope = { 
/**
 * Opaque; compare for equality only.
 */
id: string, 
/**
 * What it is about; for `reset`, all topics of the stream.
 */
topic: Topic, 
/**
 * When it happened, in milliseconds since 1970.
 */
at_ms: number, event: Event, };

/**
 * `game:ID`, `games`, `experiment:ID`, `experiments`, `tournament:ID`, `tournaments`, `analysis:ID`, `suites`,
 * `endgames`, `lessons`, `improvements`.
 */
export type Topic = string;

/**
 * What happened.
 */
export type Event = { "kind": "reset" } & Reset | { "kind": "game" } & GameChanged | { "kind": "game-listed" } & GameLine | { "kind": "progress" } & ExperimentProgress | { "kind": "kept", games: number, } | { "kind": "board" } & ShownBoard | { "kind": "experiment" } & ExperimentLine | { "kind": "experiment-deleted" } & ExperimentDeleted | { "kind": "tournament-board" } & TournamentBoard | { "kind": "tournament" } & TournamentLine | { "kind": "tournament-deleted" } & TournamentDeleted | { "kind": "line" } & AnalysisLine | { "kind": "analysis-ended" } & AnalysisEnded | { "kind": "suite" } & SuiteRun | { "kind": "endgame-table" } & EndgameTable | { "kind": "endgame-table-deleted" } & EndgameTableDeleted | { "kind": "lesson" } & Lesson | { "kind": "lesson-deleted" } & LessonDeleted | { "kind": "improvement" } & Improvement | { "kind": "improvement-deleted" } & ImprovementDeleted;

export type Reset = { 
/**
 * Why, for a log.
 */
reason: string, };

/**
 * `game:ID`: the first `keep` moves stay, `added` follow them, everything else is the new head.
 */
export type GameChanged = { keep: number, added: Array<PlayedMove>, head: GameHead, };

/**
 * Everything about a game except its moves.
 */
export type GameHead = { 
/**
 * Grows with each change. A request that changes the game names the version it saw and is refused (409) if the game
 * has gone on.
 */
version: number, 
/**
 * Half-moves on the board; moves beyond it can be played again by `redo`.
 */
cursor: number, fen: string, turn: Side, 
/**
 * The squares of kings in check.
 */
check: Array<string>, 
/**
 * Empty when the game is over or paused.
 */
legal: Legal, pockets: Pockets | null, 
/**
 * Checks each side has yet to give, in three-check.
 */
checks_left: [number, number] | null, white: Seat, black: Seat, 
/**
 * `null` without clocks. They run from the first move of each side on.
 */
clocks: Clocks | null, is_paused: boolean, 
/**
 * The least time between two moves of players that are no people.
 */
delay_ms: number, 
/**
 * Whether a player is thinking right now.
 */
is_thinking: boolean, outcome: Outcome | null, 
/**
 * What somebody has offered and the other side has not answered.
 */
offer: Offer | null, 
/**
 * Whether a draw could be claimed now: the position has occurred three times, or fifty moves were quiet.
 */
can_claim_draw: boolean, 
/**
 * Half-moves since the last capture.
 */
plies_since_capture: number, };

/**
 * POST /api/games
 */
export type NewGame = { variant: string, start: Start, 
/**
 * The first seat's; the other one has the other colour.
 */
color: ColorWish, 
/**
 * Who sits at the first seat and who at the second.
 */
seats: [SeatWish, SeatWish], clock: Clock | null, 
/**
 * The least time between two moves of players that are no people, to be able to follow.
 */
delay_ms: number, };

/**
 * Where a game begins.
 */
export type Start = { "kind": "standard" } | { "kind": "shuffled", number: number | null, } | { "kind": "random", pieces: number, } | { "kind": "krk" } | { "kind": "fen", fen: string, };

/**
 * Who is to sit at a seat.
 */
export type SeatWish = { "kind": "human", name: string | null, } | { "kind": "player" } & PlayerChoice;

export type Clock = { initial_ms: number, increment_ms: number, };

export type ColorWish = "white" | "black" | "random";

/**
 * The answer to POST /api/games: only the maker of a game is told its secrets.
 */
export type GameCreated = { game: Game, links: GameLinks, };

/**
 * Addresses of the page, beginning with `/`. A human seat's link holds its secret: requests that act for the seat send it
 * in the header `Hetman-Seat` (several, with commas, from a browser at which both sides sit). Where the studio needs a
 * token, a seat's link lets its reader in without, and to that game only.
 */
export type GameLinks = { white: string | null, black: string | null, watch: string, white_secret: string | null, black_secret: string | null, };

/**
 * GET /api/games/ID. With secrets in `Hetman-Seat`, `yours` lists the sides they open.
 */
export type Game = { id: string, variant: string, is_chess960: boolean, start_fen: string, 
/**
 * Every move, those taken back included: the first `cursor` of them stand on the board.
 */
moves: Array<PlayedMove>, 
/**
 * Whose moves this request could make.
 */
yours: Array<Side>, created: string, as_of: string, 
/**
 * Grows with each change. A request that changes the game names the version it saw and is refused (409) if the game
 * has gone on.
 */
version: number, 
/**
 * Half-moves on the board; moves beyond it can be played again by `redo`.
 */
cursor: number, fen: string, turn: Side, 
/**
 * The squares of kings in check.
 */
check: Array<string>, 
/**
 * Empty when the game is over or paused.
 */
legal: Legal, pockets: Pockets | null, 
/**
 * Checks each side has yet to give, in three-check.
 */
checks_left: [number, number] | null, white: Seat, black: Seat, 
/**
 * `null` without clocks. They run from the first move of each side on.
 */
clocks: Clocks | null, is_paused: boolean, 
/**
 * The least time between two moves of players that are no people.
 */
delay_ms: number, 
/**
 * Whether a player is thinking right now.
 */
is_thinking: boolean, outcome: Outcome | null, 
/**
 * What somebody has offered and the other side has not answered.
 */
offer: Offer | null, 
/**
 * Whether a draw could be claimed now: the position has occurred three times, or fifty moves were quiet.
 */
can_claim_draw: boolean, 
/**
 * Half-moves since the last capture.
 */
plies_since_capture: number, };

/**
 * GET /api/games: one line of the list, the newest first.
 */
export type GameLine = { id: string, variant: string, white: string, black: string, plies: number, fen: string, last_move: string | null, outcome: Outcome | null, is_paused: boolean, 
/**
 * `null` without clocks.
 */
clocks: Clocks | null, created: string, is_deleted: boolean, };

export type GameList = { games: Array<GameLine>, as_of: string, };

export type Seat = { kind: SeatKind, 
/**
 * The name of the player who sits there.
 */
name: string, 
/**
 * The player as it was chosen.
 */
choice: PlayerChoice | null, };

export type SeatKind = "human" | "player";

export type PlayedMove = { uci: string, san: string, 
/**
 * The position after it.
 */
fen: string, 
/**
 * Whether it gave check.
 */
is_check: boolean, 
/**
 * What its player thought of the position, if it said so; White's view.
 */
score: Score | null, depth: number | null, 
/**
 * How long it took.
 */
elapsed_ms: number, 
/**
 * The mover's clock after it.
 */
clock_ms: number | null, };

/**
 * White's view: hundredths of a pawn, or full moves to the end (positive: White wins).
 */
export type Score = { "kind": "centipawns", "value": number } | { "kind": "mate", "value": number };

/**
 * What may be played.
 */
export type Legal = { moves: Array<Destinations>, drops: Array<Drop>, };

/**
 * Where the piece of one square may go.
 */
export type Destinations = { from: string, 
/**
 * Squares; castling is the king's two steps, and also the rook's square.
 */
to: Array<string>, 
/**
 * Squares of `to` that need a letter more: what may be promoted to, as in UCI (`qrbn`, and `k` where allowed).
 */
promotions: Array<string>, promotion_roles: string, };

/**
 * Where a piece of the pocket may be dropped.
 */
export type Drop = { 
/**
 * `P`, `N`, `B`, `R` or `Q`; played as `N@f3`.
 */
role: string, to: Array<string>, };

export type Pockets = { white: Pocket, black: Pocket, };

/**
 * How many of each are in hand.
 */
export type Pocket = { pawns: number, knights: number, bishops: number, rooks: number, queens: number, };

/**
 * What the clocks showed when this was sent.
 */
export type Clocks = { white_ms: number, black_ms: number, 
/**
 * Whose runs.
 */
running: Side | null, increment_ms: number, };

/**
 * An offer to the other person, or what became of one to a player.
 */
export type Offer = { kind: OfferKind, by: Side, 
/**
 * Half-moves to take back.
 */
plies: number, 
/**
 * It was refused; shown until the next move.
 */
is_declined: boolean, };

export type OfferKind = "draw" | "take-back";

/**
 * POST /api/games/ID/move
 */
export type MoveWish = { 
/**
 * UCI or SAN.
 */
uci: string, 
/**
 * The version the move was meant for; anything if left out.
 */
version: number | null, };

/**
 * POST /api/games/ID/undo and /redo: at once for the holder of all human seats. A person who plays another offers it
 * instead (/offer).
 */
export type UndoWish = { 
/**
 * As many as needed for a human to be to move again, if left out.
 */
plies: number | null, };

/**
 * POST /api/games/ID/answer
 */
export type Answer = { accept: boolean, };

/**
 * POST /api/games/ID/offer. A player answers at once; a person by /answer.
 */
export type OfferWish = { kind: OfferKind, 
/**
 * For taking back; as many as needed for the one who offers to be to move again, if left out.
 */
plies: number | null, };

/**
 * POST /api/games/import: a game or a position to go on from, with both seats human.
 */
export type GameImport = { 
/**
 * PGN (its first game), or a FEN.
 */
text: string, 
/**
 * For a FEN, and for PGN without a tag `Variant`.
 */
variant: string | null, };

/**
 * Something to copy: PGN, TOML.
 */
export type Text = { text: string, };

/**
 * POST /api/position: give a FEN, or a list of pieces ("Ka2 Qe5 pb7 ka8", capitals for White) with the side to move.
 */
export type PositionWish = { variant: string, fen: string | null, pieces: string | null, turn: Side | null, };

/**
 * A position, or what is wrong with it.
 */
export type PositionView = { variant: string, 
/**
 * As it is written properly; what was asked, where it is no position.
 */
fen: string, 
/**
 * The same as a list of pieces.
 */
pieces: string, 
/**
 * Why it cannot be played, in a sentence; everything below is empty then.
 */
problem: string | null, turn: Side, legal: Legal, check: Array<string>, pockets: Pockets | null, outcome: Outcome | null, };

/**
 * POST /api/position/random
 */
export type RandomPositionWish = { variant: string, 
/**
 * Pieces of a chess position, 2 to 64; in other variants positions come out of random games, and it is at most this.
 */
pieces: number, };

/**
 * POST /api/position/features
 */
export type FeaturesWish = { variant: string, fen: string, 
/**
 * `thesis-45` unless another set is named.
 */
set: string | null, };

/**
 * A feature of a position, White minus Black.
 */
export type FeatureValue = { index: number, name: string, 
/**
 * General, Pieces, Pawns, Kings; empty in other sets.
 */
group: string, value: number, 
/**
 * The manual's text, empty where it has none.
 */
measures: string, why: string, formula: string, range: string, source: string, 
/**
 * The range in numbers, for a bar; `null` where it is not bounded.
 */
min: number | null, max: number | null, };

export type Features = { set: string, description: string, 
/**
 * Names of all sets.
 */
sets: Array<string>, 
/**
 * All of the 45; of other sets those that are not zero.
 */
values: Array<FeatureValue>, };

/**
 * POST /api/position/explain. Only players that say `can_explain` can.
 */
export type ExplainWish = { variant: string, fen: string, player: PlayerChoice, 
/**
 * Removing pieces one after the other, even where the terms are exact.
 */
by_removal: boolean, };

export type Explanation = { 
/**
 * White's view, in the evaluator's unit.
 */
value: number, 
/**
 * White's view, in hundredths of a pawn.
 */
centipawns: number, method: ExplanationMethod, 
/**
 * The largest first.
 */
terms: Array<ExplanationTerm>, 
/**
 * The value of each piece where it stands, for the board; with networks always by removal.
 */
pieces: Array<ExplanationTerm>, 
/**
 * The whole in a few sentences.
 */
words: Array<string>, sides: ExplanationSides | null, };

export type ExplanationMethod = "exact" | "gradient" | "removal";

export type ExplanationTerm = { name: string, value: number, square: string | null, };

/**
 * POST /api/position/evaluate: a quick search, for the bar beside a board.
 */
export type EvaluateWish = { variant: string, fen: string, 
/**
 * At most 1000; 100 if left out.
 */
move_time_ms: number | null, player: PlayerChoice | null, };

export type Evaluation = { 
/**
 * White's view; `null` when the game is over.
 */
score: Score | null, 
/**
 * White's expected share of the points, 0 to 1.
 */
expectation: number, depth: number, uci: Array<string>, san: Array<string>, };

/**
 * POST /api/analysis; what it finds comes as events of `analysis:ID`. It ends by itself after ten minutes, and when nobody
 * has followed it, or asked for it, for five seconds. Only players that say `can_analyse` can.
 */
export type AnalysisWish = { variant: string, fen: string, player: PlayerChoice, 
/**
 * Lines, 1 to 10.
 */
multi_pv: number, depth: number | null, move_time_ms: number | null, };

export type AnalysisStarted = { id: string, as_of: string, };

/**
 * GET /api/analysis/ID
 */
export type Analysis = { id: string, variant: string, fen: string, 
/**
 * By rank.
 */
lines: Array<AnalysisLine>, is_running: boolean, 
/**
 * Why it has ended, as [`AnalysisEnded`] tells it.
 */
ended: AnalysisEnded | null, as_of: string, };

export type AnalysisLine = { 
/**
 * From 1.
 */
rank: number, depth: number, selective_depth: number, score: Score, nodes: number, nodes_per_second: number, time_ms: number, uci: Array<string>, san: Array<string>, };

/**
 * No more lines will come.
 */
export type AnalysisEnded = { 
/**
 * In a sentence.
 */
reason: string, 
/**
 * Whether something went wrong: a program crashed or hung.
 */
is_failure: boolean, };

/**
 * POST /api/experiments and /api/experiments/check: a file's text, or a preset; settings go before what they say. With
 * neither, the settings alone make the experiment.
 */
export type NewExperiment = { toml: string | null, preset: string | null, 
/**
 * Keys of GET /api/experiments/schema.
 */
settings: Settings, 
/**
 * Whether it starts at once.
 */
start: boolean, };

export type ExperimentState = "new" | "running" | "pausing" | "paused" | "stopped" | "finished" | "interrupted" | "failed";

/**
 * One line of GET /api/experiments.
 */
export type ExperimentLine = { id: string, name: string, state: ExperimentState, 
/**
 * Why it failed.
 */
message: string | null, variant: string, 
/**
 * Games of all runs that were played.
 */
games: number, 
/**
 * Those that are safe whatever happens.
 */
games_kept: number, 
/**
 * Games of all runs together.
 */
games_total: number, 
/**
 * Measured over the last games; `null` when nothing is being played.
 */
seconds_left: number | null, 
/**
 * The learner's share of the points so far.
 */
share: number | null, created: string, 
/**
 * The preset it came from.
 */
preset: string | null, 
/**
 * What can be asked for now: start, pause, resume, stop, clone, delete.
 */
actions: Array<string>, 
/**
 * Where the opponent is a person: the games in which the learner waits for moves.
 */
waiting_games: Array<LinkedGame>, };

/**
 * A game that a person plays against a learner, and the secret of the person's seat.
 */
export type LinkedGame = { game: string, seat: string, };

export type ExperimentList = { experiments: Array<ExperimentLine>, as_of: string, };

/**
 * GET /api/experiments/ID
 */
export type Experiment = { toml: string, settings: Settings, 
/**
 * Games behind `share_last` of the curve.
 */
window: number, runs: Array<RunCurve>, tally: Tally, 
/**
 * Printed numbers, where the experiment repeats a published one.
 */
published: Array<Number>, source: string | null, 
/**
 * The features and the model, in words.
 */
features: string, model: string, 
/**
 * How long it takes for the shown game to go on by a move.
 */
delay_ms: number, board: ShownBoard | null, as_of: string, id: string, name: string, state: ExperimentState, 
/**
 * Why it failed.
 */
message: string | null, variant: string, 
/**
 * Games of all runs that were played.
 */
games: number, 
/**
 * Those that are safe whatever happens.
 */
games_kept: number, 
/**
 * Games of all runs together.
 */
games_total: number, 
/**
 * Measured over the last games; `null` when nothing is being played.
 */
seconds_left: number | null, 
/**
 * The learner's share of the points so far.
 */
share: number | null, created: string, 
/**
 * The preset it came from.
 */
preset: string | null, 
/**
 * What can be asked for now: start, pause, resume, stop, clone, delete.
 */
actions: Array<string>, 
/**
 * Where the opponent is a person: the games in which the learner waits for moves.
 */
waiting_games: Array<LinkedGame>, };

/**
 * `experiment:ID`, a few times a second while it runs: what is new since the event before.
 */
export type ExperimentProgress = { games: number, games_kept: number, games_total: number, seconds_left: number | null, tally: Tally, 
/**
 * Of the runs that have played since.
 */
runs: Array<RunProgress>, };

export type RunProgress = { run: number, 
/**
 * One point to add to the curve.
 */
point: CurvePoint, games_kept: number, tally: Tally, };

export type ExperimentDeleted = { id: string, };

export type CurvePoint = { 
/**
 * Games played.
 */
games: number, 
/**
 * The learner's share of the points of all of them.
 */
share_all: number, 
/**
 * Of the last games, as many as a window has.
 */
share_last: number, };

/**
 * The course of one run; at most a thousand points, evenly over its games.
 */
export type RunCurve = { 
/**
 * From 1.
 */
run: number, games_kept: number, points: Array<CurvePoint>, tally: Tally, };

/**
 * The learner's results.
 */
export type Tally = { won: number, drawn: number, lost: number, };

/**
 * GET /api/experiments/ID/weights: what was learned up to the last checkpoint. Fetch it again after `kept`.
 */
export type Weights = { features: string, 
/**
 * `linear` or `network`.
 */
model: string, 
/**
 * How `strongest` was found, in a sentence.
 */
strength: string, 
/**
 * Printed numbers beside ours, where the experiment repeats a published one and has come to a checkpoint.
 */
compared: Array<Compared>, estimates: PieceEstimates, runs: Array<RunWeights>, };

export type RunWeights = { run: number, games: number, 
/**
 * Piece values, where the net can tell: averaged over the squares on which they stood.
 */
pieces: Array<NamedValue>, 
/**
 * The same over time.
 */
piece_series: Array<PieceSeries>, 
/**
 * What values are divided by to be in pawns: a pawn's, or nothing where that is worth too little to count in.
 */
pawn: number | null, 
/**
 * The strongest features, the strongest first: at most 45.
 */
strongest: Array<NamedValue>, 
/**
 * Weights over time: all of them where they are few, else the strongest.
 */
series: Array<WeightSeries>, 
/**
 * Games played at the points of every series.
 */
series_games: Array<number>, heat_maps: Array<HeatMap>, };

export type NamedValue = { name: string, value: number, };

export type PieceEstimate = { name: string, mean: number, 
/**
 * The mean lies within this much of the true one with a probability of 95 %; `null` of a single run.
 */
half_width: number | null, 
/**
 * Whether the runs tell, at the same level, that it is worth more than the next; `null` for the last, or of one run.
 */
is_above_next: boolean | null, };

/**
 * Piece values over all runs that have begun.
 */
export type PieceEstimates = { runs: number, 
/**
 * Games that each of them has played at least.
 */
games: number, 
/**
 * Whether values are counted in the mean pawn; else in the net's unit, as a pawn is worth too little.
 */
in_pawns: boolean, 
/**
 * The dearest first.
 */
pieces: Array<PieceEstimate>, };

/**
 * A piece value over time; `null` where it cannot be told, as the squares on which pieces stood were not counted yet.
 */
export type PieceSeries = { name: string, values: Array<number | null>, };

/**
 * A printed number beside ours, as a report writes them.
 */
export type Compared = { quantity: string, 
/**
 * The number, or the work's own words.
 */
published: string, ours: string | null, 
/**
 * Where ours lies with a probability of 95 %.
 */
interval: string | null, 
/**
 * Whether ours agrees, differs, or why that cannot be told, in words.
 */
verdict: string, };

export type WeightSeries = { name: string, values: Array<number>, };

/**
 * The value of a white piece on each square, from a1, b1, ... to h8, in the net's unit.
 */
export type HeatMap = { 
/**
 * `pawn`, `knight`, ...
 */
piece: string, values: Array<number>, };

/**
 * A position of the game that is being shown: at the pace of `delay`, and where the experiment plays faster than that, the
 * end of the game and then a newer one.
 */
export type ShownBoard = { run: number, 
/**
 * From 1.
 */
game: number, fen: string, last_move: string | null, san: string | null, 
/**
 * Half-moves played.
 */
ply: number, plies_since_capture: number, learner: Side, 
/**
 * The last position of its game.
 */
is_last: boolean, 
/**
 * The game's result there, as PGN writes it.
 */
result: string | null, };

/**
 * POST /api/experiments/ID/delay and /api/games/ID/delay
 */
export type Delay = { 
/**
 * 50 to 10000 for the board of an experiment, at most 60000 for a game.
 */
delay_ms: number, };

/**
 * POST /api/experiments/check: what it would be, or what is wrong with it (422).
 */
export type Checked = { toml: string, variant: string, games: number, 
/**
 * The keys of the file with their values.
 */
settings: Settings, };

/**
 * POST /api/tournaments: begins at once.
 */
export type NewTournament = { name: string, 
/**
 * A variant, or `chess960`.
 */
variant: string, players: Array<PlayerChoice>, format: TournamentFormat, openings: OpeningsWish, 
/**
 * For each side: seconds, or seconds plus increment (`60+0.6`); each player's own limits if left out.
 */
control: string | null, 
/**
 * Two players only: ends as soon as it is clear who is stronger.
 */
sprt: SprtWish | null, seed: number, 
/**
 * Games at the same time, 1 to 8.
 */
concurrency: number, };

export type TournamentFormat = { "kind": "round-robin", cycles: number, } | { "kind": "gauntlet", cycles: number, } | { "kind": "knock-out", pairs: number, };

/**
 * Where the games of a pair begin.
 */
export type OpeningsWish = { "kind": "start" } | { "kind": "random", plies: number, } | { "kind": "book", 
/**
 * Of GET /api/books.
 */
book: string, 
/**
 * Shuffled by the tournament's seed, not in the book's order.
 */
shuffled: boolean, 
/**
 * Half-moves taken from a book's games; all of them if left out, sixteen from a Polyglot book.
 */
plies: number | null, };

/**
 * POST /api/books: keeps openings, as positions (FEN or EPD, one to a line) or as games (PGN).
 */
export type NewBook = { name: string, 
/**
 * A variant, or `chess960`: the openings must be playable in it.
 */
variant: string, 
/**
 * At most 16 MiB.
 */
text: string, };

/**
 * A file of openings.
 */
export type Book = { id: string, name: string, 
/**
 * Whether it was added here, and can be deleted here.
 */
is_own: boolean, };

/**
 * The answer to POST /api/books.
 */
export type BookAdded = { book: Book, openings: number, };

/**
 * GET /api/books: those that were added, then those of the folders that were named when the studio was started.
 */
export type BookList = { books: Array<Book>, };

export type SprtWish = { elo0: number, elo1: number, alpha: number, beta: number, };

/**
 * How far a tournament, a table or a lesson is.
 */
export type WorkState = "running" | "stopping" | "stopped" | "finished" | "interrupted" | "failed";

export type TournamentLine = { id: string, name: string, state: WorkState, message: string | null, variant: string, players: Array<string>, games: number, 
/**
 * A knock-out does not know before its end.
 */
games_total: number | null, created: string, 
/**
 * What can be asked for now: stop, resume, delete.
 */
actions: Array<string>, };

export type TournamentList = { tournaments: Array<TournamentLine>, as_of: string, };

/**
 * GET /api/tournaments/ID
 */
export type Tournament = { 
/**
 * How the games are played, in words.
 */
conditions: string, 
/**
 * The best first.
 */
table: Array<CrossRow>, 
/**
 * What to know about the ratings, in a sentence each.
 */
remarks: Array<string>, sprt: SprtProgress | null, 
/**
 * The match report's lines, with two players.
 */
report: string | null, 
/**
 * The last two hundred, the newest first; all of them are in the library.
 */
last_games: Array<TournamentGame>, 
/**
 * Running games.
 */
boards: Array<TournamentBoard>, as_of: string, id: string, name: string, state: WorkState, message: string | null, variant: string, players: Array<string>, games: number, 
/**
 * A knock-out does not know before its end.
 */
games_total: number | null, created: string, 
/**
 * What can be asked for now: stop, resume, delete.
 */
actions: Array<string>, };

export type CrossRow = { rank: number, 
/**
 * As `players` of the line counts them, from 0.
 */
player: number, name: string, points: number, games: number, tally: Tally, sonneborn_berger: number, rating: number | null, 
/**
 * Half the width of the 95 % interval.
 */
rating_error: number | null, 
/**
 * Against each player, in the order of `players`; `null` against oneself.
 */
against: Array<CrossCell | null>, };

export type CrossCell = { points: number, games: number, };

export type SprtProgress = { elo0: number, elo1: number, ratio: number, 
/**
 * The test ends when the ratio leaves these bounds.
 */
lower: number, upper: number, 
/**
 * In words, as soon as there is one.
 */
verdict: string | null, };

export type TournamentGame = { 
/**
 * From 1.
 */
number: number, 
/**
 * Of GET /api/records/ID.
 */
record: string, white: string, black: string, outcome: Outcome, plies: number, };

export type TournamentBoard = { 
/**
 * From 1.
 */
number: number, white: string, black: string, fen: string, last_move: string | null, ply: number, };

export type TournamentDeleted = { id: string, };

/**
 * GET /api/nets and /api/nets/ID. It plays as the player `net:ID`.
 */
export type Net = { id: string, name: string, variant: string, features: string, model: string, parameters: number, 
/**
 * Games it has learned from, those of its ancestors included.
 */
games_seen: number, 
/**
 * The id of the net it was learned from, or what is known of that where it is not here.
 */
parent: string | null, 
/**
 * The experiment, its name or its text.
 */
recipe: string, 
/**
 * Whether it comes with the program.
 */
is_shipped: boolean, 
/**
 * The experiment of this studio that made it.
 */
experiment: string | null, 
/**
 * What was measured about its strength, in words.
 */
strength: string | null, 
/**
 * Its piece values, where it can tell.
 */
pieces: Array<NamedValue>, 
/**
 * In the list only one, as a thumbnail.
 */
heat_maps: Array<HeatMap>, bytes: number, };

export type NetList = { nets: Array<Net>, };

/**
 * A game that was played to its end, or one that was imported.
 */
export type RecordLine = { id: string, origin: RecordOrigin, 
/**
 * The tournament, or `Game`; of an imported game its event, or the name of its collection.
 */
event: string, variant: string, white: string, black: string, 
/**
 * `null` for imported games that do not tell.
 */
outcome: Outcome | null, plies: number, 
/**
 * A moment (`2026-11-15T16:00:00Z`), or as much as is known of the day: `1992-11-04`, `1851`, or nothing.
 */
date: string, };

/**
 * GET /api/records?variant=V&player=TEXT&result=white|black|draw&origin=game|tournament|imported&text=TEXT&page=N
 */
export type RecordList = { records: Array<RecordLine>, 
/**
 * From 0.
 */
page: number, 
/**
 * All that match.
 */
total: number, per_page: number, };

export type RecordOrigin = "game" | "tournament" | "imported";

/**
 * GET /api/records/ID
 */
export type KeptGame = { line: RecordLine, start_fen: string, moves: Array<PlayedMove>, 
/**
 * One for each move, mostly empty.
 */
comments: Array<string>, pgn: string, };

/**
 * POST /api/collections: keeps the games of a PGN text. Games that cannot be read are left out, and counted.
 */
export type NewCollection = { 
/**
 * What to call it, mostly the file's name.
 */
name: string, 
/**
 * At most 16 MiB.
 */
pgn: string, };

/**
 * Imported games.
 */
export type Collection = { id: string, name: string, created: string, games: number, 
/**
 * Those that could not be read.
 */
skipped: number, };

/**
 * The answer to POST /api/collections.
 */
export type CollectionImported = { collection: Collection, 
/**
 * What is wrong with the first of the games that were left out, with their lines.
 */
problems: Array<string>, };

/**
 * GET /api/collections, the newest first.
 */
export type CollectionList = { collections: Array<Collection>, };

/**
 * A file of positions in the data folder's `suites`.
 */
export type SuiteFile = { id: string, name: string, positions: number, };

/**
 * POST /api/suites/runs
 */
export type SuiteWish = { suite: string, 
/**
 * Its own limits hold; 100 ms a move if it has none.
 */
player: PlayerChoice, };

export type SuiteRun = { id: string, suite: string, player: string, state: SuiteRunState, message: string | null, done: number, positions: number, points: number, most_points: number, themes: Array<SuiteTheme>, created: string, };

export type SuiteRunState = "running" | "finished" | "stopped" | "failed";

export type SuiteTheme = { theme: string, positions: number, points: number, most_points: number, };

/**
 * GET /api/suites
 */
export type SuiteList = { files: Array<SuiteFile>, runs: Array<SuiteRun>, as_of: string, };

/**
 * POST /api/endgames: works out the table of an ending and of all that it leads to; what is kept already is not worked
 * out again.
 */
export type EndgameWish = { 
/**
 * Each side's pieces after its king, as in `KRK` or `KQKR`; up to four, kings included.
 */
material: string, };

/**
 * How far something is that takes its time.
 */
export type EndgameProgress = { 
/**
 * What is being done, in words.
 */
doing: string, 
/**
 * 0 to 1; `null` where that is not known.
 */
share: number | null, 
/**
 * `null` where that is not known, or not yet.
 */
seconds_left: number | null, };

/**
 * The table of an ending, or how far it is.
 */
export type EndgameTable = { id: string, 
/**
 * As it is written properly: the stronger side first.
 */
material: string, state: WorkState, message: string | null, 
/**
 * While it runs.
 */
progress: EndgameProgress | null, 
/**
 * When it is finished.
 */
facts: EndgameFacts | null, created: string, 
/**
 * What can be asked for now: start, stop, delete.
 */
actions: Array<string>, };

/**
 * What is in a table. Positions that are mirror images of each other count once.
 */
export type EndgameFacts = { 
/**
 * The longest way to mate: so many moves of the winner; `null` if nothing is won.
 */
longest_mate: number | null, 
/**
 * A position in which it begins.
 */
longest_fen: string | null, 
/**
 * White to move, the stronger side, and Black to move.
 */
sides: Array<EndgameSide>, };

/**
 * Positions with one side to move, by what becomes of them for it.
 */
export type EndgameSide = { turn: Side, positions: number, draws: number, 
/**
 * How many are won in so many moves, from 0 on.
 */
wins: Array<number>, losses: Array<number>, };

export type EndgameTableDeleted = { id: string, };

/**
 * GET /api/endgames
 */
export type EndgameList = { tables: Array<EndgameTable>, 
/**
 * Endings to begin with.
 */
suggested: Array<string>, as_of: string, };

/**
 * What is to be learned.
 */
export type LessonTarget = "distance" | "result";

/**
 * POST /api/lessons: learns an ending from its table.
 */
export type LessonWish = { material: string, 
/**
 * A name of [`InductionMethod`].
 */
method: string, 
/**
 * For trees.
 */
target: LessonTarget, 
/**
 * For rules: lists that are tried, up to 1000000; as many as are usual if left out.
 */
steps: number | null, };

/**
 * A way to learn.
 */
export type InductionMethod = { name: string, help: string, kind: LessonKind, 
/**
 * For rules: lists that are usually tried.
 */
steps: number | null, };

/**
 * Something that is or was learned of an ending.
 */
export type Lesson = { id: string, material: string, method: string, 
/**
 * What the method makes.
 */
makes: LessonKind, target: LessonTarget, state: WorkState, message: string | null, progress: EndgameProgress | null, 
/**
 * When it is finished.
 */
facts: LessonFacts | null, created: string, 
/**
 * What can be asked for now: start, stop, delete.
 */
actions: Array<string>, };

export type LessonKind = "tree" | "rules";

/**
 * What came of it.
 */
export type LessonFacts = { kind: LessonKind, 
/**
 * In a sentence.
 */
size: string, 
/**
 * How often a tree names the right class.
 */
exactness: Array<LessonExactness>, 
/**
 * What rules achieve, in sentences.
 */
remarks: Array<string>, 
/**
 * A position from which rules do not win, though it can be won.
 */
counter_example: string | null, 
/**
 * In their order.
 */
rules: Array<LessonRule>, };

export type LessonRule = { 
/**
 * A sentence.
 */
words: string, 
/**
 * Positions that the stronger side, to move, can win.
 */
positions: number, 
/**
 * Those in which it drops moves that the rules before it have left.
 */
fires: number, 
/**
 * Those of these in which it leaves one of the best.
 */
exact: number, 
/**
 * A position in which it drops them all, and what that costs.
 */
counter_example: string | null, cost: string | null, };

export type LessonExactness = { 
/**
 * Which positions.
 */
on: string, right: number, wrong: number, 
/**
 * It has no answer.
 */
unknown: number, };

export type LessonDeleted = { id: string, };

/**
 * GET /api/lessons
 */
export type LessonList = { lessons: Array<Lesson>, methods: Array<InductionMethod>, as_of: string, };

/**
 * GET /api/lessons/ID/tree?answers=3.0.1: one node of a tree, after these answers.
 */
export type LessonNode = { answers: Array<number>, 
/**
 * The attribute that is asked for; `null` at a leaf.
 */
question: string | null, 
/**
 * The question in words, or the class.
 */
words: string, branches: Array<LessonBranch>, };

export type LessonBranch = { 
/**
 * The answer.
 */
value: number, 
/**
 * The answer: a number, or a sentence.
 */
words: string, 
/**
 * The class, where it ends there.
 */
class: string | null, 
/**
 * Leaves below, one if it ends there; zero where no position that was learned from goes.
 */
leaves: number, };

/**
 * POST /api/endgames/probe
 */
export type EndgameProbeWish = { fen: string, 
/**
 * What was learned, to be asked besides.
 */
lesson: string | null, };

/**
 * A position as the tables know it.
 */
export type EndgameProbe = { position: PositionView, material: string, 
/**
 * The ending whose table would be needed and is not there.
 */
missing: string | null, verdict: EndgameVerdict | null, 
/**
 * The best first.
 */
moves: Array<EndgameMove>, 
/**
 * What was learned says this.
 */
fired: LessonFired | null, 
/**
 * Why it says nothing.
 */
silent: string | null, };

export type EndgameResult = "win" | "draw" | "loss";

/**
 * What becomes of a position with best play.
 */
export type EndgameVerdict = { result: EndgameResult, 
/**
 * Moves of the winner to the mate.
 */
moves: number | null, words: string, };

export type EndgameMove = { uci: string, san: string, 
/**
 * The position after it.
 */
fen: string, 
/**
 * What becomes of it for the side that moves; a table that it leads to may not be there.
 */
verdict: EndgameVerdict | null, 
/**
 * No move is better.
 */
is_best: boolean, 
/**
 * What was learned would play it, or any other of these.
 */
is_learned: boolean, 
/**
 * What a tree takes the position after it for.
 */
learned: string | null, };

/**
 * The path through a tree, or the rules that mattered.
 */
export type LessonFired = { 
/**
 * Which position it is about, in words.
 */
about: string, steps: Array<LessonStep>, conclusion: string, 
/**
 * The mirror image that the words are about, where it is not the position itself.
 */
image: string | null, };

export type LessonStep = { words: string, 
/**
 * The squares that it is about, on the board of the position it is about.
 */
squares: Array<string>, };

export type CourseLine = { id: string, name: string, variant: string, games: number, is_shipped: boolean, experiment: string | null, is_running: boolean, };
export type CourseList = { courses: Array<CourseLine>, };
export type Course = { moments: Array<CourseMoment>, } & CourseLine;
export type CourseMoment = { games: number, elo: number | null, elo_error: number | null, player: PlayerChoice, pieces: Array<NamedValue>, };
export type ExplanationSides = { phase: string, terms: Array<ExplanationSide>, positional: number, material: number, };
export type ExplanationSide = { name: string, white: number, black: number, };
/**
 * POST /api/improvements: begins a lineage and starts it.
 */
export type ImprovementWish = { 
/**
 * By the keys of GET /api/improvements; what is left out is as usual.
 */
settings: Settings, };

export type ImprovementStep = "playing" | "learning" | "matching";

/**
 * How far a generation is.
 */
export type ImprovementProgress = { generation: number, step: ImprovementStep, 
/**
 * Games, or steps of learning.
 */
done: number, of: number, positions_per_second: number, 
/**
 * Of this step; `null` where that is not known yet.
 */
seconds_left: number | null, };

/**
 * A network that was learned.
 */
export type ImprovementChild = { generation: number, 
/**
 * The generation that played its games; `null` is the start.
 */
parent: number | null, games: number, 
/**
 * That it learned from.
 */
positions: number, training_error: number | null, held_out_error: number | null, 
/**
 * Against its parent.
 */
wins: number, draws: number, losses: number, 
/**
 * How much stronger than its parent, with bounds of 95 %; `null` is beyond all bounds.
 */
elo: number | null, elo_low: number | null, elo_high: number | null, 
/**
 * Whether it took its parent's place.
 */
is_kept: boolean, };

/**
 * A lineage.
 */
export type Improvement = { id: string, variant: string, state: WorkState, message: string | null, 
/**
 * While it runs.
 */
progress: ImprovementProgress | null, children: Array<ImprovementChild>, 
/**
 * The player that searches with the newest network that was kept, as games name it.
 */
player: string | null, 
/**
 * What was chosen, as `key=value` between commas.
 */
settings: string, created: string, 
/**
 * What can be asked for now: start, stop, delete.
 */
actions: Array<string>, };

export type ImprovementDeleted = { id: string, };

/**
 * GET /api/improvements
 */
export type ImprovementList = { improvements: Array<Improvement>, 
/**
 * What can be chosen for a new one.
 */
parameters: Array<Parameter>, as_of: string, };
