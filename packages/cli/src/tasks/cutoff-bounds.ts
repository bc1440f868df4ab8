import { autoCutoffs, type CutoffSet, intervalCutoffs, parseCutoffs } from "@mulligan/core/problem";
import { UsageError } from "../shell/usage-error.ts";

/*
 * The options about cutoffs and restarts. The page reads them too, so nothing of the command line is imported here.
 */

/** The options `--mode` and `--schedule` as they were given. */
export interface RetryOptions {
  readonly mode: string;
  readonly schedule?: string;
}

export const SCHEDULES = ["luby", "geometric", "constant"] as const;

/** Refuses options on how a task is tried again if no task is, instead of ignoring them. */
export function checkRetryOptions(
  mode: "retry" | "abandon",
  {
    schedule,
    retries,
    maxRestarts,
  }: { readonly schedule?: string; readonly retries?: number; readonly maxRestarts?: number },
): void {
  if (mode === "retry") return;
  const given = { "--schedule": schedule, "--retries": retries, "--max-restarts": maxRestarts };
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined)
      throw new UsageError(`${option}: must be used with --mode retry, got --mode abandon`);
  }
}

export function isHiddenTypes(policy: string): boolean {
  return /^hidden-types(:|$)/.test(policy.trim());
}

/** The cutoffs that a policy may choose from, and the bounds of its choices. */
export interface CutoffBounds {
  readonly cutoffs: CutoffSet;
  readonly low: number;
  readonly high: number;
}

/**
 * Reads `--cutoffs`, where one end of LOW..HIGH may be missing, and `timeout`, which also sets HIGH; both in the unit of the command's
 * clock. A range bounds the cutoffs of every policy. A policy that `plans` its cutoffs itself is given the bounds alone; the others choose
 * from the interval if it has both ends.
 */
export function readCutoffBounds(
  text: string,
  {
    resolution,
    timeout = Infinity,
    plans,
  }: { resolution: number; timeout?: number | undefined; plans: boolean },
): CutoffBounds {
  const trimmed = text.trim();
  const auto = autoCutoffs(resolution);
  if (trimmed === "auto") return { cutoffs: auto, low: 0, high: timeout };
  if (trimmed.startsWith("log:") || !trimmed.includes("..")) {
    const cutoffs = parseCutoffs(trimmed);
    const longest = cutoffs.kind === "list" ? cutoffs.values.at(-1)! : 0;
    if (longest > timeout) contradiction(trimmed, "not be below the longest cutoff", timeout);
    return { cutoffs, low: 0, high: timeout };
  }
  const [low, given] = endsOf(trimmed);
  if (given < Infinity && timeout < Infinity && given !== timeout) {
    contradiction(trimmed, "be HIGH", timeout);
  }
  const high = Math.min(given, timeout);
  if (low >= timeout) contradiction(trimmed, "exceed LOW", timeout);
  const isInterval = low > 0 && high < Infinity && !plans;
  return { cutoffs: isInterval ? intervalCutoffs(low, high) : auto, low, high };
}

/** Both ends of LOW..HIGH; without LOW 0, without HIGH ∞. */
function endsOf(range: string): readonly [low: number, high: number] {
  const parts = range.split("..").map((part) => part.trim());
  const [low, high] = [parts[0] === "" ? 0 : Number(parts[0]), readHigh(parts[1])];
  if (parts.length !== 2 || range === ".." || !(low >= 0 && high > low) || (parts[0] !== "" && low === 0)) {
    throw new UsageError(
      `--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH, where one end may be left out, got "${range}"`,
    );
  }
  return [low, high];
}

function readHigh(text: string | undefined): number {
  return text === "" || text === "inf" ? Infinity : Number(text);
}

function contradiction(cutoffs: string, must: string, timeout: number): never {
  throw new UsageError(`--timeout: must ${must} of --cutoffs ${cutoffs}, got ${timeout} ms`);
}

/** Reads `--explore`: `0.05` or `5%`. */
export function readShare(text: string | undefined): number {
  if (text === undefined) return 0;
  const match = /^(\d+\.?\d*|\.\d+)(%?)$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === "%" ? 100 : 1);
  if (!(value >= 0 && value <= 1)) {
    throw new UsageError(`--explore: must be a share from 0 to 1, such as 0.05 or 5%, got "${text}"`);
  }
  return value;
}
