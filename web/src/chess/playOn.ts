// A move made on the page, to try lines without a game: the rules of chessops, which knows every variant but suicide, whose
// moves are those of antichess.

import { normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { parseUci } from 'chessops/util';
import type { Rules } from 'chessops/types';
import { setupPosition } from 'chessops/variant';
import type { Step } from './tree';

export const RULES: Record<string, Rules> = {
  chess: 'chess',
  suicide: 'antichess',
  antichess: 'antichess',
  atomic: 'atomic',
  crazyhouse: 'crazyhouse',
  '3check': '3check',
  kingofthehill: 'kingofthehill',
  racingkings: 'racingkings',
  horde: 'horde',
};

/** A move and the position after it; null where the move or the position is not understood. */
export function playOn(variant: string, fen: string, uci: string): Step | null {
  const rules = RULES[variant];
  const move = parseUci(uci);
  const setup = parseFen(fen);
  if (!rules || !move || setup.isErr) return null;
  return setupPosition(rules, setup.value).unwrap(
    (position) => {
      if (!position.isLegal(move)) return null;
      const san = makeSanAndPlay(position, normalizeMove(position, move));
      return { uci, san, fen: makeFen(position.toSetup()) };
    },
    () => null,
  );
}
