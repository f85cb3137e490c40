// With two experiments running, every move reaches the board and every event the page. How quickly is only told here, as
// the machine may have other things to do: `make bench-studio` has the bars, and measures for longer, and memory too.

import { beforeAll, expect, it } from 'vitest';
import { eventually, Stage } from './harness';
import { measured, playAndMeasure, quantile, startTwoExperiments, watchEvents } from './measure';

const stage = new Stage();
const { studio } = stage;

beforeAll(async () => {
  await startTwoExperiments(studio);
});

it('draws every move while experiments run', async () => {
  const { page, context } = await stage.visit();
  const latencies = await playAndMeasure(page, studio);
  await context.close();
  const drawn = latencies.map(({ board }) => board);
  expect(drawn).toHaveLength(16);
  expect(drawn.every(Number.isFinite)).toBe(true);
  console.log(`input to board: median ${quantile(drawn, 0.5).toFixed(0)} ms of ${drawn.length} moves`);
});

it('hears every event while experiments run', async () => {
  const { page, context } = await stage.visit();
  await watchEvents(context);
  await page.goto(`${studio.address}/#/experiments/1`);
  await eventually(async () => (await measured(page)).events >= 30, 'thirty events', 60_000);
  const { lags, resets } = await measured(page);
  await context.close();
  console.log(`event lag: median ${quantile(lags, 0.5)} ms, 95 % under ${quantile(lags, 0.95)} ms`);
  expect(resets).toBe(0);
});
