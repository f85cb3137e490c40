// Tournaments that are often wanted: how long games are, and when they end.

import type { Choices } from './tournament';

export interface TournamentPreset {
  id: string;
  title: string;
  help: string;
  choices: Partial<Choices>;
}

const ADJUDICATED = {
  win: { moves: 4, centipawns: 800 },
  draw: { from_move: 40, moves: 8, centipawns: 15 },
  tables: true,
};
const BALANCED = { openings: 'book', shuffled: true } as const;

export const PRESETS: TournamentPreset[] = [
  {
    id: 'quick',
    title: 'Quick look',
    help: 'Ten pairs of games at one second and a hundredth a move: minutes, and a rough order.',
    choices: {
      ...BALANCED,
      control: '1+0.01',
      format: 'round-robin',
      cycles: 10,
      adjudication: ADJUDICATED,
      hasSprt: false,
    },
  },
  {
    id: 'short',
    title: 'Short time control',
    help: 'A hundred pairs at ten seconds and a tenth a move: what engines are mostly compared by.',
    choices: {
      ...BALANCED,
      control: '10+0.1',
      format: 'round-robin',
      cycles: 100,
      adjudication: ADJUDICATED,
      hasSprt: false,
    },
  },
  {
    id: 'long',
    title: 'Long time control',
    help: 'A hundred pairs at a minute and six tenths a move: whether it holds with more time.',
    choices: {
      ...BALANCED,
      control: '60+0.6',
      format: 'round-robin',
      cycles: 100,
      adjudication: ADJUDICATED,
      hasSprt: false,
    },
  },
  {
    id: 'sprt',
    title: 'Sequential test',
    help: 'Two players, ten seconds and a tenth a move, until it is clear whether the first is at least 10 Elo stronger.',
    choices: {
      ...BALANCED,
      control: '10+0.1',
      format: 'round-robin',
      cycles: 20_000,
      adjudication: ADJUDICATED,
      hasSprt: true,
      elo0: 0,
      elo1: 10,
    },
  },
];
