import { latticeEdge } from "../../problem/lattice.ts";
import {
  achievableCost,
  bestTail,
  type CutoffPlan,
  earliestHedge,
  planCutoff,
  type SteadyCost,
  steadyCost,
} from "./best-cutoff.ts";
import { chanceOfRejection, type Hazards } from "./hazards.ts";
import { type LearnedArm, RANKS, RECENT } from "./learned-arm.ts";

/** The settings that a plan depends on. */
export interface CallLimits {
  readonly maxAttempts: number;
  readonly maxCutoffMs: number;
  /** The usual pause after a rejection, if that is known. */
  readonly backoffMs: number;
  /** The time that a cut takes, if known. */
  readonly resettingMs: number | undefined;
  /** Whether the mean or the 99th percentile of an execution's time is to be small. */
  readonly objective: "mean" | "p99";
  /** The extra requests that a call may make on average, and whether they overlap. */
  readonly maxExtraLoad: number;
  readonly hedges: boolean;
}

/** What a plan follows from, beside the deadline. */
export interface PlanBasis {
  readonly arms: readonly LearnedArm[];
  readonly limits: CallLimits;
  /** By arm, then by rank. */
  readonly hazards: readonly (readonly Hazards[])[];
  /** The likeness of attempts after a cut to those before it, from 1 to 0. */
  readonly alike: number;
}

/** One arm's attempt of one rank, as planned. */
export interface PlannedAttempt extends CutoffPlan {
  /** The cost. If the last few attempts all cost more than chance explains, it is the least of these costs. */
  lately: number;
  /** The standard error of the cost. */
  doubt: number;
  /** The cost if it were never cut before the longest observed time. */
  uncut: number;
  /** The time at which it would be cut then. */
  lateMs: number;
  /** Whether it is cut before that. */
  cuts: boolean;
}

/**
 * Plans what an execution with a certain deadline will cost: the time until it succeeds, with what its failed attempts and its
 * failure cost. For each arm and rank it says when to cut, and the cost of all that follows. The price of a cut is what can be
 * achieved after it, by the attempts after earlier cuts. It is not what executions cost so far: that price would be high where
 * nothing is cut, so nothing would ever be cut.
 */
export class CallPlan {
  private readonly learned: PlanBasis;
  private readonly limits: CallLimits;
  /** The time that the executions have in all. */
  private readonly deadlineMs: number;
  /** By arm, then by rank. */
  private readonly planned: PlannedAttempt[][];
  /** The least cost that can be achieved, by rank; Infinity before there is a plan. */
  private readonly achievable: number[] = Array(RANKS).fill(Infinity);
  /** The time of a success at the best arm, with all failures before it. */
  successMs = Infinity;
  /** The price of another request, in ms. */
  private request = 0;
  private readonly scratch: CutoffPlan = { cutoffMs: 0, cost: 0, variance: 0, lasts: 0, gain: 1 };
  /** The least cost of the last few attempts at each arm, if chance does not explain it; otherwise 0. */
  private readonly surges: number[];
  /** How often the times had been read when it was made. */
  made = 0;

  constructor(learned: PlanBasis, deadlineMs: number) {
    this.learned = learned;
    this.limits = learned.limits;
    this.deadlineMs = deadlineMs;
    this.surges = learned.arms.map(() => 0);
    this.planned = learned.arms.map(() => Array.from({ length: RANKS }, () => ({ ...NO_PLAN })));
  }

  /** The cost of an execution from a failed attempt on. */
  get afterFailureMs(): number {
    return this.request + this.achievable[0];
  }

  attempt(arm: number, rank: number): PlannedAttempt {
    return this.planned[arm][rank];
  }

  /** Makes the plan from what was learned. Needs an arm that has succeeded. */
  make(): void {
    const { achievable } = this;
    const { arms } = this.learned;
    const habit = Math.min(...arms.map(({ costPerSuccess }) => costPerSuccess));
    // Charged by the time of a success, the extra requests keep the cutoff from becoming too small.
    const { time } = this.steady((each, requests) => REQUEST * each * requests);
    const price = Math.min(habit, time);
    // Where successes are rare, a request costs its server no more than a few answers would.
    this.request = REQUEST * Math.min(price, ...arms.map(({ meanSuccessMs }) => ANSWERS * meanSuccessMs));
    const steady = this.steady((_, requests) => this.request * requests);
    for (let rank = 0; rank < RANKS; rank++) {
      if (!(achievable[rank] < FAILURE * price)) achievable[rank] = price;
    }
    for (let rank = RANKS - 1; rank >= 0; rank--) {
      let next = rank === RANKS - 1 ? steady.cost : achievable[rank + 1];
      if (next === Infinity) next = habit;
      let least = Infinity;
      for (const place of arms.keys()) least = Math.min(least, this.plan(place, rank, next, price));
      achievable[rank] = Math.min(least, FAILURE * price);
    }
    this.successMs = Math.min(...arms.map(({ msPerSuccess }) => msPerSuccess), achievable[0]);
  }

  /** Returns the cost of a success after two cuts, if all later attempts are cut at the best time. */
  private steady(charge: (time: number, requests: number) => number): SteadyCost {
    const { arms, hazards } = this.learned;
    let best = { cost: Infinity, time: Infinity };
    arms.forEach((arm, place) => {
      const extra = {
        cut: this.resetMs(arm) + arm.meanStopCostMs,
        rejection: this.limits.backoffMs,
        end: arm.meanEndCostMs,
      };
      const found = steadyCost(hazards[place][RANKS - 1], extra, charge);
      const cost = Math.max(found.cost / arm.meanReward, this.surges[place]);
      if (cost < best.cost) best = { cost, time: found.time / arm.meanReward };
    });
    return best;
  }

  /** Plans one attempt, and returns the least that it could cost. */
  private plan(place: number, rank: number, next: number, price: number): number {
    const { deadlineMs } = this;
    const { arms, alike } = this.learned;
    const { maxCutoffMs, maxAttempts, backoffMs } = this.limits;
    const arm = arms[place];
    const into = this.planned[place][rank];
    const hazards = this.learned.hazards[place][rank];
    const cut = this.request + this.resetMs(arm) + arm.meanStopCostMs + next;
    const prices = {
      cut,
      rejection: this.request + backoffMs + this.achievable[rank],
      end: arm.meanEndCostMs,
      limitMs: Math.min(maxCutoffMs, deadlineMs),
      atLimit: deadlineMs > maxCutoffMs ? cut : FAILURE * price,
      alike,
    };
    const lowest = achievableCost(hazards, prices, this.scratch);
    planCutoff(hazards, prices, into, this.scratch);
    const failure = chanceOfRejection(hazards) ** Math.min(maxAttempts, MANY_ATTEMPTS) * FAILURE * price;
    const { meanReward } = arm;
    into.cuts = into.cost < into.uncut;
    into.uncut = (into.uncut + failure) / meanReward;
    into.cost = (into.cost + failure) / meanReward;
    into.doubt = Math.sqrt(into.variance / ((hazards.evidence[0] ?? 0) + 0.5)) / meanReward;
    if (this.limits.objective === "p99") this.planForTail(into, place, rank, meanReward);
    if (rank === 0) this.surges[place] = this.surge(arm, place, prices);
    const surge = this.surges[place];
    into.lately = Math.max(into.cost, surge);
    return Math.max((lowest + failure) / meanReward, surge);
  }

  /** Replaces the plan by one for the slowest calls; the doubt grows with the cost. */
  private planForTail(into: PlannedAttempt, place: number, rank: number, meanReward: number): void {
    const { maxExtraLoad, hedges, maxCutoffMs } = this.limits;
    const ranks = this.learned.hazards[place].slice(rank);
    while (ranks.length < RANKS) ranks.push(ranks[ranks.length - 1]);
    const share = (hedges ? SPENT_ON_HEDGES : SPENT) * maxExtraLoad;
    const waitingOn = bestTail(ranks, 0, maxCutoffMs).p99;
    const { cutoffMs, p99 } = hedges ? earliestHedge(ranks, share) : bestTail(ranks, share, maxCutoffMs);
    // An attempt longer than all so far is cut as it would be for the mean.
    if (cutoffMs < Infinity) into.cutoffMs = cutoffMs;
    else into.cutoffMs = Math.max(into.cutoffMs, 2 * p99);
    into.cuts = cutoffMs < Infinity;
    into.uncut = waitingOn / meanReward;
    const cost = p99 / meanReward;
    into.doubt *= cost / Math.max(into.cost, Number.MIN_VALUE);
    into.cost = cost;
  }

  private resetMs(arm: LearnedArm): number {
    return this.limits.resettingMs ?? arm.meanResettingMs;
  }

  private surge(
    { recent, meanReward }: LearnedArm,
    place: number,
    prices: { readonly rejection: number; readonly cut: number },
  ): number {
    const { least } = recent;
    const { cost, cutoffMs } = this.planned[place][0];
    if (least / meanReward <= cost) return 0;
    const chance = chanceOfCost(this.learned.hazards[place][0], cutoffMs, prices, least) ** RECENT;
    return chance < SURPRISE ? least / meanReward : 0;
  }
}

/** An attempt at an arm of which nothing is known: it is not cut. */
const NO_PLAN: PlannedAttempt = {
  cutoffMs: Infinity,
  cost: 0,
  variance: 0,
  lasts: 1,
  gain: 1,
  lately: 0,
  doubt: 0,
  uncut: 0,
  lateMs: Infinity,
  cuts: false,
};

/** The chance that an attempt, cut at `cutoffMs`, costs at least so much. */
function chanceOfCost(
  { first, cells, ends, rejected, endsAt }: Hazards,
  cutoffMs: number,
  prices: { readonly rejection: number; readonly cut: number },
  least: number,
): number {
  let lasts = 1;
  let sum = 0;
  for (let cell = 0; cell < cells && latticeEdge(first + cell) <= cutoffMs; cell++) {
    const ended = lasts * ends[cell];
    if (endsAt[cell] >= least) sum += ended;
    else if (endsAt[cell] + prices.rejection >= least) sum += ended * rejected[cell];
    lasts *= 1 - ends[cell];
  }
  return cutoffMs + prices.cut >= least ? sum + lasts : sum;
}

/** The price of another request, in times of a success: another machine works for it. */
const REQUEST = 0.5;
/** The most that a request is charged for, in successful attempts. */
const ANSWERS = 2;
/** The price of a failed execution, in times of a success. */
const FAILURE = 30;
/** The number of rejections in a row that are assumed to fail the execution; the load seldom allows more. */
const MANY_ATTEMPTS = 5;
/** A run of events that is less likely than this is not chance. */
export const SURPRISE = 0.001;
/** The share of the extra load that is planned for; the rest is a reserve. */
const SPENT = 0.95;
/** The same for hedges: they are bounded over any stretch of calls, so slow calls that come in bunches need room. */
const SPENT_ON_HEDGES = 0.55;
