// What an experiment has learned, fetched anew whenever more of it is kept.

import { api } from '../../api/client';
import { coalesced } from '../../api/coalesced';
import { messages } from '../../app/messages.svelte';
import type { Weights } from '../../wire';

export class LatestWeights {
  value = $state.raw<Weights | null>(null);
  readonly #id: string;
  #isGone = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** Nothing more is wanted: the page was left, or the experiment deleted. */
  end(): void {
    this.#isGone = true;
  }

  load = coalesced(async () => {
    if (this.#isGone) return;
    try {
      this.value = await api.weights(this.#id);
    } catch (cause) {
      if (!this.#isGone) messages.error(cause);
    }
  });
}
