// The first page: a board with a game on it, a slider that chooses the opponent, and three things to do.

import { beforeAll, expect, it } from 'vitest';
import {
  arriveAtGame,
  beginGame,
  board,
  clickMove,
  eventually,
  moves,
  openForm,
  Stage,
  type Visitor,
} from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;
let other: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
  other = await stage.visit();
});

it('lets a piece be moved without any other click, and is answered', async () => {
  const { page } = visitor;
  await page.goto(studio.address);
  await board(page).waitFor();
  await page
    .getByText(/Hetman after [\d\s]+ games/)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll('cg-board piece').length === 32);
  await eventually(async () => {
    await clickMove(page, 'e2', 'e4');
    return /#\/play\/\d+/.test(page.url());
  }, 'a game that began with a move');
  await eventually(async () => (await moves(page)).length === 2, 'an answer');
});

it('chooses another opponent by one drag, and remembers it', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  const slider = page.getByRole('slider', { name: 'Games learned from' });
  await slider.waitFor();
  await slider.fill('0');
  await page
    .getByText(/Hetman after 0 games/)
    .first()
    .waitFor();
  const values = page.getByLabel('What each piece is worth').first();
  const equal = await values.locator('.number').allTextContents();
  expect(equal.slice(0, 5)).toEqual(Array(5).fill('1.00'));
  await slider.press('End');
  await eventually(
    async () => Number((await values.locator('.number').allTextContents())[4]) > 5,
    'a queen that is worth more than a pawn',
  );
  await slider.fill('0');
  await page.reload();
  await page
    .getByText(/Hetman after 0 games/)
    .first()
    .waitFor();
});

it('shows learning from the first game on, with one click', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  await page.getByRole('button', { name: /^Watch it learn/ }).click();
  const values = page.getByLabel('What each piece is worth').first();
  const spread = async (): Promise<number> => {
    const numbers = (await values.locator('.number').allTextContents()).map(Number);
    return Math.max(...numbers) - Math.min(...numbers);
  };
  await eventually(
    async () => (await values.count()) > 0 && (await spread()) > 0.01,
    'values that move apart',
  );
  await page.getByRole('button', { name: 'Play against it' }).click();
  await arriveAtGame(page);
  await clickMove(page, 'd2', 'd4');
  await eventually(async () => (await moves(page)).length === 2, 'an answer of the learner');
});

it('says that a link works here only, and shows clocks that run', async () => {
  const { page } = visitor;
  await openForm(page, studio.address);
  await page.getByText('5 + 3', { exact: true }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await beginGame(page, studio.address, { against: 'A person, by link' });
  await page.getByText('This link works on this machine only.').waitFor();
  const link = await page.getByLabel('Send this link to the other person').inputValue();
  await clickMove(page, 'e2', 'e4');
  await other.page.goto(link);
  await arriveAtGame(other.page);
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
  expect(await others.getByRole('link').count()).toBe(2);
});

it('keeps everything of a game that is pasted', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  const pgn =
    '[Event "Opera"]\n[White "Morphy"]\n[Black "The Duke"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 1-0';
  await page.getByText('Load a game (PGN) or a position (FEN)').click();
  await page.getByLabel('Text or file').fill(pgn);
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Morphy – The Duke' }).waitFor();
  await page.getByText('best by test').first().waitFor();
  await page.getByRole('button', { name: 'PGN, FEN' }).click();
  const written = async (): Promise<string> => page.getByLabel('PGN', { exact: true }).inputValue();
  await eventually(async () => (await written()).includes('{ best by test }'), 'the comment');
  expect(await written()).toContain('[Event "Opera"]');
  expect(await written()).toContain('( 1... c5 2. Nf3 )');
  expect([...visitor.faults, ...other.faults]).toEqual([]);
});
