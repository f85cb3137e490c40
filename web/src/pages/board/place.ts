// What of the board an address names: where one begins, a game, a line that is looked into, an experiment that learns.

import { linkTo, type Route } from '../../app/route.svelte';
import { isNumber } from '../../app/page';

/** Whose moves are looked into. */
export type Source =
  | { kind: 'free'; variant: string; fen: string | null }
  /** A game at the board. */
  | { kind: 'game'; id: string }
  /** A game that was taken in from outside, and is kept in the browser. */
  | { kind: 'study'; id: string }
  /** A game that is kept in the library. */
  | { kind: 'record'; id: string };

export type BoardPlace =
  | { kind: 'home'; variant: string | null; fen: string | null; against: string | null }
  | { kind: 'game'; id: string; seat: string | null; moves: string[] | null }
  /** `moves` lead to the node that is shown; at the end of a game where they are not told. */
  | { kind: 'analysis'; source: Source; moves: string[] | null }
  | { kind: 'learning'; experiment: string };

export type AnalysisPlace = Extract<BoardPlace, { kind: 'analysis' }>;

/** Addresses of the pages that were here before are read, too: `#/position?...`, `#/library/games/ID`. */
export function readPlace({ page, rest, query }: Route): BoardPlace | null {
  const [first, ...more] = rest;
  const told = query.get('moves');
  const moves = told === null ? null : told.split(' ').filter((move) => move !== '');
  switch (page) {
    case '':
    case 'board':
    case 'play':
      if (more.length > 0) return null;
      if (first === undefined) return homeOf(query);
      return isNumber(first) ? { kind: 'game', id: first, seat: query.get('seat'), moves } : null;
    case 'analysis':
    case 'position':
      return rest.length > 0 ? null : { kind: 'analysis', ...sourceOf(query, moves) };
    case 'learning':
      return first !== undefined && more.length === 0 && isNumber(first)
        ? { kind: 'learning', experiment: first }
        : null;
    case 'library':
      if (first !== 'games' || more.length !== 1 || more[0] === undefined) return null;
      return { kind: 'analysis', source: { kind: 'record', id: more[0] }, moves };
    default:
      return null;
  }
}

function homeOf(query: URLSearchParams): BoardPlace {
  return {
    kind: 'home',
    variant: query.get('variant'),
    fen: query.get('fen'),
    against: query.get('against'),
  };
}

function sourceOf(query: URLSearchParams, moves: string[] | null): Omit<AnalysisPlace, 'kind'> {
  const [game, record, study] = ['game', 'record', 'study'].map((kind) => query.get(kind));
  if (game) return { source: { kind: 'game', id: game }, moves };
  if (record) return { source: { kind: 'record', id: record }, moves };
  if (study) return { source: { kind: 'study', id: study }, moves };
  const free: Source = { kind: 'free', variant: query.get('variant') ?? 'chess', fen: query.get('fen') };
  return { source: free, moves: moves ?? [] };
}

export function linkOf({ source, moves }: Omit<AnalysisPlace, 'kind'>): string {
  const line: Record<string, string> =
    moves === null || (source.kind === 'free' && moves.length === 0) ? {} : { moves: moves.join(' ') };
  if (source.kind !== 'free') return linkTo('analysis', [], { [source.kind]: source.id, ...line });
  const { variant, fen } = source;
  return linkTo('analysis', [], { variant, ...(fen === null ? {} : { fen }), ...line });
}
