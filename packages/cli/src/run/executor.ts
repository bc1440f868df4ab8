import { setMaxListeners } from "node:events";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openPipes } from "../processes/pipes.ts";
import { type ProgramResult, runProgram } from "../processes/run-program.ts";
import { startWatchdog } from "../processes/watchdog.ts";
import { startWorkClock } from "../processes/work-clock.ts";
import { formatDuration } from "../shell/duration.ts";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Executor } from "../tasks/loop.ts";
import { type StopControl, startStopControl } from "../tasks/stop-control.ts";
import { isSuccess, type TaskOutput } from "../tasks/task.ts";
import { errorsName, fileStem, resultName, shownTask } from "../tasks/task-output.ts";
import type { TrialRequest, TrialResult } from "../tasks/task-scheduler.ts";
import { type Notify, programOutcome } from "./outcome.ts";
import { captureRules, missingText } from "./output-limit.ts";
import type { RunPlan } from "./plan.ts";
import { fillCommand, fillIn, inputsOf } from "./programs.ts";

/** Executes trials as child processes; `close` kills what is left of them. */
export type ProgramExecutor = Executor<ProgramRequest, TrialResult>;

/** A trial, and what stops it if that is not what stops the run. */
interface ProgramRequest extends TrialRequest {
  readonly stop?: AbortSignal;
}

/** The notice to the user if a cut may miss a process. */
const STRAYS =
  "a program starts processes that leave its process group; Mulligan misses those that drop their environment and outlive their parent";

/** The part of a plan that an executor needs, and the folders in which the file of `stdinFrom` must lie if another machine names it. */
export type ProgramPlan = { readonly stdinFolders?: readonly string[] } & Pick<
  RunPlan,
  | "programs"
  | "lists"
  | "folders"
  | "output"
  | "stdinFrom"
  | "graceMs"
  | "success"
  | "reward"
  | "range"
  | "silence"
  | "chosenFrom"
  | "hideInput"
>;

export function openProgramExecutor(
  plan: ProgramPlan,
  stopControl: Pick<ProgramStopControl, "stop" | "hurry">,
  notice: Notify,
  watchdog = startWatchdog(plan.folders.out),
): ProgramExecutor {
  const pipes = openPipes(watchdog.folder);
  const newFolder = tryFolders(watchdog.inside ?? watchdog.scratch, plan.folders.out);
  const keep = captureRules(plan.output, watchdog.scratch);
  const clock = startWorkClock();
  const { stop: runStop, hurry } = stopControl;
  const checkStart = startChecker(plan, notice);

  return {
    async execute({ task, decision, seed, slot, cutoff, stop = runStop }) {
      const program = plan.programs[decision.arm];
      const folder = plan.folders.wanted ? newFolder() : undefined;
      const { index: number, input } = task;
      const inputs = inputsOf(input, plan.lists);
      const values = { seed, inputs, number, slot, arm: program.name, tmp: folder?.path };
      const command = fillCommand(program.command, values);
      const stdin = plan.stdinFrom === undefined ? undefined : fillIn(plan.stdinFrom, values);
      const silence = plan.silence?.watch(decision.arm, task, clock.now());
      const how = { silence, cutoff, graceMs: plan.graceMs, watchdog, clock, pipes, keep, stop, hurry };
      const onDaemon = () => notice("strays", STRAYS);
      const onUnreachable = (text: string) => notice(text, text);
      const { stdinFolders } = plan;
      const decided = cutoff.at;
      const ended = await runProgram({ command, stdin, stdinFolders, ...how, onDaemon, onUnreachable });
      checkStart(program.name, decided, ended);
      const outcome = programOutcome(ended, program.name, { ...plan, notice });
      const solved = isSuccess({ outcome });
      if (solved) folder?.keep(fileStem(shownTask(task, plan.hideInput)));
      else folder?.remove();
      const complaint = solved ? "" : lastLines(ended.complaint);
      return {
        outcome,
        stopped: ended.kind === "cut" && ended.stopped,
        ...(ended.kind === "cut" && ended.by !== undefined ? { cut: ended.by } : {}),
        // A program may end before it can be cut, beyond its cutoff: its result counts, as that of a try that had so long.
        ...(outcome.kind === "completed" && outcome.time > cutoff.at ? { cutoff: outcome.time } : {}),
        gaps: silence?.gaps(),
        exit: ended.kind === "cut" ? undefined : failureOf(ended, plan.success),
        ...(complaint === "" ? {} : { complaint }),
        received: ended.output.size,
        output: outputOf(task, ended, { solved, plan, notice }),
      };
    },
    async close() {
      clock.release();
      await watchdog.close();
      pipes.close();
    },
  };
}

/** Compares the cutoffs that the user chose with the time in which the first try started. */
function startChecker({ chosenFrom }: ProgramPlan, notice: Notify) {
  let first: number | undefined;
  return (arm: string, decided: number, { startMs }: ProgramResult) => {
    first ??= startMs;
    if (!(decided >= chosenFrom && decided < first)) return;
    notice(
      "short cutoff",
      `arm ${arm}: a cutoff of ${formatDuration(decided)} is shorter than the ${formatDuration(first)} that the first try took to start; such tries may be cut before the program does anything`,
    );
  };
}

/** How much is kept of the standard error of a try without success. */
const MAX_COMPLAINT = { lines: 5, bytes: 1_000 };

function lastLines({ tail }: ProgramResult["complaint"]): string {
  const text = tail(MAX_COMPLAINT.bytes)
    .toString("utf8")
    .replace(/^\uFFFD+/, "");
  return text.trimEnd().split("\n").slice(-MAX_COMPLAINT.lines).join("\n");
}

type Exited = ProgramResult & { readonly kind: "exited" };

/** The output of a program, if it is wanted. A notice names a missing part. */
function outputOf(
  task: TrialRequest["task"],
  { output: out, complaint: err }: ProgramResult,
  { solved, plan, notice }: { readonly solved: boolean; readonly plan: ProgramPlan; readonly notice: Notify },
): TaskOutput | undefined {
  const discard = () => {
    out.discard();
    err.discard();
  };
  if (!solved || !plan.output.wanted) {
    discard();
    return undefined;
  }
  const { results } = plan.output;
  const shown = shownTask(task, plan.hideInput);
  const named = shown.input ?? shown.index;
  const names =
    results === undefined
      ? [`output of ${named}`, `standard error of ${named}`]
      : [resultName(shown), errorsName(shown)].map((name) => join(results, name));
  for (const [place, captured] of [out, err].entries()) {
    const missing = missingText(names[place], captured);
    if (missing !== undefined) notice(missing, missing);
  }
  return { out, err, discard };
}

/** The exit code or signal of a program that failed. A program that succeeded without a reward did not fail. */
function failureOf({ code, signal }: Exited, success: readonly number[]): TrialResult["exit"] {
  return code !== undefined && success.includes(code) ? undefined : (code ?? signal);
}

export interface ProgramStopControl extends StopControl {
  /** Aborted when the running programs are to end. */
  readonly stop: AbortSignal;
  /** Aborted when even the grace is too long. */
  readonly hurry: AbortSignal;
}

/** Returns the stop control of a run: Ctrl-C and the end of the budget end programs with their grace period, a second Ctrl-C without it. */
export function programStopControl(budgetMs: number | undefined): ProgramStopControl {
  const stop = new AbortController();
  const hurry = new AbortController();
  setMaxListeners(0, stop.signal, hurry.signal);
  const stopControl = startStopControl(budgetMs, { stop: () => stop.abort(), hurry: () => hurry.abort() });
  return Object.assign(stopControl, { stop: stop.signal, hurry: hurry.signal });
}

/**
 * Makes the folder `{tmp}` of a try. With `--out`, `scratch` lies inside it, so that a folder is moved in one step. The watchdog
 * removes what a crash leaves in `scratch`.
 */
function tryFolders(scratch: string, out: string | undefined) {
  let made = 0;
  return () => {
    const path = join(scratch, `try-${++made}`);
    // Others cannot look into it here; in `--out` its mode is that of any folder the user makes.
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    mkdirSync(path);
    const remove = () => {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A folder that is write-protected does not end the run; the watchdog tries again.
      }
    };
    return {
      path,
      remove,
      /** Moves what a successful try left there into `--out`, in one step; without `--out` it is removed. */
      keep(name: string): void {
        if (out === undefined) {
          remove();
          return;
        }
        try {
          replaceFolder(path, join(out, name), join(scratch, `old-${made}`));
        } catch (error) {
          throw new UsageError(`${join(out, name)}: cannot be created: ${reasonOf(error)}`);
        }
      },
    };
  };
}

/** Replaces what a run left there that crashed before it recorded it. */
function replaceFolder(from: string, to: string, aside: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOTDIR") throw error;
    renameSync(to, aside);
    renameSync(from, to);
    rmSync(aside, { recursive: true, force: true });
  }
}
