// A position of an ending, drawn at random.

import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { sidesOf } from './endings';

const MOST_TRIES = 1000;

/** A legal position with White, the stronger side, to move, in which there is something to play; null if none was found. */
export function randomPosition(material: string, random: () => number = Math.random): string | null {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const fen = scatter(material, random);
    const position = fen === null ? null : legal(fen);
    if (position !== null) return position;
  }
  return null;
}

function legal(fen: string): string | null {
  const setup = parseFen(fen);
  if (setup.isErr) return null;
  return Chess.fromSetup(setup.value).unwrap(
    (position) => (position.isEnd() ? null : makeFen(position.toSetup())),
    () => null,
  );
}

/** Every piece on a square of its own; null where two drew the same. */
function scatter(material: string, random: () => number): string | null {
  const [white, black] = sidesOf(material);
  const board: (string | null)[] = Array.from({ length: 64 }, () => null);
  for (const piece of [...white, ...black.toLowerCase()]) {
    const square = Math.floor(random() * 64);
    if (board[square] !== null) return null;
    board[square] = piece;
  }
  const rows = Array.from({ length: 8 }, (_, rank) => rowOf(board.slice(8 * rank, 8 * rank + 8)));
  return `${rows.join('/')} w - - 0 1`;
}

function rowOf(squares: (string | null)[]): string {
  return squares
    .map((piece) => piece ?? '1')
    .join('')
    .replace(/1+/g, (empty) => String(empty.length));
}
