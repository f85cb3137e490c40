// A game being played or watched: the state that the server tells, what of it is shown, and what may be done about it.

import type { Color } from '@lichess-org/chessground/types';
import { api, type GameAction } from '../../api/client';
import { Followed } from '../../api/followed.svelte';
import { messages } from '../../app/messages.svelte';
import { applyChange, other } from '../../chess/game';
import { play, soundOf } from '../../chess/sounds';
import { sanInWords } from '../../chess/words';
import type { Game, OfferKind, Side } from '../../wire';
import { Ticker } from './clock.svelte';
import { heldSeats } from './seats';

export class PlayedGame {
  readonly id: string;
  readonly ticker = new Ticker();
  #followed = new Followed<Game>();
  #flipped = $state(false);
  /** What a refused move must be undone with. */
  onrefused: () => void = () => undefined;

  constructor(id: string) {
    this.id = id;
  }

  follow(): () => void {
    const seats = heldSeats(this.id);
    return this.#followed.follow({
      topic: `game:${this.id}`,
      load: async () => {
        const game = await api.game(this.id, seats);
        this.ticker.restart();
        return game;
      },
      apply: (game, event) => (event.kind === 'game' ? this.#take(game, applyChange(game, event)) : game),
    });
  }

  get game(): Game | null {
    return this.#followed.state;
  }

  get error(): Error | null {
    return this.#followed.error;
  }

  get yours(): Side[] {
    return this.game?.yours ?? [];
  }

  get orientation(): Color {
    const [only, second] = this.yours;
    const natural = only && !second ? only : 'white';
    return this.#flipped ? other(natural) : natural;
  }

  /** Whose pieces the person may touch now: the side to move, or one's own for a premove. */
  get mover(): Color | undefined {
    const game = this.game;
    if (!game || game.outcome || game.is_paused) return undefined;
    return this.yours.includes(game.turn) ? game.turn : this.yours[0];
  }

  /** Whether another person sits at the other side and must be asked. */
  get isAgainstPerson(): boolean {
    const game = this.game;
    return (
      game !== null && game.white.kind === 'human' && game.black.kind === 'human' && this.yours.length === 1
    );
  }

  flip(): void {
    this.#flipped = !this.#flipped;
  }

  async move(uci: string): Promise<void> {
    const game = this.game;
    if (!game) return;
    try {
      this.#accept(await api.move(this.id, uci, game.version, heldSeats(this.id)));
    } catch (cause) {
      this.onrefused();
      messages.error(cause);
    }
  }

  async act(action: GameAction, body: unknown = {}): Promise<void> {
    await this.#request(() => api.gameAction(this.id, action, heldSeats(this.id), body));
  }

  async offer(kind: OfferKind): Promise<void> {
    await this.#request(() => api.offer(this.id, { kind, plies: null }, heldSeats(this.id)));
  }

  /** Sets the least time between two moves of players. */
  async setDelay(delay_ms: number): Promise<void> {
    await this.#request(() => api.gameDelay(this.id, delay_ms, heldSeats(this.id)));
  }

  /** Ends the game for good, without a result. */
  async remove(): Promise<boolean> {
    try {
      await api.deleteGame(this.id, heldSeats(this.id));
      return true;
    } catch (cause) {
      messages.error(cause);
      return false;
    }
  }

  /** Takes back at once, or asks the other person. */
  async takeBack(): Promise<void> {
    await (this.isAgainstPerson ? this.offer('take-back') : this.act('undo'));
  }

  async #request(task: () => Promise<Game>): Promise<void> {
    try {
      this.#accept(await task());
    } catch (cause) {
      messages.error(cause);
    }
  }

  #accept(answer: Game): void {
    const game = this.#followed.newest;
    if (game && answer.version > game.version) this.#followed.set(this.#take(game, answer));
  }

  /** Takes a newer state in, with its sound and its words. */
  #take(before: Game, after: Game): Game {
    if (after === before) return before;
    this.ticker.restart();
    const last = after.moves[after.cursor - 1];
    if (last && after.cursor > before.cursor) {
      play(soundOf(last.san));
      messages.announce(`${after.turn === 'white' ? 'Black' : 'White'}: ${sanInWords(last.san)}`);
    }
    if (after.outcome && !before.outcome) {
      play('end');
      messages.announce(after.outcome.words);
    }
    return after;
  }
}
