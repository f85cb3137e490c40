// Clocks that go on between what the server tells: its times, less what has passed here since.

import type { Clocks, Side } from '../../wire';

const TICK_MS = 100;

export function timeLeft(clocks: Clocks, side: Side, passedMs: number): number {
  const told = side === 'white' ? clocks.white_ms : clocks.black_ms;
  return Math.max(0, clocks.running === side ? told - passedMs : told);
}

export class Ticker {
  #now = $state(performance.now());
  #told = performance.now();

  /** Milliseconds since the clocks were told. */
  get passed(): number {
    return Math.max(0, this.#now - this.#told);
  }

  restart(): void {
    this.#told = performance.now();
    this.#now = this.#told;
  }

  /** Ticks until the returned function is called. */
  run(): () => void {
    const timer = setInterval(() => (this.#now = performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }
}
