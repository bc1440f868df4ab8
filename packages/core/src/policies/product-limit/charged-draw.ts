import type { Decision } from "../../problem/outcome.ts";
import type { Random } from "../../random/random.ts";
import { savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { CellArm } from "./cell-arms.ts";
import { type Curve, curveOf, drawCurve } from "./km-curve.ts";

/** The inputs of a draw. */
interface Draw {
  readonly arms: number;
  /** Returns the evidence on an arm, brought up to date. */
  evidence(arm: number): CellArm;
  /** The first of an arm's cutoffs that may be chosen. */
  floor(arm: number): number;
  /** Returns how many of an arm's cutoffs there are, up to the last that may be chosen. */
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
 *
 * A draw is kept for a stretch of time, and not for one trial (PAPER-NOTES, section 6). With one draw a trial, a cutoff
 * that is the best in a share q of the draws gets a share of the time ∝ q·E[U], so that a doubtful long cutoff crowds
 * out a good short one. The stretch is the largest E[U] among the last draws. It is at most a share of the time so far,
 * since one very long draw must not stretch those after it; at most 30 trials, since on a flat curve they are restarts
 * for nothing; and at most a share of the trials that reached the cutoff, over the number of arms: with 20 arms, trials that
 * would have told something about each of them were spent on one.
 */
export class ChargedDraw {
  private readonly random: Random;
  private readonly strength: number;
  private readonly curves: Curve[] = [];
  /** For each arm, the first cutoff that may be chosen and the end of them. */
  private readonly from: number[] = [];
  private readonly end: number[] = [];
  private held: Decision | undefined;
  /** Whether the last trial of the held draw has ended. Decisions that are out at once have draws of their own. */
  private ended: boolean;
  /** E[U] of a trial under the held draw, and the time for which it is still held. */
  private usage: number;
  private left: number;
  /** E[U] of the last draws. */
  private readonly recent: number[];
  /** The time of all trials so far. */
  private elapsed: number;

  constructor(policy: string, random: Random, strength: number, saved: unknown = {}) {
    this.random = random;
    this.strength = strength;
    const { held, recent, ...state } = savedRecord(policy, saved);
    const number = (name: string) => savedNumber(policy, state[name] ?? 0, name);
    if (held !== undefined) {
      const { arm, cutoff } = savedRecord(policy, held);
      const finite = cutoff === "inf" ? Infinity : savedNumber(policy, cutoff, "cutoff");
      this.held = { arm: savedNumber(policy, arm, "arm"), cutoff: finite };
    }
    this.recent = savedNumbers(policy, recent ?? [], "recent");
    this.ended = state.ended === true;
    this.usage = number("usage");
    this.left = number("left");
    this.elapsed = number("elapsed");
  }

  decide(draw: Draw): Decision {
    if (!(this.ended && this.left > this.usage / 2)) this.held = undefined;
    this.held ??= this.fresh(draw);
    this.ended = false;
    return this.held;
  }

  /** A trial of this decision took so long. */
  spend({ arm, cutoff }: Decision, time: number): void {
    this.elapsed += time;
    if (this.held?.arm !== arm || this.held.cutoff !== cutoff) return;
    this.left = Math.max(0, this.left - time);
    this.ended = true;
  }

  /** Draws anew at the next decision. */
  drop(): void {
    this.held = undefined;
  }

  save(): unknown {
    const { held, ended, usage, left, recent, elapsed } = this;
    const cutoff = held?.cutoff === Infinity ? "inf" : held?.cutoff;
    return {
      ...(held === undefined ? {} : { held: { arm: held.arm, cutoff } }),
      ended,
      usage,
      left,
      recent: [...recent],
      elapsed,
    };
  }

  private fresh(draw: Draw): Decision {
    const { arms, tolerance } = draw;
    const { from, end } = this;
    let rate = 0;
    for (let arm = 0; arm < arms; arm++) {
      from[arm] = draw.floor(arm);
      end[arm] = draw.allowed(arm);
      rate = Math.max(rate, largestRate(this.draw(arm, draw, from[arm]), from[arm], end[arm]));
    }
    const charge = rate > 0 ? tolerance / rate : 0;
    let chosen = 0;
    let best = -Infinity;
    for (let arm = 0; arm < arms; arm++) {
      const { usage, survival } = this.curves[arm];
      for (let cell = 0; cell < usage.length; cell++) usage[cell] += charge * survival[cell];
      const charged = largestRate(this.curves[arm], from[arm], end[arm]);
      if (charged <= best) continue;
      best = charged;
      chosen = arm;
    }
    const enough = best * (1 - tolerance);
    const cell = longestNearRate(this.curves[chosen], enough, from[chosen], end[chosen]);
    const { usage, survival } = this.curves[chosen];
    const known = (draw.evidence(chosen).atRisk[cell] * draw.unit) / arms;
    const uncharged = usage[cell] - charge * survival[cell];
    // If no reward is expected, the charge is the whole cost, and the difference is 0 or NaN: such a draw is not held.
    this.hold(uncharged > 0 ? uncharged : 0, known);
    return { arm: chosen, cutoff: draw.evidence(chosen).cells.edges[cell] };
  }

  private hold(usage: number, known: number): void {
    this.usage = usage;
    this.recent.push(usage);
    if (this.recent.length > RECENT_DRAWS) this.recent.shift();
    const most = usage * Math.min(HELD_TRIALS, HELD_SHARE_OF_TRIALS * known);
    this.left = Math.max(usage, Math.min(Math.max(...this.recent), HELD_SHARE_OF_TIME * this.elapsed, most));
  }

  private draw(arm: number, { evidence, unit }: Draw, from: number): Curve {
    const own = evidence(arm);
    const cells = own.cells.edges.length;
    if (this.curves[arm]?.usage.length !== cells) this.curves[arm] = curveOf(cells);
    const { usage } = own.resetting;
    drawCurve(this.random, { evidence: own, usage, strength: this.strength, unit, from }, this.curves[arm]);
    return this.curves[arm];
  }
}

/** The longest draw is sought among so many. */
const RECENT_DRAWS = 30;
/** The longest stretch: in the time of all trials so far, in trials, and in those that reached the cutoff. */
const HELD_SHARE_OF_TIME = 0.01;
const HELD_TRIALS = 30;
const HELD_SHARE_OF_TRIALS = 0.03;

type Rates = Pick<Curve, "reward" | "usage">;

/*
 * The best cutoff of a curve, and the longest that is hardly worse: every restart that changes next to nothing
 * is one for nothing.
 */

/** Returns the largest rate over the cutoffs from `from` on, before `end`; 0 if none earns anything. */
export function largestRate({ reward, usage }: Rates, from = 0, end = usage.length): number {
  let best = 0;
  for (let cell = from; cell < end; cell++) {
    const rate = reward[cell] / usage[cell];
    if (rate > best) best = rate;
  }
  return best;
}

/** Returns the longest cutoff before `end` whose rate is at least `enough`, or `from` if there is none. */
export function longestNearRate(
  { reward, usage }: Rates,
  enough: number,
  from = 0,
  end = usage.length,
): number {
  let cell = end - 1;
  while (cell > from && !(reward[cell] / usage[cell] >= enough)) cell--;
  return cell;
}
