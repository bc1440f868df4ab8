/**
 * A server with some workers and one queue, first come, first served. `cancels`: whether an aborted request
 * leaves the queue or its worker at once; otherwise it is served all the same, though nobody waits for the answer.
 * `slowdown`: how many times as long a request takes if so many wait when it begins.
 * @param {{ clock: import("./situation.ts").VirtualClock, workers: number, cancels: boolean, slowdown?(waiting: number): number }} given
 * @returns {(ms: number, signal: AbortSignal) => Promise<void>}
 */
export function queuedReplica({ clock, workers, cancels, slowdown = () => 1 }) {
  const queue = new Set();
  let busy = 0;

  const begin = (request) => {
    busy += 1;
    request.timer = clock.setTimer(() => {
      request.answer();
      free();
    }, request.ms * slowdown(queue.size));
  };
  const free = () => {
    busy -= 1;
    const [next] = queue;
    if (next === undefined) return;
    queue.delete(next);
    begin(next);
  };

  /** A request that takes a worker `ms`, once its turn has come. */
  return function serve(ms, signal) {
    return new Promise((resolve, reject) => {
      const aborted = () => {
        reject(signal.reason);
        if (!cancels || queue.delete(request)) return;
        clock.clearTimer(request.timer);
        free();
      };
      const answer = () => {
        signal.removeEventListener("abort", aborted);
        resolve();
      };
      const request = { ms, answer, timer: undefined };
      signal.addEventListener("abort", aborted, { once: true });
      if (busy < workers) begin(request);
      else queue.add(request);
    });
  };
}
