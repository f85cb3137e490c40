// A form with a wrong field is not sent: the field is gone to, and says what is wrong with it.

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { arriveAtGame, eventually, openForm, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;
const posted: string[] = [];

beforeAll(async () => {
  visitor = await stage.visit();
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
});

/** The field that has the focus says this. */
async function isAt(page: Page, sentence: string): Promise<void> {
  await eventually(
    () =>
      page.evaluate(() => {
        const field = document.activeElement;
        return field instanceof HTMLInputElement && !field.validity.valid && field.checkVisibility();
      }),
    'the wrong field in the focus',
  );
  const field = page.locator('input:focus');
  expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain(sentence);
}

it('does not begin a game against a strength that does not exist', async () => {
  const { page } = visitor;
  await openForm(page, studio.address);
  await page.getByText('Another player here', { exact: true }).click();
  await page.getByLabel('Opponent').selectOption('hetman');
  // The field's group is folded away when the form is sent.
  const group = page.locator('details', { has: page.getByLabel(/^Strength/) });
  if ((await group.count()) > 0 && !(await group.evaluate((details: HTMLDetailsElement) => details.open)))
    await group.locator('summary').click();
  await page.getByLabel(/^Strength/).fill('99999');
  await page.getByRole('alert').filter({ hasText: 'From 800 to' }).waitFor();
  if ((await group.count()) > 0) await group.locator('summary').click();
  posted.length = 0;
  await page.getByRole('button', { name: 'Start the game' }).click();
  await isAt(page, 'From 800 to');
  expect(posted).toEqual([]);
  await page.getByLabel(/^Strength/).fill('1200');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await arriveAtGame(page);
  expect(posted).toContain('/api/games');
});

it('does not start an experiment with a wrong number', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new?preset=material-chess`);
  const games = page.getByLabel(/^Games/).first();
  await games.fill('-5');
  const start = page.getByRole('button', { name: 'Start it' });
  await start.waitFor();
  posted.length = 0;
  await start.click();
  await isAt(page, 'From 1 to');
  expect(posted.filter((path) => path === '/api/experiments')).toEqual([]);
});

it('does not seat a player with a wrong number, nor hold a tournament with one', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/tournaments/new`);
  await page.getByLabel('Player', { exact: true }).selectOption('hetman');
  await page.getByLabel(/^Strength/).fill('7');
  await page.getByRole('button', { name: 'Add this player' }).click();
  await isAt(page, 'From 800 to');
  await page.getByText('Add at least two.').waitFor();
  await page.getByLabel('Player', { exact: true }).selectOption('random');
  await page.getByRole('button', { name: 'Add this player' }).click();
  await page.getByRole('button', { name: 'Add this player' }).click();
  posted.length = 0;
  await page.getByLabel('Games at the same time').fill('99');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await isAt(page, '8');
  expect(posted).toEqual([]);
  await page.getByLabel('Games at the same time').fill('1');
  await page.getByLabel('Cycles').fill('');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await isAt(page, '');
  expect(posted).toEqual([]);
});

it('does not analyse more lines than there are', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/analysis`);
  await page.getByRole('tab', { name: 'Engine lines' }).click();
  await page.getByRole('spinbutton', { name: 'Lines' }).fill('99');
  posted.length = 0;
  await page.getByRole('button', { name: 'Analyse' }).click();
  await isAt(page, '10');
  expect(posted).toEqual([]);
  expect(visitor.faults).toEqual([]);
});
