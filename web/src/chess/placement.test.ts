// Setting up a position by clicks.

import { describe, expect, it } from 'vitest';
import { placed } from './placement';

const EMPTY = '8/8/8/8/8/8/8/8';
const ROOK = { role: 'rook', color: 'white' } as const;

describe('the editor', () => {
  it('puts a piece on a square', () => expect(placed(EMPTY, 'a1', ROOK)).toBe('8/8/8/8/8/8/8/R7'));
  it('takes the same piece off again', () => expect(placed('8/8/8/8/8/8/8/R7', 'a1', ROOK)).toBe(EMPTY));
  it('exchanges another piece', () =>
    expect(placed('8/8/8/8/8/8/8/n7', 'a1', ROOK)).toBe('8/8/8/8/8/8/8/R7'));
  it('clears a square', () => expect(placed('8/8/8/8/8/8/8/n7', 'a1', 'nobody')).toBe(EMPTY));
});
