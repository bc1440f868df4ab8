/** Long enough that giving way costs nothing, short enough that a signal is heard. */
const TURN_MS = 50;

/**
 * For long work on the main thread, which hears a signal only between two turns: call it often, and await what it
 * gives, if it gives something.
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
