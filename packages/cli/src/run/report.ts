import { formatDuration } from "../shell/duration.ts";
import { printable } from "../shell/printable.ts";
import { textTable } from "../shell/text-table.ts";
import type { ArmSummary } from "./arm-tally.ts";
import type { RunState } from "./play.ts";
import type { StopReason } from "./stopping.ts";
import type { Task } from "./tasks.ts";

/** The line of a task with `--json`; time in ms, all tries and resets together. */
export function taskLine(task: Task, arms: readonly string[]) {
  const { last } = task;
  return {
    type: "task",
    input: task.input,
    solved: task.state === "solved",
    tries: task.tries,
    time: tidy(task.timeMs),
    arm: last === undefined ? null : arms[last.arm],
    cutoff: last?.cutoff ?? null,
    ...(last?.outcome.kind === "completed" ? { reward: last.outcome.reward } : {}),
    ...(last?.result === undefined ? {} : { result: last.result }),
  };
}

/** The last line with `--json`; it counts what a journal knew before, too. */
export function summaryLine(state: RunState, stopped: StopReason, wallMs: number) {
  return {
    type: "summary",
    tasks: state.tasks.all.length,
    solved: state.solved,
    tries: state.tries,
    time: tidy(state.timeMs),
    arms: state.tallies.map((tally) => tally.summary()).map((arm) => ({ ...arm, time: tidy(arm.time) })),
    stopped,
    wall: tidy(wallMs),
    ...(state.earlier.tries === 0 ? {} : { earlier: state.earlier }),
  };
}

/** To the microsecond, as times are measured; a sum of them has digits that say nothing. */
function tidy(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

/** The table at the end, for people. */
export function runText(
  state: RunState,
  stopped: StopReason,
  { until, wallMs }: { readonly until: number | undefined; readonly wallMs: number },
): string {
  const arms = state.tallies.map((tally) => tally.summary());
  const rows = [
    ["arm", "cutoff", "tries", "solved", "time", "without cutoff"],
    ...arms.map((arm) => [
      arm.name,
      arm.cutoff === null ? "–" : formatDuration(arm.cutoff),
      String(arm.tries),
      String(arm.solved),
      formatDuration(arm.time),
      costText(arm),
    ]),
  ];
  const why = {
    done: "",
    until: ", as many as asked for",
    budget: ", budget spent",
    hopeless: ", given up: it fails again and again",
    interrupted: ", interrupted",
  };
  const total = Number.isFinite(state.tasks.total) ? ` of ${state.tasks.total}` : "";
  const asked = until !== undefined && state.solved < until ? ` (${until} were asked for)` : "";
  const { earlier } = state;
  const [tries, wall] = [count(state.tries - earlier.tries, "try", "tries"), formatDuration(wallMs)];
  const work =
    earlier.tries === 0
      ? ` in ${tries} and ${wall}${why[stopped]}`
      : `; this run made ${tries} in ${wall}${why[stopped]}; before it ${count(earlier.tasks, "task", "tasks")} done in ${count(earlier.tries, "try", "tries")}`;
  return `${textTable(rows)}
${state.solved}${total} solved${asked}${work}
${unsolvedText(state)}`;
}

/** So many names are read; more are counted. */
const MAX_NAMED = 10;

function unsolvedText({ tasks }: RunState): string {
  const open = tasks.all.filter(({ state, input }) => state !== "solved" && input !== null);
  if (open.length === 0) return "";
  const names = open.slice(0, MAX_NAMED).map(({ input }) => printable(input!));
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : "";
  return `not solved: ${names.join(", ")}${more}\n`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A lower bound that is below what was spent says nothing. */
function costText({ withoutCutoff, time }: ArmSummary): string {
  if (withoutCutoff === null || (!withoutCutoff.exact && withoutCutoff.time < time)) return "unknown";
  return `${withoutCutoff.exact ? "" : "≥ "}${formatDuration(withoutCutoff.time)}`;
}
