import type { Arm } from "../../problem/arm.ts";
import { cellOf, countUpTo, latticeCell, latticeEdges } from "../../problem/lattice.ts";
import { type Decision, elapsed, type Outcome } from "../../problem/outcome.ts";
import { COMPLETED, FIELDS, LEFT, REWARD, TIME } from "../../statistics/product-limit.ts";
import type { Increments, Tally } from "../../statistics/tally.ts";
import { REWARD_TICKS, type Ticks, ticksIn } from "../../statistics/ticks.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import type { SummedSetup } from "../definition/policy.ts";
import { FIRST_CELLS, MAX_CELLS, OCTAVE, RESOLUTION } from "./cell-arms.ts";

/**
 * The state of `CellArms` as a tally. For each place (an arm, or an arm's later attempts) and cell:
 *   c/PLACE/CELL   completions there           t/…, w/…   their time and their reward
 *   k/PLACE/CELL   trials cut after surviving it, −1 if not even the first
 *   e/PLACE/CELL   trials that completed beyond the last edge, which for the cells is the same as a cut
 *   s/PLACE        time of these two, resets with it       r/PLACE   the resets       x/PLACE   the rewards
 */
export class CellTally {
  private readonly edges: Float64Array;
  private readonly growing: boolean;
  private readonly places: readonly Arm[];
  private readonly ticks: Ticks;

  constructor(policy: string, setup: SummedSetup, places: readonly Arm[]) {
    const { cutoffs, horizon } = setup;
    this.growing = cutoffs.kind === "auto" && horizon === undefined;
    const first = cutoffs.kind === "auto" ? latticeCell(cutoffs.resolution ?? RESOLUTION) : 0;
    this.edges = this.growing ? latticeEdges(first, first + MAX_CELLS - 1) : cutoffList(policy, setup);
    this.places = places;
    this.ticks = setup.ticks;
  }

  /** What a trial adds that was at this place. */
  increments(place: number, { cutoff }: Pick<Decision, "cutoff">, outcome: Outcome): Increments {
    const { edges, ticks } = this;
    const { resetting } = this.places[place];
    const ended = outcome.kind === "completed";
    const reward = ended ? Math.round(outcome.reward * REWARD_TICKS) : 0;
    const cell = ended ? cellOf(edges, outcome.time) : edges.length;
    if (cell < edges.length) {
      const time = ticksIn(outcome.time, ticks);
      return {
        [`c/${place}/${cell}`]: 1,
        [`t/${place}/${cell}`]: time,
        ...named(`w/${place}/${cell}`, reward),
      };
    }
    const spent = elapsed(outcome, resetting.known ? resetting.mean(cutoff) : 0);
    const reset = ended || resetting.known ? 0 : (outcome.resetting ?? 0);
    return {
      [`${ended ? "e" : "k"}/${place}/${countUpTo(edges, outcome.time) - 1}`]: 1,
      [`s/${place}`]: ticksIn(spent, ticks),
      ...named(`r/${place}`, ticksIn(reset, ticks)),
      ...named(`x/${place}`, reward),
    };
  }

  /** What `CellArms` takes as saved. There is always an octave beyond the longest trial. */
  saved(tally: Tally): unknown {
    const { rows, reached } = this.rows(tally);
    const totals = this.totals(tally);
    const cells = this.growing
      ? Math.min(MAX_CELLS, Math.max(FIRST_CELLS, reached + 1 + OCTAVE))
      : this.edges.length;
    return {
      ...(this.growing ? { cells } : {}),
      arms: this.places.map(({ resetting }, place) => ({
        rows: Array.from(rows[place].subarray(0, cells * FIELDS)),
        // How much resets vary is asked by nobody who works on cells.
        resetting: resetting.known ? [0, 0, 0] : [totals[place].cut, totals[place].meanReset, 0],
      })),
    };
  }

  /** What all trials of each place came to, those that left no trace in a cell too. */
  totals(tally: Tally): PlaceTotals[] {
    const sums = this.places.map(() => ({ c: 0n, e: 0n, k: 0n, t: 0n, s: 0n, r: 0n, w: 0n, x: 0n }));
    for (const [name, amount] of tally.entries()) {
      const [kind, place] = name.split("/", 2);
      const sum = sums[Number(place)];
      if (sum !== undefined && kind in sum) sum[kind as keyof typeof sum] += amount;
    }
    const { perUnit } = this.ticks;
    return sums.map(({ c, e, k, t, s, r, w, x }) => ({
      completed: Number(c + e),
      cut: Number(k),
      rewards: Number(w + x) / REWARD_TICKS,
      time: Number(t + s) / perUnit,
      meanReset: k > 0n ? Number(r) / perUnit / Number(k) : 0,
    }));
  }

  private rows(tally: Tally): { rows: Float64Array[]; reached: number } {
    const { length } = this.edges;
    const rows = this.places.map(() => new Float64Array(length * FIELDS));
    let reached = -1;
    for (const [name, amount] of tally.entries()) {
      const [kind, place, cell] = name.split("/");
      const [row, at] = [rows[Number(place)], Number(cell)];
      if (row === undefined || !(Number.isInteger(at) && at >= 0 && at < length)) continue;
      reached = Math.max(reached, at);
      const count = Number(amount);
      if (kind === "c") row[at * FIELDS + COMPLETED] += count;
      if (kind === "c" || kind === "k" || kind === "e") row[at * FIELDS + LEFT] += count;
      else if (kind === "t") row[at * FIELDS + TIME] += count / this.ticks.perUnit;
      else if (kind === "w") row[at * FIELDS + REWARD] += count / REWARD_TICKS;
    }
    return { rows, reached };
  }
}

/** Nothing is sent of what is 0. */
function named(name: string, amount: number): Increments {
  return amount === 0 ? {} : { [name]: amount };
}

export interface PlaceTotals {
  readonly completed: number;
  readonly cut: number;
  readonly rewards: number;
  /** Of all trials, resets with it. */
  readonly time: number;
  readonly meanReset: number;
}
