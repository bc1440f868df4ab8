import { resolve } from "node:path";
import {
  type ArmAnalyzer,
  type ProblemState,
  type ProblemSummary,
  stateOf,
  summaryOf,
} from "../problem/problem-state.ts";
import type { RunFolder } from "../runs/run-folder.ts";
import type { ProblemStore, UnreadableEntry } from "../store/problem-store.ts";
import { UnreadableProblem } from "../store/stored-problem.ts";
import { missing } from "./fault.ts";

/** The answer to a request for all problems. */
export interface ProblemList {
  readonly problems: readonly ProblemSummary[];
  /** Problems that are set aside since they cannot be read. */
  readonly unreadable: readonly UnreadableEntry[];
  /** Where the journals of runs are looked for. */
  readonly folder: string | null;
}

/** Requests that only read. A problem that does not exist is a `Fault`. */
export interface StateHandlers {
  /**
   * Problems and runs, in the order of their names; with `latest`, only so many of them, those that were active last.
   */
  list(latest?: number): Promise<ProblemList>;
  summary(name: string): Promise<ProblemSummary>;
  state(name: string): Promise<ProblemState>;
  /** The latest trials of a problem, those after the one with this number; `last` counts all that there were. */
  tries(name: string, after: number): Promise<{ readonly last: number; readonly tries: readonly object[] }>;
}

export function stateHandlers(
  problems: ProblemStore,
  runs: RunFolder,
  analyzer: ArmAnalyzer,
  stateFolder: string | undefined,
): StateHandlers {
  const folder = stateFolder === undefined ? null : resolve(stateFolder);

  /** A problem or a run, as it is stored. */
  async function find(name: string) {
    const stored = problems.find(name);
    const reason = problems.whyUnreadable(name);
    if (reason !== undefined) throw new UnreadableProblem(reason);
    await stored?.flushed();
    const run = stored === undefined ? runs.find(name) : undefined;
    if (stored === undefined && run === undefined) throw missing();
    const summary = stored === undefined ? run!.summary() : summaryOf(stored.problem, stored.lastActive);
    return { summary, problem: stored?.problem, source: stored?.problem ?? run! };
  }

  return {
    async list(latest) {
      const others = runs.all().filter(({ name }) => problems.find(name) === undefined);
      const all = [
        ...problems.all().map(({ problem, lastActive }) => summaryOf(problem, lastActive)),
        ...others.map((run) => run.summary()),
      ];
      return { problems: latestOf(all, latest), unreadable: problems.unreadable(), folder };
    },
    summary: async (name) => (await find(name)).summary,
    async state(name) {
      const { summary, problem, source } = await find(name);
      const definition = problem?.definition;
      const resetting = definition?.kind === undefined ? (definition?.resetting ?? "none") : "none";
      const explanation = problem?.explain(Date.now());
      const found = await stateOf(summary, source.statistics, resetting, analyzer);
      return explanation === undefined ? found : { ...found, explanation };
    },
    async tries(name, after) {
      const {
        summary: { arms },
        source: { recentTrials },
      } = await find(name);
      const tries = recentTrials
        .after(after)
        .map(({ outcome, arm, ...trial }) => ({ ...trial, arm: arms[arm].name, ...outcome }));
      return { last: recentTrials.last, tries };
    },
  };
}

/** The problems that were active last, so many of them, in the order of their names. */
export function latestOf(problems: readonly ProblemSummary[], latest = Infinity): ProblemSummary[] {
  const listed =
    problems.length <= latest
      ? [...problems]
      : [...problems].sort((a, b) => b.lastActive - a.lastActive).slice(0, latest);
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
}
