// A tree of moves: everything that was tried from one position, with nothing lost. A node is named by the moves that lead
// to it, so that an address, a list and a board mean the same node without knowing each other. Trees do not change: a
// move makes another tree, which shares what it can.

import type { Score } from '../wire';

/** What a move makes of a position. */
export interface Step {
  uci: string;
  san: string;
  fen: string;
}

/** What is written beside a move. */
export interface Notes {
  comment: string;
  /** Numeric annotation glyphs, as PGN counts them: 1 is "!", 4 is "??". */
  glyphs: readonly number[];
  /** What was thought of the position, White's view. */
  score: Score | null;
  /** The better line instead of this move, where one is known. */
  better: readonly string[];
}

const NO_NOTES: Notes = { comment: '', glyphs: [], score: null, better: [] };

/** The moves that lead to a node, with spaces between; nothing for the root. */
export type Path = string;

export const ROOT: Path = '';

export interface MoveNode extends Notes {
  path: Path;
  /** The move that led here; none led to the root. */
  uci: string | null;
  san: string;
  fen: string;
  parent: Path | null;
  /** The main move first, then the others in the order in which they were tried. */
  children: readonly Path[];
}

/** A move as a list of moves shows it, and what was tried in its place. */
export interface Entry {
  path: Path;
  san: string;
  /** "12." or "12…" where it must be told; else nothing. */
  number: string;
  comment: string;
  glyphs: readonly number[];
  variations: Entry[][];
}

type Nodes = Map<Path, MoveNode>;

export class MoveTree {
  readonly #nodes: ReadonlyMap<Path, MoveNode>;

  private constructor(nodes: ReadonlyMap<Path, MoveNode>) {
    this.#nodes = nodes;
  }

  static from(fen: string): MoveTree {
    const root: MoveNode = { ...NO_NOTES, path: ROOT, uci: null, san: '', fen, parent: null, children: [] };
    return new MoveTree(new Map([[ROOT, root]]));
  }

  /** A tree made move by move without a copy for each, for texts that hold many: `play` tells where a move leads. */
  static build(
    fen: string,
    make: (play: (path: Path, step: Step, notes?: Partial<Notes>) => Path) => void,
  ): MoveTree {
    const nodes = new Map(MoveTree.from(fen).#nodes);
    make((path, step, notes = {}) => {
      const before = nodes.get(path);
      if (!before) throw new Error('a move follows one that is there');
      const known = before.children.find((child) => nodes.get(child)?.san === step.san);
      const node = (known === undefined ? null : nodes.get(known)) ?? grown(nodes, before, step);
      nodes.set(node.path, { ...node, ...notes });
      return node.path;
    });
    return new MoveTree(nodes);
  }

  get root(): MoveNode {
    return this.at(ROOT);
  }

  /** How many moves it has. */
  get size(): number {
    return this.#nodes.size - 1;
  }

  /** Every node, each after its parent. */
  nodes(): MoveNode[] {
    const list: MoveNode[] = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      list.push(node);
      waiting.push(...node.children.map((child) => this.at(child)).reverse());
    }
    return list;
  }

  has(path: Path): boolean {
    return this.#nodes.has(path);
  }

  /** The node of a path; the root where there is none. */
  at(path: Path): MoveNode {
    const node = this.#nodes.get(path) ?? this.#nodes.get(ROOT);
    if (!node) throw new Error('a tree has a root');
    return node;
  }

  /** The tree with a move, and where that leads: to a known node if the move was tried before, however it is written. */
  play(path: Path, step: Step): [MoveTree, Path] {
    return this.playAll(path, [step]);
  }

  /** The same with several moves, one after the other. */
  playAll(path: Path, steps: readonly Step[]): [MoveTree, Path] {
    let nodes: Nodes | null = null;
    let here = this.at(path);
    for (const step of steps) {
      const known = here.children.find((child) => (nodes ?? this.#nodes).get(child)?.san === step.san);
      if (known === undefined) nodes ??= new Map(this.#nodes);
      here =
        known === undefined && nodes
          ? grown(nodes, here, step)
          : ((nodes ?? this.#nodes).get(known ?? '') ?? here);
    }
    return [nodes ? new MoveTree(nodes) : this, here.path];
  }

  /** The tree in which these moves are the main line, and where that ends. What was the main line before stays. */
  withMainLine(steps: readonly Step[]): [MoveTree, Path] {
    const [tree, end] = this.playAll(ROOT, steps);
    return [tree.promoted(end), end];
  }

  /** The tree with a node's notes changed. */
  noted(path: Path, notes: Partial<Notes>): MoveTree {
    const nodes = new Map(this.#nodes);
    nodes.set(path, { ...this.at(path), ...notes });
    return new MoveTree(nodes);
  }

  /** The tree in which a node stands on the main line. */
  promoted(path: Path): MoveTree {
    let nodes: Nodes | null = null;
    for (let node = this.at(path); node.parent !== null; node = this.at(node.parent)) {
      const before = this.at(node.parent);
      if (before.children[0] === node.path) continue;
      nodes ??= new Map(this.#nodes);
      const others = before.children.filter((child) => child !== node.path);
      nodes.set(before.path, { ...before, children: [node.path, ...others] });
    }
    return nodes ? new MoveTree(nodes) : this;
  }

  /** The tree without a node and everything that follows it. */
  without(path: Path): MoveTree {
    const { parent } = this.at(path);
    if (parent === null) return MoveTree.from(this.root.fen);
    const before = this.at(parent);
    const nodes = new Map([...this.#nodes].filter(([other]) => !isUnder(other, path)));
    nodes.set(parent, { ...before, children: before.children.filter((child) => child !== path) });
    return new MoveTree(nodes);
  }

  /** The tree with everything that another one has besides; what both have stays as it is here. */
  merged(other: MoveTree): MoveTree {
    const news = other.nodes().filter((node) => node.parent !== null && !this.has(node.path));
    if (news.length === 0) return this;
    const nodes = new Map(this.#nodes);
    for (const node of news) {
      const before = nodes.get(node.parent ?? ROOT);
      if (!before) continue;
      nodes.set(before.path, { ...before, children: [...before.children, node.path] });
      nodes.set(node.path, { ...node, children: [] });
    }
    return new MoveTree(nodes);
  }

  /** The moves of the main line, the root first. */
  mainLine(): MoveNode[] {
    const line = [this.root];
    for (let node = line[0]; node?.children[0] !== undefined; node = line.at(-1))
      line.push(this.at(node.children[0]));
    return line;
  }

  /** The end of the main line from here. */
  endOf(path: Path): Path {
    let node = this.at(path);
    while (node.children[0] !== undefined) node = this.at(node.children[0]);
    return node.path;
  }

  /** One move further towards the end of a line, or else along the main line. */
  towards(path: Path, end: Path): Path {
    const { children } = this.at(path);
    return children.find((child) => isUnder(end, child)) ?? children[0] ?? this.at(path).path;
  }

  /** All lines, as a list shows them: the main line, with variations where other moves were tried. */
  lines(): Entry[] {
    const [first] = this.root.children;
    return first === undefined ? [] : this.#line(first, this.root.children.slice(1));
  }

  /** The line that begins with a move, and goes on with main moves. */
  #line(first: Path, others: readonly Path[]): Entry[] {
    const entries: Entry[] = [];
    let [path, besides]: [Path | undefined, readonly Path[]] = [first, others];
    let mustTell = true;
    while (path !== undefined) {
      const { san, comment, glyphs, parent, children } = this.at(path);
      const variations = besides.map((other) => this.#line(other, []));
      const number = numberOf(this.at(parent ?? ROOT).fen, mustTell);
      entries.push({ path, san, number, comment, glyphs, variations });
      mustTell = variations.length > 0 || comment !== '';
      [path, besides] = [children[0], children.slice(1)];
    }
    return entries;
  }
}

/** Adds a move that was not tried before; the node where it leads. */
function grown(nodes: Nodes, before: MoveNode, step: Step): MoveNode {
  const path = before.path === ROOT ? step.uci : `${before.path} ${step.uci}`;
  const { uci, san, fen } = step;
  const node: MoveNode = { ...NO_NOTES, uci, san, fen, path, parent: before.path, children: [] };
  nodes.set(before.path, { ...before, children: [...before.children, path] });
  nodes.set(path, node);
  return node;
}

/** Whether a node is another one, or comes after it. */
export function isUnder(path: Path, other: Path): boolean {
  return path === other || other === ROOT || path.startsWith(`${other} `);
}

export function movesOf(path: Path): string[] {
  return path === ROOT ? [] : path.split(' ');
}

/** The number of the move that is made next in a position: "12." for White's, "12…" for Black's where it must be told. */
export function numberOf(fen: string, mustTell: boolean): string {
  const isBlack = fen.split(' ')[1] === 'b';
  if (isBlack && !mustTell) return '';
  return `${fullMoveOf(fen)}${isBlack ? '…' : '.'}`;
}

/** The moves of a line that begins in a position, each with its number where one is written. */
export function numbered(fen: string, sans: readonly string[]): { number: string; san: string }[] {
  const shift = fen.split(' ')[1] === 'b' ? 1 : 0;
  const first = fullMoveOf(fen);
  return sans.map((san, index) => {
    const isBlack = (index + shift) % 2 === 1;
    const number = first + Math.floor((index + shift) / 2);
    if (isBlack) return { number: index === 0 ? `${number}…` : '', san };
    return { number: `${number}.`, san };
  });
}

/** The count of moves is the last number of a position's text; checks that are counted may stand behind it. */
function fullMoveOf(fen: string): number {
  return Number(fen.split(' ').findLast((field) => /^\d+$/.test(field)) ?? 1);
}
