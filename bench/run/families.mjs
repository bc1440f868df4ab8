import { parseArgs } from "node:util";
import { luby } from "@mulligan/core/problem";
import { playInParallel } from "@mulligan/core/simulate";
import { row, title, writeCsv } from "../report.mjs";
import { families } from "./situations.mjs";
import { drawsOf, GRACE, policyOf, programTime, RESET } from "./virtual-situation.mjs";

/** 10 ms to 300 s: bases of Luby's sequence, and fixed cutoffs. */
const cutoffs = Array.from({ length: 30 }, (_, i) => 10 * 30_000 ** (i / 29));
/** A policy is given up after this multiple of the best time. */
const HOPELESS = 300;

/**
 * `npm run bench virtual -- --families`: what a policy for retried tasks costs on each of the families, in virtual time:
 * program time ÷ that of the best of {one fixed cutoff, one base of Luby's sequence, no cutoff}, chosen afterwards on the
 * same luck: the geometric mean over the seeds, and the mean. A try that is cut at ten seconds before the first success counts in full. Planning is the processor time
 * of the policy for each task, with that of the garbage collector, so it is played in this thread alone.
 *
 *   npm run bench virtual -- --families [--only=LETTERS] [--tasks=20] [--jobs=1] [--seeds=1-8] [--policy=NAME]
 *     [--csv=FILE]
 *
 * --only takes the families of these letters; --seeds a range: choose a constant on some, and report it on others.
 */
export function benchFamilies(words = []) {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: "string", default: families.map(({ name }) => name[0]).join("") },
      tasks: { type: "string", default: "20" },
      jobs: { type: "string", default: "1" },
      seeds: { type: "string", default: "1-8" },
      policy: { type: "string", default: "hidden-types" },
      csv: { type: "string" },
    },
  });
  const wanted = families.filter(({ name }) => values.only.includes(name[0]));
  const [from, to = from] = values.seeds.split("-").map(Number);
  if (wanted.length === 0) throw new RangeError(`--only: must name some family, got ${values.only}`);
  if (!(from >= 1 && to >= from)) throw new RangeError(`--seeds: must be a range, got ${values.seeds}`);
  const columns = ["family", "tasks", "jobs", "÷ best", "mean", "tries a task", "planning, ms a task"];
  const rows = [columns];
  for (const tasks of values.tasks.split(",").map(Number)) {
    for (const jobs of values.jobs.split(",").map(Number)) {
      title(`families: ${tasks} tasks, ${jobs} jobs, seeds ${values.seeds}, ${values.policy}`, columns);
      const ratios = wanted.map(({ name, law }) => {
        const played = [];
        for (let seed = from; seed <= to; seed++) {
          played.push(play({ arms: 1, law }, { tasks, jobs, seed, policy: values.policy }));
        }
        const column = (key) => played.map((each) => each[key]);
        const cells = [
          name,
          tasks,
          jobs,
          spread(column("ratio")),
          mean(column("ratio")).toFixed(2),
          mean(column("tries")).toFixed(1),
          mean(column("planning")).toFixed(0),
        ];
        row(cells);
        rows.push(cells);
        return column("ratio");
      });
      // Of each seed the geometric mean over the families, so that the interval is one of independent seeds.
      const bySeed = ratios[0].map((_, seed) =>
        Math.exp(mean(ratios.map((values) => Math.log(values[seed])))),
      );
      row(["geometric mean", tasks, jobs, spread(bySeed)]);
    }
  }
  writeCsv(values.csv, rows);
}

function play(situation, { tasks, jobs, seed, policy }) {
  const draw = drawsOf(situation, tasks, seed);
  const best = bestTime(draw, tasks);
  const made = policyOf(policy, 1, seed);
  const before = process.cpuUsage();
  const maxTime = HOPELESS * best + GRACE;
  const { finished, time, tries } = playInParallel({
    tasks,
    jobs,
    policy: made,
    draw,
    resetting: RESET,
    maxTime,
  });
  const { user, system } = process.cpuUsage(before);
  return {
    ratio: finished ? time / best : HOPELESS,
    tries: tries / tasks,
    planning: (user + system) / 1_000 / tasks,
  };
}

/** The longest cutoffs are tried first, since they need the fewest tries; one that exceeds the best so far is left. */
function bestTime(draw, tasks) {
  let best = Infinity;
  const offer = (cutoffOf) => {
    const decide = (attempt) => ({ arm: 0, cutoff: cutoffOf(attempt) });
    best = Math.min(best, programTime(draw, tasks, decide, best));
  };
  offer(() => Infinity);
  for (const cutoff of cutoffs.toReversed()) {
    offer((attempt) => cutoff * luby(attempt));
    offer(() => cutoff);
  }
  return best;
}

/** The geometric mean over the seeds, with a 95% interval where there are several. */
function spread(values) {
  const logs = values.map(Math.log);
  const width = 1.96 * deviation(logs);
  const [middle, low, high] = [0, -width, width].map((step) => Math.exp(mean(logs) + step).toFixed(2));
  return values.length < 4 ? middle : `${middle} (${low}–${high})`;
}

/** The standard error of the mean. */
function deviation(values) {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
