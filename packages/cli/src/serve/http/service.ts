import { toJson } from "../../shell/output.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { openArmAnalyzer, type ProblemState, type ProblemSummary } from "../problem/problem-state.ts";
import { openRunFolder } from "../runs/run-folder.ts";
import { openProblemStore, type ProblemStore } from "../store/problem-store.ts";
import { openClock, type ServiceClock } from "./clock.ts";
import { type DecisionHandlers, decisionHandlers } from "./decisions.ts";
import { openEventPublisher } from "./events.ts";
import { partsBetween, withFirstPart } from "./paced-writer.ts";
import { type ListText, type StateHandlers, stateHandlers } from "./states.ts";
import type { FirstState } from "./subscriber.ts";
import { eventText, openSubscribers, type Subscribers } from "./subscribers.ts";

export interface ServiceOptions {
  /** The folder; absent, all is kept in memory. */
  readonly state?: string | undefined;
  /** Decisions without an outcome are forgotten after so long. */
  readonly forgetAfterMs: number;
  /** A listener that takes nothing for so long is dropped; 10 s if absent. */
  readonly stalledMs?: number | undefined;
  /** The clock; by default that of the machine at the start. */
  readonly clock?: ServiceClock | undefined;
  notice(text: string): void;
}

/** The operations of a service, without HTTP. An operation that cannot be done throws a `Fault`. */
export interface Service extends Omit<DecisionHandlers, "create">, StateHandlers {
  readonly subscribers: Subscribers;
  /** Resolves to the problem as it is now. */
  create(definition: ProblemDefinition): Promise<ProblemSummary>;
  /** The state of a problem, or of all, with which a stream of events begins. */
  firstState(name: string | undefined, latest?: number): Promise<FirstState>;
  /** How many problems there are. */
  size(): number;
  /** How many decisions of these problems wait. */
  outstanding(): number;
  /** Resolves when all is stored. */
  close(): Promise<void>;
}

export async function openService(options: ServiceOptions): Promise<Service> {
  const analyzer = openArmAnalyzer();
  const source = {
    state: (name: string) => handlers.state(name),
    summary: (name: string) => handlers.summary(name),
    readRuns: () => runs.all(),
  };
  const events = openEventPublisher(source, openSubscribers(options.stalledMs));
  const runs = openRunFolder(options.state, () => performance.now(), {
    onTrial: events.runTrial,
    onChange: events.changed,
    // If a problem of the service has the same name, it is the one that is shown.
    onRemove: (name) => problems.find(name) ?? events.removed(name),
  });
  const { forgetAfterMs, clock = openClock() } = options;
  const store = { now: clock.now, forgetAfterMs, onRecord: events.recorded };
  let problems: ProblemStore;
  try {
    problems = await openProblemStore(options.state, store, options.notice);
  } catch (error) {
    events.close();
    throw error;
  }
  const decisions = decisionHandlers(problems, runs, events);
  const handlers = stateHandlers({ problems, runs, analyzer, clock }, options.state);
  return {
    ...handlers,
    ...decisions,
    subscribers: events.subscribers,
    async create(definition) {
      await decisions.create(definition);
      return handlers.summary(definition.name);
    },
    async firstState(name, latest) {
      if (name === undefined) return listState(handlers.listText(latest));
      return problemState(await handlers.state(name));
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

/** The list of problems as the first event of a stream. Events of a problem whose part is not made yet are in it. */
async function listState({ nextPart, isPending }: ListText): Promise<FirstState> {
  const list = await withFirstPart(nextPart);
  return {
    nextPart: partsBetween("event: state\nid: 0\ndata: ", list, "\n\n"),
    covers: ({ problem }) => isPending(problem),
  };
}

function problemState(state: ProblemState): FirstState {
  let text: string | undefined = eventText("state", state.sequence, toJson(state));
  return {
    async nextPart() {
      const part = text;
      text = undefined;
      return part;
    },
    covers: ({ event, sequence }) => event !== "removed" && sequence <= state.sequence,
  };
}
