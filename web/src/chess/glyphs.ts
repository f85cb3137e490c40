// Annotation glyphs, by their numbers in PGN.

export const GLYPHS: [number: number, sign: string, words: string][] = [
  [1, '!', 'good move'],
  [2, '?', 'mistake'],
  [3, '‼', 'brilliant move'],
  [4, '⁇', 'blunder'],
  [5, '⁉', 'interesting move'],
  [6, '⁈', 'dubious move'],
];

export function signOf(glyph: number): string {
  return GLYPHS.find(([number]) => number === glyph)?.[1] ?? '';
}

export function wordsOf(glyph: number): string {
  return GLYPHS.find(([number]) => number === glyph)?.[2] ?? '';
}
