// Changes to a position's text. The server judges positions; these functions only exchange a field and leave what they do
// not know (pockets, counted checks) alone.

import type { Pocket, Side } from '../wire';

export const EMPTY_PLACEMENT = '8/8/8/8/8/8/8/8';

function fields(fen: string): string[] {
  const known = fen.trim().split(/\s+/);
  return known.length >= 4 ? known : [known[0] || EMPTY_PLACEMENT, 'w', '-', '-', '0', '1'];
}

/** The squares alone, without pockets. */
export function placementOf(fen: string): string {
  return (fields(fen)[0] ?? '')
    .replace(/\[.*\]$/, '')
    .split('/')
    .slice(0, 8)
    .join('/');
}

export function turnOf(fen: string): Side {
  return fields(fen)[1] === 'b' ? 'black' : 'white';
}

export function castlingOf(fen: string): string {
  const rights = fields(fen)[2] ?? '-';
  return rights === '-' ? '' : rights;
}

/** Another placement. Rights to castle whose king or rook has left are dropped, and no pawn can be taken in passing. */
export function withPlacement(fen: string, placement: string): string {
  const next = fields(fen);
  const pocket = /\[.*\]$/.exec(next[0] ?? '')?.[0] ?? '';
  const rights = possibleCastling(placement, next[2] ?? '-');
  return [placement + pocket, next[1], rights, '-', ...next.slice(4)].join(' ');
}

export function withTurn(fen: string, turn: Side): string {
  const next = fields(fen);
  return [next[0], turn === 'white' ? 'w' : 'b', next[2], '-', ...next.slice(4)].join(' ');
}

export function withCastling(fen: string, right: string, allowed: boolean): string {
  const next = fields(fen);
  const rights = [...'KQkq']
    .filter((one) => (one === right ? allowed : castlingOf(fen).includes(one)))
    .join('');
  return [next[0], next[1], rights || '-', ...next.slice(3)].join(' ');
}

const HOMES: Record<string, [rank: number, king: string, rook: string, rookFile: number]> = {
  K: [7, 'K', 'R', 7],
  Q: [7, 'K', 'R', 0],
  k: [0, 'k', 'r', 7],
  q: [0, 'k', 'r', 0],
};

/** Of the rights, those whose king and rook stand at home; rights of shuffled starts are left to the server. */
export function possibleCastling(placement: string, rights: string): string {
  const rows = placement.split('/').map((row) => row.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));
  const possible = [...rights].filter((right) => {
    const home = HOMES[right];
    if (!home) return right !== '-';
    const [rank, king, rook, rookFile] = home;
    return rows[rank]?.[4] === king && rows[rank]?.[rookFile] === rook;
  });
  return possible.join('') || '-';
}

const IN_HAND = ['pawns', 'knights', 'bishops', 'rooks', 'queens'] as const;
const LETTERS = 'pnbrq';

/** What both sides have in hand, as it stands behind the squares: `[Qn]`. */
export function pocketsOf(fen: string): Record<Side, Pocket> {
  const text = /\[(.*)\]/.exec(fields(fen)[0] ?? '')?.[1] ?? '';
  const count = (letter: string): number => [...text].filter((one) => one === letter).length;
  const pocket = (change: (letter: string) => string): Pocket =>
    Object.fromEntries(
      IN_HAND.map((name, index) => [name, count(change(LETTERS[index] ?? ''))]),
    ) as unknown as Pocket;
  return { white: pocket((letter) => letter.toUpperCase()), black: pocket((letter) => letter) };
}

/** The position with so many more of a piece in hand, or fewer; never less than none. */
export function withInHand(fen: string, letter: string, change: 1 | -1): string {
  const next = fields(fen);
  const [squares = '', text = ''] = (next[0] ?? '').replace(']', '').split('[');
  const pocket = change > 0 ? text + letter : text.replace(letter, '');
  return [`${squares}[${pocket}]`, ...next.slice(1)].join(' ');
}

/** Checks that White and Black have yet to give, where they are counted: `3+2` behind the en passant square. */
export function checksOf(fen: string): [white: number, black: number] | null {
  const [, white, black] = /(?:^| )(\d)\+(\d)(?: |$)/.exec(fen) ?? [];
  return white === undefined || black === undefined ? null : [Number(white), Number(black)];
}

export function withChecks(fen: string, white: number, black: number): string {
  const next = fields(fen).filter((field) => !/^\+?\d\+\d$/.test(field));
  return [...next.slice(0, 4), `${white}+${black}`, ...next.slice(4)].join(' ');
}
