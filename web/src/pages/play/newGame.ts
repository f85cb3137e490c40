// A new game's form: what was chosen, and the request that it becomes.

import type { NewGame, PlayerChoice, SeatWish, Start } from '../../wire';

export type Opposition = 'player' | 'person' | 'same-screen' | 'watch';
export type StartKind = Start['kind'];

export interface Choices {
  variant: string;
  opposition: Opposition;
  color: NewGame['color'];
  first: PlayerChoice;
  second: PlayerChoice;
  start: StartKind;
  pieces: number;
  fen: string;
  hasClock: boolean;
  minutes: number;
  increment: number;
  delay: number;
}

export const INITIAL_CHOICES: Choices = {
  variant: 'chess',
  opposition: 'player',
  color: 'white',
  first: { player: 'hetman', settings: {} },
  second: { player: 'hetman', settings: {} },
  start: 'standard',
  pieces: 10,
  fen: '',
  hasClock: false,
  minutes: 5,
  increment: 3,
  delay: 500,
};

function startOf(choices: Choices): Start {
  switch (choices.start) {
    case 'random':
      return { kind: 'random', pieces: choices.pieces };
    case 'fen':
      return { kind: 'fen', fen: choices.fen.trim() };
    case 'shuffled':
      return { kind: 'shuffled', number: null };
    default:
      return { kind: choices.start };
  }
}

function seatsOf(choices: Choices): [SeatWish, SeatWish] {
  const human: SeatWish = { kind: 'human', name: null };
  const first: SeatWish = { kind: 'player', ...choices.first };
  const second: SeatWish = { kind: 'player', ...choices.second };
  switch (choices.opposition) {
    case 'player':
      return [human, second];
    case 'watch':
      return [first, second];
    default:
      return [human, human];
  }
}

export function wishOf(choices: Choices): NewGame {
  return {
    variant: choices.variant,
    start: startOf(choices),
    color: choices.color,
    seats: seatsOf(choices),
    clock: choices.hasClock
      ? {
          initial_ms: Math.round(choices.minutes * 60_000),
          increment_ms: Math.round(choices.increment * 1000),
        }
      : null,
    delay_ms: choices.opposition === 'watch' ? choices.delay : 0,
  };
}
