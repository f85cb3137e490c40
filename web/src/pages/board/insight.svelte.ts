// What is said of the position on the board, and by whom: the evaluation that ships, a moment of the slider of learning,
// or whoever was chosen.

import { Judgement, SHIPPED, type Judge } from './judge.svelte';
import { Learning } from './course.svelte';
import type { Desk } from './desk.svelte';

export class Insight {
  readonly learning = new Learning();
  readonly judgement = new Judgement();
  /** For the second handle of the slider. */
  readonly second = new Judgement();
  /** Somebody else than the slider says. */
  chosen = $state.raw<Judge | null>(null);

  get judge(): Judge {
    if (this.chosen) return this.chosen;
    const { learning } = this;
    return this.#judgeOf(learning.isUsed ? learning.index : null) ?? SHIPPED;
  }

  get otherJudge(): Judge | null {
    return this.#judgeOf(this.learning.second);
  }

  #judgeOf(index: number | null): Judge | null {
    const moment = index === null ? null : (this.learning.moments[index] ?? null);
    // A moment plays with a search of its own; as an evaluation it needs none.
    return moment
      ? { name: this.learning.nameOf(moment), choice: { player: moment.player.player, settings: {} } }
      : null;
  }

  /** Asks about the position on the board, as far as it is wanted. Made for an effect. */
  follow(desk: Desk, wants: { explanation: boolean; evaluation: boolean }): void {
    const [fen, variant] = [desk.legalFen, desk.variant];
    if (fen === null) return;
    for (const [judgement, judge] of [
      [this.judgement, this.judge],
      [this.second, this.otherJudge],
    ] as const) {
      if (judge === null) continue;
      if (wants.explanation && !desk.isOver) judgement.explanations.ask({ variant, fen, judge });
      if (wants.evaluation) judgement.evaluations.ask({ variant, fen, judge });
    }
  }
}
