// The address and the page mean the same: on a walk through all pages, after Back and a reload, and when it is wrong.

import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, openPosition, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;
const refused: string[] = [];

beforeAll(async () => {
  visitor = await stage.visit();
  visitor.page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
});

beforeEach(() => {
  refused.length = 0;
});

function hash(): string {
  return new URL(visitor.page.url()).hash;
}

async function heading(name: string): Promise<void> {
  await visitor.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

async function follow(name: string): Promise<void> {
  await visitor.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).first().click();
}

const PAGES = ['Analysis', 'Experiments', 'Tournaments', 'Library', 'Play'];

/** A page's first heading is its title, but for the first page, which has something to say. */
function titleOf(page: string): string {
  return page === 'Play' ? 'Play what it has learned' : page;
}

it('keeps each page its own address, and asks the studio for nothing that is not there', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/play`);
  await heading(titleOf('Play'));
  // Every page after every other, as what one leaves behind is seen by the next.
  for (const from of PAGES) {
    for (const to of PAGES.filter((other) => other !== from)) {
      await follow(from);
      await heading(titleOf(from));
      await follow(to);
      await heading(titleOf(to));
    }
  }
  const steps = [
    ['#/experiments/new', 'New experiment'],
    ['#/tournaments/new', 'New tournament'],
    ['#/library/suites', 'Library'],
    ['#/position', 'Analysis'],
    ['#/tournaments', 'Tournaments'],
    ['#/library/nets', 'Library'],
    ['#/library/nets/shipped-chess', 'chess'],
    ['#/experiments', 'Experiments'],
    ['#/library/games', 'Library'],
    ['#/tournaments/new', 'New tournament'],
  ];
  for (const [link, title] of steps) {
    await page.evaluate((next) => (window.location.hash = next ?? ''), link);
    if (title === 'chess') await page.getByRole('link', { name: /Play against it in the exact/ }).waitFor();
    else await heading(title ?? '');
  }
  expect(refused).toEqual([]);
});

it('leaves the next page its address after Analysis, also on a reload and Back', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address);
  await eventually(() => Promise.resolve(hash().includes('fen=')), 'an address that names the position');
  const position = hash();
  await follow('Experiments');
  await heading('Experiments');
  await page.waitForLoadState('networkidle');
  expect(hash()).toBe('#/experiments');
  await page.reload();
  await heading('Experiments');
  await page.goBack();
  await heading('Analysis');
  expect(hash()).toBe(position);
  await page.goForward();
  await heading('Experiments');
  expect(hash()).toBe('#/experiments');
  await page.keyboard.press('2');
  await heading('Analysis');
  await page.keyboard.press('4');
  await heading('Tournaments');
  expect(hash()).toBe('#/tournaments');
});

it.each(['#/nowhere', '#/experiments/abc', '#/tournaments/games', '#/play/new', '#/library/attic'])(
  'says that nothing is at %s',
  async (wrong) => {
    const { page } = visitor;
    await page.goto(`${studio.address}/${wrong}`);
    await heading('There is no such page');
    await page.getByText(wrong, { exact: true }).waitFor();
    expect(hash()).toBe(wrong);
    expect(refused).toEqual([]);
    await page.getByRole('link', { name: 'To the first page', exact: true }).click();
    await heading(titleOf('Play'));
    expect(visitor.faults).toEqual([]);
  },
);
