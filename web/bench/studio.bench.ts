// The studio under load, measured through a real browser: `make bench-studio`.
//
// With two experiments running: the time from a press to the board, and from an event to its arrival in the page. Then a
// thousand events a second (`hetman studio --load-events`, made-up moves that take the way of all events) for SECONDS,
// with the memory of the server and of the page. Neither may grow after the warm-up by more than the bounds below.
// What grew when this was looked into grew with the tables of running experiments, and slower once they had passed 2 MiB,
// as SQLite's cache of pages would.

import { readFileSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, launch, Studio, visit } from '../tests/harness';
import {
  measured,
  playAndMeasure,
  quantile,
  slideAndMeasure,
  startTwoExperiments,
  watchEvents,
} from '../tests/measure';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 600);
const EVENTS_A_SECOND = 1000;
const SAMPLES = 20;
const MIB = 2 ** 20;

/** Bars: of quickness, in milliseconds, and of growth, in MiB between the middle and the end. */
const BARS = { input: 50, values: 100, line: 300, lag: 500, server: 8, page: 3 };

const studio = new Studio(['--load-events', String(EVENTS_A_SECOND)]);
const quiet = new Studio();
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await quiet.stop();
  await studio.stop();
});

function row(name: string, value: number, bar: number, unit: string): string {
  const verdict = value < bar ? 'ok' : 'TOO MUCH';
  return `  ${name.padEnd(34)}${value.toFixed(1).padStart(8)} ${unit}   (bar ${bar})  ${verdict}`;
}

it('is quick with two experiments running', async () => {
  await quiet.start();
  await startTwoExperiments(quiet);
  const player = await visit(browser);
  const latencies = await playAndMeasure(player.page, quiet);
  await player.context.close();
  const learner = await visit(browser);
  const slides = await slideAndMeasure(learner.page, quiet);
  await learner.context.close();
  const { page, context } = await visit(browser);
  await watchEvents(context);
  await page.goto(`${quiet.address}/#/experiments/1`);
  await eventually(async () => (await measured(page)).events >= 200, 'two hundred events', 120_000);
  const { lags } = await measured(page);
  await context.close();
  await quiet.stop();
  const input = quantile(
    latencies.map(({ board }) => board),
    0.5,
  );
  const answer = quantile(
    latencies.map(({ list }) => list),
    0.5,
  );
  console.log('\nWith two experiments running');
  console.log(row('input to board, median', input, BARS.input, 'ms'));
  console.log(`  ${'input to the server’s answer, median'.padEnd(34)}${answer.toFixed(1).padStart(8)} ms`);
  const slid = (key: 'values' | 'line'): number =>
    quantile(
      slides.map((slide) => slide[key]),
      0.5,
    );
  console.log(row('slider to values, median', slid('values'), BARS.values, 'ms'));
  console.log(row('slider to best line, median', slid('line'), BARS.line, 'ms'));
  console.log(row('event lag, median', quantile(lags, 0.5), BARS.lag, 'ms'));
  console.log(row('event lag, 95 % are below', quantile(lags, 0.95), BARS.lag, 'ms'));
  expect(input).toBeLessThan(BARS.input);
  expect(slid('values')).toBeLessThan(BARS.values);
  expect(slid('line')).toBeLessThan(BARS.line);
  expect(quantile(lags, 0.95)).toBeLessThan(BARS.lag);
});

interface Sample {
  seconds: number;
  events: number;
  server: number;
  page: number;
}

/** Memory of the server that is in the machine, in MiB. */
function serverMemory(): number {
  const status = readFileSync(`/proc/${studio.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}

/** What the page still needs, in MiB. */
async function pageMemory(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / MIB;
}

it(
  'does not grow under a thousand events a second',
  async () => {
    await studio.start();
    await startTwoExperiments(studio);
    const { page, context } = await visit(browser);
    await watchEvents(context);
    await page.goto(`${studio.address}/#/experiments/1`);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await eventually(async () => (await measured(page)).events > 0, 'a first event');
    console.log(`\nA thousand events a second, two experiments running, ${SECONDS} s`);
    console.log('  seconds  events/s  lag ms  server MiB  page MiB');
    const samples: Sample[] = [];
    const begun = Date.now();
    let last = { at: begun, events: (await measured(page)).events };
    while (samples.length < SAMPLES) {
      await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / SAMPLES));
      const now = await measured(page);
      const at = Date.now();
      const sample = {
        seconds: (at - begun) / 1000,
        events: ((now.events - last.events) * 1000) / (at - last.at),
        server: serverMemory(),
        page: await pageMemory(session),
      };
      samples.push(sample);
      last = { at, events: now.events };
      const cells = [sample.seconds.toFixed(0), sample.events.toFixed(0), quantile(now.lags, 0.5).toFixed(0)];
      const memory = [sample.server.toFixed(1), sample.page.toFixed(1)];
      console.log(
        `  ${[...cells, ...memory].map((cell, index) => cell.padStart([7, 9, 7, 11, 9][index] ?? 9)).join(' ')}`,
      );
    }
    const { resets } = await measured(page);
    await context.close();
    // The first half warms up: the log fills, the allocator and the compiler of scripts settle.
    const middle = samples.slice(SAMPLES / 2, SAMPLES * 0.75);
    const end = samples.slice(SAMPLES * 0.75);
    const growth = (key: 'server' | 'page'): number =>
      quantile(
        end.map((sample) => sample[key]),
        0.5,
      ) -
      quantile(
        middle.map((sample) => sample[key]),
        0.5,
      );
    const rate = quantile(
      samples.map(({ events }) => events),
      0.5,
    );
    console.log(row('the server grew, after warm-up', growth('server'), BARS.server, 'MiB'));
    console.log(row('the page grew, after warm-up', growth('page'), BARS.page, 'MiB'));
    console.log(`  events that had to be left out: ${resets === 0 ? 'none' : `${resets} resets`}`);
    expect(rate).toBeGreaterThan(EVENTS_A_SECOND * 0.9);
    expect(growth('server')).toBeLessThan(BARS.server);
    expect(growth('page')).toBeLessThan(BARS.page);
  },
  SECONDS * 2000 + 120_000,
);
