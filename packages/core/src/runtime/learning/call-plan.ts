import { type KnownArm, RANKS } from "./known-arm.ts";
import { bestWaiting, type Hazards, hazardsOf, noHazards, type Waiting } from "./waiting.ts";

/** What the caller set, as far as it changes what a failure costs. */
export interface CallLimits {
  readonly maxAttempts: number;
  readonly maxCutoffMs: number;
  /** The usual pause after a rejection, if that is known. */
  readonly backoffMs: number;
  /** How long a cut takes, if that is known. */
  readonly resettingMs: number | undefined;
}

/** One arm's attempt of one rank, as planned. */
export interface PlannedAttempt extends Waiting {
  /** The cost; but if the last few attempts all cost more, as much as they did. */
  lately: number;
  /** The standard error of the cost. */
  doubt: number;
}

/**
 * What an execution will cost: the time until it succeeds, with what its failed attempts and its failure cost. For each arm and
 * rank when to cut, and the cost of all that follows if it is cut there. What follows is itself planned: the best arm for the next
 * rank, by the last plan, since plans are made over and over.
 */
export class CallPlan {
  private readonly limits: CallLimits;
  /** By arm, then by rank. */
  private readonly planned: PlannedAttempt[][];
  /** The least cost by rank, of the last plan; Infinity before there is one. */
  private readonly least: number[] = Array(RANKS).fill(Infinity);
  /** What an attempt takes lately, at the best arm; 0 if too few were made. While all is slow, another will be, too. */
  private lately = 0;
  /** What a success takes at the best arm, with all that failed before it. */
  successMs = Infinity;
  /** The price of another request, in ms. */
  private request = 0;
  private readonly scratch: Waiting = { cutoffMs: 0, cost: 0, variance: 0, lasts: 0 };
  private readonly hazards: Hazards[] = Array.from({ length: RANKS }, noHazards);

  constructor(arms: number, limits: CallLimits) {
    this.limits = limits;
    this.planned = Array.from({ length: arms }, () =>
      Array.from({ length: RANKS }, () => ({
        cutoffMs: limits.maxCutoffMs,
        cost: 0,
        variance: 0,
        lasts: 1,
        lately: 0,
        doubt: 0,
      })),
    );
  }

  /** What an execution costs from a failed attempt on. */
  get afterFailureMs(): number {
    return this.request + this.least[0];
  }

  attempt(arm: number, rank: number): PlannedAttempt {
    return this.planned[arm][rank];
  }

  /** Needs an arm that has succeeded. */
  make(arms: readonly KnownArm[]): void {
    const successMs = Math.min(...arms.map(({ msPerSuccess }) => msPerSuccess));
    this.successMs = successMs;
    this.request = REQUEST * successMs;
    for (let rank = 0; rank < RANKS; rank++) {
      if (!(this.least[rank] < FAILURE * successMs)) this.least[rank] = successMs;
    }
    const lately = Math.min(...arms.map(({ recent }) => recent.median));
    this.lately = lately < Infinity ? lately : 0;
    const fresh: number[] = Array(RANKS).fill(Infinity);
    arms.forEach((arm, place) => {
      for (let rank = 0; rank < RANKS; rank++) {
        hazardsOf(arm.times[rank], arm.unit, this.hazards[rank - 1], this.hazards[rank]);
      }
      for (let rank = RANKS - 1; rank >= 0; rank--) {
        this.plan(arm, this.planned[place][rank], rank, successMs);
        fresh[rank] = Math.min(fresh[rank], this.planned[place][rank].lately);
      }
    });
    for (let rank = 0; rank < RANKS; rank++) this.least[rank] = Math.min(fresh[rank], FAILURE * successMs);
  }

  private plan(arm: KnownArm, into: PlannedAttempt, rank: number, successMs: number): void {
    const { maxCutoffMs, maxAttempts, backoffMs, resettingMs } = this.limits;
    const hazards = this.hazards[rank];
    const next = this.least[Math.min(rank + 1, RANKS - 1)];
    bestWaiting(
      hazards,
      {
        cut: this.request + (resettingMs ?? arm.meanResettingMs) + Math.max(this.lately, next),
        rejection: this.request + backoffMs + this.least[rank],
        maxCutoffMs,
      },
      into,
      this.scratch,
    );
    const allRefused = chanceOfRejection(hazards) ** Math.min(maxAttempts, MANY_ATTEMPTS);
    into.cost = (into.cost + allRefused * FAILURE * successMs) / arm.meanReward;
    into.lately = Math.max(into.cost, arm.recent.least / arm.meanReward);
    into.doubt = Math.sqrt(into.variance / ((hazards.evidence[0] ?? 0) + 0.5)) / arm.meanReward;
  }
}

function chanceOfRejection({ cells, ends, rejected }: Hazards): number {
  let lasts = 1;
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    sum += lasts * ends[cell] * rejected[cell];
    lasts *= 1 - ends[cell];
  }
  return sum;
}

/** What another request costs, in times of a success: somebody else's machine works for it. */
const REQUEST = 0.3;
/** What an execution that fails costs, in times of a success. */
const FAILURE = 30;
/** Nobody has more retries than these in a row: the load allows a share only. */
const MANY_ATTEMPTS = 5;
