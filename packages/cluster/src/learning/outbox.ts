import type { RecordAnswer, RecordRequest, StoredRun } from "../store/run-store.ts";
import type { SharedPolicy } from "./shared-policy.ts";

/** Where an outbox sends its entries: a `RunStore`. */
export interface EntryStore {
  record(entries: readonly RecordRequest[], wantsTally: boolean): Promise<RecordAnswer>;
}

export interface OutboxOptions {
  /** The merged tally is requested at least so often while there is work. */
  readonly mergeEveryMs?: number;
  /** It is also requested as soon as so many trials of this worker are not in it. */
  readonly mergeEveryTrials?: number;
  /** Called when the state of the run changes. */
  onState?(state: StoredRun): void;
  /** Called when entries could not be sent. They are sent again. */
  onTrouble?(error: unknown): void;
}

/** How many entries were counted, had been counted before, and came after the end of their turn. */
export interface EntryCounts {
  readonly counted: number;
  readonly seen: number;
  readonly late: number;
}

const MERGE_EVERY_MS = 500;
const MERGE_EVERY_TRIALS = 32;
/** The tally is not requested more often than this, however short the trials. */
const LEAST_AGE_MS = 50;
/** Entries in one message. */
const MAX_BATCH = 500;
/** With so many unsent entries a worker begins no new turn. */
const MAX_UNSENT = 50_000;
const RETRY_MS = 200;

/**
 * The entries of this worker for one run. They are sent in the background, in batches and in order, and again with the same
 * ids until an answer comes. The answer brings the merged tally.
 */
export class Outbox {
  private readonly store: EntryStore;
  private readonly shared: SharedPolicy | undefined;
  private readonly options: OutboxOptions;
  private unsent: { readonly entry: RecordRequest; readonly isTrial: boolean }[] = [];
  private sending = false;
  private waiting: { readonly upTo: number; resolve(): void }[] = [];
  private added = 0;
  private sent = 0;
  /** Trials of this worker that arrived since the tally was last requested. */
  private arrived = 0;
  private merged = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private lastState: StoredRun = "open";
  private readonly totals = { counted: 0, seen: 0, late: 0 };

  constructor(store: EntryStore, shared: SharedPolicy | undefined, options: OutboxOptions = {}) {
    this.store = store;
    this.shared = shared;
    this.options = options;
  }

  get state(): StoredRun {
    return this.lastState;
  }

  /** The counts of all entries that were answered. */
  get answered(): EntryCounts {
    return { ...this.totals };
  }

  get isFull(): boolean {
    return this.unsent.length >= MAX_UNSENT;
  }

  /** Adds an entry. `isTrial` is true if the shared policy learned from it. */
  add(entry: RecordRequest, isTrial: boolean): void {
    this.unsent.push({ entry, isTrial });
    this.added += 1;
    this.wake();
  }

  /** Resolves when all entries that were added so far are answered. */
  settled(): Promise<void> {
    if (this.sent >= this.added) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ upTo: this.added, resolve }));
  }

  /** Requests the merged tally regularly, until `rest`. */
  watch(): void {
    const { mergeEveryMs = MERGE_EVERY_MS } = this.options;
    this.timer ??= setInterval(() => {
      if (performance.now() - this.merged >= mergeEveryMs) this.wake(true);
    }, mergeEveryMs);
    this.timer.unref();
    this.wake(true);
  }

  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Sends nothing more. Unsent entries are lost: wait for `settled` before. */
  close(): void {
    this.closed = true;
    this.rest();
    this.release();
  }

  private wake(merge = false): void {
    if (this.sending || this.closed) return;
    this.sending = true;
    // Entries of the same moment go together.
    queueMicrotask(() => {
      void this.send(merge).finally(() => {
        this.sending = false;
        if (this.unsent.length > 0) this.wake();
      });
    });
  }

  private async send(merge: boolean): Promise<void> {
    const batch = this.unsent.slice(0, MAX_BATCH);
    const trials = batch.filter(({ isTrial }) => isTrial).length;
    const wantsTally = this.shared !== undefined && (merge || this.isDue(trials));
    if (batch.length === 0 && !wantsTally && !merge) return;
    try {
      const entries = batch.map(({ entry }) => entry);
      const { state, tally, ...answered } = await this.store.record(entries, wantsTally);
      for (const name of ["counted", "seen", "late"] as const) this.totals[name] += answered[name];
      this.unsent = this.unsent.slice(batch.length);
      this.sent += batch.length;
      this.arrived += trials;
      if (tally !== undefined) {
        this.shared?.merge(tally, this.arrived);
        this.arrived = 0;
        this.merged = performance.now();
      }
      this.heard(state);
    } catch (error) {
      this.options.onTrouble?.(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    this.release();
  }

  private isDue(trials: number): boolean {
    const { mergeEveryMs = MERGE_EVERY_MS, mergeEveryTrials = MERGE_EVERY_TRIALS } = this.options;
    const age = performance.now() - this.merged;
    return age >= mergeEveryMs || (age >= LEAST_AGE_MS && this.arrived + trials >= mergeEveryTrials);
  }

  private heard(state: StoredRun): void {
    if (state === this.lastState) return;
    this.lastState = state;
    this.options.onState?.(state);
  }

  private release(): void {
    const done = this.waiting.filter(({ upTo }) => this.closed || this.sent >= upTo);
    this.waiting = this.waiting.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
  }
}
