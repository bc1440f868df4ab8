import type { Trial } from "@mulligan/core/problem";
import { toJson } from "../../shell/output.ts";
import type { ProblemRecord } from "../learning/record.ts";
import type { State, Summary } from "../learning/state.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { KeptProblem } from "../store/kept-problem.ts";
import { decidedHappenings, observedHappenings, trialHappening } from "./happenings.ts";
import { type Listeners, openListeners } from "./listeners.ts";

/** How often listeners are told the whole state, while it changes. */
const STATE_MS = 1_000;
/** How often the runs of the command are looked at while somebody listens. */
const LOOK_MS = 500;

/** What happens, told to whoever listens. */
export interface Telling {
  readonly listeners: Listeners;
  happened(kept: KeptProblem, record: ProblemRecord, sequence: number): void;
  tried(run: RunFile, trial: Trial, sequence: number): void;
  /** A problem that is new, or that has more to show than what happened to it. */
  changed(problem: string): void;
  gone(problem: string): void;
  close(): void;
}

/** Where what is told comes from. */
interface Told {
  state(problem: string): Promise<State>;
  /** Undefined if there is none. */
  summary(problem: string): Summary | undefined;
  /** Reads what the runs of the command did meanwhile. */
  look(): void;
}

export function openTelling({ state: stateOf, summary: summaryOf, look }: Told): Telling {
  const listeners = openListeners();
  const changed = new Set<string>();

  let busy = false;

  /** One after the other: where many problems change at once, each is told of less often. */
  async function tellStates(): Promise<void> {
    if (busy) return;
    busy = true;
    const names = [...changed];
    changed.clear();
    // These cost nothing, so nobody waits with them for the states.
    for (const problem of names) tellSummary(problem);
    for (const problem of names) {
      if (!listeners.hear(problem, "state")) continue;
      // It may be gone by now.
      const state = await stateOf(problem).catch(() => undefined);
      if (state === undefined) continue;
      listeners.tell({ event: "state", problem, sequence: state.sequence, data: () => toJson(state) });
    }
    busy = false;
  }

  function tellSummary(problem: string): void {
    const summary = listeners.hear(problem, "summary") ? summaryOf(problem) : undefined;
    if (summary === undefined) return;
    const { sequence } = summary;
    listeners.tell({ event: "summary", problem, sequence, data: () => toJson(summary) });
  }

  const timers = [
    setInterval(() => void tellStates(), STATE_MS).unref(),
    setInterval(() => {
      if (listeners.size > 0) look();
    }, LOOK_MS).unref(),
  ];
  return {
    listeners,
    happened({ definition, mark }, record, sequence) {
      const { name, arms } = definition;
      if (!listeners.hear(name)) return;
      changed.add(name);
      const happenings =
        "decided" in record
          ? decidedHappenings(name, arms, mark, record.decided, sequence)
          : observedHappenings(name, mark, record.observed, sequence);
      for (const happening of happenings) listeners.tell(happening);
    },
    tried(run, trial, sequence) {
      if (!listeners.hear(run.name)) return;
      changed.add(run.name);
      listeners.tell(trialHappening(run, trial, sequence));
    },
    changed(problem) {
      if (listeners.hear(problem)) changed.add(problem);
    },
    gone(problem) {
      const data = () => JSON.stringify({ problem });
      listeners.tell({ event: "removed", problem, sequence: 0, data });
      listeners.end(problem);
    },
    close() {
      for (const timer of timers) clearInterval(timer);
      listeners.close();
    },
  };
}
