// 60 tasks of mixed difficulty: the work (time of all tries) of `run --redis` with a worker of so many slots, divided by
// that of `run -j` with as many on one machine. npm run bench cluster-mixed -- [--tasks=60] [--seeds=10] [--repeats=3] [--slots=8]
// npm run bench cluster-mixed -- --local=1,4,8 compares numbers of slots on one machine instead: the price of parallel work.
// The tries sleep, so that processor time does not matter. A seed gives a task's tries the same times in both; what they
// cost depends on when they are cut, and that on when others end: the same run again differs by some 10%, so each is repeated.

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { estimate } from "@mulligan/core/simulate";
import { row, title } from "../report.mjs";
import { playCommand, startCluster } from "./start-cluster.mjs";

const program = fileURLToPath(new URL("mixed-task.sh", import.meta.url));
const options = {
  tasks: { type: "string", default: "60" },
  seeds: { type: "string", default: "10" },
  repeats: { type: "string", default: "3" },
  slots: { type: "string", default: "8" },
  local: { type: "string" },
};

export async function benchMixed(args = []) {
  const { values } = parseArgs({ args, options });
  const [tasks, seeds, repeats] = [values.tasks, values.seeds, values.repeats].map(Number);
  const inputs = Array.from({ length: tasks }, (_, place) => String(place));
  if (values.local !== undefined) {
    await compareSlots(values.local.split(","), inputs, seeds);
    return;
  }
  const cluster = await startCluster({ workers: 1, jobs: values.slots, allow: ["sh"] });
  try {
    title(`${tasks} tasks of mixed difficulty, ${values.slots} slots: work in seconds`, [
      "seed",
      "local",
      "cluster",
      "cluster / local",
      "tries",
      "wall seconds",
    ]);
    const ratios = [];
    const sums = { local: 0, remote: 0 };
    for (let seed = 1; seed <= seeds; seed++) {
      const words = ["--seed", String(seed), "--", "sh", program, "{seed}", "{}", ":::", ...inputs];
      const local = { time: 0, tries: 0, wall: 0 };
      const remote = { time: 0, tries: 0, wall: 0 };
      for (let repeat = 0; repeat < repeats; repeat++) {
        addTo(local, await playCommand(["run", "--jobs", values.slots, ...words]), repeats);
        addTo(remote, await playCommand(["run", "--redis", cluster.url, ...words]), repeats);
      }
      const both = (cell) => [local, remote].map(cell);
      ratios.push(remote.time / local.time);
      sums.local += local.time;
      sums.remote += remote.time;
      row([
        seed,
        ...both(({ time }) => (time / 1_000).toFixed(2)),
        (remote.time / local.time).toFixed(3),
        both(({ tries }) => tries.toFixed(0)).join(", "),
        both(({ wall }) => (wall / 1_000).toFixed(1)).join(", "),
      ]);
    }
    const { mean, standardError } = estimate(ratios);
    console.log(
      `\nwork of the cluster, at most 1.03 of local: ${(sums.remote / sums.local).toFixed(3)} (mean of the seeds ${mean.toFixed(3)} ± ${standardError.toFixed(3)})`,
    );
  } finally {
    await cluster.end();
  }
}

/** Adds a share of each number. */
function addTo(mean, summary, count) {
  for (const name of Object.keys(mean)) mean[name] += summary[name] / count;
}

/** The work on one machine with so many slots, compared with the first number of them. */
async function compareSlots(numbers, inputs, seeds) {
  title(`${inputs.length} tasks of mixed difficulty on one machine, ${seeds} seeds`, [
    "slots",
    "work in seconds",
    "of the first",
  ]);
  let first;
  for (const slots of numbers) {
    const work = { time: 0, tries: 0, wall: 0 };
    for (let seed = 1; seed <= seeds; seed++) {
      const words = ["--seed", String(seed), "--", "sh", program, "{seed}", "{}", ":::", ...inputs];
      addTo(work, await playCommand(["run", "--jobs", slots, ...words]), seeds);
    }
    first ??= work.time;
    row([slots, (work.time / 1_000).toFixed(2), (work.time / first).toFixed(2)]);
  }
}
