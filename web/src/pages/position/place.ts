// A position as an address names it: the variant, where the line begins, and the moves that were made from there.

import { linkTo, type Route } from '../../app/route.svelte';

export interface PositionPlace {
  variant: string;
  /** Where the line begins; the variant's start where it is not told. */
  fen: string | null;
  moves: string[];
}

export function readPlace({ rest, query }: Route): PositionPlace | null {
  if (rest.length > 0) return null;
  return {
    variant: query.get('variant') ?? 'chess',
    fen: query.get('fen'),
    moves: (query.get('moves') ?? '').split(' ').filter((move) => move !== ''),
  };
}

export function linkOf({ variant, fen, moves }: PositionPlace): string {
  return linkTo('position', [], {
    variant,
    ...(fen === null ? {} : { fen }),
    ...(moves.length === 0 ? {} : { moves: moves.join(' ') }),
  });
}
