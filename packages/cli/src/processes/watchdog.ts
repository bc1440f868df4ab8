import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startedModule } from "../shell/assets.ts";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { signalGroup } from "./process-group.ts";

/** An environment variable of every program of a run, so that it is found even if it left its group. */
const MARK = "MULLIGAN_RUN";
/** The same with a different value for each program. */
const TRY_MARK = "MULLIGAN_TRY";

/**
 * A small process that kills the programs if this process is killed with -9. It reads from a pipe which groups begin and end. When the pipe
 * closes, it kills the remaining groups, and all other processes with the mark of this run. It has a session of its own, so that Ctrl-C
 * does not reach it.
 *
 * A process that leaves its group is found by its mark, or as a descendant of its program (`end-program.ts`). One that drops its
 * environment and outlives its parent is found by neither.
 *
 * Tried and lost: a watchdog for each program, which would double the cost of a start. A cgroup for the run, which finds all its processes,
 * but which few systems allow.
 */
export interface Watchdog {
  /** The environment for the programs of this run. */
  readonly environment: NodeJS.ProcessEnv;
  /** The environment for the next program, with its own mark. */
  nextEnvironment(): NodeJS.ProcessEnv;
  /** A folder for pipes. The caller makes it if needed; the watchdog removes it when the run is gone. */
  readonly folder: string;
  /** The same for files. */
  readonly scratch: string;
  /** The same for files that are to be moved in one step, inside the folder `place`. */
  readonly inside: string | undefined;
  /** A program has started, with this environment. */
  began(group: number, environment: NodeJS.ProcessEnv): void;
  ended(group: number): void;
  /** Kills all programs that are left, and ends the watchdog. */
  close(): Promise<void>;
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // a program still writes there
  }
}

/** Refuses a folder for temporary files that is not writable. */
export function checkTemporaryFolder(): void {
  temporaryFolder(`mulligan-${process.pid}-${randomBytes(8).toString("hex")}`);
}

/**
 * The path of a new folder for temporary files, which can be made: it was made and removed again. The folder in which it
 * lies is not made if it is missing, since it would be left behind, and since Node never ends to make one in /proc.
 */
function temporaryFolder(name: string): string {
  const place = resolve(tmpdir());
  const folder = join(place, name);
  try {
    mkdirSync(folder, { mode: 0o700 });
    rmdirSync(folder);
  } catch (error) {
    throw new UsageError(`TMPDIR: must be a writable folder, got ${place}: ${reasonOf(error)}`);
  }
  return folder;
}

/** Starts a watchdog; `place` is the folder into which files will be moved in one step. */
export function startWatchdog(place?: string): Watchdog {
  const mark = `${process.pid}-${randomBytes(8).toString("hex")}`;
  const folder = temporaryFolder(`mulligan-${mark}`);
  const scratch = `${folder}-files`;
  const inside = place === undefined ? undefined : join(resolve(place), `.mulligan-${mark}`);
  const folders = [folder, scratch, ...(inside === undefined ? [] : [inside])];
  const groups = new Set<number>();
  /** The marks of the programs that run. */
  const marks = new Map<number, string>();
  let tries = 0;
  // The watchdog itself must not carry a mark, or the watchdog of an outer run would kill it.
  const { [MARK]: _outer, [TRY_MARK]: _try, ...unmarked } = process.env;
  const { tell, end } = startProcess([`${MARK}=${mark}`, ...folders], unmarked, () =>
    [...groups].map((group) => `+${group}`),
  );

  const killAll = () => {
    for (const group of groups) signalGroup(group, "SIGKILL");
  };
  process.on("exit", killAll);

  const environment = { ...process.env, [MARK]: mark };
  return {
    environment,
    nextEnvironment: () => ({ ...environment, [TRY_MARK]: `${mark}.${++tries}` }),
    folder,
    scratch,
    inside,
    began(group, { [TRY_MARK]: name = "" }) {
      groups.add(group);
      marks.set(group, name);
      tell(`+${group}`);
    },
    ended(group) {
      groups.delete(group);
      tell(`-${group}`);
      tell(`~${TRY_MARK}=${marks.get(group)}`);
      marks.delete(group);
    },
    async close() {
      process.off("exit", killAll);
      killAll();
      end();
      // At once, so that nothing is left right after a run; the watchdog removes what cannot be removed yet.
      folders.forEach(removeQuietly);
    },
  };
}

const MAX_RESTARTS = 5;
const PROGRAM = fileURLToPath(startedModule("watchdog"));

/** Starts the watchdog's process, and starts it again if it is killed; `known` are the lines that a new one must get. */
function startProcess(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  known: () => readonly string[],
): { tell(line: string): void; end(): void } {
  let restarts = 0;
  let ended = false;
  let current = start();

  function start(): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env,
      cwd: "/",
    });
    child.stdin?.on("error", () => {});
    child.on("error", () => {});
    child.on("exit", () => {
      if (ended || ++restarts > MAX_RESTARTS) return;
      current = start();
      for (const line of known()) tell(line);
    });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    return child;
  }

  function tell(line: string): void {
    current.stdin?.write(`${line}\n`);
  }

  return {
    tell,
    end() {
      ended = true;
      current.stdin?.end();
    },
  };
}
