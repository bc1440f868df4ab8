import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { signalGroup } from "./process-group.ts";

/** Every program of a run carries this variable, so that it is found even if it left its group. */
const MARK = "MULLIGAN_RUN";

/**
 * Programs run in groups of their own, so nothing ends them when this process is killed with -9. A
 * guardian does: a small process that holds the other end of a pipe. It is told of every group that
 * begins and ends; when the pipe closes, however that came about, it kills the groups that are left, and
 * whoever else carries the mark of this run. It is a session of its own, deaf to Ctrl-C.
 *
 * Tried and lost: a guardian for each program, which would double the cost of a start.
 */
export interface Guardian {
  /** The environment for the programs of this run. */
  readonly environment: NodeJS.ProcessEnv;
  /** Names for folders of this run, which the guardian removes when the run is gone, if they were made: for pipes, */
  readonly folder: string;
  /** for files, */
  readonly scratch: string;
  /** and for what is to be moved in one step, inside the folder that was given for it. */
  readonly inside: string | undefined;
  began(group: number): void;
  ended(group: number): void;
  /** Kills what is left now, and lets the guardian go. */
  dismiss(): void;
}

const MAX_REVIVALS = 5;
/** The compiled program, seen from src/processes and from dist/processes alike. */
const PROGRAM = fileURLToPath(new URL("../../dist/processes/guardian-main.js", import.meta.url));

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // somebody writes there still
  }
}

export function startGuardian(place?: string): Guardian {
  const mark = `${process.pid}-${randomBytes(8).toString("hex")}`;
  const folder = join(tmpdir(), `mulligan-${mark}`);
  const scratch = `${folder}-files`;
  const inside = place === undefined ? undefined : join(resolve(place), `.mulligan-${mark}`);
  const folders = [folder, scratch, ...(inside === undefined ? [] : [inside])];
  const groups = new Set<number>();
  let revivals = 0;
  let dismissed = false;
  let watcher = revive();

  /** The guardian itself must not carry a mark, or the guardian of an outer run would kill it. */
  function revive(): ChildProcess {
    const { [MARK]: _outer, ...environment } = process.env;
    const child = spawn(process.execPath, [PROGRAM, `${MARK}=${mark}`, ...folders], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env: environment,
      cwd: "/",
    });
    child.stdin?.on("error", () => {});
    child.on("error", () => {});
    child.on("exit", () => {
      if (dismissed || ++revivals > MAX_REVIVALS) return;
      watcher = revive();
      for (const group of groups) tell(`+${group}\n`);
    });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    return child;
  }

  function tell(line: string): void {
    watcher.stdin?.write(line);
  }

  const killAll = () => {
    for (const group of groups) signalGroup(group, "SIGKILL");
  };
  process.on("exit", killAll);

  return {
    environment: { ...process.env, [MARK]: mark },
    folder,
    scratch,
    inside,
    began(group) {
      groups.add(group);
      tell(`+${group}\n`);
    },
    ended(group) {
      groups.delete(group);
      tell(`-${group}\n`);
    },
    dismiss() {
      dismissed = true;
      process.off("exit", killAll);
      killAll();
      watcher.stdin?.end();
      // At once, so that who looks after a run finds nothing of it; what cannot be removed yet the guardian removes.
      folders.forEach(removeQuietly);
    },
  };
}
