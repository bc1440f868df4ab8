import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { UsageError } from "../shell/usage-error.ts";
import type { CostMeter } from "./cuts.ts";
import { childrenOf } from "./process-group.ts";

/** Linux reports the time of processes in hundredths of a second on all kernels (proc(5), USER_HZ). */
const TICK_MS = 10;
const LOOK_EVERY_MS = 50;

/**
 * Opens meters of the CPU time of programs, in ms: that of the program, of all processes that it has started and that
 * live, and of those that ended and were waited for. While a program runs, it is read from /proc. When it has ended, all
 * of it is in the CPU time of the ended children of this process.
 */
export function cpuMeters(): () => CostMeter {
  if (endedChildrenMs() === undefined)
    throw new UsageError("--clock cpu: needs /proc, as on Linux, got none");
  /** The time of the ended children when the last of them was counted. */
  let counted = endedChildrenMs()!;
  return () => {
    let [cost, at] = [0, performance.now()];
    let group: number | undefined;
    const watching = new Set<() => void>();
    const raise = (to: number) => {
      at = performance.now();
      if (!(to > cost)) return;
      cost = to;
      for (const changed of watching) changed();
    };
    const look = () => group !== undefined && raise(cpuOf(group));
    const timer = setInterval(look, LOOK_EVERY_MS);
    return {
      began(leader) {
        group = leader;
      },
      wrote() {},
      read: () => cost,
      watch: (changed) => void watching.add(changed),
      exited() {
        const children = endedChildrenMs()!;
        // Two may end at the same moment: none has used more than all cores since the last look. A cost is a number of ticks.
        const since = (performance.now() - at) * availableParallelism();
        const most = cost + (Math.ceil(since / TICK_MS) + 2) * TICK_MS;
        raise(Math.min(children - counted, most));
        counted = children;
      },
      ended: () => clearInterval(timer),
    };
  };
}

/** The CPU time of a process and those that it has started, in ms, as far as they live or were waited for. */
function cpuOf(pid: number): number {
  const [user, system, ofUser, ofSystem] = timesOf(String(pid)) ?? [0, 0, 0, 0];
  return (
    (user + system + ofUser + ofSystem) * TICK_MS +
    childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0)
  );
}

function endedChildrenMs(): number | undefined {
  const times = timesOf("self");
  return times === undefined ? undefined : (times[2] + times[3]) * TICK_MS;
}

/** The place of utime, stime, cutime and cstime among the fields behind the name, which is in parentheses. */
const TIMES = [11, 15] as const;

function timesOf(process: string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${process}/stat`, "latin1");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .slice(...TIMES)
      .map(Number);
  } catch {
    return undefined;
  }
}
