// Legal moves, as the server lists them, turned into what the board needs: where a piece may go, which promotions a move
// has, and where pieces of the pocket may be dropped.

import type { Dests, Key, Role } from '@lichess-org/chessground/types';
import type { Legal } from '../wire';

export const NO_MOVES: Legal = { moves: [], drops: [] };

const ROLES: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

const LETTERS: Record<Role, string> = {
  pawn: 'p',
  knight: 'n',
  bishop: 'b',
  rook: 'r',
  queen: 'q',
  king: 'k',
};

export function roleOf(letter: string): Role | undefined {
  return ROLES[letter.toLowerCase()];
}

export function letterOf(role: Role): string {
  return LETTERS[role];
}

export function isDrop(uci: string): boolean {
  return uci[1] === '@';
}

/** The squares a move touches, for highlighting it. */
export function squaresOf(uci: string): Key[] {
  if (isDrop(uci)) return [uci.slice(2, 4) as Key];
  return [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];
}

/** From each square, the squares its piece may go to. */
export function destinations(legal: Legal): Dests {
  return new Map(legal.moves.map((entry) => [entry.from as Key, entry.to as Key[]]));
}

/** The moves between two squares: none, one, or one for each promotion. */
export function movesBetween(legal: Legal, from: Key, to: Key): string[] {
  const entry = legal.moves.find((candidate) => candidate.from === from && candidate.to.includes(to));
  if (!entry) return [];
  if (!entry.promotions.includes(to)) return [from + to];
  return [...entry.promotion_roles].map((letter) => from + to + letter);
}

/** The squares where a piece of this kind may be dropped. */
export function dropSquares(legal: Legal, role: Role): Key[] {
  const letter = letterOf(role).toUpperCase();
  return (legal.drops.find((drop) => drop.role === letter)?.to ?? []) as Key[];
}

export function dropMove(role: Role, to: Key): string {
  return `${letterOf(role).toUpperCase()}@${to}`;
}

/** What a promotion becomes. */
export function promotionOf(uci: string): Role | undefined {
  return uci.length > 4 ? roleOf(uci[4] ?? '') : undefined;
}
