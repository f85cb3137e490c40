// A tournament of three, and one of its games replayed from the library.

import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage, type Visitor } from './harness';

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
  await page.getByRole('group', { name: 'Moves' }).locator('[aria-current=step]').waitFor();
  await page.goto(`${studio.address}/#/library/games`);
  await page.getByText('6 games', { exact: true }).waitFor();
  expect(visitor.faults).toEqual([]);
});

it('opens the games of a cell', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/tournaments/1`);
  const cell = page.getByRole('link', { name: /the games of .* and / }).first();
  await cell.click();
  await page.getByRole('heading', { name: /^Games of / }).waitFor();
  await page.getByRole('region', { name: 'Games' }).getByText('2 games', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All games' }).click();
  await page.getByRole('region', { name: 'Games' }).getByText('6 games', { exact: true }).waitFor();
});

it('holds a sequential test by a preset, from openings that ship, and draws its ratio', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/tournaments/new`);
  await page
    .getByRole('navigation', { name: 'Presets' })
    .getByRole('link', { name: /^Sequential test/ })
    .click();
  for (const player of ['material', 'random']) {
    await page.getByLabel('Player', { exact: true }).selectOption(player);
    await page.getByRole('button', { name: 'Add this player' }).click();
  }
  await page.getByText('40\u2009000 games: each opening with both colours.').waitFor();
  expect(await page.getByRole('combobox', { name: /^Book/ }).inputValue()).toBe('shipped-chess');
  await page.getByLabel(/^Clock/).fill('');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  const test = page.getByRole('region', { name: 'Sequential test' });
  await test.getByText(/is at least 10 Elo stronger/).waitFor({ timeout: 120_000 });
  await page
    .getByText(/balanced-chess\.epd/)
    .first()
    .waitFor();
  await test.getByText('As a table').click();
  await eventually(async () => (await test.locator('tbody tr').count()) > 3, 'a course of the ratio');
  expect(visitor.faults).toEqual([]);
});

it('pages through many games', async () => {
  const { page } = visitor;
  const players = ['random', 'king'].map((player) => ({ player, settings: {} }));
  const { id } = await studio.post<{ id: string }>('/api/tournaments', {
    name: 'Many',
    variant: 'chess',
    players,
    format: { kind: 'round-robin', cycles: 60 },
    openings: { kind: 'random', plies: 4 },
    adjudication: { tables: true },
  });
  await page.goto(`${studio.address}/#/tournaments/${id}`);
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText('Page 1 of 3').waitFor();
  await page.getByRole('link', { name: 'Oldest' }).click();
  await page.getByText('Page 3 of 3').waitFor();
  await page.reload();
  await page.getByText('Page 3 of 3').waitFor();
});
