// First content of model calls in virtual time: `model()` beside no timeout, a fixed one, and rules by percentile.
// node bench/fetch/model-calls.mjs [--choose] [--csv=FILE]. With --choose it plays other settings of `model` on the seeds 1 to 5;
// without, it reports on the seeds 11 to 20, on which nothing was chosen. The file gets the figures of each seed.
import { model } from "@mulligan/fetch";
import { cutAtRunningP95, hedgeAtP95 } from "../../packages/core/test/situations/percentile-rules.mjs";
import { roundRobin, tryInTurn } from "../../packages/core/test/situations/strategies.mjs";
import { csvFile, row, title, writeCsv } from "../report.mjs";
import { providers } from "./first-content-laws.mjs";
import { asRule, figures, learnedModel, playCalls } from "./play-calls.mjs";

const CALLS = 2_000;
/** Fewer for each model of the trace, since there are fifteen. */
const CALLS_OF_TRACE = 500;

/** As many clients and gateways have it by default. */
const fixed30 = {
  name: "fixed 30 s",
  start: (given) => ({
    call: (input) =>
      tryInTurn(
        given,
        input,
        () => "only",
        () => 30_000,
      ),
  }),
};

const rules = [
  asRule({ ...roundRobin, name: "no timeout" }),
  asRule(fixed30),
  asRule({ ...cutAtRunningP95, name: "cut at p95" }),
  asRule(hedgeAtP95),
];

/** The figures by seed, and of all together. */
async function play(laws, strategy, seeds, calls) {
  const bySeed = new Map();
  for (const seed of seeds) {
    const plays = [];
    for (const law of laws) plays.push(await playCalls(law, strategy, { seed, calls }));
    bySeed.set(seed, plays);
  }
  return {
    all: figures([...bySeed.values()].flat()),
    bySeed: [...bySeed].map(([seed, plays]) => ({ seed, ...figures(plays) })),
  };
}

const from = (first, count) => Array.from({ length: count }, (_, place) => first + place);
const percent = (share) => `${Number((100 * share).toPrecision(2))}%`;
const cellsOf = (found) => [
  percent(found.waitedOut),
  percent(found.healthyCut),
  percent(found.failed),
  found.requests.toFixed(3),
  found.cents.toFixed(3),
  ...[found.p50, found.p95, found.p99].map((seconds) => Number(seconds.toPrecision(3))),
];

async function report(strategies, seeds, csv) {
  const lines = [];
  const found = providers();
  const columns = [
    "stalls waited out",
    "healthy cut",
    "failed",
    "requests",
    "cents",
    "p50, s",
    "p95, s",
    "p99, s",
  ];
  title("First content of model calls", ["provider", "strategy", ...columns]);
  for (const [name, laws] of Object.entries(found)) {
    for (const strategy of strategies) {
      const calls = laws.length > 1 ? CALLS_OF_TRACE : CALLS;
      const { all, bySeed } = await play(laws, strategy, seeds, calls);
      row([name, strategy.name, ...cellsOf(all)]);
      if (lines.length === 0) lines.push(["provider", "strategy", ...Object.keys(bySeed[0])]);
      for (const each of bySeed)
        lines.push([
          name,
          strategy.name,
          ...Object.values(each).map((value) => Number(value.toPrecision(5))),
        ]);
    }
  }
  writeCsv(csv, lines);
  if (found.trace === undefined) console.log("\ntrace: skipped, the file is not part of this repository");
}

if (process.argv[1] === import.meta.filename) {
  const choose = process.argv.includes("--choose");
  const settings = choose
    ? {
        "keepFirst false": { keepFirst: false },
        "model()": {},
        "hedge 0.1": { keepFirst: false, hedge: { maxExtraLoad: 0.1 } },
        "p99, hedge 0.08": { keepFirst: false, objective: "p99", hedge: { maxExtraLoad: 0.08 } },
        "100 s a dollar": { msPerCost: 100_000 },
      }
    : { "model()": {} };
  const ours = Object.entries(settings).map(([name, options]) => learnedModel(model, name, options));
  await report(
    choose ? ours : [...rules, ...ours],
    choose ? from(1, 5) : from(11, 10),
    csvFile(process.argv),
  );
}
