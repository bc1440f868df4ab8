import type { Decision } from "../../problem/outcome.ts";
import type { Random } from "../../random/random.ts";
import { type CurveDraw, curveOf, drawCurve } from "./km-curve.ts";
import { largestRate, longestNearRate } from "./near-best.ts";

/**
 * Thompson sampling on curves: draws one for every arm and takes the arm with the largest rate, at the longest
 * cutoff whose rate is within `tolerance` of it. Two curves serve for any number of arms, the one that is
 * drawn and the best so far.
 */
export class LargestDraw {
  private readonly random: Random;
  private readonly tolerance: number;
  private curve = curveOf(0);
  private bestCurve = curveOf(0);

  constructor(random: Random, tolerance: number) {
    this.random = random;
    this.tolerance = tolerance;
  }

  /** `drawOf` gives the evidence for an arm, `floorOf` the first cell that the arm may be cut at. */
  decide(
    edges: Float64Array,
    arms: number,
    drawOf: (arm: number) => CurveDraw,
    floorOf: (arm: number) => number = () => 0,
  ): Decision {
    if (this.curve.usage.length !== edges.length) {
      this.curve = curveOf(edges.length);
      this.bestCurve = curveOf(edges.length);
    }
    let chosen = 0;
    let best = -Infinity;
    for (let arm = 0; arm < arms; arm++) {
      drawCurve(this.random, drawOf(arm), this.curve);
      const rate = largestRate(this.curve, floorOf(arm));
      if (rate <= best) continue;
      best = rate;
      chosen = arm;
      [this.curve, this.bestCurve] = [this.bestCurve, this.curve];
    }
    const cell = longestNearRate(this.bestCurve, best * (1 - this.tolerance), floorOf(chosen));
    return { arm: chosen, cutoff: edges[cell] };
  }
}
