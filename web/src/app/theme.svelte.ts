// Light or dark: the system's choice unless the person made another. Style sheets read `data-theme` on the root.

import { theme, type Theme } from './settings.svelte';

const ORDER: Theme[] = ['system', 'light', 'dark'];

/** Keeps the root element in step with the setting; call once. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (theme.value === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme.value);
}

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? 'system';
}

/** A colour of the current theme, for canvases, which cannot use style sheets. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
