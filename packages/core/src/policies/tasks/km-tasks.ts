import { type Decision, elapsed } from "../../problem/outcome.ts";
import { type ScheduleName, scheduleMultiplier } from "../../problem/schedule.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { CellArms } from "../curve/cell-arms.ts";
import { costAt, longestNearCost } from "../curve/near-best.ts";
import type { Learner, PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { ColdStart } from "./cold-start.ts";
import { costIfAlike, costOfFailure, savedTotals, scaleTotals } from "./failure-cost.ts";
import { TaskCurves } from "./task-curves.ts";

interface KmTaskOptions {
  readonly strength: number;
  readonly tolerance: number;
  readonly tasks: "mixed" | "alike";
  readonly patience: number;
  readonly halfLife?: number | undefined;
  readonly halfLifeTime?: number | undefined;
}

/**
 * `km-ts` for tasks that are tried again until they are done. The largest rate is the wrong goal here:
 * it solves the easy tasks fast, and leaves the hard ones to a schedule that starts far too low
 * (measured on tasks of which a tenth is a hundred times slower: 2.7 times the cost of the best base).
 * What counts is the time until a task is done. If a first attempt that fails costs W more on average,
 * an attempt cut at t costs E[U(t)] + (1 − E[V(t)])·W, and the base is the cutoff that makes this least:
 * wait as long as the chance of finishing soon is worth more than 1/W. For tasks that are all alike this
 * is the cutoff of the largest rate again.
 *
 * W (`failure-cost.ts`) is taken as it was with the bases so far, though a longer base may raise it. Where the chance of
 * finishing fades slowly and the tasks differ little, as for WalkSAT on one family of formulas, the base
 * comes out too long, and a longer base makes W larger still: 1.3 to 4.8 times the flips of the best
 * hand-tuned Luby (`npm run bench bases`). The option `tasks: "alike"` takes for W what it would be
 * for equal tasks: 1.0 to 1.4 times.
 *
 * First and later attempts are kept apart, since the later ones are made at harder tasks; where first
 * attempts are few, the later ones stand in with little weight. A task is done by a completion with any
 * reward above 0, however small. Until that was seen there is no scale (`cold-start.ts`).
 *
 * Luby's multiples are for nothing where tasks are alike, and there an attempt may well fail: if only a
 * share p of those at the base succeed, 1/p are needed on average, and a task that took a few says nothing of
 * its hardness. With `patience` above 0 the schedule goes on by one only after patience/p attempts. Then too
 * the cold start is slower (`cold-ladder.ts`), and what it costs is kept out of W, of which it says nothing.
 *
 * Tried and lost: the rate of first attempts as base (2.0 to 2.7 times the best hand-tuned Luby on
 * tasks of very different hardness), a base for each doubling of the attempt (1.1 to 1.3), the cost of
 * the whole schedule by dynamic programming over such groups (1.3 to 1.7). To have both sides in one: W
 * scaled by the shape of the later attempts' curve (SAT 1.06, mixed tasks up to 2.8), a bandit between
 * that and the plain W (SAT 1.1 to 1.3, mixed 1.0 to 1.2), W averaged over tasks with a like base (SAT
 * 1.2, mixed 1.1 to 1.5), a share of W (worse on both).
 */
export function kmTaskLearner(
  setup: PolicySetup,
  options: KmTaskOptions,
  schedule: ScheduleName,
  saved?: unknown,
): Learner {
  const { arms } = setup;
  const { patience } = options;
  const state = saved === undefined ? {} : byName(savedRecord("km-ts", saved));
  /** First attempts of each arm, then later ones of each arm. */
  const learned = new CellArms("km-ts", setup, [...arms, ...arms], state.learned);
  const forgetting = new Forgetting(options.halfLife ?? Infinity, options.halfLifeTime ?? Infinity);
  forgetting.weight = savedNumber("km-ts", state.weight ?? 1, "weight");
  const totals = savedTotals(state.totals);
  const cold = new ColdStart(learned, arms.length, patience > 0, state.cold);
  const draws = new TaskCurves(setup, learned, options.strength);
  const scale = (factor: number) => {
    learned.scale(factor);
    scaleTotals(totals, factor);
  };

  function learnedDecision(attempt: number): Decision {
    const first = draws.first(1 / forgetting.weight);
    const alike = costIfAlike(first);
    const failure = options.tasks === "alike" ? alike : costOfFailure(totals, forgetting.weight, alike);
    let best = { arm: 0, cutoff: learned.edges[0], attempt };
    let least = Infinity;
    first.forEach((curve, arm) => {
      const base = longestNearCost(curve, failure, options.tolerance);
      const multiplier = scheduleMultiplier(schedule, placeOf(attempt, curve.reward[base], patience));
      const cutoff = learned.edges[base] * multiplier;
      const cost =
        attempt === 1
          ? costAt(curve, base, failure)
          : costAt(draws.later(arm, 1 / forgetting.weight), draws.cellOf(cutoff), failure);
      if (cost < least) {
        least = cost;
        best = { arm, cutoff, attempt };
      }
    });
    return best;
  }

  return {
    decide: ({ attempt = 1 } = {}) =>
      totals.successes === 0 ? cold.decide(attempt) : learnedDecision(attempt),
    observe({ arm, attempt = 1, cutoff }, outcome) {
      const spent = elapsed(outcome, learned.arms[arm].resetting.at(cutoff));
      forgetting.pass(spent, scale);
      const { weight } = forgetting;
      const done = outcome.kind === "completed" && outcome.reward > 0;
      const place = attempt === 1 ? arm : arm + arms.length;
      const seen = outcome.kind === "completed" ? { ...outcome, reward: done ? 1 : 0 } : outcome;
      learned.observe(place, seen, weight);
      totals.time += weight * spent;
      if (attempt > 1 && (totals.successes > 0 || patience === 0)) totals.laterTime += weight * spent;
      if (done) {
        totals.successes += 1;
        totals.solved += weight;
        if (attempt > 1) totals.laterSolved += weight;
        return;
      }
      if (attempt === 1) totals.failures += weight;
      cold.failed(arm, outcome.time);
    },
    save: () => ({
      weight: forgetting.weight,
      totals: { ...totals },
      cold: cold.save(),
      learned: learned.save(),
    }),
  };
}

/** The place in the schedule: the attempt, or less where attempts at the base often fail. */
function placeOf(attempt: number, success: number, patience: number): number {
  if (patience === 0) return attempt;
  return Math.max(1, Math.ceil((attempt * success) / patience));
}

/** Version 0.1.0 saved the totals by position, and what the cold start knew beside them. */
function byName(state: Record<string, unknown>): Record<string, unknown> {
  const { totals, failedFor, climbed, ...rest } = state;
  if (!Array.isArray(totals)) return state;
  const [laterTime, failures, laterSolved, time, solved, turn, successes] = savedNumbers(
    "km-ts",
    totals,
    "totals",
    7,
  );
  return {
    ...rest,
    totals: { time, laterTime, failures, solved, laterSolved, successes },
    cold: { turn, failedFor, climbed },
  };
}
