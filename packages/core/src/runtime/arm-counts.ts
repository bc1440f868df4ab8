import { Forgetting } from "../statistics/forgetting.ts";
import type { ArmState } from "./arm-health.ts";

/** One arm on a dashboard. */
export interface ArmStats {
  /** Begun so far: those that succeeded, failed, were cut or stopped, and those under way. */
  readonly attempts: number;
  readonly successes: number;
  /** Rejected, or fulfilled without reward. */
  readonly failures: number;
  /** Cut at the cutoff. */
  readonly cuts: number;
  /** Stopped by the deadline, by an abort, or since another attempt was first. */
  readonly stopped: number;
  /** Successes, as a share of the attempts that succeeded, failed or were cut; of late ones first of all. */
  readonly successRate: number;
  /** The cutoff of the latest attempt; undefined before the first. */
  readonly cutoffMs: number | undefined;
  /** Reward in a second of waiting, of late first of all. */
  readonly rate: number;
  /** What its attempts cost so far, in the unit of `cost`. */
  readonly cost: number;
  /** Whether it can be asked: `cooling`, `failing` and `open` arms are left alone but for probes. */
  readonly state: ArmState;
  /** Cut or aborted, but running on: their arm does not listen to its signal, or has not yet. */
  readonly stragglers: number;
  /** Results that came after the cut and were dropped. */
  readonly late: number;
}

export class ArmCounts {
  attempts = 0;
  successes = 0;
  failures = 0;
  cuts = 0;
  stopped = 0;
  stragglers = 0;
  late = 0;
  cost = 0;
  cutoffMs: number | undefined;
  private readonly forgetting: Forgetting;
  private readonly recent = { ended: 0, succeeded: 0, reward: 0, timeMs: 0 };

  constructor(halfLife: number) {
    this.forgetting = new Forgetting(halfLife, Infinity);
  }

  end(timeMs: number, reward: number): void {
    const { recent, forgetting } = this;
    forgetting.pass(timeMs, (factor) => {
      recent.ended *= factor;
      recent.succeeded *= factor;
      recent.reward *= factor;
      recent.timeMs *= factor;
    });
    recent.ended += forgetting.weight;
    recent.timeMs += forgetting.weight * timeMs;
    recent.reward += forgetting.weight * reward;
    if (reward > 0) recent.succeeded += forgetting.weight;
  }

  stats(state: ArmState): ArmStats {
    const { attempts, successes, failures, cuts, stopped, stragglers, late, cost, cutoffMs, recent } = this;
    return {
      attempts,
      successes,
      failures,
      cuts,
      stopped,
      successRate: recent.ended > 0 ? recent.succeeded / recent.ended : 0,
      cutoffMs,
      rate: recent.timeMs > 0 ? (1000 * recent.reward) / recent.timeMs : 0,
      cost,
      state,
      stragglers,
      late,
    };
  }
}
