// The one live stream of this page. A follower of a topic hands in how to load its state and what to do with its
// events; the stream is opened once for all topics, goes on where it was after every interruption, and asks followers to
// load again when the server says that it no longer can.
//
// No event is lost: the stream always goes on from an id that is not later than the state a follower has loaded. An
// event may already be part of that state; events carry absolute values, so that applying them again changes nothing.

import type { Envelope, Event as LiveEvent } from '../wire';

export interface Follower<State extends { as_of: string }> {
  topic: string;
  load: () => Promise<State>;
  onstate: (state: State) => void;
  onevent: (event: LiveEvent) => void;
  onerror: (cause: unknown) => void;
}

/** The part of EventSource that is used here, so that tests can put their own in its place. */
export interface Source {
  onmessage: ((message: { data: string; lastEventId: string }) => void) | null;
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  readonly readyState: number;
  close: () => void;
}

export type OpenSource = (address: string) => Source;

const CLOSED = 2;
const RETRY_MS = 2000;

interface Entry {
  follower: Follower<{ as_of: string }>;
  /** Events that came while the state was being loaded. */
  waiting: LiveEvent[] | null;
  loads: number;
}

export class EventClient {
  readonly #open: OpenSource;
  readonly #entries = new Set<Entry>();
  #source: Source | null = null;
  #last: string | null = null;
  #first: Promise<unknown> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #scheduled = false;
  /** Told whether the stream stands. */
  onconnection: (connected: boolean) => void = () => undefined;

  constructor(open: OpenSource) {
    this.#open = open;
  }

  /** Follows until the returned function is called. */
  follow<State extends { as_of: string }>(follower: Follower<State>): () => void {
    const entry: Entry = { follower: follower as unknown as Entry['follower'], waiting: [], loads: 0 };
    this.#entries.add(entry);
    void this.#begin(entry);
    return () => {
      this.#entries.delete(entry);
      this.#scheduleReopen();
    };
  }

  async #begin(entry: Entry): Promise<void> {
    if (this.#last === null) {
      // Without an id to go on from, somebody's state has to be loaded first; the others wait for it.
      if (this.#first) {
        await this.#first;
      } else {
        this.#first = this.#load(entry);
        await this.#first;
        this.#first = null;
        return;
      }
    }
    this.#scheduleReopen();
    await this.#load(entry);
  }

  async #load(entry: Entry): Promise<void> {
    entry.waiting ??= [];
    const load = ++entry.loads;
    try {
      const state = await entry.follower.load();
      if (!this.#entries.has(entry) || load !== entry.loads) return;
      this.#last ??= state.as_of;
      entry.follower.onstate(state);
      this.#deliverWaiting(entry);
      if (!this.#source) this.#scheduleReopen();
    } catch (cause) {
      if (!this.#entries.has(entry) || load !== entry.loads) return;
      entry.waiting = null;
      entry.follower.onerror(cause);
    }
  }

  #deliverWaiting(entry: Entry): void {
    const waiting = entry.waiting ?? [];
    entry.waiting = null;
    for (const event of waiting) entry.follower.onevent(event);
  }

  /** Pages change several followers at once; the stream is opened again when they are through. */
  #scheduleReopen(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#reopen();
    });
  }

  #reopen(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    const topics = [...new Set([...this.#entries].map((entry) => entry.follower.topic))];
    if (topics.length === 0 || this.#last === null) return;
    const query = new URLSearchParams({ topics: topics.join(','), after: this.#last });
    const source = this.#open(`/api/events?${query.toString()}`);
    source.onmessage = (message) => this.#receive(message.data, message.lastEventId);
    source.onopen = () => this.onconnection(true);
    source.onerror = () => this.#lost(source);
    this.#source = source;
  }

  /** The browser tries again by itself unless the server refused; then we do. */
  #lost(source: Source): void {
    this.onconnection(false);
    if (source.readyState !== CLOSED || source !== this.#source) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reopen(), RETRY_MS);
  }

  #receive(data: string, id: string): void {
    const envelope = JSON.parse(data) as Envelope;
    this.#last = id === '' ? envelope.id : id;
    if (envelope.event.kind === 'reset') {
      for (const entry of this.#entries) void this.#load(entry);
      return;
    }
    for (const entry of this.#entries) {
      if (entry.follower.topic !== envelope.topic) continue;
      if (entry.waiting) entry.waiting.push(envelope.event);
      else entry.follower.onevent(envelope.event);
    }
  }
}
