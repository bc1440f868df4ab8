import type { Decision } from "../../problem/decision.ts";
import type { Random } from "../../random/random.ts";
import type { CellArm } from "./cell-arms.ts";
import { type Curve, curveOf, drawCurve } from "./km-curve.ts";
import { largestRate, longestNearRate } from "./near-best.ts";

/** What is asked of a draw. */
export interface Draw {
  readonly arms: number;
  /** What is known of an arm, brought up to date. */
  evidence(arm: number): CellArm;
  edges(arm: number): Float64Array;
  /** How many of an arm's cutoffs may be chosen. */
  allowed(arm: number): number;
  /** Counts are multiplied by this: the reciprocal of the newest observation's weight. */
  readonly unit: number;
  /** The share of the rate that may be given up for fewer restarts. */
  readonly tolerance: number;
}

/**
 * Thompson sampling on curves, where a restart costs a little. It draws a curve for every arm; the largest of their
 * rates is r. Each restart is then charged `tolerance`/r, a share of the time that a reward takes, and of
 * the cutoffs whose charged rate is within `tolerance` of the best the longest is taken.
 *
 * The charge was a share of the mean time to a reward so far. Where rewards are rare it grew with every trial that
 * brought none, and long cutoffs looked better and better for it, up to the whole budget.
 */
export class ChargedDraw {
  private readonly random: Random;
  private readonly strength: number;
  private readonly curves: Curve[] = [];

  constructor(random: Random, strength: number) {
    this.random = random;
    this.strength = strength;
  }

  decide(draw: Draw): Decision {
    const { arms, tolerance } = draw;
    let rate = 0;
    for (let arm = 0; arm < arms; arm++) {
      rate = Math.max(rate, largestRate(this.draw(arm, draw), 0, draw.allowed(arm)));
    }
    const charge = rate > 0 ? tolerance / rate : 0;
    let chosen = 0;
    let best = -Infinity;
    for (let arm = 0; arm < arms; arm++) {
      const { usage, survival } = this.curves[arm];
      for (let cell = 0; cell < usage.length; cell++) usage[cell] += charge * survival[cell];
      const charged = largestRate(this.curves[arm], 0, draw.allowed(arm));
      if (charged <= best) continue;
      best = charged;
      chosen = arm;
    }
    const enough = best * (1 - tolerance);
    const cell = longestNearRate(this.curves[chosen], enough, 0, draw.allowed(chosen));
    return { arm: chosen, cutoff: draw.edges(chosen)[cell] };
  }

  private draw(arm: number, { evidence, unit }: Draw): Curve {
    const own = evidence(arm);
    const cells = own.cells.edges.length;
    if (this.curves[arm]?.usage.length !== cells) this.curves[arm] = curveOf(cells);
    const { usage } = own.resetting;
    drawCurve(
      this.random,
      { evidence: own, usage, charge: 0, strength: this.strength, unit },
      this.curves[arm],
    );
    return this.curves[arm];
  }
}
