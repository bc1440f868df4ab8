// node --expose-gc restarts-inside.mjs RESTARTS: `mulligan run` from inside its own process, cutting a tiny program
// again and again, and what it holds before, after a fifth, after the half and at the end, as one line of JSON.
import { readdirSync, readFileSync } from "node:fs";
import { openArchive } from "../../packages/cli/dist/journal/archive.js";
import { startWatchdog } from "../../packages/cli/dist/processes/watchdog.js";
import { openProgramExecutor, programStopControl } from "../../packages/cli/dist/run/executor.js";
import { readRunPlan } from "../../packages/cli/dist/run/plan.js";
import { openRunState } from "../../packages/cli/dist/run/state.js";
import { runTrials } from "../../packages/cli/dist/tasks/loop.js";
import { taskScheduler } from "../../packages/cli/dist/tasks/task-scheduler.js";

const restarts = Number(process.argv[2]);
const plan = await readRunPlan(["sleep", "{}", ":::", "60", "60"], {
  mode: "retry",
  schedule: "constant",
  retries: restarts / 2,
  policy: "never",
  cutoffs: "..4ms",
  jobs: 2,
  success: "0",
  reward: "exit",
  grace: "100ms",
  seed: 1,
});
const moments = [0.2, 0.5, 1].map((share) => Math.floor(share * restarts));
const samples = [];
const before = sample();
const watchdog = startWatchdog();
const stopControl = programStopControl(undefined);
const archive = await openArchive(undefined, plan.header, undefined);
const state = await openRunState(plan, archive, () => {});
const executor = openProgramExecutor(plan, stopControl, () => {}, watchdog);
const began = performance.now();
const context = {
  state,
  archive: { ...archive, keep: sampleAtMoments },
  reporter: { report() {} },
  stopControl,
};
await runTrials(
  context,
  taskScheduler(context, { policy: plan.setup.policy, executor, jobs: plan.jobs, seed: plan.seed }),
);
const seconds = (performance.now() - began) / 1_000;
stopControl.release();
await executor.close();
await new Promise((resolve) => setTimeout(resolve, 1_000));
console.log(JSON.stringify({ seconds, before, samples, left: { ...sample(), programs: programs() } }));

/** After every trial. */
function sampleAtMoments() {
  const { trials: tries } = state;
  if (tries === moments[samples.length]) samples.push({ tries, ...sample() });
  return undefined;
}

function sample() {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heap: heapUsed,
    rss,
    descriptors: readdirSync("/proc/self/fd").length,
    children: readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").split(" ").filter(Boolean)
      .length,
  };
}

/** Who carries the mark of this run, wherever he went. */
function programs() {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "latin1").includes(mark());
    } catch {
      return false;
    }
  }).length;
}

function mark() {
  return `MULLIGAN_RUN=${watchdog.environment.MULLIGAN_RUN}`;
}
