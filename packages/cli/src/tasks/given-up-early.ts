import type { DeciderWords } from "./decider.ts";

/**
 * How long a trial takes is learned from short ones on, and `--max-restarts` counts these too: with few of them, and
 * nothing known from an earlier run, every task may be given up before one try had the time to end. A notice for who
 * leaves the policy and its cutoffs to the command, or undefined.
 */
export function givenUpEarly(
  { maxRestarts, policy, cutoffs }: Omit<DeciderWords, "seed">,
  usualPolicy: string,
  trials: { readonly made: number; readonly ended: number },
): string | undefined {
  const learned = policy === usualPolicy && cutoffs === "auto";
  if (maxRestarts === undefined || !learned || trials.made === 0 || trials.ended > 0) return undefined;
  return `no try ended before its cutoff: --max-restarts ${maxRestarts} left no time to learn how long one takes; allow more, or give --cutoffs`;
}
