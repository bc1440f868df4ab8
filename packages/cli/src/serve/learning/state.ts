import type { Explanation } from "@mulligan/core/runtime";
import type { CallsDefinition, PolicyDefinition } from "./definition.ts";
import type { Problem } from "./problem.ts";
import { type CostWithoutCutoff, costWithoutCutoff, type Seen } from "./seen.ts";
import type { Judge, Verdict } from "./verdict.ts";

/** What became of an arm, in counts. */
export interface ArmCounts {
  readonly name: string;
  readonly decisions: number;
  readonly completed: number;
  /** Of these, ended without a reward. */
  readonly failed: number;
  readonly censored: number;
  readonly time: number;
  readonly reward: number;
}

/** A problem, and what became of it, in counts. */
export interface Summary
  extends Omit<Partial<PolicyDefinition>, keyof CallsDefinition>,
    Omit<Partial<CallsDefinition>, "arms" | "kind"> {
  /** Absent where a policy decides. */
  readonly kind?: "calls" | undefined;
  readonly name: string;
  /** A run of the command, of which the journal is shown. */
  readonly readOnly: boolean;
  /** Of times, where it is known. */
  readonly unit?: string;
  /** Whether more may come: of a run, whether its command still runs. */
  readonly live: boolean;
  /** Of a run whose journal is long: which part of it was read so far; absent when it is all. */
  readonly readShare?: number;
  /** When something happened to it last, in milliseconds since 1970. */
  readonly lastActive: number;
  /** How much has happened: decisions made and outcomes that counted. */
  readonly sequence: number;
  readonly decisions: number;
  readonly observations: number;
  readonly outstanding: number;
  readonly arms: readonly ArmCounts[];
}

/** The same with the learned curves, the best cutoffs and what the analysis thinks of them. */
export interface State extends Omit<Summary, "arms"> {
  /** Of calls: what a call would do now, and why. */
  readonly explanation?: Explanation;
  /** The arm with the largest rate, and its cutoff; null as long as nothing completed. */
  readonly best: { readonly arm: string; readonly cutoff: number; readonly rate: number } | null;
  readonly arms: readonly (ArmCounts &
    (Verdict | NoVerdict) & { readonly withoutCutoff: CostWithoutCutoff | null })[];
}

interface NoVerdict extends Record<Exclude<keyof Verdict, "curve" | "restart">, null> {
  readonly restart: "unclear";
  readonly curve: readonly [];
}

const NO_VERDICT: NoVerdict = {
  bestCutoff: null,
  bestRate: null,
  rateWithoutCutoff: null,
  gain: null,
  restart: "unclear",
  unfinished: null,
  curve: [],
};

export function countsOf(name: string, decisions: number, seen: Seen): ArmCounts {
  const { completed, failed, censored, time, reward } = seen;
  return { name, decisions, completed, failed, censored, time, reward };
}

export function summaryOf(problem: Problem, lastActive: number): Summary {
  const { definition, outstanding, observations } = problem;
  return {
    ...definition,
    readOnly: false,
    live: true,
    lastActive,
    sequence: problem.sequence,
    decisions: outstanding.last,
    observations,
    outstanding: outstanding.waiting.size,
    arms: definition.arms.map(({ name }, arm) => countsOf(name, problem.decisions[arm], problem.seen[arm])),
  };
}

/** The state as of now, whenever the judge is done. */
export async function stateOf(
  summary: Summary,
  seen: readonly Seen[],
  resetting: string | number,
  judge: Judge,
): Promise<State> {
  const arms = summary.arms.map(async (counts, arm) => {
    const verdict = await judge.verdict({ name: counts.name, seen: seen[arm], resetting });
    return { ...counts, ...(verdict ?? NO_VERDICT), withoutCutoff: costWithoutCutoff(seen[arm]) };
  });
  const judged = await Promise.all(arms);
  return { ...summary, best: bestOf(judged), arms: judged };
}

function bestOf(arms: State["arms"]): State["best"] {
  let best: State["best"] = null;
  for (const { name, bestCutoff, bestRate } of arms) {
    if (bestCutoff === null || bestRate === null || !(bestRate > (best?.rate ?? 0))) continue;
    best = { arm: name, cutoff: bestCutoff, rate: bestRate };
  }
  return best;
}
