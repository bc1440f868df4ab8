import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { row, title, writeCsv } from "../report.mjs";
import { benchFamilies } from "./families.mjs";
import { goalOf, situations } from "./situations.mjs";

/** The first is what is judged; `run` decides by it. The others are shown beside it. */
const contestants = ["hidden-types", "km-ts"];
const defaults = { tasks: "20,60,200", jobs: "1,2,8", seeds: "100", policies: contestants.join(" ") };
const named = { never: "never", fixed: "best fixed", luby: "best Luby", best: "best of these" };

/**
 * `npm run bench virtual`: what `mulligan run` decides, in virtual time: total program time, with starts and ends
 * of processes, as ratio of the means over the seeds. The policy knows nothing; the best fixed cutoff and the best
 * base of Luby are those that would have been best over all seeds, known afterwards. The a-th try at a task takes
 * equally long for all, so that a ratio compares decisions. As in `run`, the first tries are given ten seconds while
 * nothing has succeeded. A try that is cut there is left out of the time: it is lost once a run, and would be most of the
 * time of short tasks.
 *
 *   npm run bench virtual -- [--only=TEXT,…] [--tasks=20,60,200] [--jobs=1,2,8] [--seeds=100] [--policies="NAME …"]
 *     [--begun-first] [--csv=FILE]
 *   npm run bench virtual -- --families [OPTIONS]: see `families.mjs`
 *
 * --only takes the situations whose name contains one of the texts; --policies other contestants, the first judged;
 * --begun-first lets a job stay with its task until it is done, which `run` does only where there are no inputs;
 * --csv writes the ratios that are judged, as in docs/benchmarks/run.csv.
 */
export async function benchVirtual(words = []) {
  if (words.includes("--families")) return benchFamilies(words.filter((word) => word !== "--families"));
  const { wanted, csv, ...order } = readOptions(words);
  const ratios = [["situation", "tasks", "jobs", "compared_with", "ratio", "at_most"]];
  const missed = [];
  let goals = 0;
  // Of each situation the longest first, so that no worker waits long for the other at the end.
  const longestFirst = [...order.tasks].sort((a, b) => b - a);
  const orders = wanted.flatMap(({ name }) => longestFirst.map((tasks) => ({ ...order, name, tasks })));
  const results = playAll(orders);
  for (const situation of wanted) {
    title(`virtual: ${situation.name}`, columns(situation, order.contestants));
    for (const tasks of order.tasks) {
      const result = await results.get(`${situation.name}, ${tasks}`);
      for (const place of result.byJobs) {
        const line = judge(situation, result, place);
        row(line.cells);
        ratios.push([situation.name, tasks, place.jobs, ...line.judged]);
        if (line.met !== undefined) goals += 1;
        if (line.met === false) missed.push([situation.name, tasks, place.jobs, ...line.why]);
      }
    }
  }
  writeCsv(csv, ratios);
  title(`virtual: goals, ${goals - missed.length} of ${goals} met with ${order.seeds} seeds; missed:`, [
    "situation",
    "tasks",
    "jobs",
    "ratio",
    "at most",
  ]);
  for (const cells of missed) row(cells);
}

function columns(situation, [, ...others]) {
  const { against } = goalOf(situation, 0);
  return [
    "tasks",
    "jobs",
    "÷ never",
    "÷ percent-of-median",
    "÷ best fixed",
    "÷ best Luby",
    `goal, of ${named[against]}`,
    "met",
    "95% of seeds",
    "tries a task",
    ...others.map((policy) => `${policy} ÷ ${named[against]}`),
  ];
}

/** A line of the table: the first contestant against all, and the others against what it is held to. */
function judge(situation, { tasks, known }, { jobs, median, policies }) {
  const { against, atMost } = goalOf(situation, tasks);
  const [own, ...others] = policies.map((played) => played.map(({ time }) => time));
  const ratio = mean(own) / mean(known[against].times);
  const met = atMost === undefined ? undefined : ratio <= atMost;
  return {
    met,
    why: [ratio.toFixed(3), atMost],
    judged: [named[against], ratio.toFixed(2), atMost ?? ""],
    cells: [
      tasks,
      jobs,
      shown(mean(own) / mean(known.never.times)),
      shown(mean(own) / mean(median)),
      `${shown(mean(own) / mean(known.fixed.times))} (${known.fixed.label})`,
      `${shown(mean(own) / mean(known.luby.times))} (${known.luby.label})`,
      atMost ?? "–",
      { true: "yes", false: "no", undefined: "–" }[met],
      shown(percentile95(own.map((time, i) => time / known[against].times[i]))),
      (mean(policies[0].map(({ tries }) => tries)) / tasks).toFixed(2),
      ...others.map((times) => shown(mean(times) / mean(known[against].times))),
    ],
  };
}

/** The results of each order by its name, as promises: two workers or more take one order after the other. */
function playAll(orders) {
  const waiting = [];
  const results = new Map();
  for (const order of orders) {
    const promise = new Promise((resolve, reject) => waiting.push({ order, resolve, reject }));
    results.set(`${order.name}, ${order.tasks}`, promise);
  }
  const next = (worker) => {
    const job = waiting.shift();
    if (job === undefined) return worker.terminate();
    worker.removeAllListeners();
    worker.on("message", (result) => {
      job.resolve(result);
      next(worker);
    });
    worker.on("error", job.reject);
    worker.postMessage(job.order);
  };
  for (let i = Math.min(availableParallelism(), orders.length); i > 0; i--) {
    next(new Worker(new URL("./virtual-situation.mjs", import.meta.url)));
  }
  return results;
}

function readOptions(words) {
  const options = Object.fromEntries(
    ["only", "tasks", "jobs", "seeds", "policies"].map((name) => [name, { type: "string" }]),
  );
  options["begun-first"] = { type: "boolean" };
  options.csv = { type: "string" };
  const { values } = parseArgs({ args: words, options });
  const given = { ...defaults, ...values };
  const texts = given.only?.split(",") ?? [""];
  const wanted = situations.filter(({ name }) => texts.some((text) => name.includes(text)));
  if (wanted.length === 0) {
    const names = situations.map(({ name }) => name).join("; ");
    throw new RangeError(`--only: must be part of the name of a situation, got ${given.only}: ${names}`);
  }
  return {
    wanted,
    csv: values.csv,
    tasks: whole("tasks", given.tasks),
    jobs: whole("jobs", given.jobs),
    seeds: whole("seeds", given.seeds)[0],
    contestants: given.policies.split(" "),
    begunFirst: given["begun-first"] === true,
  };
}

function whole(name, text) {
  const numbers = text.split(",").map(Number);
  const wrong = numbers.find((number) => !(Number.isInteger(number) && number > 0));
  if (wrong !== undefined) throw new RangeError(`--${name}: must be whole numbers above 0, got ${text}`);
  return numbers;
}

function shown(ratio) {
  if (ratio === Infinity || ratio === 0) return ratio === 0 ? "0" : "∞";
  return ratio < 100 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentile95(values) {
  return [...values].sort((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1];
}
