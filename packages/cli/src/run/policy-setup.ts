import { policies } from "@mulligan/core/policies";
import { parseDuration } from "../shell/duration.ts";
import { type PolicyOptions, readPolicySetup, type TaskPolicySetup } from "../tasks/task-policy.ts";
import type { Program } from "./programs.ts";

/** A program takes at least this long to start and end, so cutoffs that differ by less are treated as equal. */
const RESOLUTION_MS = 2;
/**
 * While nothing has succeeded, the first tries are not cut before this. Most programs end sooner, and if tries hang,
 * the time is lost once a run.
 */
const GRACE_MS = 10_000;

/** Reads the policy and cutoffs of a run, whose times have units. */
export function readRunPolicySetup(
  given: PolicyOptions,
  programs: readonly Program[],
  { horizon, timeout }: { readonly horizon: number | undefined; readonly timeout: number | undefined },
  repeats: boolean,
): TaskPolicySetup {
  const inMs = { policy: policyInMs(given.policy), cutoffs: cutoffsInMs(given.cutoffs) };
  return readPolicySetup(
    { ...given, ...inMs },
    {
      arms: programs.map(({ name }) => name),
      resolution: RESOLUTION_MS,
      horizon,
      timeout,
      planned: { grace: Math.min(GRACE_MS, (horizon ?? Infinity) / 1.5), repeats },
    },
  );
}

/** A time with or without a unit; words such as `auto` and `inf` are none. */
const TIME = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*[a-z]*\s*$/i;

/** Reads the durations of `--cutoffs`, such as `100ms,0.5s,inf`, `log:10ms:10s:9` or `100ms..1s`; writes them in ms. */
function cutoffsInMs(text: string): string {
  const [, times, count = ""] = /^(\s*log:.*:.*)(:.*)$/.exec(text) ?? ["", text];
  return times
    .split(/([,:]|\.\.)/)
    .map((part) => (TIME.test(part) ? String(parseDuration(part, "--cutoffs")) : part))
    .join("")
    .concat(count);
}

/** Reads the durations of a policy's options, such as `fixed:cutoff=2s`; writes them in ms. */
function policyInMs(text: string): string {
  const [name] = text.split(":", 1);
  const fields = policies.find((policy) => policy.name === name.trim())?.options ?? {};
  return text.replace(/([^:,=]+)=([^,]*)/g, (pair, option: string, value: string) => {
    const field = fields[option.trim()];
    const isTime = field?.kind === "number" && field.time === true && value.trim() !== "inf";
    return isTime ? `${option}=${parseDuration(value, `--policy ${name.trim()}: ${option.trim()}`)}` : pair;
  });
}

/** Cutoffs from this length on, in ms, are what the user chose; shorter ones are a search of the policy. */
export function chosenFrom({ cutoffs }: PolicyOptions, setup: TaskPolicySetup): number {
  return cutoffs.trim() === "auto" && setup.searches ? setup.longest : 0;
}
