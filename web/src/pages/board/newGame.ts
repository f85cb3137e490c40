// A new game: what was chosen, in a player's words, and the request that it becomes.

import { api } from '../../api/client';
import { attempt } from '../../app/messages.svelte';
import { linkTo, type Visit } from '../../app/route.svelte';
import { turnOf } from '../../chess/fen';
import type { CourseMoment, GameCreated, NewGame, PlayerChoice, SeatWish, Start } from '../../wire';
import { holdSeats } from './seats';

/** `level` is a moment of the slider of learning. */
export type Opposition = 'level' | 'player' | 'person' | 'same-screen' | 'watch';
export type StartKind = Start['kind'];

export interface Choices {
  variant: string;
  opposition: Opposition;
  color: NewGame['color'];
  /** What one is called by the other person. */
  name: string;
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
  opposition: 'level',
  color: 'white',
  name: '',
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

/** Usual times: minutes for a side and seconds added a move. */
export const TIMES: [minutes: number, increment: number][] = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
];

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

function seatsOf(choices: Choices, level: PlayerChoice): [SeatWish, SeatWish] {
  const human: SeatWish = { kind: 'human', name: choices.name.trim() || null };
  const first: SeatWish = { kind: 'player', ...choices.first };
  const second: SeatWish = { kind: 'player', ...choices.second };
  switch (choices.opposition) {
    case 'level':
      return [human, { kind: 'player', ...level }];
    case 'player':
      return [human, second];
    case 'watch':
      return [first, second];
    default:
      return [human, { kind: 'human', name: null }];
  }
}

/** `level` is whoever the slider of learning stands for. */
export function wishOf(choices: Choices, level: PlayerChoice = choices.second): NewGame {
  return {
    variant: choices.variant,
    start: startOf(choices),
    color: choices.color,
    seats: seatsOf(choices, level),
    clock: choices.hasClock
      ? {
          initial_ms: Math.round(choices.minutes * 60_000),
          increment_ms: Math.round(choices.increment * 1000),
        }
      : null,
    delay_ms: choices.opposition === 'watch' ? choices.delay : 0,
  };
}

/** Makes the game, and keeps the seats that are this browser's; its link for the other person is kept too. */
export async function beginGame(choices: Choices, level?: PlayerChoice): Promise<GameCreated> {
  const created = await api.newGame(wishOf(choices, level));
  const { game, links } = created;
  if (choices.opposition !== 'person') {
    holdSeats(game.id, [links.white_secret, links.black_secret]);
    return created;
  }
  // Who wants a random colour is dealt one here, as both seats are people's.
  const isBlack = choices.color === 'random' ? Math.random() < 0.5 : choices.color === 'black';
  holdSeats(game.id, [isBlack ? links.black_secret : links.white_secret]);
  sessionStorage.setItem(`hetman.invitation.${game.id}`, (isBlack ? links.white : links.black) ?? '');
  return created;
}

/** A game from the position on the board, against somebody or against the one who plays best. */
export async function playFrom(
  visit: Visit,
  desk: { variant: string; fen: string },
  player: CourseMoment['player'] | null,
): Promise<void> {
  await attempt(async () => {
    const choices: Choices = {
      ...INITIAL_CHOICES,
      variant: desk.variant,
      start: 'fen',
      fen: desk.fen,
      color: turnOf(desk.fen),
    };
    const { game } = await beginGame(choices, player ?? choices.second);
    visit.go(linkTo('play', [game.id]));
  });
}

/** What another page wants to be played: a position, or against whom. */
export function asked({ variant, fen, against }: Asked): Partial<Choices> {
  return {
    ...(variant === null ? {} : { variant }),
    ...(fen === null ? { start: 'standard' } : { fen, start: 'fen' }),
    ...(against === null
      ? {}
      : { variant: variant ?? 'chess', opposition: 'player', second: { player: against, settings: {} } }),
  };
}

interface Asked {
  variant: string | null;
  fen: string | null;
  against: string | null;
}
