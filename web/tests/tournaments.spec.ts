// A tournament of three, and one of its games replayed from the library.

import { beforeAll, expect, it } from 'vitest';
import { Stage, type Visitor } from './harness';

const PLAYERS = ['random', 'king', 'material'];
const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

it('holds a tournament of three', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/tournaments/new`);
  for (const player of PLAYERS) {
    await page.getByLabel('Player', { exact: true }).selectOption(player);
    await page.getByRole('button', { name: 'Add this player' }).click();
  }
  await page.getByLabel('Cycles').fill('1');
  await page.getByText('6 games: each opening with both colours.').waitFor();
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 120_000 });
  const table = page.getByRole('region', { name: 'Table' });
  expect(await table.locator('tbody tr').count()).toBe(3);
  const points = await table.locator('tbody tr td strong').allTextContents();
  expect(points.map(Number).reduce((sum, value) => sum + value, 0)).toBe(6);
});

it('replays a game of it', async () => {
  const { page } = visitor;
  await page.getByRole('region', { name: 'Games' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'One move on' }).click();
  await page.getByRole('list', { name: 'Moves' }).locator('[aria-current=step]').waitFor();
  await page.goto(`${studio.address}/#/library/games`);
  await page.getByText('6 games', { exact: true }).waitFor();
  expect(visitor.faults).toEqual([]);
});
