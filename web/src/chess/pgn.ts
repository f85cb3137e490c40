// Games as PGN, in and out: tags, variations, comments, glyphs and evaluations, over the reader of chessops.

import { makeFen } from 'chessops/fen';
import {
  ChildNode,
  makeComment,
  makePgn,
  Node,
  parseComment,
  PgnParser,
  type Evaluation,
  type Game,
  type PgnNodeData,
} from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import type { Position } from 'chessops/chess';
import type { Score, VariantInfo } from '../wire';
import type { Study, Tags } from './kept';
import { positionOf } from './playOn';
import { isRemark, scoreOfRemark } from './remark';
import { MoveTree, ROOT, type MoveNode, type Notes, type Path } from './tree';

export interface ReadGame extends Study {
  variant: string;
  /** Moves that could not be read, with all that follows them. */
  unread: number;
}

/** Longer games are nobody's. */
const BUDGET = 20_000_000;

/** The first game of a text; an error worded for the reader where there is none. */
export function readPgn(text: string, variants: readonly VariantInfo[]): ReadGame {
  const [game, isTooLong] = firstGame(text);
  if (isTooLong) throw new Error('This game is too long to be taken in: import it into the Library instead.');
  if (!game) throw new Error('There is no game in this text.');
  const tags: Tags = [...game.headers];
  const named = game.headers.get('Variant');
  const variant = variantOf(named, variants);
  if (!variant) throw new Error(`The game is of a variant that is not known here: ${named ?? ''}.`);
  const fen = game.headers.get('FEN') ?? variant.start_fen;
  const start = positionOf(variant.name, fen);
  if (!start) throw new Error('The position that the game begins with is not legal.');
  let unread = 0;
  const tree = MoveTree.build(fen, (play) => {
    // By hand and not by recursion: a game may be longer than the stack is deep.
    const waiting: [Node<PgnNodeData>, Position, Path][] = [[game.moves, start, ROOT]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [node, position, path] = next;
      for (const child of node.children) {
        const here = position.clone();
        const move = parseSan(here, child.data.san);
        if (!move) {
          unread += 1;
          continue;
        }
        const isWhite = here.turn === 'white';
        const san = makeSanAndPlay(here, move);
        const step = { uci: makeUci(move), san, fen: makeFen(here.toSetup()) };
        waiting.push([child, here, play(path, step, notesOf(child.data, isWhite))]);
      }
    }
  });
  const comment = (game.comments ?? []).join(' ');
  return { tree: comment === '' ? tree : tree.noted(ROOT, { comment }), tags, variant: variant.name, unread };
}

function firstGame(text: string): [Game<PgnNodeData> | null, isTooLong: boolean] {
  let [found, isTooLong]: [Game<PgnNodeData> | null, boolean] = [null, false];
  const take = (game: Game<PgnNodeData>, error: Error | undefined): void => {
    isTooLong ||= found === null && error !== undefined;
    found ??= game;
  };
  new PgnParser(take, () => new Map(), BUDGET).parse(text);
  const game = found as Game<PgnNodeData> | null;
  const isEmpty = game !== null && game.moves.children.length === 0 && game.headers.size === 0;
  return [isEmpty ? null : game, isTooLong];
}

function variantOf(name: string | undefined, variants: readonly VariantInfo[]): VariantInfo | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name ?? 'chess');
  const isChess = ['', 'standard', 'chess960', 'fischerandom', 'fromposition'].includes(wanted);
  return variants.find(
    (variant) => (isChess ? 'chess' : wanted) === plain(variant.name) || wanted === plain(variant.title),
  );
}

function notesOf(data: PgnNodeData, isWhite: boolean): Partial<Notes> {
  const read = (data.comments ?? []).map(parseComment);
  const told = read.find((comment) => comment.evaluation !== undefined)?.evaluation;
  const comment = [...(data.startingComments ?? []), ...read.map(({ text }) => text)].join(' ').trim();
  const score = told ? scoreOf(told) : scoreOfRemark(comment, isWhite);
  return { comment, glyphs: data.nags ?? [], ...(score ? { score } : {}) };
}

function scoreOf(evaluation: Evaluation): Score {
  return 'mate' in evaluation
    ? { kind: 'mate', value: evaluation.mate }
    : { kind: 'centipawns', value: Math.round(evaluation.pawns * 100) };
}

/** The whole tree as a game. */
export function writePgn({ tree, tags }: Study, variant: VariantInfo): string {
  const headers = new Map(tags);
  if (variant.name !== 'chess') headers.set('Variant', headers.get('Variant') ?? variant.title);
  if (tree.root.fen !== variant.start_fen) {
    headers.set('FEN', tree.root.fen);
    headers.set('SetUp', '1');
  }
  const moves = new Node<PgnNodeData>();
  const made = new Map<Path, Node<PgnNodeData>>([[ROOT, moves]]);
  for (const node of tree.nodes().slice(1)) {
    const child = new ChildNode(dataOf(node));
    made.get(node.parent ?? ROOT)?.children.push(child);
    made.set(node.path, child);
  }
  const { comment } = tree.root;
  return makePgn({ headers, moves, ...(comment === '' ? {} : { comments: [comment] }) });
}

function dataOf({ san, comment, glyphs, score }: MoveNode): PgnNodeData {
  const evaluation = score && !isRemark(comment) ? { evaluation: evaluationOf(score) } : {};
  const text = makeComment({ text: comment.trim(), ...evaluation });
  return {
    san,
    ...(text === '' ? {} : { comments: [text] }),
    ...(glyphs.length === 0 ? {} : { nags: [...glyphs] }),
  };
}

function evaluationOf(score: Score): Evaluation {
  return score.kind === 'mate' ? { mate: score.value } : { pawns: score.value / 100 };
}
