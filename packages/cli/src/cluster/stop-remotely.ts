import { type Stopping, startStopping } from "../tasks/stopping.ts";

/** What tells a run on other machines to end. */
export interface RemoteStopping extends Stopping {
  /** A second Ctrl-C: it is not waited for what others do. */
  readonly hurried: boolean;
}

export function stopRemotely(budgetMs: number | undefined): RemoteStopping {
  let hurried = false;
  const stopping = startStopping(budgetMs, {
    stop() {},
    hurry() {
      hurried = true;
    },
  });
  return {
    get stopped() {
      return stopping.stopped;
    },
    get reason() {
      return stopping.reason;
    },
    get hurried() {
      return hurried;
    },
    end: stopping.end,
    release: stopping.release,
  };
}
