// A move made on the page, to try lines without a game: the rules of chessops, which knows every variant but suicide, whose
// moves are those of antichess.

import { normalizeMove, type Position } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { SquareSet } from 'chessops/squareSet';
import { makeSquare, parseSquare, parseUci } from 'chessops/util';
import { ROLES, type Rules } from 'chessops/types';
import { setupPosition } from 'chessops/variant';
import type { Legal } from '../wire';
import type { Step } from './tree';

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

/** What may be played, so that nobody waits for the studio to move; null where the position is not understood. */
export function legalOf(variant: string, fen: string): Legal | null {
  const position = positionOf(variant, fen);
  if (!position || position.isEnd()) return position ? { moves: [], drops: [] } : null;
  const moves = [...chessgroundDests(position)].map(([from, to]) => {
    const isPawn = position.board.getRole(parseSquare(from) ?? 0) === 'pawn';
    const promotions = isPawn ? to.filter((square) => /[18]$/.test(square)) : [];
    const roles = position.rules === 'antichess' ? 'qrbnk' : 'qrbn';
    return { from, to, promotions, promotion_roles: promotions.length > 0 ? roles : '' };
  });
  return { moves, drops: dropsOf(position) };
}

function dropsOf(position: Position): Legal['drops'] {
  const pocket = position.pockets?.[position.turn];
  if (!pocket) return [];
  const squares = [...position.dropDests()];
  return ROLES.filter((role) => pocket[role] > 0).map((role) => ({
    role: (role === 'knight' ? 'n' : (role[0] ?? '')).toUpperCase(),
    to: squares
      .filter((square) => role !== 'pawn' || !SquareSet.backranks().has(square))
      .map((square) => makeSquare(square)),
  }));
}

/** A move and the position after it; null where the move or the position is not understood. */
export function playOn(variant: string, fen: string, uci: string): Step | null {
  const position = positionOf(variant, fen);
  const move = parseUci(uci);
  if (!position || !move || !position.isLegal(move)) return null;
  const san = makeSanAndPlay(position, normalizeMove(position, move));
  return { uci, san, fen: makeFen(position.toSetup()) };
}

export function positionOf(variant: string, fen: string): Position | null {
  const rules = RULES[variant];
  const setup = parseFen(fen);
  if (!rules || setup.isErr) return null;
  return setupPosition(rules, setup.value).unwrap(
    (position) => position,
    () => null,
  );
}
