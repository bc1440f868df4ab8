// Tasks a second with four workers on this machine: small formulas, which travel in batches, and programs that end at once.
// npm run bench cluster-throughput -- [--formulas=20000] [--programs=3000] [--workers=4] [--rounds=3]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFormulas } from "../../soak/cluster/formulas.mjs";
import { row, title } from "../report.mjs";
import { median, playCommand, startCluster } from "./start-cluster.mjs";

const options = {
  formulas: { type: "string", default: "20000" },
  programs: { type: "string", default: "3000" },
  workers: { type: "string", default: "4" },
  rounds: { type: "string", default: "3" },
};
const VARIABLES = 20;

export async function benchThroughput(args = []) {
  const { values } = parseArgs({ args, options });
  const [formulas, programs, rounds] = [values.formulas, values.programs, values.rounds].map(Number);
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  writeFormulas(folder, 1, formulas, VARIABLES);
  const inputs = Array.from({ length: programs }, (_, place) => String(place));
  const cluster = await startCluster({ workers: Number(values.workers), jobs: 1, allow: ["true"] });
  try {
    title(`${values.workers} workers with one slot each`, [
      "tasks",
      "tasks a second, from the first result on",
      "of all rounds",
      "processor ms a task: run, Redis, workers",
    ]);
    const kinds = {
      [`${formulas} formulas of ${VARIABLES} variables (sat)`]: ["sat", "--redis", cluster.url, folder],
      [`${programs} × true (run)`]: ["run", "--redis", cluster.url, "--", "true", ":::", ...inputs],
    };
    for (const [name, words] of Object.entries(kinds)) {
      const rates = [];
      const spent = [0, 0, 0];
      for (let round = 0; round <= rounds; round++) {
        const before = [0, await cluster.redisMs(), cluster.workerMs()];
        const { tasks, workSeconds, ownMs } = await playCommand(words);
        const after = [ownMs, await cluster.redisMs(), cluster.workerMs()];
        // The first is for practice.
        if (round === 0) continue;
        rates.push(tasks / workSeconds);
        for (const place of spent.keys()) spent[place] += (after[place] - before[place]) / tasks / rounds;
      }
      row([
        name,
        median(rates).toFixed(0),
        rates.map((rate) => rate.toFixed(0)).join(", "),
        spent.map((ms) => ms.toFixed(2)).join(", "),
      ]);
    }
    console.log("\ngoal: 1,500 short tasks a second");
  } finally {
    await cluster.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
