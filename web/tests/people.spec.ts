// Two people in two browsers; one leaves and comes back, and the studio is killed in between.

import { beforeAll, expect, it } from 'vitest';
import { arriveAtGame, beginGame, clickMove, eventually, moves, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let white: Visitor;
let black: Visitor;

beforeAll(async () => {
  white = await stage.visit();
  black = await stage.visit();
});

async function bothSee(expected: string[]): Promise<void> {
  for (const { page } of [white, black]) {
    await eventually(
      async () => (await moves(page)).join(' ') === expected.join(' '),
      `both see ${expected.join(' ')}`,
    );
  }
}

it('lets two people play by a link', async () => {
  await beginGame(white.page, studio.address, { against: 'A person, by link' });
  const link = await white.page.getByLabel('Send this link to the other person').inputValue();
  await black.page.goto(link);
  await arriveAtGame(black.page);
  await clickMove(white.page, 'e2', 'e4');
  await bothSee(['e4']);
  await clickMove(black.page, 'e7', 'e5', true);
  await bothSee(['e4', 'e5']);
});

it('does not let one move for the other', async () => {
  await clickMove(black.page, 'g1', 'f3', true);
  await clickMove(white.page, 'd2', 'd4');
  await bothSee(['e4', 'e5', 'd4']);
});

it('keeps the game for one who leaves and comes back', async () => {
  await black.page.goto('about:blank');
  await black.page.goBack();
  await arriveAtGame(black.page);
  await clickMove(black.page, 'e5', 'd4', true);
  await bothSee(['e4', 'e5', 'd4', 'exd4']);
});

it('goes on after the studio was killed', async () => {
  await studio.kill();
  await studio.start();
  await eventually(async () => {
    await clickMove(white.page, 'd1', 'd4');
    return (await moves(black.page)).length === 5;
  }, 'a move after the restart');
  await bothSee(['e4', 'e5', 'd4', 'exd4', 'Qxd4']);
  expect([...white.faults, ...black.faults]).toEqual([]);
});
