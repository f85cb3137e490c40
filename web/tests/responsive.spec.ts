// With two experiments running, the page stays quick. `make bench-studio` measures the same for longer, and memory too.

import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage } from './harness';
import { measured, playAndMeasure, quantile, startTwoExperiments, watchEvents } from './measure';

const INPUT_MS = 100;
const LAG_MS = 500;

const stage = new Stage();
const { studio } = stage;

beforeAll(async () => {
  await startTwoExperiments(studio);
});

it('draws a move within a tenth of a second', async () => {
  const { page, context } = await stage.visit();
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
  const { page, context } = await stage.visit();
  await watchEvents(context);
  await page.goto(`${studio.address}/#/experiments/1`);
  await eventually(async () => (await measured(page)).events >= 30, 'thirty events', 60_000);
  const { lags, resets } = await measured(page);
  await context.close();
  console.log(`event lag: median ${quantile(lags, 0.5)} ms, 95 % under ${quantile(lags, 0.95)} ms`);
  expect(quantile(lags, 0.5)).toBeLessThan(LAG_MS);
  expect(resets).toBe(0);
});
