import { readFileSync } from "node:fs";
import { connectRedis, learningPolicy, namesOf, parseRedisUrl, RunStore } from "@mulligan/cluster";
import { Tally } from "@mulligan/core/statistics";

/**
 * Whether a journal and Redis tell the same of a run: each file is solved once, no trial stands there twice, and the
 * merged tally is that of the journal's trials, replayed one by one.
 * @param {{ journal: string, port: number, run: string, tasks: number }} about
 */
export async function checkJournal({ journal, port, run, tasks }) {
  /** @type {string[]} */
  const problems = [];
  const redis = connectRedis(parseRedisUrl(`redis://127.0.0.1:${port}`, "check"), () => {});
  try {
    const names = namesOf();
    const text = await redis.hget(names.run(run).run, "document");
    const { learning } = JSON.parse(text ?? "{}");
    const trials = readFileSync(journal, "utf8")
      .split("\n")
      .filter((line) => line.includes('"type":"trial"'))
      .map((line) => JSON.parse(line));
    const replayed = new Tally();
    const summed = learningPolicy(learning, 0);
    /** @type {Map<string, number>} */
    const solved = new Map();
    const places = new Set();
    for (const { instance, arm, cutoff, attempt, completed, time, reward, resetting, logged } of trials) {
      const outcome = completed
        ? { kind: /** @type {const} */ ("completed"), time, reward }
        : { kind: /** @type {const} */ ("censored"), time, resetting };
      const decision = {
        arm: learning.arms.indexOf(arm),
        cutoff: cutoff === "inf" ? Infinity : cutoff,
        attempt,
      };
      replayed.add(summed.increments(decision, outcome));
      if (completed && reward > 0) solved.set(instance, (solved.get(instance) ?? 0) + 1);
      if (places.has(logged)) problems.push(`count: ${logged} stands in the journal twice`);
      places.add(logged);
    }
    const twice = [...solved].filter(([, times]) => times !== 1);
    if (solved.size !== tasks) problems.push(`lost: ${solved.size} of ${tasks} were solved`);
    if (twice.length > 0) problems.push(`count: solved more than once: ${twice.slice(0, 5)}`);
    const merged = JSON.stringify((await new RunStore(redis, names, run).tally()).save());
    if (merged !== JSON.stringify(replayed.save())) problems.push("count: Redis and the journal differ");
    return { trials: trials.length, solved: solved.size, problems };
  } finally {
    redis.disconnect();
  }
}
