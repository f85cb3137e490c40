// What screen readers hear.

import { describe, expect, it } from 'vitest';
import { boardRows, pieceLetter, sanInWords, sideInWords, squareInWords } from './words';

describe('words', () => {
  it('says moves', () => {
    expect(sanInWords('Nxf3+')).toBe('knight takes f 3, check');
    expect(sanInWords('O-O-O#')).toBe('castles long, mate');
    expect(sanInWords('e8=Q')).toBe('e 8 becomes queen');
    expect(sanInWords('N@h6')).toBe('knight dropped on h 6');
  });
  it('says squares and sides', () => {
    const fen = '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1';
    expect(squareInWords(fen, 'a1')).toBe('a1, white rook');
    expect(squareInWords(fen, 'a2')).toBe('a2, empty');
    expect(sideInWords(fen, 'white')).toBe('king e1, rooks a1 h1');
    expect(sideInWords('8/8/8/8/8/8/8/8 w - - 0 1', 'black')).toBe('no pieces');
  });
  it('lays out the board from rank eight', () => {
    const rows = boardRows('7n/8/8/8/8/8/8/8 w - - 0 1');
    const piece = rows[0]?.[7];
    expect(piece && pieceLetter(piece)).toBe('n');
    expect(rows[7]?.every((square) => square === null)).toBe(true);
  });
});
