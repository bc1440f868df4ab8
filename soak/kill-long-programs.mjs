// `mulligan run` is killed with -9 while it starts programs that would run for a minute, and after: all of them are
// gone within a second.
import { stream } from "@mulligan/core/random";
import { goneAfter, programsOf } from "./marked.mjs";
import { pause, startCommand } from "./started.mjs";

/**
 * @param {number} seed
 * @param {number} kills
 */
export async function killLongPrograms(seed, kills = 20) {
  const random = stream(seed, "kill");
  const problems = [];
  let longestMs = 0;
  for (let kill = 0; kill < kills; kill++) {
    const words = ["--policy", "never", "--jobs", "4", "--until", "9", "--", "sleep", "60"];
    const { child, ended, pid } = startCommand(["run", ...words]);
    try {
      // Some in the middle of the starts, some after.
      while (programsOf(pid).length === 0 && child.exitCode === null) await pause(1);
      await pause(kill % 2 === 0 ? 10 * random.uniform() : 100);
    } finally {
      child.kill("SIGKILL");
    }
    await ended;
    const gone = await goneAfter(pid, 3_000);
    if (gone >= 1_000) problems.push(`left: kill ${kill}: a program was there after ${gone} ms`);
    longestMs = Math.max(longestMs, Math.ceil(gone));
  }
  return { kills, longestMs, problems };
}
