// Games in and out: what stands in a PGN is there again when it is written.

import { describe, expect, it } from 'vitest';
import type { VariantInfo } from '../wire';
import { readStudy, writeStudy } from './kept';
import { readPgn, writePgn } from './pgn';
import { MoveTree } from './tree';

function variant(name: string, title: string, start_fen: string): VariantInfo {
  const none = {
    has_pockets: false,
    counts_checks: false,
    is_losing_game: false,
    has_shuffled_starts: false,
  };
  return { name, title, start_fen, rules: '', ...none };
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const CHESS = variant('chess', 'Chess', START);
const VARIANTS = [
  CHESS,
  variant('crazyhouse', 'Crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'),
  variant('3check', 'Three-check', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1'),
];

const GAME = `[Event "A test"]
[White "Morphy"]
[Black "The Duke"]
[Result "1-0"]

{before all} 1. e4 {[%eval 0.34] best by test} 1... e5 $2 (1... c5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 {+0.20/12 0.5s} 1-0`;

describe('a game as PGN', () => {
  it('keeps tags, comments, variations, glyphs and evaluations', () => {
    const read = readPgn(GAME, VARIANTS);
    const { tree } = read;
    expect(read.tags).toContainEqual(['Event', 'A test']);
    expect(tree.root.comment).toBe('before all');
    expect(tree.at('e2e4')).toMatchObject({
      comment: 'best by test',
      score: { kind: 'centipawns', value: 34 },
    });
    expect(tree.at('e2e4 e7e5').glyphs).toEqual([2]);
    expect(tree.at('e2e4 e7e5 g1f3').score).toEqual({ kind: 'centipawns', value: 20 });
    expect(tree.has('e2e4 c7c5 c2c3 d7d5')).toBe(true);
    const again = readPgn(writePgn(read, CHESS), VARIANTS);
    expect(again.tags).toEqual(read.tags);
    expect(again.tree.nodes()).toEqual(tree.nodes());
  });
  it('begins where the tags say, in the variant that they name', () => {
    const text = `[Variant "Crazyhouse"]\n[FEN "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"]\n\n1. N@f3 *`;
    const { tree, variant: name } = readPgn(text, VARIANTS);
    expect([name, tree.mainLine().length]).toEqual(['crazyhouse', 2]);
    expect(() => readPgn('[Variant "Bughouse"]\n\n1. e4 *', VARIANTS)).toThrow('Bughouse');
    expect(() => readPgn('', VARIANTS)).toThrow('no game');
  });
  it('counts what is not possible, and keeps the rest', () => {
    const { tree, unread } = readPgn('1. e4 e5 2. Ke3 Nf6', VARIANTS);
    expect([unread, tree.size]).toEqual([1, 2]);
  });
  it('takes a comment with markup as text', () => {
    const { tree } = readPgn('1. e4 {<img src=x onerror=alert(1)>} *', VARIANTS);
    expect(tree.at('e2e4').comment).toBe('<img src=x onerror=alert(1)>');
  });
});

describe('a study as it is kept', () => {
  it('is read as it was written', () => {
    const study = readPgn(GAME, VARIANTS);
    const read = readStudy(writeStudy(study));
    expect(read?.tags).toEqual(study.tags);
    expect(read?.tree.nodes()).toEqual(study.tree.nodes());
  });
  it('is none where the text is no study', () => {
    for (const text of ['', 'null', '{}', '[]', '{"fen":"x","moves":[[7,"a","b","c",{}]]}'])
      expect(readStudy(text)).toBeNull();
  });
  it('is quick with five thousand moves', () => {
    const tree = MoveTree.build(START, (play) => {
      for (let line = 0; line < 100; line++) {
        let path = '';
        for (let ply = 0; ply < 50; ply++)
          path = play(path, { uci: `${line}-${ply}`, san: `${line}.${ply}`, fen: START });
      }
    });
    expect(tree.size).toBe(5000);
    expect(readStudy(writeStudy({ tree, tags: [] }))?.tree.size).toBe(5000);
    expect(tree.lines().length).toBe(50);
  });
});
