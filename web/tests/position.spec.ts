// A position set up and looked into: features, evaluation, best lines.

import { beforeAll, expect, it } from 'vitest';
import { clickMove, eventually, placeOf, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
  await visitor.page.goto(`${studio.address}/#/position`);
  await visitor.page.getByRole('application').waitFor();
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
  await page.getByRole('button', { name: 'Take men off' }).click();
  const { x, y } = await placeOf(page, 'd8');
  await page.mouse.click(x, y);
  await eventually(async () => (await fen()).startsWith('rnb1kbnr/'), 'a board without the queen');
  await eventually(
    async () => !['', '0.000'].includes(await valueOf('queen strength')),
    'another strength of queens',
  );
});

it('takes a list of men, and says what is wrong with one', async () => {
  const { page } = visitor;
  await page.getByLabel('Men', { exact: true }).fill('Ka2 Qe5 pb7 ka8');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await eventually(
    async () => (await fen()).startsWith('k7/1p6/8/4Q3/8/8/K7/8'),
    'the list of men on the board',
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
    'seven men',
  );
});

it('takes an evaluation apart', async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Evaluation' }).click();
  await page.getByText('pawns, White’s view').waitFor();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
});

it('tries a drop', async () => {
  const { page } = visitor;
  await page.getByLabel('Variant').selectOption('crazyhouse');
  await page.getByLabel('FEN', { exact: true }).fill('4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1');
  await page.getByLabel('FEN', { exact: true }).press('Enter');
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
  await page.getByRole('tab', { name: 'Best lines' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByText(/Depth \d+/).waitFor();
  await page.getByText('Try moves', { exact: true }).click();
  await clickMove(page, 'e2', 'e4');
  await eventually(async () => (await fen()).includes('4P3'), 'the move on the board');
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(visitor.faults).toEqual([]);
});
