import type { Arm } from "../../problem/arm.ts";
import { cellOf, countUpTo, latticeCell, latticeEdges } from "../../problem/lattice.ts";
import { type Decision, elapsed, type Outcome } from "../../problem/outcome.ts";
import { COMPLETED, FIELDS, LEFT, REWARD, TIME } from "../../statistics/product-limit.ts";
import { type Increments, REWARD_TICKS, type Tally, type Ticks, ticksIn } from "../../statistics/tally.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import type { SummedSetup, SummedState } from "../definition/policy.ts";
import { FIRST_CELLS, MAX_CELLS, OCTAVE, RESOLUTION } from "./cell-arms.ts";

/**
 * The state of `CellArms` as a tally. For each arm and cell:
 *   c/ARM/CELL   completions there           t/…, w/…   their time and their reward
 *   k/ARM/CELL   trials cut after surviving it, −1 if not even the first
 *   e/ARM/CELL   trials that completed beyond the last edge, which for the cells is the same as a cut
 *   s/ARM        time of these two, resets with it       r/ARM   the resets       x/ARM   the rewards
 */
export class CellTally implements SummedState {
  private readonly edges: Float64Array;
  private readonly growing: boolean;
  private readonly arms: readonly Arm[];
  private readonly ticks: Ticks;

  constructor(policy: string, setup: SummedSetup) {
    const { cutoffs, horizon } = setup;
    this.growing = cutoffs.kind === "auto" && horizon === undefined;
    const first = cutoffs.kind === "auto" ? latticeCell(cutoffs.resolution ?? RESOLUTION) : 0;
    this.edges = this.growing ? latticeEdges(first, first + MAX_CELLS - 1) : cutoffList(policy, setup);
    this.arms = setup.arms;
    this.ticks = setup.ticks;
  }

  /** What a trial adds. */
  increments({ arm, cutoff }: Decision, outcome: Outcome): Increments {
    const { edges, ticks } = this;
    const { resetting } = this.arms[arm];
    const ended = outcome.kind === "completed";
    const reward = ended ? Math.round(outcome.reward * REWARD_TICKS) : 0;
    const cell = ended ? cellOf(edges, outcome.time) : edges.length;
    if (cell < edges.length) {
      const time = ticksIn(outcome.time, ticks);
      return {
        [`c/${arm}/${cell}`]: 1,
        [`t/${arm}/${cell}`]: time,
        ...named(`w/${arm}/${cell}`, reward),
      };
    }
    const spent = elapsed(outcome, resetting.known ? resetting.mean(cutoff) : 0);
    const reset = ended || resetting.known ? 0 : (outcome.resetting ?? 0);
    return {
      [`${ended ? "e" : "k"}/${arm}/${countUpTo(edges, outcome.time) - 1}`]: 1,
      [`s/${arm}`]: ticksIn(spent, ticks),
      ...named(`r/${arm}`, ticksIn(reset, ticks)),
      ...named(`x/${arm}`, reward),
    };
  }

  /** The state of `km-ts` and of `km-ucb`. There is always an octave beyond the longest trial. */
  saved(tally: Tally): unknown {
    const { rows, reached, observed } = this.rows(tally);
    const cells = this.growing
      ? Math.min(MAX_CELLS, Math.max(FIRST_CELLS, reached + 1 + OCTAVE))
      : this.edges.length;
    const arms = this.arms.map(({ resetting }, arm) => ({
      rows: Array.from(rows[arm].subarray(0, cells * FIELDS)),
      resetting: resetting.known ? [0, 0, 0] : this.resetsOf(tally, arm),
    }));
    return { weight: 1, observed, learned: { ...(this.growing ? { cells } : {}), arms } };
  }

  /** Of an arm whose resets are measured: the cuts and their mean. How much resets vary is not used with cells. */
  private resetsOf(tally: Tally, arm: number): number[] {
    let cuts = 0n;
    for (const [name, amount] of tally.entries()) if (name.startsWith(`k/${arm}/`)) cuts += amount;
    const resets = tally.number(`r/${arm}`) / this.ticks.perUnit;
    return [Number(cuts), cuts > 0n ? resets / Number(cuts) : 0, 0];
  }

  private rows(tally: Tally): { rows: Float64Array[]; reached: number; observed: number } {
    const { length } = this.edges;
    const rows = this.arms.map(() => new Float64Array(length * FIELDS));
    let [reached, observed] = [-1, 0];
    for (const [name, amount] of tally.entries()) {
      const [kind, arm, cell] = name.split("/");
      const [row, at] = [rows[Number(arm)], Number(cell)];
      if (row !== undefined && (kind === "c" || kind === "k" || kind === "e")) observed += Number(amount);
      if (row === undefined || !(Number.isInteger(at) && at >= 0 && at < length)) continue;
      reached = Math.max(reached, at);
      const count = Number(amount);
      if (kind === "c") row[at * FIELDS + COMPLETED] += count;
      if (kind === "c" || kind === "k" || kind === "e") row[at * FIELDS + LEFT] += count;
      else if (kind === "t") row[at * FIELDS + TIME] += count / this.ticks.perUnit;
      else if (kind === "w") row[at * FIELDS + REWARD] += count / REWARD_TICKS;
    }
    return { rows, reached, observed };
  }
}

/** Nothing is sent of what is 0. */
function named(name: string, amount: number): Increments {
  return amount === 0 ? {} : { [name]: amount };
}
