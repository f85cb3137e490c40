// The one tree of moves behind the board, whoever plays on it: what was played, what was tried, what was written beside
// it, and the node that is shown. The address names the node; the browser keeps the tree; changes can be taken back.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import type { Visit } from '../../app/route.svelte';
import { NO_MOVES } from '../../chess/moves';
import type { Study, Tags } from '../../chess/kept';
import {
  isUnder,
  movesOf,
  MoveTree,
  ROOT,
  type MoveNode,
  type Notes,
  type Path,
  type Step,
} from '../../chess/tree';
import type { Legal, PositionView } from '../../wire';
import { studies, views } from './memory';

/** Steps of one kind in a row are one entry of the browser's history: who leafs through a line goes back at once. */
export type Run = 'leafing' | 'editing' | null;

type State = [tree: MoveTree, path: Path];

const MOST_CHANGES = 200;

interface Opening {
  /** What the tree is kept as; nothing keeps none. */
  key: string | null;
  variant: string;
  study: Study;
  /** Which node to show; the end of the main line where it is not told. */
  moves: readonly string[] | null;
  /** Opened by hand, a study is an entry of the browser's history; by an address, it has its own. */
  run?: Run | undefined;
}

export class Desk {
  variant = $state('chess');
  /** What is on the board, also while it is no legal position. */
  fen = $state('');
  tree = $state.raw(MoveTree.from(''));
  path = $state.raw<Path>(ROOT);
  tags = $state.raw<Tags>([]);
  /** What the studio says of a position: of the one on the board as soon as it has answered. */
  view = $state.raw<PositionView | null>(null);
  /** What may be moved, worked out here; nothing where only the studio knows. */
  legal = $state.raw<Legal>(NO_MOVES);
  /** Changes that can be taken back, and those that were. */
  #past = $state.raw<State[]>([]);
  #future = $state.raw<State[]>([]);
  #key: string | null = null;
  /** The move whose comment is being written. */
  #commented: Path | null = null;
  /** The end of the line that is walked along. */
  #end: Path = ROOT;
  #asked = 0;
  #link = '';
  #run: Run = null;
  readonly #visit: Visit;
  readonly #linkTo: (moves: string[]) => string;

  /** `linkTo` is the address of a node; nothing for the one that needs no address of its own. */
  constructor(visit: Visit, linkTo: (moves: string[]) => string) {
    this.#visit = visit;
    this.#linkTo = linkTo;
  }

  get node(): MoveNode {
    return this.tree.at(this.path);
  }

  /** Whether what is said about a position is said about the one on the board. */
  get isKnown(): boolean {
    return this.view?.fen === this.fen;
  }

  /** Whether a position is being set up that has no place in the tree. */
  get isLoose(): boolean {
    return this.view !== null && this.view.problem !== null;
  }

  /** The position, if it can be played. */
  get legalFen(): string | null {
    if (this.isLoose) return null;
    return this.view?.fen ?? (this.fen === '' ? null : this.fen);
  }

  /** Whether the game has ended in the position on the board. */
  get isOver(): boolean {
    return this.isKnown && (this.view?.outcome ?? null) !== null;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Takes up a study, with what the browser has kept of it. */
  async open({ key, variant, study, moves, run }: Opening): Promise<void> {
    const kept = key === null ? null : studies.get(key);
    this.#key = key;
    this.variant = variant;
    this.tags = kept && kept.tags.length > 0 ? kept.tags : study.tags;
    [this.#past, this.#future, this.view] = [[], [], null];
    this.#keep(kept ? study.tree.merged(kept.tree).withMainLine(mainSteps(study.tree))[0] : study.tree);
    if (run === undefined) this.#link = '';
    await this.show(moves, run === undefined ? 'replace' : 'push', run);
  }

  /** Hears what other tabs add to the tree; returns how to stop. */
  follow(): () => void {
    const key = this.#key;
    return key === null
      ? () => undefined
      : studies.follow(key, (study) => (this.tree = this.tree.merged(study.tree)));
  }

  /** Shows the node that these moves lead to; moves that were not tried are tried. */
  async show(moves: readonly string[] | null, how: 'replace' | 'push', run: Run = null): Promise<void> {
    if (moves !== null && this.#link !== '' && this.#linkTo([...moves]) === this.#link) return;
    const asked = ++this.#asked;
    const path = (moves ?? []).join(' ');
    if (moves === null) this.#stand(this.tree.endOf(ROOT));
    else if (this.tree.has(path)) this.#stand(path);
    else {
      const played = await this.#playAll(ROOT, moves);
      if (asked !== this.#asked) return;
      const impossible = moves[played];
      if (impossible !== undefined)
        messages.error(`The line ends before '${impossible}', which is not possible.`);
    }
    this.#tell(how, run);
  }

  /** The moves that somebody plays elsewhere become the main line; who stood at its end goes along to the new one. */
  followLine(steps: readonly Step[], before: Path, end: Path): void {
    const isAlong = this.path === before;
    const [tree] = this.tree.withMainLine(steps);
    if (tree !== this.tree) this.#keep(tree);
    if (isAlong && before !== end) {
      this.#stand(end);
      this.#tell('replace');
    }
  }

  /** Plays moves from here; whether the first of them was possible. */
  async play(moves: readonly string[]): Promise<boolean> {
    this.#asked += 1;
    const before: State = [this.tree, this.path];
    const played = await this.#playAll(this.path, moves);
    if (played === 0) return false;
    if (this.tree !== before[0]) this.#remember(before);
    this.#tell('push');
    return true;
  }

  goTo(path: Path, run: Run = null): void {
    if (!this.tree.has(path)) return;
    this.#asked += 1;
    this.#stand(path);
    this.#tell('push', run);
  }

  /** One move back; from a position that is being set up, to the last legal one. */
  back(): void {
    this.goTo(this.isLoose ? this.path : (this.node.parent ?? ROOT), 'leafing');
  }

  on(): void {
    this.goTo(this.tree.towards(this.path, this.#end), 'leafing');
  }

  toStart(): void {
    this.goTo(ROOT, 'leafing');
  }

  toEnd(): void {
    this.goTo(this.tree.endOf(this.#end), 'leafing');
  }

  /** Takes this move and what follows it out of the tree. */
  remove(): void {
    const parent = this.node.parent ?? ROOT;
    this.#change(this.tree.without(this.path), parent);
    this.#end = ROOT;
  }

  /** Makes this line the main one. */
  promote(): void {
    this.#change(this.tree.promoted(this.path), this.path);
  }

  /** Writes something beside a move. */
  note(path: Path, notes: Partial<Notes>): void {
    this.#change(this.tree.noted(path, notes), this.path);
  }

  /** Writes a comment, letter by letter; all of it is one change. */
  comment(path: Path, comment: string): void {
    if (this.#commented !== path) this.#remember([this.tree, this.path]);
    this.#commented = path;
    this.#keep(this.tree.noted(path, { comment }));
  }

  /** The same by somebody who reads the game and is not the person: nothing to take back. */
  noteQuietly(path: Path, notes: Partial<Notes>): void {
    if (this.tree.has(path)) this.#keep(this.tree.noted(path, notes));
  }

  undo(): void {
    const state = this.#past.at(-1);
    if (!state) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, [this.tree, this.path]];
    this.#restore(state);
  }

  redo(): void {
    const state = this.#future.at(-1);
    if (!state) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, [this.tree, this.path]];
    this.#restore(state);
  }

  /** A number for a question, which makes answers to those before too late. */
  ask(): number {
    return ++this.#asked;
  }

  isAsked(asked: number): boolean {
    return asked === this.#asked;
  }

  /** Puts a position on the board that the server has told about. */
  lay(view: PositionView): void {
    this.view = view;
    this.fen = view.fen;
  }

  async viewOf(variant: string, fen: string): Promise<PositionView> {
    const known = views.get(variant, fen);
    if (known) return known;
    const view = await api.position({ variant, fen, pieces: null, turn: null });
    views.set(variant, fen, view);
    return view;
  }

  /** What may be moved in the position on the board: at once where the page can tell, else as soon as the studio has. */
  async findMoves(): Promise<void> {
    const { variant, fen } = this;
    const { legalOf } = await import('../../chess/playOn');
    if (fen === this.fen && variant === this.variant) this.legal = legalOf(variant, fen) ?? NO_MOVES;
  }

  /** The studio's word, or until it is heard, our own. */
  get movable(): Legal {
    return this.isKnown && this.view ? this.view.legal : this.legal;
  }

  /** Asks what may be played in the position of this node, and how it ended if it did. */
  async look(): Promise<void> {
    const { fen } = this.node;
    const asked = this.#asked;
    if (this.view?.fen === fen || fen === '') return;
    try {
      const view = await this.viewOf(this.variant, fen);
      if (asked === this.#asked && this.node.fen === fen) this.lay(view);
    } catch (cause) {
      if (asked === this.#asked) messages.error(cause);
    }
  }

  #change(tree: MoveTree, path: Path): void {
    this.#remember([this.tree, this.path]);
    this.#keep(tree);
    this.goTo(path);
  }

  #remember(state: State): void {
    this.#past = [...this.#past, state].slice(-MOST_CHANGES);
    [this.#future, this.#commented] = [[], null];
  }

  #restore([tree, path]: State): void {
    this.#keep(tree);
    this.goTo(tree.has(path) ? path : ROOT);
  }

  #keep(tree: MoveTree): void {
    this.tree = tree;
    if (this.#key !== null) studies.set(this.#key, { tree, tags: this.tags, variant: this.variant });
  }

  /** Plays moves from a node as far as they are possible, and stands there; how many they were. */
  async #playAll(from: Path, moves: readonly string[]): Promise<number> {
    const asked = this.#asked;
    const { playOn } = await import('../../chess/playOn');
    if (asked !== this.#asked) return 0;
    let { fen } = this.tree.at(from);
    const steps: Step[] = [];
    for (const uci of moves) {
      const step = playOn(this.variant, fen, uci);
      if (!step) break;
      steps.push(step);
      ({ fen } = step);
    }
    const [tree, path] = this.tree.playAll(from, steps);
    if (tree !== this.tree) this.#keep(tree);
    this.#stand(path);
    return steps.length;
  }

  #stand(path: Path): void {
    this.path = path;
    if (!isUnder(this.#end, path)) this.#end = path;
    const { fen } = this.tree.at(path);
    this.fen = fen;
    if (this.isLoose) this.view = null;
    const known = views.get(this.variant, fen);
    if (known) this.lay(known);
  }

  /** Names the node in the address. */
  #tell(how: 'push' | 'replace', run: Run = null): void {
    const link = this.#linkTo(movesOf(this.path));
    const isSameRun = run !== null && run === this.#run;
    this.#run = how === 'replace' ? null : run;
    if (link === this.#link || link === '') return;
    this.#link = link;
    if (how === 'replace' || isSameRun) this.#visit.replace(link);
    else this.#visit.go(link);
  }
}

function mainSteps(tree: MoveTree): Step[] {
  return tree
    .mainLine()
    .slice(1)
    .map(({ uci, san, fen }) => ({ uci: uci ?? '', san, fen }));
}
