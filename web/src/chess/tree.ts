// A tree of moves: everything that was tried from one position, with nothing lost. A node is named by the moves that lead
// to it, so that an address, a list and a board mean the same node without knowing each other. Trees do not change: a
// move makes another tree, which shares what it can.

/** What a move makes of a position. */
export interface Step {
  uci: string;
  san: string;
  fen: string;
}

/** The moves that lead to a node, with spaces between; nothing for the root. */
export type Path = string;

export const ROOT: Path = '';

export interface MoveNode {
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
  variations: Entry[][];
}

export class MoveTree {
  readonly #nodes: ReadonlyMap<Path, MoveNode>;

  private constructor(nodes: ReadonlyMap<Path, MoveNode>) {
    this.#nodes = nodes;
  }

  static from(fen: string): MoveTree {
    const root: MoveNode = { path: ROOT, uci: null, san: '', fen, parent: null, children: [] };
    return new MoveTree(new Map([[ROOT, root]]));
  }

  get root(): MoveNode {
    return this.at(ROOT);
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
    const before = this.at(path);
    const known = before.children.find((child) => this.at(child).san === step.san);
    if (known !== undefined) return [this, known];
    const next = before.path === ROOT ? step.uci : `${before.path} ${step.uci}`;
    const nodes = new Map(this.#nodes);
    nodes.set(before.path, { ...before, children: [...before.children, next] });
    nodes.set(next, { ...step, path: next, parent: before.path, children: [] });
    return [new MoveTree(nodes), next];
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

  /** The end of the main line from here. */
  endOf(path: Path): Path {
    const [first] = this.at(path).children;
    return first === undefined ? this.at(path).path : this.endOf(first);
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
      const node = this.at(path);
      const variations = besides.map((other) => this.#line(other, []));
      const number = numberOf(this.at(node.parent ?? ROOT).fen, mustTell);
      entries.push({ path, san: node.san, number, variations });
      mustTell = variations.length > 0;
      [path, besides] = [node.children[0], node.children.slice(1)];
    }
    return entries;
  }
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
