// The first page: who greets a newcomer, whose games are whose, and what is said of clocks and links.

import { beforeAll, expect, it } from 'vitest';
import { beginGame, board, clickMove, eventually, moves, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;
let other: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
  other = await stage.visit();
});

it('brings the guide back, and seats a newcomer against a learned player', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  await page.getByRole('button', { name: 'Where to begin' }).click();
  const card = page.getByRole('button', { name: /^Play now/ });
  await page.getByText(/about 1200 Elo/).waitFor();
  await card.click();
  await board(page).waitFor();
  await page.getByText('Hetman elo=1200').first().waitFor();
  await clickMove(page, 'e2', 'e4');
  await eventually(async () => (await moves(page)).length === 2, 'an answer');
  await page.goto(`${studio.address}/#/play`);
  await page.getByRole('button', { name: /^Watch it learn/ }).waitFor();
  await page.getByRole('button', { name: 'Close this guide' }).click();
  await page.getByRole('button', { name: 'Where to begin' }).waitFor();
});

it('says that a link works here only, and shows clocks that run', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  await page.getByLabel('Play with clocks').check();
  await beginGame(page, studio.address, { against: 'A person, by link' });
  await page.getByText('This link works on this machine only.').waitFor();
  const link = await page.getByLabel('Send this link to the other person').inputValue();
  await clickMove(page, 'e2', 'e4');
  await other.page.goto(link);
  await clickMove(other.page, 'e7', 'e5', true);
  await eventually(async () => (await moves(page)).length === 2, 'both have moved');
  await page.goto(`${studio.address}/#/play`);
  const clocks = page.getByRole('timer', { name: 'Clocks of White and Black' });
  const shown = await clocks.textContent();
  expect(shown).toMatch(/^\d+:\d\d – 5:0\d, running$/);
  await eventually(async () => (await clocks.textContent()) !== shown, 'the clock goes on in the list');
  expect(await page.getByText('paused').count()).toBe(0);
});

it('tells one’s own games from those of others', async () => {
  const { page } = other;
  await page.goto(`${studio.address}/#/play`);
  await page.getByRole('heading', { name: 'Other games here' }).waitFor();
  const own = page.locator('section', { has: page.getByRole('heading', { name: 'Your games' }) });
  expect(await own.getByRole('link').count()).toBe(1);
  const others = page.locator('section', { has: page.getByRole('heading', { name: 'Other games here' }) });
  expect(await others.getByRole('link').count()).toBe(1);
});

it('keeps the names of a game that was pasted', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  const pgn = '[White "Morphy"]\n[Black "The Duke"]\n\n1. e4 {best by test} e5 1-0';
  await page.getByLabel('Load a game (PGN) or a position (FEN)').fill(pgn);
  await page.getByRole('button', { name: 'Load it' }).click();
  await board(page).waitFor();
  await page.getByText('Morphy').first().waitFor();
  expect(await page.getByText('(you)').count()).toBe(0);
  await page.getByRole('button', { name: 'PGN, FEN' }).click();
  await eventually(
    async () => (await page.getByLabel('PGN', { exact: true }).inputValue()).includes('{best by test}'),
    'the comment',
  );
  expect([...visitor.faults, ...other.faults]).toEqual([]);
});
