// node --expose-gc restarts-inside.mjs RESTARTS: `mulligan run` from inside its own process, cutting a tiny program
// again and again, and what it holds before, after a fifth, after the half and at the end, as one line of JSON.
import { readdirSync, readFileSync } from "node:fs";
import { openArchive } from "../../packages/cli/dist/journal/archive.js";
import { startWatchdog } from "../../packages/cli/dist/processes/watchdog.js";
import { readPlan } from "../../packages/cli/dist/run/plan.js";
import { openStage } from "../../packages/cli/dist/run/program-stage.js";
import { openRunBook } from "../../packages/cli/dist/run/run-book.js";
import { stopPrograms } from "../../packages/cli/dist/run/stopping.js";
import { workThrough } from "../../packages/cli/dist/tasks/work-through.js";

const restarts = Number(process.argv[2]);
const plan = await readPlan(["sleep", "60", ":::", "a", "b"], {
  mode: "retry",
  schedule: "constant",
  maxRestarts: restarts / 2 - 1,
  policy: "fixed:cutoff=4",
  cutoffs: "auto",
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
const stopping = stopPrograms(undefined);
const archive = await openArchive(undefined, plan.header, undefined);
const book = await openRunBook(plan, archive, { draws: false, notice() {} });
const stage = openStage(plan, stopping, () => {}, watchdog);
const began = performance.now();
await workThrough({
  book,
  policy: plan.decider.policy,
  archive: { ...archive, keep: sampleAtMoments },
  voice() {},
  stopping,
  jobs: plan.jobs,
  attempt: stage.attempt,
});
const seconds = (performance.now() - began) / 1_000;
stopping.release();
stage.close();
await new Promise((resolve) => setTimeout(resolve, 1_000));
console.log(JSON.stringify({ seconds, before, samples, left: { ...sample(), programs: programs() } }));

/** After every trial. */
function sampleAtMoments() {
  const { trials: tries } = book;
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
