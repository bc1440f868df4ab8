import { formatDuration } from "../shell/duration.ts";
import { perSecond, timeLeft } from "../shell/progress.ts";
import type { RunState } from "./play.ts";

/** The line on a terminal: done of total, rate, the arm that solved most and its cutoff, time left. */
export function liveText(state: RunState, until: number | undefined, wallMs: number): string {
  const { done, earlier, total } =
    until === undefined
      ? { done: over(state), earlier: state.earlier.tasks, total: state.tasks.total }
      : { done: state.solved, earlier: state.earlierSolved, total: until };
  const fresh = done - earlier;
  const arms = state.tallies.map((tally) => tally.now()).filter(({ cutoff }) => cutoff !== null);
  const best = arms.sort((a, b) => b.solved - a.solved)[0];
  return [
    Number.isFinite(total) ? `${done}/${total} done` : `${done} done`,
    perSecond(fresh, wallMs),
    `${state.tries} tries`,
    best === undefined ? "" : `${best.name} cut at ${formatDuration(best.cutoff ?? Infinity)}`,
    Number.isFinite(total) ? timeLeft(fresh, total - earlier, wallMs) : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Tasks that are solved or given up. */
function over({ tasks }: RunState): number {
  return tasks.all.filter((task) => task.state !== "open").length;
}
