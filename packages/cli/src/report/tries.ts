import { elapsed, type Trial } from "@mulligan/core/problem";
import type { Archive } from "../journal/archive.ts";
import { formatDuration } from "../shell/duration.ts";
import { type HideSecrets, hideSecretsIn } from "../shell/secrets.ts";
import { type TryKind, UncutCost, type WithoutCutoff } from "../tasks/without-cutoff.ts";

/** How a try ended. */
export type TryEnd = "solved" | "failed" | "cut" | "stopped";

/** A try, as a report shows it. */
export interface ReportedTry {
  /** The task: the input, or the number of a repetition. */
  readonly task: string;
  readonly arm: string;
  readonly cutoff: number;
  /** How long it ran. */
  readonly time: number;
  /** The same with the reset after a cut. */
  readonly spent: number;
  readonly reward: number;
  readonly end: TryEnd;
  /** The reason, in words, if it did not solve its task. */
  readonly cause?: string;
  /** The worker of a cluster that executed it. */
  readonly worker?: string;
}

/** Returns a trial of a journal as a report shows it. */
export function reportedTry(
  trial: Trial,
  arms: readonly string[],
  hideInput: HideSecrets = hideSecretsIn,
): ReportedTry {
  const { occurrence, outcome, exit } = trial;
  const input = trial.input === null ? null : hideInput(trial.input);
  const end = endOf(trial);
  const repeated = occurrence > 1 ? `${input} (${occurrence})` : input;
  const how = typeof exit === "number" ? `exit code ${exit}` : exit;
  const known = trial.cut === undefined ? CAUSES[end] : CUTS[trial.cut];
  const why = end === "failed" && how !== undefined ? `failed: ${how}` : known;
  return {
    task: input === null ? `#${occurrence}` : repeated!,
    arm: arms[trial.arm],
    cutoff: trial.cutoff,
    time: outcome.time,
    spent: elapsed(outcome, 0),
    reward: outcome.kind === "completed" ? outcome.reward : 0,
    end,
    ...(why === undefined ? {} : { cause: why }),
    ...(trial.worker === undefined ? {} : { worker: trial.worker }),
  };
}

const CAUSES: Readonly<Record<TryEnd, string | undefined>> = {
  solved: undefined,
  failed: "ended by itself, without success",
  cut: "cut at its cutoff",
  stopped: "stopped: the run was over",
};

const CUTS = {
  idle: "cut: it printed nothing for too long (--idle)",
} satisfies Record<NonNullable<Trial["cut"]>, string>;

function endOf({ outcome, stopped }: Trial): TryEnd {
  if (outcome.kind === "completed") return outcome.reward > 0 ? "solved" : "failed";
  return stopped === true ? "stopped" : "cut";
}

/** Returns an archive with a list of all its trials, those of earlier runs first. */
export function withHistory(archive: Archive): Archive & { readonly history: readonly Trial[] } {
  const history = [...archive.trials];
  return {
    ...archive,
    history,
    keep(trials, outputs) {
      for (const trial of trials) history.push(trial);
      return archive.keep(trials, outputs);
    },
  };
}

const MAX_ROWS = 500;

type Rows = readonly (readonly string[])[];

const spentOn = (tries: readonly ReportedTry[]) => tries.reduce((sum, { spent }) => sum + spent, 0);
const countOf = (tries: readonly ReportedTry[], end: TryEnd) => tries.filter((one) => one.end === end).length;

/** Returns the tries of each task, arm, cause or worker, in the order in which these first appear. */
export function groupTries(
  tries: readonly ReportedTry[],
  key: "task" | "arm" | "cause" | "worker",
): Map<string, ReportedTry[]> {
  const groups = new Map<string, ReportedTry[]>();
  for (const one of tries) {
    const name = one[key];
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups;
}

/** Returns a row for each worker of a cluster. */
export function workerRows(tries: readonly ReportedTry[]): Rows {
  return [
    ["worker", "tries", "solved", "cut", "time"],
    ...[...groupTries(tries, "worker")].map(([worker, own]) => [
      worker,
      ...[own.length, countOf(own, "solved"), countOf(own, "cut")].map(String),
      formatDuration(spentOn(own)),
    ]),
  ];
}

/** Returns a row for each task. If there are too many for a page, those with most tries are shown. */
export function taskRows(tries: readonly ReportedTry[]): Rows {
  const tasks = [...groupTries(tries, "task")];
  const shown =
    tasks.length > MAX_ROWS
      ? tasks.toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_ROWS)
      : tasks;
  return [
    ["task", "", "tries", "time", "arm"],
    ...shown.map(([task, tries]) => {
      const solved = tries.find(({ end }) => end === "solved");
      return [
        task,
        solved === undefined ? "✗ not solved" : "✓ solved",
        String(tries.length),
        formatDuration(spentOn(tries)),
        (solved ?? tries.at(-1)!).arm,
      ];
    }),
  ];
}

/** Estimates how long the same successes would have taken without a cutoff. */
export function costOfTries(tries: readonly ReportedTry[], kind: TryKind): WithoutCutoff | undefined {
  const trials = new UncutCost(kind);
  for (const { task, end, time, spent, reward } of tries) {
    const ended = end === "solved" || end === "failed";
    trials.add(task, ended ? { kind: "completed", time, reward } : { kind: "censored", time }, spent);
  }
  return trials.estimate();
}

/** Returns a row for each arm. */
export function armRows(tries: readonly ReportedTry[], kind: TryKind): Rows {
  return [
    ["arm", "tries", "solved", "failed", "cut", "stopped", "time", "without cutoff"],
    ...[...groupTries(tries, "arm")].map(([arm, tries]) => [
      arm,
      String(tries.length),
      ...(["solved", "failed", "cut", "stopped"] as const).map((end) => String(countOf(tries, end))),
      formatDuration(spentOn(tries)),
      costText(costOfTries(tries, kind)),
    ]),
  ];
}

/** `50 s (35 s to 70 s)`, or a lower bound: `≥ 30 s`. */
export function costText(
  cost: Omit<WithoutCutoff, "spent"> | null | undefined,
  text = formatDuration,
): string {
  if (cost == null) return "unknown";
  const { time, low = time, high = time, exact } = cost;
  const range = [text(low), text(high)];
  return exact && range[0] !== range[1]
    ? `${text(time)} (${range.join(" to ")})`
    : `${exact ? "" : "≥ "}${text(time)}`;
}

/** A smaller loss lies within the error of the estimate. */
const LOSS = 1.2;

/** True if restarting cost time: more than the estimate and its interval leave in doubt. */
export function isLoss({ time, high = time, spent }: WithoutCutoff): boolean {
  return spent > Math.max(LOSS * time, high);
}

export function lossText(
  { time, spent }: Pick<WithoutCutoff, "time" | "spent">,
  text = formatDuration,
): string {
  return `restarting cost about ${text(spent - time)} here; --policy never is faster`;
}

/** Returns the reasons why tries did not solve their tasks, the most frequent first. */
export function causeRows(tries: readonly ReportedTry[]): Rows {
  return [
    ["cause", "tries", "time"],
    ...[...groupTries(tries, "cause")]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([cause, tries]) => [cause, String(tries.length), formatDuration(spentOn(tries))]),
  ];
}
