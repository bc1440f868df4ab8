import type { Trial } from "../../journal/trial-line.ts";
import { toJson } from "../../shell/json.ts";
import type { ProblemRecord } from "../learning/record.ts";
import type { State } from "../learning/state.ts";
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
  close(): void;
}

/** `stateOf` gives the state of a problem, `look` reads what the runs of the command did meanwhile. */
export function openTelling(stateOf: (problem: string) => Promise<State>, look: () => void): Telling {
  const listeners = openListeners();
  const changed = new Set<string>();

  let busy = false;

  /** One after the other: where many problems change at once, each is told of less often. */
  async function tellStates(): Promise<void> {
    if (busy) return;
    busy = true;
    const names = [...changed];
    changed.clear();
    for (const problem of names) {
      if (!listeners.hear(problem)) continue;
      // It may be gone by now.
      const state = await stateOf(problem).catch(() => undefined);
      if (state === undefined) continue;
      listeners.tell({ event: "state", problem, sequence: state.sequence, data: () => toJson(state) });
    }
    busy = false;
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
    close() {
      for (const timer of timers) clearInterval(timer);
      listeners.close();
    },
  };
}
