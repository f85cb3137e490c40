// The keyboard's way over the board.

import { describe, expect, it } from 'vitest';
import { stepCursor } from './cursor';

describe('cursor', () => {
  it('begins in the middle', () => expect(stepCursor(null, 'ArrowUp', 'white')).toBe('e4'));
  it('walks as the person sees the board', () => {
    expect(stepCursor('e4', 'ArrowUp', 'white')).toBe('e5');
    expect(stepCursor('e4', 'ArrowUp', 'black')).toBe('e3');
    expect(stepCursor('e4', 'ArrowLeft', 'black')).toBe('f4');
  });
  it('stops at the edge', () => expect(stepCursor('h8', 'ArrowRight', 'white')).toBe('h8'));
  it('leaves other keys alone', () => expect(stepCursor('e4', 'x', 'white')).toBeNull());
});
