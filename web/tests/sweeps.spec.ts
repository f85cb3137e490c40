// Presets by work, series and row; a sweep as one object; the table of experiments; notes, copies and comparisons.

import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

it('finds published rows, with what was printed and what came of it', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new`);
  await page.getByRole('region', { name: '2008 thesis' }).getByText('S. Droste, 2008').waitFor();
  await page.getByLabel('Find a preset').fill('2007 slope');
  const map = page.getByRole('group', { name: 'Ours, points in %' });
  await map.waitFor();
  expect(await map.getByRole('link').count()).toBe(27);
  await map.getByRole('link').first().click();
  await page.getByText('2007 thesis, series 2').first().waitFor();
  await page.getByText('Published and measured').click();
  await page.getByRole('columnheader', { name: 'verdict' }).waitFor();
  // The choice has an address.
  await page.reload();
  await page.getByText('2 000 games of chess').waitFor();
  expect(await page.getByLabel('Model').inputValue()).toBe('network');
  expect(await page.getByLabel('Hidden layers').inputValue()).toBe('23');
  await page.getByLabel('Find a preset').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByLabel('Find a preset').waitFor();
});

it('chooses what files say in small languages', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new?preset=material-chess`);
  const summary = page.getByRole('complementary', { name: 'What it will be' });
  await summary.getByText(/games of chess/).waitFor();
  await page.getByLabel('Initial weights', { exact: true }).selectOption('uniform_');
  await page.getByLabel('Initial weights: Drawn evenly, up to').fill('nonsense');
  await page.getByText('This is not a number.').waitFor();
  await page.getByLabel('Initial weights: Drawn evenly, up to').fill('0.25');
  await page.getByLabel('Opponent', { exact: true }).selectOption('material');
  await page.getByLabel('Whose decisions').selectOption('learner');
  await page
    .getByText('Material only: settings')
    .or(page.getByText(/: settings$/))
    .first()
    .click();
  await summary.getByText('File (TOML)').click();
  await summary.getByText(/initial = "uniform_0.25"/).waitFor();
  await summary.getByText(/opponent = "material"/).waitFor();
});

it('names follow parameters', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new?preset=neuralchess-5.2-a0.5-b0.5-l0.9`);
  const name = page.getByLabel('Name', { exact: true });
  await eventually(async () => (await name.inputValue()).endsWith('a0.5-b0.5-l0.9'), 'the name of the row');
  await page.getByLabel('Lambda', { exact: true }).fill('0.4');
  await eventually(
    async () => (await name.inputValue()) === 'neuralchess-5.2-lambda-0.4',
    'a name that says it',
  );
  await name.fill('mine');
  await page.getByLabel('Lambda', { exact: true }).fill('0.3');
  expect(await name.inputValue()).toBe('mine');
});

it('makes a sweep, which is one object with a map of its scores', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments/new?preset=material-chess`);
  await page
    .getByLabel(/^Games/)
    .first()
    .fill('20');
  await page.getByLabel(/^Runs/).first().fill('1');
  await page.getByText('Sweep: try several values').click();
  await page.getByRole('button', { name: 'Vary a parameter' }).click();
  await page.getByLabel('Parameter 1', { exact: true }).selectOption('learning.lambda');
  await page.getByLabel('Values of parameter 1').fill('0.2, 0.7');
  await page.getByLabel('Values of parameter 1').press('Tab');
  await page.getByRole('button', { name: 'Vary a parameter' }).click();
  await page.getByLabel('Parameter 2', { exact: true }).selectOption('play.depth');
  await page.getByLabel('Values of parameter 2').fill('1 2');
  await page.getByLabel('Values of parameter 2').press('Tab');
  await page.getByRole('button', { name: 'Start all 4' }).click();
  const card = page.getByRole('region', { name: /^Sweep material-chess/ });
  await card.getByText('4 of 4 experiments finished').waitFor({ timeout: 170_000 });
  expect(await card.getByRole('group', { name: 'Points, %' }).getByRole('link').count()).toBe(4);
  await card.getByRole('link', { name: /^material-chess/ }).click();
  await page.getByRole('heading', { name: 'Scores' }).waitFor();
  await page.getByText('4 experiments', { exact: true }).waitFor();
});

it('sorts and filters by a parameter, compares only what differs, and deletes together', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/experiments`);
  await page.getByLabel('List their experiments one by one too').check();
  await page.getByText('Parameters as columns').click();
  await page.getByRole('checkbox', { name: 'play.depth' }).check();
  const rows = page.getByRole('region', { name: 'All experiments' }).locator('tbody tr');
  await page.getByLabel('Only this play.depth').selectOption('2');
  expect(await rows.count()).toBe(2);
  await page.getByLabel('Only this play.depth').selectOption('');
  await page.getByRole('button', { name: 'play depth' }).click();
  const cells = await rows.locator('td:nth-child(7)').allTextContents();
  expect(cells).toEqual([...cells].sort());
  await page.getByLabel('Find experiments').fill('lambda=0.7');
  expect(await rows.count()).toBe(2);
  await page.getByLabel('Tick all').check();
  await page.getByRole('link', { name: 'Compare 2' }).click();
  await page.getByRole('heading', { name: 'What differs' }).waitFor();
  const table = page.getByRole('region', { name: 'Beside each other' }).locator('tbody');
  expect(await table.getByRole('row', { name: /^Depth/ }).count()).toBe(1);
  expect(await table.getByRole('row', { name: /^Lambda/ }).count()).toBe(0);
  await page.goBack();
  await page.getByLabel('List their experiments one by one too').check();
  await page.getByLabel('Tick all').check();
  await page.getByRole('button', { name: /^Delete the 4/ }).click();
  await page.getByRole('button', { name: /^Really delete/ }).click();
  await page.getByRole('heading', { name: 'Nothing has been learned here yet' }).waitFor();
});

it('keeps notes, and says how games ended', async () => {
  const { page } = visitor;
  const { id } = await studio.post<{ id: string }>('/api/experiments', {
    preset: 'material-chess',
    settings: { runs: 2, games: 20 },
    start: true,
  });
  await page.goto(`${studio.address}/#/experiments/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('<script>alert(1)</script> of no use');
  await page.getByRole('textbox', { name: 'Notes' }).press('Tab');
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 120_000 });
  await page
    .getByRole('region', { name: 'Endings' })
    .getByText(/half-moves in the mean/)
    .waitFor();
  await page.getByText('The band is one standard deviation').first().waitFor();
  await page.goto(`${studio.address}/#/experiments`);
  await page.getByText('<script>alert(1)</script> of no use').waitFor();
  expect(visitor.faults).toEqual([]);
});
