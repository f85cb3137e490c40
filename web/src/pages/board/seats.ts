// The secrets of the seats this browser holds, by game. A seat's link brings one in; from then on this browser keeps it,
// so that it can leave and come back.

const KEY = 'hetman.seats';
const MOST_GAMES = 200;

type Held = Record<string, string[]>;

function readAll(): Held {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Held;
  } catch {
    return {};
  }
}

export function heldSeats(game: string): string[] {
  return readAll()[game] ?? [];
}

/** The games that this browser began or was invited to; of some it holds no seat, as two players play them. */
export function heldGames(): ReadonlySet<string> {
  return new Set(Object.keys(readAll()));
}

export function holdSeats(game: string, secrets: readonly (string | null | undefined)[]): void {
  const fresh = secrets.filter((secret): secret is string => typeof secret === 'string');
  const all = readAll();
  const entries = Object.entries({ ...all, [game]: [...new Set([...(all[game] ?? []), ...fresh])] });
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST_GAMES))));
  } catch {
    // Without storage the seat is lost with the tab; the link still opens it again.
    return;
  }
}
