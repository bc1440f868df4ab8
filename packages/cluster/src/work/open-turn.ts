import type { Ledger } from "../learning/ledger.ts";
import type { SharedPolicy } from "../learning/shared-policy.ts";
import type { TurnJob } from "../messages/job.ts";
import { cutoffText, type EndEntry, type LogEntry, type TrialEntry } from "../messages/log-entry.ts";
import type { Turn, TurnTrial } from "./performer.ts";

/** A turn is over with the trial in which this time ends: so others have theirs, and short trials cost one job together. */
const TURN_MS = 250;

export interface TurnPlace {
  readonly worker: string;
  readonly ledger: Ledger;
  readonly shared: SharedPolicy | undefined;
  readonly stop: AbortSignal;
  /** Another number each time. */
  count(): number;
}

/** A turn that writes what happens in it into the ledger. */
export function openTurn(
  { task, turn }: TurnJob,
  { worker, ledger, shared, stop, count }: TurnPlace,
): Turn & { end(ending: EndEntry["ending"], problem?: string): void } {
  const began = performance.now();
  let [made, counted] = [0, 0];
  const write = (entry: LogEntry, ends: boolean, increments?: Readonly<Record<string, number>>) => {
    const id = `${worker}/${count()}`;
    const text = JSON.stringify(entry);
    ledger.add(
      { id, task: task.index, turn, increments: increments ?? {}, text, ends },
      increments !== undefined,
    );
  };
  const about = { worker, index: task.index, turn };
  return {
    task,
    stop,
    get isOver() {
      return stop.aborted || made >= (task.most ?? Infinity) || performance.now() - began >= TURN_MS;
    },
    get attempts() {
      return task.attempts + counted;
    },
    get trials() {
      return task.trials + made;
    },
    record(trial) {
      const increments = shared?.learn(trial.decision, trial.outcome) ?? {};
      const outcome = shared?.exactly(trial.outcome) ?? trial.outcome;
      made += 1;
      if (trial.stopped !== true) counted += 1;
      write({ type: "trial", ...about, ...entryOf(trial), outcome }, trial.done === true, increments);
      return outcome;
    },
    result: (value) => write({ type: "result", ...about, value }, true),
    end: (ending, problem) =>
      write({ type: "end", ...about, ending, ...(problem === undefined ? {} : { problem }) }, true),
  };
}

type Told = Omit<TrialEntry, "type" | "worker" | "index" | "turn" | "outcome">;

function entryOf({ decision, cutoff, seed, stopped, done, blobs, notices }: TurnTrial): Told {
  const { arm, attempt, explored } = decision;
  const last = cutoff ?? decision.cutoff;
  return {
    arm,
    cutoff: cutoffText(last),
    ...(last === decision.cutoff ? {} : { startCutoff: cutoffText(decision.cutoff) }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    ...(explored === true ? { explored } : {}),
    ...(stopped === true ? { stopped } : {}),
    ...(done === true ? { done } : {}),
    ...(blobs === undefined ? {} : { blobs: [...blobs] }),
    ...(notices === undefined || notices.length === 0
      ? {}
      : { notices: notices.map(([key, text]): [string, string] => [key, text]) }),
  };
}
