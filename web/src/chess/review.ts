// A game judged move by move: how many points each move gave away, which were mistakes, how accurate each side was.

import type { Score, Side } from '../wire';
import { turnOf } from './fen';
import { numberOf, type MoveNode, type Path } from './tree';

/** Hundredths of a pawn that make ten to one of the expected points, as in the rating formula. */
const DECADE = 400;

/** White's expected share of the points. */
export function expectationOf(score: Score): number {
  if (score.kind === 'mate') return score.value > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.value / DECADE));
}

export type Grade = 'inaccuracy' | 'mistake' | 'blunder';

/** Expected points that a move of such a grade gives away at least, and the glyph for it. */
const GRADES: [Grade, number, number][] = [
  ['blunder', 0.3, 4],
  ['mistake', 0.2, 2],
  ['inaccuracy', 0.1, 6],
];

export interface JudgedMove {
  path: Path;
  side: Side;
  /** "12.Nf3" or "12…Nc6". */
  words: string;
  /** Expected points given away, 0 to 1. */
  loss: number;
  grade: Grade | null;
  better: readonly string[];
}

/** The moves of a line whose positions, before and after, have been judged. */
export function judged(line: readonly MoveNode[]): JudgedMove[] {
  return line.slice(1).flatMap((node, index) => {
    const before = line[index];
    if (!before?.score || !node.score) return [];
    const side = turnOf(before.fen);
    const [was, is] = [expectationOf(before.score), expectationOf(node.score)];
    const loss = Math.max(0, side === 'white' ? was - is : is - was);
    const grade = GRADES.find(([, least]) => loss >= least)?.[0] ?? null;
    const words = `${numberOf(before.fen, true)}${node.san}`;
    return [{ path: node.path, side, words, loss, grade, better: before.better }];
  });
}

export function glyphOf(grade: Grade): number {
  return GRADES.find(([name]) => name === grade)?.[2] ?? 0;
}

/** The share of the expected points that a side's moves kept on average, from 0 to 1; nothing without moves. */
export function accuracyOf(moves: readonly JudgedMove[], side: Side): number | null {
  const own = moves.filter((move) => move.side === side);
  if (own.length === 0) return null;
  return 1 - own.reduce((sum, move) => sum + move.loss, 0) / own.length;
}
