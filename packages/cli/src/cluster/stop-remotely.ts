import { exitCode } from "../shell/exit.ts";
import { type StopControl, startStopControl } from "../tasks/stop-control.ts";

/** What tells a run on other machines to end. */
export interface RemoteStopControl extends StopControl {
  /** A second Ctrl-C: it is not waited for what others do. */
  readonly hurried: boolean;
  /** Resolves when the others had time enough to stop: they may be out of reach. */
  readonly overdue: Promise<void>;
}

const PATIENCE_MS = 1_400;
/** Whoever wants to go is let go, whatever hangs. What was heard of is in the journal. */
const LAST_MS = 1_850;

export function stopRemotely(budgetMs: number | undefined): RemoteStopControl {
  let hurried = false;
  let giveUp = () => {};
  const overdue = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const stopControl = startStopControl(budgetMs, {
    stop(by) {
      setTimeout(giveUp, PATIENCE_MS).unref();
      if (by === "interrupted") setTimeout(() => process.exit(exitCode.interrupted), LAST_MS).unref();
    },
    hurry() {
      hurried = true;
      giveUp();
    },
  });
  return {
    overdue,
    get stopped() {
      return stopControl.stopped;
    },
    get reason() {
      return stopControl.reason;
    },
    get hurried() {
      return hurried;
    },
    end: stopControl.end,
    release: stopControl.release,
  };
}
