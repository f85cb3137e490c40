// A whole line judged: every position is searched for a moment, one after the other, and what comes of it is noted in the
// tree.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import { accuracyOf, judged, type JudgedMove } from '../../chess/review';
import type { MoveNode } from '../../chess/tree';
import type { Score, Side } from '../../wire';
import type { Desk } from './desk.svelte';

const THINK_MS = 150;
/** A finished game has no score; who has won it has won for certain. */
const DECIDED = 100_000;

export class Review {
  readonly desk: Desk;
  /** Positions that were judged, of how many; nothing when no judging is going on. */
  progress = $state<{ done: number; of: number } | null>(null);
  #isStopped = false;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get line(): MoveNode[] {
    return this.desk.tree.mainLine();
  }

  get moves(): JudgedMove[] {
    return judged(this.line);
  }

  /** Whether every position of the line has its score. */
  get isWhole(): boolean {
    return this.line.every(({ score }) => score !== null);
  }

  accuracy(side: Side): number | null {
    return accuracyOf(this.moves, side);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    if (this.progress) return;
    this.#isStopped = false;
    const { desk } = this;
    const waiting = this.line.filter(({ score, better }) => score === null || better.length === 0);
    this.progress = { done: 0, of: waiting.length };
    try {
      for (const { path, fen } of waiting) {
        if (this.#isStopped) break;
        const answer = await api.evaluate({
          variant: desk.variant,
          fen,
          player: null,
          move_time_ms: THINK_MS,
        });
        const score = answer.score ?? decided(answer.expectation);
        desk.noteQuietly(path, { score, better: answer.san });
        this.progress = { done: this.progress.done + 1, of: waiting.length };
      }
    } catch (cause) {
      messages.error(cause);
    }
    this.progress = null;
  }
}

function decided(expectation: number): Score {
  return { kind: 'centipawns', value: Math.round((expectation - 0.5) * 2 * DECIDED) };
}
