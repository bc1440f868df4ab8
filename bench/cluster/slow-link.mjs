// Tasks of 0.4 s with 16 slots, over links to Redis with several round trips.
// npm run bench cluster-slow-link -- [--tasks=1000] [--slots=16] [--trips=0,40,100]
import { parseArgs } from "node:util";
import { row, title } from "../report.mjs";
import { playCommand, startCluster } from "./start-cluster.mjs";

const options = {
  tasks: { type: "string", default: "1000" },
  slots: { type: "string", default: "16" },
  trips: { type: "string", default: "0,40,100" },
};
const TASK_S = 0.4;

export async function benchSlowLink(args = []) {
  const { values } = parseArgs({ args, options });
  const [tasks, slots] = [Number(values.tasks), Number(values.slots)];
  const inputs = Array.from({ length: tasks }, () => String(TASK_S));
  title(`${tasks} tasks of ${TASK_S} s, ${slots} slots`, [
    "round trip",
    "seconds",
    "of no delay",
    "slots busy",
  ]);
  let direct;
  for (const trip of values.trips.split(",").map(Number)) {
    const cluster = await startCluster({ workers: 1, jobs: slots, allow: ["sleep"], roundTripMs: trip });
    try {
      const { wall } = await playCommand([
        "run",
        "--redis",
        cluster.url,
        "--",
        "sleep",
        "{}",
        ":::",
        ...inputs,
      ]);
      direct ??= wall;
      const busy = (tasks * TASK_S * 1_000) / slots / wall;
      row([
        `${trip} ms`,
        (wall / 1_000).toFixed(2),
        (wall / direct).toFixed(3),
        `${(100 * busy).toFixed(0)}%`,
      ]);
    } finally {
      await cluster.end();
    }
  }
  console.log("\ngoal: at 100 ms at most 1.25 of no delay");
}
