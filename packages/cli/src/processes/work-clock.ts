import { kill } from "./process-group.ts";

/**
 * The working time of programs, in ms. Ctrl-Z stops the run but not its programs, which have their own groups. So the clock stops and
 * continues them with the run, and does not count the time between.
 */
export interface WorkClock {
  now(): number;
  /** A process group that is to be stopped too, from `began` until `ended`. */
  began(group: number): void;
  ended(group: number): void;
  /** Removes the listeners of signals. */
  release(): void;
}

export function startWorkClock(): WorkClock {
  const groups = new Set<number>();
  let away = 0;
  let stoppedAt: number | undefined;

  const stop = () => {
    stoppedAt = performance.now();
    tell("SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  const goOn = () => {
    // A SIGSTOP from outside cannot be noticed: then the programs went on.
    if (stoppedAt === undefined) return;
    away += performance.now() - stoppedAt;
    stoppedAt = undefined;
    tell("SIGCONT");
  };
  const tell = (signal: NodeJS.Signals) => {
    for (const group of groups) kill(-group, signal);
  };
  process.on("SIGTSTP", stop);
  process.on("SIGCONT", goOn);
  return {
    now: () => (stoppedAt ?? performance.now()) - away,
    began: (group) => void groups.add(group),
    ended: (group) => void groups.delete(group),
    release() {
      process.off("SIGTSTP", stop);
      process.off("SIGCONT", goOn);
    },
  };
}
