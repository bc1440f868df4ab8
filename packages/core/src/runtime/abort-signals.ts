/** A call or a response that an abort ends. */
export interface Abortable {
  /** Ends it with the reason of the signal. */
  abort(reason: unknown): void;
}

/**
 * The callers' signals and the calls that each of them ends. There is one listener per signal: a server may give one
 * signal to thousands of calls, and Node warns of a leak from eleven listeners on.
 */
export class AbortSignals {
  private readonly bySignal = new Map<AbortSignal, { ends: Set<Abortable>; stop(): void }>();

  /** Registers `ended` to be ended when the signal is aborted. */
  add(signal: AbortSignal, ended: Abortable): void {
    let entry = this.bySignal.get(signal);
    if (entry === undefined) {
      const ends = new Set<Abortable>();
      const listener = () => {
        for (const each of [...ends]) each.abort(signal.reason);
      };
      signal.addEventListener("abort", listener);
      entry = { ends, stop: () => signal.removeEventListener("abort", listener) };
      this.bySignal.set(signal, entry);
    }
    entry.ends.add(ended);
  }

  /** Removes the registration. */
  remove(signal: AbortSignal, ended: Abortable): void {
    const entry = this.bySignal.get(signal);
    entry?.ends.delete(ended);
    if (entry?.ends.size !== 0) return;
    entry.stop();
    this.bySignal.delete(signal);
  }
}
