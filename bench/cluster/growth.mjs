// The same tasks with 1, 2, 4 and 8 workers: how much sooner all are done, and how much more work it took in all, since
// nobody knows what the others are at. node bench/cluster/growth.mjs [--tasks=200] [--seeds=10] [--workers=1,2,4,8]
// The tasks are asleep, as long as a heavy-tailed solver would run, so that two cores are enough for eight workers.
import { parseArgs } from "node:util";
import { Coordinator, dispatchTasks, parseRedisUrl } from "@mulligan/cluster";
import { estimate } from "@mulligan/core/simulate";
import { Tally } from "@mulligan/core/statistics";
import { startRedis } from "../../soak/cluster/redis-server.mjs";
import { row, title } from "../report.mjs";
import { learning, startCrew } from "./crew.mjs";
import { deskOf } from "./desk.mjs";

const options = {
  tasks: { type: "string", default: "200" },
  seeds: { type: "string", default: "10" },
  workers: { type: "string", default: "1,2,4,8" },
};

export async function benchGrowth(words = []) {
  const { values } = parseArgs({ args: words, options });
  const [tasks, seeds] = [Number(values.tasks), Number(values.seeds)];
  const counts = values.workers.split(",").map(Number);
  const redis = await startRedis();
  try {
    title(`${tasks} tasks of a heavy tail, ${seeds} seeds`, [
      "workers",
      "seconds",
      "times as fast",
      "work of one worker's",
      "tries a task",
    ]);
    let alone;
    for (const count of counts) {
      const crew = await startCrew(redis.url, count, 1);
      const played = [];
      for (let seed = 1; seed <= seeds; seed++) played.push(await play(redis.url, tasks, count, seed));
      await crew.end();
      alone ??= played;
      tell(count, tasks, played, alone);
    }
  } finally {
    await redis.stop();
  }
}

async function play(url, tasks, count, seed) {
  const coordinator = await Coordinator.open({
    place: parseRedisUrl(url, "url"),
    run: `growth-${count}-${seed}`,
    document: { kind: "asleep", learning, detail: { seed } },
    known: new Tally(),
    notice: console.error,
  });
  const desk = deskOf(tasks);
  const began = performance.now();
  await dispatchTasks(coordinator, desk);
  const seconds = (performance.now() - began) / 1_000;
  await coordinator.end();
  await coordinator.close();
  return { seconds, work: desk.work, trials: desk.trials };
}

function tell(count, tasks, played, alone) {
  const mean = (list, name) => estimate(list.map((one) => one[name])).mean;
  const ratios = estimate(played.map(({ work }, place) => work / alone[place].work));
  row([
    count,
    mean(played, "seconds").toFixed(2),
    (mean(alone, "seconds") / mean(played, "seconds")).toFixed(2),
    `${(mean(played, "work") / mean(alone, "work")).toFixed(3)} ± ${ratios.standardError.toFixed(3)}`,
    (mean(played, "trials") / tasks).toFixed(2),
  ]);
}
