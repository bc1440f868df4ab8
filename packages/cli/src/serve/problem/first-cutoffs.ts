import type { Policy, PolicySnapshot } from "@mulligan/core";
import { MAX_TIME, nearestTime } from "@mulligan/core/problem";
import type { ProblemPolicy } from "./definition.ts";
import type { RecentTrials } from "./recent-trials.ts";

/** The knowledge at the start of a problem. */
export interface SavedStart {
  readonly start: {
    /** Decisions so far. */
    readonly turn: number;
    /** The longest cutoff; 0 while there is none. */
    readonly longest: number;
  };
  /** Absent while nothing has succeeded. */
  readonly policy?: PolicySnapshot;
}

/** How the policy of a problem is made once the resolution of its cutoffs is known, and restored. */
interface PolicySource {
  make(resolution: number): ProblemPolicy;
  restore(saved: PolicySnapshot): ProblemPolicy;
}

/**
 * Decides while the unit of the times is unknown. It starts from above, as `run` does: a search from below would send
 * hundreds of requests that are all cut.
 *
 * The arms take turns. The cutoff is "inf" until a client gives up by itself: the time that it waited is the scale. Then
 * cutoffs follow `RUNGS`: most tries are short, so that an arm that often hangs costs
 * little, and the longest cutoff doubles when a try has failed there. It does not grow further than clients wait.
 *
 * The first success sets the resolution of the automatic cutoffs: the policy is made, learns from the `tries` so far, and
 * decides. Only an arm that has not had its turn yet gets one long try first, as in `mulligan()`.
 */
export function startFromAbove(
  arms: number,
  source: PolicySource,
  tries: RecentTrials,
  saved: SavedStart = { start: { turn: 0, longest: 0 } },
): Pick<Policy, "decide" | "observe"> & { snapshot(): PolicySnapshot | SavedStart } {
  let { turn, longest } = saved.start;
  let policy = saved.policy === undefined ? undefined : source.restore(saved.policy);

  function nextCutoff(): number {
    if (longest === 0) return Infinity;
    // Each arm gets every rung.
    return policy === undefined ? longest * RUNGS[Math.floor(turn / arms) % RUNGS.length] : longest;
  }

  function cutAt(time: number, cutoff: number): void {
    if (time < ALMOST * longest) return;
    const isScale = longest === 0 || cutoff === Infinity;
    longest = isScale ? Math.max(longest, time) : Math.min(2 * longest, MAX_TIME);
  }

  function succeededAt(time: number): ProblemPolicy {
    longest = GENEROUS * time;
    const made = source.make(nearestTime(RESOLUTION * time));
    for (const { outcome, arm, cutoff, attempt = 1, task } of tries.after(0)) {
      made.observe({ arm, cutoff, attempt, ...(task === undefined ? {} : { task }) }, outcome);
    }
    return made;
  }

  return {
    decide(context) {
      if (policy !== undefined && turn >= arms) return policy.decide(context);
      const decision = { arm: turn % arms, cutoff: nextCutoff() };
      turn += 1;
      return decision;
    },
    observe(decision, outcome) {
      const time = nearestTime(outcome.time);
      if (policy === undefined && time > 0) {
        if (outcome.kind === "censored") cutAt(time, decision.cutoff);
        else if (outcome.reward > 0) policy = succeededAt(time);
      }
      policy?.observe(decision, outcome);
    },
    snapshot() {
      const known = policy?.snapshot();
      if (known === undefined) return { start: { turn, longest } };
      return turn >= arms ? known : { start: { turn, longest }, policy: known };
    },
  };
}

const RUNGS = [1 / 8, 1 / 8, 1 / 4, 1 / 8, 1 / 8, 1 / 4, 1 / 2, 1];
/** In units of the first success: the resolution, and the first cutoff of an arm that is new then. */
const RESOLUTION = 1e-3;
const GENEROUS = 3;
/** Timers may fire a little early. */
const ALMOST = 0.99;
