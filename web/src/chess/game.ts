// A game as the pages keep it: changes applied, positions found, moves laid out in rows.

import type { Game, GameChanged, Outcome, PlayedMove, Score, Side } from '../wire';
import { fixed, signed } from '../format/numbers';

/** The game after a change; the same object if the change is already part of it. */
export function applyChange(game: Game, change: GameChanged): Game {
  if (change.head.version <= game.version) return game;
  const moves = [...game.moves.slice(0, change.keep), ...change.added];
  return { ...game, ...change.head, moves };
}

/** The position after so many half-moves. */
export function fenAt(game: { start_fen: string; moves: readonly PlayedMove[] }, ply: number): string {
  return ply === 0 ? game.start_fen : (game.moves[ply - 1]?.fen ?? game.start_fen);
}

export interface MoveRow {
  number: number;
  white: { ply: number; move: PlayedMove } | null;
  black: { ply: number; move: PlayedMove } | null;
}

/** Moves in rows of two. `ply` counts half-moves from 1; a game may begin with Black's move. */
export function moveRows(startFen: string, moves: readonly PlayedMove[]): MoveRow[] {
  const fields = startFen.split(' ');
  const blackBegins = fields[1] === 'b';
  const first = Number(fields.at(-1)?.match(/^\d+$/)?.[0] ?? 1);
  const rows: MoveRow[] = [];
  moves.forEach((move, index) => {
    const place = index + (blackBegins ? 1 : 0);
    const row = (rows[Math.floor(place / 2)] ??= {
      number: first + Math.floor(place / 2),
      white: null,
      black: null,
    });
    row[place % 2 === 0 ? 'white' : 'black'] = { ply: index + 1, move };
  });
  return rows;
}

export function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** A score as players write it: +0.34, or #3 for mate in three, #−2 against White. */
export function scoreText(score: Score | null | undefined): string {
  if (!score) return '–';
  if (score.kind === 'mate') return `#${fixed(score.value, 0)}`;
  return signed(score.value / 100, 2);
}

/** Half-moves as the earlier programs counted moves: 0.5 after White's first. */
export function movesPlayed(plies: number): string {
  return (plies / 2).toFixed(plies % 2 === 0 ? 0 : 1);
}

/** A move with its squares, as the program of 2006 wrote it: Ng1-f3; Black's in small letters. */
export function longMove(before: string, uci: string): string {
  if (uci[1] === '@') return uci;
  const rank = 8 - Number(uci[1]);
  const row = (before.split(/[ /[]/)[rank] ?? '')
    .replaceAll('~', '')
    .replace(/\d/g, (digits) => '.'.repeat(Number(digits)));
  const letter = row['abcdefgh'.indexOf(uci[0] ?? 'a')] ?? '';
  return `${letter}${uci.slice(0, 2)}-${uci.slice(2, 4)}`;
}

/** A result as it is written in tables. */
export function resultOf(outcome: Outcome | null): string {
  return outcome ? outcome.result.replaceAll('1/2', '½') : '–';
}
