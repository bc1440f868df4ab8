import { CellArms } from "../policies/curve/cell-arms.ts";
import { curveOf, drawCurve } from "../policies/curve/km-curve.ts";
import { largestRate, longestNearRate } from "../policies/curve/near-best.ts";
import type { PolicySnapshot, TaskPolicy } from "../policies/definition/policy.ts";
import { savedNumbers, savedRecord } from "../policies/definition/saved-state.ts";
import { checkArms } from "../problem/arm.ts";
import { listCutoffs } from "../problem/cutoffs.ts";
import { elapsed } from "../problem/outcome.ts";
import type { ResettingTime } from "../problem/resetting.ts";
import { type ScheduleName, scheduleMultiplier } from "../problem/schedule.ts";
import { stream } from "../random/stream.ts";
import { Xoshiro128 } from "../random/xoshiro128.ts";
import { Forgetting } from "../statistics/forgetting.ts";

/** What the default learner of the runtime is made of; all checked by `settings.ts`. */
export interface LearnerRequest {
  readonly names: readonly string[];
  readonly cutoffs: readonly number[];
  readonly resetting: ResettingTime;
  readonly halfLife: number;
  readonly schedule: ScheduleName;
  readonly seed: number;
}

/**
 * `km-ts` around calls: it draws a rate curve for each arm (`km-curve.ts`) and takes the arm and cutoff with
 * the most successes in a time, or a longer one that is hardly worse. An execution is a task that is tried
 * again until it succeeds, but calls are far more alike than the instances of a solver, so all attempts
 * teach one learner, and its cutoff is the base of the schedule within an execution.
 *
 * What is otherwise: a server sees every attempt, so none is made for curiosity about short cutoffs. A
 * longer cutoff shows all that a shorter one would, so nothing is lost by never cutting an arm before the
 * shortest time in which it succeeded. And the arms forget apart. An arm in use forgets with its own
 * attempts; one that is idle, slowly, with those of the others, so that it is tried again now and then at a
 * cost that stays small however many arms there are.
 */
export function callLearner(request: LearnerRequest, saved?: PolicySnapshot): TaskPolicy {
  const { names, cutoffs, schedule, halfLife, resetting } = request;
  const arms = checkArms(names.map((name) => ({ name, resetting })));
  const state = saved === undefined ? {} : savedRecord("mulligan", checkSaved(request, saved).state);
  const random = saved === undefined ? stream(request.seed, "runtime") : new Xoshiro128(saved.random);
  const learned = new CellArms(
    "mulligan",
    { arms, cutoffs: listCutoffs(cutoffs), random },
    arms,
    state.learned,
  );
  const numbers = (name: string, initial: number) =>
    savedNumbers("mulligan", state[name] ?? names.map(() => initial), name, names.length);
  const [spent, rewards] = [numbers("spent", 0), numbers("rewards", 0)];
  /** The first cell that each arm may be cut at: that of its shortest success; −1 before the first one. */
  const lowest = numbers("lowest", -1);
  const weights = numbers("weights", 1);
  const own = names.map((_, arm) => forgettingOf(halfLife, weights[arm]));
  const idle = IDLE * halfLife * names.length;
  const idleGrowth = 2 ** (1 / idle);
  let curve = curveOf(cutoffs.length);
  let bestCurve = curveOf(cutoffs.length);
  const scaleArm = (arm: number) => (factor: number) => {
    learned.arms[arm].cells.scale(factor);
    spent[arm] *= factor;
    rewards[arm] *= factor;
  };
  const scales = names.map((_, arm) => scaleArm(arm));

  /** Where the cutoffs of an arm begin; one that never succeeded is given as long as the others need. */
  function floorOf(arm: number): number {
    if (lowest[arm] >= 0) return lowest[arm];
    const known = lowest.filter((cell) => cell >= 0);
    return known.length > 0 ? Math.min(...known) : cutoffs.length - 1;
  }

  return {
    decide(attempt) {
      let chosen = 0;
      let best = -Infinity;
      for (let arm = 0; arm < names.length; arm++) {
        const unit = 1 / own[arm].weight;
        const charge = (TOLERANCE * spent[arm]) / (own[arm].weight + rewards[arm]);
        const { usage } = learned.arms[arm].resetting;
        drawCurve(
          random,
          { evidence: learned.evidence(arm), usage, charge, strength: STRENGTH, unit },
          curve,
        );
        const rate = largestRate(curve, floorOf(arm));
        if (rate <= best) continue;
        best = rate;
        chosen = arm;
        [curve, bestCurve] = [bestCurve, curve];
      }
      const cell = longestNearRate(bestCurve, best * (1 - TOLERANCE), floorOf(chosen));
      return { arm: chosen, cutoff: cutoffs[cell] * scheduleMultiplier(schedule, attempt), attempt };
    },
    observe({ arm, cutoff }, outcome) {
      for (let other = 0; other < names.length; other++) {
        if (other !== arm) own[other].weight *= idleGrowth;
      }
      const time = elapsed(outcome, learned.arms[arm].resetting.at(cutoff));
      own[arm].pass(0, scales[arm]);
      const { weight } = own[arm];
      learned.observe(arm, outcome, weight);
      spent[arm] += weight * time;
      if (outcome.kind !== "completed" || outcome.reward === 0) return;
      rewards[arm] += weight * outcome.reward;
      const cell = cutoffs.findIndex((edge) => edge >= outcome.time);
      if (cell >= 0 && (lowest[arm] < 0 || cell < lowest[arm])) lowest[arm] = cell;
    },
    snapshot: () => ({
      version: 1,
      policy: POLICY,
      arms: names,
      cutoffs: [...cutoffs],
      options: { halfLife: halfLife === Infinity ? "inf" : halfLife },
      random: random.state(),
      state: {
        learned: learned.save(),
        weights: own.map(({ weight }) => weight),
        spent: [...spent],
        rewards: [...rewards],
        lowest: [...lowest],
      },
    }),
  };
}

function forgettingOf(halfLife: number, weight: number): Forgetting {
  return Object.assign(new Forgetting(halfLife, Infinity), { weight });
}

function checkSaved({ names, cutoffs }: LearnerRequest, saved: PolicySnapshot): PolicySnapshot {
  const expected = { version: 1, policy: POLICY, arms: names, cutoffs };
  for (const [name, value] of Object.entries(expected)) {
    const found = JSON.stringify(saved[name as keyof PolicySnapshot]);
    if (found !== JSON.stringify(value)) {
      throw new RangeError(`mulligan: the snapshot's ${name} must be ${JSON.stringify(value)}, got ${found}`);
    }
  }
  return saved;
}

const POLICY = "km-calls";
/** A restart is a request that somebody else's machine began for nothing: give up 1% of the rate for fewer. */
const TOLERANCE = 0.01;
/** Weight of the prior, in attempts. */
const STRENGTH = 0.5;
/** An idle arm's half-life, over the number of arms, in half-lives of an arm in use. */
const IDLE = 2.5;
