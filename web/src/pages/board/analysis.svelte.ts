// What is analysed: a line of one's own, a game at the board, or one out of the library. Positions that are set up begin
// lines of their own.

import { api } from '../../api/client';
import { messages } from '../../app/messages.svelte';
import type { Visit } from '../../app/route.svelte';
import type { Study, Tags } from '../../chess/kept';
import { movesOf, MoveTree, type Step } from '../../chess/tree';
import type { Game, KeptGame, PlayedMove, PositionView, PositionWish, Side, VariantInfo } from '../../wire';
import { Desk, type Run } from './desk.svelte';
import { studies } from './memory';
import { heldSeats } from './seats';
import { linkOf, type AnalysisPlace, type Source } from './place';

/** A game that is looked into. */
export interface LookedAt {
  title: string;
  about: string;
  result: string;
  /** Whether nobody may be helped: two people play it right now, and one of them is here. */
  isClosed: boolean;
}

export class Analysis {
  readonly desk: Desk;
  source = $state.raw<Source>({ kind: 'free', variant: 'chess', fen: null });
  game = $state.raw<LookedAt | null>(null);
  problem = $state('');
  /** The variant of what was asked for last, which may still be on its way. */
  #coming = 'chess';
  #shown = '';

  constructor(visit: Visit) {
    this.desk = new Desk(visit, (moves) => linkOf({ source: this.source, moves }));
  }

  /** Shows what an address names; what it names already is left as it is. */
  async show({ source, moves }: AnalysisPlace, variants: readonly VariantInfo[]): Promise<void> {
    const name = linkOf({ source, moves: null });
    if (name === this.#shown) {
      await this.desk.show(moves, 'replace');
      return;
    }
    this.#shown = name;
    this.problem = '';
    const asked = this.desk.ask();
    try {
      if (source.kind === 'free') await this.#showFree(source, moves ?? [], variants, asked);
      else await this.#showGame(source, moves, asked);
    } catch (cause) {
      if (this.desk.isAsked(asked)) this.problem = cause instanceof Error ? cause.message : String(cause);
    }
  }

  async #showFree(
    source: Extract<Source, { kind: 'free' }>,
    moves: string[],
    variants: readonly VariantInfo[],
    asked: number,
  ): Promise<void> {
    const variant = variants.find(({ name }) => name === source.variant);
    if (!variant) throw new Error(`There is no variant '${source.variant}' here.`);
    const root = await this.desk.viewOf(variant.name, source.fen ?? variant.start_fen);
    if (!this.desk.isAsked(asked)) return;
    this.game = null;
    this.#coming = variant.name;
    if (root.problem === null) await this.#plant(root, moves);
    else {
      this.desk.variant = variant.name;
      this.desk.lay(root);
    }
  }

  async #showGame(
    source: Exclude<Source, { kind: 'free' }>,
    moves: string[] | null,
    asked: number,
  ): Promise<void> {
    const taken = await TAKE[source.kind](source.id);
    if (!this.desk.isAsked(asked)) return;
    this.source = source;
    this.#coming = taken.variant;
    this.game = taken.game;
    // A game is looked through from its beginning, and one that is being played from where it stands.
    await this.desk.open({ ...taken, moves: moves ?? (source.kind === 'game' ? null : []) });
  }

  /** A game or a position from outside, which begins a study of its own. */
  async take(text: string, variants: readonly VariantInfo[]): Promise<void> {
    const view = await api.position({ variant: this.#coming, fen: text.trim(), pieces: null, turn: null });
    if (view.problem === null) return this.#change(this.#coming, () => Promise.resolve(view), null);
    const { readPgn } = await import('../../chess/pgn');
    const read = readPgn(text, variants);
    const asked = this.desk.ask();
    const root = await this.desk.viewOf(read.variant, read.tree.root.fen);
    if (root.problem !== null) throw new Error(`The game cannot begin so: ${root.problem}.`);
    if (!this.desk.isAsked(asked)) return;
    if (read.unread > 0)
      messages.error('Some moves of the game are not possible; it is shown as far as they are.');
    const source: Source = { kind: 'study', id: Date.now().toString(36) };
    [this.source, this.game, this.#coming] = [source, lookedAt(read), read.variant];
    this.#shown = linkOf({ source, moves: null });
    const { variant } = read;
    await this.desk.open({ key: studyKey(source.id), variant, study: read, moves: [], run: null });
  }

  /** The usual start of a variant. */
  begin(variant: VariantInfo): Promise<void> {
    return this.#change(variant.name, () => this.desk.viewOf(variant.name, variant.start_fen), null);
  }

  setFen(fen: string): Promise<void> {
    this.desk.fen = fen;
    const variant = this.#coming;
    return this.#change(variant, () => this.desk.viewOf(variant, fen), 'editing');
  }

  setPieces(pieces: string, turn: Side): Promise<void> {
    const wish: PositionWish = { variant: this.#coming, fen: null, pieces, turn };
    return this.#change(wish.variant, () => api.position(wish), null);
  }

  setRandom(pieces: number): Promise<void> {
    const wish = { variant: this.#coming, pieces };
    return this.#change(wish.variant, () => api.randomPosition(wish), null);
  }

  /** Another position to begin from, or one that is not legal yet. */
  async #change(variant: string, task: () => Promise<PositionView>, run: Run): Promise<void> {
    const { desk } = this;
    const asked = desk.ask();
    this.#coming = variant;
    try {
      const view = await task();
      if (!desk.isAsked(asked)) return;
      const isSame = variant === desk.variant && view.fen === desk.node.fen;
      if (view.problem !== null || isSame) {
        desk.variant = variant;
        desk.lay(view);
      } else await this.#plant(view, [], run);
    } catch (cause) {
      if (!desk.isAsked(asked)) return;
      this.#coming = desk.variant;
      messages.error(cause);
    }
  }

  /** Begins a tree, or goes on with one that begins here. */
  async #plant(root: PositionView, moves: string[], run?: Run): Promise<void> {
    const { variant, fen } = root;
    this.source = { kind: 'free', variant, fen };
    this.game = null;
    this.#shown = linkOf({ source: this.source, moves: null });
    const study: Study = { tree: MoveTree.from(fen), tags: [] };
    await this.desk.open({ key: keyOf(variant, fen), variant, study, moves, run });
  }
}

const TAKE: Record<Exclude<Source['kind'], 'free'>, (id: string) => Promise<Taken>> = {
  game: gameOf,
  record: recordOf,
  study: (id) => {
    const study = studies.get(studyKey(id));
    if (!study) return Promise.reject(new Error('This game is not kept in this browser.'));
    const variant = study.variant ?? 'chess';
    return Promise.resolve({ key: studyKey(id), variant, study, game: lookedAt(study) });
  },
};

function studyKey(id: string): string {
  return `study ${id}`;
}

/** What its tags say of a game. */
function lookedAt({ tags }: Study): LookedAt {
  const told = new Map(tags.filter(([, value]) => value !== '?'));
  const [white, black] = [told.get('White'), told.get('Black')];
  const about = ['Event', 'Site', 'Date'].flatMap((tag) => told.get(tag) ?? []).join(' · ');
  const title =
    white === undefined && black === undefined ? 'A game' : `${white ?? 'White'} – ${black ?? 'Black'}`;
  return { title, about, result: told.get('Result') ?? '', isClosed: false };
}

function keyOf(variant: string, fen: string): string {
  return `free ${variant} ${fen}`;
}

interface Taken {
  key: string;
  variant: string;
  study: Study;
  game: LookedAt;
}

async function gameOf(id: string): Promise<Taken> {
  const game = await api.game(id, heldSeats(id));
  const people = game.white.kind === 'human' && game.black.kind === 'human';
  return {
    key: gameKey(game),
    variant: game.variant,
    study: { tree: treeOf(game.start_fen, game.moves.slice(0, game.cursor)), tags: tagsOf(game) },
    game: {
      title: `${game.white.name} – ${game.black.name}`,
      about: game.outcome?.words ?? 'still being played',
      result: game.outcome?.result ?? '',
      isClosed: people && game.yours.length === 1 && game.outcome === null,
    },
  };
}

/** What a game at the board is called in PGN. */
export function tagsOf(game: Game): Tags {
  return [
    ['Event', 'Hetman studio'],
    ['Date', game.created.slice(0, 10).replaceAll('-', '.')],
    ['White', game.white.name],
    ['Black', game.black.name],
    ['Result', game.outcome?.result ?? '*'],
  ];
}

/** Another data folder may have another game of the same number. */
export function gameKey(game: { id: string; created: string }): string {
  return `game ${game.id} ${game.created}`;
}

async function recordOf(id: string): Promise<Taken> {
  const record = await api.record(id);
  const { line } = record;
  return {
    key: `record ${id} ${line.date}`,
    variant: line.variant,
    study: await studyOf(record),
    game: {
      title: `${line.white} – ${line.black}`,
      about: [line.event, line.outcome?.words ?? ''].filter((part) => part !== '').join(' · '),
      result: line.outcome?.result ?? '',
      isClosed: false,
    },
  };
}

/** With its variations, as far as the page understands them; the moves at least. */
async function studyOf(record: KeptGame): Promise<Study> {
  const { readPgn } = await import('../../chess/pgn');
  const tree = treeOf(record.start_fen, record.moves, record.comments);
  const { about } = await import('../../api/declarations');
  const { variants } = await about();
  try {
    const read = readPgn(record.pgn, variants);
    const [joined, end] = read.tree.withMainLine(stepsOf(record.moves));
    const isWhole = joined === read.tree && movesOf(end).length === record.moves.length;
    return { tree: isWhole ? read.tree : tree, tags: read.tags };
  } catch {
    // A variant that only the studio knows: its moves have come with the record.
    return { tree, tags: [] };
  }
}

export function stepsOf(moves: readonly PlayedMove[]): Step[] {
  return moves.map(({ uci, san, fen }) => ({ uci, san, fen }));
}

/** A line of moves with what was thought of them. */
export function treeOf(
  fen: string,
  moves: readonly PlayedMove[],
  comments: readonly string[] = [],
): MoveTree {
  return MoveTree.build(fen, (play) => {
    let path = '';
    for (const [index, { uci, san, fen: after, score }] of moves.entries())
      path = play(path, { uci, san, fen: after }, { score, comment: comments[index] ?? '' });
  });
}
