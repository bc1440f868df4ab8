import { toJson } from "../../shell/output.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { openArmAnalyzer, type ProblemSummary } from "../problem/problem-state.ts";
import { openRunFolder } from "../runs/run-folder.ts";
import type { Connections, SharedProblems } from "../shared/shared-problems.ts";
import { openProblemStore, type ProblemStore } from "../store/problem-store.ts";
import type { StoreOptions } from "../store/stored-problem.ts";
import { type DecisionHandlers, decisionHandlers } from "./decisions.ts";
import { type EventPublisher, openEventPublisher } from "./events.ts";
import { answerRequest, forwardingHandlers, type ProblemHandlers } from "./forwarding.ts";
import { type StateHandlers, stateHandlers } from "./states.ts";
import { eventText, type Subscribers } from "./subscribers.ts";

export interface ServiceOptions {
  /** The folder; absent, all is kept in memory. */
  readonly state?: string | undefined;
  /** The Redis that has the problems of several services; no folder is used then. */
  readonly redis?: Connections | undefined;
  /** With `redis`: how long a service counts as living after it was heard of last; 10 s if absent. */
  readonly leaseMs?: number | undefined;
  /** Decisions without an outcome are forgotten after so long. */
  readonly forgetAfterMs: number;
  notice(text: string): void;
  /** Called for errors that should not happen, in answers to other services. */
  defect(error: unknown): void;
}

/** All that a service can do, apart from HTTP. What cannot be done is a `Fault`. */
export interface Service extends Omit<DecisionHandlers, "create">, StateHandlers {
  readonly subscribers: Subscribers;
  /** Resolves to the problem as it is now. */
  create(definition: ProblemDefinition): Promise<ProblemSummary>;
  /** The first event of a stream: the state of its problem, or of all. */
  firstEvent(name: string | undefined, latest?: number): Promise<string>;
  /** How many problems there are; with Redis, how many this service owns. */
  size(): number;
  /** How many decisions of these problems wait. */
  outstanding(): number;
  /** Resolves when all is stored. */
  close(): Promise<void>;
}

export async function openService(options: ServiceOptions): Promise<Service> {
  const analyzer = openArmAnalyzer();
  let shared: SharedProblems | undefined;
  const events = openEventPublisher({
    state: (name) => handlers.state(name),
    summary: (name) => handlers.summary(name),
    readRuns: () => runs.all(),
    others: () => (shared?.hasListenersElsewhere() ? shared : undefined),
  });
  const runs = openRunFolder(options.state, Date.now, {
    onTrial: events.runTrial,
    onChange: events.changed,
    // If a problem of the service has the same name, it is the one that is shown.
    onRemove: (name) => problems.find(name) ?? events.removed(name),
  });
  const store = { now: Date.now, forgetAfterMs: options.forgetAfterMs, onRecord: events.recorded };
  let problems: ProblemStore;
  try {
    if (options.redis !== undefined) {
      shared = await openShared(options, store, events, (use) => use(local, shared!));
    }
    problems = shared ?? (await openProblemStore(options.state, store, options.notice));
  } catch (error) {
    events.close();
    throw error;
  }
  const decisions = decisionHandlers(problems, runs, events);
  const local = { ...stateHandlers(problems, runs, analyzer, options.state), ...decisions };
  const handlers = shared === undefined ? local : { ...local, ...forwardingHandlers(local, shared) };
  return {
    ...handlers,
    subscribers: events.subscribers,
    async create(definition) {
      await decisions.create(definition);
      return handlers.summary(definition.name);
    },
    async firstEvent(name, latest) {
      await shared?.wantEvents();
      if (name === undefined) return eventText("state", 0, toJson(await handlers.list(latest)));
      const first = await handlers.state(name);
      return eventText("state", first.sequence, toJson(first));
    },
    size: () => problems.size(),
    outstanding: () => problems.all().reduce((sum, { problem }) => sum + problem.outstanding.waiting.size, 0),
    async close() {
      runs.close();
      await problems.close();
      events.close();
      await analyzer.close();
    },
  };
}

/** Opens the problems in Redis. `withService` gives the handlers of this service, once it is open. */
async function openShared(
  { redis, leaseMs, notice, defect }: ServiceOptions,
  store: StoreOptions,
  { subscribers, removed, received }: EventPublisher,
  withService: <Result>(use: (local: ProblemHandlers, shared: SharedProblems) => Result) => Result,
): Promise<SharedProblems> {
  const { openSharedProblems } = await import("../shared/shared-problems.ts");
  return openSharedProblems(redis!, {
    store,
    leaseMs,
    notice,
    removed,
    events: received,
    answer: (request) => withService((local, shared) => answerRequest(request, local, shared, defect)),
    missed: () => subscribers.endAll(),
    hasListeners: () => subscribers.size > 0,
  });
}
