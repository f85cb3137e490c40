// An ending from its table to play against best defence: built, learned, read, asked and played out.

import { beforeAll, expect, it } from 'vitest';
import { clickMove, dragMove, eventually, placeOf, Stage, type Visitor } from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;
let methods: string[];

beforeAll(async () => {
  visitor = await stage.visit();
});

async function show(fen: string): Promise<void> {
  const field = visitor.page.getByLabel('FEN', { exact: true });
  await field.fill(fen);
  await field.press('Enter');
  await field.blur();
}

function verdict(text: string | RegExp): Promise<void> {
  return visitor.page.getByRole('region', { name: 'Play it out' }).getByText(text).waitFor();
}

it('says what is no ending', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/endgames`);
  await page.getByLabel('Another ending').fill('KXK');
  await page.getByRole('button', { name: 'Build it' }).click();
  await page.getByRole('alert').getByText('is no piece').waitFor();
});

it('builds a table and tells what is in it', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'KRK', exact: true }).click();
  await page.getByRole('heading', { name: 'KRK' }).waitFor();
  await page.getByText('longest mate: 16 moves').waitFor();
  await verdict('White to move mates in 16.');
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByText('Black (K)', { exact: true }).click();
  await page.getByText('28 056').or(page.getByText('28\u2009056')).first().waitFor();
  await page.getByText('As a table').click();
  await page.getByRole('cell', { name: '390', exact: true }).waitFor();
});

it('learns a tree, and tells how large and how exact it is', async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Learned' }).click();
  const select = page.getByLabel('Method');
  methods = await select.locator('option').allTextContents();
  expect(methods.length).toBeGreaterThan(1);
  await select.selectOption(methods[0] ?? '');
  await page.getByRole('button', { name: 'Learn it' }).click();
  const lesson = page.getByRole('region', { name: `${methods[0]}, moves to mate` });
  await lesson.getByRole('button', { name: 'Asked' }).waitFor();
  await lesson.getByRole('row', { name: /^Learned from/ }).waitFor();
});

it('unfolds the tree level by level', async () => {
  const { page } = visitor;
  const tree = page.getByRole('region', { name: 'The tree' });
  const folded = tree.locator('details:not([open]) > summary');
  await folded.first().waitFor();
  const before = await tree.locator('.question').count();
  await folded.first().click();
  await eventually(async () => (await tree.locator('.question').count()) === before + 1, 'another question');
});

it('knows every move of a position that is set up, by text or by hand', async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Moves' }).click();
  await show('8/8/8/8/8/1K6/7R/k7 w - - 0 1');
  await verdict('White to move mates in 1.');
  await page.getByRole('row', { name: /^Rh1#/ }).getByText('best').waitFor();
  await page.getByText('Set up', { exact: true }).click();
  await dragMove(page, 'h2', 'g2');
  await page.getByRole('row', { name: /^Rg1#/ }).waitFor();
  await dragMove(page, 'b3', 'a2');
  await page.getByRole('alert').first().waitFor();
  await show('hostile');
  await page.getByRole('alert').first().waitFor();
  await page.getByText('Play', { exact: true }).last().click();
  expect(visitor.faults).toEqual([]);
});

it('says why, and marks the squares', async () => {
  const { page } = visitor;
  await show('8/8/8/8/3k4/8/2K5/R7 b - - 0 1');
  const why = page.getByRole('region', { name: 'What was learned' });
  await why.getByText(/^So the side to move is mated in/).waitFor();
  const shapes = page.locator('.cg-shapes circle');
  expect(await shapes.count()).toBe(0);
  await why.getByRole('button').first().click();
  await eventually(async () => (await shapes.count()) > 0, 'marked squares');
});

it('plays by hand against best defence', async () => {
  const { page } = visitor;
  await show('8/8/8/3k4/8/8/8/K6R w - - 0 1');
  await verdict(/White to move mates in/);
  await clickMove(page, 'h1', 'h4');
  const line = page.getByRole('region', { name: 'Play it out' }).getByRole('list', { name: 'Moves' });
  await eventually(async () => (await line.getByRole('listitem').count()) === 2, 'an answer');
  await verdict(/White to move mates in/);
  await page.getByRole('button', { name: 'Take the last move back' }).click();
  await eventually(async () => (await line.getByRole('listitem').count()) === 1, 'one move less');
});

it('plays out by what was learned, the distance beside each move', async () => {
  const { page } = visitor;
  await show('8/8/8/8/8/2K5/7R/k7 w - - 0 1');
  await verdict(/White to move mates in/);
  await page.getByRole('button', { name: 'Let the rules move' }).click();
  const line = page.getByRole('region', { name: 'Play it out' }).getByRole('list', { name: 'Moves' });
  await line
    .getByText(/^Mate in/)
    .first()
    .waitFor();
  await show('8/8/8/8/8/1K6/7R/k7 w - - 0 1');
  await verdict('White to move mates in 1.');
  await page.getByRole('button', { name: 'Play it out' }).click();
  await verdict(/White wins by checkmate/);
  expect(visitor.faults).toEqual([]);
});

it('learns rules, and tells what each of them does', async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Learned' }).click();
  const steps = page.getByLabel('Lists that are tried');
  let rules = '';
  for (const method of methods) {
    await page.getByLabel('Method').selectOption(method);
    if (await steps.isVisible()) rules = method;
  }
  await page.getByLabel('Method').selectOption(rules);
  await steps.fill('300');
  await page.getByRole('button', { name: 'Learn it' }).click();
  const lesson = page.getByRole('region', { name: rules, exact: true });
  await lesson.getByRole('button', { name: 'Asked' }).waitFor();
  await lesson.getByText(/positions that can be won/).waitFor();
  const list = page.getByRole('region', { name: 'The rules' }).getByRole('listitem');
  await list
    .first()
    .getByText(/^Drops moves in/)
    .waitFor();
  await show('8/8/8/3k4/8/8/8/K6R w - - 0 1');
  const why = page.getByRole('region', { name: 'What was learned' });
  await why
    .getByText(/moves are left\.$/)
    .last()
    .waitFor();
  await why.getByText(/is played\.$/).waitFor();
  await page.getByRole('button', { name: 'Let the rules move' }).click();
  await why
    .getByText(/moves are left\.$/)
    .last()
    .waitFor();
});

it('shows the rules that are part of the program, proved', async () => {
  const { page } = visitor;
  await page.getByLabel('Method').selectOption('shipped');
  await page.getByRole('button', { name: 'Learn it' }).click();
  const lesson = page.getByRole('region', { name: 'shipped', exact: true });
  await lesson.getByText(/^Proved: they win all/).waitFor();
  await lesson.getByRole('button', { name: 'Asked' }).waitFor();
});

it('finds everything again after a restart', async () => {
  const { page } = visitor;
  await show('8/8/8/3k4/8/8/8/K6R w - - 0 1');
  await verdict(/White to move mates in/);
  const address = page.url();
  await studio.kill();
  await studio.start();
  await page.goto('about:blank');
  await page.goto(address);
  await verdict(/White to move mates in/);
  await page.getByRole('region', { name: 'What was learned' }).waitFor();
  const place = await placeOf(page, 'h1');
  expect(place.x).toBeGreaterThan(0);
});
