// The slider of learning: the courses of a variant, the moment that is chosen, and a second one to compare it with.

import { api } from '../../api/client';
import { games } from '../../format/numbers';
import { messages } from '../../app/messages.svelte';
import type { Course, CourseLine, CourseMoment } from '../../wire';

export class Learning {
  courses = $state.raw<CourseLine[]>([]);
  course = $state.raw<Course | null>(null);
  /** Which moment; the last one for whoever has not chosen. */
  index = $state(0);
  /** The other end of a comparison. */
  second = $state<number | null>(null);
  /** Whether a person has touched the slider: only then it decides whose evaluation is shown. */
  isUsed = $state(false);
  #variant = '';
  #asked = 0;

  get moments(): CourseMoment[] {
    return this.course?.moments ?? [];
  }

  get moment(): CourseMoment | null {
    return this.moments[this.index] ?? null;
  }

  get other(): CourseMoment | null {
    return this.second === null ? null : (this.moments[this.second] ?? null);
  }

  /** What it is called as an evaluator and as an opponent. */
  nameOf(moment: CourseMoment | null): string {
    if (moment === null) return '';
    return `${this.course?.name ?? ''} after ${games(moment.games)}`;
  }

  /** The courses of a variant, and of them the one that was asked for, or the first. */
  async load(variant: string, wanted: string | null = null): Promise<void> {
    if (variant === this.#variant && wanted === null) return;
    this.#variant = variant;
    const asked = ++this.#asked;
    try {
      const { courses } = await api.courses(variant);
      if (asked !== this.#asked) return;
      this.courses = courses;
      const chosen = courses.find(({ id }) => id === wanted) ?? courses[0];
      if (chosen) await this.choose(chosen.id);
    } catch (cause) {
      if (asked === this.#asked) messages.error(cause);
    }
  }

  async choose(id: string): Promise<void> {
    const asked = ++this.#asked;
    const course = await api.course(id);
    if (asked !== this.#asked) return;
    this.course = course;
    this.index = Math.max(0, course.moments.length - 1);
    this.second = null;
  }

  /** New moments of a course that goes on; who stood at its end goes along. */
  async refresh(): Promise<void> {
    const { course } = this;
    if (!course) return;
    const wasLast = this.index >= course.moments.length - 1;
    const stoodAt = this.moment?.games ?? 0;
    const newer = await api.course(course.id);
    if (this.course !== course) return;
    this.course = newer;
    const found = newer.moments.findIndex((moment) => moment.games >= stoodAt);
    this.index = wasLast || found === -1 ? Math.max(0, newer.moments.length - 1) : found;
  }

  /** The moment after at least so many games. */
  standAt(games: number): void {
    const found = this.moments.findIndex((moment) => moment.games >= games);
    this.index = found === -1 ? Math.max(0, this.moments.length - 1) : found;
  }
}

/** Counts of games in little room: 9k, 1.5k, 60k. */
export function gamesInShort(games: number): string {
  return games < 1000 ? String(games) : `${Number((games / 1000).toFixed(1))}k`;
}
