// A position of an ending that is looked at, and the line that was played to it. The tables judge every move; what was
// learned is asked besides.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import type { Visit } from '../../app/route.svelte';
import type { EndgameMove, EndgameProbe, Side } from '../../wire';
import { wasteOf } from './endings';
import { linkToEnding } from './page';

/** A move that was played, and what it was worth. */
export interface PlayedMove {
  /** The position before it. */
  before: string;
  turn: Side;
  uci: string;
  san: string;
  words: string;
  waste: string;
}

/** Long enough to be followed. */
const PAUSE_MS = 500;
/** The moves of both sides after which a game without progress is drawn. */
const FIFTY_MOVES = 100;

function pause(): Promise<void> {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return new Promise((resolve) => setTimeout(resolve, isCalm ? 0 : PAUSE_MS));
}

export class Ending {
  /** What is on the board, also while it is no position that tables know. */
  fen = $state('');
  probe = $state.raw<EndgameProbe | null>(null);
  /** Why nothing is known of it. */
  problem = $state<string | null>(null);
  line = $state.raw<PlayedMove[]>([]);
  lesson = $state<string | null>(null);
  /** Whether the one who did not move answers from the table. */
  defends = $state(true);
  isPlaying = $state(false);
  #asked = 0;
  #link = '';
  readonly #visit: Visit;
  readonly material: string;

  constructor(material: string, visit: Visit) {
    this.material = material;
    this.#visit = visit;
  }

  get lastMove(): string | null {
    return this.line.at(-1)?.uci ?? null;
  }

  /** What is said of the position on the board, and of no other. */
  get known(): EndgameProbe | null {
    return this.probe?.position.fen === this.fen ? this.probe : null;
  }

  get isOver(): boolean {
    return (this.known?.moves.length ?? 0) === 0 || this.line.length >= FIFTY_MOVES;
  }

  /** The moves that what was learned would play. */
  get learned(): EndgameMove[] {
    return this.known?.moves.filter((move) => move.is_learned) ?? [];
  }

  /** Shows what an address names; what it names already is left as it is. */
  async show(fen: string, lesson: string | null): Promise<void> {
    if (linkToEnding(this.material, fen, lesson) === this.#link) return;
    this.lesson = lesson;
    await this.setFen(fen);
  }

  /** Another position to begin from. */
  async setFen(fen: string): Promise<void> {
    this.line = [];
    await this.#look(fen);
  }

  async choose(lesson: string | null): Promise<void> {
    this.lesson = lesson;
    await this.#look(this.fen);
  }

  /** Looks again: a table has come, or another lesson. */
  async refresh(): Promise<void> {
    if (this.fen !== '') await this.#look(this.fen);
  }

  /** Plays a move, which the defender answers. */
  async play(uci: string): Promise<void> {
    const asked = this.#asked;
    const mover = this.known?.position.turn;
    await this.#make(uci);
    if (this.defends && !this.isPlaying && asked + 1 === this.#asked && mover !== this.known?.position.turn) {
      await pause();
      if (asked + 1 === this.#asked) await this.bestMove();
    }
  }

  /** The move that the table likes best is made. */
  async bestMove(): Promise<void> {
    const best = this.known?.moves.find((move) => move.is_best);
    if (best) await this.#make(best.uci);
  }

  /** What was learned makes its move: any of those that it holds for as good. */
  async learnedMove(): Promise<void> {
    const move = this.learned[Math.floor(Math.random() * this.learned.length)];
    if (move) await this.play(move.uci);
  }

  /** What was learned plays against best defence until somebody stops it, or it is over. */
  async playOut(): Promise<void> {
    this.isPlaying = true;
    while (this.isPlaying && !this.isOver) {
      const length = this.line.length;
      await (this.learned.length > 0 ? this.learnedMove() : this.bestMove());
      if (this.line.length === length) break;
      await pause();
    }
    this.isPlaying = false;
  }

  stop(): void {
    this.isPlaying = false;
  }

  /** Back to the position before a move of the line. */
  async backTo(index: number): Promise<void> {
    const move = this.line[index];
    if (!move) return;
    this.isPlaying = false;
    this.line = this.line.slice(0, index);
    await this.#look(move.before);
  }

  async #make(uci: string): Promise<void> {
    const known = this.known;
    const move = known?.moves.find((candidate) => candidate.uci === uci);
    if (!known || !move) return;
    const waste = wasteOf(
      move,
      known.moves.find((other) => other.is_best),
    );
    const { san } = move;
    const words = move.verdict?.words ?? 'unknown';
    const { turn } = known.position;
    this.line = [...this.line, { before: this.fen, turn, uci, san, words, waste }];
    messages.announce(`${san}, ${words}`);
    await this.#look(move.fen);
  }

  async #look(fen: string): Promise<void> {
    const asked = ++this.#asked;
    this.fen = fen;
    this.problem = null;
    try {
      const probe = await api.probeEndgame({ fen, lesson: this.lesson });
      if (asked !== this.#asked) return;
      [this.probe, this.fen] = [probe, probe.position.fen];
      this.#link = linkToEnding(this.material, this.fen, this.lesson);
      this.#visit.replace(this.#link);
    } catch (cause) {
      if (asked !== this.#asked) return;
      this.probe = null;
      this.problem = cause instanceof Error ? cause.message : String(cause);
    }
  }
}
