/** Long enough that giving way costs nothing, short enough that a signal is heard. */
const TURN_MS = 50;

/**
 * Returns a function for long work on the main thread, which can receive a signal only between two turns: call it often, and await its
 * result if there is one.
 */
export function givingWay(): () => Promise<void> | undefined {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        turn = performance.now();
        resolve();
      });
    });
  };
}
