// A game as the pages keep it, and how its scores and counts are written.

import type { Game, GameChanged, Outcome, Score, Side } from '../wire';
import { fixed, signed } from '../format/numbers';

/** The game after a change; the same object if the change is already part of it. */
export function applyChange(game: Game, change: GameChanged): Game {
  if (change.head.version <= game.version) return game;
  const moves = [...game.moves.slice(0, change.keep), ...change.added];
  return { ...game, ...change.head, moves };
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

/** A result as it is written in tables. */
export function resultOf(outcome: Outcome | null): string {
  return outcome ? outcome.result.replaceAll('1/2', '½') : '–';
}
