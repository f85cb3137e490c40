// Moves, pieces and boards as words, for screen readers and for the text board.

import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import { read } from '@lichess-org/chessground/fen';

const NAMES: Record<string, string> = {
  N: 'knight',
  B: 'bishop',
  R: 'rook',
  Q: 'queen',
  K: 'king',
  P: 'pawn',
};

export const FILES = 'abcdefgh';

/** "Nxf3+" as "knight takes f 3, check". */
export function sanInWords(san: string): string {
  if (san.startsWith('O-O-O')) return `castles long${ending(san)}`;
  if (san.startsWith('O-O')) return `castles short${ending(san)}`;
  const words = [...san.replace(/[+#]/g, '')].map(sanLetter).join(' ').replace(/\s+/g, ' ').trim();
  return words + ending(san);
}

function sanLetter(letter: string): string {
  if (letter === 'x') return 'takes';
  if (letter === '=') return 'becomes';
  if (letter === '@') return 'dropped on';
  return NAMES[letter] ?? letter;
}

function ending(san: string): string {
  if (san.endsWith('#')) return ', mate';
  return san.endsWith('+') ? ', check' : '';
}

export function pieceInWords(piece: Piece): string {
  return `${piece.color} ${piece.role}`;
}

export function squareInWords(fen: string, square: Key): string {
  const piece = read(fen).get(square);
  return `${square}, ${piece ? pieceInWords(piece) : 'empty'}`;
}

/** The board as eight rows of eight, rank 8 first; null where nobody stands. */
export function boardRows(fen: string): (Piece | null)[][] {
  const pieces = read(fen);
  return [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
    [...FILES].map((file) => pieces.get(`${file}${rank}` as Key) ?? null),
  );
}

const ORDER: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** All pieces of one side: "king e1, rooks a1 h1". */
export function sideInWords(fen: string, colour: 'white' | 'black'): string {
  const pieces = [...read(fen)].filter(([, piece]) => piece.color === colour);
  const groups = ORDER.map((role) => {
    const squares = pieces.filter(([, piece]) => piece.role === role).map(([square]) => square);
    return squares.length === 0 ? '' : `${role}${squares.length > 1 ? 's' : ''} ${squares.sort().join(' ')}`;
  });
  return groups.filter((group) => group !== '').join(', ') || 'no pieces';
}

export function pieceLetter(piece: Piece): string {
  const letter = piece.role === 'knight' ? 'n' : (piece.role[0] ?? '');
  return piece.color === 'white' ? letter.toUpperCase() : letter;
}
