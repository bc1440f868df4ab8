import { brief, textTable } from "../shell/text.ts";
import { flipsText, leadingArm, liveLineText, triesText } from "../tasks/lines.ts";
import { countFinished, type RunState } from "../tasks/run-state.ts";
import type { Task } from "../tasks/task.ts";
import { modelParts } from "./model-parts.ts";

/** The summary at the end, for people. */
export function summaryText(state: RunState, wallMs: number): string {
  const { tasks, earlier } = state;
  const table = textTable([
    ["arm", "tries", "solved", "flips"],
    ...state.arms
      .map((arm) => arm.totals())
      .map((arm) => [arm.name, String(arm.tries), String(arm.solved), brief(arm.time)]),
  ]);
  const before = earlier.tasks === 0 ? "" : ` (${earlier.tasks} files were done before)`;
  const seconds = (wallMs / 1_000).toFixed(2);
  return `\n${state.solved} of ${tasks.total} solved, ${flipsText(state.time)}, ${seconds} s${before}\n${table}`;
}

/**
 * The output of the SAT competition for one file, in parts. A local search proves nothing, so a file that is not solved
 * is unknown; a comment says what was tried, or that there is an empty clause. A file that cannot be read has none.
 */
export function competitionText({ problem, unsatisfiable, model, trials, time }: Task): Iterable<string> {
  if (problem !== undefined) return [];
  if (model !== undefined) return modelParts(model);
  const why = unsatisfiable
    ? "unsatisfiable: it has an empty clause"
    : `no model in ${triesText(trials)}, ${flipsText(time)}`;
  return [`c ${why}\ns UNKNOWN\n`];
}

/** The line on a terminal: files of this run that are over, and flips. */
export function satLiveText(state: RunState, wallMs: number): string {
  const { earlier, tasks } = state;
  const done = countFinished(state) - earlier.tasks;
  const total = tasks.total - earlier.tasks;
  const best = leadingArm(state.arms)!;
  return liveLineText({
    count: `${done}/${total} files`,
    done,
    total,
    wallMs,
    work: `${((state.time - earlier.time) / wallMs / 1_000).toFixed(1)}M flips/s`,
    best: `${best.name} cut at ${brief(Math.floor(best.cutoff() ?? 0))}`,
  });
}
