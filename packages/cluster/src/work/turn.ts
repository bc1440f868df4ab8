import type { Policy } from "@mulligan/core/policies";
import { type Decision, type Outcome, toJsonNumber } from "@mulligan/core/problem";
import type { Outbox } from "../learning/outbox.ts";
import type { SharedPolicy } from "../learning/shared-policy.ts";
import type { JobTask, TurnJob } from "../messages/job.ts";
import type { BlobReference, EndEntry, TurnEntry } from "../messages/log-entry.ts";
import type { Learning } from "../messages/run-document.ts";
import type { Blobs } from "../store/blobs.ts";

/** Opens runs of one kind. */
export interface TurnExecutorFactory {
  /** Reads the `detail` of a run. An error that it throws is sent to the coordinator of the run. */
  open(run: WorkerRun): TurnExecutor | Promise<TurnExecutor>;
}

/** A run, as its executor sees it. */
export interface WorkerRun {
  readonly name: string;
  readonly detail: unknown;
  readonly learning: Learning | undefined;
  /** Decides for the turns and learns from what they record; absent where nothing is learned together. */
  readonly policy: Policy | undefined;
  /** Whether a trial of any worker has ended by itself, as far as is known here. */
  readonly anyEnded: () => boolean;
  readonly blobs: Blobs;
  /** Aborted when the worker leaves or the run stops. */
  readonly stop: AbortSignal;
}

/** Executes the turns of one run. */
export interface TurnExecutor {
  execute(turn: Turn): Promise<TurnEnd>;
  close?(): void | Promise<void>;
}

/** How a turn ended: `done` if a recorded trial or result says so. */
export type TurnEnd = "done" | { readonly ending: EndEntry["ending"]; readonly problem?: string };

/** A finished trial of a turn. */
export interface TurnTrial {
  readonly decision: Decision & { readonly explored?: true };
  /** The last cutoff, where it moved. */
  readonly cutoff?: number;
  readonly outcome: Outcome;
  readonly seed: number;
  readonly stopped?: boolean;
  /** True if it ends the task. */
  readonly done?: boolean;
  readonly blobs?: readonly BlobReference[];
  readonly notices?: readonly (readonly [key: string, text: string])[];
}

/** A turn at a task. */
export interface Turn {
  readonly task: JobTask;
  /** Aborted when the worker leaves or the run stops: the trial under way must end. */
  readonly stop: AbortSignal;
  /** True if the time of the turn is over or it has had all its trials: no other trial may begin. */
  readonly isOver: boolean;
  /** Attempts that count in the schedule so far, with those of this turn; and all trials. */
  readonly attempts: number;
  readonly trials: number;
  /** Learns from the trial at once and sends it in the background. */
  record(trial: TurnTrial): Outcome;
  /** Ends the task with this result: plain data. */
  result(value: unknown): void;
}

/** After this time no other trial begins: other tasks have their turn, and many short trials cost one job. */
const TURN_MS = 250;

interface TurnSetting {
  readonly worker: string;
  readonly outbox: Outbox;
  readonly shared: SharedPolicy | undefined;
  readonly stop: AbortSignal;
  /** Another number each time. */
  count(): number;
}

/** A turn that writes its entries into the outbox. */
export function openTurn(
  { task, turn }: TurnJob,
  { worker, outbox, shared, stop, count }: TurnSetting,
): Turn & { end(ending: EndEntry["ending"], problem?: string): void } {
  const began = performance.now();
  let [made, counted] = [0, 0];
  const write = (
    type: TurnEntry["type"],
    fields: Readonly<Record<string, unknown>>,
    ends: boolean,
    increments?: Readonly<Record<string, number>>,
  ) => {
    const text = JSON.stringify({ type, worker, index: task.index, turn, ...fields });
    outbox.add(
      { id: `${worker}/${count()}`, task: task.index, turn, increments: increments ?? {}, text, ends },
      increments !== undefined,
    );
  };
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
      write("trial", { ...trialFields(trial), outcome }, trial.done === true, increments);
      return outcome;
    },
    result: (value) => write("result", { value }, true),
    end: (ending, problem) => write("end", { ending, problem }, true),
  };
}

/** The fields of a `TrialEntry`; those that are undefined are not in its JSON. */
function trialFields({ decision, cutoff, seed, stopped, done, blobs, notices = [] }: TurnTrial) {
  const { arm, attempt, explored } = decision;
  const last = cutoff ?? decision.cutoff;
  return {
    arm,
    cutoff: toJsonNumber(last),
    startCutoff: last === decision.cutoff ? undefined : toJsonNumber(decision.cutoff),
    attempt,
    seed,
    explored,
    stopped: stopped || undefined,
    done: done || undefined,
    blobs,
    notices: notices.length === 0 ? undefined : notices,
  };
}
