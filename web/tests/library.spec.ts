// The library and what leaves the studio: shipped nets, imported games, opening books, and an experiment's report.

import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage, type Visitor } from './harness';

const FOLDER = new URL('../screenshots/', import.meta.url).pathname;
const PGN = `[Event "Casual"]
[Date "1851.06.21"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 {the gambit} exf4 1-0

[White "Nobody"]

1. e5 *

[White "Fool"]
[Black "Sage"]

1. f3 e5 2. g4 Qh4# 0-1
`;
const POSITIONS = `4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1
4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1`;

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  visitor = await stage.visit();
});

function picture(page: Page, name: string): Promise<unknown> {
  return page.screenshot({ path: `${FOLDER}${name}.png`, fullPage: true });
}

it('shows the nets that ship, and plays against one', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/nets`);
  await page.getByLabel('Variant').selectOption('atomic');
  const card = page.getByRole('listitem').filter({ hasText: 'Shipped atomic' });
  await card.getByText(/\d.000 games/).waitFor();
  await card.getByText(/% \(.*\) in atomic against Hetman with plain material/).waitFor();
  await card.getByRole('link').click();
  await page.getByRole('heading', { name: 'Where pieces like to stand' }).waitFor();
  await page.getByRole('link', { name: 'Learn on from it' }).click();
  await page.getByText(/\d.000 games of atomic\./).waitFor();
  await page.goBack();
  for (const [search, opponent] of [
    ['the exact search', 'net:shipped-atomic'],
    ['Hetman’s search', 'hetman-net:shipped-atomic'],
  ] as const) {
    await page.goto(`${studio.address}/#/library/nets/shipped-atomic`);
    await page.getByRole('link', { name: `Play against it in ${search}` }).click();
    await expect.poll(() => page.getByLabel('Opponent').inputValue()).toBe(opponent);
  }
});

it('imports a collection, says what is broken, and finds it again after the server was killed', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/games`);
  await page.getByRole('button', { name: 'Import PGN' }).click();
  const file = { name: 'old games.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(PGN) };
  await page.getByLabel('A file').setInputFiles(file);
  await page.getByRole('button', { name: 'Import them' }).click();
  await page.getByText('Kept from old games.pgn: 2 games.').waitFor();
  await page.getByText(/game 2, line 11/).waitFor();
  await picture(page, 'import');
  await studio.kill();
  await studio.start();
  await page.reload();
  await page.getByText('2 games', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: /^From/ }).selectOption('imported');
  await page.getByLabel('Player').fill('anderssen');
  await page.getByText('1 game', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Replay Anderssen against Kieseritzky' }).click();
  await page.getByRole('button', { name: 'exf4' }).waitFor();
  for (let ply = 0; ply < 3; ply++) await page.keyboard.press('ArrowRight');
  await page.getByText('the gambit').first().waitFor();
  await page.getByText(/White won/).waitFor();
});

it('learns from the games that were imported', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/games`);
  await page.getByText('Imported collections (1)').click();
  await page.getByRole('link', { name: 'Learn from it' }).click();
  const wish = page.getByRole('complementary', { name: 'What it will be' });
  // Five runs, and no more games in each than there are.
  await wish.getByText('10 games of chess.').waitFor();
  await wish.getByRole('button', { name: 'Start it' }).click();
  await page.getByText('finished', { exact: true }).waitFor();
});

it('refuses a text without games in words', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/library/games`);
  await page.getByRole('button', { name: 'Import PGN' }).click();
  await page.getByLabel('Games (PGN)').fill('not a game');
  await page.getByRole('button', { name: 'Import them' }).click();
  await page.getByText(/no game of this PGN can be read: game 1, line 1/).waitFor();
});

it('holds a match from a book that was pasted', async () => {
  const { page } = visitor;
  await page.goto(`${studio.address}/#/tournaments/new`);
  for (const player of ['random', 'king']) {
    await page.getByLabel('Player', { exact: true }).selectOption(player);
    await page.getByRole('button', { name: 'Add this player' }).click();
  }
  await page.getByText('A book', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a book' }).click();
  await page.getByLabel('Positions or games').fill('4k3/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByRole('button', { name: 'Add this book' }).click();
  await page.getByText(/openings.epd, line 1/).waitFor();
  await page.getByLabel('Positions or games').fill(POSITIONS);
  await page.getByLabel('Its name').fill('pawns');
  await page.getByRole('button', { name: 'Add this book' }).click();
  await page.getByText('pawns.epd holds 2 openings.').waitFor();
  await picture(page, 'book');
  await page.getByLabel('Shuffled, as the seed says').uncheck();
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText(/pawns\.epd$/).waitFor();
  const link = page.getByRole('link', { name: 'PGN' });
  const pgn = await (await fetch(studio.address + (await link.getAttribute('href')))).text();
  const starts = [...pgn.matchAll(/\[FEN "([^"]+)"\]/g)].map((match) => match[1]);
  const [one, two] = POSITIONS.split('\n');
  expect(starts).toEqual([one, one, two, two]);
});

it('opens the report of an experiment, and saves what lies beside it', async () => {
  const { page, context } = visitor;
  const body = JSON.stringify({ preset: 'material-chess', settings: { runs: 1, games: 40 }, start: true });
  const answer = await fetch(`${studio.address}/api/experiments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`${studio.address}/#/experiments/${id}`);
  const files = page.getByRole('region', { name: 'Files' });
  const opened = context.waitForEvent('page', { timeout: 60_000 });
  await files.getByRole('link', { name: 'Open the report' }).click({ timeout: 60_000 });
  const report = await opened;
  await report.waitForLoadState();
  const faults: string[] = [];
  report.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  await eventually(
    async () =>
      (await fetch(`${studio.address}/api/experiments/${id}`))
        .text()
        .then((text) => text.includes('"finished"')),
    'the experiment ends',
    120_000,
  );
  await report.reload();
  await report.getByRole('heading', { level: 1, name: 'material-chess' }).waitFor();
  // Its own styles hold, and no script can run in it.
  const width = await report.evaluate(
    () => getComputedStyle(document.querySelector('main') as Element).maxWidth,
  );
  expect(width).not.toBe('none');
  expect(await report.locator('svg').count()).toBeGreaterThan(0);
  await report.screenshot({ path: `${FOLDER}report.png`, fullPage: true });
  await report.close();
  for (const [name, wanted] of [
    ['TensorBoard', /tfevents/],
    ['Report', /index\.html$/],
    ['Net', /\.safetensors$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await files.getByRole('link', { name, exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(wanted);
  }
  expect([...faults, ...visitor.faults]).toEqual([]);
});
