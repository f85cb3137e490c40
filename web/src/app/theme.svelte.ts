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

/**
 * A colour of the current theme, for canvases, which cannot use style sheets. The property alone would be the text
 * `light-dark(…)`: which of the two it is, only an element that has this colour says.
 */
export function colourOf(name: string): string {
  const element = document.createElement('span');
  element.style.color = `var(${name})`;
  document.body.append(element);
  const colour = getComputedStyle(element).color;
  element.remove();
  return colour;
}

/** The font of the pages, for canvases too. */
export function textFont(pixels: number): string {
  return `${pixels}px ${getComputedStyle(document.body).fontFamily}`;
}
