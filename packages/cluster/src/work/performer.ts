import type { Policy } from "@mulligan/core/policies";
import type { Decision, Outcome } from "@mulligan/core/problem";
import type { TurnTask } from "../messages/job.ts";
import type { BlobReference, EndEntry } from "../messages/log-entry.ts";
import type { Learning } from "../messages/run-document.ts";
import type { Blobs } from "../store/blobs.ts";

/** Who can work at runs of one kind. */
export interface Performer {
  /** Reads what is special to a run of this kind. What it throws is refused, and told to who started the run. */
  open(run: PerformedRun): Performance | Promise<Performance>;
}

/** A run, as who performs it is told of it. */
export interface PerformedRun {
  readonly name: string;
  readonly detail: unknown;
  readonly learning: Learning | undefined;
  /** To decide by; absent where nothing is learned together. It learns from what a turn records. */
  readonly policy: Policy | undefined;
  /** Whether a trial of anybody's has ended by itself, as far as is known here. */
  readonly anyEnded: () => boolean;
  readonly blobs: Blobs;
  /** Aborted when the worker goes or the run stops. */
  readonly stop: AbortSignal;
}

/** A run that is performed. */
export interface Performance {
  turn(turn: Turn): Promise<TurnEnd>;
  close?(): void | Promise<void>;
}

/** How a turn ended: `done` if a trial or a result that was recorded says so. */
export type TurnEnd = "done" | { readonly ending: EndEntry["ending"]; readonly problem?: string };

/** A trial, as who made it tells of it. */
export interface TurnTrial {
  readonly decision: Decision & { readonly explored?: true };
  /** The cutoff in the end, where it moved. */
  readonly cutoff?: number;
  readonly outcome: Outcome;
  readonly seed: number;
  readonly stopped?: boolean;
  /** The task is done by it. */
  readonly done?: boolean;
  readonly blobs?: readonly BlobReference[];
  readonly notices?: readonly (readonly [key: string, text: string])[];
}

/** A turn at a task. */
export interface Turn {
  readonly task: TurnTask;
  /** Aborted when the worker goes or the run stops: the trial under way is to end. */
  readonly stop: AbortSignal;
  /** Whether the time of the turn is over, or it has had all its trials: the next trial is for another. */
  readonly isOver: boolean;
  /** Attempts that count in the schedule so far, those of this turn with them; and all trials. */
  readonly attempts: number;
  readonly trials: number;
  /** Learned from at once, and sent in the background. */
  record(trial: TurnTrial): Outcome;
  /** The task is done, and this came of it: plain data. */
  result(value: unknown): void;
}
