// The position that is looked into: its text, and what the server says about it. Every way to change it ends in `ask`.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import { linkTo } from '../../app/route.svelte';
import type { PositionView, PositionWish, Side } from '../../wire';

export class LookedInto {
  variant = $state('chess');
  /** What is on the board, also while it is no legal position. */
  fen = $state('');
  view = $state.raw<PositionView | null>(null);
  #asked = 0;

  /** The position, if it can be played. */
  get legalFen(): string | null {
    return this.view && this.view.problem === null ? this.view.fen : null;
  }

  async setFen(fen: string): Promise<void> {
    this.fen = fen;
    await this.#ask({ variant: this.variant, fen, men: null, turn: null });
  }

  async setMen(men: string, turn: Side): Promise<void> {
    await this.#ask({ variant: this.variant, fen: null, men, turn });
  }

  async setRandom(men: number): Promise<void> {
    await this.#show(() => api.randomPosition({ variant: this.variant, men }));
  }

  async #ask(wish: PositionWish): Promise<void> {
    await this.#show(() => api.position(wish));
  }

  async #show(task: () => Promise<PositionView>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const view = await task();
      if (asked === this.#asked) this.#take(view);
    } catch (cause) {
      messages.error(cause);
    }
  }

  #take(view: PositionView): void {
    this.view = view;
    this.fen = view.fen;
    // The address names the position, so that it can be kept and sent.
    if (view.problem === null) {
      history.replaceState(null, '', linkTo('position', [], { variant: this.variant, fen: view.fen }));
    }
  }
}
