import { availableParallelism } from "node:os";
import { wholeNumber } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";

/** Processes at a time; no machine has room for more. */
const MAX_JOBS = 10_000;
const readNumber = wholeNumber("--jobs", 1, MAX_JOBS);

/** `4`, or `50%` of the cores, and one at least. */
export function readJobs(text: string): number {
  const percent = /^(\d+)%$/.exec(text.trim())?.[1];
  if (percent === undefined) return readNumber(text);
  const jobs = Math.max(1, Math.round((Number(percent) * availableParallelism()) / 100));
  if (!(Number(percent) > 0 && jobs <= MAX_JOBS)) {
    throw new UsageError(`--jobs: must be a number, or a share of the cores such as 100%, got "${text}"`);
  }
  return jobs;
}
