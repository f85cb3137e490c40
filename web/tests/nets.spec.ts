// A network that teaches itself: begun, watched, stopped, gone on with, and played against.

import { beforeAll, it } from 'vitest';
import { Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

async function choose(group: string, fields: Record<string, string>): Promise<void> {
  const { page } = visitor;
  const fold = page.locator('details', { has: page.locator('summary', { hasText: group }) });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
  for (const [label, value] of Object.entries(fields)) {
    const field = fold.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.press('Tab');
  }
}

it('refuses what cannot be', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/nets`);
  await choose('Network', { 'Hidden units': '100' });
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByText('multiple of 64', { exact: false }).last().waitFor();
});

it('begins a lineage that plays, learns and holds a match', async () => {
  const { page } = visitor;
  await page.getByLabel('Game', { exact: true }).selectOption('atomic');
  await choose('Games', { Games: '12', 'Nodes a move': '20', 'Random half-moves': '4' });
  await choose('Network', { 'Hidden units': '64', Epochs: '3', Batch: '64' });
  await choose('Match', { 'Nodes a move in the match': '20', 'Longest match': '8' });
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByRole('region', { name: /^Lineage atomic/ }).waitFor();
  await page
    .getByText(/Generation \d+/)
    .first()
    .waitFor();
  await page.getByRole('rowheader', { name: '1', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'the start' }).first().waitFor();
});

it('is stopped, and goes on after a restart', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('stopped', { exact: true }).waitFor();
  await studio.kill();
  await studio.start();
  await page.reload();
  await page.getByText('stopped', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('running', { exact: true }).waitFor();
});

it('is played against', async () => {
  const { page } = visitor;
  const play = page.getByRole('link', { name: /^Play against generation/ });
  await play.waitFor();
  await play.click();
  await page
    .getByText(/Self-taught atomic/)
    .first()
    .waitFor();
});

it('is deleted with everything', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/nets`);
  await page.getByRole('button', { name: /^Delete the lineage/ }).click();
  await page.getByRole('button', { name: /^Really delete/ }).click();
  await page.getByRole('region', { name: /^Lineage atomic/ }).waitFor({ state: 'detached' });
});
