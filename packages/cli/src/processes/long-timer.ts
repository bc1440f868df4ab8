/** Node's timers end here, and fire at once beyond. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Calls `action` when `ms` have passed by the clock `now`, however long that is; the clock may stand still meanwhile.
 * Never before it has returned.
 */
export function longTimer(
  ms: number,
  action: () => void,
  now: () => number = performance.now.bind(performance),
): { clear(): void } {
  const began = now();
  let timer: NodeJS.Timeout | undefined;
  const wait = (left: number) => {
    timer = setTimeout(look, Math.min(Math.ceil(Math.max(0, left)), LONGEST_MS));
  };
  const look = () => {
    const left = ms - (now() - began);
    if (left <= 0) action();
    else wait(left);
  };
  wait(ms);
  return { clear: () => clearTimeout(timer) };
}
