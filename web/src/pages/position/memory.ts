// What was tried and what was told about positions: it stays as long as the studio is open in the browser, so that
// nobody who leaves the page for a moment loses a line.

import type { MoveTree } from '../../chess/tree';
import type { PositionView } from '../../wire';

function keyOf(variant: string, fen: string): string {
  return `${variant} ${fen}`;
}

class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  get(variant: string, fen: string): Value | undefined {
    return this.#values.get(keyOf(variant, fen));
  }

  set(variant: string, fen: string, value: Value): void {
    this.#values.set(keyOf(variant, fen), value);
  }
}

/** By their first positions. */
export const trees = new Remembered<MoveTree>();
export const views = new Remembered<PositionView>();
