// What the frame tells the person: short notices on screen, and announcements for screen readers.

export interface Notice {
  id: number;
  text: string;
  kind: 'info' | 'error';
}

const NOTICE_MS = 6000;

class Messages {
  notices = $state<Notice[]>([]);
  announcement = $state('');
  #next = 1;

  info(text: string): void {
    this.#show(text, 'info');
  }

  error(cause: unknown): void {
    this.#show(cause instanceof Error ? cause.message : String(cause), 'error');
  }

  /** Speaks without showing: moves, results, finished work. */
  announce(text: string): void {
    this.announcement = text;
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  #show(text: string, kind: Notice['kind']): void {
    const id = this.#next++;
    this.notices = [...this.notices.filter((notice) => notice.text !== text), { id, text, kind }];
    setTimeout(() => this.dismiss(id), NOTICE_MS);
  }
}

export const messages = new Messages();

/** Runs a task and shows its failure; for buttons, whose errors have nowhere else to go. */
export async function attempt(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (cause) {
    messages.error(cause);
  }
}
