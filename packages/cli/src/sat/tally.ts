import type { TriedCutoff } from "../figures/decisions-figure.ts";
import type { Trial } from "../journal/trial-line.ts";
import { flipsOf } from "./tasks.ts";

/** What became of one arm's tries; time in flips. */
export interface ArmTotals {
  readonly name: string;
  tries: number;
  solved: number;
  time: number;
}

/** Of all arms together. */
export function sumOf(arms: readonly ArmTotals[], field: "tries" | "solved" | "time"): number {
  return arms.reduce((sum, arm) => sum + arm[field], 0);
}

export interface Tally {
  readonly arms: readonly ArmTotals[];
  /** Of each arm's latest try; 0 before its first. */
  readonly latestCutoffs: Float64Array;
  /** Every try, where they are to be drawn. */
  readonly points: readonly TriedCutoff[];
  add(trial: Trial): void;
}

export function newTally(names: readonly string[], { draw }: { readonly draw: boolean }): Tally {
  const arms = names.map((name): ArmTotals => ({ name, tries: 0, solved: 0, time: 0 }));
  const latestCutoffs = new Float64Array(names.length);
  const points: TriedCutoff[] = [];
  let spent = 0;
  return {
    arms,
    latestCutoffs,
    points,
    add({ arm, cutoff, outcome }) {
      const flips = flipsOf(outcome.time);
      const solved = outcome.kind === "completed";
      spent += flips;
      latestCutoffs[arm] = cutoff;
      arms[arm].tries += 1;
      arms[arm].time += flips;
      if (solved) arms[arm].solved += 1;
      if (draw) points.push({ at: spent, arm: names[arm], cutoff, solved });
    },
  };
}
