import type { RedisPlace } from "@mulligan/cluster";
import type { Archive, Output } from "../journal/archive.ts";
import type { Captured } from "../processes/capture.ts";
import type { Notify } from "../run/outcome.ts";
import type { RunCommandOptions, RunPlan } from "../run/plan.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { ProgramReporter } from "../tasks/reporter.ts";
import type { RunState } from "../tasks/run-state.ts";
import type { TaskOutput } from "../tasks/task.ts";
import { outputsOf } from "../tasks/task-output.ts";
import { coordinate } from "./coordinate.ts";
import { learningOf } from "./learning.ts";
import { runDetail } from "./run-detail.ts";
import { runName } from "./run-name.ts";
import type { RemoteStopControl } from "./stop-remotely.ts";

export { reachCluster, withClusterDefaults } from "./cluster-options.ts";
export { stopRemotely } from "./stop-remotely.ts";

/** What `mulligan run` has when it is about to begin. */
export interface RunElsewhere {
  readonly place: RedisPlace;
  readonly plan: RunPlan;
  readonly words: RunCommandOptions & {
    readonly state?: string;
    readonly runName?: string;
    readonly window?: number | undefined;
  };
  readonly state: RunState;
  readonly archive: Archive;
  readonly reporter: ProgramReporter;
  readonly stopControl: RemoteStopControl;
  readonly until: number | undefined;
  readonly notice: Notify;
}

/** Runs programs on other machines. */
export async function runRemotely(run: RunElsewhere): Promise<void> {
  const { place, plan, words, state, archive, reporter, stopControl, until, notice } = run;
  const learning = learningOf(plan.setup);
  const detail = runDetail(plan, words);
  await coordinate({
    place,
    run: runName(words.runName, words.state, ["run", learning, detail, plan.inputs ?? null]),
    kind: "run",
    learning,
    detail,
    state,
    archive,
    reporter,
    stopControl,
    until,
    window: words.window ?? windowOf(plan),
    keeps: words.state !== undefined,
    notice,
    recorded: reporter.written,
    async receive(task, _entry, [out, err]) {
      if (out === undefined || err === undefined) return [];
      const output: TaskOutput = { out: captured(out), err: captured(err), discard() {} };
      task.output = output;
      const outputs: Output[] = archive.outputs === undefined ? [] : outputsOf(task, output);
      return outputs;
    },
  });
}

/** Where a number of successes is enough, not many more tasks are begun than that. */
function windowOf({ until }: RunPlan): number | undefined {
  return until === undefined ? undefined : Math.min(500, Math.max(8, until));
}

/** What cannot be had from other machines is refused, not ignored. */
export function checkElsewhere({ out }: Pick<RunCommandOptions, "out">): void {
  if (out !== undefined)
    throw new UsageError("--out: must not go with --redis, got both: files stay on the workers");
}

function captured(bytes: Buffer): Captured {
  return {
    size: bytes.length,
    kept: bytes.length,
    tail: (most) => bytes.subarray(Math.max(0, bytes.length - most)),
    chunks: async function* () {
      yield bytes;
    },
    discard() {},
  };
}
