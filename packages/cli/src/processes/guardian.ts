import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Cgroup, cgroupNamed, enterCgroup } from "./cgroup.ts";
import { signalGroup } from "./process-group.ts";
import { type Strays, watchStrays } from "./strays.ts";
import { startWatcher } from "./watcher.ts";

/** Every program of a run carries this variable, so that it is found even if it left its group. */
const MARK = "MULLIGAN_RUN";
/** And this one, another for each. */
const TRY_MARK = "MULLIGAN_TRY";

/**
 * Programs run in groups of their own, so nothing ends them when this process is killed with -9. A
 * guardian does: a small process that holds the other end of a pipe. It is told of every group that
 * begins and ends; when the pipe closes, however that came about, it kills the groups that are left, and
 * whoever else carries the mark of this run. It is a session of its own, deaf to Ctrl-C.
 *
 * A process that leaves its group behind is found by its mark, as its parent's child, or, where the run may have one,
 * as a member of its cgroup (`cgroup.ts`, `strays.ts`).
 *
 * Tried and lost: a guardian for each program, which would double the cost of a start.
 */
export interface Guardian {
  /** Resolves when programs may be started. */
  readonly ready: Promise<void>;
  /** The environment for the programs of this run. */
  readonly environment: NodeJS.ProcessEnv;
  /** The same for the next program, by which whoever it leaves behind is known. */
  nextEnvironment(): NodeJS.ProcessEnv;
  /** Names for folders of this run, which the guardian removes when the run is gone, if they were made: for pipes, */
  readonly folder: string;
  /** for files, */
  readonly scratch: string;
  /** and for what is to be moved in one step, inside the folder that was given for it. */
  readonly inside: string | undefined;
  /** Who left his group, and cannot be ended for certain. */
  readonly strays: Strays;
  /** `environment` is the one it was started with. */
  began(group: number, environment: NodeJS.ProcessEnv): void;
  ended(group: number): void;
  /** Kills what is left now, and lets the guardian go. */
  dismiss(): void;
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // somebody writes there still
  }
}

export interface GuardianRules {
  /** Where what is to be moved in one step is made. */
  readonly place?: string | undefined;
  /** Whether this process may go into a cgroup of its own. */
  readonly contained?: boolean;
  /** Called when a program has a stray, and there is no cgroup that would hold all it may have. */
  onStray?(): void;
}

export function startGuardian({ place, contained = false, onStray }: GuardianRules = {}): Guardian {
  const mark = `${process.pid}-${randomBytes(8).toString("hex")}`;
  const folder = join(tmpdir(), `mulligan-${mark}`);
  const scratch = `${folder}-files`;
  const inside = place === undefined ? undefined : join(resolve(place), `.mulligan-${mark}`);
  const folders = [folder, scratch, ...(inside === undefined ? [] : [inside])];
  const groups = new Set<number>();
  /** The marks of the programs that run. */
  const marks = new Map<number, string>();
  let tries = 0;
  let cgroup: Cgroup | undefined;
  // The guardian itself must not carry a mark, or the guardian of an outer run would kill it.
  const { [MARK]: _outer, [TRY_MARK]: _try, ...unmarked } = process.env;
  const watcher = startWatcher([`${MARK}=${mark}`, ...folders], unmarked, () => [
    ...(cgroup === undefined ? [] : [`=${cgroup.path}`]),
    ...[...groups].map((group) => `+${group}`),
  ]);
  const { tell } = watcher;

  const killAll = () => {
    for (const group of groups) signalGroup(group, "SIGKILL");
    cgroup?.leave();
  };
  process.on("exit", killAll);

  /** The guardian stays outside: it is started already, and told before anything can go wrong. */
  async function contain(): Promise<void> {
    const path = cgroupNamed(`mulligan-${mark}`);
    if (path === undefined) return;
    tell(`=${path}`);
    cgroup = await enterCgroup(path);
    if (cgroup === undefined) tell("=");
  }

  const strays = watchStrays(() => cgroup?.members(), onStray);
  const environment = { ...process.env, [MARK]: mark };
  return {
    ready: contained ? contain() : Promise.resolve(),
    environment,
    nextEnvironment: () => ({ ...environment, [TRY_MARK]: `${mark}.${++tries}` }),
    strays,
    folder,
    scratch,
    inside,
    began(group, { [TRY_MARK]: name = "" }) {
      groups.add(group);
      marks.set(group, name);
      strays.began(group);
      tell(`+${group}`);
    },
    ended(group) {
      groups.delete(group);
      tell(`-${group}`);
      tell(`~${TRY_MARK}=${marks.get(group)}`);
      marks.delete(group);
    },
    dismiss() {
      process.off("exit", killAll);
      killAll();
      watcher.end();
      // At once, so that who looks after a run finds nothing of it; what cannot be removed yet the guardian removes.
      folders.forEach(removeQuietly);
    },
  };
}
