// The main line in rows of two.

import { expect, it } from 'vitest';
import { rowsOf } from './rows';
import { MoveTree } from './tree';

const WHITE = 'x w - - 0 1';
const BLACK = 'x b - - 0 1';

it('breaks a row where something stands between its moves', () => {
  let [tree] = MoveTree.from(WHITE).playAll('', [
    { uci: 'a', san: 'a', fen: BLACK },
    { uci: 'b', san: 'b', fen: WHITE },
  ]);
  expect(rowsOf(tree.lines())).toMatchObject([{ white: { san: 'a' }, black: { san: 'b' } }]);
  tree = tree.noted('a', { comment: 'why' });
  expect(rowsOf(tree.lines()).map(({ kind }) => kind)).toEqual(['pair', 'between', 'pair']);
  tree = tree.noted('a', { comment: '+0.34/12 0.52s' });
  expect(rowsOf(tree.lines())).toHaveLength(1);
});
