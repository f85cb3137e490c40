// Requests that may be asked for faster than they are answered.

/** One at a time, and one more if something was asked for meanwhile. */
export function coalesced(task: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isStale = false;
  return async () => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isStale) {
        isStale = false;
        await task();
      }
    } finally {
      isRunning = false;
    }
  };
}
