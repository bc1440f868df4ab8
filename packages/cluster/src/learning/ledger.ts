import type { Entry, Recorded, RunState } from "../store/run-store.ts";
import type { SharedPolicy } from "./shared-policy.ts";

/** Where a ledger sends what it has: a `RunStore`. */
export interface Register {
  record(entries: readonly Entry[], wantsTally: boolean): Promise<Recorded>;
}

export interface LedgerOptions {
  /** The merged tally is asked for at least so often while there is work. */
  readonly mergeEveryMs?: number;
  /** And as soon as so many trials of our own are not in it. */
  readonly mergeEveryTrials?: number;
  /** What to do when the state of the run is another. */
  onState?(state: RunState): void;
  /** Something was left out, or could not be sent. */
  onTrouble?(error: unknown): void;
}

/** Entries that were counted, that had been counted before, and that came when their turn was over. */
export interface Answered {
  readonly counted: number;
  readonly seen: number;
  readonly late: number;
}

const MERGE_EVERY_MS = 500;
const MERGE_EVERY_TRIALS = 32;
/** Where trials take next to no time, the tally is not asked for more often than this. */
const LEAST_AGE_MS = 50;
/** In one message. */
const MAX_BATCH = 500;
/** How many may wait for the network. Who has so many begins no new turn until some are sent. */
const MAX_UNSENT = 50_000;
const RETRY_MS = 200;

/**
 * What this worker has to tell of one run: sent in the background, in batches, in order, and again with the same ids
 * until an answer comes. With the answer comes the merged tally.
 */
export class Ledger {
  private readonly register: Register;
  private readonly shared: SharedPolicy | undefined;
  private readonly options: LedgerOptions;
  private unsent: { readonly entry: Entry; readonly isTrial: boolean }[] = [];
  private sending = false;
  private waiting: { readonly upTo: number; resolve(): void }[] = [];
  private added = 0;
  private sent = 0;
  /** Of our own trials, those that arrived since the tally was last asked for. */
  private arrived = 0;
  private merged = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private lastState: RunState = "open";
  private readonly totals = { counted: 0, seen: 0, late: 0 };

  constructor(register: Register, shared: SharedPolicy | undefined, options: LedgerOptions = {}) {
    this.register = register;
    this.shared = shared;
    this.options = options;
  }

  get state(): RunState {
    return this.lastState;
  }

  /** What became of the entries that were answered. */
  get answered(): Answered {
    return { ...this.totals };
  }

  get isFull(): boolean {
    return this.unsent.length >= MAX_UNSENT;
  }

  /** Puts an entry at the end of what is to be sent. `isTrial` if the shared policy learned from it. */
  add(entry: Entry, isTrial: boolean): void {
    this.unsent.push({ entry, isTrial });
    this.added += 1;
    this.wake();
  }

  /** Resolves when all that was added so far was answered. */
  settled(): Promise<void> {
    if (this.sent >= this.added) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ upTo: this.added, resolve }));
  }

  /** Asks for the merged tally now and then, as long as somebody works at the run. */
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

  /** No more is sent. What is unsent is lost; who wants it sent waits for `settled` before. */
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
      const { state, tally, ...answered } = await this.register.record(entries, wantsTally);
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

  private heard(state: RunState): void {
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
