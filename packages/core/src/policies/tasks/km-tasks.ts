import { cellOf } from "../../problem/ascending.ts";
import type { Decision } from "../../problem/decision.ts";
import { elapsed } from "../../problem/outcome.ts";
import { type ScheduleName, scheduleMultiplier } from "../../problem/schedule.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { CellArms } from "../curve/cell-arms.ts";
import { type Curve, curveOf, drawCurve } from "../curve/km-curve.ts";
import { costAt, longestNearCost } from "../curve/near-best.ts";
import type { PolicySetup, TaskLearner } from "../definition/policy.ts";
import { savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { coldLadder } from "./cold-ladder.ts";

/**
 * `km-ts` for tasks that are tried again until they are done. The largest rate is the wrong goal here:
 * it solves the easy tasks fast, and leaves the hard ones to a schedule that starts far too low
 * (measured on tasks of which a tenth is a hundred times slower: 2.7 times the cost of the best base).
 * What counts is the time until a task is done. If a first attempt that fails costs W more on average,
 * an attempt cut at t costs E[U(t)] + (1 − E[V(t)])·W, and the base is the cutoff that makes this least:
 * wait as long as the chance of finishing soon is worth more than 1/W. For tasks that are all alike this
 * is the cutoff of the largest rate again.
 *
 * W needs no bookkeeping by task: it is the time spent in later attempts over the number of first ones
 * that failed. The mean of a few such costs is mostly too small, so it is raised by two standard errors.
 * Where a limit of restarts lets tasks be given up, each of them costs as much again as a task that is
 * solved takes on the whole, else giving up soon would look cheap.
 *
 * W is taken as it was with the bases so far, though a longer base may raise it. Where the chance of
 * finishing fades slowly and the tasks differ little, as for WalkSAT on one family of formulas, the base
 * comes out too long, and a longer base makes W larger still: 1.3 to 4.8 times the flips of the best
 * hand-tuned Luby (`npm run bench bases`). The option `tasks: "alike"` takes for W what it would be
 * for equal tasks: 1.0 to 1.4 times.
 *
 * First and later attempts are kept apart, since the later ones are made at harder tasks; where first
 * attempts are few, the later ones stand in with little weight. A task is done by a completion with any
 * reward above 0, however small. Until that was seen there is no scale, and each arm in turn is given
 * twice the longest time in which it failed.
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
  options: {
    readonly strength: number;
    readonly tolerance: number;
    readonly tasks: "mixed" | "alike";
    readonly patience: number;
    readonly halfLife?: number | undefined;
    readonly halfLifeTime?: number | undefined;
  },
  schedule: ScheduleName,
  saved?: unknown,
): TaskLearner {
  const { random, arms } = setup;
  const state = saved === undefined ? {} : savedRecord("km-ts", saved);
  /** First attempts of each arm, then later ones of each arm. */
  const learned = new CellArms("km-ts", setup, [...arms, ...arms], state.learned);
  const forgetting = new Forgetting(options.halfLife ?? Infinity, options.halfLifeTime ?? Infinity);
  forgetting.weight = savedNumber("km-ts", state.weight ?? 1, "weight");
  const scale = (factor: number) => {
    learned.scale(factor);
    laterTime *= factor;
    failures *= factor;
    laterSolved *= factor;
    time *= factor;
    solved *= factor;
  };
  const totals = savedNumbers("km-ts", state.totals ?? [0, 0, 0, 0, 0, 0, 0], "totals", 7);
  let [laterTime, failures, laterSolved, time, solved, turn, successes] = totals;
  /** For each arm, the longest time in which it failed; used until the first success. */
  const failedFor = savedNumbers("km-ts", state.failedFor ?? arms.map(() => 0), "failedFor", arms.length);
  /** For each arm, how far it came on the ladder; used until the first success. */
  const climbed = savedNumbers("km-ts", state.climbed ?? arms.map(() => 0), "climbed", arms.length);
  let first: Curve[] = [];
  let later = curveOf(0);

  function draw(place: number, into: Curve): void {
    const kindred =
      place < arms.length
        ? { evidence: learned.evidence(place + arms.length), strength: KINDRED }
        : undefined;
    drawCurve(
      random,
      {
        evidence: learned.evidence(place),
        usage: learned.arms[place].resetting.usage,
        charge: 0,
        strength: options.strength,
        unit: 1 / forgetting.weight,
        ...(kindred === undefined ? {} : { kindred }),
      },
      into,
    );
  }

  /** W: what a failed first attempt costs on average; the least cost of a task if all were alike is its prior. */
  function costOfFailure(): number {
    let alike = Infinity;
    for (const { reward, usage } of first) {
      for (let cell = 0; cell < usage.length; cell++) {
        const cost = usage[cell] / reward[cell];
        if (cost < alike) alike = cost;
      }
    }
    if (options.tasks === "alike") return alike;
    const { weight } = forgetting;
    const count = failures / weight + 1;
    // One task may be under way still.
    const givenUp = Math.max(0, (failures - laterSolved) / weight - 1);
    const cost = laterTime / weight + givenUp * (time / solved);
    return ((cost + alike) / count) * (1 + 2 / Math.sqrt(count));
  }

  function coldDecision(attempt: number): Decision {
    const arm = turn++ % arms.length;
    const cutoff = options.patience > 0 ? rung(arm) : Math.max(learned.edges[0], 2 * failedFor[arm]);
    return { arm, cutoff: Math.min(cutoff, learned.longest), attempt };
  }

  function rung(arm: number): number {
    return learned.edges[0] * coldLadder(climbed[arm]);
  }

  /** The place in the schedule: the attempt, or less where attempts at the base often fail. */
  function placeOf(attempt: number, success: number): number {
    if (options.patience === 0) return attempt;
    return Math.max(1, Math.ceil((attempt * success) / options.patience));
  }

  function learnedDecision(attempt: number): Decision {
    const { length } = learned.edges;
    if (later.usage.length !== length) {
      first = arms.map(() => curveOf(length));
      later = curveOf(length);
    }
    for (const [arm, curve] of first.entries()) draw(arm, curve);
    const failure = costOfFailure();
    let best = { arm: 0, cutoff: learned.edges[0], attempt };
    let least = Infinity;
    first.forEach((curve, arm) => {
      const base = longestNearCost(curve, failure, options.tolerance);
      const multiplier = scheduleMultiplier(schedule, placeOf(attempt, curve.reward[base]));
      const cutoff = learned.edges[base] * multiplier;
      let place = base;
      let candidate = curve;
      if (attempt > 1) {
        draw(arm + arms.length, later);
        candidate = later;
        place = Math.min(cellOf(learned.edges, cutoff), length - 1);
      }
      const cost = costAt(candidate, place, failure);
      if (cost < least) {
        least = cost;
        best = { arm, cutoff, attempt };
      }
    });
    return best;
  }

  return {
    decide: (attempt) => (successes === 0 ? coldDecision(attempt) : learnedDecision(attempt)),
    observe(decision, outcome) {
      const { arm, attempt = 1, cutoff } = decision;
      const spent = elapsed(outcome, learned.arms[arm].resetting.at(cutoff));
      forgetting.pass(spent, scale);
      const { weight } = forgetting;
      const done = outcome.kind === "completed" && outcome.reward > 0;
      const place = attempt === 1 ? arm : arm + arms.length;
      learned.observe(
        place,
        outcome.kind === "completed" ? { ...outcome, reward: done ? 1 : 0 } : outcome,
        weight,
      );
      time += weight * spent;
      if (attempt > 1 && (successes > 0 || options.patience === 0)) laterTime += weight * spent;
      if (done) {
        successes += 1;
        solved += weight;
        if (attempt > 1) laterSolved += weight;
        return;
      }
      if (attempt === 1) failures += weight;
      failedFor[arm] = Math.max(failedFor[arm], outcome.time);
      // By what failed, not by what was asked, since many may be out at once.
      if (outcome.time >= rung(arm)) climbed[arm] += 1;
    },
    save: () => ({
      weight: forgetting.weight,
      totals: [laterTime, failures, laterSolved, time, solved, turn, successes],
      failedFor,
      climbed,
      learned: learned.save(),
    }),
  };
}

/** How many first attempts the later ones stand in for, at most. */
const KINDRED = 10;
