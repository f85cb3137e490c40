// Keys: pages and parts declare theirs while they are on screen, and the list behind `?` shows exactly those.

import { untrack } from 'svelte';

export interface Shortcut {
  key: string;
  title: string;
  run: () => void;
  /** Where it is listed. */
  group: string;
}

const KEY_NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
};

export function keyName(key: string): string {
  return KEY_NAMES[key] ?? key;
}

/** Whether a key press belongs to the element under it rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

class Shortcuts {
  #sets = $state.raw<Shortcut[][]>([]);

  get all(): Shortcut[] {
    return this.#sets.flat();
  }

  /** Declares keys until the returned function is called: made for `$effect`. */
  declare(set: Shortcut[]): () => void {
    // The declaration of keys does not depend on other keys.
    this.#sets = [...untrack(() => this.#sets), set];
    return () => {
      this.#sets = untrack(() => this.#sets).filter((other) => other !== set);
    };
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
    // The newest declaration wins, so that a page may take over a key of the frame.
    const found = this.all.findLast((shortcut) => shortcut.key === key);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
}

export const shortcuts = new Shortcuts();
