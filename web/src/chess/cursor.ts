// A cursor that walks over the board with the arrow keys, as the person sees the board.

import type { Color, Key } from '@lichess-org/chessground/types';
import { FILES } from './words';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Where the cursor is after a key; null if the key does not move it. A cursor that was nowhere begins at e4. */
export function stepCursor(from: Key | null, key: string, orientation: Color): Key | null {
  const step = STEPS[key];
  if (!step) return null;
  if (from === null) return 'e4';
  const sign = orientation === 'white' ? 1 : -1;
  const file = clamp(FILES.indexOf(from[0] ?? 'e') + sign * step[0]);
  const rank = clamp(Number(from[1]) - 1 + sign * step[1]);
  return `${FILES[file] ?? 'e'}${rank + 1}` as Key;
}

function clamp(value: number): number {
  return Math.min(7, Math.max(0, value));
}
