// Squares that mean something in a variant: those a king wants to reach, and those an explosion clears.

import type { Key } from '@lichess-org/chessground/types';
import { FILES } from './words';

const HILL: Key[] = ['d4', 'e4', 'd5', 'e5'];

export function goalsOf(variant: string): Key[] {
  if (variant === 'kingofthehill') return HILL;
  return variant === 'racingkings' ? [...FILES].map((file) => `${file}8` as Key) : [];
}

/** The square of a capture and those around it. */
export function blastOf(uci: string): Key[] {
  const file = FILES.indexOf(uci[2] ?? 'a');
  const rank = Number(uci[3]);
  const near = [-1, 0, 1];
  return near.flatMap((across) =>
    near.flatMap((up) => {
      const letter = FILES[file + across];
      return letter !== undefined && rank + up >= 1 && rank + up <= 8 ? [`${letter}${rank + up}` as Key] : [];
    }),
  );
}
