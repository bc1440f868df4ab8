import type { Decision, Outcome } from "@mulligan/core";
import { expect, onTestFinished, test } from "vitest";
import { startCommand } from "../../../../soak/started.mjs";
import { isThorough } from "../../../../test/thorough.ts";
import { withRedis } from "../../../../test/with-redis.ts";
import {
  openRemotePrograms,
  remoteProgramExecutor,
  remoteStopControl,
  WorkerSpeeds,
} from "../../src/cluster/run-remotely.ts";
import { openArchive } from "../../src/journal/archive.ts";
import { type RunCommandOptions, readRunPlan } from "../../src/run/plan.ts";
import { openRunState } from "../../src/run/state.ts";
import { runTrials } from "../../src/tasks/loop.ts";
import type { RunPolicy } from "../../src/tasks/task-policy.ts";
import { taskScheduler } from "../../src/tasks/task-scheduler.ts";

/** A call of the policy, and what it returned. */
type Call =
  | {
      readonly kind: "decide";
      readonly context: Parameters<RunPolicy["decide"]>[0];
      readonly result: Decision;
    }
  | {
      readonly kind: "reconsider";
      readonly decision: Decision;
      readonly elapsed: number;
      readonly result: number;
    }
  | { readonly kind: "observe"; readonly decision: Decision; readonly outcome: Outcome };

/** The policy, with a list of the calls that it got. */
function recorded(policy: RunPolicy): { readonly policy: RunPolicy; readonly calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    policy: {
      ...policy,
      decide(context) {
        const result = policy.decide(context);
        calls.push({ kind: "decide", context, result });
        return result;
      },
      reconsider(decision, elapsed) {
        const result = policy.reconsider(decision, elapsed);
        calls.push({ kind: "reconsider", decision, elapsed, result });
        return result;
      },
      observe(decision, outcome) {
        policy.observe(decision, outcome);
        calls.push({ kind: "observe", decision, outcome });
      },
      observed: 0,
    },
  };
}

/** Makes the same calls to another policy, and returns what it answered. */
function replay(policy: RunPolicy, calls: readonly Call[]): Call[] {
  return calls.map((call) => {
    if (call.kind === "decide") return { ...call, result: policy.decide(call.context) };
    if (call.kind === "reconsider")
      return { ...call, result: policy.reconsider(call.decision, call.elapsed) };
    policy.observe(call.decision, call.outcome);
    return call;
  });
}

/** Most tries of these tasks take some hundredths of a second, some hang: so cutoffs are learned, and move. */
const PROGRAM = "x=$(( ($1 * 7919 + $2) % 10 )); if [ $x -lt 3 ]; then sleep 20; else sleep 0.0$x; fi";
const WORDS = ["bash", "-c", PROGRAM, "_", "{input}", "{seed}", ":::"];
const TASKS = Array.from({ length: 40 }, (_, task) => String(task));

const policies = ["hidden-types"];
if (isThorough) policies.push("hidden-types:halfLife=30", "km-ts", "km-ts:halfLife=30");

withRedis("the policy of a run on a cluster", (redis) => {
  test.each(policies)("%s decides as without one, for the same outcomes in the same order", async (name) => {
    const worker = startCommand(["worker", "--redis", redis().url, "--jobs", "8", "--allow", "bash"]);
    onTestFinished(() => void worker.child.kill("SIGKILL"));
    const options: RunCommandOptions = {
      ...{ mode: "retry", policy: name, cutoffs: "auto", seed: 5, jobs: 8 },
      ...{ success: "0", reward: "exit", grace: "1s", json: true },
    };
    const plan = await readRunPlan([...WORDS, ...TASKS], options);
    const archive = await openArchive(undefined, plan.header, undefined);
    const state = await openRunState(plan, archive, () => {});
    const stopControl = remoteStopControl(undefined);
    const { policy, calls } = recorded(plan.setup.policy);
    const remote = await openRemotePrograms(plan, { ...options, redis: redis().url }, { state, stopControl });
    const executor = remoteProgramExecutor(remote, plan, { notice() {}, speeds: new WorkerSpeeds() });
    try {
      const context = { state, archive, reporter: { report() {} }, stopControl };
      await runTrials(
        context,
        taskScheduler(context, { policy, executor, jobs: remote.jobs, seed: plan.seed }),
      );
    } finally {
      await executor.close();
      stopControl.release();
    }
    expect(state.solved).toBe(TASKS.length);
    const kinds = calls.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "observe").length).toBeGreaterThanOrEqual(TASKS.length);
    if (name.startsWith("hidden-types")) expect(kinds).toContain("reconsider");
    // A cutoff that moved while the trial was under way is the one that the policy learned from.
    const local = await readRunPlan([...WORDS, ...TASKS], options);
    expect(replay(local.setup.policy, calls)).toEqual(calls);
  });
});
