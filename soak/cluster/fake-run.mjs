import { Coordinator, dispatchTasks, learningPolicy, parseRedisUrl } from "@mulligan/cluster";
import { fromJsonNumber } from "@mulligan/core/problem";
import { Tally } from "@mulligan/core/statistics";
import { LEARNING } from "./fake-solver.mjs";

/**
 * Gives out tasks of a fake run until all are solved, or until `enough` says so, and compares what came of them: each
 * is solved once, and the merged tally is that of the log, replayed one by one.
 * @param {{ port: number, run: string, seed: number, tasks: number, window?: number, enough?: () => boolean,
 *   progress?: { trials: number } }} setting
 */
export async function playFakeRun(setting) {
  const { port, run, seed, tasks, window = 20, enough = () => false, progress = { trials: 0 } } = setting;
  const learning = /** @type {import("@mulligan/cluster").Learning} */ (LEARNING);
  const coordinator = await Coordinator.open({
    place: parseRedisUrl(`redis://127.0.0.1:${port}`, "fake-run"),
    run,
    document: { kind: "fake", learning, detail: { seed } },
    known: new Tally(),
    notice() {},
  });
  const summed = learningPolicy(learning, 0);
  const replayed = new Tally();
  /** @type {Map<number, { attempts: number, solved: number }>} */
  const states = new Map();
  /** @type {Map<string, number>} entries of the log by worker */
  const byWorker = new Map();
  /** @type {string[]} */
  const problems = [];
  /** @type {number[]} */
  const waiting = [];
  let [next, trials, time] = [1, 0, 0];
  const stateOf = (/** @type {number} */ index) => {
    const state = states.get(index) ?? { attempts: 0, solved: 0 };
    states.set(index, state);
    return state;
  };
  await dispatchTasks(
    coordinator,
    {
      next() {
        const fresh = next <= tasks && !enough() ? next++ : undefined;
        const index = fresh ?? waiting.shift();
        if (index === undefined) return undefined;
        const { attempts } = stateOf(index);
        return { index, input: null, occurrence: index, trials: attempts, attempts };
      },
      async take(logged) {
        for (const { entry } of logged) {
          if (entry === undefined) {
            problems.push("lost: an entry of the log cannot be read");
            continue;
          }
          byWorker.set(entry.worker, (byWorker.get(entry.worker) ?? 0) + 1);
          if (entry.type !== "trial") continue;
          const state = stateOf(entry.index);
          const { arm, attempt = 1, outcome } = entry;
          replayed.add(summed.increments({ arm, cutoff: fromJsonNumber(entry.cutoff), attempt }, outcome));
          state.attempts += 1;
          trials += 1;
          progress.trials = trials;
          time += outcome.time;
          if (entry.done) state.solved += 1;
        }
      },
      putBack(index) {
        if (stateOf(index).solved === 0) waiting.push(index);
      },
      failed: ({ index, reason }) => void problems.push(`lost: task ${index}: ${reason}`),
      stopped: false,
      hurried: false,
    },
    window,
  );
  const merged = JSON.stringify((await coordinator.store.tally()).save());
  if (merged !== JSON.stringify(replayed.save())) {
    problems.push(
      `count: merged ${merged.slice(0, 500)}, replayed ${JSON.stringify(replayed.save()).slice(0, 500)}`,
    );
  }
  for (const [index, { solved }] of states) {
    if (solved !== 1)
      problems.push(`${solved === 0 ? "lost" : "count"}: task ${index} was solved ${solved} times`);
  }
  await coordinator.end();
  await coordinator.close();
  return { tasks: states.size, trials, time, byWorker, problems };
}

/**
 * Whether a worker that was never killed has in the log what it was told that it has there.
 * @param {Map<string, number>} byWorker
 * @param {{ code: number | null, stderr: string, told: import("./fleet.mjs").Told | undefined }} ended
 * @returns {string[]}
 */
export function checkWorker(byWorker, { code, stderr, told }) {
  if (code !== 0 || told === undefined)
    return [`crash: a worker ended with ${code}: ${stderr.slice(0, 2_000)}`];
  const logged = byWorker.get(told.worker) ?? 0;
  const answered = told.counted + told.seen;
  return logged === answered ? [] : [`lost: ${told.worker} sent ${answered}, the log has ${logged}`];
}
