import { type PolicySnapshot, parsePolicy, policyNamed } from "@mulligan/core/policies";
import { fromJsonNumber, type JsonNumber } from "@mulligan/core/problem";
import {
  type CallAdvisorOptions,
  callAdvisor,
  type Explanation,
  type RefusalReason,
  type SavedAdvisor,
} from "@mulligan/core/runtime";
import { asUsage } from "../../shell/usage-error.ts";
import {
  type CallsProblemDefinition,
  newPolicy,
  type PolicyProblemDefinition,
  type ProblemDefinition,
  type ProblemPolicy,
  restoredPolicy,
} from "./definition.ts";
import { type SavedStart, startFromAbove } from "./first-cutoffs.ts";
import type { RecentTrials } from "./recent-trials.ts";
import type { DecisionRequest, ObservedOutcome, OutstandingDecision } from "./records.ts";

/** Decides for a problem and learns from the outcomes: a policy, or the advisor for calls. */
export interface ProblemDecider {
  decide(request: DecisionRequest, at: number): Answer;
  /** Decides again what was decided before. Deciding changes a decider; but the answer given then is what counts. */
  decideAgain(request: DecisionRequest, at: number, before: AnswerBefore): void;
  observe(decision: OutstandingDecision, observed: ObservedOutcome, at: number): void;
  /** The outcome of this decision will not come. */
  forget(number: number): void;
  /** For calls: what a call would do now, and why. */
  explain?(at: number): Explanation;
  /** All that it knows, as plain data. */
  snapshot(): SavedDecider;
}

/** A trial or an attempt to start, or for calls the reason why there is none; and the decisions whose attempts to cut. */
type Answer =
  | { readonly start: Start; readonly cut?: readonly number[] }
  | { readonly refused: RefusalReason; readonly wait: number; readonly cut: readonly number[] };

interface Start {
  readonly arm: number;
  readonly cutoff: number;
  readonly attempt?: number | undefined;
  readonly advice?: CallAdvice;
}

/** When a call should ask again, and whether another attempt would be allowed now. */
export interface CallAdvice {
  readonly askAfter: number;
  readonly retry?: boolean;
  readonly hedge?: boolean;
}

interface AnswerBefore {
  readonly start: Pick<OutstandingDecision, "number" | "arm" | "cutoff"> | undefined;
  readonly cut: readonly number[];
}

export type SavedDecider = PolicySnapshot | SavedStart | SavedCalls;

interface SavedCalls {
  readonly calls: SavedAdvisor;
}

interface DeciderParts {
  /** The saved state of an earlier decider. */
  readonly saved: SavedDecider | undefined;
  readonly recentTrials: RecentTrials;
}

/** Returns the decider of a problem, new or restored. An impossible definition is a `UsageError`. */
export function deciderOf(definition: ProblemDefinition, parts: DeciderParts): ProblemDecider {
  return asUsage(() =>
    definition.kind === undefined
      ? policyDecider(policyOf(definition, parts))
      : callsDecider(definition, parts.saved as SavedCalls | undefined),
  );
}

function policyDecider(
  policy: Pick<ProblemPolicy, "decide" | "observe"> & { snapshot(): PolicySnapshot | SavedStart },
): ProblemDecider {
  const decide = ({ attempt = 1, task }: DecisionRequest) => policy.decide({ attempt, task });
  return {
    decide: (request) => ({ start: { ...decide(request), attempt: request.attempt } }),
    decideAgain: (request) => void decide(request),
    observe: (decision, { outcome }) => policy.observe(decision, outcome),
    forget() {},
    snapshot: () => policy.snapshot(),
  };
}

function policyOf(definition: PolicyProblemDefinition, { saved, recentTrials }: DeciderParts) {
  const restore = (snapshot: PolicySnapshot) => restoredPolicy(definition, snapshot);
  const known = saved as PolicySnapshot | SavedStart | undefined;
  if (known !== undefined && !("start" in known)) return restore(known);
  // Made in any case, since it refuses a wrong definition.
  const policy = newPolicy(definition);
  if (!startsFromAbove(definition)) return policy;
  const make = (resolution: number) => newPolicy({ ...definition, resolution });
  return startFromAbove(definition.arms.length, { make, restore }, recentTrials, known);
}

/** Whether the scale of the cutoffs must be found. Baselines, which play one arm, find a cutoff in their own way. */
function startsFromAbove({ cutoffs, resolution, policy }: PolicyProblemDefinition): boolean {
  const { options } = policyNamed(parsePolicy(policy).name);
  return cutoffs === "auto" && resolution === undefined && !("arm" in options);
}

/**
 * Decides for calls as `mulligan()` does in a program. Every task is a call, and all its attempts are known; a decision
 * without a task is a call of its own, with one attempt.
 */
function callsDecider(definition: CallsProblemDefinition, saved: SavedCalls | undefined): ProblemDecider {
  const { kind: _kind, name: _name, arms, halfLife, maxExtraLoad, ...options } = definition;
  const given = {
    ...options,
    arms: arms.map((arm) => arm.name),
    halfLife: fromJsonNumber(halfLife as JsonNumber),
    maxExtraLoad: fromJsonNumber(maxExtraLoad as JsonNumber),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const advisor = callAdvisor(Object.fromEntries(known) as unknown as CallAdvisorOptions, saved?.calls);
  const callOf = ({ task, key, remaining }: DecisionRequest) => ({ call: task, key, remainingMs: remaining });

  return {
    decide(request, at) {
      const answer = advisor.begin(callOf(request), at);
      if ("refused" in answer) {
        const { refused, waitMs: wait, cuts: cut } = answer;
        return { refused, wait, cut };
      }
      const { arm, cutoffMs: cutoff, attempt, cuts: cut } = answer;
      const advice = { askAfter: answer.askAfterMs, retry: answer.mayRetry, hedge: answer.mayHedge };
      return { start: { arm, cutoff, attempt, advice }, cut };
    },
    decideAgain(request, at, { start, cut }) {
      const begun =
        start === undefined ? undefined : { id: start.number, arm: start.arm, cutoffMs: start.cutoff };
      advisor.beginAgain(callOf(request), at, { start: begun, cuts: cut });
    },
    observe({ number }, { outcome, retryAfter, cost }, at) {
      const reward = outcome.kind === "completed" ? outcome.reward : undefined;
      const timeMs = Math.min(outcome.time, LONGEST_MS);
      advisor.observe(number, { timeMs, reward, retryAfterMs: retryAfter, cost }, at);
    },
    forget: (number) => advisor.forget(number),
    explain: (at) => advisor.explain(undefined, at),
    snapshot: () => ({ calls: advisor.save() }),
  };
}

/** The longest timer, and so the longest attempt. */
const LONGEST_MS = 2 ** 31 - 1;
