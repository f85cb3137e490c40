// What the studio declares once and pages ask for again and again: itself, its players, its presets.

import type { About, Player, Preset } from '../wire';
import { api } from './client';

let aboutAnswer: Promise<About> | undefined;

export function about(): Promise<About> {
  aboutAnswer ??= api.about().catch((cause: unknown) => {
    aboutAnswer = undefined;
    throw cause;
  });
  return aboutAnswer;
}

/** Asked anew each time: an experiment that ended may have made a player. */
export function players(variant: string): Promise<Player[]> {
  return api.players(variant);
}

let presetAnswer: Promise<Preset[]> | undefined;

export function presets(): Promise<Preset[]> {
  presetAnswer ??= api.presets().catch((cause: unknown) => {
    presetAnswer = undefined;
    throw cause;
  });
  return presetAnswer;
}
