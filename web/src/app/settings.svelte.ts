// What a person chose and expects to find again: kept in the browser, one key each. A browser that forbids storage still
// works, it only forgets.

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
    return;
  }
}

function parse<T>(text: string | null, fallback: T): T {
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

/** One remembered value, reactive. */
export class Setting<T> {
  readonly #key: string;
  #value: T;

  constructor(name: string, fallback: T) {
    this.#key = `hetman.${name}`;
    this.#value = $state.raw(parse(read(this.#key), fallback));
  }

  get value(): T {
    return this.#value;
  }

  set value(next: T) {
    this.#value = next;
    write(this.#key, JSON.stringify(next));
  }
}

export type Theme = 'system' | 'light' | 'dark';

export const theme = new Setting<Theme>('theme', 'system');
export const muted = new Setting('muted', false);
export const showDots = new Setting('legal-dots', true);
export const showBar = new Setting('evaluation-bar', true);
/** Whether the bar is there, too, while one plays. */
export const showBarInPlay = new Setting('evaluation-bar-in-play', false);

/** The colours of the board, and the drawings of the pieces. */
export const BOARDS = ['slate', 'wood', 'green', 'contrast'] as const;
export const PIECES = ['drawn', 'letters'] as const;
export const boardTheme = new Setting<(typeof BOARDS)[number]>('board', 'slate');
export const pieceTheme = new Setting<(typeof PIECES)[number]>('pieces', 'drawn');
