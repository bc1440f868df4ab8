import { setMaxListeners } from "node:events";
import { type Answered, Ledger } from "../learning/ledger.ts";
import { SharedPolicy } from "../learning/shared-policy.ts";
import { learningPolicy } from "../messages/run-document.ts";
import type { Blobs } from "../store/blobs.ts";
import type { RunStore } from "../store/run-store.ts";
import type { Performance, Performer } from "./performer.ts";

/** A run that this worker works at. */
export interface OpenedRun {
  readonly store: RunStore;
  readonly ledger: Ledger;
  readonly shared: SharedPolicy | undefined;
  /** Who performs it, or why nobody can. */
  readonly performance: Performance | { readonly refused: string };
  /** Aborted when it stops, or the worker goes. */
  readonly stop: AbortSignal;
  /** Turns under way. */
  turns: number;
  release(): void;
}

export interface RunsSetting {
  readonly performers: Readonly<Record<string, Performer>>;
  readonly blobs: Blobs;
  storeOf(run: string): RunStore;
  /** Another for each worker: of its random numbers, and of which arm it begins with. */
  readonly seed: number;
  /** Aborted when the worker goes. */
  readonly going: AbortSignal;
  trouble(error: unknown): void;
}

/** Runs that are kept open. The oldest one without a turn is closed when there are more. */
const MAX_OPEN = 50;

/** The runs of a worker, each opened once. */
export class OpenRuns {
  private readonly setting: RunsSetting;
  private readonly runs = new Map<string, Promise<OpenedRun | undefined>>();
  private closed: Answered = { counted: 0, seen: 0, late: 0 };

  constructor(setting: RunsSetting) {
    this.setting = setting;
  }

  /** Undefined if there is no such run any more. */
  async open(name: string): Promise<OpenedRun | undefined> {
    const known = this.runs.get(name);
    if (known !== undefined) {
      const run = await known;
      // A run that stopped may have been opened again since.
      if (run !== undefined && run.ledger.state === "open") return run;
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

  /** What became of all that was sent to runs that are closed by now. */
  get answered(): Answered {
    return this.closed;
  }

  private async openNew(name: string): Promise<OpenedRun | undefined> {
    const { performers, blobs, storeOf, seed, going, trouble } = this.setting;
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
    let performance: OpenedRun["performance"];
    try {
      if (learning !== undefined) shared = new SharedPolicy(learningPolicy(learning, seed), seed % 1_000);
      const performer = performers[kind];
      if (performer === undefined) throw new RangeError(`this worker knows nothing of ${kind}`);
      const anyEnded = () => shared?.anyEnded === true;
      const policy = shared?.policy;
      performance = await performer.open({ name, detail, learning, policy, anyEnded, blobs, stop });
    } catch (error) {
      performance = { refused: error instanceof Error ? error.message : String(error) };
    }
    const ledger = new Ledger(store, shared, {
      onState: (state) => state !== "open" && stopping.abort(),
      onTrouble: trouble,
    });
    const release = () => going.removeEventListener("abort", goes);
    return { store, ledger, shared, performance, stop, turns: 0, release };
  }

  private async close(name: string): Promise<void> {
    const run = await this.runs.get(name)?.catch(() => undefined);
    this.runs.delete(name);
    if (run === undefined) return;
    run.release();
    run.ledger.close();
    const { counted, seen, late } = run.ledger.answered;
    const { closed } = this;
    this.closed = {
      counted: closed.counted + counted,
      seen: closed.seen + seen,
      late: closed.late + late,
    };
    if (!("refused" in run.performance)) await run.performance.close?.();
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
