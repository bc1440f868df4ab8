import { join } from "node:path";
import type { RemoteJob, RemoteRun } from "@mulligan/cluster";
import type { Captured } from "../processes/capture.ts";
import type { MovingCutoff } from "../processes/cuts.ts";
import type { Notify } from "../run/outcome.ts";
import type { RunCommandOptions, RunPlan } from "../run/plan.ts";
import { reasonOf } from "../shell/exit.ts";
import { longTimer } from "../shell/long-timer.ts";
import { hideSecrets } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { RunState } from "../tasks/run-state.ts";
import { isSuccess } from "../tasks/task.ts";
import { fileStem, shownTask } from "../tasks/task-output.ts";
import type { TrialExecutor, TrialRequest, TrialResult } from "../tasks/task-scheduler.ts";
import {
  givenUpText,
  type OpenRemoteRun,
  openRemoteRun,
  progressOf,
  type RemoteStopControl,
} from "./open-run.ts";
import { type PackedFolder, unpackFolder } from "./packed-folder.ts";
import { plain } from "./plain-values.ts";
import type { ClusterOptions } from "./redis-options.ts";
import { type ProgramTrialResult, programResultSchema, runDetail } from "./run-messages.ts";
import type { WorkerSpeeds } from "./worker-speeds.ts";

export { remoteStopControl, withRedisErrors } from "./open-run.ts";
export { WorkerSpeeds } from "./worker-speeds.ts";

/** Registers a run of programs with the cluster. */
export function openRemotePrograms(
  plan: RunPlan,
  options: RunCommandOptions & ClusterOptions & { readonly state?: string },
  { state, stopControl }: { readonly state: RunState; readonly stopControl: RemoteStopControl },
): Promise<OpenRemoteRun> {
  const programs = plan.programs.map(({ command }) => command[0]);
  const title = plan.programs
    .map(({ command }) => hideSecrets(command).join(" "))
    .join(" | ")
    .slice(0, 500);
  return openRemoteRun({
    options,
    document: { kind: "run", title, detail: runDetail(plan, options) },
    programs,
    reads: plan.stdinFrom !== undefined,
    stopControl,
    progress: () => progressOf(state),
  });
}

/** Executes trials on other machines. */
export function remoteProgramExecutor(
  { run, close }: OpenRemoteRun,
  plan: RunPlan,
  { notice, speeds }: { readonly notice: Notify; readonly speeds: WorkerSpeeds },
): TrialExecutor {
  function resultOf(task: TrialRequest["task"], value: ProgramTrialResult): TrialResult {
    for (const [key, text] of value.notices) notice(key, text);
    const { output, folder, notices: _, ...rest } = value;
    const { out } = plan.folders;
    if (folder !== undefined && out !== undefined) {
      writeFolder(folder, join(out, fileStem(shownTask(task, plan.hideInput))));
    }
    const written =
      output === undefined
        ? undefined
        : { out: captured(output.out), err: captured(output.err), discard() {} };
    return { ...rest, output: written };
  }

  return {
    async execute({ task, decision, seed, cutoff }) {
      const { index, input, occurrence } = task;
      const trial = plain({ arm: decision.arm, seed, index, input, occurrence, cutoff: cutoff.at });
      let release = () => {};
      const job = run.jobs.submit(trial, {
        onStart() {
          release();
          release = followCutoff(run, job, cutoff);
        },
      });
      const result = await job.result.finally(() => release());
      if (result.kind === "dropped") return undefined;
      const named = input === null ? `task ${index}` : plan.hideInput(input);
      if (result.kind === "lost") return { problem: `${named}: its worker is gone` };
      if (result.kind === "failed") return { problem: `${named}: ${givenUpText(result.reason)}` };
      const value = programResultSchema.safeParse(result.value);
      const { worker } = result;
      if (!value.success) return { problem: `${named}: worker ${worker} sent no result of a trial` };
      const { outcome } = value.data;
      speeds.add(worker, decision.arm, isSuccess({ outcome }) ? outcome.time : undefined);
      return { ...resultOf(task, value.data), worker, recorded: () => run.jobs.forget(job.id) };
    },
    close,
  };
}

function writeFolder(packed: PackedFolder, place: string): void {
  try {
    unpackFolder(packed, place);
  } catch (error) {
    throw new UsageError(`${place}: cannot be created: ${reasonOf(error)}`);
  }
}

/**
 * Reconsiders the cutoff of a trial that has begun elsewhere, and tells its worker when it moves: when others have
 * taught the policy something, and before the cutoff is reached, early enough for the message to arrive.
 */
function followCutoff(run: RemoteRun, job: RemoteJob, cutoff: MovingCutoff): () => void {
  const began = performance.now() - run.roundTripMs / 2;
  let timer: ReturnType<typeof longTimer> | undefined;
  const elapsed = () => performance.now() - began;
  const wait = () => {
    timer?.clear();
    const margin = Math.min(cutoff.at / 4, 2 + 1.5 * run.roundTripMs);
    if (cutoff.at < Infinity) timer = longTimer(cutoff.at - margin - elapsed(), () => reconsider(cutoff.at));
  };
  const reconsider = (after: number) => {
    const before = cutoff.at;
    const until = cutoff.reconsider(after);
    if (until !== before) run.move(job.id, until);
    if (until > after) wait();
  };
  const unwatch = cutoff.watch(() => reconsider(elapsed()));
  wait();
  return () => {
    timer?.clear();
    unwatch();
  };
}

function captured(bytes: Uint8Array): Captured {
  return {
    size: bytes.length,
    kept: bytes.length,
    tail: (most) => Buffer.from(bytes.subarray(Math.max(0, bytes.length - most))),
    chunks: async function* () {
      yield bytes;
    },
    discard() {},
  };
}
