// Text to and from outside: the clipboard, and files.

import { messages } from './messages.svelte';

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    messages.info(done);
  } catch {
    messages.error('The browser does not allow copying here: select the text and copy it by hand.');
  }
}

/** Offers text as a file to save. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
