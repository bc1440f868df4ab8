// A worker with a fake solver, in a process of its own: `node worker-main.mjs JSON`. It says `ready` on its standard output,
// and when it is asked to end what became of all that it sent.
import { parseRedisUrl, RunStore, startClusterWorker } from "@mulligan/cluster";
import { fakePerformer } from "./fake-solver.mjs";

const {
  port,
  jobs = 2,
  lockMs = 1_000,
  pauseMs = 10,
  thrice = false,
  versions,
} = JSON.parse(process.argv[2]);

if (thrice) {
  const once = RunStore.prototype.record;
  RunStore.prototype.record = async function (entries, wantsTally) {
    const first = await once.call(this, entries, false);
    await Promise.all([once.call(this, entries, false), once.call(this, entries.toReversed(), false)]);
    const last = await once.call(this, entries, wantsTally);
    // A run that ended meanwhile says nothing of what it counted before.
    return last.state === "ended" ? { ...first, state: last.state } : last;
  };
}

const setting = {
  place: parseRedisUrl(`redis://127.0.0.1:${port}`, "worker-main"),
  jobs,
  lockMs,
  executors: { fake: fakePerformer(pauseMs) },
  notice() {},
};
const workers = await Promise.all(
  versions === undefined
    ? [startClusterWorker(setting)]
    : versions.map((/** @type {string} */ version) => startClusterWorker({ ...setting, version })),
);
console.log("ready");
process.once("SIGTERM", async () => {
  const all = await Promise.all(workers.map((worker) => worker.close()));
  const sum = (/** @type {"counted" | "seen" | "late"} */ name) =>
    all.reduce((total, one) => total + one[name], 0);
  const told = { counted: sum("counted"), seen: sum("seen"), late: sum("late") };
  process.stdout.write(`${JSON.stringify({ worker: workers[0].name, ...told })}\n`, () => process.exit(0));
});
