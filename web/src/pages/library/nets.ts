// The nets that are worth keeping, by why they are.

import type { Net } from '../../wire';

interface Shelf {
  title: string;
  /** Whether a net that is worth keeping stands here. */
  isOn: (net: Net) => boolean;
}

/** Each net stands on one of them. */
export const SHELVES: Shelf[] = [
  { title: 'Starred', isOn: (net) => net.is_starred },
  { title: 'Best of each experiment', isOn: (net) => !net.is_starred && net.experiment !== null },
  {
    title: 'Put into the folder',
    isOn: (net) => !net.is_starred && net.experiment === null && !net.is_shipped,
  },
  { title: 'That come with the program', isOn: (net) => !net.is_starred && net.is_shipped },
];

/** The two searches that any net plays in: the player's name before the net's, and what to call it. */
export const SEARCHES: [prefix: string, title: string, help: string][] = [
  ['hetman-net', 'in Hetman’s search', 'as strong as this program makes it'],
  ['net', 'in the exact search', 'a fixed depth, as in the earlier works'],
];
