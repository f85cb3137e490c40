// What was tried and what was told about positions. Trees are kept in the browser, so that neither a reload nor a
// restart loses a line, and a second tab sees what the first one adds.

import { readStudy, writeStudy, type Study } from '../../chess/kept';
import type { PositionView } from '../../wire';

const PREFIX = 'hetman.study.';
/** Who writes a comment does not write to the disk at each letter. */
const DELAY_MS = 250;

class Studies {
  readonly #known = new Map<string, Study>();
  readonly #waiting = new Map<string, number>();

  get(key: string): Study | null {
    const known = this.#known.get(key);
    if (known) return known;
    const text = stored(key);
    const study = text === null ? null : readStudy(text.slice(text.indexOf('\n') + 1));
    if (study) this.#known.set(key, study);
    return study;
  }

  set(key: string, study: Study): void {
    this.#known.set(key, study);
    window.clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      window.setTimeout(() => this.#write(key), DELAY_MS),
    );
  }

  /** Writes what waits: the page may be about to go. */
  flush(): void {
    for (const key of [...this.#waiting.keys()]) this.#write(key);
  }

  /** Calls with what another tab has made of a study; returns how to stop. */
  follow(key: string, hear: (study: Study) => void): () => void {
    const listen = (event: StorageEvent): void => {
      if (event.key !== PREFIX + key || event.newValue === null) return;
      const study = readStudy(event.newValue.slice(event.newValue.indexOf('\n') + 1));
      if (study) hear(study);
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }

  #write(key: string): void {
    window.clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
    const study = this.#known.get(key);
    // A tree without moves is nothing to keep.
    if (study && study.tree.size + study.tags.length > 0) store(key, `${Date.now()}\n${writeStudy(study)}`);
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Makes room by forgetting what was touched longest ago, where there is none. */
function store(key: string, text: string): void {
  for (;;) {
    try {
      localStorage.setItem(PREFIX + key, text);
      return;
    } catch {
      // Without storage, or for a tree that is larger than all of it, memory has to do.
      if (!forgetOldest(PREFIX + key)) return;
    }
  }
}

function forgetOldest(but: string): boolean {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== but);
    const age = (key: string): number => Number.parseInt(localStorage.getItem(key) ?? '0', 10);
    const [oldest] = keys.sort((one, other) => age(one) - age(other));
    if (oldest !== undefined) localStorage.removeItem(oldest);
    return oldest !== undefined;
  } catch {
    return false;
  }
}

export const studies = new Studies();
window.addEventListener('pagehide', () => studies.flush());

class Views {
  readonly #views = new Map<string, PositionView>();

  get(variant: string, fen: string): PositionView | undefined {
    return this.#views.get(`${variant} ${fen}`);
  }

  set(variant: string, fen: string, view: PositionView): void {
    this.#views.set(`${variant} ${fen}`, view);
  }
}

/** What the server has said of positions. */
export const views = new Views();
