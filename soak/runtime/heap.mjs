import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The heap in MB, when all that can go is gone. */
export function heapNow() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/**
 * By how many bytes an execution the heap grew, of what was measured after each tenth of them. The first tenths learn, compile
 * and fill what is bounded, so they do not count; of the others the least of the first four and of the last four.
 */
export function growthOf(heapMb, count) {
  if (heapMb.length === 0) return 0;
  const settled = heapMb.slice(2);
  const [first, last] = [settled.slice(0, 4), settled.slice(-4)].map((part) => Math.min(...part));
  return Math.max(0, Math.round((10 * (last - first) * 2 ** 20) / (0.4 * count)) / 10);
}

/** Of fewer executions the heap says nothing. */
export const ENOUGH = 200_000;
/** A leak of one object would be more. */
export const MOST_BYTES = 4;
