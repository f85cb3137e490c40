// The position that is looked into: a node in a tree of moves, or a position that is being set up and is not legal yet.
// The address names the node, so that it can be kept, sent and gone back to; what the server says of a position is
// remembered, so that walking along a line costs nothing.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import type { Visit } from '../../app/route.svelte';
import { isUnder, movesOf, MoveTree, ROOT, type MoveNode, type Path, type Step } from '../../chess/tree';
import type { PositionView, PositionWish, Side, VariantInfo } from '../../wire';
import { trees, views } from './memory';
import { linkOf, type PositionPlace } from './place';

/** Steps of one kind in a row are one entry of the browser's history: who leafs through a line goes back at once. */
type Run = 'leafing' | 'editing' | null;

export class LookedInto {
  variant = $state('chess');
  /** What is on the board, also while it is no legal position. */
  fen = $state('');
  view = $state.raw<PositionView | null>(null);
  tree = $state.raw(MoveTree.from(''));
  path = $state.raw<Path>(ROOT);
  /** The end of the line that is walked along. */
  #end: Path = ROOT;
  #asked = 0;
  /** The variant of what was asked for last, which may still be on its way. */
  #coming = 'chess';
  #link = '';
  #run: Run = null;
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** The position, if it can be played. */
  get legalFen(): string | null {
    return this.view && this.view.problem === null ? this.view.fen : null;
  }

  /** Whether what is said about a position is said about the one on the board. */
  get isKnown(): boolean {
    return this.view?.fen === this.fen;
  }

  /** Whether a position is being set up that has no place in the tree. */
  get isLoose(): boolean {
    return this.view !== null && this.view.problem !== null;
  }

  get node(): MoveNode {
    return this.tree.at(this.path);
  }

  /** Shows what an address names; what it names already is left as it is. */
  async show(place: PositionPlace, variants: readonly VariantInfo[]): Promise<void> {
    if (linkOf(place) === this.#link) return;
    const variant = variants.find(({ name }) => name === place.variant);
    if (!variant) {
      messages.error(`There is no variant '${place.variant}' here.`);
      return;
    }
    const asked = this.#ask(variant.name);
    this.#link = linkOf(place);
    await this.#trying(asked, async () => {
      const root = await this.#viewOf(variant.name, place.fen ?? variant.start_fen);
      if (asked !== this.#asked) return;
      this.variant = variant.name;
      if (root.problem !== null) {
        this.#lay(root);
        return;
      }
      this.#plant(root);
      const played = await this.#playAll(ROOT, place.moves);
      if (asked !== this.#asked) return;
      const impossible = place.moves[played];
      if (impossible !== undefined)
        messages.error(`The line ends before '${impossible}', which is not possible.`);
      this.#tell('replace');
    });
  }

  /** The usual start of a variant. */
  begin(variant: VariantInfo): Promise<void> {
    return this.#change(variant.name, () => this.#viewOf(variant.name, variant.start_fen), null);
  }

  setFen(fen: string): Promise<void> {
    this.fen = fen;
    const variant = this.#coming;
    return this.#change(variant, () => this.#viewOf(variant, fen), 'editing');
  }

  setPieces(pieces: string, turn: Side): Promise<void> {
    const wish: PositionWish = { variant: this.#coming, fen: null, pieces, turn };
    return this.#change(wish.variant, () => api.position(wish), null);
  }

  setRandom(pieces: number): Promise<void> {
    const wish = { variant: this.#coming, pieces };
    return this.#change(wish.variant, () => api.randomPosition(wish), null);
  }

  /** Plays moves from here; whether the first of them was possible. */
  async play(moves: readonly string[]): Promise<boolean> {
    this.#ask(this.variant);
    const played = await this.#playAll(this.path, moves);
    if (played > 0) this.#tell('push');
    return played > 0;
  }

  goTo(path: Path, run: Run = null): void {
    if (!this.tree.has(path)) return;
    this.#ask(this.variant);
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
    const { parent } = this.tree.at(this.path);
    this.#keep(this.tree.without(this.path));
    this.#end = ROOT;
    this.goTo(parent ?? ROOT);
  }

  /** The position of the node, as the server writes it. */
  get #nodeFen(): string {
    const { fen } = this.tree.at(this.path);
    return views.get(this.variant, fen)?.fen ?? fen;
  }

  /** Makes answers to whatever was asked before too late; the question's number. */
  #ask(variant: string): number {
    this.#coming = variant;
    return ++this.#asked;
  }

  /** Another position to begin from, or one that is not legal yet. */
  async #change(variant: string, task: () => Promise<PositionView>, run: Run): Promise<void> {
    const asked = this.#ask(variant);
    await this.#trying(asked, async () => {
      const view = await task();
      if (asked !== this.#asked) return;
      const isSame = variant === this.variant && view.fen === this.#nodeFen;
      this.variant = variant;
      if (view.problem !== null || isSame) this.#lay(view);
      else {
        this.#plant(view);
        this.#tell('push', run);
      }
    });
  }

  async #trying(asked: number, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (cause) {
      if (asked !== this.#asked) return;
      this.#coming = this.variant;
      messages.error(cause);
    }
  }

  async #viewOf(variant: string, fen: string): Promise<PositionView> {
    const known = views.get(variant, fen);
    if (known) return known;
    const view = await api.position({ variant, fen, pieces: null, turn: null });
    views.set(variant, fen, view);
    return view;
  }

  /** Puts a position on the board that the server has told about. */
  #lay(view: PositionView): void {
    this.view = view;
    this.fen = view.fen;
  }

  /** Begins a tree, or goes on with one that begins here. */
  #plant(root: PositionView): void {
    this.#keep(trees.get(this.variant, root.fen) ?? MoveTree.from(root.fen));
    [this.path, this.#end] = [ROOT, ROOT];
    this.#lay(root);
  }

  #keep(tree: MoveTree): void {
    this.tree = tree;
    trees.set(this.variant, tree.root.fen, tree);
  }

  /** Plays moves from a node as far as they are possible, and stands there; how many they were. */
  async #playAll(from: Path, moves: readonly string[]): Promise<number> {
    const asked = this.#asked;
    const { playOn } = await import('./playOn');
    if (asked !== this.#asked) return 0;
    let [tree, path, played] = [this.tree, from, 0];
    for (const uci of moves) {
      const step: Step | null = playOn(this.variant, tree.at(path).fen, uci);
      if (!step) break;
      [tree, path] = tree.play(path, step);
      played += 1;
    }
    this.#keep(tree);
    this.#stand(path);
    return played;
  }

  #stand(path: Path): void {
    this.path = path;
    if (!isUnder(this.#end, path)) this.#end = path;
    const { fen } = this.tree.at(path);
    this.fen = fen;
    const asked = this.#asked;
    void this.#trying(asked, async () => {
      const view = await this.#viewOf(this.variant, fen);
      if (asked === this.#asked) this.#lay(view);
    });
  }

  /** Names the node in the address. */
  #tell(how: 'push' | 'replace', run: Run = null): void {
    const moves = movesOf(this.path);
    const link = linkOf({ variant: this.variant, fen: this.tree.root.fen, moves });
    const isSameRun = run !== null && run === this.#run;
    this.#run = how === 'replace' ? null : run;
    if (link === this.#link) return;
    this.#link = link;
    if (how === 'replace' || isSameRun) this.#visit.replace(link);
    else this.#visit.go(link);
  }
}
