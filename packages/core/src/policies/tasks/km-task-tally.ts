import { CellTally } from "../curve/cell-tally.ts";
import type { SummedSetup, SummedState } from "../definition/policy.ts";
import type { TaskTotals } from "./failure-cost.ts";

/**
 * The state of `kmTaskLearner` as a tally: the cells of first and of later attempts, of which its totals are sums, and
 *   ^f/ARM   the longest time in which an attempt with the arm failed
 */
export function kmTaskTally(setup: SummedSetup): SummedState {
  const { arms, ticks } = setup;
  const cells = new CellTally("km-ts", setup, [...arms, ...arms]);
  return {
    increments(decision, outcome) {
      const { arm, attempt = 1 } = decision;
      const done = outcome.kind === "completed" && outcome.reward > 0;
      const seen = outcome.kind === "completed" ? { ...outcome, reward: done ? 1 : 0 } : outcome;
      const added = cells.increments(attempt === 1 ? arm : arm + arms.length, decision, seen);
      return done ? added : { ...added, [`^f/${arm}`]: Math.round(outcome.time * ticks.perUnit) };
    },
    saved(tally, turn) {
      const places = cells.totals(tally);
      const [first, later] = [places.slice(0, arms.length), places.slice(arms.length)];
      const sum = (list: typeof places, field: "time" | "rewards" | "completed" | "cut") =>
        list.reduce((total, place) => total + place[field], 0);
      const solved = sum(places, "rewards");
      const totals: TaskTotals = {
        time: sum(places, "time"),
        laterTime: sum(later, "time"),
        failures: sum(first, "completed") + sum(first, "cut") - sum(first, "rewards"),
        solved,
        laterSolved: sum(later, "rewards"),
        successes: solved,
      };
      const failedFor = arms.map((_, arm) => tally.number(`^f/${arm}`) / ticks.perUnit);
      const trials = sum(places, "completed") + sum(places, "cut");
      const cold = { turn: trials + turn, failedFor, climbed: arms.map(() => 0) };
      return { weight: 1, totals, cold, learned: cells.saved(tally) };
    },
  };
}
