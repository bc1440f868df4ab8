import type { RuntimeSnapshot } from "@mulligan/core";
import type { Clock } from "@mulligan/core/runtime";

/** A snapshot of what was learned, by origin, as plain data. */
export interface LearnedSnapshot {
  readonly version: 1;
  /** The learner of each origin. */
  readonly origins: Readonly<Record<string, RuntimeSnapshot>>;
}

/** Hooks that keep what was learned beyond the process. If a hook fails, no request fails; the event `persistence` reports it. */
export interface Persistence {
  /**
   * Returns what `save` got last, or nothing. It is called once, at the beginning. Requests wait for it for at most a second.
   */
  readonly load?: () => unknown;
  /** Called some seconds after something was learned, and at the disposal, but never while an earlier call is running. */
  readonly save?: (learned: LearnedSnapshot) => unknown;
}

type Failed = (during: "load" | "save", error: unknown) => void;

/** Loads what was learned before, and saves what is learned. */
export class LearningStore {
  /** Settles when requests may begin. Undefined after that. */
  loading: Promise<void> | undefined;
  private loaded: Record<string, RuntimeSnapshot> = {};
  private readonly hooks: Persistence;
  private readonly clock: Clock;
  private readonly snapshot: () => LearnedSnapshot;
  private readonly failed: Failed;
  private timer: unknown;
  private saving: Promise<void> = Promise.resolve();

  constructor(hooks: Persistence, clock: Clock, snapshot: () => LearnedSnapshot, failed: Failed) {
    this.hooks = hooks;
    this.clock = clock;
    this.snapshot = snapshot;
    this.failed = failed;
    if (hooks.load !== undefined) this.loading = this.load();
  }

  /** Removes and returns the saved snapshot of an origin. */
  take(name: string): RuntimeSnapshot | undefined {
    const found = Object.hasOwn(this.loaded, name) ? this.loaded[name] : undefined;
    delete this.loaded[name];
    return found;
  }

  /** The saved snapshots of origins without requests since then. */
  get rest(): Readonly<Record<string, RuntimeSnapshot>> {
    return this.loaded;
  }

  /** Schedules a save, since something was learned. */
  change(): void {
    if (this.hooks.save === undefined || this.timer !== undefined) return;
    this.timer = this.clock.setTimer(() => void this.save(), SAVE_AFTER_MS, false);
  }

  save(): Promise<void> {
    this.clock.clearTimer(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(async () => {
      try {
        // A save during loading would lose the loaded data.
        await this.loading;
        await this.hooks.save?.(this.snapshot());
      } catch (error) {
        this.failed("save", error);
      }
    });
    return this.saving;
  }

  private async load(): Promise<void> {
    let timer: unknown;
    const late = new Promise((_, reject) => {
      timer = this.clock.setTimer(() => reject(new Error("load took too long")), LOAD_MS);
    });
    try {
      const given = await Promise.race([(async () => this.hooks.load?.())(), late]);
      if (given !== undefined && given !== null) this.loaded = readSnapshot(given);
    } catch (error) {
      this.failed("load", error);
    }
    this.clock.clearTimer(timer);
    this.loading = undefined;
  }
}

/** Checks the outer form. The snapshots are checked where they are used. */
function readSnapshot(given: unknown): Record<string, RuntimeSnapshot> {
  const { version, origins } = given as Partial<LearnedSnapshot>;
  if (version !== 1 || origins === null || typeof origins !== "object") {
    throw new RangeError(
      `mulligan: what load returns must be a snapshot of version 1, got ${JSON.stringify(given).slice(0, 100)}`,
    );
  }
  return { ...origins };
}

const SAVE_AFTER_MS = 5_000;
/** The longest time for `load`, since a store that hangs must not delay requests. */
const LOAD_MS = 1_000;
