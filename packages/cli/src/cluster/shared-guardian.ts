import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Guardian, startGuardian } from "../processes/guardian.ts";
import { isOwnProcess } from "../processes/own-process.ts";
import { STRAYS } from "../run/executor.ts";
import { sayOnceEach } from "../shell/output.ts";

/** One guardian for all runs of a worker, started with the first. */
export interface SharedGuardian {
  /** For one run: with folders of its own, and not to be dismissed with it. */
  forOne(): Guardian;
  /** Ends what is left of all. */
  close(): void;
}

/**
 * A process can be in one cgroup only, and a guardian that is dismissed kills who is in its own: one for each run would
 * end the others, and the worker with them.
 */
export function sharedGuardian(): SharedGuardian {
  const notice = sayOnceEach();
  let guardian: Guardian | undefined;
  let runs = 0;
  return {
    forOne() {
      guardian ??= startGuardian({ contained: isOwnProcess(), onStray: () => notice("strays", STRAYS) });
      const own = join(guardian.scratch, `run-${++runs}`);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      return { ...guardian, folder: join(own, "pipes"), scratch: join(own, "files"), dismiss() {} };
    },
    close: () => guardian?.dismiss(),
  };
}
