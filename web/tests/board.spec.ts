// One tree behind the board: what is written and tried stays, changes can be taken back, games go into analysis and out of
// it again, and what comes from outside does no harm.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  arriveAtGame,
  beginGame,
  board,
  clickMove,
  dragMove,
  eventually,
  moves,
  openPosition,
  Stage,
  type Visitor,
} from './harness';

const stage = new Stage();
const { studio } = stage;
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visit();
});

async function hasMoves(expected: string): Promise<void> {
  await eventually(async () => (await moves(visitor.page)).join(' ') === expected, `moves ${expected}`);
}

function list(): ReturnType<typeof visitor.page.getByRole> {
  return visitor.page.getByRole('group', { name: 'Moves', exact: true });
}

it('keeps comments, glyphs and variations over a reload, and takes changes back', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address);
  await clickMove(page, 'e2', 'e4');
  await hasMoves('e4');
  await clickMove(page, 'e7', 'e5');
  await hasMoves('e4 e5');
  await page.getByLabel('Comment on this move').fill('<b>open</b> games');
  await page.getByRole('button', { name: 'good move' }).click();
  await hasMoves('e4 e5!');
  await list().getByText('<b>open</b> games').waitFor();
  await page.keyboard.press('ArrowLeft');
  await clickMove(page, 'c7', 'c5');
  await hasMoves('e4 e5! c5');
  await page.getByRole('button', { name: 'Make this the main line' }).click();
  await hasMoves('e4 c5 e5!');
  await page.getByRole('button', { name: 'Undo' }).click();
  await hasMoves('e4 e5! c5');
  await page.keyboard.press('Control+z');
  await hasMoves('e4 e5!');
  await page.getByRole('button', { name: 'Redo' }).click();
  await hasMoves('e4 e5! c5');
  // What is kept is written a moment later.
  await page.waitForTimeout(400);
  await page.reload();
  await board(page).waitFor();
  await hasMoves('e4 e5! c5');
  await list().getByText('<b>open</b> games').waitFor();
});

it('shows a second tab what the first one adds', async () => {
  const { page, context } = visitor;
  const second = await context.newPage();
  await second.goto(`${studio.address}/#/analysis`);
  await board(second).waitFor();
  await eventually(async () => (await moves(second)).join(' ') === 'e4 e5! c5', 'the same tree');
  await page.bringToFront();
  await page.keyboard.press('Home');
  await clickMove(page, 'd2', 'd4');
  await eventually(async () => (await moves(second)).includes('d4'), 'the move of the other tab');
  await second.close();
});

it('takes a game into analysis at any move, and plays on from there', async () => {
  const { page } = visitor;
  await beginGame(page, studio.address, { against: 'Two at this screen' });
  for (const [from, to, san] of [
    ['f2', 'f3', 'f3'],
    ['e7', 'e5', 'e5'],
    ['g2', 'g4', 'g4'],
  ] as const) {
    await clickMove(page, from, to);
    await eventually(async () => (await moves(page)).at(-1) === san, san);
  }
  await page.keyboard.press('ArrowLeft');
  await page.getByText('You are looking at another position').waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('heading', { level: 1, name: 'White – Black' }).waitFor();
  await clickMove(page, 'e1', 'f2');
  await hasMoves('f3 e5 g4 Kf2');
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await arriveAtGame(page);
  await hasMoves('f3 e5 g4 Kf2');
  await dragMove(page, 'd8', 'h4');
  await hasMoves('f3 e5 g4 Kf2 Qh4#');
});

it('judges a game that is over: graph, mistakes, accuracy, rematch', async () => {
  const { page } = visitor;
  await page.getByText('How it went: graph, mistakes, accuracy').click();
  const after = page.getByRole('region', { name: 'After the game' });
  await after.getByRole('button', { name: '2.g4⁇' }).waitFor();
  await after.getByText('blunder, better').first().waitFor();
  await after.getByRole('img', { name: /Evaluation along the game, 5 positions/ }).waitFor();
  await after
    .getByText(/^\d+\.\d.%$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await eventually(async () => (await moves(page)).length === 0, 'a new game');
});

it('sets up pockets and checks', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address, '?variant=crazyhouse');
  await page.getByText('Set up', { exact: true }).click();
  const fen = (): Promise<string> => page.getByLabel('FEN', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'One knight more for white' }).click();
  await eventually(async () => (await fen()).includes('[N]'), 'a knight in the pocket');
  await page.getByLabel('Variant').selectOption('3check');
  await page.getByText('Set up', { exact: true }).click();
  await page.getByLabel('Checks White has to give, 1 to 3').fill('1');
  await eventually(async () => (await fen()).includes('1+3'), 'one check left');
});

it('answers what is hostile with a sentence', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address, `?fen=${encodeURIComponent('<script>'.repeat(2000))}`);
  await page.getByRole('alert').first().waitFor();
  await openPosition(page, studio.address, '?moves=e2e5');
  await page.getByText(/The line ends before 'e2e5'/).waitFor();
  await page.getByRole('button', { name: 'PGN, FEN' }).click();
  const file = join(studio.data, 'large.pgn');
  writeFileSync(file, '1. e4 e5 '.repeat(5_600_000));
  await page.getByLabel('A file').setInputFiles(file);
  await page.getByText(/large\.pgn has 50\.4.MB; at most/).waitFor();
  await page.getByLabel('Load a game (PGN) or a position (FEN)').fill('[Variant "Bughouse"]\n\n1. e4 *');
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByText(/variant that is not known here: Bughouse/).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.goto(`${studio.address}/#/library/games/tournament-9-9`);
  await page.getByRole('heading', { name: 'This cannot be shown' }).waitFor();
});

it('loses nothing while the studio is away', async () => {
  const { page } = visitor;
  await openPosition(page, studio.address);
  await page.getByText('Try moves', { exact: true }).click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await eventually(async () => (await moves(page)).length > 0, 'the tree of before');
  const before = (await moves(page)).length;
  await page.keyboard.press('Home');
  await studio.kill();
  await clickMove(page, 'g1', 'f3');
  await page
    .getByText(/The studio does not answer/)
    .first()
    .waitFor();
  await eventually(async () => (await moves(page)).length === before + 1, 'the move all the same');
  await studio.start();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'One move on' }).click();
  await eventually(async () => {
    await clickMove(page, 'h7', 'h5');
    return (await moves(page)).length === before + 2;
  }, 'a move after the restart');
  expect(visitor.faults).toEqual([]);
});
