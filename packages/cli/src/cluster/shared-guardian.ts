import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { mayUseCgroup } from "../processes/cgroup.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import { STRAYS } from "../run/executor.ts";
import { sayOnceEach } from "../shell/output.ts";

/** One watchdog for all runs of a worker, started with the first. */
export interface SharedGuardian {
  /** For one run: with folders of its own, and not to be dismissed with it. */
  forOne(): Watchdog;
  /** Ends what is left of all. */
  close(): void;
}

/**
 * A process can be in one cgroup only, and a watchdog that is dismissed kills who is in its own: one for each run would
 * end the others, and the worker with them.
 */
export function sharedGuardian(): SharedGuardian {
  const notice = sayOnceEach();
  let watchdog: Watchdog | undefined;
  let runs = 0;
  return {
    forOne() {
      watchdog ??= startWatchdog({ contained: mayUseCgroup(), onDaemon: () => notice("strays", STRAYS) });
      const own = join(watchdog.scratch, `run-${++runs}`);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      return { ...watchdog, folder: join(own, "pipes"), scratch: join(own, "files"), close() {} };
    },
    close: () => watchdog?.close(),
  };
}
