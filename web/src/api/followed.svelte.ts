// A resource that stays up to date: its state as it was loaded, and then every event applied to it.

import { EventClient, type Source } from './events';
import type { Event as LiveEvent } from '../wire';

class Connection {
  isLost = $state(false);
}

export const connection = new Connection();

const client = new EventClient((address) => new EventSource(address) as unknown as Source);
client.onconnection = (connected) => {
  connection.isLost = !connected;
};

export interface Resource<State extends { as_of: string }> {
  topic: string;
  load: () => Promise<State>;
  /** The state after an event; the same object if the event does not matter. */
  apply: (state: State, event: LiveEvent) => State;
}

/** Longer than a frame: a page that is not seen gets no frames. */
const HIDDEN_MS = 250;

/** Calls back before the next frame is drawn, or soon where none is. */
function beforeNextFrame(run: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(once);
  setTimeout(once, HIDDEN_MS);
}

/** Every event is applied at once, and shown with the next frame: a thousand a second cost as many drawings as frames. */
export class Followed<State extends { as_of: string }> {
  #state = $state.raw<State | null>(null);
  #error = $state.raw<Error | null>(null);
  #load: (() => Promise<State>) | null = null;
  /** The state after events that are not shown yet. */
  #newest: State | null = null;
  #isWaiting = false;

  get state(): State | null {
    return this.#state;
  }

  /** With events that are not shown yet. */
  get newest(): State | null {
    return this.#newest ?? this.#state;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** Puts in a newer state that came with the answer to a request. */
  set(state: State | null): void {
    this.#newest = null;
    this.#state = state;
  }

  /** Begins to follow; call inside an effect, which ends it. */
  follow(resource: Resource<State>): () => void {
    this.set(null);
    this.#error = null;
    this.#load = resource.load;
    return client.follow<State>({
      topic: resource.topic,
      load: resource.load,
      onstate: (state) => {
        this.#error = null;
        this.set(state);
      },
      onevent: (event) => {
        const before = this.newest;
        if (!before) return;
        this.#newest = resource.apply(before, event);
        this.#show();
      },
      onerror: (cause) => {
        this.#error = cause instanceof Error ? cause : new Error(String(cause));
      },
    });
  }

  async reload(): Promise<void> {
    if (this.#load) this.set(await this.#load());
  }

  #show(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    beforeNextFrame(() => {
      this.#isWaiting = false;
      if (this.#newest) this.set(this.#newest);
    });
  }
}
