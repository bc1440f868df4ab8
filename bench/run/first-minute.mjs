import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { row, title, writeCsv } from "../report.mjs";
import { realRows, virtualRows } from "./against-xargs.mjs";
import { fakeSolver, mulliganRun } from "./command.mjs";

/** What a policy may take of what people do today (Done-when 2 of issue 15). */
const AT_MOST = 1.25;
const gnuParallel = "parallel";
const inputs = (count) => [":::", ...Array.from({ length: count }, (_, i) => `task${i + 1}`)];
const never = ["--policy", "never"];
const percentile = ["--policy", "quantile"];
const wall = ["wall s", ({ seconds }) => seconds];
const program = ["program s", ({ summary }) => summary.time / 1_000];
const solved = ["1 / solved", ({ summary }) => 1 / summary.solved];
/** Ends after 3 s, or with one seed in four not at all. */
const STARTS_SLOWLY = "sleep 3; if [ $(($0 % 4)) -eq 0 ]; then exec sleep 1000; fi";

/** What is run, what its ratio is of, and against which words; `seeds` if it is run more than once. */
const rows = [
  ["--until 3 -- sleep 5", wall, never, ["--until", "3", "--", "sleep", "5"]],
  [
    "ten inputs of sleep 1, four jobs",
    wall,
    percentile,
    ["--jobs", "4", "--", "sh", "-c", "exec sleep 1", "{}", ...inputs(10)],
  ],
  [
    "3 s of start-up, one in four hangs, 20 inputs, four jobs",
    wall,
    percentile,
    ["--jobs", "4", "--budget", "3m", "--", "sh", "-c", STARTS_SLOWLY, "{seed}", "{}", ...inputs(20)],
    // With these no try hangs before three have ended, and no second one: the percentile would wait for it for ever.
    [1, 24, 39],
  ],
  [
    "the example of run --help",
    wall,
    never,
    ["--until", "20", "--", "bash", "-c", "RANDOM=$0; sleep 0.0$((RANDOM % 90 + 10))", "{seed}"],
    [1, 2, 3],
  ],
  [
    "--until 5 --budget 1s -- sleep 0.5",
    solved,
    never,
    ["--until", "5", "--budget", "1s", "--", "sleep", "0.5"],
  ],
  [
    "Pareto sleeps (0.6, from 0.4 s, at most 60 s), 60 inputs, six jobs",
    program,
    ["--policy", "km-ts"],
    ["--jobs", "6", "--", "sh", fakeSolver, "{seed}", "400", "0.6", "60000", "{}", ...inputs(60)],
    [1, 2, 3],
  ],
  ["constant 0.7 s, 12 inputs, two jobs", program, never, two("sleep 0.7")],
  [
    "uniform 0.3–0.7 s, 12 inputs, two jobs",
    program,
    never,
    two("RANDOM=$0; sleep 0.$((RANDOM % 401 + 300))"),
    [1, 2, 3],
  ],
  [
    "uniform 10–100 ms, 12 inputs, two jobs",
    program,
    never,
    two("RANDOM=$0; sleep 0.0$((RANDOM % 90 + 10))"),
    [1, 2, 3],
  ],
];

function two(script) {
  return ["--jobs", "2", "--", "bash", "-c", script, "{seed}", "{}", ...inputs(12)];
}

/**
 * `npm run bench first-minute`: what somebody tries in the first minute with `mulligan run`, with real processes,
 * against what they would do without it: no cutoff, or one that is twice the median, as with GNU parallel's
 * `--timeout 200%`, which is run too where it is installed.
 *
 *   npm run bench first-minute -- [--policy=NAME] [--only=TEXT] [--csv=FILE]
 *
 * Without --policy, by the default of `run`; --only takes the rows whose name contains the text. Without either, the
 * comparison with `xargs -P` follows (`against-xargs.mjs`); --csv writes it, as in docs/benchmarks/run-against-xargs.csv. Fifteen
 * minutes.
 */
export async function benchFirstMinute(words = []) {
  const options = {
    policy: { type: "string" },
    only: { type: "string", default: "" },
    csv: { type: "string" },
  };
  const { policy, only, csv } = parseArgs({ args: words, options }).values;
  const own = policy === undefined ? [] : ["--policy", policy];
  title(`first-minute: ${policy ?? "the default"} of run against what people do today`, [
    "what",
    "by",
    "tries",
    "solved",
    "wall s",
    "program s",
    "ratio",
    `at most ${AT_MOST}`,
  ]);
  for (const [name, [unit, measure], other, command, seeds = [1]] of rows) {
    if (!name.includes(only)) continue;
    const [ours, theirs] = [[], []];
    for (const seed of seeds) {
      ours.push(await mulliganRun([...own, "--seed", `${seed}`, ...command]));
      theirs.push(await mulliganRun([...other, "--seed", `${seed}`, ...command]));
    }
    const ratio = sum(ours, measure) / sum(theirs, measure);
    row([name, other[1], ...figures(theirs), "", ""]);
    row([
      "",
      policy ?? "the default",
      ...figures(ours),
      `${ratio.toFixed(2)} of ${unit}`,
      ratio <= AT_MOST ? "yes" : "no",
    ]);
    if (name === rows[1][0]) inParallel(name);
  }
  if (policy !== undefined || only !== "") return;
  const virtual = virtualRows();
  const columns = ["what", "jobs", "time", "ratio", "largest", "at_most"];
  writeCsv(csv, [columns, ...virtual, ...(await realRows())]);
}

/** Ten inputs of `sleep 1`, as GNU parallel does them, where it is installed. */
function inParallel(name) {
  if (spawnSync(gnuParallel, ["--version"], { stdio: "ignore" }).status !== 0) return;
  const began = performance.now();
  const words = ["-j4", "--timeout", "200%", "sleep 1 #", ...inputs(10)];
  spawnSync(gnuParallel, words, { stdio: ["ignore", "ignore", "inherit"] });
  row([
    name,
    "GNU parallel --timeout 200%",
    10,
    "",
    ((performance.now() - began) / 1_000).toFixed(1),
    "",
    "",
    "",
  ]);
}

function figures(runs) {
  const list = (of, digits) => runs.map((run) => of(run).toFixed(digits)).join(", ");
  return [
    list(({ summary }) => summary.tries, 0),
    list(({ summary }) => summary.solved, 0),
    list(wall[1], 1),
    list(program[1], 1),
  ];
}

function sum(runs, measure) {
  return runs.reduce((total, run) => total + measure(run), 0);
}
