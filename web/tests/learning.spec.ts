// The slider of learning: what the board, the evaluation and the best line are at each moment of a course.

import { beforeAll, expect, it } from 'vitest';
import { eventually, openPosition, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

// White is a queen up and has been since somebody knew what a queen is.
const QUEEN_UP = '4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1';

beforeAll(async () => {
  visitor = await stage.visit();
  await openPosition(visitor.page, studio.address, `?fen=${encodeURIComponent(QUEEN_UP)}`);
});

function bar(): Promise<string | null> {
  return visitor.page.getByRole('img', { name: /says/ }).getAttribute('aria-label');
}

it('says whose evaluation it shows, and changes its mind by one drag', async () => {
  const { page } = visitor;
  await eventually(async () => (await bar())?.startsWith('Hetman says'), 'the evaluation that ships');
  const slider = page.getByRole('slider', { name: 'Games learned from', exact: true });
  await slider.fill('0');
  await eventually(async () => (await bar())?.startsWith('Hetman after 0 games says'), 'that of before');
  const overlay = page.locator('.overlay text');
  await eventually(async () => (await overlay.count()) > 0, 'values on the board');
  const values = async (): Promise<number> => {
    const numbers = (await overlay.allTextContents()).map((text) => Number(text.replace('−', '-')));
    return Math.max(...numbers);
  };
  const before = await values();
  await slider.press('End');
  await eventually(async () => (await values()) > 1.3 * before, 'a queen that is worth more than a pawn');
});

it('compares two moments', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Compare' }).click();
  const second = page.getByRole('slider', { name: 'Games learned from, to compare' });
  await second.fill('0');
  await page.getByText(/Compared with it after 0 games/).waitFor();
  await second.press('ArrowRight');
  await page.getByText(/Compared with it after [1-9]\d* games/).waitFor();
});

it('takes the evaluation apart, that of the program of 2005 side by side', async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'What it sees' }).click();
  await page.getByText('Its tables of squares').click();
  await page.getByText('Where pieces like to stand').waitFor();
  await page.getByLabel('Judged by').selectOption('classic');
  const sides = page.getByRole('table', { name: 'Terms of both sides' });
  await sides.getByText('Material').waitFor();
  expect(await sides.getByRole('row').count()).toBeGreaterThan(5);
});

it('knows what is certain of an ending', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address, `?fen=${encodeURIComponent('8/8/8/3k4/8/8/8/K6R w - - 0 1')}`);
  const ending = page.getByRole('region', { name: 'The ending' });
  await ending.getByText('KRK').waitFor();
  expect(visitor.faults).toEqual([]);
});
