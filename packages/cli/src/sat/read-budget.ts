import { parseDuration } from "../shell/duration.ts";
import { UsageError } from "../shell/usage-error.ts";

/** What `--budget` allows: a time on the wall, or flips. */
export function readBudget(text: string | undefined): { readonly ms?: number; readonly flips: number } {
  if (text === undefined) return { flips: Infinity };
  if (/[a-z]\s*$/i.test(text)) return { ms: parseDuration(text, "--budget"), flips: Infinity };
  const flips = Number(text);
  if (!(flips >= 1)) {
    throw new UsageError(`--budget: must be a duration such as 5m, or a number of flips, got "${text}"`);
  }
  // More than can be counted is as good as no limit.
  return { flips: flips > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(flips) };
}
