// The main line in rows of two moves, as scoresheets have it, broken where something stands between the moves.

import type { Entry } from './tree';
import { isRemark } from './remark';

export type Row =
  | { kind: 'pair'; key: string; number: string; white: Entry | null; black: Entry | null }
  /** What was written after a move, and what else was tried. */
  | { kind: 'between'; key: string; entry: Entry };

export function rowsOf(line: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  for (const entry of line.map(withoutRemark)) {
    const last = rows.at(-1);
    const isBlack = entry.number === '' || entry.number.endsWith('…');
    if (isBlack && last?.kind === 'pair' && last.black === null) last.black = entry;
    else {
      const number = entry.number.replace('…', '.');
      const [white, black] = isBlack ? [null, entry] : [entry, null];
      rows.push({ kind: 'pair', key: entry.path, number, white, black });
    }
    if (entry.comment !== '' || entry.variations.length > 0)
      rows.push({ kind: 'between', key: `${entry.path} +`, entry });
  }
  return rows;
}

/** What a program wrote at each of its moves is in the graph; between the moves it would be in the way. */
function withoutRemark(entry: Entry): Entry {
  return isRemark(entry.comment) ? { ...entry, comment: '' } : entry;
}
