// An experiment from beginning to end: started, watched, paused, the studio killed, resumed, finished; and one whose
// opponent is a person.

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { board, clickMove, eventually, moves, Stage, type Visitor } from './harness';

const RUNS = 2;
const GAMES_EACH = 400;
const GAMES = RUNS * GAMES_EACH;
const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

async function gamesPlayed(page: Page): Promise<number> {
  const text =
    (await page.getByRole('progressbar', { name: 'Games' }).locator('xpath=..').textContent()) ?? '';
  return Number((text.split('/')[0] ?? '').replace(/\D/g, ''));
}

/** Points of the curve, as its table lists them. */
async function curvePoints(page: Page): Promise<number> {
  const table = page.getByRole('region', { name: 'Score' }).locator('tbody tr');
  return table.count();
}

it('starts from a preset with a changed parameter', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new`);
  await page
    .getByRole('link', { name: /Piece values of chess/ })
    .first()
    .click();
  await page
    .getByLabel(/^Games/)
    .first()
    .fill(String(GAMES_EACH));
  await page.getByLabel(/^Runs/).first().fill(String(RUNS));
  await page.getByText(`${GAMES} games of chess`).waitFor();
  await page.getByRole('button', { name: 'Start it' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

/** Piece values after so many games, as the large chart's table lists it. */
async function learnedAfter(page: Page, games: string): Promise<number[] | null> {
  const rows = page.getByRole('region', { name: 'Learned values' }).locator('tbody tr');
  for (const row of await rows.all()) {
    const [first, ...values] = await row.locator('td').allTextContents();
    if (first === games) return values.map((value) => Number(value.replace('\u2212', '-')));
  }
  return null;
}

it('shows the equal start, the first games, and values in pawns', async () => {
  const { page } = visitor;
  const learned = page.getByRole('region', { name: 'Learned values' });
  await learned.getByText('As a table').click();
  const start = await eventually(() => learnedAfter(page, '0'), 'values before the first game');
  expect(new Set(start).size, `all pieces begin equal: ${start.join(' ')}`).toBe(1);
  for (const games of ['1', '2', '5', '10']) {
    await eventually(() => learnedAfter(page, games), `values after ${games} games`, 90_000);
  }
  await page.getByRole('heading', { name: 'Piece values, in pawns' }).waitFor();
  await page.getByText('It plays itself: about 50 %').waitFor();
});

it('shows a curve that grows, and a game on the board', async () => {
  const { page } = visitor;
  await page.getByRole('region', { name: 'Score' }).getByText('As a table').click();
  await eventually(async () => (await curvePoints(page)) > 0, 'a first point', 90_000);
  const before = await curvePoints(page);
  await eventually(async () => (await curvePoints(page)) > before, 'a longer curve', 90_000);
  await page.getByRole('region', { name: 'Running game' }).locator('cg-board piece').first().waitFor();
});

it('pauses', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: 90_000 });
  const paused = await gamesPlayed(page);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await gamesPlayed(page)).toBe(paused);
  expect(paused).toBeLessThan(GAMES);
});

it('is still there after the studio was killed, goes on and finishes', async () => {
  const { page } = visitor;
  const paused = await gamesPlayed(page);
  await studio.kill();
  await studio.start();
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  expect(await gamesPlayed(page)).toBe(paused);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 170_000 });
  expect(await gamesPlayed(page)).toBe(GAMES);
  await page.getByRole('heading', { name: 'Piece values' }).waitFor();
  const sure = page.getByRole('region', { name: 'How sure it is' });
  await sure.getByRole('heading', { name: `Means of ${RUNS} runs` }).waitFor();
  await sure.getByText(`After ${GAMES_EACH} games in each run`).waitFor();
  expect(await sure.locator('tbody tr').allTextContents()).toHaveLength(5);
  expect((await sure.locator('td.number').allTextContents()).every((cell) => /\d ± \d/.test(cell))).toBe(
    true,
  );
  const shown = page.getByRole('region', { name: 'Running game' });
  await shown.getByText(/\d+ of run \d, the learner has/).waitFor();
  await studio.kill();
  await studio.start();
  await page.reload();
  await shown.getByText(/\d+ of run \d, the learner has/).waitFor();
  await shown.locator('cg-board piece').first().waitFor();
  expect(visitor.faults).toEqual([]);
});

it('has nothing to show in a bar before its first game, and a copy has a name of its own', async () => {
  const { page } = visitor;
  const { id } = await studio.post<{ id: string }>('/api/experiments', {
    preset: 'material-chess',
    settings: { name: 'values' },
    start: false,
  });
  await page.goto(`${studio.address}/#/experiments/${id}`);
  const bar = page.getByRole('region', { name: 'Results' }).getByRole('img', { name: 'No games yet' });
  expect(await bar.locator('.lost').evaluate((part: SVGRectElement) => part.getBBox().width)).toBe(0);
  await page.getByRole('button', { name: 'Clone' }).click();
  await eventually(
    async () => (await page.getByLabel('Name').first().inputValue()) === 'values-2',
    'another name for the copy',
  );
});

it('waits at a board for a person who is the opponent', async () => {
  const { page } = visitor;
  const settings = {
    name: 'against-a-person',
    runs: 1,
    games: 2,
    'play.opponent': 'human',
    'play.color': 'black',
    'learning.sides': 'learner',
  };
  const { id } = await studio.post<{ id: string }>('/api/experiments', {
    preset: 'material-chess',
    settings,
    start: true,
  });
  await page.goto(`${studio.address}/#/experiments/${id}`);
  await page.getByText('The learner plays you.').waitFor();
  await page.getByRole('link', { name: 'To the board' }).click();
  await board(page).waitFor();
  await clickMove(page, 'e2', 'e4');
  await eventually(async () => (await moves(page)).length === 2, 'the learner’s answer');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await page.goto(`${studio.address}/#/experiments/${id}`);
  await eventually(async () => (await gamesPlayed(page)) === 1, 'a game that was learned from');
  expect(visitor.faults).toEqual([]);
});
