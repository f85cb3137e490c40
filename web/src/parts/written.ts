// What a file says in a small language, taken apart for a form and put together again: patterns, lists of numbers, players.

import type { Pattern, Player, PlayerChoice, Setting } from '../wire';

/** `const_0.5` is the pattern `const_` with 0.5; the text itself where nothing fits. */
export function readPattern(
  patterns: readonly Pattern[],
  text: string,
): { pattern: Pattern; number: string } | null {
  const whole = patterns.find(({ word, number }) => number === null && word === text);
  if (whole) return { pattern: whole, number: '' };
  const begun = patterns.find(({ word, number }) => number !== null && text.startsWith(word));
  return begun ? { pattern: begun, number: text.slice(begun.word.length) } : null;
}

/** What is wrong with the number behind a word. */
export function patternProblem(pattern: Pattern, number: string): string {
  if (pattern.number === null) return '';
  const { min, max } = pattern.number;
  const value = Number(number);
  if (number.trim() === '' || !Number.isFinite(value)) return 'This is not a number.';
  return value < min || value > max ? `From ${min} to ${max}.` : '';
}

/** `[32, 16]` as a person writes it: 32, 16. */
export function readNumbers(text: string): string {
  return text.replace(/^\s*\[|\]\s*$/g, '').trim();
}

export function writeNumbers(text: string): string {
  const numbers = text.split(/[\s,]+/).filter((number) => number !== '');
  return numbers.length === 0 ? '' : `[${numbers.join(', ')}]`;
}

export function numbersProblem(text: string, min: number, max: number, most: number): string {
  const numbers = text
    .split(/[\s,]+/)
    .filter((number) => number !== '')
    .map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < min || number > max))
    return `Whole numbers from ${min} to ${max}.`;
  return numbers.length > most ? `At most ${most} numbers.` : '';
}

/** `material:depth=2,quiescence` is the player `material` with two settings; `null` where nobody here is called so. */
export function readPlayer(players: readonly Pick<Player, 'id'>[], text: string): PlayerChoice | null {
  const separator = (id: string): string => (id.includes(':') ? ',' : ':');
  const player = players.find(({ id }) => text === id || text.startsWith(id + separator(id)));
  if (!player) return null;
  const written = text.slice(player.id.length + 1).split(',');
  const settings = written
    .filter((part) => part !== '')
    .map((part): [string, Setting] => {
      const [key = '', value] = part.split(/=(.*)/s);
      return [
        key,
        value === undefined ? true : value !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
      ];
    });
  return { player: player.id, settings: Object.fromEntries(settings) };
}

export function writePlayer({ player, settings }: PlayerChoice): string {
  const written = Object.entries(settings)
    .filter(([, value]) => value !== false)
    .map(([key, value]) => (value === true ? key : `${key}=${String(value)}`));
  if (written.length === 0) return player;
  return `${player}${player.includes(':') ? ',' : ':'}${written.join(',')}`;
}
