import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { mayUseCgroup } from "../processes/cgroup.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import { STRAYS } from "../run/executor.ts";
import { sayOnceEach } from "../shell/output.ts";

/** One watchdog for all runs of a worker, started with the first. */
export interface SharedGuardian {
  /** For one run: it has folders of its own, and its `close` does nothing. */
  forOne(): Watchdog;
  /** Kills what is left of all runs. */
  close(): Promise<void>;
}

/**
 * A process can be in one cgroup only, and a watchdog that is closed kills all processes in its own: with one for each
 * run it would kill the other runs, and the worker.
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
      return { ...watchdog, folder: join(own, "pipes"), scratch: join(own, "files"), async close() {} };
    },
    close: async () => watchdog?.close(),
  };
}
