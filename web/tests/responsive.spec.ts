// With two experiments running, the page stays quick. `make bench-studio` measures the same for longer, and memory too.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, launch, Studio, visit } from './harness';
import { measured, playAndMeasure, quantile, startTwoExperiments, watchEvents } from './measure';

const INPUT_MS = 100;
const LAG_MS = 500;

const studio = new Studio();
let browser: Browser;

beforeAll(async () => {
  await studio.start();
  browser = await launch();
  await startTwoExperiments(studio);
});

afterAll(async () => {
  await browser?.close();
  await studio.stop();
});

it('draws a move within a tenth of a second', async () => {
  const { page, context } = await visit(browser);
  const latencies = await playAndMeasure(page, studio);
  await context.close();
  const median = quantile(
    latencies.map(({ board }) => board),
    0.5,
  );
  console.log(`input to board: median ${median.toFixed(0)} ms of ${latencies.length} moves`);
  expect(median).toBeLessThan(INPUT_MS);
});

it('hears events within half a second', async () => {
  const { page, context } = await visit(browser);
  await watchEvents(context);
  await page.goto(`${studio.address}/#/experiments/1`);
  await eventually(async () => (await measured(page)).events >= 30, 'thirty events', 60_000);
  const { lags, resets } = await measured(page);
  await context.close();
  console.log(`event lag: median ${quantile(lags, 0.5)} ms, 95 % under ${quantile(lags, 0.95)} ms`);
  expect(quantile(lags, 0.5)).toBeLessThan(LAG_MS);
  expect(resets).toBe(0);
});
