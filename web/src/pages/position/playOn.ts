// A move made on the page, to try lines without a game: the rules of chessops, which knows every variant but suicide, whose
// moves are those of antichess.

import { parseFen, makeFen } from 'chessops/fen';
import { setupPosition } from 'chessops/variant';
import { parseUci } from 'chessops/util';
import type { Rules } from 'chessops/types';

const RULES: Record<string, Rules> = {
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

/** The position after a move; null where the move or the position is not understood. */
export function playOn(variant: string, fen: string, uci: string): string | null {
  const rules = RULES[variant];
  const move = parseUci(uci);
  const setup = parseFen(fen);
  if (!rules || !move || setup.isErr) return null;
  return setupPosition(rules, setup.value).unwrap(
    (position) => {
      if (!position.isLegal(move)) return null;
      position.play(move);
      return makeFen(position.toSetup());
    },
    () => null,
  );
}
