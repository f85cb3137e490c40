// How quick the page is while the studio works: from a press to the board, and from an event to its arrival.

import type { BrowserContext, Page } from 'playwright-core';
import { beginGame, clickMove, openPosition, placeOf, type Studio } from './harness';

/** Two experiments that go on for longer than anybody measures. */
export async function startTwoExperiments(studio: Studio): Promise<void> {
  for (const preset of ['material-chess', 'two-minutes-atomic']) {
    await studio.post('/api/experiments', { preset, settings: { games: 1_000_000 }, start: true });
  }
}

interface Measured {
  /** Milliseconds between the time that an event carries and its arrival in the page. */
  lags: number[];
  events: number;
  resets: number;
}

/** Looks over the page's shoulder at the stream of events; before the page is opened. */
export async function watchEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const most = 5000;
    const measured: Measured = { lags: [], events: 0, resets: 0 };
    Object.assign(window, { measured });
    const hear = (message: MessageEvent<string>): void => {
      const { at_ms, event } = JSON.parse(message.data) as { at_ms: number; event: { kind: string } };
      measured.events += 1;
      if (event.kind === 'reset') measured.resets += 1;
      measured.lags[measured.events % most] = Date.now() - at_ms;
    };
    window.EventSource = class extends EventSource {
      constructor(address: string | URL) {
        super(address);
        this.addEventListener('message', hear);
      }
    };
  });
}

export async function measured(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const { lags, events, resets } = (window as unknown as { measured: Measured }).measured;
    return { lags: lags.filter((lag) => typeof lag === 'number'), events, resets };
  });
}

const MOVES = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 h2h3 h7h6 a2a3 a7a6 b2b4 c5a7'.split(' ');

interface Latency {
  /** Until the piece stands on its new square, drawn. */
  board: number;
  /** Until the move stands in the list, which the server's answer brings. */
  list: number;
}

/** Plays a game at one screen and takes the time of each move. */
export async function playAndMeasure(page: Page, studio: Studio): Promise<Latency[]> {
  await beginGame(page, studio.address, { against: 'Two at this screen' });
  await placeOf(page, 'e2');
  const latencies: Latency[] = [];
  for (const [index, uci] of MOVES.entries()) {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    await page.evaluate(watchMove, { to, count: index + 1 });
    await clickMove(page, from, to);
    latencies.push(await page.evaluate(() => (window as unknown as { latency: Promise<Latency> }).latency));
  }
  return latencies;
}

/** In the page: waits for the second press, and then for what it does. */
function watchMove({ to, count }: { to: string; count: number }): void {
  const isOnBoard = (): boolean =>
    [...document.querySelectorAll<HTMLElement & { cgKey?: string }>('cg-board piece')].some(
      (piece) => piece.cgKey === to && !piece.classList.contains('ghost'),
    );
  const isInList = (): boolean => document.querySelectorAll('[aria-label="Moves"] button').length >= count;
  const seen = (check: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        // What is there before a frame is drawn is seen with it.
        if (check()) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
  const latency = new Promise<Latency>((resolve) => {
    let presses = 0;
    const press = (event: Event): void => {
      presses += 1;
      if (presses < 2) return;
      document.removeEventListener('mousedown', press, true);
      void Promise.all([seen(isOnBoard), seen(isInList)]).then(([onBoard, inList]) =>
        resolve({ board: onBoard - event.timeStamp, list: inList - event.timeStamp }),
      );
    };
    document.addEventListener('mousedown', press, true);
  });
  Object.assign(window, { latency });
}

interface Slide {
  /** Until the values on the board are those of the moment. */
  values: number;
  /** Until its best line is there. */
  line: number;
}

/** Walks over the slider of learning and takes the time of each step. */
export async function slideAndMeasure(page: Page, studio: Studio): Promise<Slide[]> {
  const fen = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';
  await openPosition(page, studio.address, `?fen=${encodeURIComponent(fen)}`);
  const slider = page.getByRole('slider', { name: 'Games learned from', exact: true });
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  const slides: Slide[] = [];
  for (let index = 0; index <= last; index++) slides.push(await page.evaluate(slideTo, index));
  return slides;
}

/** In the page: sets the slider, and waits for what it does. */
async function slideTo(index: number): Promise<Slide> {
  const slider = document.querySelector<HTMLInputElement>('input[aria-label="Games learned from"]');
  if (!slider) throw new Error('there is no slider');
  const shown = (selector: string): string =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent).join(' ');
  const told = (): string | null | undefined =>
    document.querySelector('.bar[role="img"]')?.getAttribute('aria-label');
  const [values, line] = [shown('.overlay text'), told()];
  const begun = performance.now();
  slider.value = String(index);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const changed = (is: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (is()) resolve(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      look();
    });
  const [first, second] = await Promise.all([
    changed(() => shown('.overlay text') !== values),
    changed(() => told() !== line),
  ]);
  return { values: first, line: second };
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
