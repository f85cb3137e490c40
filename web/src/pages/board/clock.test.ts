// Clocks between two messages.

import { describe, expect, it } from 'vitest';
import { timeLeft } from './clock.svelte';

describe('clocks', () => {
  const clocks = { white_ms: 5000, black_ms: 7000, running: 'white' as const, increment_ms: 0 };
  it('runs only the side that is to move', () => {
    expect(timeLeft(clocks, 'white', 1200)).toBe(3800);
    expect(timeLeft(clocks, 'black', 1200)).toBe(7000);
  });
  it('stops at nothing', () => expect(timeLeft(clocks, 'white', 9000)).toBe(0));
});
