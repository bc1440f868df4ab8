import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TrialHandle, WorkKind } from "@mulligan/cluster";
import type { Captured } from "../processes/capture.ts";
import type { MovingCutoff } from "../processes/cuts.ts";
import { startProblem } from "../processes/program-command.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import { openProgramExecutor } from "../run/executor.ts";
import type { Notify } from "../run/outcome.ts";
import { placesIn } from "../run/programs.ts";
import { roundToMicroseconds } from "../shell/duration.ts";
import { fileStem, shownTask } from "../tasks/task-output.ts";
import type { TrialResult } from "../tasks/task-scheduler.ts";
import { packFolder } from "./pack-folder.ts";
import { plain } from "./plain-values.ts";
import { programTrialSchema, readRunDetail } from "./run-messages.ts";

/**
 * Returns the reason why a worker refuses these programs, or undefined. The first word of a command must equal a name that `--allow` gave,
 * letter by letter, without a placeholder such as {input}. A name without a slash is found on the PATH of the worker. No shell is used, but
 * an allowed program may get any arguments.
 */
export function programRefusal(programs: readonly string[], allowed: readonly string[]): string | undefined {
  for (const program of programs) {
    if (!allowed.includes(program) || placesIn([program]).size > 0) {
      const names = allowed.length === 0 ? "it allows none" : `it allows ${allowed.join(", ")}`;
      return `${program}: a worker does not allow this program, ${names} (mulligan worker --allow)`;
    }
    const problem = startProblem(program);
    if (problem !== undefined) return `${program}: cannot be started: ${problem}`;
  }
  return undefined;
}

interface ProgramWorkSetting {
  /** Programs that may be run. */
  readonly allow: readonly string[];
  /** Folders whose files may be given to programs as their standard input: paths without links. */
  readonly allowRead: readonly string[];
  /** Aborted when programs are to end without grace. */
  readonly hurry: AbortSignal;
}

/** Executes trials of programs for other machines; `close` kills what is left of them. */
export function programWork({
  allow,
  allowRead,
  hurry,
}: ProgramWorkSetting): WorkKind & { close(): Promise<void> } {
  const watchdogs = sharedWatchdog();
  return {
    close: watchdogs.close,
    open({ detail }) {
      const watchdog = watchdogs.forOne();
      const plan = readRunDetail(detail, join(watchdog.scratch, "out"));
      // The needs of the queue were checked before, but anyone who can write to Redis can put another run into it.
      const programs = plan.programs.map(({ command }) => command[0]);
      const reason = programRefusal(programs, allow);
      if (reason !== undefined) throw new RangeError(reason);
      const notices: [string, string][] = [];
      const notice = (key: string, text: string) =>
        void notices.push([key.slice(0, 200), text.slice(0, 10_000)]);
      const stop = new AbortController().signal;
      const limited = { ...plan, stdinFolders: allowRead };
      const executor = openProgramExecutor(limited, { stop, hurry }, notice, watchdog);
      return {
        async execute(work, trial) {
          const { arm, seed, cutoff: first, ...task } = programTrialSchema.parse(work);
          if (arm >= plan.programs.length) throw new RangeError("the trial has no such arm");
          const cutoff = remoteCutoff(first, trial);
          trial.started();
          const result = await executor.execute({
            ...{ task, decision: { arm }, seed, slot: 1 },
            ...{ cutoff, stop: trial.stop },
          });
          trial.isCut = result.outcome.kind === "censored";
          const { output, gaps: _, ...rest } = result;
          const place =
            plan.folders.out === undefined
              ? undefined
              : join(plan.folders.out, fileStem(shownTask(task, plan.hideInput)));
          return plain({
            cutoff: cutoff.at,
            ...rest,
            ...(output === undefined ? {} : { output: await read(output) }),
            ...(place === undefined ? {} : takeFolder(place, plan.limit, notice)),
            notices: notices.splice(0).slice(0, 20),
          });
        },
        close: () => executor.close(),
      };
    },
  };
}

/** The cutoff that the deciding process sent last. */
function remoteCutoff(first: number, trial: TrialHandle): MovingCutoff {
  let at = trial.cutoff ?? first;
  return {
    get at() {
      return at;
    },
    reconsider(elapsed) {
      const until = trial.cutoff ?? first;
      at = until > elapsed ? until : Math.min(at, roundToMicroseconds(elapsed));
      return at;
    },
    watch: (moved) => trial.onMove(moved),
  };
}

async function read({ out, err, discard }: NonNullable<TrialResult["output"]>) {
  const all = async ({ chunks }: Captured) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks()) parts.push(chunk);
    return Buffer.concat(parts);
  };
  const output = { out: await all(out), err: await all(err) };
  discard();
  return output;
}

/** Packs the folder that a successful trial left, and removes it. Other trials leave none. */
function takeFolder(place: string, limit: number, notice: Notify) {
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return {};
  try {
    return { folder: packFolder(place, limit, notice) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    notice("folders", `--out: ${error.message}`);
    return {};
  } finally {
    try {
      rmSync(place, { recursive: true, force: true });
    } catch {
      // A folder that is write-protected does not lose the trial; the watchdog tries again.
    }
  }
}

/** One watchdog for all runs of a worker, since it is a process. Each run has folders of its own. */
function sharedWatchdog() {
  let watchdog: Watchdog | undefined;
  let runs = 0;
  return {
    forOne(): Watchdog {
      watchdog ??= startWatchdog();
      const own = join(watchdog.scratch, `run-${++runs}`);
      const scratch = join(own, "files");
      for (const folder of [own, join(scratch, "out")]) mkdirSync(folder, { recursive: true, mode: 0o700 });
      return { ...watchdog, folder: join(own, "pipes"), scratch, inside: undefined, async close() {} };
    },
    close: async () => watchdog?.close(),
  };
}
