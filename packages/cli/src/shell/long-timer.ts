/** The longest time of Node's timers; a longer one fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Calls `action` when `ms` have passed by the clock `now`, for any length of time; the clock may pause meanwhile. Never calls it before
 * returning.
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
