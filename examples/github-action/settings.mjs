// Reads the inputs of the action and makes a command line of `mulligan run` from them.
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

/** No try is cut sooner: a runner that is slow for a minute, or a cache that is missing, is no hang. */
const LEAST = "10m";

/** A step that is wrong: one line as an error annotation, and exit code 2. */
export class InputError extends Error {}

/** The inputs, from the environment of the step. */
export function readSettings(env) {
  const script = env.INPUT_RUN ?? "";
  if (script.trim() === "") throw new InputError("run: must be a script, got none");
  const retries = env.INPUT_RETRIES || "1";
  if (!/^\d{1,3}$/.test(retries)) {
    throw new InputError(`retries: must be a whole number from 0 on, got ${retries}`);
  }
  const retryFailures = env.INPUT_RETRY_FAILURES || "false";
  if (retryFailures !== "true" && retryFailures !== "false") {
    throw new InputError(`retry-failures: must be true or false, got ${retryFailures}`);
  }
  return {
    script,
    name: env.INPUT_NAME || "step",
    deadline: time("deadline", env.INPUT_DEADLINE || "350m"),
    idle: env.INPUT_IDLE || `${LEAST}..`,
    retries: Number(retries),
    retryFailures: retryFailures === "true",
  };
}

function time(input, text) {
  if (/^\d+(\.\d+)?(ms|s|m|h)$/.test(text)) return text;
  throw new InputError(`${input}: must be a time such as 90s, 30m or 2h, got ${text}`);
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A time such as `30m`, in ms. */
export function milliseconds(text) {
  const [, amount, unit] = /^([\d.]+)(\w+)$/.exec(text);
  return Number(amount) * UNITS[unit];
}

/**
 * Where the history of this step is kept. Another script has another history, since it takes another time. All that
 * distinguishes steps goes into a hash, so that any name will do.
 */
export function historyOf(env, { name, script }) {
  const { RUNNER_OS = "", GITHUB_WORKFLOW = "", GITHUB_JOB = "", INPUT_CACHE_KEY = "" } = env;
  const all = [RUNNER_OS, GITHUB_WORKFLOW, GITHUB_JOB, INPUT_CACHE_KEY, name, script];
  const hash = createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);
  const key = `mulligan-step-1-${name.replace(/[^\w.-]+/g, "_").slice(0, 50)}-${hash}`;
  return { key, folder: join(env.HOME ?? homedir(), ".cache", "mulligan-step", key) };
}

/**
 * The command line of `mulligan run`. Each run of the workflow is a task of its own, `id`: what is known of earlier ones is
 * learned from the journal, but their tries do not count for this one.
 */
export function runWords({ deadline, idle, retries }, { journal, id, command }) {
  return [
    "run",
    ...["--state", journal],
    ...["--policy", "beyond-longest"],
    ...["--cutoffs", `${LEAST}..`],
    ...(idle === "off" ? [] : ["--idle", idle]),
    ...["--retries", String(retries + 1)],
    ...["--budget", deadline],
    ...["--grace", "5s"],
    ...["--json", "--", ...command, "{}", ":::", id],
  ];
}
