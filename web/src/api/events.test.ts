// The live stream: nothing lost, nothing out of order, loaded again when the server says so.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Event as LiveEvent } from '../wire';
import { EventClient, type Follower, type Source } from './events';

class FakeSource implements Source {
  onmessage: Source['onmessage'] = null;
  onopen: Source['onopen'] = null;
  onerror: Source['onerror'] = null;
  readyState = 1;
  closed = false;
  constructor(readonly address: string) {}
  close(): void {
    this.closed = true;
  }
  send(id: string, topic: string, event: LiveEvent): void {
    this.onmessage?.({ data: JSON.stringify({ id, topic, event }), lastEventId: id });
  }
}

const kept = (games: number): LiveEvent => ({ kind: 'kept', games });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

let sources: FakeSource[];
let client: EventClient;
const newest = (): FakeSource => sources.at(-1) as FakeSource;

interface Log {
  states: string[];
  games: number[];
  errors: unknown[];
}

function follower(topic: string, load: () => Promise<{ as_of: string }>): Follower<{ as_of: string }> & Log {
  const log: Log = { states: [], games: [], errors: [] };
  return {
    topic,
    load,
    onstate: (state) => log.states.push(state.as_of),
    onevent: (event) => event.kind === 'kept' && log.games.push(event.games),
    onerror: (cause) => log.errors.push(cause),
    ...log,
  };
}

beforeEach(() => {
  sources = [];
  client = new EventClient((address) => {
    const source = new FakeSource(address);
    sources.push(source);
    return source;
  });
});

describe('the event client', () => {
  it('opens one stream after the first state, from there on', async () => {
    const one = follower('experiment:1', () => Promise.resolve({ as_of: 'a-5' }));
    client.follow(one);
    await settle();
    expect(one.states).toEqual(['a-5']);
    expect(sources.map((source) => source.address)).toEqual(['/api/events?topics=experiment%3A1&after=a-5']);
    newest().send('a-6', 'experiment:1', kept(1));
    newest().send('a-7', 'experiment:2', kept(9));
    expect(one.games).toEqual([1]);
  });

  it('goes on from the last event when somebody else follows', async () => {
    client.follow(follower('experiment:1', () => Promise.resolve({ as_of: 'a-5' })));
    await settle();
    newest().send('a-9', 'experiment:1', kept(1));
    client.follow(follower('experiments', () => Promise.resolve({ as_of: 'a-12' })));
    await settle();
    expect(sources[0]?.closed).toBe(true);
    expect(newest().address).toBe('/api/events?topics=experiment%3A1%2Cexperiments&after=a-9');
  });

  it('keeps events that come while a state is loaded, and delivers them after it', async () => {
    client.follow(follower('experiments', () => Promise.resolve({ as_of: 'a-1' })));
    await settle();
    let answer: (state: { as_of: string }) => void = () => undefined;
    const slow = follower('experiment:1', () => new Promise((resolve) => (answer = resolve)));
    client.follow(slow);
    await settle();
    newest().send('a-2', 'experiment:1', kept(2));
    expect(slow.games).toEqual([]);
    answer({ as_of: 'a-1' });
    await settle();
    expect(slow.states).toEqual(['a-1']);
    expect(slow.games).toEqual([2]);
  });

  it('loads everything again after a reset', async () => {
    let loads = 0;
    const one = follower('experiment:1', () => Promise.resolve({ as_of: `a-${++loads}` }));
    client.follow(one);
    await settle();
    newest().send('b-1', '*', { kind: 'reset', reason: 'restarted' });
    newest().send('b-2', 'experiment:1', kept(3));
    await settle();
    expect(one.states).toEqual(['a-1', 'a-2']);
    expect(one.games).toEqual([3]);
  });

  it('closes the stream when nobody follows', async () => {
    const stop = client.follow(follower('experiment:1', () => Promise.resolve({ as_of: 'a-1' })));
    await settle();
    stop();
    await settle();
    expect(newest().closed).toBe(true);
    expect(sources.length).toBe(1);
  });

  it('tells of a state that cannot be loaded, and follows others all the same', async () => {
    const broken = follower('experiment:9', () => Promise.reject(new Error('no such experiment')));
    const fine = follower('experiments', () => Promise.resolve({ as_of: 'a-1' }));
    client.follow(broken);
    client.follow(fine);
    await settle();
    expect(broken.errors).toEqual([new Error('no such experiment')]);
    expect(fine.states).toEqual(['a-1']);
    newest().send('a-2', 'experiments', kept(1));
    expect(fine.games).toEqual([1]);
  });
});
