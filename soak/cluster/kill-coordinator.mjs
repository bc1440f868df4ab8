// `mulligan sat --redis --state` is killed with -9 at random moments and started again with the same words: what is done
// is not done again, nothing is counted twice, and in the end Redis and the journal tell the same.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { pause, startCommand } from "../started.mjs";
import { writeFormulas } from "./formulas.mjs";
import { checkJournal } from "./journal-check.mjs";
import { startRedis } from "./redis-server.mjs";

/** Formulas for each kill, of a size that takes a worker some milliseconds. */
const FORMULAS_A_KILL = 40;
const VARIABLES = 100;

/**
 * @param {number} seed
 * @param {number} kills
 * @param {string} [main] where the command is
 */
export async function killCoordinator(seed, kills, main = undefined) {
  const random = stream(seed, "kill coordinator");
  const folder = mkdtempSync(join(tmpdir(), "mulligan-cluster-"));
  const redis = await startRedis();
  const worker = startCommand(["worker", "--redis", redis.url, "--jobs", "1"]);
  try {
    const [files, journal, run] = [join(folder, "cnf"), join(folder, "journal"), `killed-${seed}`];
    const tasks = FORMULAS_A_KILL * kills;
    writeFormulas(files, seed, tasks, VARIABLES);
    const words = ["sat", "--redis", redis.url, "--run-name", run, "--state", journal, "--json", files];
    let finished = 0;
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = startCommand([...words, "--jobs", "20"], main);
      // From its first line on: before that it only starts, and one in four is killed there.
      const begun = new Promise((resolve) => child.stdout.once("data", resolve));
      if (kill % 4 !== 0) await Promise.race([begun, ended]);
      await pause(150 * random.uniform());
      child.kill("SIGKILL");
      if ((await ended).code === 0) finished += 1;
    }
    const { code, stderr, lines } = await startCommand([...words, "--jobs", "20"], main).ended;
    const problems = code === 0 ? [] : [`code: ended with ${code}: ${stderr}`];
    const summary = lines.at(-1);
    if (summary?.solved !== tasks) problems.push(`lost: ${JSON.stringify(summary)}`);
    const checked = await checkJournal({ journal, port: redis.port, run, tasks });
    return { kills, finished, trials: checked.trials, problems: [...problems, ...checked.problems] };
  } finally {
    worker.child.kill("SIGTERM");
    await worker.ended;
    await redis.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
