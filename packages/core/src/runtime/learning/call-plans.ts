import { latticeCell, latticeEdge } from "../../problem/lattice.ts";
import { type CallLimits, CallPlan, type PlanBasis } from "./call-plan.ts";
import {
  chanceOfRejection,
  compareEnds,
  type Hazards,
  hazardsOf,
  likeness,
  noHazards,
  survival,
} from "./hazards.ts";
import { type LearnedArm, RANKS } from "./learned-arm.ts";

/**
 * The plans of one learner, one for each deadline: a call is planned with what was learned and with its own deadline. What was
 * learned is the same for all of them.
 */
export class CallPlans implements PlanBasis {
  readonly arms: readonly LearnedArm[];
  readonly limits: CallLimits;
  readonly hazards: Hazards[][];
  alike = 1;
  /** By the rounded deadline, the oldest first. */
  private readonly plans = new Map<number, CallPlan>();
  /** When the times were read, how often, and when they are to be read again; never before something has succeeded. */
  private readAt = -Infinity;
  private made = 0;
  private dueAt = Infinity;

  constructor(arms: readonly LearnedArm[], limits: CallLimits) {
    this.arms = arms;
    this.limits = limits;
    this.hazards = arms.map(() => Array.from({ length: RANKS }, noHazards));
  }

  /** The plan for calls that have so much time in all, as it was last made. */
  of(deadlineMs: number): CallPlan {
    const { limits, plans } = this;
    const { maxCutoffMs } = limits;
    // Plans see time by the cells of the lattice, so all deadlines in a cell share a plan. One past the longest attempt is as none.
    const rounded =
      deadlineMs > maxCutoffMs
        ? 2 * maxCutoffMs
        : Math.min(latticeEdge(latticeCell(deadlineMs)), maxCutoffMs);
    let plan = plans.get(rounded);
    if (plan === undefined) {
      plan = new CallPlan(this, rounded);
      plans.set(rounded, plan);
      if (plans.size > MOST_PLANS) plans.delete(plans.keys().next().value!);
    }
    return plan;
  }

  /** The plan as of now. */
  at(deadlineMs: number, now: number): CallPlan {
    if (now >= this.dueAt) {
      this.read();
      this.made += 1;
      this.readAt = now;
      this.dueAt = Infinity;
    }
    const plan = this.of(deadlineMs);
    if (plan.made !== this.made) {
      plan.make();
      plan.made = this.made;
    }
    return plan;
  }

  /**
   * More was learned. A plan takes some microseconds for each arm, more than all the rest of an execution, and little is learned in
   * so short a time. So plans are used for a moment, unless an attempt fails meanwhile.
   */
  change(failure: boolean): void {
    this.dueAt = failure ? -Infinity : Math.min(this.dueAt, this.readAt + STANDS_FOR_MS * this.arms.length);
  }

  /**
   * The chance that a first attempt at the arm lasts for `timeMs` or, without a time, is rejected. It is raised: with few attempts,
   * an event that has not happened may still be frequent.
   */
  chance(arm: number, timeMs: number | undefined): number {
    const [first] = this.hazards[arm];
    const estimated = timeMs === undefined ? chanceOfRejection(first) : survival(first, timeMs);
    const attempts = first.evidence[0] ?? 0;
    return (attempts * estimated + 1) / (attempts + 1);
  }

  private read(): void {
    const { arms } = this;
    const compared = { ended: 0, expected: 0, first: 0 };
    arms.forEach(({ times, timesUnit }, place) => {
      const [first] = this.hazards[place];
      hazardsOf(times[0], timesUnit, undefined, 0, first);
      compareEnds(times[0], times.slice(1), timesUnit, first, compared);
    });
    // Whether slowness comes with the input is a matter of the calls, not of an arm.
    this.alike = likeness(compared);
    arms.forEach(({ times, timesUnit }, place) => {
      const [first, second, later] = this.hazards[place];
      hazardsOf(times[1], timesUnit, first, this.alike, second);
      hazardsOf(times[2], timesUnit, second, 1, later);
    });
  }
}

/** How long a plan is used, for each arm. Making it takes some percent of this. */
const STANDS_FOR_MS = 0.2;
/** Each takes some hundred bytes for each arm. With more deadlines the oldest plan goes, and is made anew when it is needed. */
const MOST_PLANS = 8;
