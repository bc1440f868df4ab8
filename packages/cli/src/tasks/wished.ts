import type { Decision, Outcome, Policy } from "@mulligan/core";
import { luby } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import type { CutoffWishes } from "./cutoff-options.ts";

/** A decision with what the journal is to say of it. */
interface MarkedDecision extends Decision {
  /** Left uncut to see what comes. */
  readonly explored?: true;
}

/** A policy that goes by what the user said of cutoffs. */
export interface WishedPolicy extends Policy {
  decide(...context: Parameters<Policy["decide"]>): MarkedDecision;
  reconsider(decision: Decision, elapsed: number): number;
}

interface WishedBy {
  readonly seed: number;
  readonly knowsFirst: boolean;
  /** Whether a try has ended by itself somewhere else, where others try too. */
  readonly othersEnded?: () => boolean;
}

/**
 * Lays the user's wishes over what a policy decides. It learns what happened, not what it wanted.
 *
 * While no try has ended by itself the tries get Luby's multiples of the first cutoff, one after the other, whatever
 * their task: one that is too short does not stay so. A policy that `knowsFirst` goes by it itself. Which tries are
 * left uncut depends on the seed, the task and the attempt only, not on who else is tried meanwhile.
 */
export function wished(
  policy: Policy,
  wishes: CutoffWishes,
  { seed, knowsFirst, othersEnded = () => false }: WishedBy,
): WishedPolicy {
  const { first, least = 0, explore, exploreUpTo } = wishes;
  const unnamed = stream(seed, "explore");
  let cut = 0;
  let ended = false;

  const isExplored = (attempt: number, task: Decision["task"]) => {
    if (explore === 0) return false;
    const random = task === undefined ? unnamed : stream(seed, "explore", String(task), attempt);
    return random.uniform() < explore;
  };
  const searches = () => first !== undefined && !knowsFirst && !ended && !othersEnded();
  const atLeast = (decision: Decision, cutoff: number): Decision =>
    cutoff === decision.cutoff ? decision : { ...decision, cutoff };
  return {
    decide(context = {}) {
      const { attempt = 1, task } = context;
      const decision = policy.decide(context);
      if (isExplored(attempt, task)) return { ...decision, cutoff: exploreUpTo, explored: true };
      const wanted = searches() ? first! * luby(cut + 1) : decision.cutoff;
      return atLeast(decision, Math.max(least, wanted));
    },
    reconsider(decision: MarkedDecision, elapsed) {
      if (decision.explored === true || searches()) return decision.cutoff;
      return Math.max(least, policy.reconsider?.(decision, elapsed) ?? decision.cutoff);
    },
    observe(decision, outcome: Outcome) {
      if (outcome.kind === "completed") ended = true;
      else cut += 1;
      policy.observe(decision, outcome);
    },
    snapshot: policy.snapshot,
  };
}
