// Trees of moves: nothing that was tried is lost.

import { describe, expect, it } from 'vitest';
import { isUnder, movesOf, MoveTree, numbered, ROOT, type Entry, type Path } from './tree';

const WHITE = 'start w - - 0 1';

/** A tree in which positions only know whose move it is and how many were made. */
function grown(lines: string[][], start = WHITE): MoveTree {
  let tree = MoveTree.from(start);
  for (const line of lines) {
    let path: Path = ROOT;
    for (const san of line)
      [tree, path] = tree.play(path, { uci: san.toLowerCase(), san, fen: after(tree.at(path).fen) });
  }
  return tree;
}

function after(fen: string): string {
  const isBlack = fen.split(' ')[1] === 'b';
  return `x ${isBlack ? 'w' : 'b'} - - 0 ${Number(fen.split(' ').at(-1)) + (isBlack ? 1 : 0)}`;
}

function written(entries: Entry[]): string {
  return entries
    .map(({ number, san, variations }) =>
      [number + san, ...variations.map((line) => `(${written(line)})`)].join(' '),
    )
    .join(' ');
}

describe('trees of moves', () => {
  it('keep variations, and write them behind the move they replace', () => {
    const tree = grown([
      ['E4', 'E5', 'Nf3', 'Nc6'],
      ['D4', 'D5'],
      ['E4', 'C5', 'Nf3'],
      ['E4', 'E5', 'F4'],
    ]);
    expect(written(tree.lines())).toBe('1.E4 (1.D4 D5) 1…E5 (1…C5 2.Nf3) 2.Nf3 (2.F4) 2…Nc6');
  });
  it('number a game that Black begins', () => {
    expect(written(grown([['E5', 'Nf3', 'Nc6']], 'x b - - 0 17').lines())).toBe('17…E5 18.Nf3 Nc6');
  });
  it('know a move that was tried before, also written otherwise', () => {
    const tree = grown([['O-O']]);
    const [same, path] = tree.play(ROOT, { uci: 'e1h1', san: 'O-O', fen: 'x' });
    expect(same).toBe(tree);
    expect(path).toBe('o-o');
  });
  it('go back, on, and to the ends', () => {
    const tree = grown([
      ['E4', 'E5'],
      ['E4', 'C5', 'Nf3'],
    ]);
    expect(tree.at('e4 c5').parent).toBe('e4');
    expect(tree.towards('e4', 'e4 c5 nf3')).toBe('e4 c5');
    expect(tree.towards('e4', 'elsewhere')).toBe('e4 e5');
    expect(tree.towards('e4 c5 nf3', 'e4 c5 nf3')).toBe('e4 c5 nf3');
    expect(tree.endOf(ROOT)).toBe('e4 e5');
  });
  it('lose only what they are told to lose', () => {
    const tree = grown([
      ['E4', 'E5', 'Nf3'],
      ['E4', 'E51'],
    ]).without('e4 e5');
    expect(written(tree.lines())).toBe('1.E4 E51');
    expect(tree.has('e4 e5 nf3')).toBe(false);
    expect(tree.without(ROOT).lines()).toEqual([]);
  });
  it('have paths that are moves', () => {
    expect(movesOf('e2e4 e7e5')).toEqual(['e2e4', 'e7e5']);
    expect(movesOf(ROOT)).toEqual([]);
    expect([isUnder('e2e4 e7e5', 'e2e4'), isUnder('e2e4q', 'e2e4'), isUnder('e2e4', ROOT)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('lines of an analysis', () => {
  it('have move numbers', () => {
    const text = (fen: string): string =>
      numbered(fen, ['a', 'b', 'c'])
        .map(({ number, san }) => number + san)
        .join(' ');
    expect(text('x w - - 0 3')).toBe('3.a b 4.c');
    expect(text('x b - - 0 3')).toBe('3…a 4.b c');
    expect(text('x w - - 3+3 0 7 +0+0')).toBe('7.a b 8.c');
  });
});

describe('a tree that is worked on', () => {
  const step = (uci: string): { uci: string; san: string; fen: string } => ({
    uci,
    san: uci,
    fen: 'x w - - 0 1',
  });
  const [tree] = MoveTree.from('x w - - 0 1').playAll('', [step('a'), step('b')]);
  it('makes another line the main one and loses none', () => {
    const [other, end] = tree.withMainLine([step('a'), step('c')]);
    expect(other.mainLine().map(({ san }) => san)).toEqual(['', 'a', 'c']);
    expect([end, other.has('a b'), other.size]).toEqual(['a c', true, 3]);
    expect(other.withMainLine([step('a'), step('c')])[0]).toBe(other);
  });
  it('takes in what another one has besides', () => {
    const [other] = tree.play('a', step('d'));
    const [third] = tree.play('', step('e'));
    const merged = other.merged(third);
    expect(merged.nodes().map(({ path }) => path)).toEqual(['', 'a', 'a b', 'a d', 'e']);
    expect(merged.merged(third)).toBe(merged);
  });
  it('keeps what is written beside a move', () => {
    const noted = tree.noted('a', { comment: 'why', glyphs: [1] });
    expect(noted.at('a')).toMatchObject({ comment: 'why', glyphs: [1], children: ['a b'] });
    expect(tree.at('a').comment).toBe('');
  });
});
