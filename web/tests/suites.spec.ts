// Suites that are put in by the browser, engines with their options, stars, and how others get in.

import { existsSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage, type Visitor } from './harness';

const SUITE = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank.001";
7k/6pp/8/8/8/8/8/KQ6 w - - bm Qb8#; id "back rank.002";
`;
const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

it('says what is wrong with a suite, takes a good one, and shows answers on the board', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/suites`);
  await page.getByRole('heading', { name: 'No suites yet: add one' }).waitFor();
  await page.getByLabel('Positions (EPD)').fill('8/8/8/8/8/8/8/8 w - - bm e4;');
  await page.getByRole('button', { name: 'Add this suite' }).click();
  await page
    .getByText(/the suite cannot be used: .*line 1/)
    .first()
    .waitFor();
  await page.getByLabel('Positions (EPD)').fill(SUITE);
  await page.getByLabel('Name').fill('../mates');
  await page.getByRole('button', { name: 'Add this suite' }).click();
  const run = page.getByRole('form', { name: 'Run a suite' });
  await run.getByText('mates.epd (2 positions)').waitFor({ state: 'attached' });
  await run.getByRole('button', { name: 'Run it' }).click();
  const card = page.getByRole('region', { name: /^mates.epd/ });
  await card.getByText('finished', { exact: true }).waitFor({ timeout: 60_000 });
  await card.getByText(/^2 of 2 points/).waitFor();
  await card.getByText('Position by position').click();
  await card.getByRole('button', { name: 'back rank.002' }).click();
  await card.getByText(/answered Qb8#, best Qb8#/).waitFor();
  await card.locator('cg-board piece').first().waitFor();
  await card.getByRole('button', { name: /^Delete/ }).click();
  await card.getByRole('button', { name: /^Really delete/ }).click();
  await card.waitFor({ state: 'detached' });
});

it('shows the engines that are there, their options, and how to allow another', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/engines`);
  await page.getByText('hetman studio --engine uci:/path/to/engine').waitFor();
  if (!existsSync('/usr/games/stockfish')) return;
  const card = page.getByRole('region', { name: 'Stockfish', exact: true });
  await card.getByRole('button', { name: 'Its options' }).click();
  await card.getByRole('row', { name: /^Hash/ }).waitFor();
  await card.getByText(/on the command line only: .*SyzygyPath/).waitFor();
  await card.getByRole('button', { name: 'Bench' }).click();
  await card.getByText(/nodes a second/).waitFor();
  await page.goto(`${studio.address}/#/tournaments/new`);
  await page.getByLabel('Player', { exact: true }).selectOption('engine:stockfish');
  await page.getByText('Its own options').click();
  await page.getByLabel('Hash').fill('8');
  await page.getByRole('button', { name: 'Add this player' }).click();
  await page.getByText('option.Hash=8').waitFor();
});

it('shows what is worth keeping, and stars a net', async () => {
  const { page } = visitor;
  await studio.post('/api/experiments', {
    preset: 'material-chess',
    settings: { runs: 3, games: 10 },
    start: true,
  });
  await page.goto(`${studio.address}/#/experiments/1`);
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 120_000 });
  await page.goto(`${studio.address}/#/library/nets`);
  const best = page.getByRole('region', { name: 'Best of each experiment' });
  await expect.poll(() => best.getByRole('listitem').count()).toBe(1);
  await page.getByText('The nets of all other runs (2)').click();
  await page.getByRole('button', { name: /^Star material-chess 1 run-3/ }).click();
  await page.getByText('The nets of all other runs (1)').waitFor();
  const starred = page.getByRole('region', { name: 'Starred' });
  await starred.getByText('material-chess 1 run-3').waitFor();
  await page.reload();
  await starred.getByText('material-chess 1 run-3').waitFor();
});

it('says that only this machine gets in, and how to change that', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/sharing`);
  await page.getByText('Only this machine reaches the studio').waitFor();
  await page.getByText('hetman studio --share').waitFor();
  await eventually(async () => visitor.faults.length === 0, 'no fault');
});
