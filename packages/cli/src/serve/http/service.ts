import { resolve } from "node:path";
import { parsePolicy, summable } from "@mulligan/core/policies";
import { toJson } from "../../shell/output.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { problemSchemaFor } from "../problem/problem-schema.ts";
import {
  type ArmAnalyzer,
  openArmAnalyzer,
  type ProblemState,
  type ProblemSummary,
  stateOf,
  summaryOf,
} from "../problem/problem-state.ts";
import { openRunFolder, type RunFolder } from "../runs/run-folder.ts";
import type { Connections } from "../shared/shared-problems.ts";
import { openProblemStore, type ProblemStore } from "../store/problem-store.ts";
import { type DecisionHandlers, decisionHandlers } from "./decisions.ts";
import { type EventPublisher, openEventPublisher } from "./events.ts";
import { missing } from "./fault.ts";
import { eventText, type Subscribers } from "./subscribers.ts";

/**
 * Refuses a policy that several services cannot learn with. All of them see the same outcomes in the same order; but a
 * policy that also goes by what it decided itself would know something else on each.
 */
export function checkShared(definition: ProblemDefinition): void {
  if (definition.kind === "calls") {
    throw new UsageError(
      'kind: "calls" cannot be shared by several services, since its budgets depend on the order of all requests; ask one service, without --redis',
    );
  }
  const { name } = parsePolicy(definition.policy);
  const able = summable();
  if (able.includes(name)) return;
  throw new UsageError(
    `policy: ${name} cannot be shared by several services, since what it learns depends on the order of the trials and of its own decisions; use one of ${able.join(", ")}`,
  );
}

export interface ServiceOptions {
  /** The folder; absent, all is kept in memory. */
  readonly state?: string | undefined;
  /** The Redis that has the problems of several services; no folder is used then. */
  readonly redis?: Connections | undefined;
  /** Decisions without an outcome are forgotten after so long. */
  readonly forgetAfterMs: number;
  notice(text: string): void;
}

/** All that a service can do, apart from HTTP. What cannot be done is a `Fault`. */
export interface Service extends DecisionHandlers, StateHandlers {
  readonly subscribers: Subscribers;
  /** Resolves when all is on the disk. */
  close(): Promise<void>;
}

export async function openService(options: ServiceOptions): Promise<Service> {
  const analyzer = openArmAnalyzer();
  const events = openEventPublisher({
    state: (name) => handlers.state(name),
    summary: (name) => handlers.summary(name),
    readRuns: () => runs.all(),
  });
  const runs = openRunFolder(options.state, Date.now, {
    onTrial: events.runTrial,
    onChange: events.changed,
    // If a problem of the service has the same name, it is the one that is shown.
    onRemove: (name) => problems.find(name) ?? events.removed(name),
  });
  const problems = await openStore(options, events).catch((error: unknown) => {
    events.close();
    throw error;
  });
  const handlers = stateHandlers(problems, runs, analyzer, options.state);
  return {
    ...handlers,
    ...decisionHandlers(problems, runs, events),
    subscribers: events.subscribers,
    async close() {
      runs.close();
      await problems.close();
      events.close();
      await analyzer.close();
    },
  };
}

async function openStore(
  { state, redis, forgetAfterMs, notice }: ServiceOptions,
  { recorded, subscribers }: EventPublisher,
): Promise<ProblemStore> {
  const storeOptions = { now: Date.now, forgetAfterMs, onRecord: recorded };
  if (redis === undefined) return openProblemStore(state, storeOptions, notice);
  const { openSharedProblems } = await import("../shared/shared-problems.ts");
  return openSharedProblems(redis, {
    storeOptions,
    notice,
    readDefinition: (value) => problemSchemaFor(value).parse(value),
    checkPolicy: checkShared,
    removed: (name) => subscribers.end(name),
  });
}

/** Requests that only read. */
interface StateHandlers {
  /** How many problems there are. */
  size(): number;
  /**
   * Problems and runs, in the order of their names, and their folder; with `latest`, only so many of them, those that
   * were active last.
   */
  list(
    latest?: number,
  ): Promise<{ readonly problems: readonly ProblemSummary[]; readonly folder: string | null }>;
  /** Undefined if there is no such problem. */
  summary(name: string): ProblemSummary | undefined;
  state(name: string): Promise<ProblemState>;
  /** The latest trials of a problem, those after the one with this number; `last` counts all that there were. */
  tries(name: string, after: number): { readonly last: number; readonly tries: readonly object[] };
  /** The first event of a stream: the state of its problem, or of all. */
  firstEvent(name: string | undefined, latest?: number): Promise<string>;
  /** How many decisions of all problems wait. */
  outstanding(): number;
}

function stateHandlers(
  problems: ProblemStore,
  runs: RunFolder,
  analyzer: ArmAnalyzer,
  stateFolder: string | undefined,
): StateHandlers {
  const folder = stateFolder === undefined ? null : resolve(stateFolder);

  async function list(latest = Infinity) {
    await problems.caughtUp();
    const others = runs.all().filter(({ name }) => problems.find(name) === undefined);
    const all = [
      ...problems.all().map(({ problem, lastActive }) => summaryOf(problem, lastActive)),
      ...others.map((run) => run.summary()),
    ];
    const listed =
      all.length <= latest ? all : all.sort((a, b) => b.lastActive - a.lastActive).slice(0, latest);
    return { problems: listed.sort((a, b) => (a.name < b.name ? -1 : 1)), folder };
  }

  function summary(name: string): ProblemSummary | undefined {
    const stored = problems.find(name);
    return stored === undefined ? runs.find(name)?.summary() : summaryOf(stored.problem, stored.lastActive);
  }

  /** Of what is on the disk. */
  async function state(name: string): Promise<ProblemState> {
    // Another service may have made it, or changed it, just now.
    await problems.caughtUp();
    const stored = problems.find(name);
    if (stored !== undefined) {
      await stored.flushed();
      const { problem, lastActive } = stored;
      const { definition } = problem;
      const resetting = definition.kind === undefined ? definition.resetting : "none";
      const explanation = problem.explain(Date.now());
      const found = await stateOf(summaryOf(problem, lastActive), problem.statistics, resetting, analyzer);
      return explanation === undefined ? found : { ...found, explanation };
    }
    const run = runs.find(name);
    if (run === undefined) throw missing();
    return stateOf(run.summary(), run.statistics, "none", analyzer);
  }

  return {
    size: () => problems.size(),
    list,
    summary,
    state,
    tries(name, after) {
      const found = problems.find(name)?.problem ?? runs.find(name);
      const arms = summary(name)?.arms;
      if (found === undefined || arms === undefined) throw missing();
      const { recentTrials } = found;
      const tries = recentTrials
        .after(after)
        .map(({ outcome, arm, ...trial }) => ({ ...trial, arm: arms[arm].name, ...outcome }));
      return { last: recentTrials.last, tries };
    },
    async firstEvent(name, latest) {
      if (name === undefined) return eventText("state", 0, toJson(await list(latest)));
      const first = await state(name);
      return eventText("state", first.sequence, toJson(first));
    },
    outstanding: () => problems.all().reduce((sum, { problem }) => sum + problem.outstanding.waiting.size, 0),
  };
}
