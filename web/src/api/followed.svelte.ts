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

export class Followed<State extends { as_of: string }> {
  #state = $state.raw<State | null>(null);
  #error = $state.raw<Error | null>(null);
  #load: (() => Promise<State>) | null = null;

  get state(): State | null {
    return this.#state;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** Puts in a newer state that came with the answer to a request. */
  set(state: State): void {
    this.#state = state;
  }

  /** Begins to follow; call inside an effect, which ends it. */
  follow(resource: Resource<State>): () => void {
    this.#state = null;
    this.#error = null;
    this.#load = resource.load;
    return client.follow<State>({
      topic: resource.topic,
      load: resource.load,
      onstate: (state) => {
        this.#error = null;
        this.#state = state;
      },
      onevent: (event) => {
        if (this.#state) this.#state = resource.apply(this.#state, event);
      },
      onerror: (cause) => {
        this.#error = cause instanceof Error ? cause : new Error(String(cause));
      },
    });
  }

  async reload(): Promise<void> {
    if (this.#load) this.#state = await this.#load();
  }
}
