/**
 * The time that programs had to work, in ms. Ctrl-Z stops the run and not its programs, which are in groups of
 * their own; so they are stopped with it and go on with it, and what lies between is nobody's time.
 */
export interface WorkClock {
  now(): number;
  /** A process group that is to be stopped too, from `began` until `ended`. */
  began(group: number): void;
  ended(group: number): void;
  /** Takes the signals off again. */
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
    // Somebody may have sent SIGSTOP, of which nobody is told: then the programs went on.
    if (stoppedAt === undefined) return;
    away += performance.now() - stoppedAt;
    stoppedAt = undefined;
    tell("SIGCONT");
  };
  const tell = (signal: NodeJS.Signals) => {
    for (const group of groups) {
      try {
        process.kill(-group, signal);
      } catch {
        // it has ended just now
      }
    }
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
