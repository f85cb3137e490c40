// Tournaments as the pages keep them, and the request that a filled form becomes.

import type {
  AdjudicationWish,
  Event as LiveEvent,
  NewTournament,
  OpeningsWish,
  PlayerChoice,
  Tournament,
  TournamentBoard,
  TournamentFormat,
  TournamentList,
} from '../../wire';

export function applyToList(list: TournamentList, event: LiveEvent): TournamentList {
  if (event.kind === 'tournament-deleted') {
    return { ...list, tournaments: list.tournaments.filter((line) => line.id !== event.id) };
  }
  if (event.kind !== 'tournament') return list;
  const { kind: _, ...line } = event;
  const index = list.tournaments.findIndex((known) => known.id === line.id);
  const tournaments = index === -1 ? [line, ...list.tournaments] : list.tournaments.with(index, line);
  return { ...list, tournaments };
}

export function applyToTournament(tournament: Tournament, event: LiveEvent): Tournament {
  if (event.kind === 'tournament-board')
    return { ...tournament, boards: withBoard(tournament.boards, event) };
  if (event.kind !== 'tournament') return tournament;
  const { kind: _, ...line } = event;
  return { ...tournament, ...line };
}

function withBoard(boards: TournamentBoard[], board: TournamentBoard): TournamentBoard[] {
  const others = boards.filter((known) => known.number !== board.number);
  return [...others, board].sort((one, other) => one.number - other.number);
}

export type FormatKind = TournamentFormat['kind'];

export interface Choices {
  name: string;
  variant: string;
  players: PlayerChoice[];
  format: FormatKind;
  cycles: number;
  openings: OpeningsWish['kind'];
  randomPlies: number;
  /** The id of a book, and how it is used. */
  book: string;
  bookPlies: number | null;
  shuffled: boolean;
  control: string;
  adjudication: AdjudicationWish;
  hasSprt: boolean;
  elo0: number;
  elo1: number;
  concurrency: number;
  seed: number;
}

export const INITIAL_CHOICES: Choices = {
  name: 'Tournament',
  variant: 'chess',
  players: [],
  format: 'round-robin',
  cycles: 2,
  openings: 'random',
  randomPlies: 4,
  book: '',
  bookPlies: null,
  shuffled: true,
  control: '',
  adjudication: { win: null, draw: null, tables: false },
  hasSprt: false,
  elo0: 0,
  elo1: 10,
  concurrency: 1,
  seed: 1,
};

export function formatOf(choices: Pick<Choices, 'format' | 'cycles'>): TournamentFormat {
  return choices.format === 'knock-out'
    ? { kind: 'knock-out', pairs: choices.cycles }
    : { kind: choices.format, cycles: choices.cycles };
}

/** How many games it will be; a knock-out does not know before its end. */
export function gamesOf(choices: Pick<Choices, 'format' | 'cycles' | 'players'>): number | null {
  const players = choices.players.length;
  if (choices.format === 'knock-out') return null;
  const pairings = choices.format === 'gauntlet' ? players - 1 : (players * (players - 1)) / 2;
  return Math.max(0, pairings) * choices.cycles * 2;
}

function openingsOf(choices: Choices): OpeningsWish {
  switch (choices.openings) {
    case 'random':
      return { kind: 'random', plies: choices.randomPlies };
    case 'book':
      return { kind: 'book', book: choices.book, shuffled: choices.shuffled, plies: choices.bookPlies };
    case 'start':
      return { kind: 'start' };
  }
}

export function wishOf(choices: Choices): NewTournament {
  return {
    name: choices.name.trim(),
    variant: choices.variant,
    players: choices.players,
    format: formatOf(choices),
    openings: openingsOf(choices),
    adjudication: choices.adjudication,
    control: choices.control.trim() === '' ? null : choices.control.trim(),
    sprt:
      choices.hasSprt && choices.players.length === 2
        ? { elo0: choices.elo0, elo1: choices.elo1, alpha: 0.05, beta: 0.05 }
        : null,
    seed: choices.seed,
    concurrency: choices.concurrency,
  };
}
