import { type CallAdvisorOptions, callAdvisor, type SavedAdvisor } from "@mulligan/core/runtime";
import type { Asked, Decider } from "./deciding.ts";
import type { CallsDefinition } from "./definition.ts";

/** What a problem of calls saves. */
export interface SavedCalls {
  readonly calls: SavedAdvisor;
}

/**
 * Decides for calls as `mulligan()` does in a program. Every task is a call, and all its attempts are known; a decision
 * without a task is a call of its own, with one attempt.
 */
export function callsDecider(
  definition: CallsDefinition,
  saved: SavedCalls | undefined,
): Decider<SavedCalls> {
  const { kind: _kind, name: _name, arms, halfLife, maxExtraLoad, ...options } = definition;
  const given = {
    ...options,
    arms: arms.map((arm) => arm.name),
    halfLife: numberOf(halfLife),
    maxExtraLoad: numberOf(maxExtraLoad),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const advisor = callAdvisor(Object.fromEntries(known) as unknown as CallAdvisorOptions, saved?.calls);
  const request = ({ task, key, remaining }: Asked) => ({ call: task, key, remainingMs: remaining });

  return {
    decide(asked, at) {
      const answer = advisor.begin(request(asked), at);
      if ("refused" in answer) {
        const { refused, waitMs: wait, cuts: cut } = answer;
        return { refused, wait, cut };
      }
      const { arm, cutoffMs: cutoff, attempt, cuts: cut } = answer;
      const advice = { askAfter: answer.askAfterMs, retry: answer.mayRetry, hedge: answer.mayHedge };
      return { start: { arm, cutoff, attempt, advice }, cut };
    },
    decideAgain(asked, at, { start, cut }) {
      const begun =
        start === undefined ? undefined : { id: start.number, arm: start.arm, cutoffMs: start.cutoff };
      advisor.beginAgain(request(asked), at, { start: begun, cuts: cut });
    },
    observe(number, _, { outcome, retryAfter, cost }, at) {
      const reward = outcome.kind === "completed" ? outcome.reward : undefined;
      const timeMs = Math.min(outcome.time, LONGEST_MS);
      advisor.observe(number, { timeMs, reward, retryAfterMs: retryAfter, cost }, at);
    },
    forget: (number) => advisor.forget(number),
    explain: (at) => advisor.explain(undefined, at),
    snapshot: () => ({ calls: advisor.save() }),
  };
}

function numberOf(value: number | "inf" | undefined): number | undefined {
  return value === "inf" ? Infinity : value;
}

/** No timer is longer, so no attempt is. */
const LONGEST_MS = 2 ** 31 - 1;
