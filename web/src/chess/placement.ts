// One square of a placement changed.

import { read, write } from '@lichess-org/chessground/fen';
import type { Key, Piece } from '@lichess-org/chessground/types';

/** The placement after a click with a brush: the piece stands there, or none does if it already did. */
export function placed(placement: string, square: Key, brush: Piece | 'nobody'): string {
  const pieces = read(placement);
  const standing = pieces.get(square);
  const isSame = brush !== 'nobody' && standing?.role === brush.role && standing.color === brush.color;
  if (brush === 'nobody' || isSame) pieces.delete(square);
  else pieces.set(square, { role: brush.role, color: brush.color });
  return write(pieces);
}
