// Whose evaluation is shown, and what it says of the position on the board: the whole, its parts, and the best line.

import { api } from '../../api/client';
import type { Evaluation, Explanation, PlayerChoice } from '../../wire';

/** An evaluation with the name of whose it is. */
export interface Judge {
  name: string;
  choice: PlayerChoice;
}

export const SHIPPED: Judge = { name: 'Hetman', choice: { player: 'hetman', settings: {} } };

interface Asked {
  variant: string;
  fen: string;
  judge: Judge;
}

const MOST_KEPT = 400;
const THINK_MS = 120;

/** Questions of one kind: one at a time, and of those that come meanwhile the last. */
class Questions<Answer> {
  answer = $state.raw<Answer | null>(null);
  problem = $state.raw<string>('');
  /** Whose answer it is: a moment ago somebody else may have been asked. */
  by = $state.raw<string>('');
  /** The position that it is about. */
  about = $state.raw<string>('');
  readonly #known = new Map<string, Answer>();
  readonly #ask: (asked: Asked) => Promise<Answer>;
  #next: Asked | null = null;
  #wanted = '';
  #isBusy = false;

  constructor(ask: (asked: Asked) => Promise<Answer>) {
    this.#ask = ask;
  }

  ask(asked: Asked): void {
    const key = keyOf(asked);
    this.#wanted = key;
    const known = this.#known.get(key);
    if (known !== undefined) {
      [this.answer, this.problem, this.#next] = [known, '', null];
      [this.by, this.about] = [asked.judge.name, asked.fen];
      return;
    }
    this.#next = asked;
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#next !== null) {
      const asked = this.#next;
      this.#next = null;
      const key = keyOf(asked);
      try {
        const answer = await this.#ask(asked);
        if (this.#known.size >= MOST_KEPT) this.#known.clear();
        this.#known.set(key, answer);
        if (key === this.#wanted) {
          [this.answer, this.problem] = [answer, ''];
          [this.by, this.about] = [asked.judge.name, asked.fen];
        }
      } catch (cause) {
        // An evaluation is an extra beside the board: its place says why there is none.
        if (key === this.#wanted)
          [this.answer, this.problem] = [null, cause instanceof Error ? cause.message : String(cause)];
      }
    }
    this.#isBusy = false;
  }
}

function keyOf({ variant, fen, judge }: Asked): string {
  return JSON.stringify([variant, fen, judge.choice]);
}

export class Judgement {
  readonly explanations = new Questions<Explanation>(({ variant, fen, judge }) =>
    api.explain({ variant, fen, player: judge.choice, by_removal: false }),
  );
  readonly evaluations = new Questions<Evaluation>(({ variant, fen, judge }) =>
    api.evaluate({ variant, fen, player: judge.choice, move_time_ms: THINK_MS }),
  );

  get explanation(): Explanation | null {
    return this.explanations.answer;
  }

  get evaluation(): Evaluation | null {
    return this.evaluations.answer;
  }
}
