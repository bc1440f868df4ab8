// A worker for benchmarks, started by crew.mjs with the address and the number of jobs. Its trials are of a heavy-tailed
// solver that is not there: in a run of the kind `short` they take no time, so that what is left is the cluster, in one
// of the kind `asleep` they are slept. On SIGTERM it says what its decisions took, in µs, and what processor time it
// used, in ms, since it was last sent a message.
import { setTimeout as sleep } from "node:timers/promises";
import { parseRedisUrl, startClusterWorker } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { fakeSolver } from "./tried-again.mjs";

/** Half of the solver's time, so that ten seeds take minutes. */
const SLEPT = 1 / 2;
const [url, jobs] = process.argv.slice(2);
const took = [];

/** Tries with one decision after the other, until one succeeds or the turn is over. */
const performer = (wait) => ({
  open: ({ policy, detail }) => ({
    async execute(turn) {
      while (!turn.isOver) {
        const attempt = turn.attempts + 1;
        const began = process.hrtime.bigint();
        const decision = policy.decide({ attempt, task: turn.task.index });
        took.push(Number(process.hrtime.bigint() - began) / 1_000);
        const time = fakeSolver(stream(detail.seed, "try", turn.task.index, attempt));
        const done = time <= decision.cutoff;
        await wait(Math.min(time, decision.cutoff));
        const outcome = done
          ? { kind: "completed", time, reward: 1 }
          : { kind: "censored", time: decision.cutoff };
        turn.record({ decision, outcome, seed: attempt, ...(done ? { done } : {}) });
        if (done) return "done";
      }
      return { ending: "over" };
    },
  }),
});

const worker = await startClusterWorker({
  place: parseRedisUrl(url, "url"),
  jobs: Number(jobs),
  executors: { short: performer(() => {}), asleep: performer((time) => sleep(SLEPT * time)) },
  notice: console.error,
});
process.send("ready");
let before = process.cpuUsage();
process.on("message", () => {
  before = process.cpuUsage();
  took.length = 0;
});
process.on("SIGTERM", async () => {
  const { user, system } = process.cpuUsage(before);
  process.send({ took, cpuMs: (user + system) / 1_000 });
  await worker.close();
  process.disconnect();
});
