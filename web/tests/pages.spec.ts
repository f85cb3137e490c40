// Every page, at three widths and in both themes: no serious fault of accessibility, nothing wider than the screen, and a
// picture of each in `screenshots/`.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginGame, clickMove, eventually, moves, Stage } from './harness';

const FOLDER = new URL('../screenshots/', import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [390, 820, 1440, 2560];
const THEMES = ['light', 'dark'] as const;

const stage = new Stage();
const { studio } = stage;
let routes: Record<string, string>;

/** A studio in which something has happened, so that the pages have something to show. */
async function furnish(): Promise<void> {
  const { page, context } = await stage.visit();
  await beginGame(page, studio.address, { against: 'Another player here', opponent: 'material' });
  await clickMove(page, 'e2', 'e4');
  await eventually(async () => (await moves(page)).length === 2, 'an answer');
  const game = new URL(page.url()).hash;
  await context.close();
  const experiment = await studio.post<{ id: string }>('/api/experiments', {
    preset: 'material-chess',
    settings: { runs: 2, games: 30 },
    start: true,
  });
  const players = ['random', 'king', 'material'].map((player) => ({ player, settings: {} }));
  const tournament = await studio.post<{ id: string }>('/api/tournaments', {
    name: 'Three strategies',
    variant: 'chess',
    players,
    format: { kind: 'round-robin', cycles: 1 },
  });
  await studio.post('/api/endgames', { material: 'KRK' });
  routes = {
    play: '#/play',
    game,
    'set-up': '#/analysis?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R+w+-+-+0+1',
    learning: `#/learning/${experiment.id}`,
    analysis:
      '#/analysis?fen=r1bqkb1r%2Fpppp1ppp%2F2n2n2%2F4p2Q%2F2B1P3%2F8%2FPPPP1PPP%2FRNB1K1NR+w+KQkq+-+4+4',
    experiments: '#/experiments',
    experiment: `#/experiments/${experiment.id}`,
    'new-experiment': '#/experiments/new?preset=material-chess',
    tournaments: '#/tournaments',
    tournament: `#/tournaments/${tournament.id}`,
    'new-tournament': '#/tournaments/new',
    nets: '#/library/nets',
    net: '#/library/nets/shipped-atomic',
    games: '#/library/games',
    suites: '#/library/suites',
    endgames: '#/endgames',
    'self-taught': '#/nets',
    ending: '#/endgames/KRK?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R+w+-+-+0+1',
  };
}

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await furnish();
}, 120_000);

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

async function seriousFaults(page: Page): Promise<string[]> {
  // The content policy forbids scripts from elsewhere in the page; the debugger may evaluate them.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

describe.each(THEMES)('in the %s theme', (colorScheme) => {
  it.each(WIDTHS)('every page is fit to be seen at %i pixels', async (width) => {
    const { page, context, faults } = await stage.visit({ viewport: { width, height: 900 }, colorScheme });
    const found: string[] = [];
    for (const [name, route] of Object.entries(routes)) {
      await page.goto(`${studio.address}/${route}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${FOLDER}${name}-${width}-${colorScheme}.png` });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) found.push(`${name}: ${overflow} pixels too wide`);
      found.push(...(await seriousFaults(page)).map((fault) => `${name}: ${fault}`));
    }
    await context.close();
    expect([...found, ...faults]).toEqual([]);
  });
});

it('shows the theme that was chosen, whatever the system prefers', async () => {
  const { page, context } = await stage.visit({ colorScheme: 'dark' });
  await page.goto(`${studio.address}/${routes['experiment']}`);
  const ground = { light: 'rgb(247, 246, 243)', dark: 'rgb(21, 24, 26)' };
  const firstLine = { light: 'rgb(0, 114, 178)', dark: 'rgb(63, 167, 224)' };
  const shows = (shown: 'light' | 'dark'): Promise<boolean> =>
    page.evaluate(
      ([background, line]) =>
        getComputedStyle(document.body).backgroundColor === background &&
        [...document.querySelectorAll('.u-marker')].some(
          (marker) => getComputedStyle(marker).borderTopColor === line,
        ),
      [ground[shown], firstLine[shown]],
    );
  await eventually(() => shows('dark'), 'what the system prefers');
  const button = page.getByRole('button', { name: /^Theme:/ });
  await button.click();
  await eventually(() => shows('light'), 'a light page with a light chart');
  await button.click();
  await eventually(() => shows('dark'), 'a dark page with a dark chart');
  await context.close();
});
