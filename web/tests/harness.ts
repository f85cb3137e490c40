// What the browser tests stand on: the real binary with a data folder of its own, and a real browser.
// HETMAN names the binary, CHROMIUM the browser.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const BINARY = process.env['HETMAN'] ?? '../target/release/hetman';
const BROWSER = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const START_MS = 60_000;
const STEP_MS = 30_000;

export class Studio {
  readonly #options: string[];
  #process: ChildProcess | null = null;
  #port = 0;
  /** The address that was printed, with the token where one is needed. */
  link = '';
  readonly data = mkdtempSync(join(tmpdir(), 'hetman-studio-'));

  constructor(options: string[] = []) {
    this.#options = options;
  }

  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('the studio is not running');
    return this.#process.pid;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts the binary, after a restart at the same port, so that open pages find it again. */
  async start(): Promise<void> {
    const arguments_ = ['studio', '--port', String(this.#port), '--data', this.data, ...this.#options];
    const child = spawn(BINARY, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    this.link = await linkOf(child);
    this.#port = Number(new URL(this.link).port);
  }

  /** Asks the studio for something to be made, as a page would. */
  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    const answer = await fetch(this.address + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Answer;
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.data, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killer);
  }
}

function linkOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`the studio did not start: ${text}`)), START_MS);
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const link = /(http:\/\/\S+)\s/.exec(text)?.[1];
      if (link === undefined) return;
      clearTimeout(timer);
      resolve(link);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the studio ended: ${text}`)));
  });
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
}

/** A fresh visitor; anything that goes wrong in the page is collected. */
export async function visit(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  arriveWithGoto(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/i.test(message.text()))
      faults.push(message.text());
  });
  return { context, page, faults };
}

/**
 * A step within the studio changes the hash alone, and the page before stays on screen until the next is loaded: a
 * test that goes somewhere goes on when it is there.
 */
function arriveWithGoto(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...request) => {
    const answer = await goto(...request);
    await page.waitForFunction(() => {
      const main = document.querySelector('main');
      return main === null || main.dataset['address'] === location.hash;
    });
    return answer;
  };
}

/** What a file of tests stands on: a studio and a browser, from before its first test until after its last. */
export class Stage {
  readonly studio: Studio;
  #browser: Browser | null = null;

  constructor(options: string[] = []) {
    this.studio = new Studio(options);
    beforeAll(async () => {
      await this.studio.start();
      this.#browser = await launch();
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.studio.stop();
    });
  }

  visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Visitor> {
    if (!this.#browser) throw new Error('visitors come no sooner than the browser');
    return visit(this.#browser, options);
  }
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  faults: string[];
}

export function board(page: Page): Locator {
  return page.getByRole('application');
}

/** The middle of a square, seen from White's side unless told otherwise. */
export async function placeOf(
  page: Page,
  square: string,
  isFlipped = false,
): Promise<{ x: number; y: number }> {
  // A board that is being drawn anew has no box for a moment, or is another one already.
  const box = await eventually(
    () =>
      page
        .locator('cg-board')
        .first()
        .evaluate((squares) => {
          squares.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = squares.getBoundingClientRect();
          return width > 0 ? { x, y, width, height } : null;
        }),
    'a board on the page',
  );
  const file = 'abcdefgh'.indexOf(square[0] ?? 'a');
  const rank = Number(square[1]) - 1;
  const [column, row] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function clickMove(page: Page, from: string, to: string, isFlipped = false): Promise<void> {
  for (const square of [from, to]) {
    const { x, y } = await placeOf(page, square, isFlipped);
    await page.mouse.click(x, y);
  }
}

export async function dragMove(page: Page, from: string, to: string, isFlipped = false): Promise<void> {
  const start = await placeOf(page, from, isFlipped);
  const end = await placeOf(page, to, isFlipped);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Opens the form of a new game. */
export async function openForm(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/play`);
  await page.getByRole('button', { name: 'Other games' }).click();
}

/** A game of the given kind, begun through the form. */
export async function beginGame(
  page: Page,
  address: string,
  choice: { against: string; variant?: string; fen?: string; opponent?: string },
): Promise<void> {
  await openForm(page, address);
  await page.getByLabel('Variant', { exact: true }).selectOption(choice.variant ?? 'chess');
  await page.getByText(choice.against, { exact: true }).click();
  if (choice.opponent !== undefined) await page.getByLabel('Opponent').selectOption(choice.opponent);
  if (choice.fen !== undefined) {
    await page.getByText('A position (FEN)', { exact: true }).click();
    await page.getByLabel('Position', { exact: true }).fill(choice.fen);
  } else await page.getByText('Usual start', { exact: true }).click();
  await page.getByRole('button', { name: /^(Start the game|Make the game)/ }).click();
  await arriveAtGame(page);
}

/** Waits for the board of a game that has just been begun. */
export async function arriveAtGame(page: Page): Promise<void> {
  await page.waitForFunction(() => /^#\/play\/\d+/.test(location.hash));
  await page.getByRole('button', { name: 'PGN, FEN' }).waitFor();
}

/** Goes to Analysis, to the board that the address asks for, and waits for it. */
export async function openPosition(page: Page, address: string, query = ''): Promise<void> {
  await page.goto(`${address}/#/analysis${query}`);
  await board(page).waitFor();
}

/** The moves in the list, as they are written. */
export async function moves(page: Page): Promise<string[]> {
  return page.getByRole('group', { name: 'Moves', exact: true }).getByRole('button').allTextContents();
}

export async function eventually<Found>(
  check: () => Promise<Found>,
  what: string,
  limitMs = STEP_MS,
): Promise<NonNullable<Found>> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`it did not happen in ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
