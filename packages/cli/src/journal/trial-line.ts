import type { Outcome } from "@mulligan/core";

/** One observation of a journal: a trial at a task, and what came of it. */
export interface Trial {
  /** Null where a command is repeated without inputs. */
  readonly input: string | null;
  /** Which task with this input, from 1: the same input may be given twice. */
  readonly occurrence: number;
  /** Index of the arm. */
  readonly arm: number;
  /** The last one: it may move while a trial is under way. */
  readonly cutoff: number;
  /** The one it began with, where that was another. */
  readonly startCutoff?: number;
  /** Place in the schedule; absent in mode `abandon`. */
  readonly attempt?: number;
  readonly seed: number;
  /** Left uncut to see what comes (`--explore`). */
  readonly explored?: true;
  readonly outcome: Outcome;
  /** The exit code, or the signal, of one that ended by itself without success; absent where it is not known. */
  readonly exit?: number | string;
  /** Ended by the user or the budget, not by the cutoff: an observation, but no attempt at the task. */
  readonly stopped?: true;
  /** The file in `--results` that holds the output. */
  readonly result?: string;
  /** Where it stands in the log of a cluster's run: `RUN@PLACE`. */
  readonly logged?: string;
}

/** Flat, with the columns that `mulligan analyze` reads: time, completed, arm, reward, instance. */
export function formatTrial(trial: Trial, arms: readonly string[]): string {
  const { outcome, cutoff, startCutoff } = trial;
  const { kind, ...measured } = outcome;
  const { occurrence, attempt, seed, exit, explored, stopped, result, logged } = trial;
  return `${JSON.stringify({
    type: "trial",
    instance: trial.input,
    arm: arms[trial.arm],
    cutoff: jsonCutoff(cutoff),
    ...(startCutoff === undefined ? {} : { startCutoff: jsonCutoff(startCutoff) }),
    completed: kind === "completed" ? 1 : 0,
    ...measured,
    occurrence,
    attempt,
    seed,
    exit,
    explored,
    stopped,
    result,
    logged,
  })}\n`;
}

/** JSON has no ∞. */
function jsonCutoff(cutoff: number): number | "inf" {
  return cutoff === Infinity ? "inf" : cutoff;
}

/** The trial on a line, or undefined if it is none. */
export function parseTrial(text: string, arms: readonly string[]): Trial | undefined {
  const line = parseObject(text);
  if (line?.type !== "trial") return undefined;
  const { instance, occurrence, attempt, seed, time, reward, resetting, explored, stopped } = line;
  const { exit, result, logged } = line;
  const arm = arms.indexOf(line.arm as string);
  const [cutoff, startCutoff] = [line.cutoff, line.startCutoff].map((value) =>
    value === "inf" ? Infinity : value,
  );
  const sound =
    (instance === null || typeof instance === "string") &&
    isCount(occurrence) &&
    arm >= 0 &&
    isAmount(cutoff, Infinity) &&
    (startCutoff === undefined || isAmount(startCutoff, Infinity)) &&
    (attempt === undefined || isCount(attempt)) &&
    isAmount(time) &&
    (line.completed === 1 ? isAmount(reward, 1) : line.completed === 0) &&
    (resetting === undefined || isAmount(resetting));
  if (!sound) return undefined;
  const outcome: Outcome =
    line.completed === 1
      ? { kind: "completed", time: time as number, reward: reward as number }
      : {
          kind: "censored",
          time: time as number,
          ...(resetting === undefined ? {} : { resetting: resetting as number }),
        };
  return {
    input: instance,
    occurrence,
    arm,
    cutoff: cutoff as number,
    ...(startCutoff === undefined ? {} : { startCutoff: startCutoff as number }),
    ...(attempt === undefined ? {} : { attempt }),
    seed: Number(seed),
    outcome,
    ...(typeof exit === "number" || typeof exit === "string" ? { exit } : {}),
    ...(explored === true ? { explored } : {}),
    ...(stopped === true ? { stopped } : {}),
    ...(typeof result === "string" ? { result } : {}),
    ...(typeof logged === "string" ? { logged } : {}),
  };
}

/** The JSON object on a line, or undefined if there is none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isAmount(value: unknown, most = Number.MAX_VALUE): boolean {
  return typeof value === "number" && value >= 0 && value <= most;
}
