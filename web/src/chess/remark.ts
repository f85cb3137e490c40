// What engines write beside their moves, in the mover's view: `+0.34/12 0.52s`, `-M3/20 1.00s`.

import type { Score } from '../wire';

const REMARK = /^([+-])(M?)(\d+(?:\.\d+)?)\/\d+ [\d.]+s/;

/** Whether a comment is a remark of a program. */
export function isRemark(comment: string): boolean {
  return REMARK.test(comment);
}

/** The score that a remark tells, White's view. */
export function scoreOfRemark(comment: string, isWhite: boolean): Score | null {
  const [, sign, mate, number] = REMARK.exec(comment) ?? [];
  if (number === undefined) return null;
  const value = Number(number) * ((sign === '-') === isWhite ? -1 : 1);
  return mate === 'M' ? { kind: 'mate', value } : { kind: 'centipawns', value: Math.round(value * 100) };
}
