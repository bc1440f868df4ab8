import { join } from "node:path";
import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { mayUseCgroup } from "../processes/cgroup.ts";
import { openPipes } from "../processes/pipes.ts";
import { type MovingCutoff, type ProgramResult, runProgram } from "../processes/run-program.ts";
import { startWatchdog } from "../processes/watchdog.ts";
import { startWorkClock } from "../processes/work-clock.ts";
import { errorsName, resultName, stemOf } from "../tasks/result-name.ts";
import { isSuccess, type Task, type TaskOutput } from "../tasks/task.ts";
import type { Attempted } from "../tasks/work-through.ts";
import { type Judge, outcomeOf } from "./judge.ts";
import { keepingRules, missingText } from "./output-limit.ts";
import { fillIn } from "./places.ts";
import type { RunPlan } from "./plan.ts";
import type { ProgramStopping } from "./stopping.ts";
import { tryFolders } from "./try-folder.ts";

/** The programs of a run, ready to be tried. */
export interface ProgramStage {
  attempt(task: Task, decision: Decision, cutoff: MovingCutoff): Promise<Attempted>;
  /** Ends what is left of them. */
  close(): void;
}

/** What the user is told where it cannot be made certain that nobody is left behind. */
export const STRAYS =
  "a program starts processes that leave its process group; without a cgroup, those whose parent ends first, and that drop their environment, are not found and go on";

/** What the programs are, and what is wanted of them. */
export type StagePlan = Pick<
  RunPlan,
  "programs" | "seed" | "folders" | "output" | "stdinFrom" | "graceMs" | "success" | "reward"
>;

export function openStage(
  plan: StagePlan,
  stopping: Pick<ProgramStopping, "stop" | "hurry">,
  notice: Judge["notice"],
  watchdog = startWatchdog({
    place: plan.folders.out,
    contained: mayUseCgroup(),
    onDaemon: () => notice("strays", STRAYS),
  }),
): ProgramStage {
  const pipes = openPipes(watchdog.folder);
  const newFolder = tryFolders(watchdog.inside ?? watchdog.scratch, plan.folders.out);
  const keep = keepingRules(plan.output, watchdog.scratch);
  const clock = startWorkClock();
  const { stop, hurry } = stopping;

  /** What is wanted of it; what is missing is named. */
  function outputOf(
    task: Task,
    { output: out, complaint: err }: ProgramResult & { readonly kind: "exited" },
    solved: boolean,
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
    const names =
      results === undefined
        ? [`output of ${task.input ?? task.index}`, `standard error of ${task.input ?? task.index}`]
        : [resultName(task), errorsName(task)].map((name) => join(results, name));
    for (const [place, captured] of [out, err].entries()) {
      const missing = missingText(names[place], captured);
      if (missing !== undefined) notice(missing, missing);
    }
    return { out, err, discard };
  }

  return {
    async attempt(task, { arm }, cutoff) {
      const seed = seedOf(plan.seed, task);
      const program = plan.programs[arm];
      const folder = plan.folders.wanted ? newFolder() : undefined;
      const words = { seed, input: task.input, number: task.index, arm: program.name, tmp: folder?.path };
      const command = program.command.map((word) => fillIn(word, words));
      const stdin = plan.stdinFrom === undefined ? undefined : fillIn(plan.stdinFrom, words);
      const how = { cutoff, graceMs: plan.graceMs, watchdog, clock, pipes, keep, stop, hurry };
      const ended = await runProgram({ command, stdin, ...how });
      const outcome = outcomeOf(ended, program.name, { ...plan, notice });
      const solved = isSuccess({ outcome });
      if (solved) folder?.keep(stemOf(task));
      else folder?.remove();
      return {
        seed,
        outcome,
        stopped: ended.kind === "cut" && ended.stopped,
        exit: ended.kind === "cut" ? undefined : failureOf(ended, plan.success),
        output: ended.kind === "cut" ? undefined : outputOf(task, ended, solved),
      };
    },
    close() {
      clock.release();
      watchdog.close();
      pipes.close();
    },
  };
}

/** How a program failed. One that ended with success and without a reward did not. */
function failureOf(
  { code, signal }: ProgramResult & { readonly kind: "exited" },
  success: readonly number[],
): Attempted["exit"] {
  return code !== undefined && success.includes(code) ? undefined : (code ?? signal);
}

/** From 1 to 10⁹, which every solver takes; an own one for each trial, the same in every run. */
function seedOf(seed: number, { input, occurrence, trials }: Task): number {
  return 1 + Math.floor(stream(seed, "run", input ?? "", occurrence, trials).uniform() * 1e9);
}
