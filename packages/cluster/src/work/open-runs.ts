import { setMaxListeners } from "node:events";
import { type EntryCounts, Outbox } from "../learning/outbox.ts";
import { SharedPolicy } from "../learning/shared-policy.ts";
import { learningPolicy } from "../messages/run-document.ts";
import type { Blobs } from "../store/blobs.ts";
import type { RunStore } from "../store/run-store.ts";
import type { TurnExecutor, TurnExecutorFactory } from "./turn.ts";

/** A run at which this worker works. */
export interface OpenRun {
  readonly store: RunStore;
  readonly outbox: Outbox;
  readonly shared: SharedPolicy | undefined;
  /** Executes its turns; or why this worker cannot. */
  readonly executor: TurnExecutor | { readonly refused: string };
  /** Aborted when the run stops or the worker leaves. */
  readonly stop: AbortSignal;
  /** Turns under way. */
  turns: number;
  release(): void;
}

export interface RunsSetting {
  readonly executors: Readonly<Record<string, TurnExecutorFactory>>;
  readonly blobs: Blobs;
  storeOf(run: string): RunStore;
  /** Differs between workers: the seed of its random numbers, and which arm it begins with. */
  readonly seed: number;
  /** Aborted when the worker leaves. */
  readonly going: AbortSignal;
  trouble(error: unknown): void;
}

/** With more open runs, the oldest one without a turn is closed. */
const MAX_OPEN = 50;

/** The runs of a worker, each opened once. */
export class OpenRuns {
  private readonly setting: RunsSetting;
  private readonly runs = new Map<string, Promise<OpenRun | undefined>>();
  private closed: EntryCounts = { counted: 0, seen: 0, late: 0 };

  constructor(setting: RunsSetting) {
    this.setting = setting;
  }

  /** Opens the run; undefined if it is gone or has ended. */
  async open(name: string): Promise<OpenRun | undefined> {
    const known = this.runs.get(name);
    if (known !== undefined) {
      const run = await known;
      // A run that stopped may have been opened again since.
      if (run !== undefined && run.outbox.state === "open") return run;
      if (run !== undefined && run.turns > 0) return run;
      await this.close(name);
    }
    const opening = this.openNew(name);
    this.runs.set(name, opening);
    opening.catch(() => this.runs.delete(name));
    const run = await opening;
    if (run === undefined) this.runs.delete(name);
    await this.closeOldest();
    return run;
  }

  async closeAll(): Promise<void> {
    for (const name of [...this.runs.keys()]) await this.close(name);
  }

  /** The counts of all entries that were sent to runs that are closed by now. */
  get answered(): EntryCounts {
    return this.closed;
  }

  private async openNew(name: string): Promise<OpenRun | undefined> {
    const { executors, blobs, storeOf, seed, going, trouble } = this.setting;
    const store = storeOf(name);
    const document = await store.document();
    if (document === undefined) return undefined;
    const { kind, learning, detail } = document;
    const stopping = new AbortController();
    const stop = stopping.signal;
    setMaxListeners(0, stop);
    // Not AbortSignal.any, which on Node 20 may lose an abort when it is collected.
    const goes = () => stopping.abort();
    if (going.aborted) goes();
    going.addEventListener("abort", goes);
    let shared: SharedPolicy | undefined;
    let executor: OpenRun["executor"];
    try {
      if (learning !== undefined) shared = new SharedPolicy(learningPolicy(learning, seed), seed % 1_000);
      const factory = executors[kind];
      if (factory === undefined) throw new RangeError(`this worker knows nothing of ${kind}`);
      const anyEnded = () => shared?.anyEnded === true;
      const policy = shared?.policy;
      executor = await factory.open({ name, detail, learning, policy, anyEnded, blobs, stop });
    } catch (error) {
      executor = { refused: error instanceof Error ? error.message : String(error) };
    }
    const outbox = new Outbox(store, shared, {
      onState: (state) => state !== "open" && stopping.abort(),
      onTrouble: trouble,
    });
    const release = () => going.removeEventListener("abort", goes);
    return { store, outbox, shared, executor, stop, turns: 0, release };
  }

  private async close(name: string): Promise<void> {
    const run = await this.runs.get(name)?.catch(() => undefined);
    this.runs.delete(name);
    if (run === undefined) return;
    run.release();
    run.outbox.close();
    const { counted, seen, late } = run.outbox.answered;
    const { closed } = this;
    this.closed = {
      counted: closed.counted + counted,
      seen: closed.seen + seen,
      late: closed.late + late,
    };
    if (!("refused" in run.executor)) await run.executor.close?.();
  }

  private async closeOldest(): Promise<void> {
    if (this.runs.size <= MAX_OPEN) return;
    for (const [name, opening] of this.runs) {
      const run = await opening.catch(() => undefined);
      if (run !== undefined && run.turns > 0) continue;
      await this.close(name);
      return;
    }
  }
}
