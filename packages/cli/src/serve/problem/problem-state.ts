import type { ArmAnalysis } from "@mulligan/core/analysis";
import type { Explanation } from "@mulligan/core/runtime";
import type { Session } from "../../journal/session.ts";
import { startedModule } from "../../shell/assets.ts";
import { costOfArms, type WithoutCutoff } from "../../tasks/without-cutoff.ts";
import type { Pool } from "../../threads/open-pool.ts";
import type { ArmRuns } from "./analysis-worker.ts";
import { type ArmStatistics, sampleRuns } from "./arm-statistics.ts";
import type { CallsProblemDefinition, PolicyProblemDefinition } from "./definition.ts";
import type { ServiceProblem } from "./problem.ts";

/** The counts of an arm. */
export interface ServedArmCounts {
  readonly name: string;
  readonly decisions: number;
  readonly completed: number;
  /** How many of these ended without a reward. */
  readonly failed: number;
  readonly censored: number;
  readonly time: number;
  readonly reward: number;
}

/**
 * The state of a run besides its trials. `gone`: its process was killed, or the machine stopped. `stopped`: it
 * ended before its tasks were done, by Ctrl-C, a budget or another limit. A journal without a trial has no session.
 */
export interface ServedRun extends Partial<Session> {
  readonly state: "running" | "finished" | "stopped" | "gone";
  /** The tasks that are solved, or in mode `abandon` tried, in all sessions, and before this one. */
  readonly done: number;
  readonly doneBefore: number;
}

/** The counts of a problem. */
export interface ProblemSummary
  extends Omit<Partial<PolicyProblemDefinition>, keyof CallsProblemDefinition>,
    Omit<Partial<CallsProblemDefinition>, "arms" | "kind"> {
  /** Absent if a policy decides. */
  readonly kind?: "calls" | undefined;
  readonly name: string;
  /** True for a run of the command, whose journal is shown. */
  readonly readOnly: boolean;
  /** The unit of times, if it is known. */
  readonly unit?: string;
  /** Whether more may come: of a run, whether its command still runs. */
  readonly live: boolean;
  /** For a run with a long journal: the share of it that was read so far; absent if all was read. */
  readonly readShare?: number;
  /** The latest session of a run. */
  readonly run?: ServedRun;
  /** The estimated cost of the reward of all arms without cutoffs, if it is known; absent in the summaries of problems. */
  readonly withoutCutoff?: WithoutCutoff | null;
  /** When it changed last, in milliseconds since 1970. */
  readonly lastActive: number;
  /** How much has happened: decisions made and outcomes that counted. */
  readonly sequence: number;
  readonly decisions: number;
  readonly observations: number;
  readonly outstanding: number;
  readonly arms: readonly ServedArmCounts[];
}

/** The counts of a problem, with the learned curves, the best cutoffs and the verdict of the analysis. */
export interface ProblemState extends Omit<ProblemSummary, "arms"> {
  /** For calls: what a call would do now, and why. */
  readonly explanation?: Explanation;
  /** The arm with the largest rate, and its cutoff; null as long as nothing completed. */
  readonly best: { readonly arm: string; readonly cutoff: number; readonly rate: number } | null;
  readonly arms: readonly (ServedArmCounts &
    (ArmVerdict | NoVerdict) & { readonly withoutCutoff: WithoutCutoff | null })[];
  readonly withoutCutoff: WithoutCutoff | null;
}

/** The findings of the analysis that are shown. */
interface ArmVerdict
  extends Pick<ArmAnalysis, "bestRate" | "rateWithoutCutoff" | "gain" | "restart" | "unfinished" | "curve"> {
  readonly bestCutoff: number | null;
}

/** As long as nothing was observed. */
interface NoVerdict extends Record<Exclude<keyof ArmVerdict, "curve" | "restart">, null> {
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

export function servedArmCounts(name: string, decisions: number, statistics: ArmStatistics): ServedArmCounts {
  const { completed, failed, censored, time, reward } = statistics;
  return { name, decisions, completed, failed, censored, time, reward };
}

export function summaryOf(problem: ServiceProblem, lastActive: number): ProblemSummary {
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
    arms: definition.arms.map(({ name }, arm) =>
      servedArmCounts(name, problem.decisions[arm], problem.statistics[arm]),
    ),
  };
}

/** Resolves to the present state when the analysis is done. `costs` are those of the arms without cutoffs. */
export async function stateOf(
  summary: ProblemSummary,
  statistics: readonly ArmStatistics[],
  costs: readonly (WithoutCutoff | null)[],
  resetting: string | number,
  analyzer: ArmAnalyzer,
): Promise<ProblemState> {
  const arms = summary.arms.map(async (counts, arm) => {
    const verdict = await analyzer.analyze(counts.name, statistics[arm], resetting);
    return { ...counts, ...(verdict ?? NO_VERDICT), withoutCutoff: costs[arm] };
  });
  const analyzed = await Promise.all(arms);
  const all = analyzed.map(({ completed, failed, ...arm }) => ({ ...arm, solved: completed - failed }));
  return { ...summary, best: bestOf(analyzed), withoutCutoff: costOfArms(all) ?? null, arms: analyzed };
}

function bestOf(arms: ProblemState["arms"]): ProblemState["best"] {
  let best: ProblemState["best"] = null;
  for (const { name, bestCutoff, bestRate } of arms) {
    if (bestCutoff === null || bestRate === null || !(bestRate > (best?.rate ?? 0))) continue;
    best = { arm: name, cutoff: bestCutoff, rate: bestRate };
  }
  return best;
}

/** Analyzes arms in a thread. */
export interface ArmAnalyzer {
  /** Null as long as nothing was observed. `resetting` is what a cut costs, as the problem says. */
  analyze(name: string, statistics: ArmStatistics, resetting: string | number): Promise<ArmVerdict | null>;
  close(): Promise<void>;
}

/** Opens an analyzer, whose thread starts with the first request. It keeps an answer until there is a new observation. */
export function openArmAnalyzer(): ArmAnalyzer {
  const known = new WeakMap<
    ArmStatistics,
    { readonly runs: number; readonly verdict: Promise<ArmVerdict> }
  >();
  let pool: Promise<Pool<ArmRuns, ArmAnalysis>> | undefined;

  async function start(): Promise<Pool<ArmRuns, ArmAnalysis>> {
    const { openPool } = await import("../../threads/open-pool.ts");
    return openPool(startedModule("analysis-thread"), "analyzeArm", 1, undefined);
  }

  async function analyzeInThread(arm: ArmRuns): Promise<ArmVerdict> {
    pool ??= start();
    const found = await (await pool).run(arm);
    const { bestRate, rateWithoutCutoff, gain, restart, unfinished, curve } = found;
    // If all trials were cut at once, the longest time that was watched is 0, and no cutoff.
    const bestCutoff = found.bestCutoff > 0 ? found.bestCutoff : null;
    return { bestCutoff, bestRate, rateWithoutCutoff, gain, restart, unfinished, curve };
  }

  return {
    async analyze(name, statistics, resetting) {
      const runs = statistics.completed + statistics.censored;
      if (runs === 0) return null;
      const before = known.get(statistics);
      if (before?.runs === runs) return before.verdict;
      const { resetTime, resets } = statistics;
      const cost = resetting === "measured" ? resetTime / Math.max(1, resets) : resetting;
      const verdict = analyzeInThread({ name, runs: sampleRuns(statistics, name), resetting: cost });
      known.set(statistics, { runs, verdict });
      // A failure is not remembered.
      verdict.catch(() => known.delete(statistics));
      return verdict;
    },
    async close() {
      await (await pool)?.close();
    },
  };
}
