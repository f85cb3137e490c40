// A position set up and looked into: features, evaluation, engine lines; a tree of moves that is never lost.

import { beforeAll, expect, it } from 'vitest';
import { clickMove, eventually, openPosition, placeOf, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
  await openPosition(visitor.page, studio.address);
  await visitor.page.getByRole('tab', { name: 'What it sees' }).click();
  await visitor.page.getByText('Features of the position').click();
});

async function fen(): Promise<string> {
  return visitor.page.getByLabel('FEN', { exact: true }).inputValue();
}

async function valueOf(feature: string): Promise<string> {
  const row = visitor.page.locator('li', { has: visitor.page.getByText(feature, { exact: true }) });
  return (await row.locator('.number').first().textContent()) ?? '';
}

it('reads the features of a position that is set up', async () => {
  const { page } = visitor;
  await eventually(
    async () => (await valueOf('queen strength')) === '0.000',
    'the features of the start position',
  );
  await page.getByText('Set up', { exact: true }).click();
  await page.getByRole('button', { name: 'Take pieces off' }).click();
  const { x, y } = await placeOf(page, 'd8');
  await page.mouse.click(x, y);
  await eventually(async () => (await fen()).startsWith('rnb1kbnr/'), 'a board without the queen');
  await page.getByText('Try moves', { exact: true }).click();
  await page.getByText('Features of the position').click();
  await eventually(
    async () => !['', '0.000'].includes(await valueOf('queen strength')),
    'another strength of queens',
  );
});

it('takes a list of pieces, and says what is wrong with one', async () => {
  const { page } = visitor;
  await page.getByText('Set up', { exact: true }).click();
  await page.getByLabel('Pieces', { exact: true }).fill('Ka2 Qe5 pb7 ka8');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await eventually(
    async () => (await fen()).startsWith('k7/1p6/8/4Q3/8/8/K7/8'),
    'the list of pieces on the board',
  );
  await page.getByLabel('FEN', { exact: true }).fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByLabel('FEN', { exact: true }).press('Enter');
  await page.getByRole('alert').first().waitFor();
});

it('draws a random position', async () => {
  const { page } = visitor;
  await page.getByLabel('Random').fill('7');
  await page.getByRole('button', { name: 'Draw' }).click();
  await eventually(
    async () => ((await fen()).split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length === 7,
    'seven pieces',
  );
});

it('takes an evaluation apart', async () => {
  const { page } = visitor;
  await page.getByText('Try moves', { exact: true }).click();
  await page.getByText(/pawns, White’s view, says Hetman/).waitFor();
  await page.getByText('Every term').click();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
});

it('tries a drop', async () => {
  const { page } = visitor;
  // Whoever is quicker than the studio has chosen the variant all the same.
  await page.route('**/api/position', async (route) => {
    await page.waitForTimeout(200);
    await route.continue();
  });
  await page.getByLabel('Variant').selectOption('crazyhouse');
  await page.getByLabel('FEN', { exact: true }).fill('4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1');
  await page.getByLabel('FEN', { exact: true }).press('Enter');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('Try moves', { exact: true }).click();
  await page.getByRole('button', { name: 'queen, 1 in hand' }).click();
  const { x, y } = await placeOf(page, 'f3');
  await page.mouse.click(x, y);
  await eventually(async () => (await fen()).startsWith('4k3/8/8/8/8/5Q2/8/4K3'), 'the queen on the board');
  await page.getByLabel('Variant').selectOption('chess');
});

it('finds best lines and plays on', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByRole('tab', { name: 'Engine lines' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByText(/Depth \d+/).waitFor();
  await page.getByText('Try moves', { exact: true }).click();
  await clickMove(page, 'e2', 'e4');
  await eventually(async () => (await fen()).includes('4P3'), 'the move on the board');
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(visitor.faults).toEqual([]);
});

it('keeps every line that is tried, and goes back and on', async () => {
  const { page } = visitor;
  const list = page.getByRole('group', { name: 'Moves', exact: true });
  const current = (): Promise<string> => list.locator('[aria-current]').innerText();
  const text = async (): Promise<string> => (await list.innerText()).replace(/\s+/g, '');
  await page.goto(`${studio.address}/#/experiments`);
  await openPosition(page, studio.address, '?variant=chess&fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1');
  // Who sets up and then moves has left the switch: the arrow keys are the line's.
  await page.getByText('Set up', { exact: true }).click();
  await page.getByText('Try moves', { exact: true }).click();
  for (const [index, move] of [
    ['e2', 'e4'],
    ['e8', 'e7'],
    ['e4', 'e5'],
  ].entries()) {
    await clickMove(page, move[0] ?? '', move[1] ?? '');
    await eventually(
      async () => (await list.getByRole('button').count()) === index + 1,
      'the move in the list',
    );
    await eventually(async () => (await page.locator('square.last-move').count()) === 2, 'the last move');
  }
  expect(await text()).toBe('1.e4Ke72.e5');

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => (await current()) === 'e4', 'two moves back');
  await clickMove(page, 'e8', 'd7');
  await eventually(async () => (await text()) === '1.e4Ke7(1…Kd7)2.e5', 'a variation');
  await page.keyboard.press('Home');
  expect(await list.locator('[aria-current]').count()).toBe(0);
  await page.keyboard.press('End');
  await eventually(async () => (await current()) === 'Kd7', 'the end of the line that was left');

  await page.reload();
  await page.getByRole('application').waitFor();
  await eventually(async () => (await current()) === 'Kd7', 'the same node after a reload');
  expect(await fen()).toContain('8/3k4/8/8/4P3/8/8/4K3');

  await page.getByRole('button', { name: 'One move back' }).click();
  await page.getByRole('button', { name: 'One move back' }).click();
  expect(await page.getByRole('button', { name: 'One move back' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'One move on' }).click();
  await eventually(async () => (await current()) === 'e4', 'one move on');
});

it('goes one step back in the line with the browser’s Back, and not out of the studio', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments`);
  await openPosition(page, studio.address, '?variant=chess&fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1');
  const moved = (move: string): Promise<unknown> =>
    eventually(async () => (await fen()).startsWith(move), `the position ${move}`);
  await moved('4k3/8/8/8/8/8/4P3/4K3');
  await clickMove(page, 'e2', 'e4');
  await moved('4k3/8/8/8/4P3/8/8/4K3');
  await clickMove(page, 'e8', 'e7');
  await moved('8/4k3/8/8/4P3/8/8/4K3');
  await page.goBack();
  await moved('4k3/8/8/8/4P3/8/8/4K3');
  await page.goBack();
  await moved('4k3/8/8/8/8/8/4P3/4K3');
  await page.goForward();
  await moved('4k3/8/8/8/4P3/8/8/4K3');
  await page.goBack();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Experiments' }).waitFor();
  expect(visitor.faults).toEqual([]);
});

it('numbers the moves of a best line, and plays the line up to the one that is clicked', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/analysis?variant=chess&fen=7k/8/5K2/6Q1/8/8/8/8+b+-+-+0+30`);
  await page.getByRole('tab', { name: 'Engine lines' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  const line = page.locator('ol li').first();
  await line.getByText('30…').waitFor();
  await line.getByText('31.').waitFor();
  await line.locator('.moves').getByRole('button').nth(1).click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  const list = page.getByRole('group', { name: 'Moves', exact: true });
  await eventually(async () => (await list.getByRole('button').count()) === 2, 'two moves of the line');
});
