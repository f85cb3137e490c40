// Positions as text, changed field by field.

import { describe, expect, it } from 'vitest';
import {
  castlingOf,
  placementOf,
  possibleCastling,
  turnOf,
  withCastling,
  withPlacement,
  withTurn,
  checksOf,
  pocketsOf,
  withChecks,
  withInHand,
} from './fen';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('FEN', () => {
  it('reads fields', () => {
    expect(placementOf('8/8/8/8/8/8/8/k6K[Qp] b - - 0 1')).toBe('8/8/8/8/8/8/8/k6K');
    expect(turnOf(START)).toBe('white');
    expect(castlingOf(START)).toBe('KQkq');
    expect(castlingOf('8/8 w - - 0 1')).toBe('');
  });
  it('drops rights whose rook has left', () => {
    const next = withPlacement(START, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1');
    expect(next).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1');
    expect(possibleCastling('8/8/8/8/8/8/8/8', 'KQkq')).toBe('-');
  });
  it('keeps pockets and counted checks', () => {
    expect(withPlacement('8/8/8/8/8/8/8/8[Nq] w - - 0 1', '8/8/8/8/8/8/8/7K')).toBe(
      '8/8/8/8/8/8/8/7K[Nq] w - - 0 1',
    );
    expect(withTurn('8/8/8/8/8/8/8/8 w - - 3+3 0 1', 'black')).toBe('8/8/8/8/8/8/8/8 b - - 3+3 0 1');
  });
  it('switches single rights', () => {
    expect(castlingOf(withCastling(START, 'Q', false))).toBe('Kkq');
    expect(castlingOf(withCastling('8/8/8/8/8/8/8/8 w - - 0 1', 'k', true))).toBe('k');
  });
});

describe('pockets and checks', () => {
  const fen = '4k3/8/8/8/8/8/8/4K3[Qnn] w - - 0 1';
  it('are read, and changed one by one', () => {
    expect(pocketsOf(fen)).toMatchObject({ white: { queens: 1, knights: 0 }, black: { knights: 2 } });
    expect(withInHand(fen, 'P', 1)).toContain('[QnnP]');
    expect(withInHand(fen, 'n', -1)).toContain('[Qn]');
    expect(withInHand('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'P', 1)).toContain('/4K3[P] w');
  });
  it('are counted where a position counts them', () => {
    const checked = '4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1';
    expect(checksOf(checked)).toEqual([3, 2]);
    expect(checksOf(fen)).toBeNull();
    expect(withChecks(checked, 1, 2)).toBe('4k3/8/8/8/8/8/8/4K3 w - - 1+2 0 1');
  });
});
