/** Hears of a caller's abort. */
interface Abortable {
  abort(reason: unknown): void;
}

/**
 * The signals of callers, with the executions that each would end. One listener a signal: a server may give one signal
 * to thousands of executions, and a listener for each would look like a leak, also to Node, which warns of eleven.
 */
export class Callers {
  private readonly bySignal = new Map<AbortSignal, { executions: Set<Abortable>; stop(): void }>();

  add(signal: AbortSignal, execution: Abortable): void {
    let entry = this.bySignal.get(signal);
    if (entry === undefined) {
      const executions = new Set<Abortable>();
      const listener = () => {
        for (const each of [...executions]) each.abort(signal.reason);
      };
      signal.addEventListener("abort", listener);
      entry = { executions, stop: () => signal.removeEventListener("abort", listener) };
      this.bySignal.set(signal, entry);
    }
    entry.executions.add(execution);
  }

  remove(signal: AbortSignal, execution: Abortable): void {
    const entry = this.bySignal.get(signal);
    entry?.executions.delete(execution);
    if (entry?.executions.size !== 0) return;
    entry.stop();
    this.bySignal.delete(signal);
  }
}
