// The same game once more, colours changed.

import { api } from '../../api/client';
import { other } from '../../chess/game';
import type { Game, Seat, SeatWish, Side } from '../../wire';
import { holdSeats } from './seats';

function wishOf(seat: Seat): SeatWish {
  return seat.kind === 'player' && seat.choice
    ? { kind: 'player', ...seat.choice }
    : { kind: 'human', name: seat.name === 'White' || seat.name === 'Black' ? null : seat.name };
}

/** How to begin it, for those who played here: its number. Against a person by link there is none without that person. */
export function rematchOf(game: Game, yours: readonly Side[]): (() => Promise<string>) | null {
  const people = [game.white, game.black].filter(({ kind }) => kind === 'human').length;
  const isLearner = [game.white, game.black].some(({ kind, choice }) => kind === 'player' && choice === null);
  if (people !== yours.length || isLearner) return null;
  const mine = yours[0] ?? 'white';
  const [own, opponent] = mine === 'white' ? [game.white, game.black] : [game.black, game.white];
  const clocks = game.clocks;
  return async () => {
    const created = await api.newGame({
      variant: game.variant,
      start: game.is_chess960 ? { kind: 'shuffled', number: null } : { kind: 'standard' },
      color: other(mine),
      seats: [wishOf(own), wishOf(opponent)],
      clock: clocks ? { initial_ms: initialOf(game), increment_ms: clocks.increment_ms } : null,
      delay_ms: game.delay_ms,
    });
    holdSeats(created.game.id, [created.links.white_secret, created.links.black_secret]);
    return created.game.id;
  };
}

/** What a clock began with: what it showed after the first move, with the time that the move took. */
function initialOf({ clocks, moves }: Game): number {
  const [first] = moves;
  if (!first || first.clock_ms === null) return clocks?.white_ms ?? 0;
  const began = first.clock_ms + first.elapsed_ms - (clocks?.increment_ms ?? 0);
  return Math.max(1000, Math.round(began / 1000) * 1000);
}
