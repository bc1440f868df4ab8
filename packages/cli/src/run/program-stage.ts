import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { runAttempt } from "../processes/attempt.ts";
import { startGuardian } from "../processes/guardian.ts";
import type { MovingCutoff } from "../processes/moving-cutoff.ts";
import { openPipes } from "../processes/pipes.ts";
import { startWorkClock } from "../processes/work-clock.ts";
import type { Task } from "../tasks/task.ts";
import type { Attempted } from "../tasks/work-through.ts";
import { type Judge, outcomeOf } from "./judge.ts";
import type { RunPlan } from "./plan.ts";
import { fillIn } from "./programs.ts";
import type { ProgramStopping } from "./stopping.ts";

/** The programs of a run, ready to be tried. */
export interface ProgramStage {
  attempt(task: Task, decision: Decision, cutoff: MovingCutoff): Promise<Attempted>;
  /** Ends what is left of them. */
  close(): void;
}

export function openStage(
  plan: RunPlan,
  stopping: ProgramStopping,
  notice: Judge["notice"],
  guardian = startGuardian(),
): ProgramStage {
  const pipes = openPipes(guardian.folder);
  const clock = startWorkClock();
  const { stop, hurry } = stopping;
  return {
    async attempt(task, { arm }, cutoff) {
      const seed = seedOf(plan.seed, task);
      const program = plan.programs[arm];
      const command = fillIn(program, { seed, input: task.input });
      const how = { cutoff, graceMs: plan.graceMs, guardian, clock, pipes, stop, hurry };
      const ended = await runAttempt({ command, ...how });
      const outcome = outcomeOf(ended, program.name, { ...plan, notice });
      return {
        seed,
        outcome,
        stopped: ended.kind === "cut" && ended.stopped,
        output: ended.kind === "exited" ? ended.output.bytes : undefined,
      };
    },
    close() {
      clock.release();
      guardian.dismiss();
      pipes.close();
    },
  };
}

/** From 1 to 10⁹, which every solver takes; an own one for each trial, the same in every run. */
function seedOf(seed: number, { input, occurrence, trials }: Task): number {
  return 1 + Math.floor(stream(seed, "run", input ?? "", occurrence, trials).uniform() * 1e9);
}
