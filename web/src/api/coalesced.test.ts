// One request at a time.

import { expect, it } from 'vitest';
import { coalesced } from './coalesced';

it('asks once more for all that was missed, and never twice at a time', async () => {
  let [running, most, done] = [0, 0, 0];
  const ask = coalesced(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    done += 1;
  });
  await Promise.all([ask(), ask(), ask()]);
  expect([most, done]).toEqual([1, 2]);
});

it('can be asked again after a failure', async () => {
  let tries = 0;
  const ask = coalesced(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no');
  });
  await expect(ask()).rejects.toThrow('no');
  await ask();
  expect(tries).toBe(2);
});
