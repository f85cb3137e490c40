// A tree as a text that can be kept, and read again without knowing any rules.

import type { Score } from '../wire';
import { MoveTree, ROOT, type Notes, type Path } from './tree';

/** Pairs of a PGN's tags. */
export type Tags = [name: string, value: string][];

/** Moves, and what is known of the game that they are. */
export interface Study {
  tree: MoveTree;
  tags: Tags;
  /** Where nothing else says it. */
  variant?: string;
}

/** Where its parent stands in the list, the move, and what is written beside it. */
type Line = [parent: number, uci: string, san: string, fen: string, notes: Written];

interface Written {
  comment?: string;
  glyphs?: number[];
  score?: Score;
  better?: string[];
}

interface Kept {
  fen: string;
  notes: Written;
  moves: Line[];
  tags: Tags;
  variant?: string;
}

export function writeStudy({ tree, tags, variant }: Study): string {
  const places = new Map<Path, number>();
  const [root, ...nodes] = tree.nodes();
  places.set(ROOT, -1);
  const moves = nodes.map((node, index): Line => {
    places.set(node.path, index);
    return [places.get(node.parent ?? ROOT) ?? -1, node.uci ?? '', node.san, node.fen, written(node)];
  });
  const kept: Kept = {
    fen: tree.root.fen,
    notes: root ? written(root) : {},
    moves,
    tags,
    ...(variant === undefined ? {} : { variant }),
  };
  return JSON.stringify(kept);
}

function written({ comment, glyphs, score, better }: Notes): Written {
  return {
    ...(comment === '' ? {} : { comment }),
    ...(glyphs.length === 0 ? {} : { glyphs: [...glyphs] }),
    ...(score === null ? {} : { score }),
    ...(better.length === 0 ? {} : { better: [...better] }),
  };
}

/** `null` where it is none. */
export function readStudy(text: string): Study | null {
  try {
    const { fen, notes, moves, tags, variant } = JSON.parse(text) as Kept;
    const tree = MoveTree.build(fen, (play) => {
      const paths: Path[] = [];
      for (const [parent, uci, san, after, beside] of moves)
        paths.push(play(parent < 0 ? ROOT : (paths[parent] ?? ''), { uci, san, fen: after }, beside));
    });
    const noted = Object.keys(notes).length === 0 ? tree : tree.noted(ROOT, notes);
    return { tree: noted, tags, ...(variant === undefined ? {} : { variant }) };
  } catch {
    // Somebody else's text under our name, or half a text: the tree begins anew.
    return null;
  }
}
