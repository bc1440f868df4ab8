// How near `km-ts`, told nothing, comes to the best rate, beside policies that are told the best cutoff: `bts`
// and `ucb-rb` on nine cutoffs around it, itself among them. Seeded; a share of the optimum with its standard error.
//
// The laws: those of outside checks on which km-ts failed before (peaks, atoms, modes, rare successes, rare
// rewards, rewards that depend on the time, many arms, a resetting time, arms that swap), the three of the experiments in
// the paper, mixtures drawn by a generator from seeds 1 to 20, and laws with correlated rewards drawn by another. Settings of
// km-ts were chosen on the named laws, on seed 12 and on correlated laws of seeds 101 to 120; those of seeds 1 to 20 are
// reported.
//
// `npm run bench laws -- --families` plays 40 laws of five other kinds instead, eight of each, and those on which single runs
// were stuck: at 1,000 and 10,000 rewards, each seed a run of its own (`drawn-laws.mjs`). Options:
//   --seeds=FROM..TO   the runs; settings were chosen on seeds 1000 and up, seeds 0 to 49 are reported
//   --rewards=COUNT    one horizon only
//   --laws=TEXT        the laws whose names contain this
//   --csv=FILE         writes one row a run; --against=FILE reads such a file of another commit and compares the two
import { readFileSync } from "node:fs";
import { lognormal as lognormalLaw, rewardOne } from "@mulligan/core/distributions";
import { constantResetting, listCutoffs } from "@mulligan/core/problem";
import { drifting, runExperiment, stationary } from "@mulligan/core/simulate";
import { knownArm, optimal } from "@mulligan/core/theory";
import { csvFile, csvLine, row, title, writeCsv } from "../report.mjs";
import {
  armOf,
  correlated,
  correlatedLawOf,
  familyProblems,
  lawOf,
  NEVER,
  trapProblems,
} from "./drawn-laws.mjs";

const lognormal = "lognormal(median=0.9,sigma=1.2)";
const named = {
  "a narrow peak, 1% to either side": [
    ["mixture(0.4*uniform(low=1.0692,high=1.0908),0.6*uniform(low=20,high=60))"],
  ],
  "atoms at three times": [
    ["mixture(0.3*constant(value=1.03),0.2*constant(value=3.41),0.5*constant(value=48.1))"],
  ],
  "atoms, the second best": [
    ["mixture(0.2*constant(value=0.7),0.5*constant(value=2.05),0.3*constant(value=90))"],
  ],
  "three modes": [
    ["mixture(0.3*uniform(low=1.07,high=1.18),0.3*uniform(low=3,high=3.3),0.4*uniform(low=30,high=40))"],
  ],
  "a delayed start": [
    ["mixture(0.5*shift(by=3,exponential(mean=0.3)),0.5*shift(by=3,exponential(mean=40)))"],
  ],
  "one in a hundred succeeds": [["mixture(0.01*uniform(low=0.5,high=1),0.99*constant(value=1000000))"]],
  "two arms, rewards 0.05 and 0.025": [
    ["exponential(mean=1)", "bernoulli(p=0.05)"],
    ["exponential(mean=1)", "bernoulli(p=0.025)"],
  ],
  "three arms, rewards 0.05, 0.1, 0.3": [0.05, 0.1, 0.3].map((p) => [lognormal, `bernoulli(p=${p})`]),
  "gamma(3)": [["gamma(shape=3,scale=0.5)"]],
  lognormal: [[lognormal]],
  Pareto: [["pareto(scale=0.3,shape=1.2)"]],
  "two speeds": [["mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))"]],
  exponential: [["exponential(mean=1)"]],
};

/** Laws of an outside check on which others were ahead by more than 3 points, or runs got stuck. */
const checked = () => ({
  "0.6 U(0.5, 1) pays 0.05, 0.4 U(5, 6) pays 1": [
    knownArm(
      correlated([
        [0.6, "uniform(low=0.5,high=1)", 0.05],
        [0.4, "uniform(low=5,high=6)", 1],
      ]),
      { name: "a" },
    ),
  ],
  "0.5 Exp(1) pays 0.1, 0.3 U(8, 10) pays 1, 0.2 never": [
    knownArm(
      correlated([
        [0.5, "exponential(mean=1)", 0.1],
        [0.3, "uniform(low=8,high=10)", 1],
        [0.2, NEVER, 0],
      ]),
      { name: "a" },
    ),
  ],
  "seed 12": [armOf("mixture(0.77*pareto(scale=11.3,shape=1.39),0.23*lognormal(median=4.28,sigma=1.88))")],
  "20 nearly equal arms": Array.from({ length: 20 }, (_, i) =>
    knownArm(rewardOne(lognormalLaw(0.9 * (1 + 0.02 * i), 1.2)), { name: `a${i}` }),
  ),
  "lognormal, σ 2.5, resetting 0.5": [
    knownArm(rewardOne(lognormalLaw(1, 2.5)), { name: "a", resetting: constantResetting(0.5) }),
  ],
});

/** Two arms of which one is twice as fast, and which swap half-way. */
function compareSwap() {
  const arms = (laws) => laws.map((law, i) => armOf(law, "one", `a${i}`));
  const [fast, slow] = ["pareto(scale=0.3,shape=1.2)", "pareto(scale=0.6,shape=1.2)"];
  const end = 2_000 / optimal(arms([fast, slow])).rate;
  const rows = runExperiment({
    environment: drifting([
      { from: 0, arms: arms([fast, slow]) },
      { from: end / 2, arms: arms([slow, fast]) },
    ]),
    policies: [
      { name: "km-ts" },
      { name: "km-ts", label: "km-ts, halfLife=300", options: { halfLife: 300 } },
      { name: "km-ucb" },
    ],
    horizons: [end],
    runs: 24,
    seed: 14,
    cutoffs: "auto",
  });
  title("Two arms that swap half-way, 2,000 rewards, 24 runs", ["policy", "share"]);
  for (const { policy, efficiency } of rows) row([policy, percent(efficiency)]);
}

/** Nine cutoffs around the best, which is the fifth; where that is ∞, the time by which nearly all complete. */
function toldCutoffs(arms) {
  const { arm, cutoff } = optimal(arms);
  const best = cutoff < Infinity ? cutoff : arms[arm].law.time.quantile(0.9999);
  return listCutoffs(Array.from({ length: 9 }, (_, i) => (i === 4 ? best : best * 10 ** ((i - 4) / 8))));
}

function shares(arms, rewards, runs) {
  const { rate } = optimal(arms);
  const told = toldCutoffs(arms);
  return runExperiment({
    environment: stationary(arms),
    policies: [{ name: "km-ts" }, { name: "bts", cutoffs: told }, { name: "ucb-rb", cutoffs: told }],
    horizons: [rewards / rate],
    runs,
    seed: 14,
    cutoffs: "auto",
  }).map(({ efficiency }) => efficiency);
}

const percent = ({ mean, standardError }) =>
  `${(100 * mean).toFixed(1)} ± ${(100 * standardError).toFixed(1)}`;

/** Prints how km-ts does beside policies that are told, and returns the rows of docs/benchmarks/km-ts.csv. */
function compare(name, problems, rewards, runs) {
  title(`${name}, ${rewards.toLocaleString("en-US")} rewards, ${runs} runs`, [
    "law",
    "km-ts, told nothing",
    "bts, told t*",
    "ucb-rb, told t*",
    "behind the best told",
  ]);
  return problems.map(([law, arms]) => {
    const [own, ...told] = shares(arms, rewards, runs);
    const best = told.reduce((a, b) => (b.mean > a.mean ? b : a));
    row([law, percent(own), ...told.map(percent), (100 * (best.mean - own.mean)).toFixed(1)]);
    return [law, rewards, ...percent(own).split(" ± "), ...percent(best).split(" ± ")];
  });
}

/** The shares of single runs: whether any of many stays on what is worse. */
function runShares(arms, rewards, runs) {
  const horizons = [rewards / optimal(arms).rate];
  return Array.from({ length: runs }, (_, seed) => {
    const experiment = { environment: stationary(arms), policies: [{ name: "km-ts" }], horizons };
    return runExperiment({ ...experiment, runs: 1, seed: 1_000 + seed })[0].efficiency.mean;
  });
}

function spreadRow(name, shares) {
  const sorted = shares.toSorted((a, b) => a - b);
  const at = (q) => (100 * sorted[Math.floor(q * sorted.length)]).toFixed(1);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  row([name, shares.length, at(0), at(0.05), at(0.5), (100 * mean).toFixed(1)]);
}

/** Twenty laws with correlated rewards, 24 runs each; `from` is the first seed of the generator. */
function compareCorrelated(name, from) {
  title(`${name}, 10,000 rewards`, ["law", "runs", "least", "5%", "median", "mean"]);
  const all = Array.from({ length: 20 }, (_, i) => {
    const arm = correlatedLawOf(from + i);
    const own = runShares([arm], 10_000, 24);
    spreadRow(`${from + i}: \`${arm.law.name}\``, own);
    return own;
  });
  spreadRow("all", all.flat());
}

/** The share of the optimum in one run: r*·τ is 1. */
function shareOf(arms, rewards, seed) {
  const experiment = { environment: stationary(arms), policies: [{ name: "km-ts" }], seed, runs: 1 };
  return runExperiment({ ...experiment, horizons: [rewards / optimal(arms).rate] })[0].efficiency.mean;
}

/** The runs of another commit: shares by law, rewards and seed. */
function readRuns(file) {
  const lines = file === undefined ? [] : readFileSync(file, "utf8").trim().split("\n").slice(1);
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(",")),
      Number(line.slice(line.lastIndexOf(",") + 1)),
    ]),
  );
}

const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function familyRow(name, shares, others) {
  const sorted = shares.toSorted((a, b) => a - b);
  const known = others.filter((share) => share !== undefined);
  const percentOf = (value) => (value === undefined ? "–" : (100 * value).toFixed(1));
  row([
    name,
    shares.length,
    percentOf(meanOf(shares)),
    percentOf(sorted[0]),
    [0.5, 0.8, 0.85].map((limit) => sorted.filter((share) => share < limit).length).join(" · "),
    ...(known.length === 0
      ? ["–", "–", "–"]
      : [percentOf(meanOf(known)), percentOf(Math.min(...known)), percentOf(meanOf(shares) - meanOf(known))]),
  ]);
}

function benchFamilies(words) {
  const option = (name, otherwise) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
  const [from, to] = option("seeds", "0..49").split("..").map(Number);
  const wanted = option("rewards");
  const horizons = wanted === undefined ? [1_000, 10_000] : [Number(wanted)];
  const other = readRuns(option("against"));
  const problems = [...familyProblems(), ...trapProblems()].filter(([name]) =>
    name.includes(option("laws", "")),
  );
  const rows = [];
  for (const rewards of horizons) {
    title(`Families, ${rewards.toLocaleString("en-US")} rewards, seeds ${from} to ${to}`, [
      "law",
      "runs",
      "mean",
      "least",
      "below 50 · 80 · 85",
      "mean before",
      "least before",
      "difference",
    ]);
    const all = problems.map(([name, arms]) => {
      const shares = [];
      const others = [];
      for (let seed = from; seed <= to; seed++) {
        const share = shareOf(arms, rewards, seed);
        shares.push(share);
        others.push(other.get(csvLine([name, rewards, seed])));
        rows.push([name, rewards, seed, share.toFixed(5)]);
      }
      familyRow(name, shares, others);
      return { name, shares, others };
    });
    const summary = (name, some) => {
      if (some.length > 0)
        familyRow(
          name,
          some.flatMap(({ shares }) => shares),
          some.flatMap(({ others }) => others),
        );
    };
    for (const kind of ["correlated", "rare success", "atoms", "arms", "resets"]) {
      summary(
        `all of ${kind}`,
        all.filter(({ name }) => name.startsWith(kind)),
      );
    }
    const traps = trapProblems().map(([name]) => name);
    summary(
      "all 40",
      all.filter(({ name }) => !traps.includes(name)),
    );
  }
  writeCsv(option("csv"), [["law", "rewards", "seed", "share"], ...rows]);
}

/** With `--csv=FILE`, the table of docs/benchmarks/km-ts.csv. */
export function benchLaws(words) {
  if (words.includes("--families")) {
    benchFamilies(words);
    return;
  }
  const arms = Object.entries(named).map(([name, parts]) => [
    name,
    parts.map(([law, reward], i) => armOf(law, reward, `a${i}`)),
  ]);
  const drawn = Array.from({ length: 20 }, (_, i) => [i + 1, lawOf(i + 1)]).map(([seed, law]) => [
    `${seed}: ${law}`,
    [armOf(law)],
  ]);
  const problems = { named: [...Object.entries(checked()), ...arms], drawn };
  const rows = Object.entries(problems).flatMap(([laws, some]) =>
    [
      [1_000, 40],
      [10_000, 10],
    ].flatMap(([rewards, runs]) =>
      compare(`${laws} laws`, some, rewards, runs).map((cells) => [laws, ...cells]),
    ),
  );
  writeCsv(csvFile(words), [
    ["laws", "law", "rewards", "km_ts", "km_ts_error", "best_told", "best_told_error"],
    ...rows,
  ]);
  compareSwap();
  compareCorrelated("Correlated rewards, seeds 1 to 20", 1);
  title("Lock-outs, 1,000 rewards", ["law", "runs", "least", "5%", "median", "mean"]);
  for (const [name, problem] of arms) {
    if (/succeeds|arms/.test(name)) spreadRow(name, runShares(problem, 1_000, 200));
  }
}
