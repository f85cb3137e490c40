// Endings and lessons as the pages keep them, and in words.

import type {
  EndgameList,
  EndgameMove,
  EndgameSide,
  EndgameTable,
  Event as LiveEvent,
  Lesson,
  LessonList,
} from '../../wire';

function withNewest<Line extends { id: string }>(lines: readonly Line[], line: Line): Line[] {
  const index = lines.findIndex((known) => known.id === line.id);
  return index === -1 ? [line, ...lines] : lines.with(index, line);
}

export function applyToTables(list: EndgameList, event: LiveEvent): EndgameList {
  if (event.kind === 'endgame-table-deleted')
    return { ...list, tables: list.tables.filter(({ id }) => id !== event.id) };
  if (event.kind !== 'endgame-table') return list;
  const { kind: _, ...table } = event;
  return { ...list, tables: withNewest<EndgameTable>(list.tables, table) };
}

export function applyToLessons(list: LessonList, event: LiveEvent): LessonList {
  if (event.kind === 'lesson-deleted')
    return { ...list, lessons: list.lessons.filter(({ id }) => id !== event.id) };
  if (event.kind !== 'lesson') return list;
  const { kind: _, ...lesson } = event;
  return { ...list, lessons: withNewest<Lesson>(list.lessons, lesson) };
}

const PIECES: Record<string, string> = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** The pieces of both sides, kings first: `KBNK` as `['KBN', 'K']`. */
export function sidesOf(material: string): [string, string] {
  const second = material.indexOf('K', 1);
  return [material.slice(0, second), material.slice(second)];
}

/** "King, bishop and knight against king". */
export function inWords(material: string): string {
  const side = (letters: string): string => {
    const names = [...letters].map((letter) => PIECES[letter] ?? 'king');
    return names.length === 1 ? 'king' : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  };
  const [white, black] = sidesOf(material).map(side);
  const text = `${white ?? ''} against ${black ?? ''}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One bar of the chart: positions that are decided in so many moves. */
export interface Bar {
  moves: number;
  wins: number;
  losses: number;
}

export function barsOf(side: EndgameSide): Bar[] {
  const length = Math.max(side.wins.length, side.losses.length);
  return Array.from({ length }, (_, moves) => ({
    moves,
    wins: side.wins[moves] ?? 0,
    losses: side.losses[moves] ?? 0,
  }));
}

/** What a move gives away beside the best one, in words; nothing where it is as good. */
export function wasteOf(move: EndgameMove, best: EndgameMove | undefined): string {
  if (!move.verdict || !best?.verdict || move.is_best) return '';
  if (move.verdict.result !== best.verdict.result)
    return best.verdict.result === 'win' ? 'throws the win away' : 'loses the draw';
  const moves = Math.abs((move.verdict.moves ?? 0) - (best.verdict.moves ?? 0));
  const words = `${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return move.verdict.result === 'win' ? `${words} later` : `${words} sooner`;
}
