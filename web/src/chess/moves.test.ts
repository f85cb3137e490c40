// Legal moves as the board needs them.

import { describe, expect, it } from 'vitest';
import type { Legal } from '../wire';
import { destinations, dropMove, dropSquares, movesBetween, promotionOf, squaresOf } from './moves';

const LEGAL: Legal = {
  moves: [
    { from: 'e2', to: ['e4', 'e3'], promotions: [], promotion_roles: '' },
    { from: 'a7', to: ['a8', 'b8'], promotions: ['a8', 'b8'], promotion_roles: 'qn' },
  ],
  drops: [{ role: 'N', to: ['f3', 'g5'] }],
};

describe('legal moves', () => {
  it('lists destinations', () => {
    const result = destinations(LEGAL);
    expect(result.get('e2')).toEqual(['e4', 'e3']);
    expect(result.size).toBe(2);
  });
  it('finds single moves, promotions and nothing', () => {
    expect(movesBetween(LEGAL, 'e2', 'e4')).toEqual(['e2e4']);
    expect(movesBetween(LEGAL, 'a7', 'a8')).toEqual(['a7a8q', 'a7a8n']);
    expect(movesBetween(LEGAL, 'e2', 'e5')).toEqual([]);
    expect(promotionOf('a7a8n')).toBe('knight');
    expect(promotionOf('e2e4')).toBeUndefined();
  });
  it('finds drops', () => {
    expect(dropSquares(LEGAL, 'knight')).toEqual(['f3', 'g5']);
    expect(dropSquares(LEGAL, 'queen')).toEqual([]);
    expect(dropMove('queen', 'h7')).toBe('Q@h7');
  });
  it('knows the squares of a move', () => {
    expect(squaresOf('N@f3')).toEqual(['f3']);
    expect(squaresOf('a7a8q')).toEqual(['a7', 'a8']);
  });
});
