import { type Trial, toJsonNumber } from "@mulligan/core/problem";
import { toJson } from "../../shell/output.ts";
import type { DecisionsResult } from "../problem/problem.ts";
import type { ProblemState, ProblemSummary } from "../problem/problem-state.ts";
import type { NumberedOutcome, OutstandingDecision, ProblemRecord } from "../problem/records.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { StoredProblem } from "../store/stored-problem.ts";
import type { ProblemEvent, Subscribers } from "./subscribers.ts";

/** How often subscribers get the whole state, while it changes. */
const STATE_MS = 1_000;
/** How often the runs of the command are read while there are subscribers. */
const READ_RUNS_MS = 500;

/** Sends events to the subscribers. */
export interface EventPublisher {
  readonly subscribers: Subscribers;
  /** Publishes a record that is stored. */
  recorded(stored: StoredProblem, record: ProblemRecord, sequence: number): void;
  /** Publishes a trial that a run of the command wrote to its journal. */
  runTrial(run: RunFile, trial: Trial, sequence: number): void;
  /** Publishes a new problem, or a change apart from its records. */
  changed(problem: string): void;
  removed(problem: string): void;
  close(): void;
}

/** The source of the states. */
interface StateSource {
  state(problem: string): Promise<ProblemState>;
  summary(problem: string): Promise<ProblemSummary>;
  /** Reads what the runs of the command did meanwhile. */
  readRuns(): void;
}

export function openEventPublisher(source: StateSource, subscribers: Subscribers): EventPublisher {
  const changed = new Set<string>();
  let busy = false;

  /** The states are made one after the other: if many problems change at once, each is sent less often. */
  async function publishStates(): Promise<void> {
    if (busy) return;
    busy = true;
    const names = [...changed];
    changed.clear();
    // Summaries cost little, so they do not wait for the states.
    await Promise.all(names.map(publishSummary));
    for (const problem of names) {
      if (!subscribers.hasAny(problem, "state")) continue;
      // The problem may have been deleted.
      const state = await source.state(problem).catch(() => undefined);
      if (state === undefined) continue;
      subscribers.publish({ event: "state", problem, sequence: state.sequence, data: () => toJson(state) });
    }
    busy = false;
  }

  async function publishSummary(problem: string): Promise<void> {
    if (!subscribers.hasAny(problem, "summary")) return;
    const summary = await source.summary(problem).catch(() => undefined);
    if (summary === undefined) return;
    const { sequence } = summary;
    subscribers.publish({ event: "summary", problem, sequence, data: () => toJson(summary) });
  }

  const timers = [
    setInterval(() => void publishStates(), STATE_MS).unref(),
    setInterval(() => {
      if (subscribers.size > 0) source.readRuns();
    }, READ_RUNS_MS).unref(),
  ];
  return {
    subscribers,
    recorded(stored, record, sequence) {
      const { name } = stored.definition;
      if (!subscribers.hasAny(name)) return;
      const events =
        "decisions" in record
          ? decisionEvents(stored, record.decisions, sequence)
          : outcomeEvents(stored, record.outcomes, sequence);
      changed.add(name);
      for (const event of events) subscribers.publish(event);
    },
    runTrial(run, trial, sequence) {
      if (!subscribers.hasAny(run.name)) return;
      changed.add(run.name);
      subscribers.publish(trialEvent(run, trial, sequence));
    },
    changed(problem) {
      if (subscribers.hasAny(problem)) changed.add(problem);
    },
    removed(problem) {
      const data = () => JSON.stringify({ problem });
      subscribers.publish({ event: "removed", problem, sequence: 0, data });
      subscribers.end(problem);
    },
    close() {
      for (const timer of timers) clearInterval(timer);
      subscribers.close();
    },
  };
}

type Identity = Pick<StoredProblem, "definition" | "mark">;

/** Returns the answer to a request for decisions. */
export function decisionsJson(
  stored: Identity,
  { decisions, advice = [], cut = [], refused, wait }: DecisionsResult,
): object {
  const answers = decisions.map((decision, i) => ({ ...decisionJson(stored, decision), ...advice[i] }));
  const cuts = cut.length === 0 ? {} : { cut: cut.map((number) => `${stored.mark}-${number}`) };
  return { decisions: answers, ...cuts, ...(refused === undefined ? {} : { refused, wait }) };
}

function decisionJson(
  { definition, mark }: Identity,
  { number, arm, cutoff, attempt }: OutstandingDecision,
): object {
  const decision = {
    id: `${mark}-${number}`,
    arm: definition.arms[arm].name,
    cutoff: toJsonNumber(cutoff),
  };
  return attempt === undefined ? decision : { ...decision, attempt };
}

/** Events of decisions; `last` is the sequence after the last of them. */
function decisionEvents(
  stored: Identity,
  decisions: readonly OutstandingDecision[],
  last: number,
): ProblemEvent[] {
  const problem = stored.definition.name;
  return decisions.map((decision, i) => {
    const sequence = last - decisions.length + 1 + i;
    const { task } = decision;
    const data = () => JSON.stringify({ problem, sequence, ...decisionJson(stored, decision), task });
    return { event: "decision", problem, sequence, data };
  });
}

function outcomeEvents(
  { definition: { name: problem }, mark }: Identity,
  outcomes: readonly NumberedOutcome[],
  last: number,
): ProblemEvent[] {
  return outcomes.map(({ number, outcome }, i) => {
    const sequence = last - outcomes.length + 1 + i;
    const data = () => JSON.stringify({ problem, sequence, id: `${mark}-${number}`, ...outcome });
    return { event: "outcome", problem, sequence, data };
  });
}

/** The event of a trial of a run, which is decided and observed at once as far as its journal says. */
function trialEvent(run: RunFile, trial: Trial, sequence: number): ProblemEvent {
  const { name: problem, arms } = run.summary();
  const { arm, cutoff, attempt, input, outcome } = trial;
  const data = () =>
    toJson({ problem, sequence, arm: arms[arm].name, cutoff, attempt, task: input ?? undefined, ...outcome });
  return { event: "outcome", problem, sequence, data };
}
