import type { Decision } from "../../problem/outcome.ts";
import type { CellArms } from "../curve/cell-arms.ts";
import { savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { coldLadder } from "./cold-ladder.ts";

/**
 * What to do until the first success, before which there is no scale: the arms in turn, each for twice the
 * longest time in which it failed, or, where many attempts are for nothing (`patience`), up a slower ladder.
 */
export class ColdStart {
  private readonly cells: CellArms;
  private readonly slow: boolean;
  private turn: number;
  /** For each arm, the longest time in which it failed, and how far it came on the ladder. */
  private readonly failedFor: number[];
  private readonly climbed: number[];

  constructor(cells: CellArms, arms: number, slow: boolean, saved: unknown = {}) {
    const { turn, failedFor, climbed } = savedRecord("km-ts", saved);
    const zeros = Array.from({ length: arms }, () => 0);
    this.cells = cells;
    this.slow = slow;
    this.turn = savedNumber("km-ts", turn ?? 0, "turn");
    this.failedFor = savedNumbers("km-ts", failedFor ?? zeros, "failedFor", arms);
    this.climbed = savedNumbers("km-ts", climbed ?? zeros, "climbed", arms);
  }

  decide(attempt: number): Decision {
    const arm = this.turn++ % this.climbed.length;
    const cutoff = this.slow ? this.rung(arm) : Math.max(this.cells.edges[0], 2 * this.failedFor[arm]);
    return { arm, cutoff: Math.min(cutoff, this.cells.longest), attempt };
  }

  failed(arm: number, time: number): void {
    this.failedFor[arm] = Math.max(this.failedFor[arm], time);
    // By what failed, not by what was asked, since many may be out at once.
    if (time >= this.rung(arm)) this.climbed[arm] += 1;
  }

  save(): unknown {
    return { turn: this.turn, failedFor: [...this.failedFor], climbed: [...this.climbed] };
  }

  private rung(arm: number): number {
    return this.cells.edges[0] * coldLadder(this.climbed[arm]);
  }
}
