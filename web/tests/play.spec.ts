// Games at the board: to mate, a drop, a promotion, undo and redo, a player that answers, and two that are watched.

import { beforeAll, describe, expect, it } from 'vitest';
import {
  beginGame,
  clickMove,
  dragMove,
  eventually,
  moves,
  openForm,
  placeOf,
  Stage,
  type Visitor,
} from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

async function hasMoves(expected: string[]): Promise<void> {
  await eventually(
    async () => (await moves(visitor.page)).join(' ') === expected.join(' '),
    `moves ${expected.join(' ')}`,
  );
}

describe('playing', () => {
  it('plays a game to mate: clicks, a drag, a typed move', async () => {
    const { page } = visitor;
    await beginGame(page, studio.address, { against: 'Two at this screen' });
    await clickMove(page, 'f2', 'f3');
    await hasMoves(['f3']);
    await dragMove(page, 'e7', 'e5');
    await hasMoves(['f3', 'e5']);
    await page.getByLabel('Type a move').fill('g4');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await hasMoves(['f3', 'e5', 'g4']);
    await clickMove(page, 'd8', 'h4');
    await hasMoves(['f3', 'e5', 'g4', 'Qh4#']);
    await page.getByText('0–1').first().waitFor();
    expect(await page.getByRole('status').allTextContents()).toContainEqual(
      expect.stringMatching(/checkmate|mate/i),
    );
  });

  it('drops a piece in crazyhouse', async () => {
    const { page } = visitor;
    const fen = '4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1';
    await beginGame(page, studio.address, { against: 'Two at this screen', variant: 'crazyhouse', fen });
    await page.getByRole('button', { name: 'knight, 1 in hand' }).last().click();
    const { x, y } = await placeOf(page, 'f3');
    await page.mouse.click(x, y);
    await hasMoves(['N@f3']);
  });

  it('promotes to what is chosen', async () => {
    const { page } = visitor;
    await beginGame(page, studio.address, {
      against: 'Two at this screen',
      fen: 'k7/4P3/8/8/8/8/8/4K3 w - - 0 1',
    });
    await clickMove(page, 'e7', 'e8');
    await page.getByRole('dialog', { name: 'Promote to' }).getByRole('button', { name: 'knight' }).click();
    await hasMoves(['e8=N']);
  });

  it('takes moves back and plays them again', async () => {
    const { page } = visitor;
    await beginGame(page, studio.address, { against: 'Two at this screen' });
    await clickMove(page, 'e2', 'e4');
    await hasMoves(['e4']);
    await clickMove(page, 'e7', 'e5');
    await hasMoves(['e4', 'e5']);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Redo' }).and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: 'Redo' }).and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Redo' }).and(page.locator(':enabled')).waitFor();
    await clickMove(page, 'c7', 'c5');
    // What was taken back stands beside what was played.
    await hasMoves(['e4', 'c5', 'e5']);
  });

  it('is answered by a player', async () => {
    const { page } = visitor;
    await beginGame(page, studio.address, { against: 'Another player here', opponent: 'material' });
    await clickMove(page, 'e2', 'e4');
    await eventually(async () => (await moves(page)).length === 2, 'an answer');
  });

  it('plays with the keyboard alone', async () => {
    const { page } = visitor;
    await beginGame(page, studio.address, { against: 'Two at this screen' });
    await page.getByRole('application').focus();
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
    }
    await hasMoves(['e4']);
  });

  it('lets two players play at a pace that can be changed, and ends them for good', async () => {
    const { page } = visitor;
    await openForm(page, studio.address);
    await page.getByText('Watch two players', { exact: true }).click();
    await page.getByLabel('First player').selectOption('random');
    await page.getByLabel('Second player').selectOption('king');
    await page.getByLabel('Pause between moves, ms').fill('10000');
    await page.getByText('Usual start', { exact: true }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByText('Time for a move, at least: 10000 ms').waitFor();
    await page.getByLabel(/^Time for a move/).fill('50');
    await eventually(async () => (await moves(page)).length > 4, 'a quicker game', 8000);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Really delete' }).click();
    await page.getByRole('heading', { name: 'Play what it has learned' }).waitFor();
  });

  it('has shown no fault', () => expect(visitor.faults).toEqual([]));
});
