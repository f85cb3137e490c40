// Best lines by other programs: one that tells two lines, one that crashes; and what becomes of it when the page is left.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, openPosition, Stage, type Visitor } from './harness';

const folder = mkdtempSync(join(tmpdir(), 'hetman-engines-'));

/** A program in a few lines of shell, which writes down its number. */
function engine(name: string, onGo: string): string {
  const file = join(folder, `${name}.sh`);
  const lines = [
    `echo $$ > ${join(folder, name)}`,
    'while read -r word rest; do case $word in',
    "uci) echo 'option name MultiPV type spin default 1 min 1 max 9'; echo uciok;;",
    'isready) echo readyok;;',
    `go) ${onGo};;`,
    'stop) echo bestmove e2e4;;',
    'quit) exit;;',
    'esac; done',
  ];
  writeFileSync(file, lines.join('\n'));
  return `uci:/bin/sh,arg=${file},name=${name}`;
}

const TWO_LINES = [
  'echo info depth 12 seldepth 18 multipv 1 score cp 31 nodes 5000 nps 100000 time 50 pv e2e4 e7e5 g1f3',
  'echo info depth 11 multipv 2 score cp 24 nodes 4800 time 48 pv d2d4 d7d5',
].join('; ');

const stage = new Stage([
  '--engine',
  engine('Steady', TWO_LINES),
  '--engine',
  engine('Shaky', 'echo out of memory >&2; exit 3'),
]);
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
  await openPosition(visitor.page, studio.address);
  await visitor.page.getByRole('tab', { name: 'Engine lines' }).click();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function isRunning(name: string): boolean {
  return existsSync(`/proc/${readFileSync(join(folder, name), 'utf8').trim()}`);
}

it('shows the lines of another program, and keeps them when it is stopped', async () => {
  const { page } = visitor;
  await page.getByLabel('Analysed by').selectOption({ label: 'Steady' });
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByText('Depth 12/18').waitFor();
  await page.getByRole('button', { name: 'Play d4, +0.24' }).waitFor();
  expect(await page.locator('ol li').count()).toBe(2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('ended').waitFor();
  expect(await page.locator('ol li').count()).toBe(2);
  await eventually(() => Promise.resolve(!isRunning('Steady')), 'the end of the program');
});

it('says what happened to one that crashes', async () => {
  const { page } = visitor;
  await page.getByLabel('Analysed by').selectOption({ label: 'Shaky' });
  await page.getByRole('button', { name: 'Analyse' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Shaky has failed' });
  await alert.waitFor();
  expect(await alert.textContent()).toContain('out of memory');
  await page.getByRole('button', { name: 'Analyse' }).waitFor();
});

it('ends an analysis that nobody watches', async () => {
  const { page, context, faults } = visitor;
  await page.getByLabel('Analysed by').selectOption({ label: 'Steady' });
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByText('Depth 12/18').waitFor();
  expect(isRunning('Steady')).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
  await eventually(() => Promise.resolve(!isRunning('Steady')), 'the end of the program', 15_000);
});
