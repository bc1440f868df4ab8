import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFormulas } from "../../../../soak/cluster/formulas.mjs";
import { checkJournal } from "../../../../soak/cluster/journal-check.mjs";
import { killCoordinator } from "../../../../soak/cluster/kill-coordinator.mjs";
import { startCommand } from "../../../../soak/started.mjs";
import { withRedis } from "../../../../test/with-redis.ts";
import { newFolder } from "../new-folder.ts";
import { bundledMain } from "../serve/bundled.ts";

/** `npm run soak` has more of both. */
const TASKS = 300;
const KILLS = 2;

withRedis("the command on a cluster", (redis) => {
  test(`${TASKS} formulas over three worker processes: each solved once, the merged statistics those of a serial replay`, async () => {
    const { url, port } = redis();
    const folder = newFolder();
    const [files, journal, run] = [join(folder, "cnf"), join(folder, "journal"), "formulas"];
    writeFormulas(files, 1, TASKS, 20);
    const workers = [1, 2, 3].map(() => startCommand(["worker", "--redis", url, "--jobs", "1"]));
    try {
      const words = ["sat", "--redis", url, "--run-name", run, "--state", journal, "--json", files];
      const { code, stderr, lines } = await startCommand(words).ended;
      expect(stderr).toBe("");
      expect(code).toBe(0);
      const tasks = lines.filter(({ type }) => type === "task");
      expect(tasks).toHaveLength(TASKS);
      expect(new Set(tasks.map(({ input }) => input)).size).toBe(TASKS);
      expect(lines.at(-1)).toMatchObject({ type: "summary", tasks: TASKS, solved: TASKS, stopped: "done" });
      const { problems, solved, trials } = await checkJournal({ journal, port, run, tasks: TASKS });
      expect(problems).toEqual([]);
      expect(solved).toBe(TASKS);
      expect(lines.at(-1).tries).toBe(trials);
    } finally {
      for (const { child } of workers) child.kill("SIGTERM");
    }
    const ended = await Promise.all(workers.map((worker) => worker.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  test(`kill -9 of the coordinator, ${KILLS} times, each followed by a resume`, async () => {
    const { problems, kills, finished } = await killCoordinator(1, KILLS, await bundledMain());
    expect(problems).toEqual([]);
    expect(kills).toBe(KILLS);
    expect(finished).toBeLessThan(KILLS);
  });
});
