import { cellOf, countUpTo, FINE_CELLS, fineEdges } from "../../problem/lattice.ts";
import { type Decision, elapsed, type Outcome } from "../../problem/outcome.ts";
import { type Increments, REWARD_TICKS, type Tally, ticksIn } from "../../statistics/tally.ts";
import type { SummedSetup, SummedState } from "../definition/policy.ts";
import { FIRST_CELLS, OCTAVE } from "./cell-arms.ts";
import type { Range } from "./focused-arm.ts";
import { rangeOf } from "./focused-arms.ts";
import { rungOf } from "./scale-search.ts";

/**
 * The state of `FocusedArms` and of its search for a scale as a tally. For each arm and fine cell of the lattice:
 *   c/ARM/CELL   completions there           t/…, w/…   their time and their reward
 *   k/ARM/CELL   trials cut after surviving it, −1 if not even the first           s/…   their time, resets with it
 *   e/ARM        completions beyond the last edge        z/ARM   their time        x/ARM   their reward
 *   r/ARM        resets                                  ^l/ARM  the longest completion
 *
 * Where it looks closely is found from the sum each time, and not after every fifth more completions. How much time
 * went beyond the known reach is reckoned with the longest completion of all: a policy that sees trial after trial
 * reckons with the longest so far, from the first completion on.
 */
export class FocusTally implements SummedState {
  private readonly setup: SummedSetup;
  private readonly range: Range;
  private readonly edges: Float64Array;

  constructor(setup: SummedSetup) {
    this.setup = setup;
    this.range = rangeOf(setup);
    this.edges = fineEdges(this.range.first, this.range.last);
  }

  increments({ arm, cutoff }: Decision, outcome: Outcome): Increments {
    const { arms, ticks } = this.setup;
    if (outcome.kind === "completed") {
      const cell = cellOf(this.edges, outcome.time);
      const [time, reward] = [ticksIn(outcome.time, ticks), Math.round(outcome.reward * REWARD_TICKS)];
      const place = cell < this.edges.length ? `${arm}/${cell}` : undefined;
      return {
        [`${place === undefined ? `e/${arm}` : `c/${place}`}`]: 1,
        [`${place === undefined ? `z/${arm}` : `t/${place}`}`]: time,
        ...(reward === 0 ? {} : { [`${place === undefined ? `x/${arm}` : `w/${place}`}`]: reward }),
        [`^l/${arm}`]: time,
      };
    }
    const { resetting } = arms[arm];
    const spent = elapsed(outcome, resetting.known ? resetting.mean(cutoff) : 0);
    const reset = resetting.known ? 0 : ticksIn(outcome.resetting ?? 0, ticks);
    const cell = countUpTo(this.edges, outcome.time) - 1;
    return {
      [`k/${arm}/${cell}`]: 1,
      [`s/${arm}/${cell}`]: ticksIn(spent, ticks),
      ...(reset === 0 ? {} : { [`r/${arm}`]: reset }),
    };
  }

  saved(tally: Tally, turn: number): unknown {
    const sums = this.setup.arms.map((_, arm) => this.sumsOf(tally, arm));
    const trials = sums.reduce((total, { completions, cut }) => total + completions + cut, 0);
    return {
      weight: 1,
      learned: { arms: sums.map((arm) => this.armOf(arm)) },
      search: {
        turn: trials + turn,
        rungs: sums.map(({ cuts }) => this.rungsOf(cuts)),
        reaches: sums.map((arm) => this.reachOf(arm)),
      },
    };
  }

  private sumsOf(tally: Tally, arm: number): ArmSums {
    const { perUnit } = this.setup.ticks;
    const rows = new Map<number, Row>();
    const cuts = new Map<number, { count: number; time: number }>();
    let [completions, cut, time] = [tally.exact(`e/${arm}`), 0n, tally.exact(`z/${arm}`)];
    for (const [name, amount] of tally.entries()) {
      const [kind, of, place] = name.split("/");
      const cell = Number(place);
      if (of !== String(arm) || !(Number.isInteger(cell) && cell >= -1 && cell < this.edges.length)) continue;
      const row = rows.get(cell) ?? [0, 0, 0, 0];
      const left = cuts.get(cell) ?? { count: 0, time: 0 };
      if (kind === "c") completions += amount;
      if (kind === "k") cut += amount;
      if (kind === "t" || kind === "s") time += amount;
      if (kind === "c") row[0] = Number(amount);
      if (kind === "c" || kind === "k") row[1] += Number(amount);
      if (kind === "t") row[2] = Number(amount) / perUnit;
      if (kind === "w") row[3] = Number(amount) / REWARD_TICKS;
      if (kind === "k") left.count = Number(amount);
      if (kind === "s") left.time = Number(amount) / perUnit;
      if (cell >= 0) rows.set(cell, row);
      cuts.set(cell, left);
    }
    const resets = tally.number(`r/${arm}`) / perUnit;
    return {
      rows,
      cuts,
      completions: Number(completions),
      cut: Number(cut),
      time: Number(time) / perUnit,
      meanReset: cut > 0n ? resets / Number(cut) : 0,
      longest: tally.number(`^l/${arm}`) / perUnit,
      known: this.setup.arms[arm].resetting.known,
    };
  }

  private armOf({ rows, completions, cut, meanReset, known }: ArmSums): unknown {
    const cells = [...rows.keys()].sort((a, b) => a - b);
    const reached = Math.floor((cells.at(-1) ?? -1) / FINE_CELLS);
    const most = this.range.last - this.range.first + 1;
    return {
      cells: Math.min(most, Math.max(FIRST_CELLS, reached + 1 + OCTAVE)),
      rows: cells.flatMap((cell) => [cell, ...rows.get(cell)!]),
      resetting: known ? [0, 0, 0] : [cut, meanReset, 0],
      focus: [],
      completions,
      nextFocus: 0,
      refocus: true,
    };
  }

  /** Cuts by the longest rung that they outlived. */
  private rungsOf(cuts: ArmSums["cuts"]): number[] {
    const tried: number[] = [];
    for (const [cell, { count }] of cuts) {
      const rung = cell < 0 ? -1 : rungOf(this.range, this.edges[cell]);
      if (rung < 0 || count === 0) continue;
      while (tried.length <= rung) tried.push(0);
      tried[rung] += count;
    }
    return tried;
  }

  private reachOf({ cuts, time, longest }: ArmSums): number[] {
    if (longest === 0) return [0, 0, 0];
    let beyond = 0;
    const sorted = [...cuts].sort(([a], [b]) => a - b);
    for (const [cell, left] of sorted) if (this.edges[cell] > 2 * longest) beyond += left.time;
    return [longest, time, beyond];
  }
}

/** Completed, left, time and reward. */
type Row = [completed: number, left: number, time: number, reward: number];

interface ArmSums {
  readonly rows: ReadonlyMap<number, Row>;
  readonly cuts: ReadonlyMap<number, { readonly count: number; readonly time: number }>;
  readonly completions: number;
  readonly cut: number;
  readonly time: number;
  readonly meanReset: number;
  readonly longest: number;
  readonly known: boolean;
}
