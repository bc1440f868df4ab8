import { formatDuration } from "../shell/duration.ts";
import { perSecond, timeLeft } from "../shell/progress.ts";
import type { RunState } from "./play.ts";

/** The line on a terminal: done of total, rate, the arm that solved most and its cutoff, time left. */
export function liveText(state: RunState, until: number | undefined, wallMs: number): string {
  const { tasks, earlier } = state;
  const done = tasks.all.filter((task) => task.state !== "open").length;
  const total = until ?? tasks.total;
  const fresh = done - earlier.tasks;
  const arms = state.tallies.map((tally) => tally.now()).filter(({ cutoff }) => cutoff !== null);
  const best = arms.sort((a, b) => b.solved - a.solved)[0];
  return [
    Number.isFinite(total) ? `${done}/${total} done` : `${done} done`,
    perSecond(fresh, wallMs),
    `${state.tries} tries`,
    best === undefined ? "" : `${best.name} cut at ${formatDuration(best.cutoff ?? Infinity)}`,
    Number.isFinite(total) ? timeLeft(fresh, total - earlier.tasks, wallMs) : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
