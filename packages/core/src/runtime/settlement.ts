import type { Attempt } from "./attempt.ts";
import type { AttemptsFailedError } from "./attempts-failed.ts";
import type { Limits } from "./settings.ts";
import type { Shared } from "./shared.ts";

/** How an execution begins and ends for who waits for it and for who listens. */
export class Settlement {
  readonly startedAt: number;
  private readonly shared: Shared;
  private readonly of: { readonly execution: number; readonly key: string | undefined };
  private readonly resolve: (value: never) => void;
  private readonly reject: (error: unknown) => void;

  constructor(
    shared: Shared,
    { task, key }: Limits,
    resolve: (value: never) => void,
    reject: (error: unknown) => void,
  ) {
    this.shared = shared;
    this.of = { execution: task, key };
    this.resolve = resolve;
    this.reject = reject;
    this.startedAt = shared.clock.now();
    shared.listeners.emit("start", () => this.of);
  }

  succeed(attempt: Attempt, attempts: number, now: number, value: unknown): void {
    const timeMs = now - this.startedAt;
    this.shared.listeners.emit("success", () => ({
      ...this.shared.nameOf(attempt),
      attempts,
      timeMs,
      value,
    }));
    this.resolve(value as never);
  }

  fail(error: AttemptsFailedError, attempts: number, now: number): void {
    const timeMs = now - this.startedAt;
    this.shared.listeners.emit("failure", () => ({ ...this.of, attempts, timeMs, error }));
    this.reject(error);
  }

  /** Without a value, and for no fault of the attempts. */
  leave(reason: unknown, attempts: number): void {
    const timeMs = this.shared.clock.now() - this.startedAt;
    this.shared.listeners.emit("abort", () => ({ ...this.of, attempts, timeMs, reason }));
    this.reject(reason);
  }
}
