import { cellOf, countUpTo } from "../../problem/lattice.ts";
import type { Decision, Outcome } from "../../problem/outcome.ts";
import {
  type Increments,
  joinParts,
  REWARD_TICKS,
  SQUARE_PARTS,
  squareParts,
  type Tally,
  ticksIn,
} from "../../statistics/tally.ts";
import type { SummedSetup } from "../definition/policy.ts";

/**
 * The state of `momentArms` as a tally. A trial tells of the cutoffs up to the one it was given, and completed from
 * one of them on. For each arm, that cutoff's place FROM, and how many it tells of, TO:
 *   c/ARM/FROM/TO   completions      t/…, w/…   their time and reward      T/…/PART, W/…/PART   the squares of these
 *   k/ARM/TO        trials that were cut
 *   r/ARM           their resets, where these are not known                R/ARM/PART           the squares of these
 */
export class MomentTally {
  private readonly setup: SummedSetup;
  private readonly cutoffs: Float64Array;
  private readonly sharing: boolean;

  constructor(setup: SummedSetup, cutoffs: Float64Array, sharing: "on" | "off") {
    this.setup = setup;
    this.cutoffs = cutoffs;
    this.sharing = sharing === "on";
  }

  increments({ arm, cutoff }: Decision, outcome: Outcome): Increments {
    const { arms, ticks } = this.setup;
    if (outcome.kind === "censored") {
      const reset = arms[arm].resetting.known ? 0 : ticksIn(outcome.resetting ?? 0, ticks);
      return {
        [`k/${arm}/${countUpTo(this.cutoffs, outcome.time)}`]: 1,
        ...withSquare(`/${arm}`, "r", reset),
      };
    }
    const to = countUpTo(this.cutoffs, cutoff);
    const path = `/${arm}/${Math.min(cellOf(this.cutoffs, outcome.time), to)}/${to}`;
    return {
      [`c${path}`]: 1,
      ...withSquare(path, "t", ticksIn(outcome.time, ticks)),
      ...withSquare(path, "w", Math.round(outcome.reward * REWARD_TICKS)),
    };
  }

  /** What `momentArms` takes as saved. */
  saved(tally: Tally): unknown {
    const columns = this.setup.arms.map(() => new Columns(this.cutoffs.length));
    for (const [name, amount] of tally.entries()) {
      const [kind, arm, ...rest] = name.split("/");
      columns[Number(arm)]?.take(kind, rest.map(Number), amount, this.sharing);
    }
    return columns.map((column, arm) => ({
      rows: column.rows(this.setup.ticks.perUnit),
      resetting: this.resetsOf(tally, arm),
    }));
  }

  trials(tally: Tally): number {
    let count = 0n;
    for (const [name, amount] of tally.entries()) if (/^[ck]\//.test(name)) count += amount;
    return Number(count);
  }

  private resetsOf(tally: Tally, arm: number): number[] {
    if (this.setup.arms[arm].resetting.known) return [0, 0, 0];
    let count = 0n;
    for (const [name, amount] of tally.entries()) if (name.startsWith(`k/${arm}/`)) count += amount;
    const parts = Array.from({ length: SQUARE_PARTS }, (_, part) => tally.exact(`R/${arm}/${part}`));
    const { mean, squares } = momentsOf(count, tally.exact(`r/${arm}`), joinParts(parts));
    const { perUnit } = this.setup.ticks;
    return [Number(count), mean / perUnit, squares / perUnit ** 2];
  }
}

/** Of one arm: sums for each cutoff, gathered where they begin and end and added up in the end. */
class Columns {
  private readonly trials: bigint[];
  private readonly sums: { readonly [Name in Sum]: bigint[] };
  private readonly length: number;

  constructor(length: number) {
    const zeros = () => Array.from({ length: length + 1 }, () => 0n);
    this.length = length;
    this.trials = zeros();
    this.sums = { c: zeros(), t: zeros(), T: zeros(), w: zeros(), W: zeros() };
  }

  take(kind: string, place: readonly number[], amount: bigint, sharing: boolean): void {
    if (!place.every((at, i) => Number.isInteger(at) && at >= 0 && (i === 2 || at <= this.length))) return;
    if (kind === "k") this.span(this.trials, sharing ? 0 : place[0] - 1, place[0], amount);
    if (!(kind in this.sums) || place.length < 2) return;
    const [from, to, part = 0] = place;
    const alone = sharing ? 0 : to - 1;
    if (kind === "c") this.span(this.trials, alone, to, amount);
    this.span(
      this.sums[kind as Sum],
      Math.max(alone, from),
      to,
      amount << BigInt(32 * Math.min(part, SQUARE_PARTS)),
    );
  }

  rows(perUnit: number): number[] {
    const columns: number[][] = [[], [], [], [], [], []];
    const running = { trials: 0n, c: 0n, t: 0n, T: 0n, w: 0n, W: 0n };
    for (let cutoff = 0; cutoff < this.length; cutoff++) {
      running.trials += this.trials[cutoff];
      for (const name of SUMS) running[name] += this.sums[name][cutoff];
      const time = momentsOf(running.c, running.t, running.T);
      const reward = momentsOf(running.c, running.w, running.W);
      columns[0].push(Number(running.trials));
      columns[1].push(Number(running.c));
      columns[2].push(time.mean / perUnit);
      columns[3].push(time.squares / perUnit ** 2);
      columns[4].push(reward.mean / REWARD_TICKS);
      columns[5].push(reward.squares / REWARD_TICKS ** 2);
    }
    return columns.flat();
  }

  private span(sums: bigint[], from: number, to: number, amount: bigint): void {
    if (!(from < to)) return;
    sums[Math.max(0, from)] += amount;
    sums[to] -= amount;
  }
}

const SUMS = ["c", "t", "T", "w", "W"] as const;
type Sum = (typeof SUMS)[number];

/** Mean and Σ squared deviations from sums. The difference of two large numbers is exact here, and rounded once. */
function momentsOf(count: bigint, sum: bigint, squares: bigint): { mean: number; squares: number } {
  if (count === 0n) return { mean: 0, squares: 0 };
  const number = Number(count);
  return { mean: Number(sum) / number, squares: Number(count * squares - sum * sum) / number };
}

function withSquare(path: string, name: string, ticks: number): Increments {
  if (ticks === 0) return {};
  const square = name.toUpperCase();
  const parts = squareParts(ticks).map((part, place) => [`${square}${path}/${place}`, part]);
  return { [`${name}${path}`]: ticks, ...Object.fromEntries(parts) };
}
