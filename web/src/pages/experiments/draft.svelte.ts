// An experiment that is being thought out: from a preset, a copy or a blank one, with a name that follows its parameters,
// and perhaps some parameters that vary.

import { api } from '../../api/client';
import { presets } from '../../api/declarations';
import type { Values } from '../../parts/form';
import type { Checked, NewExperiment, Parameter, Preset } from '../../wire';
import { combinations, type Axis } from './grid';
import { derivedName } from './names';

/** What the address asks for. */
export interface Asked {
  from: string | null;
  copy: string | null;
  net: string | null;
  games: string | null;
}

/** A preset's name that stands for none. */
export const BLANK = 'blank';

const PAUSE_MS = 300;

export class Draft {
  schema = $state.raw<Parameter[]>([]);
  all = $state.raw<Preset[]>([]);
  taken = $state.raw<string[]>([]);
  /** Presets that an experiment of this studio has repeated at full length. */
  finished = $state.raw<readonly string[]>([]);
  preset = $state.raw<Preset | null>(null);
  isChosen = $state(false);
  values = $state.raw<Values>({});
  axes = $state.raw<Axis[]>([]);
  checked = $state.raw<Checked | null>(null);
  problem = $state('');
  /** What it was made from: names tell what differs. */
  #base: Values = {};
  /** Whether the person has given it a name. */
  #isNamed = false;

  async begin(asked: Asked, isGone: () => boolean): Promise<void> {
    const [known, schema, { experiments }] = await Promise.all([presets(), api.schema(), api.experiments()]);
    const copied = asked.copy === null ? null : await api.experiment(asked.copy);
    if (isGone()) return;
    [this.all, this.schema] = [known, schema];
    this.taken = experiments.map(({ name }) => name);
    const gamesOf = (preset: string | null): number =>
      known.find(({ name }) => name === preset)?.games ?? Infinity;
    const done = experiments.filter(
      (line) => line.state === 'finished' && line.games >= gamesOf(line.preset),
    );
    this.finished = done.flatMap(({ preset }) => preset ?? []);
    this.preset = known.find(({ name }) => name === asked.from) ?? null;
    this.isChosen = this.preset !== null || copied !== null || asked.from === BLANK;
    if (asked.from !== null && !this.isChosen)
      throw new Error(`There is no preset ${asked.from}: choose another.`);
    this.#base = copied?.settings ?? this.preset?.settings ?? {};
    this.#isNamed = false;
    this.axes = [];
    this.values = this.#base;
    // A preset keeps its name: an unchanged one is compared with what was printed.
    if (copied) this.change(this.#base);
    if (this.preset?.needs_games) await this.#watch(asked.games);
    if (asked.net !== null) this.#goOnFrom(asked.net);
  }

  /** Games to watch: the collection that was asked for, or the newest of the library, and no more games than it has. */
  async #watch(wanted: string | null): Promise<void> {
    const { collections } = await api.collections();
    const collection = collections.find(({ id }) => id === wanted) ?? collections[0];
    if (!collection) return;
    const most = Math.min(Number(this.values['games']), collection.games);
    this.values = { ...this.values, games: most, 'recorded.pgn': collection.name };
  }

  /** The net takes the place of the initial weights. */
  #goOnFrom(net: string): void {
    const { 'evaluation.initial': _, ...others } = this.values;
    this.#isNamed = true;
    this.values = { ...others, name: `${String(others['name'])}-further`, 'evaluation.net': net };
  }

  /** Takes what was filled in; the name follows as long as the person has given it none. */
  change(next: Values): void {
    if (next['name'] !== this.values['name']) this.#isNamed = true;
    this.values = this.#isNamed ? next : { ...next, name: derivedName(this.#base, next, this.taken) };
  }

  get wish(): NewExperiment {
    return { toml: null, preset: null, settings: this.values, start: false };
  }

  /** An unchanged preset is asked for by its name, so that its printed numbers come along. */
  get request(): NewExperiment {
    if (!this.preset) return this.wish;
    const known = this.preset.settings;
    const changes = Object.entries(this.values).filter(([key, value]) => known[key] !== value);
    const isRemoved = Object.keys(known).some((key) => !(key in this.values));
    const settings = Object.fromEntries(changes);
    return isRemoved ? this.wish : { toml: null, preset: this.preset.name, settings, start: false };
  }

  /** What varies, as experiments: one for every combination. */
  get sweep(): NewExperiment[] {
    const varied = combinations(this.values, this.axes);
    return varied.map((settings) => {
      const name = derivedName(this.values, settings, []);
      return { toml: null, preset: null, settings: { ...settings, name }, start: false };
    });
  }

  /** Asks the server what it would be; call inside an effect. What is wrong is said while the form is filled in. */
  check(): () => void {
    const asked = this.wish;
    const timer = setTimeout(() => {
      api
        .checkExperiment(asked)
        .then((answer) => this.#told(asked, answer, ''))
        .catch((cause: unknown) =>
          this.#told(asked, null, cause instanceof Error ? cause.message : String(cause)),
        );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }

  #told(asked: NewExperiment, checked: Checked | null, problem: string): void {
    if (asked.settings !== this.values) return;
    [this.checked, this.problem] = [checked, problem];
  }
}
