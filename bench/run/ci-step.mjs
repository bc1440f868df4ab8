import { parseArgs } from "node:util";
import { milliseconds, readSettings, runWords } from "../../examples/github-action/settings.mjs";
import { readRunPlan } from "../../packages/cli/dist/run/plan.js";
import { openRunState } from "../../packages/cli/dist/run/state.js";
import { addTrial } from "../../packages/cli/dist/tasks/run-state.js";
import { taskName } from "../../packages/cli/dist/tasks/task.js";
import { row, title, writeCsv } from "../report.mjs";
import { history, kinds, MINUTE } from "./ci-histories.mjs";

/** GitHub ends a job after six hours. */
const LIMIT = 360 * MINUTE;
const RUNS = 300;
/** The settings were chosen with seeds 101 to 103. */
const SEEDS = "1,2,3,4,5";

/**
 * `npm run bench ci-step`: what `examples/github-action` would have done with generated histories of CI steps
 * (`ci-histories.mjs`), in virtual time, beside what people do today. The action's own command line is read by `mulligan run`,
 * and its policy, its silences and its rules for giving up decide; only the program and the clock are played.
 *
 *   npm run bench ci-step -- [--seeds=1,2,3,4,5] [--runs=300] [--csv=docs/benchmarks/ci-step.csv]
 */
export async function benchCiStep(words = []) {
  const options = {
    seeds: { type: "string", default: SEEDS },
    runs: { type: "string", default: String(RUNS) },
    csv: { type: "string" },
  };
  const { values } = parseArgs({ args: words, options });
  const seeds = values.seeds.split(",").map((text) => whole("--seeds", text));
  const runs = whole("--runs", values.runs);
  const results = await replay(Object.keys(strategies), { seeds, runs });
  writeCsv(values.csv, [
    ["by", "runner_hours", "hung_saved", "good_killed", "lost"],
    ...printAll(results, { seeds, runs }).map((cells) => cells.map((cell) => String(cell).replace(/%$/, ""))),
  ]);
  printKinds(results);
  printEarly(results);
}

function whole(option, text) {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RangeError(`${option}: must be whole numbers above 0, got ${text}`);
}

/** Plays all kinds of steps by these strategies: for each its sums, one for each kind. */
export async function replay(names, { seeds, runs }) {
  const results = new Map();
  for (const name of names) {
    const sums = [];
    for (const kind of kinds) sums.push(await playKind(kind, strategies[name], { seeds, runs }));
    results.set(name, sums);
  }
  return results;
}

/** What a step is run by: the tries of one run, until there is no more. The median is known afterwards. */
const strategies = {
  "no timeout (6 h)": () => fixed(LIMIT, 1),
  "30 min": () => fixed(30 * MINUTE, 1),
  "2 × median": (median) => fixed(2 * median, 1),
  "30 min, 3 attempts": () => fixed(30 * MINUTE, 3),
  "2 × median, 3 attempts": (median) => fixed(2 * median, 3),
  action: () => mulliganStep(),
};

function fixed(cutoff, attempts) {
  return {
    async run(attempt) {
      const tries = [];
      for (let left = LIMIT; tries.length < attempts && left > 0; ) {
        const program = attempt(tries.length + 1);
        const played = play(program, { cutoff: Math.min(cutoff, left) });
        tries.push({ program, ...played });
        left -= played.time;
        if (played.how === "ended") break;
      }
      return tries;
    },
  };
}

/** As the action runs it. What it learns stays in memory, where the action reads its journal again. */
function mulliganStep() {
  const settings = readSettings({ INPUT_RUN: "the step" });
  const budget = milliseconds(settings.deadline);
  let plan;
  let runs = 0;
  return {
    async run(attempt) {
      runs += 1;
      plan ??= await planOf(settings);
      const { setup, silence } = plan;
      const state = await openRunState({ ...plan, inputs: [`run ${runs}`] }, { trials: [] }, quiet);
      const task = state.tasks.next();
      const tries = [];
      for (let left = budget; task.state === "open" && left > 0; ) {
        const decision = setup.policy.decide({ attempt: task.attempts + 1, task: taskName(task) });
        const watch = silence.watch(0, task, 0);
        const program = attempt(tries.length + 1);
        const cutoff = Math.min(decision.cutoff, left);
        const played = play(program, { cutoff, watch });
        const trial = trialOf(task, decision, played, { gaps: watch.gaps(), stopped: played.time >= left });
        setup.policy.observe({ ...trial, task: taskName(task) }, trial.outcome);
        silence.learn(trial);
        addTrial(state, task, trial);
        tries.push({ program, ...played });
        left -= played.time;
      }
      return tries;
    },
  };
}

const quiet = () => {};

/** The plan that `mulligan run` makes of the action's words. */
async function planOf(settings) {
  const words = runWords(settings, { journal: "-", id: "run", command: ["bash"] }).slice(1);
  const place = words.indexOf("--");
  const given = { success: "0", reward: "exit", mode: "retry", cutoffs: "auto", jobs: 1, seed: 1 };
  for (const [name, ...value] of optionsIn(words.slice(0, place))) given[name] = value[0] ?? true;
  return readRunPlan(words.slice(place + 1), { ...given, retries: Number(given.retries) });
}

function optionsIn(words) {
  const options = [];
  for (const word of words) {
    if (word.startsWith("--")) options.push([word.slice(2)]);
    else options.at(-1).push(word);
  }
  return options;
}

function trialOf({ input, occurrence, attempts }, decision, { time, how }, { gaps, stopped }) {
  return {
    ...{ input, occurrence, arm: 0, cutoff: decision.cutoff, attempt: attempts + 1, seed: 1 },
    // The action takes a script that fails for one that is done, since it did not hang.
    outcome: how === "ended" ? { kind: "completed", time, reward: 1 } : { kind: "censored", time },
    ...(how === "silent" ? { cut: "idle" } : {}),
    ...(how !== "ended" && stopped ? { stopped: true } : {}),
    ...(gaps === undefined ? {} : { gaps }),
  };
}

/** Plays a program until it ends, or is cut. */
function play({ wrote, ends, every = Infinity }, { cutoff, watch }) {
  let place = 0;
  let [now, last] = [0, wrote.at(-1) ?? 0];
  while (true) {
    // One that goes on printing while it hangs prints the same line again and again.
    const prints = place < wrote.length ? wrote[place] : last + every;
    const next = Math.min(prints, ends);
    const silent = watch?.deadline() ?? Infinity;
    if (Math.min(silent, cutoff) < next) {
      return silent < cutoff ? { time: silent, how: "silent" } : { time: cutoff, how: "cut" };
    }
    now = next;
    watch?.wrote(now);
    if (now === ends) return { time: now, how: "ended" };
    last = now;
    place += 1;
  }
}

async function playKind(kind, make, { seeds, runs }) {
  const sums = { ...emptySums(), early: emptySums() };
  for (const seed of seeds) {
    const steps = history(kind, runs, seed);
    const strategy = make(medianOf(steps));
    for (let run = 0; run < runs; run++) {
      const tries = await strategy.run((number) => steps.attempt(run, number));
      count(sums, tries);
      if (run < 10) count(sums.early, tries);
    }
  }
  return sums;
}

function medianOf(steps) {
  const times = Array.from({ length: steps.runs }, (_, run) => steps.attempt(run, 1).ends);
  const ended = times.filter((time) => time < Infinity).sort((a, b) => a - b);
  return ended[ended.length >> 1];
}

function emptySums() {
  return { runner: 0, hung: 0, good: 0, killed: 0, lost: 0 };
}

/** `hung` is the time from when a program hangs until it is cut; a run is lost if no try of it ended by itself. */
function count(sums, tries) {
  for (const { program, time, how } of tries) {
    sums.runner += time;
    if (program.hangsFrom !== undefined) sums.hung += Math.max(0, time - program.hangsFrom);
    else {
      sums.good += 1;
      if (how !== "ended") sums.killed += 1;
    }
  }
  if (tries.at(-1).how !== "ended") sums.lost += 1;
}

/** Hung time saved, against no timeout, and good tries killed; of all kinds together. */
export function totals(results) {
  const none = added(results.get("no timeout (6 h)"));
  return new Map(
    [...results].map(([name, sums]) => {
      const all = added(sums);
      return [name, { ...all, saved: 1 - all.hung / none.hung, killedShare: all.killed / all.good }];
    }),
  );
}

function added(list) {
  const all = emptySums();
  for (const sums of list) for (const name of Object.keys(all)) all[name] += sums[name];
  return all;
}

/** Prints the table of all strategies, and returns its rows. */
function printAll(results, { seeds, runs }) {
  const count = seeds.length * runs * kinds.length;
  title(
    `ci-step: ${kinds.length} kinds of steps, ${runs} runs each, seeds ${seeds.join(", ")}: ${count} runs`,
    ["by", "runner hours", "hung time saved", "good tries killed", "runs lost to a hang or a kill"],
  );
  const rows = [...totals(results)].map(([name, { runner, saved, killedShare, lost }]) => [
    name,
    Math.round(runner / 3.6e6),
    percent(saved, 1),
    percent(killedShare, 2),
    percent(lost / count, 2),
  ]);
  for (const cells of rows) row(cells);
  return rows;
}

function printKinds(results) {
  const names = ["30 min", "2 × median", "action"];
  title("ci-step, by kind: hung time saved, good tries killed", ["step", ...names]);
  const none = results.get("no timeout (6 h)");
  for (const [place, { name }] of kinds.entries()) {
    const cells = names.map((by) => {
      const { hung, good, killed } = results.get(by)[place];
      return `${percent(1 - hung / none[place].hung, 0)}, ${percent(killed / good, 2)}`;
    });
    row([name, ...cells]);
  }
}

function printEarly(results) {
  const early = (name) => added(results.get(name).map((sums) => sums.early));
  const [own, none] = [early("action"), early("no timeout (6 h)")];
  title("ci-step: the action in the first ten runs of a step", ["hung time saved", "good tries killed"]);
  row([percent(1 - own.hung / none.hung, 1), percent(own.killed / own.good, 2)]);
}

function percent(share, digits) {
  return `${(100 * share).toFixed(digits)}%`;
}
